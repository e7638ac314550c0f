// Quantised tensors as parts: against the engine, and bit by bit.
#include "ashlar/parts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "ashlar/error.h"
#include "ashlar/tensor_view.h"
#include "tests/base/error_text.h"
#include "tests/support/numbers.h"

namespace ashlar {
namespace {

using test::numbers;

const std::vector<const char*> kFormats = {
    "f4_e2m1fn@e8m0:8",
    "f6_e2m3fn@e8m0:8",
    "f8_e4m3fn@f32:3x5",
    "i4@f16:2x4",
    "i2@bf16:channel",
    "i12@f32:7",
    "i4@u4:8",
    "i8@f32:2xchannel",
    "u4@f16:8,zero=u4",
    "u3@f32:8,zero=f32",
    "q1.6@e8m0:8,sub=2,offset=1",
    "cb42f1346_e2m3fn@e8m0:8",
    "cb42f1346_e2m3fn@e8m0:4x8,sub=2x2",
    "cb40_f32_nf4@f32:16",
    "f4_e2m1fn@e8m0:8,sparse=2:4",
    "f6_e3m2fn@e8m0:8,sparse=1:8",
    "f4_e2m1fn@ue4m3:4+f32:channel",
    "i4@u4:4+f16:8+f32:channel",
    "i8@f16:*x4",
};
const std::vector<Shape> kShapes = {{17},
                                    {1},
                                    {0},
                                    {5, 9},
                                    {9, 5},
                                    {0, 4},
                                    {4, 0},
                                    {2, 3, 19},
                                    {4, 5, 3},
                                    {2, 1, 16},
                                    {1, 2, 1, 1, 3, 1, 1, 5}};

/// Calls `use` with every format along every axis that the shape has.
template <class Use>
void for_each_case(const Use& use) {
  for (const char* name : kFormats) {
    for (const Shape& shape : kShapes) {
      for (int axis = 0; axis < shape.rank(); ++axis) {
        const std::string format =
            std::string(name) + ",axis=" + std::to_string(axis - shape.rank());
        const ScaleLevel level = parse_format(name).block()->scales[0];
        const bool has_rows =
            level.rows > 1 || level.scope == ScaleLevel::Scope::columns;
        if (axis == 0 && has_rows) continue;
        SCOPED_TRACE(format + " " + to_string(shape));
        use(parse_format(format), shape, axis);
      }
    }
  }
}

bool same(const std::optional<Tensor>& a, const std::optional<Tensor>& b) {
  if (!a || !b) return !a && !b;
  return a->shape() == b->shape() && same_bits(*a, *b);
}

void expect_same(const Parts& a, const Parts& b) {
  EXPECT_EQ(a.form, b.form);
  EXPECT_TRUE(same(a.data, b.data));
  EXPECT_TRUE(same(a.scale, b.scale));
  EXPECT_TRUE(same(a.outer_scale, b.outer_scale));
  EXPECT_TRUE(same(a.top_scale, b.top_scale));
  EXPECT_TRUE(same(a.zero, b.zero));
  EXPECT_TRUE(same(a.meta, b.meta));
  EXPECT_TRUE(same(a.offset, b.offset));
  EXPECT_TRUE(same(a.mask, b.mask));
}

TEST(PartsTest, MakesOfEveryMatrixWhatTheEngineMakesOfIt) {
  for_each_case([](const Format& format, const Shape& shape, int axis) {
    const Tensor tensor = numbers(shape);
    const Tensor found = dequantize(quantize(tensor, format));
    ASSERT_EQ(found.shape(), shape);
    // One matrix for each index of all other axes.
    Indices sizes(shape.sizes());
    const Index cols = sizes[axis];
    const Index rows = axis > 0 ? sizes[axis - 1] : 1;
    sizes[axis] = std::min<Index>(cols, 1);
    if (axis > 0) sizes[axis - 1] = std::min<Index>(rows, 1);
    const Shape others(sizes);
    for (Index at = 0; at < others.volume(); ++at) {
      Indices index = unravel(at, others);
      std::vector<float> matrix;
      std::vector<float> back;
      for (Index row = 0; row < rows; ++row) {
        for (Index col = 0; col < cols; ++col) {
          if (axis > 0) index[axis - 1] = row;
          index[axis] = col;
          matrix.push_back(static_cast<float>(read(tensor, index)));
          back.push_back(static_cast<float>(read(found, index)));
        }
      }
      const BlockExtent extent{1, rows, cols};
      EXPECT_EQ(back, dequantize(format, quantize(format, matrix, extent)));
    }
  });
}

TEST(PartsTest, HasThePartsThatItsSpecsSay) {
  for_each_case([](const Format& format, const Shape& shape, int) {
    for (const PartsForm form :
         {PartsForm::uncompressed, PartsForm::compressed, PartsForm::dense}) {
      const Parts parts = quantize(numbers(shape), format, {}, form);
      const PartSpecs specs = part_specs(format, shape, form);
      const auto check = [](const std::optional<Tensor>& found,
                            const std::optional<PartSpec>& expected) {
        ASSERT_EQ(found.has_value(), expected.has_value());
        if (!found) return;
        EXPECT_EQ(found->shape(), expected->shape);
        EXPECT_EQ(found->format(), expected->format);
        EXPECT_FALSE(has_padding(*found));
      };
      check(parts.data, specs.data);
      check(parts.scale, specs.scale);
      check(parts.outer_scale, specs.outer_scale);
      check(parts.top_scale, specs.top_scale);
      check(parts.zero, specs.zero);
      check(parts.meta, specs.meta);
      check(parts.offset, specs.offset);
      check(parts.mask, specs.mask);
    }
  });
}

TEST(PartsTest, ComesBackFromEveryFormBitForBit) {
  for_each_case([](const Format& format, const Shape& shape, int) {
    const Parts plain =
        quantize(numbers(shape), format, {}, PartsForm::uncompressed);
    const Parts compressed = compress(plain);
    expect_same(compressed, quantize(numbers(shape), format));
    expect_same(uncompress(compressed), plain);
    const Parts dense = to(compressed, PartsForm::dense);
    expect_same(to(dense, PartsForm::uncompressed), plain);
    EXPECT_TRUE(same_bits(dequantize(dense), dequantize(plain)));
  });
}

/// `width` bits from bit `begin` on of the bytes along an axis.
unsigned bits_of(const Tensor& bytes, Indices index, int axis, Index begin,
                 int width) {
  unsigned out = 0;
  for (Index byte = begin / 8; byte * 8 < begin + width; ++byte) {
    index[axis] = byte;
    const auto word = static_cast<unsigned>(read_word(bytes, index));
    const Index shift = byte * 8 - begin;
    out |= shift < 0 ? word >> -shift : word << shift;
  }
  return out & ((1U << width) - 1);
}

TEST(PartsTest, PacksTheFirstCodeIntoTheLowestBits) {
  for_each_case([](const Format& format, const Shape& shape, int axis) {
    if (format.bits() > 8 || format.block()->sparsity) return;
    const Parts plain =
        quantize(numbers(shape), format, {}, PartsForm::uncompressed);
    const Parts packed = compress(plain);
    const Parts dense = to(plain, PartsForm::dense);
    const int width = format.element().bits;
    const int container = width <= 2 ? width : width <= 4 ? 4 : 8;
    for (Index at = 0; at < shape.volume(); ++at) {
      const Indices index = unravel(at, shape);
      const auto expected = read_word(plain.data, index);
      EXPECT_EQ(
          bits_of(packed.data, index, axis, index[axis] * container, container),
          expected);
      EXPECT_EQ(bits_of(dense.data, index, axis, index[axis] * width, width),
                expected);
    }
  });
}

TEST(PartsTest, StoresWhatSparsityKeepsInOrderAndABitForEach) {
  const Format format = parse_format("f4_e2m1fn@e8m0:8,sparse=2:4,axis=0");
  const Shape shape = {11, 3};
  const Parts plain =
      quantize(numbers(shape), format, {}, PartsForm::uncompressed);
  const Parts packed = compress(plain);
  EXPECT_EQ(packed.data.shape(), Shape({3, 3}));
  EXPECT_EQ(packed.mask->shape(), Shape({2, 3}));
  for (Index col = 0; col < 3; ++col) {
    for (Index group = 0; group < 3; ++group) {
      Index at = group * 2;
      for (Index i = group * 4; i < std::min<Index>(group * 4 + 4, 11); ++i) {
        const auto kept = read_word(*plain.mask, {i, col});
        EXPECT_EQ(bits_of(*packed.mask, {0, col}, 0, i, 1), kept);
        if (kept == 0) {
          EXPECT_EQ(read_word(plain.data, {i, col}), 0U);
          continue;
        }
        const auto byte = read_word(packed.data, {at / 2, col});
        EXPECT_EQ((byte >> (at % 2 * 4)) & 15U,
                  read_word(plain.data, {i, col}));
        ++at;
      }
      EXPECT_EQ(at, group * 2 + 2);
    }
  }
}

TEST(PartsTest, PacksTheTablesOfATileRowByRow) {
  const Format format = parse_format("cb42f1346_e2m3fn@e8m0:4x8,sub=2x2");
  const Shape shape = {9, 20};
  const Parts plain =
      quantize(numbers(shape), format, {}, PartsForm::uncompressed);
  const Parts packed = compress(plain);
  ASSERT_EQ(plain.meta->shape(), Shape({6, 12}));
  ASSERT_EQ(packed.meta->shape(), Shape({3, 6}));
  unsigned seen = 0;
  for (Index row = 0; row < 6; ++row) {
    for (Index col = 0; col < 12; ++col) {
      const Index sub = row % 2 * 4 + col % 4;
      const auto byte =
          read_word(*packed.meta, {row / 2, col / 4 * 2 + sub / 4});
      const auto table = (byte >> (sub % 4 * 2)) & 3U;
      EXPECT_EQ(table, read_word(*plain.meta, {row, col}));
      seen |= 1U << table;
    }
  }
  EXPECT_NE(seen & (seen - 1), 0U) << "all tables are the same";
}

TEST(PartsTest, ScalesTheWholeTensorByOneNumber) {
  const Format format = parse_format("f4_e2m1fn@ue4m3:16+f32:tensor,axis=1");
  const Shape shape = {3, 20, 2};
  const Parts parts = quantize(numbers(shape), format);
  EXPECT_EQ(parts.outer_scale->shape(), Shape({1}));
  EXPECT_EQ(parts.scale.shape(), Shape({3, 2, 2}));
  expect_same(compress(uncompress(parts)), parts);
}

TEST(PartsTest, ReadsAndGivesAnyFormatAndLayout) {
  const Format format = parse_format("mxfp8_e4m3");
  const Tensor tensor = numbers({40, 70});
  const Tensor tiled = to(tensor, parse_spec("f32[40x70] tile(32x32)"));
  expect_same(quantize(tiled, format), quantize(tensor, format));
  Parts parts = quantize(tensor, format);
  const Tensor expected = dequantize(parts);
  parts.data = to(parts.data, parse_spec("u8[40x70] tile(32x32)"));
  EXPECT_TRUE(same_bits(dequantize(parts), expected));
  const Format half = parse_format("bf16");
  EXPECT_TRUE(same_bits(dequantize(parts, half), to(expected, half)));
}

TEST(PartsTest, FakesWhatComesBack) {
  for (const char* axis : {"0", "1", "2"}) {
    const Format format =
        parse_format(std::string("f4_e2m1fn@e8m0:8,axis=") + axis);
    const Tensor tensor = numbers({9, 10, 11});
    EXPECT_EQ(values(fake_quantize(tensor, format)),
              values(dequantize(quantize(tensor, format))));
  }
}

std::string problem(const Parts& parts) {
  try {
    dequantize(parts);
  } catch (const Error& error) {
    return error.problem();
  }
  return "none";
}

TEST(PartsTest, RefusesPartsThatDoNotBelongTogether) {
  const Parts good =
      quantize(numbers({2, 16}), parse_format("f4_e2m1fn@e8m0:8,sparse=2:4"));
  Parts parts = good;
  parts.form = PartsForm::uncompressed;
  EXPECT_EQ(problem(parts), "data is u8[2, 4], expected u8[2, 16]");
  parts = good;
  parts.mask.reset();
  EXPECT_EQ(problem(parts), "there is no mask");
  parts = good;
  parts.zero = good.scale;
  EXPECT_EQ(problem(parts), "there is a superfluous zero point");
  parts = good;
  parts.shape = {2, 64};
  EXPECT_NE(problem(parts), "none");
  parts = good;
  parts.format = parse_format("f32");
  EXPECT_EQ(problem(parts), "f32 is no block format");
}

TEST(PartsTest, RefusesCodesThatTheFormatDoesNotHave) {
  Parts parts = quantize(numbers({2, 16}), parse_format("mxfp4"), {},
                         PartsForm::uncompressed);
  parts.data = copy(parts.data);
  write_word(parts.data, {1, 3}, 16);
  EXPECT_EQ(problem(parts), "data holds 16, which has more than 4 bits");
  EXPECT_THROW(compress(parts), Error);
  parts =
      quantize(numbers({2, 16}), parse_format("f4_e2m1fn@e8m0:8,sparse=2:4"));
  write_word(*parts.mask, {0, 0}, 0x73);
  EXPECT_EQ(problem(parts),
            "the mask keeps 3 of a group, expected at most 2 of 4");
}

TEST(PartsTest, HasAPartForEachLevel) {
  const Format format = parse_format("i4@u4:8+f16:16+f32:channel");
  const PartSpecs specs = part_specs(format, {3, 40});
  EXPECT_EQ(specs.scale.shape, Shape({3, 3}));
  EXPECT_EQ(specs.outer_scale->shape, Shape({3, 3}));
  EXPECT_EQ(specs.outer_scale->format.name(), "f16");
  EXPECT_EQ(specs.top_scale->shape, Shape({3, 1}));
  EXPECT_EQ(specs.top_scale->format.name(), "f32");
  Parts parts = quantize(numbers({3, 40}), format);
  parts.top_scale.reset();
  EXPECT_EQ(test::error_text([&] { dequantize(parts); }),
            "parts: there is no top scale");
}

}  // namespace
}  // namespace ashlar
