// Tiles of block formats: bytes of tt-metal's host code, edges, errors.
#include "ashlar/block_tiles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "tests/base/error_text.h"
#include "tests/support/golden_ttnn.h"

namespace ashlar {
namespace {

using Bytes = std::vector<std::byte>;

BlockTile tile_of(const char* format, TileShape shape = {}) {
  return BlockTile(parse_format(format), shape);
}

/// Tenstorrent's faces.
TileShape shape_of(std::int64_t rows, std::int64_t cols) {
  return {rows, cols, std::min<std::int64_t>(rows, 16), 16};
}

Bytes encoded(const BlockTile& tile, const std::vector<float>& numbers,
              const NumberRows& extent, const TileOptions& options = {}) {
  Bytes out(static_cast<std::size_t>(tiles_bytes(tile, extent)));
  encode_tiles(tile, numbers, extent, out, options);
  return out;
}

std::vector<float> decoded(const BlockTile& tile, const Bytes& tiles,
                           const NumberRows& extent,
                           const TileOptions& options = {}) {
  std::vector<float> out(static_cast<std::size_t>(extent.rows * extent.pitch));
  decode_tiles(tile, tiles, std::span(out), extent, options);
  return out;
}

TEST(BlockTilesTest, HaveTheSizesOfTenstorrentsTiles) {
  struct Row {
    std::int64_t rows, cols, bfp8, bfp4, bfp2, mx8, mx4, mx2;
  };
  for (const Row& row :
       {Row{32, 32, 1088, 576, 320, 1056, 544, 288},
        Row{16, 32, 544, 288, 160, 528, 272, 144},
        Row{32, 16, 544, 288, 160, 528, 272, 144},
        Row{16, 16, 272, 144, 80, 272, 144, 80},
        Row{8, 32, 272, 144, 80, 272, 144, 80},
        Row{4, 32, 144, 80, 48, 144, 80, 48},
        Row{8, 16, 144, 80, 48, 144, 80, 48},
        Row{2, 32, 80, 48, 32, 80, 48, 32}, Row{4, 16, 80, 48, 32, 80, 48, 32},
        Row{1, 32, 48, 32, 24, 48, 32, 24},
        Row{2, 16, 48, 32, 24, 48, 32, 24}}) {
    const TileShape shape = shape_of(row.rows, row.cols);
    const auto bytes = [&](const char* format) {
      return tile_of(format, shape).bytes();
    };
    EXPECT_EQ(bytes("bfp8_b"), row.bfp8) << row.rows << "x" << row.cols;
    EXPECT_EQ(bytes("bfp4_a"), row.bfp4) << row.rows << "x" << row.cols;
    EXPECT_EQ(bytes("bfp2_b"), row.bfp2) << row.rows << "x" << row.cols;
    for (const char* name :
         {"mxfp8_e4m3", "mxfp8_e5m2", "mxint8", "f6_e3m2fn_w8s2@e8m0:32"}) {
      EXPECT_EQ(bytes(name), row.mx8) << name;
    }
    EXPECT_EQ(bytes("mxfp4"), row.mx4) << row.rows << "x" << row.cols;
    EXPECT_EQ(bytes("mxint4"), row.mx4) << row.rows << "x" << row.cols;
    EXPECT_EQ(bytes("mxint2"), row.mx2) << row.rows << "x" << row.cols;
  }
  EXPECT_EQ(tile_of("bfp8_b", shape_of(1, 16)).bytes(), 32);
  EXPECT_EQ(tile_of("bfp4_b", shape_of(1, 16)).bytes(), 24);
  EXPECT_EQ(tile_of("bfp2_b", shape_of(1, 16)).bytes(), 20);
}

TEST(BlockTilesTest, AreExponentsAndThenCodesOfRowsOfFaces) {
  // The worked example: exponent 0x80, and codes of sign and seven bits.
  std::vector<float> numbers(1024);
  const std::vector<float> row = {1.0f, -0.5f, 3.0f,    0.1f,
                                  0.0f, -0.0f, 2.9999f, -2.9999f};
  // Row 1 of the face at the upper right, which is the second one.
  std::copy(row.begin(), row.end(), numbers.begin() + 32 + 16);
  const auto check = [&](const char* format, std::size_t at,
                         const std::vector<int>& codes) {
    const Bytes tile = encoded(tile_of(format), numbers, {32, 32, 32});
    for (std::size_t i = 0; i < tile.size(); ++i) {
      int expected = i == 17 ? 0x80 : 0;
      if (i >= at && i < at + codes.size()) expected = codes[i - at];
      EXPECT_EQ(static_cast<int>(tile[i]), expected) << format << " " << i;
    }
  };
  check("bfp8_b", 64 + 256 + 16,
        {0x20, 0x90, 0x60, 0x03, 0x00, 0x00, 0x60, 0xe0});
  check("bfp4_b", 64 + 128 + 8, {0x92, 0x06, 0x00, 0xe6});
  check("bfp2_b", 64 + 64 + 4, {0x10, 0xd0});
}

TEST(BlockTilesTest, TilesThatAreCutShortAreFilledUp) {
  const BlockTile tile = tile_of("bfp8_b");
  std::vector<float> numbers(33 * 50);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] =
        std::ldexp(static_cast<float>(i % 97) - 48, static_cast<int>(i % 23));
  }
  const NumberRows extent{33, 41, 50};
  for (const float fill : {0.0f, -3.0f}) {
    std::vector<float> padded(64 * 64, fill);
    for (std::size_t r = 0; r < 33; ++r) {
      for (std::size_t c = 0; c < 41; ++c) {
        padded[r * 64 + c] = numbers[r * 50 + c];
      }
    }
    TileOptions options;
    options.fill = fill;
    for (const char* format : {"bfp8_b", "bfp4_a", "mxfp8_e4m3"}) {
      EXPECT_EQ(encoded(tile_of(format), numbers, extent, options),
                encoded(tile_of(format), padded, {64, 64, 64}))
          << format << " " << fill;
    }
  }
  // Nothing is written between rows.
  const Bytes tiles = encoded(tile, numbers, extent);
  std::vector<float> back(33 * 50, -7);
  decode_tiles(tile, tiles, std::span(back), extent);
  const std::vector<float> whole = decoded(tile, tiles, {64, 64, 64});
  for (std::size_t r = 0; r < 33; ++r) {
    for (std::size_t c = 0; c < 50; ++c) {
      EXPECT_EQ(back[r * 50 + c], c < 41 ? whole[r * 64 + c] : -7);
    }
  }
}

