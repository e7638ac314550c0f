// What a work area is sent as.
#include "src/plan/segments.h"

#include <gtest/gtest.h>

#include <map>

#include "src/kernels/open_lines.h"

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

/// Which bit of the work area, or byte of it, goes where.
using Places = std::map<Index, Index>;

/// Digits of 4, 5 and 3 of one axis and of 2 of another, in the order of the
/// destination, where elements have so many bits.
std::vector<ChunkLoop> mixed_digits(Index bits) {
  std::vector<ChunkLoop> loops = {loop(4, 40 * bits), loop(5, 6 * bits),
                                  loop(2, 3 * bits), loop(3, bits)};
  loops[0].loop.dims = {{0, 3, 4}};
  loops[1].loop.dims = {{0, 12, 5}};
  loops[2].loop.dims = {{1, 1, 2}};
  loops[3].loop.dims = {{0, 1, 3}};
  return loops;
}

/// What lies before the ends of both axes, element by element.
Places places_before(const std::vector<ChunkLoop>& loops, Index a, Index b) {
  Places all = {{0, 0}};
  std::map<Index, std::pair<Index, Index>> index = {{0, {0, 0}}};
  for (const auto& [each, work_step] : loops) {
    Places next;
    std::map<Index, std::pair<Index, Index>> next_index;
    for (const auto& [work, out] : all) {
      for (Index k = 0; k < each.count; ++k) {
        const Index to = work + k * work_step;
        next[to] = out + k * each.out_step;
        auto at = index[work];
        (each.dims[0].axis == 0 ? at.first : at.second) +=
            k * each.dims[0].step;
        next_index[to] = at;
      }
    }
    all = std::move(next);
    index = std::move(next_index);
  }
  std::erase_if(all, [&](const auto& place) {
    const auto& [i, k] = index[place.first];
    return i >= a || k >= b;
  });
  return all;
}

TEST(SegmentsTest, ClippedAreWhatLiesBeforeTheEndsOfAxes) {
  for (const Widths& widths : {kBytes, kNibbles}) {
    const Index bits = widths.out_bits;
    const Index unit = bits == 8 ? 8 : 1;
    std::vector<ChunkLoop> loops = mixed_digits(bits);
    list_segments(loops, widths);
    for (Index a = 1; a <= 60; ++a) {
      for (Index b = 1; b <= 2; ++b) {
        Places found;
        Index end = -1;
        for (const Span& each : list_clipped(loops, {a, b}, widths)) {
          EXPECT_GE(each.out, end) << "not in order";
          end = each.out;
          for (Index i = 0; i < static_cast<Index>(each.count); ++i) {
            const Index out = each.out * unit + i * bits;
            EXPECT_TRUE(found.emplace(each.in + i, out).second);
          }
        }
        EXPECT_EQ(found, places_before(loops, a, b)) << a << ", " << b;
      }
    }
  }
}

TEST(SegmentsTest, ClippedGoOnWhereTheyMeet) {
  std::vector<ChunkLoop> loops = mixed_digits(8);
  list_segments(loops, kBytes);
  // All of it: three and two lie side by side, and five times six.
  EXPECT_EQ(list_clipped(loops, {60, 2}, kBytes).size(), 4u);
  EXPECT_EQ(list_clipped(loops, {60, 1}, kBytes).size(), 20u);
  EXPECT_EQ(list_clipped(loops, {1, 1}, kBytes).size(), 1u);
}

TEST(SegmentsTest, ClippedMayBeOneElement) {
  const auto one = list_clipped({}, {1}, kBytes);
  ASSERT_EQ(one.size(), 1u);
  EXPECT_EQ(one[0].count, 1u);
}

TEST(SegmentsTest, CountBitsOfCodesOrBytesIfTheyAreWhole) {
  std::vector<ChunkLoop> loops = {loop(2, 400), loop(6, 4)};
  std::vector<Span> spans = list_segments(loops, kNibbles).spans;
  EXPECT_EQ(spans[1].out, 400);
  EXPECT_EQ(spans[1].count, 6u);
  EXPECT_TRUE(are_bytes(spans, 4));
  EXPECT_FALSE(are_bytes({{0, 8, 3}}, 4));
  EXPECT_FALSE(are_bytes({{0, 4, 2}}, 4));
  std::vector<kernels::Mend> mends;
  ASSERT_TRUE(count_bytes(spans, mends, 4));
  EXPECT_TRUE(mends.empty());
  EXPECT_EQ(spans[1].in, 3);
  EXPECT_EQ(spans[1].out, 50);
  EXPECT_EQ(spans[1].count, 3u);
  for (const Span& shifted : {Span{1, 0, 2}, Span{0, 4, 2}}) {
    std::vector<Span> one = {shifted};
    EXPECT_FALSE(count_bytes(one, mends, 4));
    EXPECT_EQ(one[0].count, shifted.count);
  }
}

TEST(SegmentsTest, MendTheBytesThatTheyAreOnlyPartOf) {
  // Every bit of every segment is in one span or one mend.
  for (Index bits = 1; bits < 8; ++bits) {
    for (std::size_t count = 1; count < 40; ++count) {
      for (Index in = 0; in < 9; ++in) {
        const Index out = in * bits % 8 + 240;
        std::vector<Span> spans = {{in, out, count}};
        std::vector<kernels::Mend> mends;
        ASSERT_TRUE(count_bytes(spans, mends, bits));
        std::vector<int> seen(1000);
        const auto see = [&](Index from, Index to, unsigned mask) {
          EXPECT_EQ(to * 8 - from * 8, out - in * bits);
          for (Index b = 0; b < 8; ++b) {
            if ((mask >> b & 1) == 0) continue;
            ++seen[static_cast<std::size_t>(to * 8 + b)];
          }
        };
        for (const Span& each : spans) {
          for (Index k = 0; k < static_cast<Index>(each.count); ++k) {
            see(each.in + k, each.out + k, 0xff);
          }
        }
        for (const kernels::Mend& each : mends) {
          see(each.in, each.out, each.mask);
        }
        const Index end = out + static_cast<Index>(count) * bits;
        for (Index b = 0; b < 1000; ++b) {
          ASSERT_EQ(seen[static_cast<std::size_t>(b)], b >= out && b < end)
              << bits << ", " << count << ", " << in;
        }
      }
    }
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
  // No more lines wait for the next chunk than there is room for.
  constexpr std::size_t kMost = kernels::OpenLines::kPlaces;
  EXPECT_TRUE(go_on(std::vector<Span>(kMost, {0, 3, 17}), 17 * 8));
  EXPECT_FALSE(go_on(std::vector<Span>(kMost + 1, {0, 3, 17}), 17 * 8));
}

}  // namespace
}  // namespace ashlar
