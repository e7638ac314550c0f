// pick.cc - contiguous bytes first, then whatever is near.
#include "src/plan/pick.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <utility>

#include "src/base/cache_line.h"
#include "src/base/checked.h"
#include "src/plan/lines.h"
#include "src/plan/loops.h"
#include "src/plan/tables.h"

namespace ashlar {
namespace {

/// Bytes after which the second cache begins anew, and how often it may.
constexpr Index kCacheSpan = 128 << 10;
constexpr Index kCacheWays = 8;
/// Bytes of a row of a transpose.
constexpr Index kSquare = 256;
/// Of rows that come unasked, on either side, and of all of them.
constexpr Index kLongRow = 4096;
constexpr Index kLongRows = 256 << 10;
/// Bytes of a chunk that has to take a table whole.
constexpr Index kMostOfTables = 64 << 10;
/// Bytes that a chunk may take of the second cache, together with its table.
constexpr Index kMostByTable = 320 << 10;
/// Bytes of a chunk, where processors that read several stretches at once get
/// more of them than if they read one at a time.
constexpr Index kShortVisit = 2048;
/// Bytes of a chunk of rows that push each other out of the second cache: of
/// each as much is read at once.
constexpr Index kLongVisits = 128 << 10;
/// So much of what is one run on both sides goes in one go.
constexpr Index kStraight = 256 << 10;

class Picker {
 public:
  Picker(std::vector<Loop> loops, const std::vector<FusedAxis>& axes,
         const Widths& widths, const ChunkSize& size)
      : axes_(axes) {
    p_.outer = std::move(loops);
    p_.widths = widths;
    p_.size = size;
    if (size.first == Which::source) std::swap(both_[0], both_[1]);
  }

  Picked run() {
    if (p_.size.tables == Tables::first) take_tables();
    begin();
    grow();
    merge(p_.chunk);
    return std::move(p_);
  }

  /// Whether runs of lines go from some stretches to some others, and chunks
  /// are so long that one stretch is left alone for long.
  static bool stays_long(const Picked& picked) {
    const auto is_one = [&](Which side, Index bits) {
      return picked.reach(side) == picked.count * bits;
    };
    return picked.run_bytes >= kLineBytes && picked.run_bytes <= kShortVisit &&
           picked.count * picked.widths.work_bytes > kShortVisit &&
           !is_one(Which::source, picked.widths.in_bits) &&
           !is_one(Which::destination, picked.widths.out_bits);
  }

  /// Whether runs of lines come from rows that push each other out of the
  /// second cache, and go to one stretch.
  static bool is_crowded(const Picked& picked) {
    const Index row = picked.reach(Which::source);
    const auto crowds = [&](const Loop& loop) {
      return loop.is_even() && std::abs(loop.in_step) > row &&
             loop.count > places_at(loop.in_step / 8) / 2;
    };
    return picked.run_bytes >= kLineBytes && picked.run_bytes <= kShortVisit &&
           picked.reach(Which::destination) ==
               picked.count * picked.widths.out_bits &&
           std::ranges::any_of(picked.chunk, crowds);
  }

 private:
  /// How many lines that are so many bytes apart the second cache holds.
  static Index places_at(Index pitch) {
    return kCacheSpan / std::gcd(pitch, kCacheSpan) * kCacheWays;
  }

  /// Whether only the end of its axis bounds the loop.
  bool is_top(const Loop& loop) const {
    const Dim& dim = loop.dims[0];
    return loop.dims.size() == 1 &&
           dim.step * dim.count >=
               axes_[static_cast<std::size_t>(dim.axis)].size;
  }

  std::optional<std::size_t> find_next(Which side, Index reached) const {
    for (std::size_t i = 0; i < p_.outer.size(); ++i) {
      if (next_comb(p_.outer[i], side, reached)) return i;
    }
    return std::nullopt;
  }

  std::optional<std::size_t> find_first(Which side) const {
    return find_along(p_.outer, p_.widths, side);
  }

  /// Moves a loop into the chunk, or as much of it as `most` values; the rest
  /// stays outside. False if it can be neither.
  bool take(std::size_t i, Index most) {
    Loop loop = p_.outer[i];
    // A table is taken as a whole, even if that is a little more than wanted.
    const Index all = p_.count * loop.count * p_.widths.work_bytes;
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
      Loop& rest = p_.outer[i];
      rest.count = div_up(loop.count, part);
      rest.dims[0].count = rest.count;
      rest.dims[0].step *= part;
      rest.in_step *= part;
      rest.out_step *= part;
      loop.count = part;
      loop.dims[0].count = part;
    } else {
      p_.outer.erase(p_.outer.begin() + static_cast<std::ptrdiff_t>(i));
    }
    p_.count *= loop.count;
    p_.chunk.push_back(std::move(loop));
    return true;
  }