TEST(BlockTilesTest, SimpleNumbersComeBackFromAllFormats) {
  std::mt19937 random(7);
  std::vector<float> numbers(64 * 96);
  std::vector<std::uint16_t> halves(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const int sizes[] = {0, 1, -1};
    numbers[i] = static_cast<float>(sizes[random() % 3]);
    halves[i] = static_cast<std::uint16_t>(
        std::bit_cast<std::uint32_t>(numbers[i]) >> 16);
  }
  const NumberRows extent{64, 96, 96};
  for (const char* format :
       {"bfp8_b", "bfp4_b", "bfp2_b", "bfp8_a", "bfp4_a", "bfp2_a",
        "mxfp8_e4m3", "mxfp8_e5m2", "f6_e3m2fn_w8s2@e8m0:32",
        "f6_e2m3fn_w8s2@e8m0:32", "mxfp4", "mxint8", "mxint4", "mxint2"}) {
    for (const TileShape& shape : {shape_of(32, 32), shape_of(16, 16),
                                   shape_of(4, 32), shape_of(1, 32)}) {
      const BlockTile tile = tile_of(format, shape);
      const Bytes tiles = encoded(tile, numbers, extent);
      EXPECT_EQ(decoded(tile, tiles, extent), numbers) << format;
      Bytes same(tiles.size());
      encode_tiles(tile, halves, extent, same);
      EXPECT_EQ(tiles, same) << format;
      std::vector<std::uint16_t> back(halves.size());
      decode_tiles(tile, tiles, std::span(back), extent);
      EXPECT_EQ(back, halves) << format;
    }
  }
}

TEST(BlockTilesTest, SixBitsOfTenstorrentAreTheUpperOnesOfAByte) {
  const BlockTile tile = tile_of("f6_e3m2fn_w8s2@e8m0:32");
  std::vector<float> numbers(1024, 1.0f);
  const Bytes bytes = encoded(tile, numbers, {32, 32, 32});
  // 1 / 2^-4 is 16: exponent 4 + 3, no fraction.
  EXPECT_EQ(static_cast<int>(bytes[0]), 123);
  EXPECT_EQ(static_cast<int>(bytes[32]), 0b011100 << 2);
}

