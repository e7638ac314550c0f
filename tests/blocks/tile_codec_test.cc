// Tiles anywhere in memory, with a kernel and without.
#include "src/blocks/tile_codec.h"

#include <gtest/gtest.h>

#include <vector>

namespace ashlar {
namespace {

TileCodec codec_of(const char* format, const char* profile = "ttnn") {
  const BlockTile tile(parse_format(format));
  return {tile, quantize_profile(profile).policy(tile.format()), 0};
}

TEST(TileCodecTest, HasAKernelForBlockFloatsOfTheHost) {
  for (const char* format : {"bfp8_b", "bfp4_b", "bfp2_b"}) {
    EXPECT_TRUE(codec_of(format).is_fast()) << format;
    EXPECT_FALSE(codec_of(format, "ttnn_device").is_fast()) << format;
    EXPECT_FALSE(codec_of(format, "ashlar").is_fast()) << format;
  }
  EXPECT_FALSE(codec_of("bfp8_a").is_fast());
  EXPECT_FALSE(codec_of("mxint8").is_fast());
}

TEST(TileCodecTest, TilesCanBeFarApart) {
  std::vector<float> numbers(32 * 80);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = static_cast<float>(i % 64);
  }
  for (const char* format : {"bfp8_b", "mxint8"}) {
    const TileCodec codec = codec_of(format);
    const std::int64_t size = codec.tile().bytes();
    TileRun run{32,
                80,
                320,
                size,
                kernels::TileRow::Numbers::f32,
                kernels::Store::cached};
    std::vector<std::byte> dense(static_cast<std::size_t>(3 * size));
    codec.encode(run, std::as_bytes(std::span(numbers)).data(), dense.data());
    // The last tile first.
    std::vector<std::byte> apart(static_cast<std::size_t>(5 * size));
    run.step = -2 * size;
    codec.encode(run, std::as_bytes(std::span(numbers)).data(),
                 apart.data() + 4 * size);
    for (std::int64_t t = 0; t < 3; ++t) {
      EXPECT_TRUE(std::equal(dense.begin() + t * size,
                             dense.begin() + (t + 1) * size,
                             apart.begin() + (4 - 2 * t) * size))
          << format << " " << t;
    }
    std::vector<float> back(numbers.size());
    codec.decode(run, apart.data() + 4 * size,
                 std::as_writable_bytes(std::span(back)).data());
    EXPECT_EQ(back, numbers) << format;
  }
}

}  // namespace
}  // namespace ashlar
