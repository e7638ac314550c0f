// program.cc - which loops make a chunk, and which stay outside.
#include "src/plan/program.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <utility>

#include "src/base/checked.h"
#include "src/plan/lines.h"
#include "src/plan/tables.h"

namespace ashlar {
namespace {

constexpr Index kLineBytes = 64;
/// Sources that are smaller lie in the cache, if they lie in one at all.
constexpr Index kFetchBytes = 1 << 20;
/// Bytes after which the second cache begins anew, and how often it may.
constexpr Index kCacheSpan = 128 << 10;
constexpr Index kCacheWays = 8;
/// Bytes of a destination that need no neighbours.
constexpr Index kPage = 2048;
/// Bytes of a row of a transpose.
constexpr Index kSquare = 256;
/// Least bytes of a chunk whose source is one stretch.
constexpr Index kLeastSequential = 4096;
/// Rows of this many bytes come into the first cache by themselves.
constexpr Index kLongRow = 256;
/// Bytes of a chunk that has to take a table whole.
constexpr Index kMostOfTables = 64 << 10;
/// So much of what is one run on both sides goes in one go.
constexpr Index kStraight = 256 << 10;

/// Destinations first: lines should be written whole.
constexpr Which kBoth[] = {Which::destination, Which::source};

class Maker {
 public:
  Maker(const Side& in, const Side& out, const Widths& widths,
        const ChunkSize& size)
      : in_(in),
        out_(out),
        refined_(refine(in, out)),
        pool_(std::move(refined_.loops)),
        widths_(widths),
        size_(size),
        fetches_(in.bytes() > kFetchBytes) {}

  Program run() {
    for (Loop& loop : pool_) {
      if (loop.is_listed()) find_combs(loop);
    }
    merge(pool_);
    widen();
    begin();
    grow();
    merge(chunk_);
    Program program;
    program.axes = refined_.axes;
    program.in_start = refined_.in_start;
    program.out_start = refined_.out_start;
    program.widths = widths_;
    measure_span(program);
    // Long runs fetch for themselves.
    if (fetches_ && size_.bytes < kStraight) {
      program.lines = list_lines(chunk_, pool_, widths_.in_bits);
      program.fetch = is_sequential() && row_bytes() < kLongRow
                          ? kernels::Fetch::Into::l1
                          : kernels::Fetch::Into::l2;
    }
    const bool is_line = keeps_lines(pool_, refined_.out_start);
    program.chunk = make_chunk(chunk_, widths_, is_line);
    // So does what is read from front to back.
    const Chunk& chunk = program.chunk;
    if (!chunk.is_staged() && chunk.passes.size() == 1 &&
        reads_in_order(chunk.passes[0])) {
      program.lines.clear();
    }
    program.levels = levels();
    program.outer = std::move(pool_);
    program.pieces = std::make_shared<const PieceCache>(
        std::move(chunk_), program.outer, widths_, is_line);
    return program;
  }

 private:
  Index in_bits() const { return widths_.in_bits; }
  Index out_bits() const { return widths_.out_bits; }
  const FusedAxis& axis_of(const Loop& loop) const {
    return refined_.axes[static_cast<std::size_t>(loop.dims[0].axis)];
  }

  /// Whether only the end of its axis bounds the loop.
  bool is_top(const Loop& loop) const {
    const Dim& dim = loop.dims[0];
    return loop.dims.size() == 1 && dim.step * dim.count >= axis_of(loop).size;
  }

  /// Neighbours on one axis that are even together become one.
  static void merge(std::vector<Loop>& loops) {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 0; i < loops.size() && !changed; ++i) {
        for (std::size_t k = 0; k < loops.size() && !changed; ++k) {
          if (i == k || !joins(loops[i], loops[k])) continue;
          loops[i].count *= loops[k].count;
          loops[i].dims[0].count = loops[i].count;
          loops.erase(loops.begin() + static_cast<std::ptrdiff_t>(k));
          changed = true;
        }
      }
    }
  }

  static bool joins(const Loop& low, const Loop& high) {
    return low.dims.size() == 1 && high.dims.size() == 1 && low.is_even() &&
           high.is_even() && low.dims[0].axis == high.dims[0].axis &&
           low.dims[0].step * low.count == high.dims[0].step &&
           low.in_step * low.count == high.in_step &&
           low.out_step * low.count == high.out_step;
  }

