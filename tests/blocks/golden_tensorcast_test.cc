// Block formats against the reference model of TensorCast's rules.
#include "tests/support/golden_tensorcast.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "ashlar/cast.h"
#include "ashlar/quantize.h"
#include "src/blocks/sparsity.h"
#include "tests/blocks/tensorcast_format.h"

namespace ashlar {
namespace {

using Arrays = std::map<std::string, NpyArray>;

/// Scales come as bytes or, if they are no powers of two, as numbers.
std::vector<float> decoded(const std::vector<std::uint32_t>& words,
                           const Element& element) {
  std::vector<float> out;
  for (const std::uint32_t word : words) {
    out.push_back(static_cast<float>(decode(element, word)));
  }
  return out;
}

class GoldenTensorcastTest : public GoldenTensorcast {};

BlockExtent extent_of(const NpyArray& matrix) {
  return {1, matrix.shape.at(0), matrix.shape.at(1)};
}

/// One case with one input.
struct Case {
  const Format& format;
  const BlockCodes& codes;
  const Arrays& arrays;
  std::string input;
  std::string what;

  const NpyArray* find(const std::string& part) const {
    const auto found = arrays.find(input + "." + part);
    return found == arrays.end() ? nullptr : &found->second;
  }

  void check_words(const std::string& part,
                   const std::vector<std::uint32_t>& words,
                   const Element& element) const {
    const NpyArray* expected = find(part);
    if (expected == nullptr) return;
    if (expected->type == "|u1") {
      return expect_same(words, expected->items<std::uint8_t>(), what + part);
    }
    expect_same(bits_of(decoded(words, element)),
                bits_of(expected->items<float>()), what + part);
  }

