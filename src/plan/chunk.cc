// chunk.cc - picks the way that suits the loops of a chunk.
#include "src/plan/chunk.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <utility>

#include "src/base/cache_line.h"
#include "src/base/checked.h"
#include "src/base/sort_by.h"
#include "src/plan/loops.h"
#include "src/plan/segments.h"
#include "src/plan/shuffle.h"
#include "src/plan/staging.h"
#include "src/plan/strands.h"
#include "src/plan/tables.h"
#include "src/plan/woven.h"

namespace ashlar {
namespace {

using kernels::Move;

/// Runs that are worth a copy of their own; shorter ones go by element.
constexpr Index kLeastRun = 16;
constexpr Index kLongRun = 1024;
/// Bytes from row to row, so that lines push each other out of the first cache.
constexpr Index kFarRow = 1024;
/// A square of a transpose has as many bytes on either side.
constexpr Index kLeastSquare = 16;
/// Segments of fewer bytes are not collected in a work area, unless they are
/// made of so many elements from different places.
constexpr Index kLeastSegment = 32;
constexpr Index kLeastCount = 4;
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

  std::optional<Chunk> make_clipped(const Indices& ends) {
    is_clipped_ = true;
    chunk_.segments = list_clipped(chunk_.loops, ends, widths_);
    chunk_.is_in_lines = has_whole_lines();
    stage();
    if (!weaves()) move_to_work_area();
    if (chunk_.way == Way::gather) return std::nullopt;
    pack_first();
    return finish();
  }

  Chunk make() {
    chunk_.is_in_lines = has_whole_lines();
    if (!casts_straight()) stage();
    if (!chunk_.is_straight) {
      const bool is_made = copies() || gathers() || scatters() || weaves();
      if (!is_made) move_to_work_area();
      pack_first();
    }
    return finish();
  }

 private:
  Chunk finish() {
    chunk_.is_streamed = target_.is_streamed && streams();
    chunk_.pulled.longest = longest_in_order(chunk_.pulled.spans);
    const bool is_apart = !chunk_.is_direct || chunk_.way == Way::scatter;
    const bool waits = target_.is_large && !chunk_.is_streamed && is_apart &&
                       !chunk_.is_straight;
    if (waits) {
      const Index bits = has_bytes() ? 8 : widths_.out_bits;
      chunk_.awaited = bytes_to_fetch(chunk_.segments, bits);
    }
    return std::move(chunk_);
  }

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

  bool can_be_direct() const {
    return !is_clipped_ && widths_.is_whole_out() &&
           (chunk_.is_staged || widths_.is_plain());
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
      set_in_step(strands_[i], steps[i] * chunk_.move_bytes);
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
      strands_.push_back(strand_of(loop, work_step * chunk_.move_bytes));
    }
  }

