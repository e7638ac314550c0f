// Which loops make a chunk, and which stay outside.
#include "src/plan/program.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ashlar/spec.h"
#include "src/plan/cost.h"
#include "tests/plan/program_of.h"

namespace ashlar {
namespace {

TEST(ProgramTest, CountsEveryElementOnce) {
  constexpr const char* kLayouts[] = {"row", "col", "ttnn", "tile(32x32)",
                                      "[b/64, a/4, b%64, a%4]"};
  for (const std::string from : kLayouts) {
    for (const std::string to : kLayouts) {
      const Program p =
          program_of("bf16[192x320] " + from, "bf16[192x320] " + to);
      Index all = p.chunk.count;
      for (const Loop& loop : p.outer) all *= loop.count;
      EXPECT_GE(all, 192 * 320) << from << " -> " << to;
      Index bytes = 0;
      for (const kernels::Span& each : p.chunk.segments) {
        bytes += static_cast<Index>(each.count);
      }
      EXPECT_EQ(bytes, p.chunk.count * 2) << from << " -> " << to;
    }
  }
}

TEST(ProgramTest, CompletesTiles) {
  const Program p = program_of("f32[4096x4096] row", "f32[4096x4096] ttnn");
  EXPECT_EQ(p.span[0], 32);
  EXPECT_EQ(p.span[1] % 32, 0);
}

TEST(ProgramTest, ReadsOneStretchIfThatIsEnough) {
  const Program p = program_of("f32[4096x4096] ttnn", "f32[4096x4096] row");
  EXPECT_EQ(p.chunk.count * 4, 8192);
  EXPECT_EQ(p.fetch, kernels::Fetch::Into::l1);
  EXPECT_EQ(p.lines.size(), 8192u / 64);
}

TEST(ProgramTest, TakesFewRowsThatAreAPowerOfTwoApart) {
  const Program near = program_of("f32[4224x4224] row", "f32[4224x4224] col");
  const Program far = program_of("f32[4096x4096] row", "f32[4096x4096] col");
  EXPECT_EQ(near.span[0], 64);
  EXPECT_EQ(far.span[0], 32);
}

TEST(ProgramTest, AsksForNoRowsThatComeUnasked) {
  const Side in(ashlar::bind(parse_spec("f32[4096x4096] row")));
  const Side out(ashlar::bind(parse_spec("f32[4096x4096] col")));
  ChunkSize size;
  const Widths widths{32, 32, 4, false};
  EXPECT_FALSE(make_program(in, out, widths, size).lines.empty());
  for (const RowsFollowed rows : {RowsFollowed::some, RowsFollowed::many}) {
    size.rows = rows;
    EXPECT_TRUE(make_program(in, out, widths, size).lines.empty());
  }
}

TEST(ProgramTest, ReachesAsFarAsItsElementsUnlessACastCouldRefuse) {
  const Side in(ashlar::bind(parse_spec("f32[60x100] [a:64, b:128]")));
  const Side out(ashlar::bind(parse_spec("bf16[60x100] col")));
  for (const Gaps gaps : {Gaps::kept, Gaps::free}) {
    const Side same(ashlar::bind(parse_spec("f32[60x100] col")));
    const Program all = make_program(in, same, {32, 32, 4, false}, {}, gaps);
    ASSERT_TRUE(all.outer.empty());
    EXPECT_EQ(all.reach, (59 * 128 + 100) * 32);
    EXPECT_EQ(make_program(in, out, {32, 16, 4, true}, {}, gaps).reach, 0);
  }
}

TEST(ProgramTest, CastsLinesOnTheirWay) {
  const Side in(ashlar::bind(parse_spec("f32[4096x4096] row")));
  const Side out(ashlar::bind(parse_spec("bf16[4096x4096] ttnn")));
  Widths widths{32, 16, 4, true};
  EXPECT_FALSE(make_program(in, out, widths).chunk.is_straight);
  widths.casts_lines = true;
  const Program p = make_program(in, out, widths);
  EXPECT_TRUE(p.chunk.is_straight);
  EXPECT_TRUE(p.chunk.is_streamed);
  EXPECT_EQ(p.chunk.stretch_count * std::ssize(p.chunk.stretches),
            p.chunk.count);
}

TEST(ProgramTest, FindsChunksThatCostLess) {
  // Which chunks cost less depends on what the processor can do.
  constexpr std::string_view kPairs[][2] = {
      {"i8[165x2430x167] [b/8, a/16, c/8:22, b/2%4, a%16, b%2, c%8]",
       "i8[165x2430x167] [c, a/5, b/6, a%5, b%6]"},
      {"i8[29532x2272] [a/3, b/64, b/2%32, b%2, a%3]",
       "i8[29532x2272] p=(b a/64); [a/32%2, a%32, p%4, p/4]"},
      {"i8[187x120x2991] core=a/5 | [b/3, c/3, b%3, a%5, c%3]",
       "i8[187x120x2991] p=(b a/24); bank=p%11 | [c/4:754, p/11, a/6%4, c%4, "
       "a%6]"}};
  int better = 0;
  for (const auto& pair : kPairs) {
    const std::string from(pair[0]);
    const std::string to(pair[1]);
    const Side in(ashlar::bind(parse_spec(from)));
    const Side out(ashlar::bind(parse_spec(to)));
    const double most = 0.9 * cost_of(program_of(from, to), 8);
    const auto found = find_program(in, out, {}, Gaps::kept, {most, 1e9});
    if (!found) continue;
    EXPECT_LT(cost_of(*found, 8), most) << from;
    ++better;
  }
  EXPECT_GE(better, 1);
}

TEST(ProgramTest, TriesNoLongerThanItMay) {
  const Side in(
      ashlar::bind(parse_spec("i8[4096x4096] p=(a b/64); [b%64, "
                              "p%6, p/6]")));
  const Side out(
      ashlar::bind(parse_spec("i8[4096x4096] [a/5, b/12, a%5, "
                              "b%12]")));
  EXPECT_TRUE(find_program(in, out, {}, Gaps::kept, {1e9, 1e9}));
  EXPECT_FALSE(find_program(in, out, {}, Gaps::kept, {1e9, 1000}));
  EXPECT_FALSE(find_program(in, out, {}, Gaps::kept, {1e-3, 1e9}));
}

TEST(ProgramTest, CodesThatStayTogetherMoveAsBytes) {
  const Program tiles = program_of("u4[64x64] row", "u4[64x64] tile(32x32)");
  EXPECT_EQ(tiles.widths.in_bits, 8);
  EXPECT_EQ(tiles.widths.work_bytes, 1);
  EXPECT_EQ(program_of("u4[64x64] row", "u4[64x64] col").widths.in_bits, 4);
  EXPECT_EQ(program_of("u4[64x63] row", "u4[64x63] ttnn").widths.in_bits, 4);
  // Eight codes of three bits make whole bytes.
  EXPECT_EQ(
      program_of("u3_w3[64x64] row", "u3_w3[64x64] tile(8x8)").widths.in_bits,
      24);
}

/// Loops and dims of the levels, as they are or as a side would have them.
using Order = std::vector<std::pair<std::size_t, std::size_t>>;
Order order_of(const std::vector<Level>& levels) {
  Order out;
  for (const Level& each : levels) out.emplace_back(each.loop, each.dim);
  return out;
}
Order order_by(const Program& p, const std::string& spec, Which which) {
  const Side side(ashlar::bind(parse_spec(spec)));
  return order_of(order_levels(p.outer, p.axes, side, which));
}

TEST(ProgramTest, ChunksThatReadTheSameLinesFollowEachOther) {
  const std::string from = "u4[21771x6165] [a/6, b/16, b/2%8, b%2, a%6]";
  const std::string to =
      "u4[21771x6165] [a/32%2, a%32, b/8%12, b/4%2, a/64, b%4, b/96]";
  const Program p = program_of(from, to);
  ASSERT_GT(std::ssize(p.lines) * 64, p.chunk.count / 2 * 2);
  EXPECT_EQ(order_of(p.levels), order_by(p, from, Which::source));
  EXPECT_NE(order_of(p.levels), order_by(p, to, Which::destination));
}

TEST(ProgramTest, NothingIsFetchedThatFitsIntoTheCache) {
  EXPECT_TRUE(program_of("f32[64x64] row", "f32[64x64] col").lines.empty());
}

}  // namespace
}  // namespace ashlar
