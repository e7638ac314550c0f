// Threads share out everything once, and know when they share bytes.
#include "src/plan/shares.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "ashlar/convert.h"
#include "ashlar/spec.h"
#include "tests/plan/program_of.h"

namespace ashlar {
namespace {

using kernels::Ends;

Shares shares_of(const std::string& from, const std::string& to, int threads) {
  const Side out(ashlar::bind(parse_spec(to)));
  return share_out(program_of(from, to), out, threads);
}

TEST(SharesTest, OneThreadSharesNothing) {
  const Shares shares =
      shares_of("u4[999x1111] col", "u4[999x1111] row(pitch=1113)", 1);
  EXPECT_EQ(shares.grain, shares.count);
  EXPECT_EQ(shares.ends, Ends::own);
}

TEST(SharesTest, BytesAreOwnWhereChunksEndWithThem) {
  EXPECT_EQ(shares_of("f32[4099x1111] col", "f32[4099x1111] row", 2).ends,
            Ends::own);
  EXPECT_EQ(shares_of("u4[4096x4096] col", "u4[4096x4096] row", 2).ends,
            Ends::own);
}

TEST(SharesTest, BytesAreOwnWhereRowsOfManyChunksEndWithThem) {
  // Rows of 1111 codes: two of them are whole bytes, however far chunks of a
  // row seem to go.
  const Shares shares =
      shares_of("u4[99999x1111] [b, a]", "u4[99999x1111] row", 2);
  EXPECT_EQ(shares.ends, Ends::own);
  EXPECT_LT(shares.grain, shares.count);
}

TEST(SharesTest, BytesAreOwnWhereTheFirstLevelIsInsideOfLargerSteps) {
  // Each chunk has all 16 values of the outermost digit; threads share out b,
  // between whose values there are whole bytes.
  const std::string from = "u4[4673x28725] [a/768, b, a/6%128, a%6]";
  const std::string even =
      "u4[4673x28725] p=(a/256 b/128); [a%16:18, b/4%32, b%4, a/16%16, p%7, "
      "p/7]";
  EXPECT_EQ(program_of(from, even).count_of(0), 128);
  EXPECT_EQ(shares_of(from, even, 2).ends, Ends::own);
  // Odd numbers of codes in between: two values begin and end with bytes.
  const Shares odd = shares_of(
      from,
      "u4[4673x28725] p=(a/256 b/128); [a%16:17, b/4%32, b%4, a/16%16:17, p%7, "
      "p/7:611]",
      2);
  EXPECT_EQ(odd.ends, Ends::own);
  EXPECT_EQ(odd.grain % 2, 0);
}

TEST(SharesTest, BytesAreOwnWhereALevelCountsADigit) {
  // Tables go beyond b, which counts a digit all the same.
  const Shares joined =
      shares_of("u4[622x220x981] p=(a c); [b:223, p%4, p/4]",
                "u4[622x220x981] p=(a c/96); [c/32%3, c%32, b, p%12, p/12]", 2);
  EXPECT_EQ(joined.ends, Ends::own);
  const Shares swizzled =
      shares_of("u4[8599x15609] [b, a]",
                "u4[8599x15609] p=(b/64 a/8); [a%8 ^ p%8, b%64, p%8, p/8]", 2);
  EXPECT_EQ(swizzled.ends, Ends::own);
}

TEST(SharesTest, ALevelInsideIsSharedOutWhereTheFirstWouldShareBytes) {
  // Odd rows begin inside of bytes, and so do blocks of columns.
  const std::string from = "u4[23989x5595] [b, a/2, a%2]";
  const std::string to = "u4[23989x5595] row(pitch=5603)";
  const Shares shares = shares_of(from, to, 2);
  EXPECT_EQ(shares.ends, Ends::own);
  EXPECT_GT(shares.first, 0u);
  EXPECT_EQ(shares.levels, 1u);
}

TEST(SharesTest, AnyNumberOfThreadsWritesTheSame) {
  const std::pair<std::string, std::string> kPairs[] = {
      {"u4[1989x1595] [b, a/2, a%2]", "u4[1989x1595] row(pitch=1603)"},
      {"u4[599x1609] [b, a]",
       "u4[599x1609] p=(b/64 a/8); [a%8 ^ p%8, b%64, p%8, p/8]"},
      {"u4[622x20x181] p=(a c); [b:23, p%4, p/4]",
       "u4[622x20x181] p=(a c/96); [c/32%3, c%32, b, p%12, p/12]"},
      {"u4[75x149x157] [b, c, a]", "u4[75x149x157] row"},
      {"u4[1672x1023] [b, a]", "u4[1672x1023] p=(a b); bank=p%9 | [p/9]"},
  };
  for (const auto& [from, to] : kPairs) {
    ConvertOptions options;
    options.padding = {Padding::Kind::zero, 0};
    const Plan plan = ashlar::plan(parse_spec(from), parse_spec(to), options);
    std::vector<std::byte> in(static_cast<std::size_t>(plan.in_bytes()));
    std::uint32_t state = 1;
    for (std::byte& each : in) {
      state = state * 1664525 + 1013904223;
      each = static_cast<std::byte>(state >> 24);
    }
    std::vector<std::byte> one(static_cast<std::size_t>(plan.out_bytes()));
    options.threads = 1;
    ashlar::plan(parse_spec(from), parse_spec(to), options).run(in, one);
    for (const int threads : {2, 3, 8}) {
      options.threads = threads;
      std::vector<std::byte> many(one.size(), std::byte{0xee});
      ashlar::plan(parse_spec(from), parse_spec(to), options).run(in, many);
      EXPECT_TRUE(one == many) << from << " -> " << to << ", " << threads;
    }
  }
}

TEST(SharesTest, BytesAreSharedWhereNothingElseIsKnown) {
  // Whatever is outermost, codes of its values are side by side.
  const Shares shares =
      shares_of("u4[3001x3003] row", "u4[3001x3003] [b%3, b/3, a]", 2);
  EXPECT_LT(shares.grain, shares.count);
  EXPECT_EQ(shares.ends, Ends::shared);
}

TEST(SharesTest, LevelsAreCountedTogetherUntilThereAreEnough) {
  const Shares shares =
      shares_of("f32[3x5x700x300] [a, b, d, c]", "f32[3x5x700x300] row", 2);
  EXPECT_GT(shares.levels, 1u);
  EXPECT_GE(shares.count, 8);
}

}  // namespace
}  // namespace ashlar