  void check_bytes(const std::string& part,
                   const std::vector<std::uint16_t>& codes_found) const {
    if (const NpyArray* expected = find(part)) {
      expect_same(codes_found, expected->items<std::uint8_t>(), what + part);
    }
  }
};

TEST_P(GoldenTensorcastTest, MakesTheSameOfEveryScaledNumber) {
  int cases = 0;
  for (const auto& row : manifest_["cases"]) {
    if (!row.contains("scale") || row["scale"].is_null()) continue;
    const std::string name = row["case"];
    const Arrays arrays = this->arrays(name);
    const std::string scale = row["scale"];
    if (arrays.empty() || scale.find('d') != std::string::npos) continue;
    const Format format = tensorcast_format(row["number"], scale);
    const QuantizePolicy policy = policy_of(row, format);
    for (const auto& [key, result] : arrays) {
      const std::size_t dot = key.find(".spec_out");
      if (dot == std::string::npos) continue;
      const std::string source = key.substr(0, dot);
      const auto numbers = input(source, result);
      if (numbers.empty()) continue;
      const BlockExtent extent = extent_of(result);
      ++cases;
      const BlockCodes codes = quantize(format, numbers, extent, policy);
      const Case one{format, codes, arrays, source, name + " " + source + " "};
      one.check_words("spec_scale", codes.scales,
                      format.block()->scales[0].element);
      if (format.block()->zero) {
        one.check_words("spec_zero", codes.zeros,
                        format.block()->zero->element);
      }
      one.check_bytes("spec_codes", codes.data);
      one.check_bytes("spec_index", codes.data);
      one.check_bytes("spec_meta", {codes.meta.begin(), codes.meta.end()});
      one.check_bytes("mask_keep", {codes.mask.begin(), codes.mask.end()});
      std::vector<std::uint16_t> kept;
      for (std::size_t i = 0; i < codes.mask.size(); ++i) {
        if (codes.mask[i] != 0) kept.push_back(codes.data[i]);
      }
      one.check_bytes("spec_compressed_codes", kept);
      expect_same(bits_of(fake_quantize(format, numbers, extent, policy)),
                  bits_of(result.items<float>()), one.what + "spec_out");
      // -0 is lost where there is no code for it.
      const auto back = dequantize(format, codes, policy);
      const auto out = result.items<float>();
      for (std::size_t i = 0; i < out.size(); ++i) {
        EXPECT_TRUE(back[i] == out[i] ||
                    (std::isnan(back[i]) && std::isnan(out[i])))
            << one.what << i;
      }
    }
  }
  EXPECT_GE(cases, GetParam() ? 300 : 60);
}

/// Microxcaling rounds by adding a half to f32, so that what is a last bit
/// below one is rounded up, and it takes the sign of -0 for 0.
bool is_quirk(float number, float expected, float nudged) {
  if (number == 0) return expected == 0;
  return std::bit_cast<std::uint32_t>(expected) ==
         std::bit_cast<std::uint32_t>(nudged);
}

TEST_P(GoldenTensorcastTest, MakesTheSameAsMicroxcalingButForItsQuirks) {
  const std::map<std::string, std::string> formats = {
      {"mxfp8e5", "mxfp8_e5m2"}, {"mxfp8e4", "mxfp8_e4m3"},
      {"mxfp6e3", "mxfp6_e3m2"}, {"mxfp6e2", "mxfp6_e2m3"},
      {"mxfp4e2", "mxfp4"},      {"mxint8", "mxint8"},
      {"mxint4", "mxint4"}};
  int cases = 0;
  for (const auto& [peer, name] : formats) {
    const Format format = parse_format(name);
    QuantizePolicy policy = quantize_profile("microxcaling").policy(format);
    for (const auto& [key, result] : arrays("microxcaling." + peer)) {
      auto numbers = input(key.substr(0, key.find(".out")), result);
      if (numbers.empty()) continue;
      const BlockExtent extent = extent_of(result);
      ++cases;
      const auto expected = result.items<float>();
      policy.rounding = Rounding::nearest_even;
      const auto found = fake_quantize(format, numbers, extent, policy);
      auto nudged = numbers;
      for (float& x : nudged) x = std::nextafter(x, x < 0 ? -1e38F : 1e38F);
      policy.rounding = Rounding::nearest_away;
      nudged = fake_quantize(format, nudged, extent, policy);
      std::size_t quirks = 0;
      for (std::size_t i = 0; i < found.size(); ++i) {
        if (std::isnan(found[i]) && std::isnan(expected[i])) continue;
        if (std::bit_cast<std::uint32_t>(found[i]) ==
            std::bit_cast<std::uint32_t>(expected[i])) {
          continue;
        }
        ++quirks;
        EXPECT_TRUE(is_quirk(numbers[i], expected[i], nudged[i]))
            << peer << " " << key << " " << i << ": " << numbers[i] << " is "
            << found[i] << ", expected " << expected[i];
      }
      EXPECT_LT(quirks, found.size() / 2) << peer << " " << key;
    }
  }
  EXPECT_GE(cases, GetParam() ? 20 : 9);
}

TEST_P(GoldenTensorcastTest, KeepsTheSameOfEveryGroup) {
  int cases = 0;
  for (const auto& row : manifest_["cases"]) {
    if (!row.contains("M")) continue;
    const Sparsity sparsity{row["N"], row["M"]};
    for (const auto& [key, result] : arrays(row["case"])) {
      const std::size_t dot = key.find(".mask_keep");
      if (dot == std::string::npos) continue;
      const auto numbers = input(key.substr(0, dot), result);
      if (numbers.empty()) continue;
      ++cases;
      expect_same(keep_largest(numbers, extent_of(result), sparsity),
                  result.items<std::uint8_t>(),
                  row["case"].get<std::string>() + " " + key);
    }
  }
  EXPECT_GE(cases, 5);
}

INSTANTIATE_TEST_SUITE_P(Data, GoldenTensorcastTest, testing::Bool(),
                         GoldenTest::name);

}  // namespace
}  // namespace ashlar
