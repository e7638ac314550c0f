// What a work area is sent as.
#include "src/plan/segments.h"

#include <gtest/gtest.h>

namespace ashlar {
namespace {

using kernels::Span;

constexpr Widths kBytes{8, 8, 1, false};
constexpr Widths kNibbles{4, 4, 1, false};

ChunkLoop loop(Index count, Index out_step) {
  ChunkLoop out;
  out.loop.dims = {{0, 1, count}};
  out.loop.count = count;
  out.loop.out_step = out_step;
  return out;
}

TEST(SegmentsTest, GoOnAsFarAsTheDestinationDoes) {
  std::vector<ChunkLoop> loops = {loop(3, 800), loop(5, 80), loop(10, 8)};
  const Segments segments = list_segments(loops, kBytes);
  EXPECT_EQ(segments.count, 50);
  ASSERT_EQ(segments.spans.size(), 3u);
  EXPECT_EQ(segments.spans[2].in, 100);
  EXPECT_EQ(segments.spans[2].out, 200);
  EXPECT_EQ(segments.spans[2].count, 50u);
  EXPECT_EQ(loops[0].work_step, 50);
  EXPECT_EQ(loops[2].work_step, 1);
}

TEST(SegmentsTest, AreInTheOrderOfTheDestination) {
  std::vector<ChunkLoop> loops = {loop(3, -64), loop(4, 8)};
  const Segments segments = list_segments(loops, kBytes);
  ASSERT_EQ(segments.spans.size(), 3u);
  EXPECT_EQ(segments.spans[0].out, -16);
  EXPECT_EQ(segments.spans[0].in, 8);
  EXPECT_EQ(segments.spans[2].out, 0);
}

TEST(SegmentsTest, CountBitsOfCodesOrBytesIfTheyAreWhole) {
  std::vector<ChunkLoop> loops = {loop(2, 400), loop(6, 4)};
  std::vector<Span> spans = list_segments(loops, kNibbles).spans;
  EXPECT_EQ(spans[1].out, 400);
  EXPECT_EQ(spans[1].count, 6u);
  ASSERT_TRUE(count_bytes(spans, 4));
  EXPECT_EQ(spans[1].in, 3);
  EXPECT_EQ(spans[1].out, 50);
  EXPECT_EQ(spans[1].count, 3u);
  for (const Span& odd : {Span{1, 0, 2}, Span{0, 4, 2}, Span{0, 0, 3}}) {
    std::vector<Span> one = {odd};
    EXPECT_FALSE(count_bytes(one, 4));
    EXPECT_EQ(one[0].count, odd.count);
  }
}

TEST(SegmentsTest, MayBeLinesOrGoOnInTheNextChunk) {
  const std::vector<Span> lines = {{0, 64, 128}, {128, 640, 64}};
  EXPECT_TRUE(are_lines(lines));
  EXPECT_EQ(mean_count(lines), 96);
  EXPECT_FALSE(go_on(lines, 64 * 8));
  EXPECT_FALSE(are_lines({{0, 32, 64}}));
  EXPECT_FALSE(are_lines({{0, 64, 32}}));
  EXPECT_TRUE(go_on({{0, 3, 17}, {17, 99, 17}}, 17 * 8));
}

}  // namespace
}  // namespace ashlar
