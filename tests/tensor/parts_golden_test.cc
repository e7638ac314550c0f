// Packed parts against the bytes of the reference model of TensorCast's rules.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "ashlar/parts.h"
#include "tests/blocks/tensorcast_format.h"
#include "tests/support/golden_tensorcast.h"

namespace ashlar {
namespace {

using Arrays = std::map<std::string, NpyArray>;

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

class PartsGoldenTest : public GoldenTensorcast {};

TEST_P(PartsGoldenTest, PacksTheSameBytes) {
  int found = 0;
  for (const auto& row : manifest_["cases"]) {
    if (!row.contains("scale") || row["scale"].is_null()) continue;
    const std::string name = row["case"];
    const std::string scale = row["scale"];
    if (scale.find('d') != std::string::npos) continue;
    const Arrays arrays = this->arrays(name);
    const Format format = tensorcast_format(row["number"], scale);
    for (const auto& [key, result] : arrays) {
      const std::size_t dot = key.find(".spec_out");
      if (dot == std::string::npos) continue;
      const std::string source = key.substr(0, dot);
      const std::vector<float> numbers = input(source, result);
      if (numbers.empty()) continue;
      Spec spec;
      spec.shape = Shape(std::span<const Index>(result.shape));
      const Parts parts = quantize(make(spec, std::span<const float>(numbers)),
                                   format, policy_of(row, format));
      Checker one{arrays, source, name + " " + source + " "};
      one.check("spec_packed", parts.data);
      one.check("spec_index_packed", parts.data);
      one.check("spec_compressed_packed", parts.data);
      one.check("spec_meta_packed", parts.meta);
      one.check("mask_packed", parts.mask);
      one.check("spec_packed_dense", to(parts, PartsForm::dense).data);
      found += one.found;
    }
  }
  EXPECT_GE(found, GetParam() ? 100 : 20);
}

INSTANTIATE_TEST_SUITE_P(Data, PartsGoldenTest, testing::Bool(),
                         GoldenTest::name);

}  // namespace
}  // namespace ashlar
