// Quantised tensors with parts that are given, other measures and rotations.
#include <gtest/gtest.h>

#include <vector>

#include "ashlar/parts.h"
#include "ashlar/tensor_view.h"
#include "tests/base/error_text.h"
#include "tests/support/numbers.h"

namespace ashlar {
namespace {

using test::numbers;

TEST(PartsOptionsTest, TakesGivenParts) {
  const Tensor tensor = numbers({4, 40});
  for (const char* name : {"u4@f16:8,zero=u4", "f4_e2m1fn@ue4m3:4+f32:channel",
                           "i4@u4:4+f16:8+f32:channel"}) {
    const Format format = parse_format(name);
    for (const PartsForm form :
         {PartsForm::uncompressed, PartsForm::compressed}) {
      const Parts found = quantize(tensor, format, {}, form);
      QuantizeOptions given;
      given.scale = found.scale;
      given.outer_scale = found.outer_scale;
      given.top_scale = found.top_scale;
      given.zero = found.zero;
      const Parts same = quantize(tensor, format, {}, form, given);
      EXPECT_TRUE(same_bits(same.data, found.data)) << name;
      EXPECT_TRUE(same_bits(same.scale, found.scale)) << name;
      // Half of the numbers under the same scales.
      Spec spec;
      spec.shape = tensor.shape();
      std::vector<double> halves = values(tensor);
      for (double& x : halves) x /= 2;
      const Tensor half = make(spec, std::span<const double>(halves));
      const Parts other = quantize(half, format, {}, form, given);
      EXPECT_TRUE(same_bits(other.scale, found.scale)) << name;
      EXPECT_FALSE(same_bits(other.data, found.data)) << name;
      if (form == PartsForm::uncompressed) {
        EXPECT_EQ(values(fake_quantize(half, format, {}, given)),
                  values(dequantize(other)))
            << name;
      }
    }
  }
  QuantizeOptions given;
  given.zero = tensor;
  EXPECT_EQ(test::error_text([&] {
              quantize(tensor, parse_format("mxfp4"), {}, PartsForm::compressed,
                       given);
            }),
            "parts: there is a superfluous zero point");
  given = {};
  given.scale = tensor;
  EXPECT_EQ(test::error_text([&] {
              quantize(tensor, parse_format("mxfp4"), {}, PartsForm::compressed,
                       given);
            }),
            "parts: scale is f32[4, 40], expected u8[4, 2]");
}

TEST(PartsOptionsTest, AsksAnotherMeasureForTables) {
  const Tensor tensor = numbers({2, 32});
  const Format format = parse_format("cb42f1346_e2m3fn@e8m0:8");
  QuantizeOptions last;
  last.better = [](auto, auto, auto) { return true; };
  const Parts parts =
      quantize(tensor, format, {}, PartsForm::uncompressed, last);
  EXPECT_EQ(values(*parts.meta), std::vector<double>(8, 3));
}

TEST(PartsOptionsTest, RotatesAndBack) {
  // One outlier in each row, which rotation spreads over its block.
  std::vector<float> values_of(6 * 64, 0.01F);
  for (std::size_t row = 0; row < 6; ++row) values_of[row * 64 + row] = 100;
  Spec spec;
  spec.shape = Shape({6, 64});
  const Tensor tensor = make(spec, std::span<const float>(values_of));
  QuantizeOptions options;
  options.rotation = Rotation{32, HadamardOrder::walsh, 3};
  for (const char* name : {"mxint8", "i8@f32:32", "i8@f32:tensor"}) {
    const Format format = parse_format(name);
    const Parts parts =
        quantize(tensor, format, {}, PartsForm::compressed, options);
    EXPECT_EQ(parts.rotation, options.rotation);
    EXPECT_FALSE(same_bits(parts.data, quantize(tensor, format).data));
    // What comes back is near, wherever it lies and in every form.
    const Tensor back = dequantize(parts);
    for (Index i = 0; i < 64; ++i) {
      EXPECT_NEAR(read(back, {2, i}), read(tensor, {2, i}), 1.5) << name;
    }
    EXPECT_TRUE(same_bits(dequantize(uncompress(parts)), back));
    EXPECT_EQ(values(fake_quantize(tensor, format, {}, options)), values(back));
    // It is the rotation along the axis of the tiles.
    std::vector<float> rotated = values_of;
    rotate(rotated, 64, *options.rotation);
    EXPECT_TRUE(same_bits(
        parts.data,
        quantize(make(spec, std::span<const float>(rotated)), format).data));
  }
  const Tensor turned = permuted(tensor, {1, 0});
  const Parts first = quantize(turned, parse_format("i8@f32:32,axis=0"), {},
                               PartsForm::compressed, options);
  const Parts last = quantize(tensor, parse_format("i8@f32:32"), {},
                              PartsForm::compressed, options);
  EXPECT_TRUE(same_bits(permuted(first.data, {1, 0}), last.data));
  EXPECT_TRUE(same_bits(permuted(dequantize(first), {1, 0}), dequantize(last)));
  EXPECT_THROW(quantize(numbers({3, 33}), parse_format("mxfp4"), {},
                        PartsForm::compressed, options),
               Error);
}

}  // namespace
}  // namespace ashlar
