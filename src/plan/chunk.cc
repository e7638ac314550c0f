// chunk.cc - picks the way that suits the loops of a chunk.
#include "src/plan/chunk.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <utility>

#include "src/base/cache_line.h"
#include "src/base/checked.h"
#include "src/plan/moves.h"
#include "src/plan/segments.h"
#include "src/plan/shuffle.h"
#include "src/plan/staging.h"
#include "src/plan/tables.h"
#include "src/plan/woven.h"

namespace ashlar {
namespace {

using kernels::Move;

/// Runs that are worth a copy of their own; shorter ones go by element.
constexpr Index kLeastRun = 16;
constexpr Index kLongRun = 1024;
/// A square of a transpose has as many bytes on either side.
constexpr Index kLeastSquare = 16;
/// Segments of fewer bytes are not collected in a work area, unless they are
/// made of so many elements from different places.
constexpr Index kLeastSegment = 32;
constexpr Index kLeastCount = 4;
/// Fewer codes, and segments of more, are packed one by one.
constexpr Index kLeastOdd = 2048;
constexpr Index kMostOdd = 28 << 10;
constexpr Index kLongOdd = 128;
/// Stretches of fewer bits cost more to cast, or unpack, than staging gives.
constexpr Index kLeastCast = 16 * 8;
constexpr Index kLeastCodes = 4 * 8;

/// Whether kernels have elements of so many bytes.
bool is_word(Index bytes) { return bytes <= 8 && is_power_of_two(bytes); }

class ChunkMaker {
 public:
  ChunkMaker(std::vector<Loop> loops, const Widths& widths, Target target)
      : widths_(widths), target_(target) {
    order_tables(loops);
    set_loops(loops);
    if (segment_bytes() < kLeastSegment && untangle(loops, Tangled::any)) {
      set_loops(loops);
    }
  }

  Chunk make() {
    chunk_.is_in_lines = has_whole_lines();
    if (!casts_straight()) stage();
    if (!chunk_.is_straight) {
      const bool is_made = copies() || gathers() || scatters() || weaves();
      if (!is_made) move_to_work_area();
      pack_first();
    }
    chunk_.is_streamed = target_.is_streamed && streams();
    return std::move(chunk_);
  }

 private:
  /// Loops and segments, both in the order of the destination.
  void set_loops(std::vector<Loop> loops) {
    const auto step = [](const Loop& loop) { return std::abs(loop.out_step); };
    std::ranges::stable_sort(loops, std::ranges::greater(), step);
    chunk_ = {};
    for (Loop& loop : loops) {
      chunk_.count *= loop.count;
      chunk_.loops.push_back({std::move(loop), 0});
    }
    chunk_.work_count = chunk_.count;
    Segments segments = list_segments(chunk_.loops, widths_);
    segment_count_ = segments.count;
    chunk_.segments = std::move(segments.spans);
  }

  const Loop& loop(std::size_t i) const { return chunk_.loops[i].loop; }

  bool can_be_direct() const {
    return widths_.is_whole_out() && (chunk_.is_staged || widths_.is_plain());
  }

  bool casts_straight() {
    if (!widths_.casts_lines || !chunk_.is_in_lines) return false;
    auto [moves, count] = cast_runs(chunk_.loops, widths_);
    if (count == 0) return false;
    chunk_.stretches = std::move(moves);
    chunk_.stretch_count = count;
    chunk_.is_straight = true;
    return true;
  }

