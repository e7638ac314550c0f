// program.cc - puts together what a plan does.
#include "src/plan/program.h"

#include <algorithm>
#include <utility>

#include "src/base/cache_line.h"
#include "src/base/processor.h"
#include "src/plan/cost.h"
#include "src/plan/lines.h"
#include "src/plan/loops.h"
#include "src/plan/reuse.h"
#include "src/plan/tables.h"
#include "src/plan/woven.h"

namespace ashlar {
namespace {

/// Sources that are smaller lie in the cache, if they lie in one at all.
constexpr Index kFetchBytes = 1 << 20;
/// Bytes of a destination that need no neighbours.
constexpr Index kPage = 2048;
/// Rows of this many bytes come into the first cache by themselves.
constexpr Index kLongRow = 256;
/// Lines that are touched for one that is used, so that it matters which chunk
/// needs the same ones.
constexpr double kManyLines = 1.2;
/// Lines that are read for one that is used: then chunks follow each other in
/// the order of the source, unless nearly as many are written for one.
constexpr double kManyRead = 2.1;
constexpr double kMoreThanWritten = 1.3;

/// Bytes of a chunk whose tables are worth the time to make them, and how many
/// nanoseconds that takes for each element.
constexpr Index kMostBytes = 128 << 10;
constexpr double kTimeOfElement = 100;
/// Chunks whose lines cost more than this leaves for the rest hardly ever win.
constexpr double kLeastRest = 0.6;
/// Chunks that were the best ones of somebody, those that often are first.
constexpr ChunkSize kOthers[] = {
    {8 << 10, 64, Which::source, Lines::whatever},
    {32 << 10, 64, Which::destination, Lines::whatever},
    {64 << 10, 64, Which::source, Lines::whatever},
    {64 << 10, 64, Which::source, Lines::whatever, RowsFollowed::none,
     Tables::first},
    {128 << 10, 64, Which::source, Lines::whatever},
    {64 << 10, 256, Which::source, Lines::whatever},
    {32 << 10, 64, Which::source, Lines::whatever},
};

class Maker {
 public:
  Maker(const Side& in, const Side& out, const Widths& widths, Gaps gaps)
      : in_(in), out_(out), refined_(refine(in, out, gaps)), widths_(widths) {
    for (Loop& loop : refined_.loops) {
      if (loop.is_listed()) find_combs(loop);
    }
    merge(refined_.loops);
    widen(refined_, widths_);
  }

  Picked pick(ChunkSize size) const {
    if (!is_large()) size.rows = RowsFollowed::none;
    return pick_chunk(refined_.loops, refined_.axes, widths_, size,
                      is_large() ? size.lines : Lines::whatever);
  }

  /// May be asked of several.
  Program make(Picked picked) {
    picked_ = std::move(picked);
    order_ = Which::destination;
    lines_ = {};
    Program program;
    program.axes = refined_.axes;
    program.in_start = refined_.in_start;
    program.out_start = refined_.out_start;
    program.widths = widths_;
    measure_span(program);
    program.reach = reach();
    // Long runs fetch for themselves, and long rows come unasked.
    if (is_large() && !picked_.has_long_runs && !picked_.has_long_rows) {
      program.lines =
          lines_to_fetch(picked_.chunk, picked_.outer, widths_.in_bits);
      program.fetch = picked_.is_sequential() && picked_.row_bytes() < kLongRow
                          ? kernels::Fetch::Into::l1
                          : kernels::Fetch::Into::l2;
    }
    std::vector<std::int64_t> read;
    const bool shares_lines =
        picked_.has_long_rows && picked_.lines >= kManyLines;
    if (!program.lines.empty() || shares_lines) {
      read = list_lines(picked_.chunk, picked_.outer, widths_.in_bits,
                        Which::source);
    }
    if (reads_again(read)) order_ = Which::source;
    if (is_large() && picked_.lines >= kManyLines) {
      lines_ = {std::move(read),
                list_lines(picked_.chunk, picked_.outer, widths_.out_bits,
                           Which::destination)};
    }
    Target target = this->target();
    program.chunk = make_chunk(picked_.chunk, widths_, target);
    // So does what is read from front to back, or cast on its way.
    const Chunk& chunk = program.chunk;
    const bool is_in_order = !chunk.is_staged && chunk.passes.size() == 1 &&
                             reads_in_order(chunk.passes[0]);
    const bool is_cast =
        chunk.is_straight && picked_.size.rows != RowsFollowed::none;
    if (is_in_order || is_cast) {
      program.lines.clear();
      program.fetch = kernels::Fetch::Into::nothing;
    }
    const bool has_pages =
        chunk.is_in_lines && picked_.reach(Which::destination) >= kPage * 8;
    program.levels = levels(has_pages ? Which::source : order_);
    program.outer = std::move(picked_.outer);
    target.is_streamed = chunk.is_streamed;
    program.pieces = std::make_shared<const PieceCache>(
        std::move(picked_.chunk), program.outer, widths_, target);
    return program;
  }

