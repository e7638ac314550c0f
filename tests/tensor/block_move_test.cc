// Tensors of block formats: there and back, anywhere, and what is refused.
#include "src/tensor/block_move.h"

#include <gtest/gtest.h>

#include <random>

#include "ashlar/block_tensor.h"
#include "ashlar/block_tiles.h"
#include "ashlar/print.h"
#include "ashlar/sim.h"
#include "tests/base/error_text.h"
#include "tests/tensor/tensor_check.h"

namespace ashlar {
namespace {

constexpr const char* kTiles = " tile(32x32, faces=16x16)";

Spec spec_of(const Shape& shape, const char* format,
             const std::string& rest = "") {
  Spec spec = parse_spec(std::string(format) + "[1]" + rest);
  spec.shape = shape;
  return spec;
}

/// Numbers that keep a few bits, so that bf16 has them too.
Tensor numbers(const Shape& shape, const char* format = "f32") {
  std::mt19937 random(5);
  std::vector<float> values(static_cast<std::size_t>(shape.volume()));
  for (float& value : values) {
    value = std::ldexp(static_cast<float>(random() % 255) - 127,
                       static_cast<int>(random() % 7));
  }
  return make(spec_of(shape, format), std::span<const float>(values));
}

/// Tiles of all matrices, by the functions for memory.
std::vector<std::byte> expected_tiles(const Tensor& source, const char* format,
                                      float fill = 0) {
  const std::vector<double> all = values(source);
  const std::vector<float> floats(all.begin(), all.end());
  const Shape& shape = source.shape();
  const Index cols = shape.rank() == 0 ? 1 : shape[-1];
  const Index rows = shape.rank() < 2 ? 1 : shape[-2];
  const BlockTile tile(parse_format(format));
  const NumberRows extent{rows, cols, cols};
  TileOptions options;
  options.fill = fill;
  std::vector<std::byte> out;
  for (Index at = 0; at < std::ssize(floats); at += rows * cols) {
    std::vector<std::byte> one(
        static_cast<std::size_t>(tiles_bytes(tile, extent)));
    encode_tiles(
        tile,
        std::span(floats).subspan(static_cast<std::size_t>(at),
                                  static_cast<std::size_t>(rows * cols)),
        extent, one, options);
    out.insert(out.end(), one.begin(), one.end());
  }
  return out;
}

std::vector<std::byte> bytes_of(const Tensor& tensor) {
  const auto bytes = tensor.storage().bytes();
  return {bytes.begin(), bytes.end()};
}

const Shape kShapes[] = {
    Shape{64, 96}, Shape{33, 40}, Shape{2, 3, 33, 40},           Shape{70},
    Shape{},       Shape{0, 40},  Shape{1, 2, 1, 1, 2, 1, 5, 33}};

TEST(BlockMoveTest, TilesComeStraightFromRowsAndFromAnythingElse) {
  for (const Shape& shape : kShapes) {
    for (const char* format : {"bfp8_b", "bfp4_b", "bfp2_b", "bfp8_a"}) {
      const Tensor source = numbers(shape);
      const Spec spec = spec_of(shape, format, kTiles);
      const auto expected = expected_tiles(source, format);
      EXPECT_EQ(bytes_of(to(source, spec)), expected) << to_string(spec);
      for (const char* from : {"bf16", "f64", "i32", "f32"}) {
        for (const char* layout : {" row", " tile(32x32)", " stick(128B)"}) {
          const Tensor other = to(source, spec_of(shape, from, layout));
          EXPECT_EQ(bytes_of(to(other, spec)), expected)
              << to_string(other.spec()) << " to " << to_string(spec);
        }
      }
    }
  }
}

TEST(BlockMoveTest, NumbersComeBackInAnyForm) {
  for (const Shape& shape : kShapes) {
    const Tensor packed = to(numbers(shape), spec_of(shape, "bfp8_b", kTiles));
    const Tensor plain = to(packed, spec_of(shape, "f32"));
    EXPECT_EQ(values(packed), values(plain));
    for (const char* form :
         {"bf16", "f64", "bf16 tile(32x32)", "f32 row(align=64B)", "f16 col"}) {
      const Spec spec = parse_spec(std::string(form).insert(
          std::string(form).find_first_of(" ") == std::string::npos
              ? std::string(form).size()
              : std::string(form).find(' '),
          "[1]"));
      Spec target = spec;
      target.shape = shape;
      const Tensor back = to(packed, target);
      EXPECT_EQ(values(back), values(to(plain, target))) << to_string(target);
      ConvertOptions options;
      options.padding = {Padding::Kind::fill, 3};
      const Tensor filled = to(packed, target, options);
      EXPECT_FALSE(verify_padding(filled, options.padding))
          << to_string(target);
    }
  }
}

TEST(BlockMoveTest, ManyRowsAreDoneInChunks) {
  const Shape shape{1100, 1000};
  const Tensor source = numbers(shape, "f16");
  const Tensor packed = to(source, spec_of(shape, "bfp8_b", kTiles));
  EXPECT_EQ(bytes_of(packed), expected_tiles(source, "bfp8_b"));
  const Tensor back = to(packed, spec_of(shape, "f16", " tile(32x32)"));
  EXPECT_EQ(values(back), values(packed));
}

TEST(BlockMoveTest, PaddingCountsForTheScales) {
  const Shape shape{14, 28};
  ConvertOptions options;
  options.padding = {Padding::Kind::fill, 1000};
  const Tensor source = numbers(shape);
  const Spec spec = spec_of(shape, "bfp8_b", kTiles);
  const Tensor filled = to(source, spec, options);
  EXPECT_EQ(bytes_of(filled), expected_tiles(source, "bfp8_b", 1000));
  EXPECT_EQ(padding(filled), options.padding);
  EXPECT_TRUE(has_padding(filled));
  EXPECT_EQ(padding(to(source, spec)), (Padding{Padding::Kind::zero, 0}));
  EXPECT_FALSE(has_padding(
      to(numbers(Shape{32, 64}), spec_of(Shape{32, 64}, "bfp8_b", kTiles))));
}

TEST(BlockMoveTest, OneElementIsRead) {
  const Shape shape{2, 33, 40};
  const Tensor packed = to(numbers(shape), spec_of(shape, "bfp4_b", kTiles));
  const std::vector<double> all = values(packed);
  EXPECT_EQ(read(packed, {1, 32, 39}), all.back());
  EXPECT_EQ(read(packed, {0, 1, 17}), all[57]);
  const Tensor rows = to(numbers(shape), spec_of(shape, "mxfp4"));
  EXPECT_EQ(read(rows, {1, 32, 39}), values(rows).back());
  EXPECT_THROW(read(packed, {2, 0, 0}), Error);
}

TEST(BlockMoveTest, MakingAndCopying) {
  const Spec spec = parse_spec("bfp8_b[2x2] tile(32x32, faces=16x16)");
  const Tensor made = make(spec, {1, 2, -3, 4});
  EXPECT_EQ(values(made), (std::vector<double>{1, 2, -3, 4}));
  EXPECT_EQ(values(full(spec, 1.5)), std::vector<double>(4, 1.5));
  EXPECT_EQ(values(zeros(spec)), std::vector<double>(4, 0.0));
  const Tensor same = copy(made);
  EXPECT_EQ(bytes_of(same), bytes_of(made));
  EXPECT_FALSE(same.storage().shares_with(made.storage()));
  EXPECT_TRUE(same_bits(same, made));
  EXPECT_TRUE(to(made, spec).storage().shares_with(made.storage()));
  EXPECT_EQ(bytes_of(make_from_bytes(spec, made.storage().bytes())),
            bytes_of(made));
}

TEST(BlockMoveTest, PrintsTheNumbersThatItStandsFor) {
  const Tensor made =
      make(parse_spec("bfp8_b[2x2] tile(32x32, faces=16x16)"), {1, 2, -3, 4});
  EXPECT_EQ(to_string(made),
            "tensor [2[32], 2[32]] bfp8_b tile(32x32, faces=16x16)  host, "
            "owned  1 KiB\n"
            "[[ 1.  2.]\n [-3.  4.]]");
}

TEST(BlockMoveTest, BetweenBlockFormatsThereAreNumbers) {
  const Shape shape{40, 70};
  const Tensor eight = to(numbers(shape), spec_of(shape, "bfp8_b", kTiles));
  const Tensor four = to(eight, spec_of(shape, "bfp4_b", kTiles));
  EXPECT_EQ(bytes_of(four), bytes_of(to(to(eight, Format()),
                                        spec_of(shape, "bfp4_b", kTiles))));
  // The same numbers once more.
  const Tensor small =
      to(eight, spec_of(shape, "bfp8_b", " tile(16x32, faces=16x16)"));
  EXPECT_EQ(values(small), values(eight));
}

TEST(BlockMoveTest, TilesAreCopiedToBanksAndCores) {
  const auto device = make_sim(SimConfig{});
  const Shape shape{2, 70, 100};
  const Tensor host = to(numbers(shape), spec_of(shape, "bfp8_b", kTiles));
  for (const char* place :
       {" on sim:0/dram interleaved(12)", " on sim:0/l1 interleaved(8)",
        " on sim:0/l1 block(2x2)", " on sim:0/l1 height(3)",
        " on sim:0/l1 nd(4, shard=32x64)"}) {
    const Spec spec = spec_of(shape, "bfp8_b", kTiles + std::string(place));
    const Tensor there = to(host, spec, device);
    EXPECT_EQ(there.storage().kind(), Storage::Kind::device);
    EXPECT_EQ(bytes_of(to_host(there)), bytes_of(host)) << place;
    EXPECT_EQ(values(there), values(host)) << place;
    EXPECT_EQ(read(there, {1, 69, 99}), values(host).back());
    // Straight there, and straight back.
    EXPECT_EQ(bytes_of(to_host(to(numbers(shape), spec, device))),
              bytes_of(host));
    EXPECT_EQ(values(to(there, spec_of(shape, "bf16"))), values(host));
    // And from one place to another.
    const Spec banks =
        spec_of(shape, "bfp8_b",
                kTiles + std::string(" on sim:0/dram interleaved(12)"));
    EXPECT_EQ(values(to(there, banks, device)), values(host));
  }
}

TEST(BlockMoveTest, BytesOfUnitsFollowEachOther) {
  const Shape shape{70, 100};
  const Tensor source = numbers(shape);
  const Spec banks = spec_of(
      shape, "bfp8_b", kTiles + std::string(" on sim:0/dram interleaved(3)"));
  std::vector<std::byte> there(static_cast<std::size_t>(bind(banks).bytes()));
  convert_blocks(source.spec(), source.storage().bytes(), banks, there);
  const Spec tiles = spec_of(shape, "bfp8_b", kTiles);
  std::vector<std::byte> dense(static_cast<std::size_t>(bind(tiles).bytes()));
  convert_blocks(banks, there, tiles, dense);
  EXPECT_EQ(dense, expected_tiles(source, "bfp8_b"));
  std::vector<std::byte> back(source.storage().bytes().size());
  convert_blocks(banks, there, source.spec(), back);
  EXPECT_EQ(back, bytes_of(to(to(source, tiles), source.spec())));
  EXPECT_EQ(test::error_text([&] {
              convert_blocks(tiles, std::span(there).first(100), source.spec(),
                             back);
            }),
            "convert: bfp8_b[70x100] tile(32x32, faces=16x16) has 13056 bytes, "
            "found 100");
}

TEST(BlockMoveTest, SaysWhatCannotBe) {
  const Tensor made = make(parse_spec("bfp8_b[64x64] tile(32x32, faces=16x16)"),
                           std::vector<float>(4096));
  const auto text = [](const auto& work) { return test::error_text(work); };
  EXPECT_EQ(text([&] {
              write(made, {0, 0}, 1);
            }),
            "tensor: an element of bfp8_b[64x64] tile(32x32, faces=16x16) "
            "cannot be written alone: it shares its scale with others; "
            "to(tensor, format) of other numbers quantises all of them");
  EXPECT_EQ(text([&] { plan(made.spec(), parse_spec("f32[64x64] row")); }),
            "convert: bfp8_b[64x64] tile(32x32, faces=16x16) has scales beside "
            "its elements, and a plan moves elements of one format; to(tensor, "
            "spec) quantises and dequantises");
  EXPECT_THROW(to(made, parse_layout("core=a/2 | [a%2, b]")), Error);
  EXPECT_THROW(copy(made, window(View(made.spec()), {0, 0}, {3, 3})), Error);
}

}  // namespace
}  // namespace ashlar
