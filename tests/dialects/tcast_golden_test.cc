// TensorCast's casts against the reference model of its rules.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "ashlar/cast.h"
#include "ashlar/dialects/tcast.h"
#include "tests/support/golden_tensorcast.h"

namespace ashlar::tcast {
namespace {

using Arrays = std::map<std::string, NpyArray>;

Options options_of(const nlohmann::json& row, CastMode mode) {
  static const std::map<std::string, RoundMode> kRounds = {
      {"even", RoundMode::even},
      {"away", RoundMode::away},
      {"zero", RoundMode::zero}};
  static const std::map<std::string, ScaleMode> kScales = {
      {"floor", ScaleMode::floor},
      {"ceil", ScaleMode::ceil},
      {"midmax", ScaleMode::midmax},
      {"option3", ScaleMode::option3},
      {"topbinade", ScaleMode::topbinade}};
  Options options;
  options.roundmode = kRounds.at(row.value("roundmode", "even"));
  options.scalemode = kScales.at(row.value("scalemode", "floor"));
  options.castmode = mode;
  return options;
}

std::vector<std::uint8_t> bytes_of(const ashlar::Tensor& tensor) {
  const auto bytes = tensor.storage().bytes();
  const auto* begin = reinterpret_cast<const std::uint8_t*>(bytes.data());
  return {begin, begin + bytes.size()};
}

std::vector<float> floats_of(const ashlar::Tensor& tensor) {
  const std::vector<double> numbers = values(tensor);
  return {numbers.begin(), numbers.end()};
}

/// One case with one input.
struct Case {
  const Arrays& arrays;
  std::string input;
  std::string what;
  int found = 0;

  const NpyArray* find(const std::string& name) {
    const auto at = arrays.find(input + "." + name);
    if (at == arrays.end()) return nullptr;
    ++found;
    return &at->second;
  }

  /// A part with its shape.
  void check(const std::string& name,
             const std::optional<ashlar::Tensor>& part) {
    const NpyArray* expected = find(name);
    if (expected == nullptr) return;
    ASSERT_TRUE(part) << what << name;
    ASSERT_TRUE(expected->type == "|u1" || expected->type == "|b1") << what;
    EXPECT_EQ(part->shape(), Shape(std::span<const Index>(expected->shape)))
        << what << name;
    expect_same(bytes_of(*part), expected->items<std::uint8_t>(), what + name);
  }

  /// Scales and zero points come as bytes or as numbers.
  void check(const std::string& name, const std::optional<ashlar::Tensor>& part,
             const Element& element) {
    const auto at = arrays.find(input + "." + name);
    if (at == arrays.end() || at->second.type == "|u1") {
      return check(name, part);
    }
    ++found;
    ASSERT_TRUE(part) << what << name;
    EXPECT_EQ(part->shape(), Shape(std::span<const Index>(at->second.shape)));
    std::vector<float> numbers;
    for (Index i = 0; i < part->shape().volume(); ++i) {
      const std::uint64_t word = read_word(*part, unravel(i, part->shape()));
      numbers.push_back(static_cast<float>(decode(element, word)));
    }
    expect_same(bits_of(numbers), bits_of(at->second.items<float>()),
                what + name);
  }
};

class TcastGoldenTest : public GoldenTensorcast {
 protected:
  std::optional<ashlar::Tensor> tensor(const std::string& name,
                                       const NpyArray& result) const {
    const std::vector<float> numbers = input(name, result);
    if (numbers.empty()) return std::nullopt;
    Spec spec;
    spec.shape = Shape(std::span<const Index>(result.shape));
    return make(spec, std::span<const float>(numbers));
  }
};

void check_actual(Case& one, const Tensor& found) {
  const Block& block = *found.dtype().format.block();
  EXPECT_FALSE(found.is_compressed());
  one.check("spec_codes", found.tensor());
  one.check("spec_index", found.tensor());
  one.check("spec_scale", found.scale(), block.scales[0].element);
  if (block.zero) one.check("spec_zero", found.zero(), block.zero->element);
  one.check("spec_meta", found.meta());
  one.check("mask_keep", found.mask());
}

void check_packed(Case& one, const Tensor& found) {
  EXPECT_TRUE(found.is_compressed());
  one.check("spec_packed", found.tensor());
  one.check("spec_index_packed", found.tensor());
  one.check("spec_compressed_packed", found.tensor());
  one.check("spec_meta_packed", found.meta());
  one.check("mask_packed", found.mask());
}

/// -0 is lost where there is no code for it.
void expect_equal(const std::vector<float>& found,
                  const std::vector<float>& expected, const std::string& what) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    ASSERT_TRUE(found[i] == expected[i] ||
                (std::isnan(found[i]) && std::isnan(expected[i])))
        << what << i;
  }
}