  /// The same to the destination.
  std::vector<Strand> direct_strands() const {
    std::vector<Strand> out;
    for (std::size_t i = 0; i < strands_.size(); ++i) {
      out.push_back(to_destination(strands_[i], chunk_.loops[i].loop));
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

  /// Parts of lines that are kept until the rest comes cost more than lines
  /// that come from memory meanwhile, unless there are whole ones between them.
  bool streams() const {
    const Index mean = mean_count(chunk_.segments);
    const bool completes =
        mean > kLineBytes && go_on(chunk_.segments, target_.next);
    return has_bytes() && (chunk_.is_in_lines || completes || mean >= kLongRun);
  }

  bool has_whole_lines() const {
    return target_.keeps_lines && has_bytes() && are_lines(chunk_.segments);
  }

  Index bytes_of(int strand) const {
    const auto at = static_cast<std::size_t>(strand);
    return (strand < 0 ? 1 : strands_[at].count) * chunk_.move_bytes;
  }

  bool copies() {
    if (!can_be_direct() || chunk_.is_staged) return false;
    std::vector<Strand> direct = direct_strands();
    const int run = along_both(direct, chunk_.move_bytes);
    const Index bytes = bytes_of(run);
    if (run < 0 || (bytes % kLineBytes != 0 && bytes < kLongRun)) {
      return false;
    }
    // Runs that cross lines are put together first.
    if (target_.is_streamed && !chunk_.is_in_lines && bytes < kLongRun &&
        bytes < segment_bytes()) {
      return false;
    }
    strands_ = std::move(direct);
    move_runs(Way::copy, run, &Strand::out_step);
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
           packs_at_once(chunk_.count, segment_count_) &&
           !are_bytes(chunk_.segments, widths_.out_bits);
  }

  /// Short stretches of the destination gain nothing from a work area.
  bool scatters() {
    if (!can_be_direct() || segment_bytes() >= kLeastSegment ||
        chunk_.segments.size() == 1) {
      return false;
    }
    std::vector<Strand> direct = direct_strands();
    const int run = along_both(direct, chunk_.move_bytes);
    if (run < 0 && segment_count_ >= kLeastCount) return false;
    strands_ = std::move(direct);
    move_runs(Way::scatter, run, &Strand::out_step);
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
    if (!chunk_.is_staged && !widths_.is_whole_in()) return by_table();
    int run = along_both(strands_, chunk_.move_bytes);
    const Index run_bytes = bytes_of(run);
    if (run_bytes >= kLeastRun || !is_word(chunk_.move_bytes)) {
      return move_runs(Way::runs, run, &Strand::in_step);
    }
    // Neighbours on both sides are one element.
    if (run >= 0 && is_word(run_bytes)) {
      strands_.erase(strands_.begin() + std::exchange(run, -1));
      chunk_.move_bytes = run_bytes;
    }
    const Index width = chunk_.move_bytes;
    if (width == 1 && squares()) return;
    const int in = along(strands_, &Strand::in_step, width);
    const int out = along(strands_, &Strand::out_step, width);
    const bool has_squares =
        in >= 0 && out >= 0 && in != out &&
        std::min(bytes_of(in), bytes_of(out)) >= kLeastSquare;
    if (has_squares) return transpose(in, out);
    if (!is_word(widths_.work_bytes)) {
      return move_runs(Way::runs, run, &Strand::in_step);
    }
    by_table();
  }

  void by_table() {
    chunk_.way = Way::gather;
    if (!is_clipped_) gather(make_shuffle(chunk_.loops, widths_));
  }

  bool squares() {
    std::optional<Squares> found = find_squares(strands_);
    if (!found) return false;
    if (found->is_narrow() && !is_clipped_) {
      Shuffle all = make_shuffle(chunk_.loops, widths_);
      if (all.table.order) return gather(std::move(all));
    }
    chunk_.way = Way::squares;
    chunk_.squares = std::move(*found);
    return true;
  }

  /// Runs, and rows of them along the strand that is nearest on a side.
  void move_runs(Way way, int run, Index Strand::*side) {
    chunk_.way = way;
    chunk_.is_direct = way != Way::runs;
    int rows = nearest(strands_, side, run);
    // Long runs are sent one by one.
    const Index bytes = bytes_of(run);
    if (way == Way::copy && bytes >= kLongRun) rows = -1;
    // Stores are done one after the other: those to one line come together.
    const bool is_far =
        rows >= 0 && way == Way::scatter &&
        std::abs(strands_[static_cast<std::size_t>(rows)].out_step) >= kFarRow;
    if (is_far) rows = -1;
    chunk_.runs.run = static_cast<std::size_t>(bytes);
    if (rows >= 0) {
      const Strand& strand = strands_[static_cast<std::size_t>(rows)];
      chunk_.runs.rows = static_cast<std::size_t>(strand.count);
      chunk_.runs.in_pitch = strand.in_step;
      chunk_.runs.out_pitch = strand.out_step;
    }
    list_moves(run, rows);
    if (way != Way::copy || rows >= 0) return;
    chunk_.segments = spans_of(chunk_.moves, chunk_.runs.run);
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
    std::vector<Move> moves = starts_of(strands_, first, second);
    // Loads wait, stores do not; but lines that are streamed go side by side.
    if (chunk_.way == Way::scatter && second < 0) {
      sort_by(moves, &Move::out);
    } else if (chunk_.way != Way::copy || !target_.is_streamed) {
      sort_by(moves, &Move::in);
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
  bool is_clipped_ = false;  ///< some of them are not sent
  Chunk chunk_;
};

}  // namespace

std::optional<Chunk> make_clipped(std::vector<Loop> loops, const Indices& ends,
                                  const Widths& widths, Target target) {
  const bool can = !widths.has_cast && std::ranges::all_of(loops, is_even_dim);
  if (!can) return std::nullopt;
  return ChunkMaker(std::move(loops), widths, target).make_clipped(ends);
}

Chunk make_chunk(std::vector<Loop> loops, const Widths& widths, Target target) {
  return ChunkMaker(std::move(loops), widths, target).make();
}

}  // namespace ashlar