TEST(BlockTilesTest, DevicesRoundTiesAwayAndCutOff) {
  std::vector<float> numbers(1024);
  numbers[0] = 64;
  numbers[1] = 1.5f;
  numbers[2] = 20.5f;
  numbers[3] = 15.9f;
  TileOptions options;
  const auto codes = [&](const char* format) {
    options.policy =
        quantize_profile("ttnn_device").policy(parse_format(format));
    return encoded(tile_of(format), numbers, {32, 32, 32}, options);
  };
  const Bytes eight = codes("bfp8_b");
  EXPECT_EQ(static_cast<int>(eight[64 + 1]), 2);
  EXPECT_EQ(static_cast<int>(eight[64 + 2]), 21);
  const Bytes four = codes("bfp4_b");
  EXPECT_EQ(static_cast<int>(four[64 + 1]), 0x11);  // 21 / 16 and 16 / 16
}

TEST(BlockTilesTest, AnyNumberOfThreadsMakesTheSameBytes) {
  std::vector<float> numbers(300 * 130);
  std::mt19937 random(3);
  for (float& number : numbers) {
    number = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
  }
  TileOptions one;
  one.threads = 1;
  TileOptions many;
  many.threads = 3;
  const BlockTile tile = tile_of("bfp8_b");
  EXPECT_EQ(encoded(tile, numbers, {300, 130, 130}, one),
            encoded(tile, numbers, {300, 130, 130}, many));
}

TEST(BlockTilesTest, NothingIsFine) {
  const BlockTile tile = tile_of("bfp8_b");
  EXPECT_EQ(tiles_bytes(tile, {0, 5, 5}), 0);
  EXPECT_EQ(tiles_bytes(tile, {5, 0, 0}), 0);
  EXPECT_TRUE(encoded(tile, {}, {0, 5, 5}).empty());
}

TEST(BlockTilesTest, RefusesWhatHasNoTiles) {
  const auto text = [](const auto& work) { return test::error_text(work); };
  EXPECT_EQ(text([] { tile_of("bf16"); }),
            "tile: bf16 has no scales to put in front of a tile");
  EXPECT_EQ(text([] { tile_of("nvfp4"); }),
            "tile: nvfp4 has other parts than codes and one scale for each "
            "block, and a tile has room for these only");
  EXPECT_EQ(text([] { tile_of("mxfp8_e4m3", shape_of(1, 16)); }),
            "tile: a tile of 1x16 is no whole number of the blocks of 32 that "
            "mxfp8_e4m3 has");
  EXPECT_EQ(text([] {
              tile_of("bfp8_b", {32, 32, 24, 16});
            }),
            "tile: faces of 24x16 do not divide the tile of 32x32");
  EXPECT_EQ(text([] {
              tile_of("bfp8_b", {0, 32, 16, 16});
            }),
            "tile: a tile of 0x32 with faces of 16x16, expected sides of 1 to "
            "1024");
  EXPECT_EQ(text([] {
              Bytes out(1088);
              encode_tiles(tile_of("bfp8_b"), std::vector<float>(1023),
                           {32, 32, 32}, out);
            }),
            "tile: there are 1023 numbers, but 32x32 in rows of 32 take 1024");
  EXPECT_EQ(text([] {
              Bytes out(1087);
              encode_tiles(tile_of("bfp8_b"), std::vector<float>(1024),
                           {32, 32, 32}, out);
            }),
            "tile: there are 1087 bytes of tiles, but 32x32 numbers take 1088");
  EXPECT_EQ(text([] {
              encoded(tile_of("bfp8_b"), {}, {1, 2, 1});
            }),
            "tile: 1x2 numbers in rows of 1");
}

// ---- tt-metal's own bytes

struct Golden {
  const char* suffix;
  const char* format;
  std::int64_t rows = 32;
  std::int64_t cols = 32;
};

