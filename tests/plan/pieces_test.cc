// Chunks that are cut short: all that is inside, once, and nothing else.
#include "src/plan/pieces.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <thread>

namespace ashlar {
namespace {

constexpr Target kInLines = {true, false};
constexpr Widths kBytes{8, 8, 1, false};

Loop loop(int axis, Index step, Index count, Index in_step, Index out_step) {
  Loop out;
  out.dims = {{axis, step, count}};
  out.count = count;
  out.in_step = in_step * 8;
  out.out_step = out_step * 8;
  return out;
}

/// The bytes that pieces move, from and to.
void collect(const Chunk& chunk, std::size_t level, Index in, Index out,
             std::map<Index, Index>& moved) {
  if (level == chunk.loops.size()) {
    EXPECT_TRUE(moved.emplace(in / 8, out / 8).second) << in / 8;
    return;
  }
  const Loop& each = chunk.loops[level].loop;
  for (Index k = 0; k < each.count; ++k) {
    collect(chunk, level + 1, in + each.in_offset(k), out + each.out_offset(k),
            moved);
  }
}

std::map<Index, Index> moved(const std::vector<Piece>& pieces) {
  std::map<Index, Index> out;
  for (const Piece& piece : pieces) {
    collect(piece.chunk, 0, piece.in, piece.out, out);
  }
  return out;
}

// An axis of digits of 3, 4 and 5, and one of 2.
std::vector<Loop> loops(Index width = 1) {
  const auto of = [&](int axis, Index step, Index count, Index in, Index out) {
    return loop(axis, step, count, in * width, out * width);
  };
  return {of(0, 1, 3, 1, 40), of(0, 3, 4, 3, 10), of(0, 12, 5, 12, 2),
          of(1, 1, 2, 60, 1)};
}

Index out_of(Index a, Index b) {
  return a % 3 * 40 + a / 3 % 4 * 10 + a / 12 * 2 + b;
}

TEST(PiecesTest, HoldWhatIsInsideOnce) {
  for (Index a = 1; a <= 60; ++a) {
    for (Index b = 1; b <= 2; ++b) {
      const auto found =
          moved(cut_short(loops(), {{a, b}, {a, b}}, kBytes, kInLines));
      std::map<Index, Index> expected;
      for (Index i = 0; i < a; ++i) {
        for (Index k = 0; k < b; ++k) expected[i + 60 * k] = out_of(i, k);
      }
      EXPECT_EQ(found, expected) << a << ", " << b;
    }
  }
}

TEST(PiecesTest, AreNoMoreThanTheDigitsOfTheEnd) {
  constexpr Widths kWide{128, 128, 16, false};
  const auto count = [&](Index a, Index b) {
    return cut_short(loops(16), {{a, b}, {a, b}}, kWide, kInLines).size();
  };
  EXPECT_EQ(count(60, 2), 1u);
  EXPECT_EQ(count(48, 2), 1u);
  EXPECT_EQ(count(51, 2), 2u);
  EXPECT_EQ(count(52, 2), 3u);
}

TEST(PiecesTest, AreOneWhereTheyLieBetweenEachOther) {
  // Rows of 2, of which the second ones end after 40 of 64.
  const std::vector<Loop> rows = {loop(0, 1, 64, 1, 2), loop(0, 64, 2, 64, 1)};
  const auto pieces = cut_short(rows, {{104, 1}, {104, 1}}, kBytes, kInLines);
  ASSERT_EQ(pieces.size(), 1u);
  // What is whole is one segment, and then there are holes.
  const std::vector<kernels::Span>& segments = pieces[0].chunk.segments;
  ASSERT_EQ(segments.size(), 1u + 23u);
  EXPECT_EQ(segments[0].count, 81u);
  std::map<Index, Index> expected;
  for (Index i = 0; i < 104; ++i) expected[i] = i % 64 * 2 + i / 64;
  EXPECT_EQ(moved(pieces), expected);
}

TEST(PiecesTest, SeveralAxesAtOnceGoByElement) {
  Loop both;
  both.dims = {{0, 1, 4}, {1, 1, 3}};
  both.count = 12;
  both.in_even = both.out_even = false;
  for (Index k = 0; k < 12; ++k) {
    both.in_at.push_back(k * 8);
    both.out_at.push_back((11 - k) * 8);
  }
  const auto found =
      moved(cut_short({both}, {{3, 2}, {3, 2}}, kBytes, kInLines));
  std::map<Index, Index> expected;
  for (Index a = 0; a < 3; ++a) {
    for (Index b = 0; b < 2; ++b) expected[a * 3 + b] = 11 - (a * 3 + b);
  }
  EXPECT_EQ(found, expected);
}

TEST(PiecesTest, AreKeptAndShared) {
  const PieceCache cache(loops(), {}, kBytes, kInLines);
  const auto first = cache.find({{7, 2}, {7, 2}});
  EXPECT_EQ(cache.find({{7, 2}, {7, 2}}), first);
  EXPECT_NE(cache.find({{8, 2}, {8, 2}}), first);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (Index a = 1; a <= 60; ++a) {
        EXPECT_EQ(moved(cache.find({{a, 1}, {a, 1}})->pieces).size(),
                  std::size_t(a));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace ashlar
