// Which way numbers take to block formats, said and done.
#include <gtest/gtest.h>

#include <string>

#include "ashlar/block_tensor.h"
#include "src/tensor/block_move.h"
#include "src/tensor/block_rows.h"
#include "src/tensor/parts_kernels.h"
#include "tests/base/error_text.h"
#include "tests/support/numbers.h"
#include "tests/tensor/tensor_check.h"

namespace ashlar {
namespace {

std::string explained(const std::string& from, const std::string& to,
                      const ConvertOptions& options = {}) {
  return explain_blocks(parse_spec(from), parse_spec(to), options);
}

/// The lines after those that say from what to what.
std::string way(const std::string& from, const std::string& to,
                const ConvertOptions& options = {}) {
  const std::string text = explained(from, to, options);
  return text.substr(text.find(" written\n") + 9);
}

TEST(BlockExplainTest, SaysWhatIsMadeOfWhat) {
  EXPECT_EQ(explained("f32[64x128] row", "bfp8_b[64x128] ttnn"),
            "from     f32[64x128] row\n"
            "to       bfp8_b[64x128] tile(32x32, faces=16x16)\n"
            "bytes    32768 read, 8704 written\n"
            "way      quantises 8 tiles of 1088 bytes, by kernel\n");
  EXPECT_EQ(explained("mxfp4[4096x4096] row", "bf16[4096x4096] col"),
            "from     mxfp4[4096x4096] row\n"
            "to       bf16[4096x4096] col\n"
            "bytes    8912896 read, 33554432 written\n"
            "way      dequantises 16 slices along the first axis, by kernel\n");
}

TEST(BlockExplainTest, SaysWhereThereIsNoKernel) {
  EXPECT_EQ(way("f32[64x128] row", "mxint8[64x128] tile(32x32)"),
            "way      quantises 8 tiles of 1056 bytes, by the engine\n");
  ConvertOptions options;
  options.policy.rounding = Rounding::toward_zero;
  EXPECT_EQ(way("f32[20x20] row", "bfp8_b[20x20] ttnn", options),
            "way      quantises 1 tile of 1088 bytes, by the engine\n");
}

TEST(BlockExplainTest, GoesThroughNumbersUnlessBlocksAreTheSame) {
  EXPECT_EQ(way("nvfp4[64x64] row", "nvfp4[64x64] col"),
            "way      moves codes, and copies scales as they are\n");
  EXPECT_EQ(way("mxfp4[64x64] row", "bfp4_b[64x64] ttnn"),
            "way      dequantises 1 slice along the first axis, by kernel\n"
            "then     quantises 4 tiles of 576 bytes, by kernel\n");
  EXPECT_EQ(way("bfp8_b[64x64] ttnn", "bfp8_b[64x64] ttnn"),
            "way      copies tiles as they are\n");
  ConvertOptions options;
  options.padding = {Padding::Kind::fill, 1};
  EXPECT_EQ(way("bfp8_b[64x64] ttnn", "bfp8_b[64x64] ttnn", options),
            "way      dequantises 4 tiles of 1088 bytes, by kernel\n"
            "then     quantises 4 tiles of 1088 bytes, by kernel\n");
  EXPECT_EQ(way("f32[0x64] row", "mxfp4[0x64] row"),
            "way      there is nothing to do\n");
}

// What is tried on a few numbers holds for all of them.
TEST(BlockExplainTest, KernelsAreWhereItSaysSo) {
  int kernels = 0;
  int engines = 0;
  for (const char* name :
       {"mxfp4", "mxfp6_e2m3", "mxfp8_e4m3", "mxint8", "nvfp4", "uint4_g32",
        "int8_channel", "uint8_tensor", "fp8_128x128", "bfp16", "bfp8_b",
        "i4@f16:3", "i4@f32:2x4", "u2@f16:16,zero=u2", "f8_e4m3fn@f32:3x5",
        "f8_e4m3fn@e8m0:32,axis=0"}) {
    for (const Shape& shape : {Shape{70}, Shape{6, 40}, Shape{5, 7},
                               Shape{130, 64}, Shape{3, 4, 33}}) {
      Spec spec;
      spec.shape = shape;
      spec.format = parse_format(name);
      const Block& block = *spec.format.block();
      if (shape.rank() == 1 && (block.axis == 0 || block.scales[0].rows > 1)) {
        continue;
      }
      if (test::message_of([&] { bind(spec); }) != "no error") continue;
      SCOPED_TRACE(to_string(spec));
      const Tensor tensor = test::numbers(shape);
      const QuantizePolicy policy = policy_for(spec.format, {});
      const auto parts = quantize_by_kernels(tensor, spec.format, policy,
                                             form_of_rows(spec.format));
      ++(parts ? kernels : engines);
      const std::string text = explain_blocks(tensor.spec(), spec) +
                               explain_blocks(spec, tensor.spec());
      EXPECT_EQ(
          text.find(" quantises 1 slice along the first axis, by kernel") !=
              std::string::npos,
          parts.has_value());
      const bool has_way_back =
          dequantize_by_kernels(
              quantize(tensor, spec.format, policy, form_of_rows(spec.format)),
              Format(), policy)
              .has_value();
      EXPECT_EQ(
          text.find(" dequantises 1 slice along the first axis, by kernel") !=
              std::string::npos,
          has_way_back);
    }
  }
  EXPECT_GT(kernels, 20);
  EXPECT_GT(engines, 5);
}

TEST(BlockExplainTest, IsThePlanWithoutBlocks) {
  EXPECT_EQ(
      explained("f32[6x8] row", "bf16[6x8] col"),
      plan(parse_spec("f32[6x8] row"), parse_spec("bf16[6x8] col")).explain());
}

TEST(BlockExplainTest, RefusesWhatCannotBeDone) {
  EXPECT_EQ(
      test::error_text([] { explained("f32[6x64] row", "mxfp4[64x6] row"); }),
      "convert: the shapes differ: from f32[6x64] row to mxfp4[64x6] row");
}

}  // namespace
}  // namespace ashlar
