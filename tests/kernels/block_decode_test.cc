// Codes under scales to numbers, at every place and length, on every
// instruction set. That bits are right is for tests/blocks to say.
#include <gtest/gtest.h>

#include "tests/kernels/block_check.h"

namespace ashlar::kernels {
namespace {

using test::Bytes;

/// Codes stand for themselves, and scales are one more than the tile.
DecodeBlocks table_under_f32(const std::vector<float>& numbers,
                             std::size_t tile) {
  DecodeBlocks how;
  how.scale = BlockScale::Kind::f32;
  how.numbers = numbers.data();
  how.tile = tile;
  how.is_nibbles = numbers.size() == 16;
  return how;
}

std::vector<float> counted(std::size_t count) {
  std::vector<float> out(count);
  for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<float>(i);
  return out;
}

TEST(BlockDecodeTest, WritesNothingButNumbersAtAnyPlace) {
  for (const std::size_t size : {16u, 256u}) {
    const auto numbers = counted(size);
    for (const std::size_t tile : {16u, 32u, 64u, 1000u}) {
      const DecodeBlocks how = table_under_f32(numbers, tile);
      for (std::size_t count = 0; count < 400; count += count < 40 ? 1 : 53) {
        const Bytes codes =
            test::numbered(size == 16 ? (count + 1) / 2 : count);
        const auto scales = counted((count + tile - 1) / tile + 1);
        std::vector<float> expected(count);
        for (std::size_t i = 0; i < count; ++i) {
          const int code =
              size == 16 ? codes[i / 2] >> i % 2 * 4 & 15 : codes[i];
          expected[i] = static_cast<float>(code) * scales[i / tile + 1];
        }
        test::on_every_target([&] {
          for (const std::size_t shift : {0u, 4u, 60u}) {
            const Bytes out = test::run_at(
                codes, shift, 4 * count, shift,
                [&](const std::uint8_t* in, std::uint8_t* to) {
                  DecodeLines lines;
                  lines.codes = in;
                  lines.count = count;
                  lines.scales =
                      reinterpret_cast<const std::uint8_t*>(scales.data() + 1);
                  lines.out = to;
                  lines.store = shift == 4 ? Store::cached : Store::streamed;
                  decode_blocks(how, lines, [](std::size_t) { FAIL(); });
                });
            ASSERT_EQ(out, test::bytes_of(expected))
                << count << " in tiles of " << tile;
          }
        });
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(BlockDecodeTest, SaysWhichTilesAreOdd) {
  const auto numbers = counted(256);
  const DecodeBlocks how = table_under_f32(numbers, 16);
  const Bytes codes = test::numbered(160);
  auto scales = counted(10);
  scales[3] = std::bit_cast<float>(0x7f800000u);
  scales[9] = std::bit_cast<float>(0xffc00000u);
  std::vector<float> out(160);
  DecodeLines lines;
  lines.codes = codes.data();
  lines.count = codes.size();
  lines.scales = reinterpret_cast<const std::uint8_t*>(scales.data());
  lines.out = reinterpret_cast<std::uint8_t*>(out.data());
  test::on_every_target([&] {
    std::vector<std::size_t> odd;
    decode_blocks(how, lines, [&](std::size_t tile) { odd.push_back(tile); });
    EXPECT_EQ(odd, (std::vector<std::size_t>{3, 9}));
  });
}

}  // namespace
}  // namespace ashlar::kernels
