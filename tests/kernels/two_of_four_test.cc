// The larger half of every four numbers, on every target.
#include "src/kernels/two_of_four.h"

#include <gtest/gtest.h>

#include "tests/kernels/kernel_check.h"

namespace ashlar::kernels {
namespace {

using test::Bytes;

/// As it is defined: sorted by magnitude, then by place.
void expected_of(const std::uint8_t* in, std::size_t size, std::uint8_t* kept,
                 std::uint8_t* mask) {
  std::size_t order[4] = {0, 1, 2, 3};
  const auto key = [&](std::size_t i) {
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < size; ++k) {
      bits |= std::uint32_t{in[i * size + k]} << 8 * (4 - size + k);
    }
    return std::min(bits & 0x7fffffffu, 0x7f800001u);
  };
  std::stable_sort(order, order + 4, [&](std::size_t a, std::size_t b) {
    return key(a) > key(b);
  });
  std::fill(mask, mask + 4, std::uint8_t{0});
  mask[order[0]] = mask[order[1]] = 1;
  for (std::size_t i = 0; i < 4; ++i) {
    if (mask[i] == 0) continue;
    kept = std::copy_n(in + i * size, size, kept);
  }
}

/// Few different numbers, so that many are equal; NaNs, infinities and both
/// zeros among them.
Bytes numbers_of(std::size_t count, std::size_t size) {
  constexpr std::uint32_t kBits[] = {0,           0x80000000u, 0x3f800000u,
                                     0xbf800000u, 0x40490000u, 0x7f800000u,
                                     0xff800000u, 0x7fc00000u, 0xffc10000u,
                                     0x00010000u, 0x7f7f0000u, 0x7f810000u};
  std::mt19937 random(7);
  Bytes out;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t bits = kBits[random() % std::size(kBits)];
    for (std::size_t k = 4 - size; k < 4; ++k) {
      out.push_back(static_cast<std::uint8_t>(bits >> 8 * k));
    }
  }
  return out;
}

class TwoOfFourTest : public testing::TestWithParam<Wide> {};

TEST_P(TwoOfFourTest, KeepsTheLargestOfEveryGroup) {
  const std::size_t size = GetParam() == Wide::f32 ? 4 : 2;
  test::on_every_target([&] {
    for (const std::size_t groups : {0u, 1u, 2u, 3u, 4u, 5u, 15u, 16u, 67u}) {
      const Bytes in = numbers_of(groups * 4, size);
      Bytes kept(groups * 2 * size);
      Bytes mask(groups * 4);
      for (std::size_t g = 0; g < groups; ++g) {
        expected_of(in.data() + g * 4 * size, size, kept.data() + g * 2 * size,
                    mask.data() + g * 4);
      }
      for (const Store store : {Store::cached, Store::streamed}) {
        const auto run = [&](std::size_t bytes, auto set) {
          return test::run_at(
              in, groups % 7, bytes, store == Store::cached ? groups % 5 : 0,
              [&](const std::uint8_t* from, std::uint8_t* to) {
                TwoOfFour out;
                set(out, to);
                keep_two_of_four(from, GetParam(), groups, out, store);
              });
        };
        ASSERT_EQ(run(kept.size(),
                      [](TwoOfFour& out, std::uint8_t* to) { out.kept = to; }),
                  kept)
            << groups;
        ASSERT_EQ(run(mask.size(),
                      [](TwoOfFour& out, std::uint8_t* to) { out.mask = to; }),
                  mask)
            << groups;
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Sources, TwoOfFourTest,
                         testing::Values(Wide::f32, Wide::bf16));

}  // namespace
}  // namespace ashlar::kernels
