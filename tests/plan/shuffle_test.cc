// Elements in any order: what is read, in which order, and what is written.
#include "src/plan/shuffle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace ashlar {
namespace {

constexpr Widths kBytes{8, 8, 1, false};
constexpr Widths kNibbles{4, 4, 1, false};
constexpr Widths kBits{1, 1, 1, false};
constexpr Widths kHalves{16, 16, 2, false};

/// One loop with these offsets, in elements.
std::vector<ChunkLoop> table(const std::vector<Index>& in,
                             const std::vector<Index>& out,
                             const Widths& widths) {
  ChunkLoop one;
  one.loop.count = static_cast<Index>(in.size());
  one.loop.dims = {{0, 1, one.loop.count}};
  one.loop.in_even = one.loop.out_even = false;
  for (const Index at : in) one.loop.in_at.push_back(at * widths.in_bits);
  for (const Index at : out) one.loop.out_at.push_back(at * widths.out_bits);
  return {one};
}

/// Which element of the source is at each element of the destination, as the
/// shuffle has it; -1 where nothing is written.
std::vector<Index> carried_out(const Shuffle& s, const Widths& widths,
                               std::size_t size) {
  const Index in_unit = widths.is_whole_in() ? widths.work_bytes : 1;
  const Index in_scale = widths.is_whole_in() ? 1 : widths.in_bits;
  std::vector<Index> area;  // by element
  for (const kernels::Span& pull : s.pulled.spans) {
    for (Index k = 0; k < static_cast<Index>(pull.count) / in_unit; ++k) {
      EXPECT_EQ(std::ssize(area) * widths.work_bytes,
                pull.out + k * widths.work_bytes);
      area.push_back(pull.in / in_unit / in_scale + k);
    }
  }
  // Behind it is what must not be written anywhere.
  constexpr Index kFiller = -2;
  area.resize(area.size() + static_cast<std::size_t>(s.pulled.filler_bytes /
                                                     widths.work_bytes),
              kFiller);
  std::vector<Index> work;
  const auto add = [&](Index byte) {
    for (Index k = 0; k < s.table.element_bytes / widths.work_bytes; ++k) {
      const Index at = byte / widths.work_bytes + k;
      work.push_back(
          s.pulled.spans.empty() ? at : area[static_cast<std::size_t>(at)]);
    }
  };
  for (const std::int32_t at : s.table.elements) add(at);
  for (const std::uint16_t at : s.table.near) add(at * s.table.element_bytes);
  if (s.table.order) {
    // Numbers do not fit into bytes: their low ones and high ones go by turns.
    std::vector<std::uint8_t> low(s.table.order->bytes());
    std::vector<std::uint8_t> high(low.size());
    const auto width = static_cast<std::size_t>(widths.work_bytes);
    for (std::size_t i = 0; i < area.size() * width; ++i) {
      low[i] = static_cast<std::uint8_t>(i & 0xff);
      high[i] = static_cast<std::uint8_t>(i >> 8);
    }
    std::vector<std::uint8_t> low_out(low.size());
    std::vector<std::uint8_t> high_out(low.size());
    kernels::permute(*s.table.order, low.data(), low_out.data(),
                     low_out.data());
    kernels::permute(*s.table.order, high.data(), high_out.data(),
                     high_out.data());
    for (std::size_t i = 0; i < static_cast<std::size_t>(s.work_count); ++i) {
      const std::size_t first =
          low_out[i * width] + std::size_t{256} * high_out[i * width];
      for (std::size_t k = 1; k < width; ++k) {
        EXPECT_EQ(
            low_out[i * width + k] + std::size_t{256} * high_out[i * width + k],
            first + k);
      }
      work.push_back(area[first / width]);
    }
  }
  if (s.table.patches) {
    // By bytes, and then those with which elements begin.
    std::vector<Index> in(static_cast<std::size_t>(
        s.pulled.bytes + s.pulled.filler_bytes + kPatchSlack));
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<Index>(i);
    std::vector<Index> all(static_cast<std::size_t>(
        s.work_count * widths.work_bytes + kPatchSlack));
    for (const auto& [from, to] : s.table.patches->hops) {
      std::copy_n(in.begin() + from, s.table.patches->hop_bytes,
                  all.begin() + to);
    }
    const auto& orders = s.table.patches->orders;
    for (const auto& [rows, columns, order] : s.table.patches->patches) {
      for (std::int32_t i = 0; i < 64; ++i) {
        const std::int32_t row =
            order == kernels::Patch::kAsTheyAre
                ? i % 8
                : orders.at(static_cast<std::size_t>(order)).from[i / 8][i % 8];
        all[static_cast<std::size_t>(columns[i / 8] + i % 8)] =
            in[static_cast<std::size_t>(rows[row] + i / 8)];
      }
    }
    const kernels::CellPart* part = s.table.patches->cells.parts.data();
    for (const auto& [to, parts] : s.table.patches->cells.cells) {
      for (std::int32_t k = 0; k < parts; ++k, ++part) {
        const auto order = static_cast<std::size_t>(part->order);
        for (std::size_t i = 0; i < kernels::kCellBytes; ++i) {
          const auto from = s.table.patches->cells.orders[order].from[i];
          if (from == kernels::kNoByte) continue;
          all[static_cast<std::size_t>(to) + i] =
              in[static_cast<std::size_t>(part->in + from)];
        }
      }
    }
    for (Index i = 0; i < s.work_count; ++i) {
      const Index byte = all[static_cast<std::size_t>(i * widths.work_bytes)];
      work.push_back(area[static_cast<std::size_t>(byte / widths.work_bytes)]);
    }
  }
  std::vector<Index> out(size, -1);
  const Index out_scale =
      widths.is_whole_out() ? widths.out_bits / 8 : widths.out_bits;
  for (const kernels::Span& each : s.segments) {
    for (Index k = 0; k < static_cast<Index>(each.count) / in_unit; ++k) {
      out[static_cast<std::size_t>(each.out / out_scale + k)] =
          work[static_cast<std::size_t>(each.in / in_unit + k)];
    }
  }
  return out;
}

TEST(ShuffleTest, TakesEachElementWhereItBelongs) {
  std::mt19937 random(5);
  for (const Widths& widths : {kBytes, kNibbles, kBits, kHalves}) {
    for (const std::size_t count : {1u, 2u, 3u, 64u, 500u, 5000u}) {
      for (const std::size_t spread : {1u, 2u, 40u, 700u}) {
        const std::size_t size = count * spread;
        std::vector<Index> in(size);
        for (std::size_t i = 0; i < size; ++i) in[i] = static_cast<Index>(i);
        std::vector<Index> out = in;
        std::shuffle(in.begin(), in.end(), random);
        std::shuffle(out.begin(), out.end(), random);
        in.resize(count);
        out.resize(count);
        const Shuffle s = make_shuffle(table(in, out, widths), widths);
        std::vector<Index> expected(size, -1);
        for (std::size_t i = 0; i < count; ++i) {
          expected[static_cast<std::size_t>(out[i])] = in[i];
        }
        ASSERT_EQ(carried_out(s, widths, size), expected)
            << widths.in_bits << " bits, " << count << " of " << size;
      }
    }
  }
}

TEST(ShuffleTest, PaddingIsNotReadTwice) {
  // Every eighth value repeats the one before it, and is padding: a permutation
  // has a byte of its own for it.
  std::vector<Index> in;
  std::vector<Index> out;
  std::vector<bool> is_padding;
  for (Index i = 0; i < 4096; ++i) {
    is_padding.push_back(i % 8 == 7);
    in.push_back(i % 8 == 7 ? in.back() : i * 2731 % 4096);
    out.push_back(i);
  }
  std::vector<ChunkLoop> loops = table(in, out, kBytes);
  loops[0].loop.is_padding = is_padding;
  const Shuffle s = make_shuffle(loops, kBytes);
  EXPECT_EQ(s.pulled.filler_bytes, 512);
  EXPECT_EQ(s.table.order.has_value(), kernels::can_permute());
  EXPECT_EQ(s.segments.size(), 1u);
  const std::vector<Index> found = carried_out(s, kBytes, 4096);
  for (std::size_t i = 0; i < 4096; ++i) {
    if (is_padding[i]) continue;
    ASSERT_EQ(found[i], in[i]) << i;
  }
}

TEST(ShuffleTest, PullsAFewElementsTwice) {
  // Rows of 60 of which 64 are read, as those are that go on through padding.
  for (const Widths& widths : {kBytes, kNibbles, kHalves}) {
    std::vector<Index> in;
    std::vector<Index> out;
    for (Index i = 0; i < 64; ++i) {
      for (Index k = 0; k < 64; ++k) {
        in.push_back(i * 60 + k);
        out.push_back(k * 64 + i);
      }
    }
    const Shuffle s = make_shuffle(table(in, out, widths), widths);
    EXPECT_EQ(s.table.order.has_value(), kernels::can_permute());
    std::vector<Index> expected(4096);
    for (std::size_t i = 0; i < 4096; ++i) {
      expected[static_cast<std::size_t>(out[i])] = in[i];
    }
    EXPECT_EQ(carried_out(s, widths, 4096), expected);
  }
}

TEST(ShuffleTest, PairsOfBytesGoByRegistersAsWell) {
  std::vector<Index> in;
  std::vector<Index> out;
  for (Index i = 0; i < 4096; ++i) {
    in.push_back(i / 2 * 1367 % 2048 * 2 + i % 2);
    out.push_back(i);
  }
  const Shuffle s = make_shuffle(table(in, out, kBytes), kBytes);
  EXPECT_EQ(s.table.element_bytes, 2);
  EXPECT_EQ(s.table.order.has_value(), kernels::can_permute());
  EXPECT_EQ(carried_out(s, kBytes, 4096), in);
}

TEST(ShuffleTest, ReadsStretchesAndSmallGapsInThem) {
  std::vector<Index> in;
  std::vector<Index> out;
  for (Index i = 0; i < 64; ++i) {
    in.push_back((63 - i) * 3 + (i < 32 ? 5000 : 0));
    out.push_back(i);
  }
  const Shuffle s = make_shuffle(table(in, out, kBytes), kBytes);
  ASSERT_EQ(s.pulled.spans.size(), 2u);
  EXPECT_EQ(s.pulled.spans[0].count, 31u * 3 + 1);
  EXPECT_EQ(s.pulled.bytes, 2 * (31 * 3 + 1));
  ASSERT_EQ(s.segments.size(), 1u);
  EXPECT_EQ(s.segments[0].count, 64u);
}

TEST(ShuffleTest, ReadsWhatLiesAloneWhereItIs) {
  const Shuffle s =
      make_shuffle(table({0, 1000, 2000, 3000}, {0, 1, 2, 3}, kBytes), kBytes);
  EXPECT_TRUE(s.pulled.spans.empty());
  EXPECT_EQ(s.table.near.size(), 4u);
}

TEST(ShuffleTest, KeepsNeighboursTogether) {
  const Shuffle s = make_shuffle(
      table({4, 5, 6, 7, 0, 1, 2, 3}, {0, 1, 2, 3, 4, 5, 6, 7}, kBytes),
      kBytes);
  EXPECT_EQ(s.table.element_bytes, 4);
  EXPECT_EQ(s.table.near, (std::vector<std::uint16_t>{1, 0}));
}

TEST(ShuffleTest, ReadsAnElementAsOftenAsItIsAskedFor) {
  const Shuffle s =
      make_shuffle(table({7, 7, 7, 7}, {0, 1, 2, 3}, kBytes), kBytes);
  EXPECT_EQ(carried_out(s, kBytes, 4), (std::vector<Index>{7, 7, 7, 7}));
}

}  // namespace
}  // namespace ashlar