constexpr Golden kGoldens[] = {
    {"bfp8", "bfp8_b"},
    {"bfp4", "bfp4_b"},
    {"bfp2", "bfp2_b"},
    {"bfp8a", "bfp8_a"},
    {"bfp4a", "bfp4_a"},
    {"bfp2a", "bfp2_a"},
    {"mxint8", "mxint8"},
    {"mxint4", "mxint4"},
    {"mxint2", "mxint2"},
    {"t16x16.bfp4", "bfp4_b", 16, 16},
    {"t16x16.bfp8", "bfp8_b", 16, 16},
    {"t16x32.bfp4", "bfp4_b", 16, 32},
    {"t16x32.bfp8", "bfp8_b", 16, 32},
    {"t1x16.bfp4", "bfp4_b", 1, 16},
    {"t1x16.bfp8", "bfp8_b", 1, 16},
    {"t1x32.bfp4", "bfp4_b", 1, 32},
    {"t1x32.bfp8", "bfp8_b", 1, 32},
    {"t2x16.bfp4", "bfp4_b", 2, 16},
    {"t2x16.bfp8", "bfp8_b", 2, 16},
    {"t2x32.bfp4", "bfp4_b", 2, 32},
    {"t2x32.bfp8", "bfp8_b", 2, 32},
    {"t32x16.bfp4", "bfp4_b", 32, 16},
    {"t32x16.bfp8", "bfp8_b", 32, 16},
    {"t4x16.bfp4", "bfp4_b", 4, 16},
    {"t4x16.bfp8", "bfp8_b", 4, 16},
    {"t4x32.bfp4", "bfp4_b", 4, 32},
    {"t4x32.bfp8", "bfp8_b", 4, 32},
    {"t8x16.bfp4", "bfp4_b", 8, 16},
    {"t8x16.bfp8", "bfp8_b", 8, 16},
    {"t8x32.bfp4", "bfp4_b", 8, 32},
    {"t8x32.bfp8", "bfp8_b", 8, 32},
};

class BlockTilesGoldenTest : public GoldenTtnn {
 protected:
  static void check(const GoldenFolder& data, const Source& source,
                    const Golden& golden);
};

void BlockTilesGoldenTest::check(const GoldenFolder& data, const Source& source,
                                 const Golden& golden) {
  const std::string base = source.name;
  const std::string file = base + "." + golden.suffix;
  SCOPED_TRACE(file);
  const auto numbers = data.items<float>(base + ".f32");
  const auto expected = data.items<std::byte>(file + ".bin");
  const BlockTile tile =
      tile_of(golden.format, shape_of(golden.rows, golden.cols));
  const std::int64_t height =
      static_cast<std::int64_t>(numbers.size()) / source.batch / source.width;
  const NumberRows extent{height, source.width, source.width};
  const auto matrix = static_cast<std::size_t>(height * source.width);
  Bytes tiles;
  for (std::int64_t b = 0; b < source.batch; ++b) {
    const auto begin = numbers.begin() + b * static_cast<std::int64_t>(matrix);
    const Bytes one = encoded(
        tile, {begin, begin + static_cast<std::int64_t>(matrix)}, extent);
    tiles.insert(tiles.end(), one.begin(), one.end());
  }
  EXPECT_EQ(tiles, expected);
  if (!data.has(file + ".dequant.f32")) return;
  const auto back = data.items<float>(file + ".dequant.f32");
  const std::size_t size =
      tiles.size() / static_cast<std::size_t>(source.batch);
  for (std::size_t b = 0; b < static_cast<std::size_t>(source.batch); ++b) {
    const auto begin = expected.begin() + static_cast<std::ptrdiff_t>(b * size);
    const auto found = decoded(
        tile, {begin, begin + static_cast<std::ptrdiff_t>(size)}, extent);
    for (std::size_t i = 0; i < matrix; ++i) {
      const float number = back[b * matrix + i];
      if (std::isnan(number) && std::isnan(found[i])) continue;
      ASSERT_EQ(std::bit_cast<std::uint32_t>(found[i]),
                std::bit_cast<std::uint32_t>(number))
          << i;
    }
  }
}

TEST_P(BlockTilesGoldenTest, TilesHaveTheBytesOfTtMetalsHostCode) {
  int cases = 0;
  for (const Source& source : kSources) {
    for (const Golden& golden : kGoldens) {
      const std::string file = std::string(source.name) + "." + golden.suffix;
      if (!data_.has(file + ".bin")) continue;
      ++cases;
      check(data_, source, golden);
    }
  }
  EXPECT_GE(cases, GetParam() ? 98 : 32);
}

INSTANTIATE_TEST_SUITE_P(Data, BlockTilesGoldenTest, testing::Bool(),
                         GoldenTest::name);

}  // namespace
}  // namespace ashlar