  Index room() const {
    return std::max<Index>(1,
                           p_.size.bytes / (p_.count * p_.widths.work_bytes));
  }

  void take_tables() {
    constexpr Index kFew = 512;
    for (std::size_t i = p_.outer.size(); i-- > 0;) {
      const Loop& loop = p_.outer[i];
      if (loop.is_listed() && p_.count * loop.count <= kFew) {
        take(i, loop.count);
      }
    }
  }

  /// The loops that run along elements on either side come first.
  void begin() {
    const auto out = find_first(Which::destination);
    const auto in = find_first(Which::source);
    const Index width = p_.widths.work_bytes;
    ChunkSize& size = p_.size;
    if (out && in && *out == *in && p_.outer[*out].is_even()) {
      const Index bytes = p_.outer[*out].count * width;
      p_.has_long_runs = bytes > size.bytes;
      if (p_.has_long_runs) size.bytes = std::max(size.bytes, kStraight);
      take(*out, room());
      p_.run_bytes = p_.count * width;
      return;
    }
    const bool is_square =
        out && in && p_.outer[*out].is_even() && p_.outer[*in].is_even();
    if (!is_square) {
      if (out) take(*out, std::max<Index>(size.run / width, 1));
      return;
    }
    const bool is_in_lines = p_.outer[*in].out_step % kLineBits == 0;
    // Rows that begin anywhere are more than some processors follow.
    const bool are_followed = are_rows(p_.outer[*in], p_.outer[*out]) &&
                              (is_in_lines || size.rows == RowsFollowed::many);
    if (!are_followed) size.rows = RowsFollowed::none;
    if (size.rows != RowsFollowed::none && is_in_lines) {
      return take_long_rows(*in, *out);
    }
    if (width > 1) size.bytes *= 2;
    Index rows = rows_of_square(p_.outer[*out].in_step / 8);
    // Rows of the destination that begin anywhere cost a line at either end.
    if (!is_in_lines) {
      p_.has_long_rows = size.rows != RowsFollowed::none;
      rows *= 8;
      size.bytes *= p_.has_long_rows ? 4 : 2;
    }
    const bool is_short = p_.outer[*out].count < rows;
    take(*out, rows);
    // Rows that come to an end go on with another loop later.
    const Index reached = p_.reach(Which::destination);
    const Index later =
        is_short ? std::max<Index>(1, size.run * 8 / reached) : 1;
    if (const auto again = find_first(Which::source)) {
      take(*again, std::max(room() / later, in_a_line(p_.widths.in_bits)));
    }
  }

  /// Whether processors see rows: of whole lines on both sides, and at the
  /// source either long or one after the other.
  bool are_rows(const Loop& in, const Loop& out) const {
    const Index row = in.count * p_.widths.in_bits;
    return p_.widths.is_whole_in() && p_.widths.is_whole_out() &&
           row >= kLineBits && out.count >= in_a_line(p_.widths.out_bits) &&
           (row >= kLongRow / 4 * 8 || out.in_step == row);
  }

  /// A page of each row of the source, and a line or two of those of the
  /// destination: processors follow some dozen rows at once. Where there is
  /// less than a page, the destination has more.
  void take_long_rows(std::size_t in, std::size_t out) {
    const Index in_bytes = p_.outer[in].count * p_.widths.in_bits / 8;
    const Index least =
        p_.size.rows == RowsFollowed::many ? 2 * kLineBytes : kLineBytes;
    const Index out_bytes =
        least * div_up(kLongRow, std::min(in_bytes, kLongRow));
    p_.has_long_rows = true;
    p_.size.bytes = kLongRows;
    take(out, std::min(out_bytes, 2 * kLongRow) * 8 / p_.widths.out_bits);
    if (const auto again = find_first(Which::source)) {
      take(*again, std::min(room(), kLongRow * 8 / p_.widths.in_bits));
    }
    // More rows would be more than are followed.
    p_.size.bytes = p_.count * p_.widths.work_bytes;
  }

  /// How many rows of the source a transpose reads: enough for some lines of
  /// the destination, but rows that are a power of two apart share so few
  /// places of the second cache that two chunks have to fit into them.
  Index rows_of_square(Index pitch) const {
    const Index width = p_.widths.work_bytes;
    const Index line = in_a_line(p_.widths.out_bits);
    // Of bytes there are so many columns that fewer rows will do.
    const Index square = width == 1 ? kSquare / 2 : kSquare;
    return std::clamp(places_at(pitch) / 2, line,
                      std::max(square / width, line));
  }

