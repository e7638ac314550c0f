// Each kind of chunk goes the way that suits it.
#include "src/plan/chunk.h"

#include <gtest/gtest.h>

namespace ashlar {
namespace {

/// A loop along its own axis.
Loop loop(int axis, Index count, Index in_step, Index out_step) {
  Loop out;
  out.dims = {{axis, 1, count}};
  out.count = count;
  out.in_step = in_step;
  out.out_step = out_step;
  return out;
}

constexpr Target kInLines = {true, false};
constexpr Widths kF32{32, 32, 4, false};
constexpr Widths kToBf16{32, 16, 4, true};
constexpr Widths kNibbles{4, 4, 1, false};

TEST(ChunkTest, CopiesWholeLinesStraightToTheDestination) {
  const Chunk chunk = make_chunk(
      {loop(0, 8, 4096 * 8, 512), loop(1, 16, 32, 32)}, kF32, kInLines);
  EXPECT_EQ(chunk.way, Way::copy);
  EXPECT_TRUE(chunk.is_direct);
  EXPECT_TRUE(chunk.is_in_lines);
  EXPECT_EQ(chunk.runs.run, 64u);
  EXPECT_EQ(chunk.runs.rows, 8u);
  EXPECT_FALSE(make_chunk({loop(0, 8, 4096 * 8, 512), loop(1, 16, 32, 32)},
                          kF32, Target{})
                   .is_in_lines);
}

TEST(ChunkTest, WeavesWhatPowersOfTwoBuildUp) {
  const Chunk chunk = make_chunk(
      {loop(0, 16, 4096 * 8, 32), loop(1, 16, 32, 4096 * 8)}, kF32, kInLines);
  if (kernels::woven_line() == 0) {
    EXPECT_EQ(chunk.way, Way::transpose);
    return;
  }
  EXPECT_EQ(chunk.way, Way::weave);
  // Many lines are only begun at once where they are written whole.
  EXPECT_EQ(chunk.is_direct, kernels::woven_line() == 64);
}

TEST(ChunkTest, TransposesWhatHasNoPowersOfTwo) {
  const Chunk chunk = make_chunk(
      {loop(0, 15, 4096 * 8, 32), loop(1, 15, 32, 4096 * 8)}, kF32, kInLines);
  EXPECT_EQ(chunk.way, Way::transpose);
  EXPECT_FALSE(chunk.is_direct);
  EXPECT_EQ(chunk.runs.rows, 15u);
  EXPECT_EQ(chunk.runs.run, 15u);
}

TEST(ChunkTest, TransposesNeighboursTogether) {
  Widths nibbles;
  nibbles.in_bits = nibbles.out_bits = 4;
  // 12 x 24 pairs of codes, which stay pairs.
  const Chunk chunk = make_chunk(
      {loop(0, 12, 8 * 24, 8), loop(1, 24, 8, 8 * 12), loop(2, 2, 4, 4)},
      nibbles, Target{});
  EXPECT_EQ(chunk.way, Way::transpose);
  EXPECT_EQ(chunk.move_bytes, 2);
  EXPECT_EQ(chunk.runs.rows, 12u);
  EXPECT_EQ(chunk.runs.run, 24u);
}

TEST(ChunkTest, NarrowSquaresGoByRegistersWhereTheyCan) {
  Widths bytes;
  const auto turned = [&](Index across, Index down) {
    return make_chunk(
        {loop(0, down, across * 8, 8), loop(1, across, 8, down * 8)}, bytes,
        kInLines);
  };
  EXPECT_EQ(turned(6, 999).way,
            kernels::can_permute() ? Way::gather : Way::squares);
  EXPECT_EQ(turned(6, 99).way, Way::squares);
  EXPECT_EQ(turned(9, 999).way, Way::squares);
}

TEST(ChunkTest, GathersWhatIsTooShortForAnythingElse) {
  const Chunk chunk = make_chunk(
      {loop(0, 3, 32 * 5, 32 * 5), loop(1, 5, 32 * 15, 32)}, kF32, kInLines);
  EXPECT_EQ(chunk.way, Way::gather);
  ASSERT_EQ(chunk.segments.size(), 1u);
  EXPECT_EQ(chunk.segments[0].count, 60u);
  ASSERT_EQ(chunk.table.near.size(), 15u);
  EXPECT_EQ(chunk.table.near[1], 15);
}

TEST(ChunkTest, ScattersToShortStretches) {
  const Chunk chunk =
      make_chunk({loop(0, 8, 64, 128), loop(1, 2, 32, 32)}, kF32, kInLines);
  EXPECT_EQ(chunk.way, Way::scatter);
  EXPECT_TRUE(chunk.is_direct);
}

TEST(ChunkTest, CastsLongStretchesFirst) {
  const Chunk chunk = make_chunk(
      {loop(0, 32, 4096 * 8, 32 * 16), loop(1, 32, 32, 16)}, kToBf16, kInLines);
  EXPECT_EQ(chunk.stretch_count, 32);
  EXPECT_EQ(chunk.stretches.size(), 32u);
  EXPECT_TRUE(chunk.pulled.spans.empty());
  EXPECT_EQ(chunk.move_bytes, 2);
}

TEST(ChunkTest, PutsShorterStretchesTogetherBeforeTheyAreCast) {
  const Chunk chunk = make_chunk(
      {loop(0, 32, 4096 * 8, 16 * 16), loop(1, 16, 32, 16)}, kToBf16, kInLines);
  EXPECT_TRUE(chunk.is_staged);
  EXPECT_TRUE(chunk.stretches.empty());
  ASSERT_EQ(chunk.pulled.spans.size(), 32u);
  EXPECT_EQ(chunk.pulled.spans[1].in, 4096);
  EXPECT_EQ(chunk.pulled.spans[1].out, 64);
  EXPECT_EQ(chunk.pulled.spans[1].count, 64u);
  EXPECT_EQ(chunk.pulled.bytes, 32 * 64);
}

TEST(ChunkTest, PutsStretchesTogetherThatEndInsideOfLines) {
  const auto pulled = [](Index count) {
    return make_chunk(
               {loop(0, 4, 40960 * 8, count * 16), loop(1, count, 32, 16)},
               kToBf16, kInLines)
        .pulled.spans.size();
  };
  EXPECT_EQ(pulled(48), 4u);
  EXPECT_EQ(pulled(64), 0u);
  EXPECT_EQ(pulled(500), 4u);
  EXPECT_EQ(pulled(2000), 0u);  // the end hardly matters
}

TEST(ChunkTest, CastsShortStretchesLast) {
  const Chunk chunk = make_chunk(
      {loop(0, 32, 4096 * 8, 16), loop(1, 3, 32, 16 * 32)}, kToBf16, kInLines);
  EXPECT_FALSE(chunk.is_staged);
  EXPECT_EQ(chunk.move_bytes, 4);
}

TEST(ChunkTest, UnpacksWhatCanBeUnpacked) {
  EXPECT_TRUE(make_chunk({loop(0, 64, 4 * 64, 4), loop(1, 64, 4, 4 * 64)},
                         kNibbles, kInLines)
                  .is_staged);
  const Chunk codes = make_chunk({loop(0, 64, 4 * 8, 4), loop(1, 2, 4, 4 * 64)},
                                 kNibbles, kInLines);
  EXPECT_EQ(codes.way, Way::gather);
  EXPECT_EQ(codes.table.near.size(), 128u);
  EXPECT_FALSE(codes.is_staged);
}

}  // namespace
}  // namespace ashlar
