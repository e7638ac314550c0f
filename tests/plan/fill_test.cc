// Padding holds what was asked for, and data stays data.
#include "src/plan/fill.h"

#include <gtest/gtest.h>

#include <vector>

#include "ashlar/convert.h"

namespace ashlar {
namespace {

using Bytes = std::vector<std::byte>;

Bytes converted(const char* from, const char* to, const Bytes& in,
                const Padding& padding) {
  ConvertOptions options;
  options.padding = padding;
  const Plan p = plan(parse_spec(from), parse_spec(to), options);
  Bytes out(std::size_t(p.out_bytes()), std::byte{0xcc});
  p.run(in, out);
  return out;
}

TEST(FillTest, ZeroesThePaddingOfTiles) {
  const Bytes in(6, std::byte{9});
  const Bytes out = converted("i8[2x3] row", "i8[2x3] tile(4x4)", in,
                              {Padding::Kind::zero, 0});
  for (Index h = 0; h < 4; ++h) {
    for (Index w = 0; w < 4; ++w) {
      EXPECT_EQ(out[std::size_t(h * 4 + w)],
                h < 2 && w < 3 ? std::byte{9} : std::byte{0});
    }
  }
}

TEST(FillTest, FillsWithTheCodeOfANumber) {
  const Bytes in(12, std::byte{0});
  const Bytes out = converted("bf16[2x3] row", "bf16[2x3] tile(2x4)", in,
                              {Padding::Kind::fill, -1.5});
  ASSERT_EQ(out.size(), 16u);
  EXPECT_EQ(out[6], std::byte{0xc0});
  EXPECT_EQ(out[7], std::byte{0xbf});
  EXPECT_EQ(out[5], std::byte{0});
}

TEST(FillTest, FillsNarrowCodesToo) {
  const Bytes in = {std::byte{0x21}, std::byte{0x03}};
  const Bytes out = converted("u4[1x3] row", "u4[1x3] [a, b:6]", in,
                              {Padding::Kind::fill, 15});
  EXPECT_EQ(out, (Bytes{std::byte{0x21}, std::byte{0xf3}, std::byte{0xff}}));
}

TEST(FillTest, LeavesPaddingAloneUnlessAsked) {
  const Bytes in(6, std::byte{9});
  const Bytes out = converted("i8[2x3] row", "i8[2x3] tile(4x4)", in, {});
  EXPECT_EQ(out[3], std::byte{0xcc});
  EXPECT_EQ(out[15], std::byte{0xcc});
}

TEST(FillTest, AnEmptyTensorMayBeAllPadding) {
  const Bytes out = converted("i8[0x3] row", "i8[0x3] [a:2, b]", {},
                              {Padding::Kind::zero, 0});
  EXPECT_EQ(out, Bytes(6, std::byte{0}));
}

}  // namespace
}  // namespace ashlar
