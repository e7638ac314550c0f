// Block formats in rows: parts in one piece of memory.
#include "src/tensor/block_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "ashlar/block_tensor.h"
#include "src/base/concat.h"
#include "tests/base/error_text.h"
#include "tests/tensor/tensor_check.h"

namespace ashlar {
namespace {

Tensor numbers(const Shape& shape) {
  Spec spec;
  spec.shape = shape;
  std::vector<float> values(static_cast<std::size_t>(shape.volume()));
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<float>(static_cast<int>(i * 37 % 101) - 50) / 16;
  }
  return make(spec, std::span<const float>(values));
}

Spec row_of(const char* format, const Shape& shape) {
  Spec spec;
  spec.shape = shape;
  spec.format = parse_format(format);
  return spec;
}

TEST(BlockRowsTest, AreThePartsOfAQuantisedTensor) {
  for (const char* format :
       {"mxfp4", "mxfp8_e4m3", "mxint8", "nvfp4", "fp8_1x128", "fp8_128x128",
        "int8_g32", "int4_g32", "uint4_g32", "u2@f16:16,zero=u2",
        "u4@f32:channel,zero=u4", "uint8_channel", "uint8_tensor", "bfp16",
        "f8_e4m3fn@e8m0:32,axis=0", "bfp8_b"}) {
    for (const Shape& shape :
         {Shape{3, 70}, Shape{130, 64}, Shape{2, 3, 40}, Shape{1, 1}}) {
      const Tensor source = numbers(shape);
      const Spec spec = row_of(format, shape);
      const Tensor packed = to(source, spec);
      EXPECT_EQ(packed.bytes(), bind(spec).bytes());
      const Parts inside =
          parts_in(packed.spec(), packed.layout(), packed.storage());
      QuantizePolicy policy;
      if (std::string(format) == "bfp8_b") {
        policy = quantize_profile("ttnn").policy(spec.format);
      }
      const Parts parts = quantize(source, spec.format, policy);
      EXPECT_TRUE(same_bits(inside.data, parts.data)) << format;
      EXPECT_TRUE(same_bits(inside.scale, parts.scale)) << format;
      ASSERT_EQ(inside.zero.has_value(), parts.zero.has_value()) << format;
      if (parts.zero) {
        EXPECT_TRUE(same_bits(*inside.zero, *parts.zero)) << format;
      }
      EXPECT_EQ(inside.outer_scale.has_value(), parts.outer_scale.has_value());
      EXPECT_TRUE(inside.data.storage().shares_with(packed.storage()));
      const Tensor back = to(packed, row_of("f32", shape));
      EXPECT_TRUE(same_bits(back, dequantize(parts, Format(), policy)))
          << format;
      EXPECT_EQ(values(packed), values(back));
    }
  }
}

/// Codes for which no quantiser would choose such scales: whoever quantises
/// anew changes both.
TEST(BlockRowsTest, MoveToOtherLayoutsAsTheyAre) {
  for (const char* format :
       {"mxfp4", "mxfp8_e4m3", "mxint8", "mxfp6_e2m3", "nvfp4", "fp8_128x128",
        "int8_g32", "int4_g32", "u4@f16:32,zero=u4", "u4@f32:channel,zero=u4",
        "uint8_tensor", "f8_e4m3fn@e8m0:32,axis=0", "bfp8_b"}) {
    for (const Shape& shape : {Shape{6, 72}, Shape{130, 64}, Shape{2, 4}}) {
      const Spec row = row_of(format, shape);
      const Tensor made = to(numbers(shape), row);
      const Storage bytes = Storage::owned(made.bytes());
      std::ranges::copy(made.storage().bytes(), bytes.mutable_bytes().begin());
      const Parts parts = parts_in(row, made.layout(), bytes);
      const auto codes = parts.data.storage().mutable_bytes();
      for (std::byte& code : codes) code &= std::byte{0x33};
      const Tensor tensor(row, bytes);
      for (const char* layout : {"col", "[b/4, a, b%4]", "row(pitch=160)"}) {
        SCOPED_TRACE(concat(format, " ", to_string(shape), " ", layout));
        Spec spec = row;
        spec.layout = parse_layout(layout);
        const Tensor there = to(tensor, spec);
        EXPECT_EQ(values(there), values(tensor));
        EXPECT_TRUE(same_bits(to(there, row), tensor));
        std::vector<std::byte> raw(static_cast<std::size_t>(there.bytes()));
        convert_blocks(row, bytes.bytes(), spec, raw);
        EXPECT_TRUE(std::ranges::equal(raw, there.storage().bytes()));
      }
    }
  }
}

TEST(BlockRowsTest, PartsBeginAtCacheLines) {
  const Tensor packed =
      to(numbers(Shape{3, 70}), parse_spec("mxfp4[3x70] row"));
  const Parts parts =
      parts_in(packed.spec(), packed.layout(), packed.storage());
  EXPECT_EQ(
      parts.scale.storage().bytes().data() - packed.storage().bytes().data(),
      128);
}

TEST(BlockRowsTest, PartsAreViews) {
  const Tensor packed =
      to(numbers(Shape{3, 70}), parse_spec("mxfp4[3x70] row"));
  const Parts views = parts(packed);
  EXPECT_TRUE(views.scale.storage().shares_with(packed.storage()));
  EXPECT_EQ(values(dequantize(views)), values(packed));
  EXPECT_EQ(test::error_text([&] { parts(numbers(Shape{3})); }),
            "tensor: f32[3] row is of no block format and has no parts");
  const Tensor tiles =
      to(numbers(Shape{3, 70}), parse_spec("bfp8_b[3x70] ttnn"));
  EXPECT_EQ(test::error_text([&] { parts(tiles); }),
            "tensor: the parts of bfp8_b[3x70] tile(32x32, faces=16x16) are "
            "not apart: each tile has its scales; quantize(tensor, format) "
            "makes parts of its numbers");
}

TEST(BlockRowsTest, CodesMayBeInAnyOrder) {
  for (const char* format : {"mxfp4", "mxfp8_e4m3", "mxfp6_e2m3", "nvfp4",
                             "uint4_g32", "f8_e4m3fn@e8m0:32,axis=0"}) {
    for (const char* layout : {"col", "stick(128B)", "[b/8, a, b%8]",
                               "row(align=64B)", "p=(a b/8); [p%3, p/3, b%8]",
                               "[a/4, b/16, b/4%4, a%4 ^ b/4%4, b%4]"}) {
      const Shape shape = Shape{8, 72};
      Spec spec = parse_spec(std::string("u8[8x72] ") + layout);
      spec.format = parse_format(format);
      if (spec.format.bits() == 6 && std::string(layout) == "stick(128B)") {
        continue;  // no whole number of them fills a stick
      }
      const Tensor source = numbers(shape);
      const Tensor placed = to(source, spec);
      const Tensor row = to(source, row_of(format, shape));
      EXPECT_EQ(values(placed), values(row)) << format << ' ' << layout;
      EXPECT_TRUE(same_bits(parts(placed).data, parts(row).data))
          << format << ' ' << layout;
      EXPECT_EQ(values(to(placed, row_of("f32", shape))), values(row));
    }
  }
}

TEST(BlockRowsTest, LargeTensorsAreDoneInSlices) {
  // Several of them, the last one cut short, and tiles of several rows.
  for (const char* format :
       {"mxfp4", "uint4_g32", "fp8_128x128", "int8_channel"}) {
    for (const Shape& shape : {Shape{1500, 1028}, Shape{5, 3, 100000}}) {
      const Tensor source = numbers(shape);
      const Tensor row = to(source, row_of(format, shape));
      const Parts whole = quantize(source, parse_format(format));
      EXPECT_TRUE(same_bits(parts(row).data, whole.data)) << format;
      EXPECT_TRUE(same_bits(parts(row).scale, whole.scale)) << format;
      if (whole.zero) {
        EXPECT_TRUE(same_bits(*parts(row).zero, *whole.zero)) << format;
      }
      Spec other = row_of(format, shape);
      other.layout = parse_layout(shape.rank() == 2 ? "[b/4, a, b%4]"
                                                    : "[c/4, b, a, c%4]");
      const Tensor placed = to(source, other);
      EXPECT_TRUE(same_bits(parts(placed).data, whole.data)) << format;
      const Spec plain = row_of("f32", shape);
      EXPECT_TRUE(same_bits(to(placed, plain), dequantize(whole))) << format;
      const Spec half =
          parse_spec(shape.rank() == 2 ? "bf16[1500x1028] col"
                                       : "bf16[5x3x100000] [b, c, a]");
      EXPECT_TRUE(same_bits(to(row, half), to(dequantize(whole), half)))
          << format;
    }
  }
}

std::vector<std::byte> bytes_of(const Tensor& tensor) {
  const auto bytes = tensor.storage().bytes();
  return {bytes.begin(), bytes.end()};
}

TEST(BlockRowsTest, AnyNumberOfThreadsMakesTheSameBytes) {
  for (const char* format :
       {"mxfp4", "mxfp6_e2m3", "nvfp4", "uint4_g32", "fp8_128x128",
        "f8_e4m3fn@e8m0:32,axis=0", "bfp8_b"}) {
    for (const Shape& shape : {Shape{9, 72}, Shape{0, 4}, Shape{300, 4100}}) {
      const bool is_large = shape[0] > 100;  // several slices
      if (is_large && format != std::string_view("uint4_g32")) continue;
      const std::string sizes = to_string(shape);
      const Tensor row = numbers(shape);
      const Tensor tiled = to(row, parse_spec("bf16" + sizes + " tile(2x4)"));
      for (const Tensor& source : {row, tiled}) {
        for (const char* layout : {"row", "[b/2, a, b%2]"}) {
          Spec spec = parse_spec("u8" + sizes + " " + layout);
          spec.format = parse_format(format);
          ConvertOptions options;
          options.threads = 1;
          const Tensor one = to(source, spec, options);
          const Tensor back = to(one, tiled.spec(), options);
          for (const int threads : {2, 5}) {
            options.threads = threads;
            EXPECT_EQ(bytes_of(to(source, spec, options)), bytes_of(one))
                << to_string(spec) << " on " << threads;
            EXPECT_TRUE(same_bits(to(one, tiled.spec(), options), back))
                << to_string(spec) << " on " << threads;
          }
        }
      }
    }
  }
}

TEST(BlockRowsTest, RefusesWordsThatAreNoWholeBytes) {
  EXPECT_EQ(test::error_text([] {
              to(numbers(Shape{9, 72}), parse_spec("i12@f32:7[9x72] row"));
            }),
            "tensor: i12@f32:7 has words of 12 bits, which are neither whole "
            "bytes nor less than one");
}

TEST(BlockRowsTest, SixBitsAreAStream) {
  const Tensor packed =
      to(numbers(Shape{4, 32}), parse_spec("mxfp6_e3m2[4x32] row"));
  EXPECT_EQ(packed.bytes(), 128 + 4);
  EXPECT_EQ(values(packed),
            values(dequantize(
                quantize(numbers(Shape{4, 32}), parse_format("mxfp6_e3m2")))));
}

TEST(BlockRowsTest, NothingIsFine) {
  const Tensor packed =
      to(numbers(Shape{0, 32}), parse_spec("mxfp4[0x32] row"));
  EXPECT_EQ(packed.bytes(), 0);
  EXPECT_TRUE(values(packed).empty());
}

}  // namespace
}  // namespace ashlar
