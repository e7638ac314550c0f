// Numbers to codes under scales, at every place and length, on every
// instruction set. That bits are right is for tests/blocks to say.
#include <gtest/gtest.h>

#include <bit>
#include <limits>

#include "tests/kernels/block_check.h"

namespace ashlar::kernels {
namespace {

using test::Bytes;

Bytes expected_codes(const std::vector<float>& numbers, bool is_nibbles) {
  Bytes out(is_nibbles ? (numbers.size() + 1) / 2 : numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto code = static_cast<std::uint8_t>(static_cast<int>(numbers[i]));
    if (is_nibbles) {
      out[i / 2] =
          static_cast<std::uint8_t>(out[i / 2] | (code & 15) << i % 2 * 4);
    } else {
      out[i] = code;
    }
  }
  return out;
}

TEST(BlockEncodeTest, WritesNothingButCodesAtAnyPlace) {
  for (const bool is_nibbles : {false, true}) {
    for (const std::size_t tile : {16u, 32u, 128u, 1000u}) {
      const EncodeBlocks how = test::integers_under_f32(is_nibbles, tile);
      for (std::size_t count = 0; count < 700; count += count < 40 ? 1 : 53) {
        const auto numbers =
            test::whole_numbers(count, tile, is_nibbles ? 7 : 127);
        const Bytes expected = expected_codes(numbers, is_nibbles);
        std::vector<float> scales((count + tile - 1) / tile);
        test::on_every_target([&] {
          for (const std::size_t shift : {0u, 4u, 60u}) {
            const Bytes out = test::run_at(
                test::bytes_of(numbers), shift, expected.size(), shift,
                [&](const std::uint8_t* in, std::uint8_t* codes) {
                  BlockLines lines;
                  lines.in = in;
                  lines.count = count;
                  lines.codes = codes;
                  lines.scales = reinterpret_cast<std::uint8_t*>(scales.data());
                  lines.store = shift == 4 ? Store::cached : Store::streamed;
                  encode_blocks(how, lines, [](std::size_t) { FAIL(); });
                });
            ASSERT_EQ(out, expected) << count << " in tiles of " << tile;
            for (const float scale : scales) ASSERT_EQ(scale, 1);
          }
        });
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(BlockEncodeTest, SaysWhichTilesAreOdd) {
  const EncodeBlocks how = test::integers_under_f32(false, 32);
  auto numbers = test::whole_numbers(32 * 40, 32, 127);
  numbers[5 * 32 + 7] = std::numeric_limits<float>::infinity();
  numbers[17 * 32 + 31] = -std::numeric_limits<float>::quiet_NaN();
  numbers[39 * 32] = std::bit_cast<float>(0x7f800001u);
  Bytes codes(numbers.size());
  std::vector<float> scales(40);
  BlockLines lines;
  lines.in = reinterpret_cast<const std::uint8_t*>(numbers.data());
  lines.count = numbers.size();
  lines.codes = codes.data();
  lines.scales = reinterpret_cast<std::uint8_t*>(scales.data());
  test::on_every_target([&] {
    std::vector<std::size_t> odd;
    encode_blocks(how, lines, [&](std::size_t tile) { odd.push_back(tile); });
    EXPECT_EQ(odd, (std::vector<std::size_t>{5, 17, 39}));
  });
}

TEST(BlockEncodeTest, FindsTheLargestFiniteMagnitude) {
  test::on_every_target([] {
    for (std::size_t count = 0; count < 100; ++count) {
      std::vector<float> numbers(count, 1);
      std::vector<std::uint16_t> halves(count, 0x3f80);
      if (count > 3) {
        numbers[count - 1] = -3;
        halves[count - 1] = 0xc040;
        numbers[1] = std::numeric_limits<float>::infinity();
        halves[1] = 0xffff;
      }
      const float most = count > 3 ? 3 : count > 0 ? 1 : 0;
      const auto bits = std::bit_cast<std::uint32_t>(most);
      EXPECT_EQ(largest_finite(numbers.data(), Wide::f32, count), bits);
      EXPECT_EQ(largest_finite(halves.data(), Wide::bf16, count), bits);
    }
  });
}

}  // namespace
}  // namespace ashlar::kernels