TEST_P(TcastGoldenTest, CastsEveryScaledTypeInEveryMode) {
  int found = 0;
  for (const auto& row : manifest_["cases"]) {
    if (!row.contains("scale") || row["scale"].is_null()) continue;
    const std::string name = row["case"];
    const Arrays arrays = this->arrays(name);
    if (arrays.empty()) continue;
    const DataType dtype = datatype(row["number"].get<std::string>(),
                                    row["scale"].get<std::string>());
    for (const auto& [key, result] : arrays) {
      const std::size_t dot = key.find(".spec_out");
      if (dot == std::string::npos) continue;
      const auto tensor = this->tensor(key.substr(0, dot), result);
      if (!tensor) continue;
      Case one{arrays, key.substr(0, dot), name + " " + key + " "};
      const auto expected = result.items<float>();
      const Tensor faked =
          cast(*tensor, dtype, options_of(row, CastMode::virtual_cast));
      expect_same(bits_of(floats_of(faked.tensor())), bits_of(expected),
                  one.what);
      EXPECT_TRUE(same_bits(upcast(faked), faked.tensor()));
      const Tensor actual =
          cast(*tensor, dtype, options_of(row, CastMode::actual));
      check_actual(one, actual);
      expect_equal(floats_of(upcast(actual)), expected, one.what);
      Options options = options_of(row, CastMode::compress);
      const Tensor packed = cast(*tensor, dtype, options);
      check_packed(one, packed);
      expect_equal(floats_of(upcast(packed)), expected, one.what);
      EXPECT_TRUE(same_bits(compress(actual).tensor(), packed.tensor()));
      EXPECT_TRUE(same_bits(uncompress(packed).tensor(), actual.tensor()));
      options.packing = PackOrder::dense;
      one.check("spec_packed_dense", cast(*tensor, dtype, options).tensor());
      found += one.found;
    }
  }
  EXPECT_GE(found, GetParam() ? 1000 : 150);
}

TEST_P(TcastGoldenTest, CastsEveryTypeWithoutAScale) {
  int found = 0;
  for (const auto& row : manifest_["cases"]) {
    if (!row.contains("scale") || !row["scale"].is_null()) continue;
    const DataType dtype = datatype(row["number"].get<std::string>());
    for (const auto& [key, result] : arrays(row["case"])) {
      const std::size_t dot = key.find(".spec_out");
      if (dot == std::string::npos) continue;
      const auto tensor = this->tensor(key.substr(0, dot), result);
      if (!tensor) continue;
      ++found;
      const std::string what = row["case"].get<std::string>() + " " + key + " ";
      const auto expected = result.items<float>();
      expect_same(bits_of(floats_of(vcast(*tensor, dtype))), bits_of(expected),
                  what);
      if (key.starts_with("nonfinite")) continue;  // not all have a NaN
      for (const CastMode mode : {CastMode::actual, CastMode::compress}) {
        expect_equal(
            floats_of(upcast(cast(*tensor, dtype, options_of(row, mode)))),
            expected, what);
      }
    }
  }
  EXPECT_GE(found, 30);
}

TEST_P(TcastGoldenTest, KeepsTheSameOfEveryGroup) {
  int found = 0;
  for (const auto& row : manifest_["cases"]) {
    if (!row.contains("M")) continue;
    const Arrays arrays = this->arrays(row["case"]);
    for (const auto& [key, result] : arrays) {
      const std::size_t dot = key.find(".mask_keep");
      if (dot == std::string::npos) continue;
      const auto tensor = this->tensor(key.substr(0, dot), result);
      if (!tensor) continue;
      ++found;
      const auto numbers = floats_of(*tensor);
      const auto pruned = floats_of(sparse(*tensor, row["M"], row["N"]));
      const auto mask = result.items<std::uint8_t>();
      std::vector<float> expected(numbers.size());
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        expected[i] = mask[i] != 0 ? numbers[i] : 0;
      }
      expect_same(bits_of(pruned), bits_of(expected), key);
    }
  }
  EXPECT_GE(found, 5);
}

INSTANTIATE_TEST_SUITE_P(Data, TcastGoldenTest, testing::Bool(),
                         GoldenTest::name);

}  // namespace
}  // namespace ashlar::tcast