  /// Lays out the staging area as the source is, if that helps.
  void stage() {
    if (!widths_.has_cast && widths_.is_whole_in()) return list_strands();
    const auto [steps, stretches, count, size] = lay_out(chunk_.loops, widths_);
    const Index least = widths_.is_whole_in() ? kLeastCast : kLeastCodes;
    const bool is_all = count == size;
    if (count * widths_.in_bits < least && !is_all) return list_strands();
    chunk_.is_staged = true;
    if (!widths_.is_whole_in() || (cuts_lines(count, widths_) && !is_all)) {
      pull(stretches, count, size);
    } else {
      chunk_.stretch_count = count;
      for (const auto& [in, out] : stretches) {
        chunk_.stretches.push_back({in, out * widths_.cast_bytes()});
      }
    }
    list_strands();
    for (std::size_t i = 0; i < strands_.size(); ++i) {
      Strand& strand = strands_[i];
      strand.in_step = steps[i] * chunk_.move_bytes;
      for (std::size_t k = 0; k < strand.in_at.size(); ++k) {
        strand.in_at[k] = static_cast<Index>(k) * strand.in_step;
      }
    }
    chunk_.is_straight = widths_.is_whole_in() && widths_.is_whole_out() &&
                         chunk_.stretches.size() == 1 &&
                         chunk_.segments.size() == 1 &&
                         std::ranges::all_of(strands_, [](const Strand& each) {
                           return each.in_step == each.out_step;
                         });
  }

  void pull(const std::vector<Move>& stretches, Index count, Index all) {
    const Index width = widths_.work_bytes;
    const Index size = widths_.is_whole_in() ? count * width : count;
    for (const auto& [in, out] : stretches) {
      chunk_.pulled.spans.push_back(
          {in, out * width, static_cast<std::size_t>(size)});
    }
    chunk_.pulled.bytes = all * width;
  }

  /// The loops in bytes: from the source to the work area.
  void list_strands() {
    chunk_.move_bytes =
        chunk_.is_staged ? widths_.cast_bytes() : widths_.work_bytes;
    for (const auto& [loop, work_step] : chunk_.loops) {
      const Index step = work_step * chunk_.move_bytes;
      Strand strand{loop.count, loop.in_step / 8, step, {}, {}};
      for (Index k = 0; k < loop.count && !loop.is_even(); ++k) {
        strand.in_at.push_back(loop.in_offset(k) / 8);
        strand.out_at.push_back(k * step);
      }
      strands_.push_back(std::move(strand));
    }
  }

  /// The same to the destination.
  std::vector<Strand> direct_strands() const {
    std::vector<Strand> out = strands_;
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i].out_step = loop(i).out_step / 8;
      for (std::size_t k = 0; k < out[i].out_at.size(); ++k) {
        out[i].out_at[k] = loop(i).out_offset(static_cast<Index>(k)) / 8;
      }
    }
    return out;
  }

  Index segment_bytes() const { return segment_count_ * widths_.out_bits / 8; }

  /// Segments in bytes, if they can be.
  void pack_first() {
    chunk_.packs_first =
        !widths_.is_whole_out() && target_.keeps_bytes &&
        count_bytes(chunk_.segments, chunk_.mends, widths_.out_bits);
    chunk_.is_in_lines = has_whole_lines();
  }

  bool has_bytes() const {
    return widths_.is_whole_out() || chunk_.packs_first;
  }

  bool streams() const {
    return has_bytes() &&
           (chunk_.is_in_lines || go_on(chunk_.segments, target_.next) ||
            mean_count(chunk_.segments) >= kLongRun);
  }

  bool has_whole_lines() const {
    return target_.keeps_lines && has_bytes() && are_lines(chunk_.segments);
  }

  /// The strand of runs: contiguous on both sides. Negative if there is none.
  int run_strand(const std::vector<Strand>& strands) const {
    const int in = along(strands, &Strand::in_step, chunk_.move_bytes);
    return in == along(strands, &Strand::out_step, chunk_.move_bytes) ? in : -1;
  }

  Index bytes_of(int strand) const {
    const auto at = static_cast<std::size_t>(strand);
    return (strand < 0 ? 1 : strands_[at].count) * chunk_.move_bytes;
  }

