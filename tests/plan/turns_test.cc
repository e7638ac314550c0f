// Stages that exchange bits, against what they are for.
#include "src/plan/turns.h"

#include <gtest/gtest.h>

#include <cstring>
#include <numeric>
#include <vector>

namespace ashlar::woven {
namespace {

/// Bits of a square: those of a row at the source are those of a column at the
/// destination.
Turn transpose_of(Index width, Index line) {
  Turn turn;
  for (Index step = width; step < line; step *= 2) {
    turn.from.push_back({{step, 0, 64 * step}});
    turn.to.push_back({{64 * step, 0, step}});
  }
  turn.entering = {turn.to.rbegin(), turn.to.rend()};
  turn.leaving = {turn.from.rbegin(), turn.from.rend()};
  return turn;
}

TEST(TurnsTest, StagesOfShortLinesInterleave) {
  for (const Index width : {1, 2, 4, 8}) {
    const kernels::Weave weave = make_weave(transpose_of(width, 16), width);
    EXPECT_EQ(weave.line, 16u);
    EXPECT_EQ(weave.interleaved, static_cast<std::size_t>(width));
    EXPECT_EQ(Index{1} << weave.stages, 16 / width);
  }
}

TEST(TurnsTest, LinesOfASquareBecomeItsColumns) {
  for (const Index line : {16, 64}) {
    for (const Index width : {2, 4, 8}) {
      kernels::Weave weave = make_weave(transpose_of(width, line), width);
      const auto side = static_cast<std::size_t>(line / width);
      const auto bytes = static_cast<std::size_t>(line);
      // The first stage exchanges the highest bits, as they were given.
      const auto reversed = [&](std::size_t number) {
        std::size_t out = 0;
        for (std::size_t bit = 1; bit < side; bit *= 2) {
          out = out * 2 + (number / bit) % 2;
        }
        return out;
      };
      for (std::size_t i = 0; i < side; ++i) {
        weave.in_at[i] = static_cast<std::int64_t>(reversed(i) * bytes);
        weave.out_at[i] = weave.in_at[i];
      }
      std::vector<std::uint8_t> in(side * bytes);
      std::iota(in.begin(), in.end(), std::uint8_t{0});
      std::vector<std::uint8_t> out(in.size());
      std::vector<std::uint8_t> expected(in.size());
      const auto size = static_cast<std::size_t>(width);
      for (std::size_t r = 0; r < side; ++r) {
        for (std::size_t c = 0; c < side; ++c) {
          std::memcpy(&expected[c * bytes + r * size],
                      &in[r * bytes + c * size], size);
        }
      }
      const kernels::Move here;
      kernels::weave_lines(weave, in.data(), out.data(), {&here, 1},
                           kernels::Store::cached, {});
      EXPECT_EQ(out, expected) << line << " bytes, width " << width;
    }
  }
}

TEST(TurnsTest, LowestBitsThatStayKeepPiecesTogether) {
  // Pairs of two bytes stay pairs while lines exchange them.
  Turn turn = transpose_of(4, 16);
  const Bit pair = {{2, 0, 2}};
  turn.from.insert(turn.from.begin(), pair);
  turn.to.insert(turn.to.begin(), pair);
  EXPECT_EQ(make_weave(turn, 2).interleaved, 4u);
}

}  // namespace
}  // namespace ashlar::woven
