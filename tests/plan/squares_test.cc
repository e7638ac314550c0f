// Loops that are rows on one side and columns on the other.
#include "src/plan/squares.h"

#include <gtest/gtest.h>

#include <map>

namespace ashlar {
namespace {

/// Where each byte goes, by the loops.
std::map<Index, Index> by_loops(const std::vector<Strand>& strands) {
  std::map<Index, Index> out = {{0, 0}};
  for (const Strand& strand : strands) {
    std::map<Index, Index> next;
    for (const auto& [in, to] : out) {
      for (Index k = 0; k < strand.count; ++k) {
        const auto at = static_cast<std::size_t>(k);
        const bool is_even = strand.in_at.empty();
        next[in + (is_even ? k * strand.in_step : strand.in_at[at])] =
            to + (is_even ? k * strand.out_step : strand.out_at[at]);
      }
    }
    out = std::move(next);
  }
  return out;
}

std::map<Index, Index> by_squares(const Squares& squares) {
  std::map<Index, Index> out;
  for (const auto& [in, to] : squares.moves) {
    for (std::size_t r = 0; r < squares.rows.size(); ++r) {
      for (std::size_t c = 0; c < squares.columns.size(); ++c) {
        out[in + squares.rows[r] + static_cast<Index>(c)] =
            to + squares.columns[c] + static_cast<Index>(r);
      }
    }
  }
  return out;
}

TEST(SquaresTest, HaveRowsOfSeveralLoops) {
  // [a, b%6, c%4, d%2] to [a, d%2, c%4, b%6].
  const std::vector<Strand> strands = {{5, 48, 48, {}, {}},
                                       {6, 8, 1, {}, {}},
                                       {4, 2, 6, {}, {}},
                                       {2, 1, 24, {}, {}}};
  const auto squares = find_squares(strands);
  ASSERT_TRUE(squares);
  EXPECT_EQ(squares->columns,
            (std::vector<Index>{0, 24, 6, 30, 12, 36, 18, 42}));
  EXPECT_EQ(squares->rows.size() * squares->moves.size(), 30u);
  EXPECT_EQ(by_squares(*squares), by_loops(strands));
  EXPECT_TRUE(squares->is_narrow());
  EXPECT_FALSE(
      find_squares({{9, 1, 8, {}, {}}, {8, 9, 1, {}, {}}})->is_narrow());
}

TEST(SquaresTest, TakeTablesThatAreEvenOnTheirSide) {
  // Columns that lie anywhere at the source.
  const std::vector<Strand> strands = {
      {6, 24, 1, {0, 12, 36, 24, 60, 48}, {0, 1, 2, 3, 4, 5}},
      {4, 1, 6, {}, {}}};
  const auto squares = find_squares(strands);
  ASSERT_TRUE(squares);
  EXPECT_EQ(squares->rows, (std::vector<Index>{0, 12, 36, 24, 60, 48}));
  EXPECT_EQ(by_squares(*squares), by_loops(strands));
}

TEST(SquaresTest, AreNoneWhereTheSameIsContiguousOrTooLittle) {
  EXPECT_FALSE(find_squares({{8, 1, 1, {}, {}}, {8, 8, 16, {}, {}}}));
  EXPECT_FALSE(find_squares({{3, 1, 8, {}, {}}, {8, 3, 1, {}, {}}}));
  EXPECT_FALSE(find_squares({{8, 2, 1, {}, {}}, {8, 16, 8, {}, {}}}));
  EXPECT_FALSE(find_squares({}));
}

}  // namespace
}  // namespace ashlar