 private:
  bool is_large() const { return in_.bytes() > kFetchBytes; }

  Target target() const {
    const auto bytes = static_cast<std::size_t>(out_.bytes());
    return {keeps_lines(picked_.outer, refined_.out_start),
            keeps_bytes(picked_.outer, refined_.out_start),
            kernels::store_for(bytes) == kernels::Store::streamed, is_large(),
            next_out()};
  }

  /// How far the last of the loops goes.
  Index next_out() const {
    const std::vector<Level> all = levels(order_);
    if (all.empty()) return 0;
    const Loop& last = picked_.outer[all.back().loop];
    return last.is_even() ? last.out_step : 0;
  }

  /// Outside of chunks, the order of the destination: its lines are then
  /// written side by side. Pages are long enough by themselves, so that what
  /// is read side by side counts, unless they begin or end inside of lines,
  /// which are then kept open until the next page comes. It counts as well
  /// where chunks read the same lines.
  std::vector<Level> levels(Which side) const {
    return sorted_by_reuse(
        order_levels(picked_.outer, refined_.axes,
                     side == Which::source ? in_ : out_, side),
        picked_.outer, lines_);
  }

  /// Whether chunks use so little of the lines they read that others need them
  /// as well.
  bool reads_again(const std::vector<std::int64_t>& lines) const {
    const auto bits = static_cast<double>(picked_.count * widths_.in_bits);
    const double read =
        static_cast<double>(std::ssize(lines) * kLineBits) / bits;
    return read > kManyRead &&
           read > kMoreThanWritten *
                      lines_a_lineful(picked_.chunk, picked_.outer,
                                      picked_.count, widths_.out_bits,
                                      Which::destination);
  }

  void measure_span(Program& program) const {
    program.span = Indices::filled(static_cast<int>(refined_.axes.size()), 1);
    for (const Loop& loop : picked_.chunk) {
      for (const Dim& dim : loop.dims) {
        program.span[dim.axis] += (dim.count - 1) * dim.step;
      }
    }
  }

  /// Bits of the source from where a chunk begins to where it ends, unless a
  /// cast could refuse what is there.
  Index reach() const {
    if (widths_.has_cast) return 0;
    Index bits = widths_.in_bits;
    for (const Loop& loop : picked_.chunk) {
      Index most = 0;
      for (Index k = 0; k < loop.count; ++k) {
        const Index offset = loop.in_offset(k);
        if (offset < 0) return 0;
        most = std::max(most, offset);
        if (loop.is_even() && k == 0) k = std::max<Index>(loop.count - 2, 0);
      }
      bits += most;
    }
    return bits;
  }

  const Side& in_;
  const Side& out_;
  Refined refined_;
  Widths widths_;
  Picked picked_;
  TouchedLines lines_;                ///< where some are used in part
  Which order_ = Which::destination;  ///< outside of chunks without pages
};

}  // namespace

Program make_program(const Side& in, const Side& out, const Widths& widths,
                     const ChunkSize& size, Gaps gaps) {
  Maker maker(in, out, widths, gaps);
  return maker.make(maker.pick(size));
}

std::span<const ChunkSize> other_sizes() { return kOthers; }

std::optional<Program> find_program(const Side& in, const Side& out,
                                    const Widths& widths, Gaps gaps,
                                    const Search& search) {
  Maker maker(in, out, widths, gaps);
  const auto pick = [&](ChunkSize size) {
    size.rows = rows_followed();
    return maker.pick(size);
  };
  std::vector<std::vector<Loop>> tried = {pick({}).chunk};
  const auto is_known = [&](const std::vector<Loop>& chunk) {
    return std::ranges::any_of(tried, [&](const std::vector<Loop>& other) {
      return std::ranges::is_permutation(chunk, other);
    });
  };
  std::optional<Program> best;
  double least = search.most;
  double left = search.nanoseconds;
  for (const ChunkSize& size : kOthers) {
    Picked picked = pick(size);
    const double time = static_cast<double>(picked.count) * kTimeOfElement;
    const bool is_long =
        picked.count * widths.work_bytes > kMostBytes || time > left;
    if (is_long || is_known(picked.chunk)) continue;
    tried.push_back(picked.chunk);
    const double lines = least_cost(picked, widths.in_bits);
    if (lines * (1 + kLeastRest) >= least) continue;
    left -= time;
    Program next = maker.make(std::move(picked));
    const double cost = cost_of(next, widths.in_bits);
    if (cost >= least) continue;
    least = cost;
    best = std::move(next);
  }
  return best;
}

}  // namespace ashlar
