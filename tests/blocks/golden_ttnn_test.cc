// Block floats and MX integers against the tiles of tt-metal's host code.
#include "tests/support/golden_ttnn.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "ashlar/packing.h"
#include "ashlar/quantize.h"

namespace ashlar {
namespace {

using Bytes = std::vector<std::uint8_t>;

struct TileFormat {
  const char* suffix;
  const char* name;
  int bits;
  std::int64_t block;  // elements under a scale
};

constexpr TileFormat kFormats[] = {
    {"bfp8", "bfp8_b", 8, 16},         {"bfp4", "bfp4_b", 4, 16},
    {"bfp2", "bfp2_b", 2, 16},         {"bfp8a", "bfp8_a", 8, 16},
    {"bfp4a", "bfp4_a", 4, 16},        {"bfp2a", "bfp2_a", 2, 16},
    {"mxint8", "mxint8", 8, 32},       {"mxint4", "q1.2@e8m0:32", 4, 32},
    {"mxint2", "q1.0@e8m0:32", 2, 32},
};

/// The scales and codes of tiles of 32x32 elements.
BlockCodes read_tiles(const Bytes& bytes, const TileFormat& format) {
  constexpr std::int64_t kSize = 1024;
  BlockCodes out;
  const auto scales = static_cast<std::size_t>(kSize / format.block);
  const std::size_t header = (scales + 15) / 16 * 16;
  const auto codes = static_cast<std::size_t>(kSize * format.bits / 8);
  const std::size_t tile = header + codes;
  for (std::size_t at = 0; at + tile <= bytes.size(); at += tile) {
    const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(at);
    out.scales.insert(out.scales.end(), begin,
                      begin + static_cast<std::ptrdiff_t>(scales));
    const Bytes packed(begin + static_cast<std::ptrdiff_t>(header),
                       begin + static_cast<std::ptrdiff_t>(tile));
    Bytes part(kSize);
    unpack(std::as_bytes(std::span(packed)), Packing(format.bits), part);
    out.data.insert(out.data.end(), part.begin(), part.end());
  }
  const auto count = static_cast<std::int64_t>(out.data.size());
  out.extent = {1, count / format.block, format.block};
  return out;
}

/// Numbers in the order of tiles of four faces, from those of `batch` matrices
/// in the order of rows; zeros beyond them.
std::vector<float> tiled(const std::vector<float>& rows, std::int64_t batch,
                         std::int64_t width) {
  std::vector<float> out;
  const std::int64_t height =
      static_cast<std::int64_t>(rows.size()) / batch / width;
  for (std::int64_t b = 0; b < batch; ++b) {
    for (std::int64_t y = 0; y < height; y += 32) {
      for (std::int64_t x = 0; x < width; x += 32) {
        for (std::int64_t i = 0; i < 1024; ++i) {
          const std::int64_t row = y + i / 512 * 16 + i % 256 / 16;
          const std::int64_t col = x + i / 256 % 2 * 16 + i % 16;
          const std::int64_t at = (b * height + row) * width + col;
          out.push_back(row < height && col < width
                            ? rows[static_cast<std::size_t>(at)]
                            : 0);
        }
      }
    }
  }
  return out;
}

class GoldenTtnnTest : public GoldenTtnn {};

/// One file of tiles, and what it was made of.
struct TileCase {
  const TileFormat& row;
  std::string file;
  std::vector<float> numbers;
  BlockCodes tiles;

  void check_codes(const Format& format, const QuantizePolicy& policy) const {
    const BlockCodes found = quantize(format, numbers, tiles.extent, policy);
    EXPECT_EQ(found.scales, tiles.scales) << file;
    ASSERT_EQ(found.data.size(), tiles.data.size()) << file;
    int wrong = 0;
    for (std::size_t i = 0; i < found.data.size() && wrong < 5; ++i) {
      if (found.data[i] == tiles.data[i]) continue;
      ++wrong;
      ADD_FAILURE() << file << " " << i << ": " << numbers[i] << " is "
                    << found.data[i] << ", expected " << tiles.data[i];
    }
  }

  void check_numbers(const Format& format, const QuantizePolicy& policy,
                     const std::vector<float>& expected) const {
    const auto back = dequantize(format, tiles, policy);
    ASSERT_EQ(back.size(), expected.size()) << file;
    int wrong = 0;
    for (std::size_t i = 0; i < back.size() && wrong < 5; ++i) {
      const bool same = std::bit_cast<std::uint32_t>(back[i]) ==
                        std::bit_cast<std::uint32_t>(expected[i]);
      if (same || (std::isnan(back[i]) && std::isnan(expected[i]))) continue;
      ++wrong;
      const std::size_t tile = i / static_cast<std::size_t>(row.block);
      ADD_FAILURE() << file << " " << i << ": code " << tiles.data[i]
                    << " under " << tiles.scales[tile] << " is " << back[i]
                    << ", expected " << expected[i];
    }
  }
};

TEST_P(GoldenTtnnTest, MakesTheSameTilesAndNumbers) {
  int cases = 0;
  for (const Source& source : kSources) {
    const std::string base = source.name;
    for (const TileFormat& row : kFormats) {
      const std::string file = base + "." + row.suffix;
      if (!data_.has(file + ".bin")) continue;
      ++cases;
      const TileCase one{
          row, file,
          tiled(data_.items<float>(base + ".f32"), source.batch, source.width),
          read_tiles(data_.items<std::uint8_t>(file + ".bin"), row)};
      const Format format = parse_format(row.name);
      const QuantizePolicy policy = quantize_profile("ttnn").policy(format);
      one.check_codes(format, policy);
      if (!GetParam() && !data_.has(file + ".dequant.f32")) continue;
      one.check_numbers(format, policy,
                        tiled(data_.items<float>(file + ".dequant.f32"),
                              source.batch, source.width));
    }
  }
  EXPECT_GE(cases, GetParam() ? 54 : 27);
}

INSTANTIATE_TEST_SUITE_P(Data, GoldenTtnnTest, testing::Bool(),
                         GoldenTest::name);

}  // namespace
}  // namespace ashlar
