// Every statement of TensorCast's document on shapes, on the parts of quantised
// tensors: tests are named after its sentences.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "ashlar/error.h"
#include "ashlar/parts.h"
#include "ashlar/tensor_view.h"
#include "tests/support/numbers.h"

namespace ashlar {
namespace {

using test::sixteenths;

constexpr PartsForm kUncompressed = PartsForm::uncompressed;
constexpr PartsForm kCompressed = PartsForm::compressed;

std::string text(const PartSpec& spec) {
  return spec.format.name() + to_string(spec.shape);
}

std::string text(const std::optional<PartSpec>& spec) {
  return spec ? text(*spec) : "absent";
}

PartSpecs specs(const std::string& format, const Shape& shape, PartsForm form) {
  return part_specs(parse_format(format), shape, form);
}

std::string error_of(const std::string& format) {
  try {
    parse_format(format);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

// ---- Tensor Shapes

TEST(TensorcastShapesTest, AVectorTileMayBeAlongAnyDimensionInTheTensor) {
  const Shape shape = {64, 70, 96};
  const std::string base = "f4_e2m1fn@e8m0:32,axis=";
  const std::vector<std::string> scales = {"u8[2, 70, 96]", "u8[64, 3, 96]",
                                           "u8[64, 70, 3]"};
  const std::vector<std::string> data = {"u8[32, 70, 96]", "u8[64, 35, 96]",
                                         "u8[64, 70, 48]"};
  for (int axis = 0; axis < 3; ++axis) {
    const auto at = static_cast<std::size_t>(axis);
    for (const int same : {axis, axis - 3}) {
      const Format format = parse_format(base + std::to_string(same));
      for (const PartsForm form : {kUncompressed, kCompressed}) {
        EXPECT_EQ(text(part_specs(format, shape, form).scale), scales[at]);
      }
      EXPECT_EQ(text(part_specs(format, shape, kUncompressed).data),
                "u8[64, 70, 96]");
      EXPECT_EQ(text(part_specs(format, shape, kCompressed).data), data[at]);
    }
  }
}

TEST(TensorcastShapesTest, DefaultingToTheLastDimension) {
  const Shape shape = {3, 5, 64};
  EXPECT_EQ(specs("f4_e2m1fn@e8m0:32", shape, kCompressed),
            specs("f4_e2m1fn@e8m0:32,axis=-1", shape, kCompressed));
  EXPECT_EQ(text(specs("f4_e2m1fn@e8m0:32", shape, kCompressed).scale),
            "u8[3, 5, 2]");
}

TEST(TensorcastShapesTest, MatrixTilesMustHaveAdjacentDimensions) {
  const Shape shape = {64, 96, 5};
  const std::string format = "i8@f32:16x32,axis=";
  EXPECT_EQ(text(specs(format + "1", shape, kCompressed).scale),
            "f32[4, 3, 5]");
  EXPECT_EQ(text(specs(format + "2", shape, kCompressed).scale),
            "f32[64, 6, 1]");
  EXPECT_THROW(specs(format + "-3", shape, kCompressed), Error);
  EXPECT_THROW(specs(format + "-1", {64}, kCompressed), Error);
}

TEST(TensorcastShapesTest, PaddingIsForCastsAndCostsNothingHere) {
  const PartSpecs ragged = specs("mxfp4", {3, 33}, kUncompressed);
  EXPECT_EQ(text(ragged.data), "u8[3, 33]");
  EXPECT_EQ(text(ragged.scale), "u8[3, 2]");
  EXPECT_EQ(text(specs("mxfp4", {3, 33}, kCompressed).data), "u8[3, 17]");
  EXPECT_EQ(text(specs("mxfp4", {3, 0}, kCompressed).data), "u8[3, 0]");
  EXPECT_EQ(text(specs("mxfp4", {3, 0}, kCompressed).scale), "u8[3, 0]");
}

// ---- Compression

TEST(TensorcastShapesTest, TheyNeedToBeCompressedIntoFourBits) {
  const Parts parts = quantize(sixteenths({4, 64}), parse_format("mxfp4"));
  EXPECT_EQ(parts.form, kCompressed);
  EXPECT_EQ(parts.data.bytes(), 4 * 64 / 2);
  EXPECT_EQ(parts.scale.bytes(), 4 * 2);
}

TEST(TensorcastShapesTest, TheWrapperIncludesDataScaleZeroMetaAndMask) {
  const Shape shape = {2, 64};
  const PartSpecs plain = specs("mxfp4", shape, kUncompressed);
  EXPECT_EQ(text(plain.zero), "absent");
  EXPECT_EQ(text(plain.meta), "absent");
  EXPECT_EQ(text(plain.mask), "absent");
  EXPECT_EQ(text(specs("u4@f16:32,zero=u4", shape, kUncompressed).zero),
            "u8[2, 2]");
  EXPECT_EQ(text(specs("cb42f1346_e2m3fn@e8m0:32", shape, kUncompressed).meta),
            "u8[2, 2]");
  EXPECT_EQ(
      text(specs("f4_e2m1fn@e8m0:32,sparse=2:4", shape, kUncompressed).mask),
      "bool[2, 64]");
}

TEST(TensorcastShapesTest, EachHasAShapeAndATypeInBothVersions) {
  const std::string format = "f4_e2m1fn@ue4m3:16+f32:tensor";
  for (const PartsForm form : {kUncompressed, kCompressed}) {
    const Parts parts =
        quantize(sixteenths({3, 40}), parse_format(format), {}, form);
    const PartSpecs expected = specs(format, {3, 40}, form);
    EXPECT_EQ(PartSpec({parts.data.shape(), parts.data.format()}),
              expected.data);
    EXPECT_EQ(PartSpec({parts.scale.shape(), parts.scale.format()}),
              expected.scale);
    EXPECT_EQ(text(expected.outer_scale), "f32[1]");
    EXPECT_EQ(text(expected.scale), "u8[3, 3]");
  }
}

TEST(TensorcastShapesTest, InSomeCasesTheShapeIsTheSameButTheTypeDiffers) {
  const std::string format = "f4_e2m1fn@e8m0:32,sparse=2:4";
  EXPECT_EQ(text(specs(format, {8, 1}, kUncompressed).mask), "bool[8, 1]");
  EXPECT_EQ(text(specs(format, {8, 1}, kCompressed).mask), "u8[8, 1]");
}

// ---- Tensor

TEST(TensorcastShapesTest, TheTensorMaintainsItsOriginalShapeAndType) {
  const Tensor tensor = sixteenths({6, 50}, "bf16");
  const Tensor fake = fake_quantize(tensor, parse_format("mxfp8_e4m3"));
  EXPECT_EQ(fake.shape(), tensor.shape());
  EXPECT_EQ(fake.format(), tensor.format());
}

TEST(TensorcastShapesTest, ItCanBeReshapedPriorToTheCastCall) {
  const Format format = parse_format("mxfp4");
  const Tensor tensor = sixteenths({4, 8, 8});
  const Parts rows = quantize(reshape(tensor, {4, 64}), format);
  EXPECT_EQ(to_string(rows.scale.shape()), "[4, 2]");
  const Tensor back = reshape(dequantize(rows), {4, 8, 8});
  EXPECT_EQ(back.shape(), tensor.shape());
  EXPECT_FALSE(same_bits(back, dequantize(quantize(tensor, format))));
}

TEST(TensorcastShapesTest, TheScaleDimensionNeedNotHaveAStrideOfOne) {
  const Tensor tensor = sixteenths({64, 5});
  const Parts first =
      quantize(tensor, parse_format("f4_e2m1fn@e8m0:32,axis=0"));
  const Parts last =
      quantize(permuted(tensor, {1, 0}), parse_format("f4_e2m1fn@e8m0:32"));
  EXPECT_TRUE(same_bits(permuted(first.data, {1, 0}), last.data));
  EXPECT_TRUE(same_bits(permuted(first.scale, {1, 0}), last.scale));
  EXPECT_TRUE(same_bits(permuted(dequantize(first), {1, 0}), dequantize(last)));
}

TEST(TensorcastShapesTest, AFourBitDatatypeCanBePackedIntoEightBitElements) {
  EXPECT_EQ(text(specs("mxfp4", {3, 64}, kUncompressed).data), "u8[3, 64]");
  EXPECT_EQ(text(specs("mxfp4", {3, 64}, kCompressed).data), "u8[3, 32]");
  const Tensor tensor = make(parse_spec("f32[1x4] row"), {1, -6, 0.5, 0});
  const Parts parts = quantize(tensor, parse_format("f4_e2m1fn@f32:tensor"));
  EXPECT_EQ(read_word(parts.data, {0, 0}), 0xf2U);
  EXPECT_EQ(read_word(parts.data, {0, 1}), 0x01U);
}

TEST(TensorcastShapesTest, AnMxfp864CanBeStoredInFloat8WithAnExponentScale) {
  for (const char* name : {"mxfp8_e4m3", "mxfp6_e2m3", "mxfp6_e3m2", "mxfp4"}) {
    const Parts parts =
        quantize(sixteenths({3, 64}), parse_format(name), {}, kUncompressed);
    const Tensor back = dequantize(parts);
    for (Index i = 0; i < 64; ++i) {
      // e8m0 without a special case: 2^(code - 127).
      const auto code = static_cast<int>(read_word(parts.scale, {2, i / 32}));
      const double element = std::ldexp(read(back, {2, i}), 127 - code);
      const Tensor stored = make(parse_spec("f8_e4m3fn[1] row"), {element});
      EXPECT_EQ(read(stored, {0}), element) << name << " " << i;
    }
  }
}

TEST(TensorcastShapesTest, TheShapeRemainsTheSameUnlessPacked) {
  for (const char* name : {"mxfp8_e4m3", "mxfp6_e2m3", "mxint8"}) {
    EXPECT_EQ(text(specs(name, {5, 33}, kCompressed).data), "u8[5, 33]");
  }
  EXPECT_EQ(text(specs("mxfp6_e2m3", {5, 33}, PartsForm::dense).data),
            "u8[5, 25]");
  EXPECT_EQ(text(specs("i12@f32:32", {5, 33}, kCompressed).data), "u16[5, 33]");
}

TEST(TensorcastShapesTest, SparsityIncreasesTheScaleTileSizeProportionally) {
  for (const PartsForm form : {kUncompressed, kCompressed}) {
    const Shape shape = {2, 256};
    EXPECT_EQ(text(specs("f4_e2m1fn@e8m0:32", shape, form).scale), "u8[2, 8]");
    EXPECT_EQ(text(specs("f4_e2m1fn@e8m0:32,sparse=2:4", shape, form).scale),
              "u8[2, 4]");
    EXPECT_EQ(text(specs("f4_e2m1fn@e8m0:32,sparse=2:8", shape, form).scale),
              "u8[2, 2]");
  }
}

// ---- Scale and Zero Point

TEST(TensorcastShapesTest, TheScaleDimensionsAreDividedByTheTileSize) {
  const Shape shape = {7, 100, 130};
  EXPECT_EQ(text(specs("i8@f32:32", shape, kUncompressed).scale),
            "f32[7, 100, 5]");
  EXPECT_EQ(text(specs("i8@f32:16x32", shape, kUncompressed).scale),
            "f32[7, 7, 5]");
  EXPECT_EQ(text(specs("i8@f16:channel", shape, kUncompressed).scale),
            "f16[7, 100, 1]");
  EXPECT_EQ(text(specs("i8@bf16:channel,axis=1", shape, kUncompressed).scale),
            "bf16[7, 1, 130]");
  EXPECT_EQ(text(specs("i8@f32:4xchannel", shape, kUncompressed).scale),
            "f32[7, 25, 1]");
  EXPECT_EQ(text(specs("i8@f32:tensor", shape, kUncompressed).scale), "f32[1]");
}

TEST(TensorcastShapesTest, TheCompressedScaleIsTheSameUnlessPacked) {
  const Shape shape = {64, 96};
  for (const char* name : {"mxfp4", "i8@f32:16x32", "i8@f16:channel"}) {
    EXPECT_EQ(specs(name, shape, kCompressed).scale,
              specs(name, shape, kUncompressed).scale);
  }
  EXPECT_EQ(text(specs("i8@e2m2:32", shape, kUncompressed).scale), "u8[64, 3]");
  EXPECT_EQ(text(specs("i8@u4:32", shape, kCompressed).scale), "u8[64, 2]");
}

TEST(TensorcastShapesTest, ForMatrixTilesOnlyOneOfTheTwoDimensionsIsReduced) {
  const Shape shape = {64, 96};
  EXPECT_EQ(text(specs("i8@u4:16x32", shape, kUncompressed).scale), "u8[4, 3]");
  EXPECT_EQ(text(specs("i8@u4:16x32", shape, kCompressed).scale), "u8[4, 2]");
  EXPECT_EQ(text(specs("i4@f32:16x32", shape, kCompressed).data), "u8[64, 48]");
  EXPECT_EQ(text(specs("i4@f32:16x32,axis=1", {64, 96, 2}, kCompressed).data),
            "u8[64, 48, 2]");
}

TEST(TensorcastShapesTest, TheZeroTensorHasTheShapeOfTheScale) {
  const Shape shape = {3, 100};
  for (const char* tile : {"32", "channel", "tensor"}) {
    const std::string format = std::string("u4@f16:") + tile + ",zero=u8";
    const PartSpecs found = specs(format, shape, kUncompressed);
    ASSERT_TRUE(found.zero);
    EXPECT_EQ(found.zero->shape, found.scale.shape);
    EXPECT_EQ(found.scale.format.name(), "f16");
    EXPECT_EQ(found.zero->format.name(), "u8");
  }
  EXPECT_EQ(text(specs("u4@f32:32,zero=bf16", shape, kCompressed).zero),
            "bf16[3, 4]");
}

TEST(TensorcastShapesTest, TheCompressedZeroMayHaveAnotherPackingRatio) {
  const PartSpecs found = specs("u4@f16:32,zero=u4", {3, 160}, kCompressed);
  EXPECT_EQ(text(found.scale), "f16[3, 5]");
  EXPECT_EQ(text(found.zero), "u8[3, 3]");
}

// ---- Meta

TEST(TensorcastShapesTest, MetadataCanBePerTileOrPerSubtile) {
  const std::string base = "cb42f1346_e2m3fn@e8m0:32";
  const PartSpecs tiles = specs(base, {3, 70}, kUncompressed);
  EXPECT_EQ(text(tiles.meta), "u8[3, 3]");
  EXPECT_EQ(tiles.meta, tiles.scale);
  EXPECT_EQ(text(specs(base + ",sub=8", {3, 70}, kUncompressed).meta),
            "u8[3, 12]");
  EXPECT_EQ(
      text(specs("cb42f1346_e2m3fn@e8m0:16x32,sub=4x8", {40, 70}, kUncompressed)
               .meta),
      "u8[12, 12]");
}

TEST(TensorcastShapesTest, MetadataIsAlwaysUint8) {
  for (const char* sub : {"", ",sub=16", ",sub=2"}) {
    for (const PartsForm form : {kUncompressed, kCompressed}) {
      const auto meta =
          specs(std::string("icb44fi_e2m3fn@e8m0:32") + sub, {2, 64}, form)
              .meta;
      ASSERT_TRUE(meta);
      EXPECT_EQ(meta->format.name(), "u8");
    }
  }
}

TEST(TensorcastShapesTest, TheBitsArePackedIntoWholeBytesOfATile) {
  const std::vector<Index> subtiles = {1, 2, 4, 8, 16};
  for (const Index count : subtiles) {
    for (const Index size : {1, 32, 33, 100}) {
      const std::string sub = ",sub=" + std::to_string(32 / count);
      const auto meta =
          specs("cb42f1346_e2m3fn@e8m0:32" + sub, {3, size}, kCompressed).meta;
      ASSERT_TRUE(meta);
      EXPECT_EQ(meta->shape,
                Shape({3, (size + 31) / 32 * ((2 * count + 7) / 8)}));
    }
  }
  EXPECT_EQ(
      text(specs("cb42f1346_e2m3fn@e8m0:16x32,sub=4x8", {40, 70}, kCompressed)
               .meta),
      "u8[3, 12]");
}

// ---- Mask

TEST(TensorcastShapesTest, TheUncompressedMaskIsOfTheShapeOfTheDataAndBool) {
  const std::string format = "f4_e2m1fn@e8m0:32,sparse=2:4";
  EXPECT_EQ(text(specs(format, {3, 5, 70}, kUncompressed).mask),
            "bool[3, 5, 70]");
}

TEST(TensorcastShapesTest, TheCompressedSparseDimensionIsDividedByEight) {
  const std::string format = "f4_e2m1fn@e8m0:32,sparse=2:4";
  EXPECT_EQ(text(specs(format, {3, 64}, kCompressed).mask), "u8[3, 8]");
  EXPECT_EQ(text(specs(format, {3, 65}, kCompressed).mask), "u8[3, 9]");
  EXPECT_EQ(text(specs(format + ",axis=0", {65, 3}, kCompressed).mask),
            "u8[9, 3]");
}

TEST(TensorcastShapesTest, TwoOfEightReducesTheDataByFourAndTheMaskByPacking) {
  const PartSpecs found =
      specs("f4_e2m1fn@e8m0:32,sparse=2:8", {2, 256}, kCompressed);
  EXPECT_EQ(text(found.data), "u8[2, 32]");  // 64 values of 4 bits
  EXPECT_EQ(text(found.mask), "u8[2, 32]");
  EXPECT_EQ(text(found.scale), "u8[2, 2]");
}

TEST(TensorcastShapesTest, MatrixSparsityIsNotSupported) {
  const std::string found = error_of("f4_e2m1fn@e8m0:32x32,sparse=2:4");
  EXPECT_NE(found.find("a mask would have to keep as many numbers in every row "
                       "as in every column, and only one axis can be made "
                       "shorter"),
            std::string::npos)
      << found;
}

}  // namespace
}  // namespace ashlar