  /// Elements of a few bits that stay side by side make whole bytes, which are
  /// then the elements.
  void widen() {
    if (widths_.has_cast || widths_.is_whole_in()) return;
    const auto at = find_first(Which::source);
    if (!at || !pool_[*at].is_even() || pool_[*at].out_step != out_bits()) {
      return;
    }
    Loop& loop = pool_[*at];
    const Index factor = std::lcm(in_bits(), Index{8}) / in_bits();
    const bool starts_at_bytes =
        refined_.in_start % 8 == 0 && refined_.out_start % 8 == 0;
    const bool is_even = loop.count % factor == 0 &&
                         axis_of(loop).size % (factor * loop.dims[0].step) == 0;
    if (!starts_at_bytes || !is_even || !others_are_whole(*at)) return;
    loop.count /= factor;
    loop.dims[0].count = loop.count;
    loop.dims[0].step *= factor;
    loop.in_step *= factor;
    loop.out_step *= factor;
    if (loop.count == 1) {
      pool_.erase(pool_.begin() + static_cast<std::ptrdiff_t>(*at));
    }
    widths_.in_bits *= factor;
    widths_.out_bits *= factor;
    widths_.work_bytes = widths_.in_bits / 8;
  }

  bool others_are_whole(std::size_t but) const {
    const auto is_whole = [](Index bits) { return bits % 8 == 0; };
    for (std::size_t i = 0; i < pool_.size(); ++i) {
      const Loop& loop = pool_[i];
      if (i == but) continue;
      if (loop.is_computed() || !is_whole(loop.in_step) ||
          !is_whole(loop.out_step) ||
          !std::all_of(loop.in_at.begin(), loop.in_at.end(), is_whole) ||
          !std::all_of(loop.out_at.begin(), loop.out_at.end(), is_whole)) {
        return false;
      }
    }
    return true;
  }

  /// Outside of chunks, the order of the destination: its lines are then
  /// written side by side. Pages are long enough by themselves, so that what
  /// is read side by side counts.
  std::vector<Level> levels() const {
    const bool has_pages = reach(Which::destination) >= kPage * 8;
    const Which side = has_pages ? Which::source : Which::destination;
    return order_levels(pool_, refined_.axes, has_pages ? in_ : out_, side);
  }

  std::optional<std::size_t> find_next(Which side, Index reached) const {
    for (std::size_t i = 0; i < pool_.size(); ++i) {
      if (next_comb(pool_[i], side, reached)) return i;
    }
    return std::nullopt;
  }

  /// The loop along elements.
  std::optional<std::size_t> find_first(Which side) const {
    const Index bits = side == Which::source ? in_bits() : out_bits();
    for (std::size_t i = 0; i < pool_.size(); ++i) {
      for (const Comb& each : combs_of(pool_[i], side)) {
        if (each.step == bits) return i;
      }
    }
    return std::nullopt;
  }

  /// Moves a loop of the pool into the chunk, or as much of it as `most`
  /// values; the rest stays outside. False if it can be neither.
  bool take(std::size_t i, Index most) {
    Loop loop = pool_[i];
    // A table is taken as a whole, even if that is a little more than wanted.
    const Index all = count_ * loop.count * widths_.work_bytes;
    const bool fits =
        loop.count <= most || (loop.is_listed() && all <= kMostOfTables);
    if (!fits) {
      Index part = std::min(most, loop.count);
      if (!loop.is_even()) return false;
      if (is_top(loop)) {
        part = static_cast<Index>(
            std::bit_floor(static_cast<std::uint64_t>(part)));
      } else {
        while (part > 1 && loop.count % part != 0) --part;
      }
      if (part < 2) return false;
      Loop& rest = pool_[i];
      rest.count = div_up(loop.count, part);
      rest.dims[0].count = rest.count;
      rest.dims[0].step *= part;
      rest.in_step *= part;
      rest.out_step *= part;
      loop.count = part;
      loop.dims[0].count = part;
    } else {
      pool_.erase(pool_.begin() + static_cast<std::ptrdiff_t>(i));
    }
    count_ *= loop.count;
    chunk_.push_back(std::move(loop));
    return true;
  }

  Index room() const {
    return std::max<Index>(1, size_.bytes / (count_ * widths_.work_bytes));
  }

  /// The loops that run along elements on either side come first.
  void begin() {
    const auto out = find_first(Which::destination);
    const auto in = find_first(Which::source);
    const Index width = widths_.work_bytes;
    if (out && in && *out == *in && pool_[*out].is_even()) {
      const Index bytes = pool_[*out].count * width;
      if (bytes > size_.bytes) size_.bytes = std::max(size_.bytes, kStraight);
      take(*out, room());
      return;
    }
    const bool is_square =
        out && in && pool_[*out].is_even() && pool_[*in].is_even();
    if (!is_square) {
      if (out) take(*out, std::max<Index>(size_.run / width, 1));
      return;
    }
    if (width > 1) size_.bytes *= 2;
    Index rows = rows_of_square(pool_[*out].in_step / 8);
    // Rows of the destination that begin anywhere cost a line at either end.
    if (pool_[*in].out_step % (8 * kLineBytes) != 0) {
      rows *= 8;
      size_.bytes *= 2;
    }
    const bool is_short = pool_[*out].count < rows;
    take(*out, rows);
    // Rows that come to an end go on with another loop later.
    const Index later =
        is_short ? std::max<Index>(1, size_.run * 8 / reach(Which::destination))
                 : 1;
    if (const auto again = find_first(Which::source)) {
      take(*again, std::max(room() / later, kLineBytes / width));
    }
  }