  bool copies() {
    if (!can_be_direct() || chunk_.is_staged) return false;
    std::vector<Strand> direct = direct_strands();
    const int along_both = run_strand(direct);
    const Index bytes = bytes_of(along_both);
    if (along_both < 0 || (bytes % kLineBytes != 0 && bytes < kLongRun)) {
      return false;
    }
    // Runs that cross lines are put together first.
    if (target_.is_streamed && !chunk_.is_in_lines && bytes < kLongRun &&
        bytes < segment_bytes()) {
      return false;
    }
    strands_ = std::move(direct);
    move_runs(Way::copy, along_both, &Strand::out_step);
    return true;
  }

  /// Tables that are tangled with each other: taken apart to elements and put
  /// together in the order of the destination, they may have longer segments.
  bool gathers() {
    if (!is_word(widths_.work_bytes)) return false;
    if (has_odd_codes()) return gather(make_shuffle(chunk_.loops, widths_));
    if (segment_bytes() >= kLeastSegment || !have_tables(chunk_.loops))
      return false;
    Shuffle all = make_shuffle(chunk_.loops, widths_);
    const Index mean = chunk_.count / std::ssize(all.segments);
    const bool pays = mean * widths_.out_bits / 8 >= kLeastSegment ||
                      mean >= std::max(kLeastCount, 2 * segment_count_);
    return pays && gather(std::move(all));
  }

  /// Codes that begin or end inside of bytes: by table they can be packed all
  /// at once.
  bool has_odd_codes() const {
    return !widths_.is_whole_out() && target_.keeps_bytes &&
           kernels::can_permute() && segment_count_ <= kLongOdd &&
           chunk_.count >= kLeastOdd && chunk_.count <= kMostOdd &&
           !are_bytes(chunk_.segments, widths_.out_bits);
  }

  /// Short stretches of the destination gain nothing from a work area.
  bool scatters() {
    if (!can_be_direct() || segment_bytes() >= kLeastSegment ||
        chunk_.segments.size() == 1) {
      return false;
    }
    std::vector<Strand> direct = direct_strands();
    const int along_both = run_strand(direct);
    if (along_both < 0 && segment_count_ >= kLeastCount) return false;
    strands_ = std::move(direct);
    move_runs(Way::scatter, along_both, &Strand::out_step);
    return true;
  }

  bool weaves() {
    const Index width = chunk_.move_bytes;
    const bool can = kernels::woven_line() > 0 && is_word(width) &&
                     (chunk_.is_staged || widths_.is_whole_in());
    if (!can) return false;
    Woven woven = weave(direct_strands(), strands_, width,
                        can_be_direct() && chunk_.is_in_lines);
    if (woven.passes.empty()) return false;
    chunk_.passes = std::move(woven.passes);
    chunk_.is_direct = woven.is_direct;
    chunk_.way = Way::weave;
    return true;
  }

  void move_to_work_area() {
    if (!chunk_.is_staged && !widths_.is_whole_in()) {
      gather(make_shuffle(chunk_.loops, widths_));
      return;
    }
    int along_both = run_strand(strands_);
    const Index run = bytes_of(along_both);
    if (run >= kLeastRun || !is_word(chunk_.move_bytes)) {
      return move_runs(Way::runs, along_both, &Strand::in_step);
    }
    // Neighbours on both sides are one element.
    if (along_both >= 0 && is_word(run)) {
      strands_.erase(strands_.begin() + std::exchange(along_both, -1));
      chunk_.move_bytes = run;
    }
    const Index width = chunk_.move_bytes;
    const int in = along(strands_, &Strand::in_step, width);
    const int out = along(strands_, &Strand::out_step, width);
    const Index least = std::min(bytes_of(in), bytes_of(out));
    const bool has_squares = in >= 0 && out >= 0 && in != out;
    if (width == 1 && squares()) return;
    if (has_squares && least >= kLeastSquare) return transpose(in, out);
    if (!is_word(widths_.work_bytes)) {
      return move_runs(Way::runs, along_both, &Strand::in_step);
    }
    gather(make_shuffle(chunk_.loops, widths_));
  }

