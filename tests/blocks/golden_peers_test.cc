// Block formats against what torchao, microxcaling, ggml and tt-metal made.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "ashlar/packing.h"
#include "ashlar/quantize.h"
#include "tests/support/golden.h"

namespace ashlar {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes unpacked(const Bytes& packed, const Packing& packing) {
  Bytes out(packed.size() * 2);
  unpack(std::as_bytes(std::span(packed)), packing, out);
  return out;
}

class GoldenPeersTest : public GoldenTest {
 protected:
  GoldenPeersTest() : GoldenTest("blocks", "numerics") {}

  void SetUp() override {
    GoldenTest::SetUp();
    if (IsSkipped()) return;
    matrix_ = numerics<float>("matrix256.f32");
    ASSERT_FALSE(matrix_.empty());
    extent_ = {1, static_cast<std::int64_t>(matrix_.size()) / 256, 256};
  }

  template <class Item>
  std::vector<Item> numerics(const std::string& name) const {
    return data_.items<Item>(name);
  }

  std::vector<float> matrix_;
  BlockExtent extent_;
};

const std::vector<std::pair<std::string, std::string>> kMx = {
    {"e4m3", "mxfp8_e4m3"},
    {"e5m2", "mxfp8_e5m2"},
    {"fp6_e2m3", "mxfp6_e2m3"},
    {"fp6_e3m2", "mxfp6_e3m2"},
    {"fp4", "mxfp4"}};

TEST_P(GoldenPeersTest, MakesMxAsTorchaoDoes) {
  const std::vector<std::pair<std::string, ScaleRule>> rules = {
      {"floor", ScaleRule::floor},
      {"ceil", ScaleRule::ceil},
      {"even", ScaleRule::even},
      {"rceil", ScaleRule::rceil}};
  for (const auto& [peer, name] : kMx) {
    for (const auto& [word, rule] : rules) {
      const Format format = parse_format(name);
      QuantizePolicy policy = quantize_profile("torchao").policy(format);
      policy.rule = rule;
      const BlockCodes found = quantize(format, matrix_, extent_, policy);
      const std::string file = "torchao_mx_" + peer + "_" + word;
      expect_same(found.scales, numerics<std::uint8_t>(file + ".scales.u8"),
                  file);
      Bytes codes = numerics<std::uint8_t>(file + ".codes.u8");
      if (peer == "fp4") codes = unpacked(codes, Packing(4));
      expect_same(found.data, codes, file);
    }
  }
}

TEST_P(GoldenPeersTest, MakesNvfp4AsTorchaoDoes) {
  const std::pair<std::string, std::string> rows[] = {
      {"single", "f4_e2m1fn@ue4m3:16"}, {"two", "nvfp4"}};
  for (const auto& [word, name] : rows) {
    const Format format = parse_format(name);
    // Extracts have the first rows only, but the scale of all of them.
    const float tensor_scale = 524288.0F / (448.0F * 6.0F);
    const std::vector<std::uint32_t> outer = {
        std::bit_cast<std::uint32_t>(tensor_scale)};
    GivenScales given;
    if (word == "two") given.outer_scales = outer;
    const BlockCodes found =
        quantize(format, matrix_, extent_,
                 quantize_profile("torchao").policy(format), given);
    const std::string file = "torchao_nvfp4_" + word;
    expect_same(found.scales, numerics<std::uint8_t>(file + ".scales.u8"),
                file);
    expect_same(
        found.data,
        unpacked(numerics<std::uint8_t>(file + ".codes.u8"), Packing(4)), file);
    if (word == "two" && GetParam()) {
      EXPECT_EQ(quantize(format, matrix_, extent_,
                         quantize_profile("torchao").policy(format)),
                found);
    }
  }
}

TEST_P(GoldenPeersTest, MakesMxAsMicroxcalingDoes) {
  const std::vector<std::pair<std::string, std::string>> formats = {
      {"fp8_e4m3", "mxfp8_e4m3"}, {"fp8_e5m2", "mxfp8_e5m2"},
      {"fp6_e2m3", "mxfp6_e2m3"}, {"fp6_e3m2", "mxfp6_e3m2"},
      {"fp4_e2m1", "mxfp4"},      {"int8", "mxint8"},
      {"int4", "q1.2@e8m0:32"}};
  const std::vector<std::pair<std::string, Rounding>> roundings = {
      {"even", Rounding::nearest_even},
      {"nearest", Rounding::nearest_away},
      {"floor", Rounding::toward_zero}};
  for (const auto& [peer, name] : formats) {
    for (const auto& [word, rounding] : roundings) {
      const Format format = parse_format(name);
      QuantizePolicy policy = quantize_profile("microxcaling").policy(format);
      policy.rounding = rounding;
      const std::string file =
          "microxcaling_" + peer + "_" + word + ".fakequant.f32";
      if (!GetParam() && !data_.has(file)) continue;
      expect_same(bits_of(fake_quantize(format, matrix_, extent_, policy)),
                  numerics<std::uint32_t>(file), file);
    }
  }
}

TEST_P(GoldenPeersTest, MakesMxfp4AsGgmlDoes) {
  const Format format = parse_format("mxfp4");
  const QuantizePolicy policy = quantize_profile("ggml").policy(format);
  if (!GetParam()) {  // its extracts are those of other rows
    ASSERT_TRUE(data_.has("ggml_matrix.f32"));
    matrix_ = numerics<float>("ggml_matrix.f32");
    extent_.rows = static_cast<std::int64_t>(matrix_.size()) / 256;
  }
  const auto blocks = numerics<std::uint8_t>("ggml_mxfp4.blocks.u8");
  const BlockCodes found = quantize(format, matrix_, extent_, policy);
  Bytes scales;
  Bytes codes;
  for (std::size_t at = 0; at + 17 <= blocks.size(); at += 17) {
    scales.push_back(blocks[at]);
    const auto begin = blocks.begin() + static_cast<std::ptrdiff_t>(at);
    const Bytes part =
        unpacked(Bytes(begin + 1, begin + 17), Packing::split_half(4, 32));
    codes.insert(codes.end(), part.begin(), part.end());
  }
  expect_same(found.scales, scales, "scales");
  expect_same(found.data, codes, "codes");
}

INSTANTIATE_TEST_SUITE_P(Data, GoldenPeersTest, testing::Bool(),
                         GoldenTest::name);

}  // namespace
}  // namespace ashlar