  /// How many rows of the source a transpose reads: enough for some lines of
  /// the destination, but rows that are a power of two apart share so few
  /// places of the second cache that two chunks have to fit into them.
  Index rows_of_square(Index pitch) const {
    const Index width = widths_.work_bytes;
    const Index line = std::max<Index>(kLineBytes / width, 1);
    const Index places = kCacheSpan / std::gcd(pitch, kCacheSpan);
    // Of bytes there are so many columns that fewer rows will do.
    const Index square = width == 1 ? kSquare / 2 : kSquare;
    return std::clamp(places * kCacheWays / 2, line,
                      std::max(square / width, line));
  }

  /// Bits that are contiguous at the destination, or the source, so far.
  Index reach(Which side) const {
    Index step = side == Which::source ? in_bits() : out_bits();
    for (bool found = true; found;) {
      found = false;
      for (const Loop& loop : chunk_) {
        const auto next = next_comb(loop, side, step);
        if (!next || next->count < 2) continue;
        step = next->step * next->count;
        found = true;
      }
    }
    return step;
  }

  /// Bytes of the source along one axis.
  Index row_bytes() const {
    Index step = in_bits();
    int axis = -1;
    for (bool found = true; found;) {
      found = false;
      for (const Loop& loop : chunk_) {
        const bool goes_on = loop.is_even() && loop.in_step == step &&
                             (axis < 0 || loop.dims[0].axis == axis);
        if (!goes_on) continue;
        axis = loop.dims[0].axis;
        step *= loop.count;
        found = true;
      }
    }
    return step / 8;
  }

  /// Contiguous bytes first, at the destination before the source: enough of
  /// them on either side, then as many as there is room for. Then whatever is
  /// near. A source that is one stretch needs no more than that.
  void grow() {
    for (const Which side : kBoth) stretch(side, size_.run);
    complete();
    if (is_sequential()) return;
    for (const Which side : kBoth) stretch(side, size_.bytes);
    while (true) {
      const Index most = room();
      std::optional<std::size_t> best;
      for (std::size_t i = 0; i < pool_.size(); ++i) {
        const Loop& loop = pool_[i];
        const bool fits = loop.count <= most || loop.is_even();
        if (!fits || (!loop.is_even() && !loop.is_listed())) continue;
        if (!best || nearness(loop) < nearness(pool_[*best])) best = i;
      }
      if (!best || most < 2 || !take(*best, most)) return;
    }
  }

  bool is_sequential() const {
    const Index bits = count_ * in_bits();
    return reach(Which::source) == bits &&
           reach(Which::destination) >= size_.run * 8 &&
           bits >= kLeastSequential * 8;
  }

  /// Takes loops that make a stretch longer and come to an end themselves, as
  /// those inside of tiles do: what is begun is then done.
  void complete() {
    for (bool found = true; found && !is_sequential();) {
      found = false;
      for (const Which side : kBoth) {
        const auto next = find_next(side, reach(side));
        if (!next || pool_[*next].count > room()) continue;
        found = take(*next, room());
      }
    }
  }

  /// Takes loops that make a contiguous stretch longer, up to so many bytes.
  void stretch(Which side, Index bytes) {
    while (reach(side) < bytes * 8) {
      const Index reached = reach(side);
      const auto next = find_next(side, reached);
      const Index most = std::min(room(), div_up(bytes * 8, reached));
      if (!next || most < 2 || !take(*next, most)) return;
    }
  }

  static Index nearness(const Loop& loop) {
    return std::min(std::abs(loop.in_step), std::abs(loop.out_step));
  }

  void measure_span(Program& program) const {
    program.span = Indices::filled(static_cast<int>(refined_.axes.size()), 1);
    for (const Loop& loop : chunk_) {
      for (const Dim& dim : loop.dims) {
        program.span[dim.axis] += (dim.count - 1) * dim.step;
      }
    }
  }

  const Side& in_;
  const Side& out_;
  Refined refined_;
  std::vector<Loop> pool_;
  std::vector<Loop> chunk_;
  Index count_ = 1;  ///< elements of the chunk
  Widths widths_;
  ChunkSize size_;
  bool fetches_;
};

}  // namespace

Program make_program(const Side& in, const Side& out, const Widths& widths,
                     const ChunkSize& size) {
  return Maker(in, out, widths, size).run();
}

}  // namespace ashlar