  static Index in_a_line(Index bits) {
    return std::max<Index>(kLineBits / bits, 1);
  }

  /// Contiguous bytes first, at the destination before the source: enough of
  /// them on either side, then as many as there is room for. Then whatever is
  /// near. A source that is one stretch needs no more than that.
  void grow() {
    for (const Which side : both_) stretch(side, p_.size.run);
    complete();
    if (p_.is_sequential()) return;
    for (const Which side : both_) stretch(side, p_.size.bytes);
    while (true) {
      const Index most = room();
      std::optional<std::size_t> best;
      for (std::size_t i = 0; i < p_.outer.size(); ++i) {
        const Loop& loop = p_.outer[i];
        const bool fits = loop.count <= most || loop.is_even();
        if (!fits || (!loop.is_even() && !loop.is_listed())) continue;
        if (!best || nearness(loop) < nearness(p_.outer[*best])) best = i;
      }
      if (!best || most < 2 || !take(*best, most)) return;
    }
  }

  /// Takes loops that make a stretch longer and come to an end themselves, as
  /// those inside of tiles do: what is begun is then done.
  void complete() {
    for (bool found = true; found && !p_.is_sequential();) {
      found = false;
      for (const Which side : both_) {
        const auto next = find_next(side, p_.reach(side));
        if (!next || p_.outer[*next].count > room()) continue;
        found = take(*next, room());
      }
    }
  }

  /// Takes loops that make a contiguous stretch longer, up to so many bytes.
  void stretch(Which side, Index bytes) {
    while (p_.reach(side) < bytes * 8) {
      const Index reached = p_.reach(side);
      const auto next = find_next(side, reached);
      const Index most = std::min(room(), div_up(bytes * 8, reached));
      if (!next || most < 2 || !take(*next, most)) return;
    }
  }

  static Index nearness(const Loop& loop) {
    return std::min(std::abs(loop.in_step), std::abs(loop.out_step));
  }

  const std::vector<FusedAxis>& axes_;
  /// Destinations first, as a rule: lines should be written whole.
  std::array<Which, 2> both_ = {Which::destination, Which::source};
  Picked p_;
};

/// Those that are written count twice, as they are read before.
double lines_of(const Picked& picked) {
  const auto share = [&](Which side, Index bits) {
    return static_cast<double>(bits) *
           lines_a_lineful(picked.chunk, picked.outer, picked.count, bits,
                           side);
  };
  const Index in_bits = picked.widths.in_bits;
  const Index out_bits = picked.widths.out_bits;
  return (share(Which::source, in_bits) +
          2 * share(Which::destination, out_bits)) /
         static_cast<double>(in_bits + 2 * out_bits);
}

/// Of a chunk that goes by table: what is staged, what is put in order, and the
/// table itself.
Index bytes_by_table(const Picked& picked) {
  return picked.count * (2 * picked.widths.work_bytes + 2);
}

}  // namespace

Picked pick_chunk(const std::vector<Loop>& loops,
                  const std::vector<FusedAxis>& axes, const Widths& widths,
                  const ChunkSize& size, Lines lines) {
  // Half as many lines again are worth the search for others; a quarter fewer
  // are worth a change.
  constexpr double kMany = 1.5;
  constexpr double kFewer = 0.75;
  Picked best = Picker(loops, axes, widths, size).run();
  if (size.rows != RowsFollowed::none && Picker::stays_long(best)) {
    ChunkSize shorter = size;
    shorter.bytes = kShortVisit;
    shorter.run = kLineBytes;
    best = Picker(loops, axes, widths, shorter).run();
  }
  if (size.rows == RowsFollowed::some && Picker::is_crowded(best)) {
    ChunkSize longer = size;
    longer.bytes = kLongVisits;
    longer.run = kShortVisit;
    longer.first = Which::source;
    best = Picker(loops, axes, widths, longer).run();
  }
  if (lines == Lines::whatever || best.has_long_runs) return best;
  best.lines = lines_of(best);
  if (best.lines < kMany) return best;
  for (const Index times : {1, 2, 4, 8}) {
    const ChunkSize other{times * size.bytes, size.run / 4};
    Picked next = Picker(loops, axes, widths, other).run();
    if (times > 2 && bytes_by_table(next) > kMostByTable) break;
    next.lines = lines_of(next);
    if (next.lines > best.lines * kFewer) continue;
    best = std::move(next);
  }
  return best;
}

}  // namespace ashlar