  bool squares() {
    std::optional<Squares> found = find_squares(strands_);
    if (!found) return false;
    if (found->is_narrow()) {
      Shuffle all = make_shuffle(chunk_.loops, widths_);
      if (all.table.order) return gather(std::move(all));
    }
    chunk_.way = Way::squares;
    chunk_.squares = std::move(*found);
    return true;
  }

  /// Runs, and rows of them along the strand that is nearest on a side.
  void move_runs(Way way, int along_both, Index Strand::*side) {
    chunk_.way = way;
    chunk_.is_direct = way != Way::runs;
    int rows = -1;
    for (std::size_t i = 0; i < strands_.size(); ++i) {
      if (static_cast<int>(i) == along_both || !strands_[i].in_at.empty()) {
        continue;
      }
      const auto step = [&](int which) {
        return std::abs(strands_[static_cast<std::size_t>(which)].*side);
      };
      if (rows < 0 || step(static_cast<int>(i)) < step(rows)) {
        rows = static_cast<int>(i);
      }
    }
    // Long runs are sent one by one.
    const Index bytes = bytes_of(along_both);
    if (way == Way::copy && bytes >= kLongRun) rows = -1;
    chunk_.runs.run = static_cast<std::size_t>(bytes);
    if (rows >= 0) {
      const Strand& strand = strands_[static_cast<std::size_t>(rows)];
      chunk_.runs.rows = static_cast<std::size_t>(strand.count);
      chunk_.runs.in_pitch = strand.in_step;
      chunk_.runs.out_pitch = strand.out_step;
    }
    list_moves(along_both, rows);
    if (way != Way::copy || rows >= 0) return;
    chunk_.segments.clear();
    for (const auto& [in, out] : chunk_.moves) {
      chunk_.segments.push_back({in, out, chunk_.runs.run});
    }
  }

  void transpose(int in, int out) {
    chunk_.way = Way::transpose;
    const Strand& columns = strands_[static_cast<std::size_t>(in)];
    const Strand& rows = strands_[static_cast<std::size_t>(out)];
    chunk_.runs = {static_cast<std::size_t>(columns.count),
                   static_cast<std::size_t>(rows.count), rows.in_step,
                   columns.out_step};
    list_moves(in, out);
  }

  /// Where the kernel starts again: all strands but its own two.
  void list_moves(int first, int second) {
    std::vector<Move> moves = {{0, 0}};
    for (std::size_t i = 0; i < strands_.size(); ++i) {
      if (static_cast<int>(i) == first || static_cast<int>(i) == second) {
        continue;
      }
      const Strand& strand = strands_[i];
      moves = product(moves, strand.count,
                      [&](Index k) { return offset_of(strand, k); });
    }
    // Loads wait, stores do not; but lines that are streamed go side by side.
    if (chunk_.way != Way::copy || !target_.is_streamed) {
      std::ranges::sort(moves, {}, &Move::in);
    }
    chunk_.moves = std::move(moves);
  }

  /// Nothing is cast before all is in order.
  bool gather(Shuffle all) {
    chunk_.way = Way::gather;
    chunk_.is_staged = false;
    chunk_.stretches.clear();
    chunk_.move_bytes = widths_.work_bytes;
    chunk_.pulled = std::move(all.pulled);
    chunk_.table = std::move(all.table);
    chunk_.work_count = all.work_count;
    chunk_.segments = std::move(all.segments);
    return true;
  }

  Widths widths_;
  Target target_;
  std::vector<Strand> strands_;
  Index segment_count_ = 1;  ///< elements of each segment
  Chunk chunk_;
};

}  // namespace

Chunk make_chunk(std::vector<Loop> loops, const Widths& widths, Target target) {
  return ChunkMaker(std::move(loops), widths, target).make();
}

}  // namespace ashlar
