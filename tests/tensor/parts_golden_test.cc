// Packed parts against the bytes of the reference model of TensorCast's rules.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "ashlar/parts.h"
#include "tests/blocks/tensorcast_format.h"
#include "tests/support/golden.h"
#include "tests/support/npz.h"

namespace ashlar {
namespace {

using Arrays = std::map<std::string, NpyArray>;

Tensor tensor_of(const NpyArray& array) {
  Spec spec;
  spec.shape = Shape(std::span<const Index>(array.shape));
  const auto items = array.items<float>();
  return make(spec, std::span<const float>(items));
}

/// Of one case with one input: how many of its arrays are bytes of a part.
struct Checker {
  const Arrays& arrays;
  std::string input;
  std::string what;
  int found = 0;

  void check(const std::string& name, const std::optional<Tensor>& part) {
    const auto expected = arrays.find(input + "." + name);
    if (expected == arrays.end()) return;
    ++found;
    ASSERT_TRUE(part) << what << name;
    const NpyArray& array = expected->second;
    ASSERT_EQ(array.type, "|u1") << what << name;
    EXPECT_EQ(part->shape(), Shape(std::span<const Index>(array.shape)))
        << what << name;
    const auto bytes = part->storage().bytes();
    const std::string own(reinterpret_cast<const char*>(bytes.data()),
                          bytes.size());
    EXPECT_TRUE(own == array.bytes) << what << name;
  }
};

TEST(PartsGoldenTest, PacksTheSameBytes) {
  GoldenFolder data = GoldenFolder::complete();
  if (data.path.empty()) {
    GTEST_SKIP() << "ASHLAR_CONFORMANCE_DATA names no folder of golden data";
  }
  data.path += "/tensorcast/";
  const auto manifest = nlohmann::json::parse(data.read("manifest.json"));
  const Arrays inputs = read_npz(data.read("inputs.npz"));
  int found = 0;
  for (const auto& row : manifest["cases"]) {
    if (!row.contains("scale") || row["scale"].is_null()) continue;
    const std::string name = row["case"];
    const std::string scale = row["scale"];
    if (!data.has(name + ".npz") || scale.find('d') != std::string::npos) {
      continue;
    }
    const Arrays arrays = read_npz(data.read(name + ".npz"));
    const Format format = tensorcast_format(row["number"], scale);
    for (const auto& [input, numbers] : inputs) {
      if (!arrays.contains(input + ".spec_out")) continue;
      const Parts parts =
          quantize(tensor_of(numbers), format, policy_of(row, format));
      Checker one{arrays, input, name + " " + input + " "};
      one.check("spec_packed", parts.data);
      one.check("spec_index_packed", parts.data);
      one.check("spec_compressed_packed", parts.data);
      one.check("spec_meta_packed", parts.meta);
      one.check("mask_packed", parts.mask);
      one.check("spec_packed_dense", to(parts, PartsForm::dense).data);
      found += one.found;
    }
  }
  EXPECT_GE(found, 100);
}

}  // namespace
}  // namespace ashlar
