// Every permutation of the bits of an address, against the definition.
#include "src/plan/weaving.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

namespace ashlar {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr Index kLong = 64;
constexpr Index kShort = 16;

/// Moves element by element, as the strands say.
void move_slowly(const std::vector<Strand>& strands, std::size_t level,
                 const std::uint8_t* in, std::uint8_t* out, Index width) {
  if (level == strands.size()) {
    std::memcpy(out, in, static_cast<std::size_t>(width));
    return;
  }
  const Strand& strand = strands[level];
  for (Index k = 0; k < strand.count; ++k) {
    const auto at = static_cast<std::size_t>(k);
    const bool is_even = strand.in_at.empty();
    move_slowly(strands, level + 1,
                in + (is_even ? k * strand.in_step : strand.in_at[at]),
                out + (is_even ? k * strand.out_step : strand.out_at[at]),
                width);
  }
}

void expect_woven(const std::vector<Strand>& strands, Index width,
                  std::size_t size, Index line) {
  Bytes in(size);
  for (std::size_t i = 0; i < size; ++i) {
    in[i] = static_cast<std::uint8_t>(i * 167 + i / 251);
  }
  Bytes expected(size, 0xee);
  move_slowly(strands, 0, in.data(), expected.data(), width);
  for (const WeaveOrder order : {WeaveOrder::source, WeaveOrder::destination}) {
    const std::vector<Pass> passes = weave_block(strands, width, order, line);
    ASSERT_FALSE(passes.empty());
    ASSERT_LE(passes.size(), 2u);
    Bytes out(size, 0xee);
    Bytes scratch(size);
    const std::uint8_t* from = in.data();
    for (const Pass& pass : passes) {
      const bool is_last = &pass == &passes.back();
      std::uint8_t* to = is_last ? out.data() : scratch.data();
      kernels::weave_lines(pass.weave, from, to,
                           {pass.groups.data(), pass.groups.size(),
                            pass.places.empty() ? nullptr : pass.places.data()},
                           kernels::Store::cached, {});
      from = to;
    }
    ASSERT_EQ(out, expected);
  }
}

/// Loops that lie densely on both sides, in two random orders.
std::vector<Strand> random_strands(std::mt19937_64& random, Index width,
                                   std::size_t& size) {
  // Enough twos for a line, shared out over loops, and some odd counts.
  std::vector<Strand> strands(2 + random() % 4);
  Index all = width;
  while (all < 4096) {
    Strand& strand = strands[random() % strands.size()];
    strand.count *= 2;
    all *= 2;
  }
  const auto assign = [&](Index Strand::*step) {
    std::shuffle(strands.begin(), strands.end(), random);
    Index at = width;
    for (Strand& strand : strands) {
      strand.*step = at;
      at *= strand.count;
    }
  };
  assign(&Strand::in_step);
  assign(&Strand::out_step);
  // What is outermost need be no power of two, nor even.
  if (random() % 2 == 0) {
    strands.push_back({3, all, 2 * all, {}, {}});
  } else {
    strands.push_back({3, 0, 0, {0, 2 * all, all}, {all, 0, 3 * all}});
  }
  size = static_cast<std::size_t>(8 * all);
  return strands;
}

TEST(WeavingTest, MovesWhateverBitsMakeUp) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 400 && !testing::Test::HasFailure(); ++i) {
    for (const Index width : {1, 2, 4, 8}) {
      std::size_t size = 0;
      const std::vector<Strand> strands = random_strands(random, width, size);
      expect_woven(strands, width, size, kLong);
      expect_woven(strands, width, size, kShort);
    }
  }
}

/// Weights as convolutions want them: rows of 9 elements for each of many
/// channels become lines of as many rows.
TEST(WeavingTest, SpreadsStretchesThatAreNoPowersOfTwo) {
  const auto check = [](Index width, Index odd, Index line) {
    const Index lanes = line / width;
    const Index stretch = odd * lanes * width;
    const std::vector<Strand> strands = {
        {odd, width, lanes * line, {}, {}},
        {lanes, odd * width, line, {}, {}},
        {2, stretch, line * stretch, {}, {}},
        {lanes, 2 * stretch, width, {}, {}},
    };
    const auto size = static_cast<std::size_t>(2 * line * stretch);
    expect_woven(strands, width, size, line);
    EXPECT_EQ(weave_block(strands, width, WeaveOrder::source, line).size(), 1u);
    // A table that is as even at the source as steps are.
    std::vector<Strand> listed = strands;
    for (Index k = 0; k < odd; ++k) {
      listed[0].in_at.push_back(k * width);
      listed[0].out_at.push_back((odd - 1 - k) * lanes * line);
    }
    expect_woven(listed, width, size, line);
  };
  for (const Index odd : {3, 9, 25}) {
    for (const Index width : {2, 4, 8}) check(width, odd, kLong);
    for (const Index width : {1, 2, 4}) check(width, odd, kShort);
  }
}

TEST(WeavingTest, SpreadsNoStretchThatEndsInsideOfALine) {
  for (const Index line : {kLong, kShort}) {
    EXPECT_TRUE(weave_block({{9, 4, 1024, {}, {}}, {16, 256, 4, {}, {}}}, 4,
                            WeaveOrder::source, line)
                    .empty());
  }
}

TEST(WeavingTest, NeedsTwoPassesOnlyForBytes) {
  const auto passes = [](Index width) {
    const Index side = 64 / width;
    return weave_block({{side, width, 64, {}, {}}, {side, 64, width, {}, {}}},
                       width, WeaveOrder::destination, kLong)
        .size();
  };
  EXPECT_EQ(passes(8), 1u);
  EXPECT_EQ(passes(4), 1u);
  EXPECT_EQ(passes(2), 1u);
  EXPECT_EQ(passes(1), 2u);
}

TEST(WeavingTest, LeavesWhatHasNoWholeLines) {
  // 48 bytes in a row at the destination, or 12 elements at the source.
  EXPECT_TRUE(
      weave_block({{12, 4, 4, {}, {}}}, 4, WeaveOrder::source, kLong).empty());
  for (const Index line : {kLong, kShort}) {
    EXPECT_TRUE(weave_block({{16, 8, 4, {}, {}}, {16, 128, 64, {}, {}}}, 4,
                            WeaveOrder::source, line)
                    .empty());
  }
}

}  // namespace
}  // namespace ashlar
