// What chunks do is counted as they say it, and weighs something.
#include "src/plan/work.h"

#include <gtest/gtest.h>

#include <iterator>
#include <utility>
#include <vector>

namespace ashlar {
namespace {

constexpr double Work::*kFields[] = {
    &Work::lines_read,  &Work::lines_streamed, &Work::lines_written,
    &Work::chunks,      &Work::spans_pulled,   &Work::bytes_pulled,
    &Work::segments,    &Work::fixed_runs,     &Work::runs,
    &Work::lines_woven, &Work::bytes_permuted, &Work::hops,
    &Work::patches,     &Work::cell_parts,     &Work::square_rows,
    &Work::far_rows,    &Work::square_columns, &Work::transposed,
    &Work::gathered,    &Work::bytes_far,      &Work::bytes_beyond};
// A count that is missing here would not be looked at.
static_assert(std::size(kFields) * sizeof(double) == sizeof(Work));

/// Of a way, with nothing to do so far.
Chunk chunk_of(Way way, Index count = 1) {
  Chunk out;
  out.way = way;
  out.count = count;
  return out;
}

Work work_of(const Chunk& chunk) {
  Work work;
  add_work(chunk, work);
  return work;
}

/// That it is one chunk, and that nothing else was counted but what is in
/// `expected`.
void expect_work(const Chunk& chunk, Work expected) {
  expected.chunks += 1;
  const Work work = work_of(chunk);
  for (std::size_t i = 0; i < std::size(kFields); ++i) {
    EXPECT_DOUBLE_EQ(work.*kFields[i], expected.*kFields[i]) << "field " << i;
  }
}

TEST(WorkTest, AChunkIsOneEvenIfItDoesNothing) {
  expect_work(chunk_of(Way::gather), {});
}

TEST(WorkTest, CountsSpansAndBytesThatArePulled) {
  Chunk chunk = chunk_of(Way::gather);
  chunk.pulled.spans = {{0, 0, 10}, {90, 10, 10}, {300, 20, 4}};
  chunk.pulled.bytes = 24;
  // These are neither read nor pulled.
  chunk.pulled.filler_bytes = 1000;
  Work expected;
  expected.spans_pulled = 3;
  expected.bytes_pulled = 24;
  expect_work(chunk, expected);
}

TEST(WorkTest, CountsSegmentsOnlyIfThereIsAWorkArea) {
  Chunk chunk = chunk_of(Way::transpose, 0);
  chunk.segments = {{0, 0, 8}, {8, 100, 8}};
  Work expected;
  expected.segments = 2;
  expect_work(chunk, expected);
  chunk.is_direct = true;
  expect_work(chunk, {});
}

TEST(WorkTest, CountsRunsByWhetherKernelsAreMadeForThem) {
  const auto check = [](std::size_t run, double Work::*field) {
    for (const Way way : {Way::copy, Way::scatter, Way::runs}) {
      Chunk chunk = chunk_of(way, 999);
      chunk.runs = {run, 5, 100, 200};
      chunk.moves = {{0, 0}, {1000, 7}, {2000, 14}};
      Work expected;
      expected.*field = 15;
      SCOPED_TRACE(run);
      expect_work(chunk, expected);
    }
  };
  for (const std::size_t run : {1u, 2u, 4u, 8u, 16u, 32u, 64u, 128u, 192u}) {
    check(run, &Work::fixed_runs);
  }
  for (const std::size_t run : {3u, 6u, 24u, 48u, 63u, 65u, 96u, 100u}) {
    check(run, &Work::runs);
  }
}

TEST(WorkTest, CountsTheLinesOfAllPasses) {
  Chunk chunk = chunk_of(Way::weave, 999);
  chunk.passes.resize(2);
  chunk.passes[0].weave.stages = 0;
  chunk.passes[0].groups.resize(7);
  chunk.passes[1].weave.stages = 4;
  chunk.passes[1].groups.resize(3);
  Work expected;
  expected.lines_woven = 7 + 3 * 16;
  expect_work(chunk, expected);
}

TEST(WorkTest, CountsElementsThatTurn) {
  Work turned;
  turned.transposed = 225;
  Chunk chunk = chunk_of(Way::transpose, 999);
  chunk.runs = {9, 5, 100, 200};
  chunk.moves.resize(5);
  expect_work(chunk, turned);
}

TEST(WorkTest, CountsRowsAndColumnsOfSquares) {
  const auto check = [](std::size_t rows, std::size_t columns, double read,
                        double written) {
    Chunk chunk = chunk_of(Way::squares, 999);
    chunk.squares.rows.resize(rows);
    chunk.squares.columns.resize(columns);
    chunk.squares.moves.resize(3);
    Work expected;
    expected.square_rows = expected.far_rows = 3 * read;
    expected.square_columns = 3 * written;
    expect_work(chunk, expected);
    // What was staged is near.
    chunk.is_staged = true;
    expected.far_rows = 0;
    expect_work(chunk, expected);
  };
  // Sixteen rows at once, which overlap where they do not come out even.
  check(16, 64, 16, 64);
  check(20, 30, 32, 60);
  // Longer rows are read again.
  check(16, 65, 32, 65);
  check(10, 100, 32, 200);
  check(4, 8, 4, 8);
  // Few columns go by fours.
  check(20, 5, 20, 25);
}

TEST(WorkTest, CountsWhatTheFirstCacheHasNoRoomFor) {
  Chunk chunk = chunk_of(Way::gather, 999);
  chunk.pulled.bytes = 20 << 10;
  chunk.work_count = 3 << 10;
  chunk.move_bytes = 4;
  Work expected;
  expected.bytes_pulled = 20 << 10;
  expect_work(chunk, expected);
  chunk.awaited.resize(128);
  expected.bytes_beyond = 1024;
  expect_work(chunk, expected);
  chunk.work_count = 20 << 10;
  expected.bytes_beyond = (68 << 10) + 1024;
  expected.bytes_far = 4 << 10;
  expect_work(chunk, expected);
  // What is at the destination is in no area.
  chunk.is_direct = true;
  expected.bytes_beyond = expected.bytes_far = 0;
  expect_work(chunk, expected);
}

TEST(WorkTest, CountsWhatTablesSay) {
  Chunk chunk = chunk_of(Way::gather, 999);
  chunk.table.near = {5, 6, 7};
  Work expected;
  expected.gathered = 3;
  expect_work(chunk, expected);
  chunk.table.near.clear();
  chunk.table.elements = {1, 2, 3, 4, 100000};
  expected.gathered = 5;
  expect_work(chunk, expected);
}

TEST(WorkTest, CountsWhatIsBetterThanATable) {
  Chunk order = chunk_of(Way::gather, 999);
  order.table.order.emplace();
  order.table.order->squares = 3;
  Work permuted;
  permuted.bytes_permuted = 3 * 64 * 64;
  expect_work(order, permuted);
  Chunk patches = chunk_of(Way::gather, 999);
  patches.table.patches.emplace();
  patches.table.patches->hops.resize(4);
  patches.table.patches->patches.resize(6);
  patches.table.patches->cells.parts.resize(9);
  Work patched;
  patched.hops = 4;
  patched.patches = 6;
  patched.cell_parts = 9;
  expect_work(patches, patched);
}

TEST(WorkTest, CountsWhatIsCastOnItsWay) {
  Chunk chunk = chunk_of(Way::gather, 999);
  chunk.is_straight = true;
  chunk.stretches = {{0, 0}, {64, 32}};
  chunk.table.near = {5, 6, 7};
  Work expected;
  expected.fixed_runs = 2;
  expect_work(chunk, expected);
}

TEST(WorkTest, AddsUp) {
  Chunk chunk = chunk_of(Way::transpose, 120);
  chunk.runs = {12, 10, 100, 200};
  chunk.moves.resize(1);
  chunk.segments = {{0, 0, 8}, {8, 100, 8}};
  Work work;
  for (double Work::*field : kFields) work.*field = 1000;
  add_work(chunk, work);
  add_work(chunk, work);
  EXPECT_DOUBLE_EQ(work.chunks, 1002);
  EXPECT_DOUBLE_EQ(work.segments, 1004);
  EXPECT_DOUBLE_EQ(work.transposed, 1240);
  EXPECT_DOUBLE_EQ(work.lines_read, 1000);
  EXPECT_DOUBLE_EQ(work.gathered, 1000);
}

TEST(WorkTest, IsDividedAsAWhole) {
  Work work;
  double next = 1;
  for (double Work::*field : kFields) work.*field = next++;
  divide(work, 4);
  next = 1;
  for (double Work::*field : kFields) EXPECT_EQ(work.*field, next++ / 4);
}

TEST(WorkTest, CostsMoreTheMoreThereIsOfAnything) {
  EXPECT_EQ(cost_of({}), 0);
  double all = 0;
  Work one_of_each;
  for (std::size_t i = 0; i < std::size(kFields); ++i) {
    Work work;
    work.*kFields[i] = 1;
    const double once = cost_of(work);
    EXPECT_GT(once, 0) << "field " << i;
    work.*kFields[i] = 5;
    EXPECT_DOUBLE_EQ(cost_of(work), 5 * once) << "field " << i;
    one_of_each.*kFields[i] = 1;
    all += once;
    EXPECT_DOUBLE_EQ(cost_of(one_of_each), all) << "field " << i;
  }
}

TEST(WorkTest, LinesThatAreWrittenInPartCostMost) {
  const auto cost = [](double Work::*field) {
    Work work;
    work.*field = 1;
    return cost_of(work);
  };
  EXPECT_LT(cost(&Work::lines_streamed), cost(&Work::lines_written));
  EXPECT_LT(cost(&Work::lines_read), cost(&Work::lines_written));
  EXPECT_LT(cost(&Work::fixed_runs), cost(&Work::runs));
}

TEST(WorkTest, TheCostOfAChunkLeavesOutItsLines) {
  constexpr Widths kF32{32, 32, 4, false};
  for (const Index side : {3, 15, 16, 40}) {
    Loop rows;
    rows.dims = {{0, 1, side}};
    rows.count = side;
    rows.in_step = 4096 * 8;
    rows.out_step = 32;
    Loop columns = rows;
    columns.dims[0].axis = 1;
    std::swap(columns.in_step, columns.out_step);
    for (const bool is_large : {false, true}) {
      const Target target = {true, false, is_large, is_large};
      const Chunk chunk = make_chunk({rows, columns}, kF32, target);
      const Work work = work_of(chunk);
      EXPECT_EQ(work.lines_read, 0);
      EXPECT_EQ(work.lines_streamed, 0);
      EXPECT_EQ(work.lines_written, 0);
      EXPECT_EQ(cost_without_lines(chunk), cost_of(work)) << side;
      EXPECT_GT(cost_without_lines(chunk), cost_without_lines({})) << side;
    }
  }
}

}  // namespace
}  // namespace ashlar
