// Parts by kernels against parts by the engine, whatever the tensor is like.
#include "src/tensor/parts_kernels.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "ashlar/tensor_view.h"
#include "src/tensor/transfer.h"
#include "tests/support/numbers.h"

namespace ashlar {
namespace {

Tensor numbers(const char* spec) { return test::numbers_in(parse_spec(spec)); }

/// The codes of the engine, one in each word.
BlockCodes by_engine(const Tensor& tensor, const Format& format) {
  const Tensor row = to(tensor, row_of(tensor.shape(), Format()));
  const PartsPlan plan(format, tensor.shape(), PartsForm::uncompressed);
  const auto bytes = ordered(row, plan.order()).storage();
  const std::span floats{
      reinterpret_cast<const float*>(bytes.bytes().data()),
      static_cast<std::size_t>(bytes.size()) / sizeof(float)};
  return quantize(format, floats, plan.grids().extent());
}

TEST(PartsKernelsTest, AgreeWithTheEngineInEveryLayout) {
  for (const char* spec :
       {"f32[6x70] row", "bf16[6x70] row", "f32[6x70] tile(32x32)",
        "f16[6x70] row", "bf16[3x2x70] tile(2x16)"}) {
    const Tensor tensor = numbers(spec);
    for (const char* name :
         {"mxfp4", "mxfp8_e4m3", "nvfp4", "int8_g32", "uint4_g32",
          "f8_e4m3fn@e8m0:32,axis=-2", "i4@f16:channel"}) {
      SCOPED_TRACE(std::string(spec) + " as " + name);
      const Format format = parse_format(name);
      const auto parts =
          quantize_by_kernels(tensor, format, {}, PartsForm::uncompressed);
      ASSERT_TRUE(parts);
      const BlockCodes expected = by_engine(tensor, format);
      const PartsPlan plan(format, tensor.shape(), PartsForm::uncompressed);
      const auto data = ordered(parts->data, plan.order()).storage();
      ASSERT_EQ(static_cast<std::size_t>(data.size()), expected.data.size());
      for (std::size_t i = 0; i < expected.data.size(); ++i) {
        ASSERT_EQ(static_cast<unsigned>(data.bytes()[i]), expected.data[i])
            << i;
      }
      const auto back = dequantize_by_kernels(*parts, Format(), {});
      ASSERT_TRUE(back);
      const auto values = dequantize(format, expected);
      const auto row = ordered(*back, plan.order()).storage();
      EXPECT_EQ(std::memcmp(row.bytes().data(), values.data(),
                            values.size() * sizeof(float)),
                0);
    }
  }
}

TEST(PartsKernelsTest, LeaveTheRestToTheEngine) {
  const Tensor tensor = numbers("f32[4x64] row");
  for (const char* name :
       {"nf4", "mx9", "f4_e2m1fn@e8m0:32,sparse=2:4", "i12@f32:16"}) {
    EXPECT_FALSE(quantize_by_kernels(tensor, parse_format(name), {},
                                     PartsForm::compressed))
        << name;
  }
}

TEST(PartsKernelsTest, DoNotReadPartsThatDoNotBelongTogether) {
  const Tensor tensor = numbers("f32[4x64] row");
  auto parts = quantize_by_kernels(tensor, parse_format("mxfp4"), {},
                                   PartsForm::compressed);
  ASSERT_TRUE(parts);
  parts->scale = numbers("f32[4x2] row");
  EXPECT_FALSE(dequantize_by_kernels(*parts, Format(), {}));
}

}  // namespace
}  // namespace ashlar
