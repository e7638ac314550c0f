// What TensorCast's document on shapes says of its wrapper, through its API:
// tests are named after its sentences.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ashlar/dialects/tcast.h"
#include "ashlar/tensor_view.h"
#include "tests/base/error_text.h"
#include "tests/support/numbers.h"

namespace ashlar::tcast {
namespace {

using test::sixteenths;

std::string text(const std::optional<ashlar::Tensor>& tensor) {
  if (!tensor) return "absent";
  return tensor->format().name() + to_string(tensor->shape());
}

/// A cast of numbers of that shape.
Tensor done(const Shape& shape, const std::string& number,
            const std::string& scale, CastMode mode) {
  Options options;
  options.castmode = mode;
  return cast(sixteenths(shape), datatype(number, scale), options);
}

Tensor actual(const Shape& shape, const std::string& number,
              const std::string& scale) {
  return done(shape, number, scale, CastMode::actual);
}

Tensor packed(const Shape& shape, const std::string& number,
              const std::string& scale) {
  return done(shape, number, scale, CastMode::compress);
}

// ---- Tensor Shapes

TEST(TensorcastApiTest, AVectorTileMayBeAlongAnyDimensionDefaultingToTheLast) {
  const Shape shape = {64, 70, 96};
  EXPECT_EQ(text(actual(shape, "e2m1fnuz", "e8m0_t32d0").scale()),
            "u8[2, 70, 96]");
  EXPECT_EQ(text(actual(shape, "e2m1fnuz", "e8m0_t32d1").scale()),
            "u8[64, 3, 96]");
  EXPECT_EQ(text(actual(shape, "e2m1fnuz", "e8m0_t32d2").scale()),
            "u8[64, 70, 3]");
  EXPECT_EQ(text(actual(shape, "e2m1fnuz", "e8m0_t32").scale()),
            "u8[64, 70, 3]");
  EXPECT_EQ(text(packed(shape, "e2m1fnuz", "e8m0_t32d1").tensor()),
            "u8[64, 35, 96]");
}

TEST(TensorcastApiTest, MatrixTilesMustHaveAdjacentDimensions) {
  EXPECT_EQ(text(actual({5, 64, 96}, "int8", "float32_t16_t32").scale()),
            "f32[5, 4, 3]");
  EXPECT_EQ(test::error_text([] {
              datatype("int8", "float32_t16d0_t32d2");
            }).find("tcast: two tiles are along the last two dims"),
            0u);
}

// ---- Compression

TEST(TensorcastApiTest, TheyNeedToBeCompressedInsteadOfFakeQuantized) {
  const Tensor fake =
      done({4, 64}, "e2m1fnuz", "e8m0_t32", CastMode::virtual_cast);
  EXPECT_EQ(fake.tensor().bytes(), 4 * 64 * 4);
  EXPECT_FALSE(fake.is_compressed());
  const Tensor compressed = packed({4, 64}, "e2m1fnuz", "e8m0_t32");
  EXPECT_EQ(compressed.tensor().bytes(), 4 * 64 / 2);
  EXPECT_TRUE(compressed.is_compressed());
  EXPECT_EQ(values(upcast(compressed)), values(fake.tensor()));
}

TEST(TensorcastApiTest, TheWrapperIncludesTheDataTheDatatypeAndTheOthers) {
  const Tensor all = actual({2, 64}, "uint4", "float16_int8_t32n2m4");
  EXPECT_EQ(all.dtype().name, "uint4_float16_int8_t32n2m4");
  EXPECT_EQ(text(all.tensor()), "u8[2, 64]");
  EXPECT_EQ(text(all.scale()), "f16[2, 1]");
  EXPECT_EQ(text(all.zero()), "u8[2, 1]");
  EXPECT_EQ(text(all.meta()), "absent");
  EXPECT_EQ(text(all.mask()), "bool[2, 64]");
  const Tensor tables = actual({2, 64}, "cb42f1346_e2m3fnuz", "e8m0_t32");
  EXPECT_EQ(text(tables.meta()), "u8[2, 2]");
  EXPECT_EQ(text(tables.zero()), "absent");
}

TEST(TensorcastApiTest, InSomeCasesTheShapeIsTheSameButTheTypeDiffers) {
  const std::string scale = "e8m0_t32n2m4";
  EXPECT_EQ(text(actual({8, 1}, "e2m1fnuz", scale).mask()), "bool[8, 1]");
  EXPECT_EQ(text(packed({8, 1}, "e2m1fnuz", scale).mask()), "u8[8, 1]");
}

// ---- Tensor

TEST(TensorcastApiTest, TheTensorMaintainsItsOriginalShapeAndType) {
  const ashlar::Tensor tensor = sixteenths({6, 50}, "bf16");
  for (const char* name : {"mxfp8e4", "int8_F", "fp8", "mxfp4s"}) {
    EXPECT_EQ(text(vcast(tensor, name)), "bf16[6, 50]") << name;
    EXPECT_EQ(text(upcast(cast(tensor, name))), "bf16[6, 50]") << name;
  }
}

TEST(TensorcastApiTest, ItCanBeReshapedPriorToTheCastCall) {
  const ashlar::Tensor tensor = sixteenths({4, 8, 8});
  EXPECT_EQ(text(cast(tensor, "mxfp4").scale()), "u8[4, 8, 1]");
  EXPECT_EQ(text(cast(reshape(tensor, {4, 64}), "mxfp4").scale()), "u8[4, 2]");
}

TEST(TensorcastApiTest, AFourBitDatatypeCanBePackedIntoEightBitElements) {
  EXPECT_EQ(text(actual({3, 64}, "e2m1fnuz", "e8m0_t32").tensor()),
            "u8[3, 64]");
  EXPECT_EQ(text(packed({3, 64}, "e2m1fnuz", "e8m0_t32").tensor()),
            "u8[3, 32]");
}

TEST(TensorcastApiTest, TheShapeRemainsTheSameUnlessPacked) {
  for (const char* name : {"mxfp8e4", "mxfp6e2", "mxint8"}) {
    Options options;
    options.castmode = CastMode::compress;
    EXPECT_EQ(text(cast(sixteenths({5, 33}), name, options).tensor()),
              "u8[5, 33]");
  }
}

TEST(TensorcastApiTest, SparsityIncreasesTheScaleTileSizeProportionally) {
  const Shape shape = {2, 256};
  EXPECT_EQ(text(packed(shape, "e2m1fnuz", "e8m0_t32").scale()), "u8[2, 8]");
  EXPECT_EQ(text(packed(shape, "e2m1fnuz", "e8m0_t32n2m4").scale()),
            "u8[2, 4]");
  EXPECT_EQ(text(packed(shape, "e2m1fnuz", "e8m0_t32n2m8").scale()),
            "u8[2, 2]");
}

// ---- Scale and Zero Point

TEST(TensorcastApiTest, TheScaleDimensionsAreDividedByTheTileSize) {
  const Shape shape = {7, 100, 130};
  EXPECT_EQ(text(actual(shape, "int8", "float32_t32").scale()),
            "f32[7, 100, 5]");
  EXPECT_EQ(text(actual(shape, "int8", "float32_t16_t32").scale()),
            "f32[7, 7, 5]");
  EXPECT_EQ(text(actual(shape, "int8", "float16_t0").scale()),
            "f16[7, 100, 1]");
  EXPECT_EQ(text(actual(shape, "int8", "float32").scale()), "f32[1]");
}

TEST(TensorcastApiTest, OnlyOneOfTheTwoDimensionsIsReducedForThePacking) {
  EXPECT_EQ(text(actual({64, 96}, "int8", "e4m0_t16_t32").scale()), "u8[4, 3]");
  EXPECT_EQ(text(packed({64, 96}, "int8", "e4m0_t16_t32").scale()), "u8[4, 2]");
  EXPECT_EQ(text(packed({64, 96}, "int4", "float32_t16_t32").tensor()),
            "u8[64, 48]");
}

TEST(TensorcastApiTest, TheZeroHasTheShapeOfTheScaleButItsOwnPacking) {
  const Tensor unpacked = actual({3, 160}, "uint4", "float16_int4_t32");
  EXPECT_EQ(unpacked.zero()->shape(), unpacked.scale()->shape());
  EXPECT_EQ(text(packed({3, 160}, "uint4", "float16_int4_t32").scale()),
            "f16[3, 5]");
  EXPECT_EQ(text(packed({3, 160}, "uint4", "float16_int4_t32").zero()),
            "u8[3, 3]");
  EXPECT_EQ(text(packed({3, 160}, "uint4", "float32_bfloat16_t32").zero()),
            "bf16[3, 5]");
}

// ---- Meta

TEST(TensorcastApiTest, MetadataCanBePerTileOrPerSubtile) {
  const std::string number = "cb42f1346_e2m3fnuz";
  EXPECT_EQ(text(actual({3, 70}, number, "e8m0_t32").meta()), "u8[3, 3]");
  EXPECT_EQ(text(actual({3, 70}, number, "e8m0_t32s8").meta()), "u8[3, 12]");
  EXPECT_EQ(text(actual({40, 70}, number, "e8m0_t16s4_t32s8").meta()),
            "u8[12, 12]");
}

TEST(TensorcastApiTest, TheBitsArePackedIntoWholeBytesOfATile) {
  const std::string number = "cb42f1346_e2m3fnuz";
  EXPECT_EQ(text(packed({3, 100}, number, "e8m0_t32").meta()), "u8[3, 4]");
  EXPECT_EQ(text(packed({3, 100}, number, "e8m0_t32s8").meta()), "u8[3, 4]");
  EXPECT_EQ(text(packed({3, 100}, number, "e8m0_t32s4").meta()), "u8[3, 8]");
  EXPECT_EQ(text(packed({3, 100}, "icb44fi_e2m3fnuz", "e8m0_t32s4").meta()),
            "u8[3, 16]");
  EXPECT_EQ(text(packed({40, 70}, number, "e8m0_t16s4_t32s8").meta()),
            "u8[3, 12]");
}

// ---- Mask

TEST(TensorcastApiTest, TheMaskIsBoolAndItsCompressedSizeIsDividedByEight) {
  EXPECT_EQ(text(actual({3, 5, 70}, "e2m1fnuz", "e8m0_t32n2m4").mask()),
            "bool[3, 5, 70]");
  EXPECT_EQ(text(packed({3, 5, 70}, "e2m1fnuz", "e8m0_t32n2m4").mask()),
            "u8[3, 5, 9]");
}

TEST(TensorcastApiTest, TwoOfEightReducesTheDataByFourAndTheMaskByPacking) {
  const Tensor found = packed({2, 256}, "e2m1fnuz", "e8m0_t32n2m8");
  EXPECT_EQ(text(found.tensor()), "u8[2, 32]");  // 64 values of 4 bits
  EXPECT_EQ(text(found.mask()), "u8[2, 32]");
}

TEST(TensorcastApiTest, MatrixSparsityIsNotSupported) {
  EXPECT_NE(
      test::error_text([] { datatype("e2m1fnuz", "e8m0_t32_t32n2m4"); })
          .find("a mask would have to keep as many numbers in every row as "
                "in every column, and only one axis can be made shorter"),
      std::string::npos);
}

}  // namespace
}  // namespace ashlar::tcast
