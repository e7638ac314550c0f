// pieces.cc - a box for each digit in which an axis ends.
#include "src/plan/pieces.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <optional>
#include <utility>

#include "src/base/cache_line.h"
#include "src/base/sort_by.h"
#include "src/plan/lines.h"
#include "src/plan/segments.h"
#include "src/plan/work.h"

namespace ashlar {
namespace {

/// Elements of all pieces that are kept: their tables take some bytes each.
constexpr Index kMostKept = 1 << 20;

/// Segments of so many bytes are worth another look, and so many times fewer of
/// them a table.
constexpr Index kShortSegment = 16;
constexpr Index kFewerSegments = 2;

/// The values of a loop that are in a box.
struct Range {
  Index first = 0;
  Index count = 1;
};
using Box = std::vector<Range>;  // by loop

Index span_of(const std::vector<const Loop*>& loops, std::size_t from) {
  Index span = 1;
  for (std::size_t i = from; i < loops.size(); ++i) {
    span += (loops[i]->count - 1) * loops[i]->dims[0].step;
  }
  return span;
}

class Cutter {
 public:
  Cutter(const std::vector<Loop>& loops, const Left& left, const Widths& widths,
         Target target)
      : loops_(loops),
        left_(left.inside),
        room_(left.room),
        reads_on_(left.reads_on),
        widths_(widths),
        target_(target) {}

  std::vector<Piece> run() {
    if (!has_boxes()) return {with_fewest_segments()};
    Box whole;
    for (const Loop& loop : loops_) whole.push_back({0, loop.count});
    std::vector<Box> boxes = {whole};
    for (int axis = 0; axis < left_.size(); ++axis) boxes = cut(boxes, axis);
    std::vector<Piece> pieces;
    for (const Box& box : boxes) pieces.push_back(of_box(box));
    if (segment_count(pieces) * kShortSegment > element_bytes(pieces)) {
      // Boxes lie between each other at the destination: together they may be
      // longer.
      Loop together = elements(room_);
      if (pays(run_count(together), segment_count(pieces))) {
        std::vector<Piece> one = {of_elements(std::move(together))};
        // Segments may be parts of runs.
        if (pays(segment_count(one), segment_count(pieces))) {
          pieces = std::move(one);
        }
      }
    }
    if (auto clip = clipped()) {
      std::vector<Piece> all;
      all.push_back(std::move(*clip));
      if (cost_of(all) < cost_of(pieces)) return all;
    }
    return pieces;
  }

 private:
  /// Padding goes along where elements would be in too many parts without it.
  Piece with_fewest_segments() const {
    Loop alone = elements(left_);
    if (room_ == left_) return of_elements(std::move(alone));
    Loop padded = elements(room_);
    const bool is_better = pays(run_count(padded), run_count(alone));
    return of_elements(std::move(is_better ? padded : alone));
  }

  /// The whole chunk is moved, and not all of it sent.
  std::optional<Piece> clipped() const {
    if (!reads_on_) return std::nullopt;
    auto chunk = make_clipped(loops_, room_, widths_, target_);
    if (!chunk) return std::nullopt;
    Piece piece;
    piece.chunk = std::move(*chunk);
    piece.count = 1;
    for (int axis = 0; axis < room_.size(); ++axis) {
      piece.count *= values_before(along(axis), 0, room_[axis]);
    }
    return streamed_by_mean(std::move(piece), target_);
  }

  /// How many indices of loops along an axis are before an end.
  static Index values_before(const std::vector<const Loop*>& loops,
                             std::size_t from, Index end) {
    if (end <= 0) return 0;
    if (from == loops.size()) return 1;
    Index count = 0;
    for (Index k = 0; k < loops[from]->count; ++k) {
      count +=
          values_before(loops, from + 1, end - k * loops[from]->dims[0].step);
    }
    return count;
  }

  /// Of what is written, all need the same lines.
  double cost_of(const std::vector<Piece>& pieces) const {
    double cost = 0;
    for (const Piece& each : pieces) {
      std::vector<Loop> loops;
      for (const ChunkLoop& of : each.chunk.loops) loops.push_back(of.loop);
      const auto lines = static_cast<double>(
          std::ssize(list_lines(loops, {}, widths_.in_bits, Which::source)));
      cost += cost_without_lines(each.chunk) + kCostOfLineRead * lines;
    }
    return cost;
  }

  static bool pays(Index segments, Index others) {
    return segments * kFewerSegments <= others;
  }

  /// Of elements that follow each other at the destination.
  Index run_count(const Loop& all) const {
    std::vector<Index> out = all.out_at;
    sort_by(out);
    Index count = 0;
    Index end = 0;
    for (const Index at : out) {
      count += count == 0 || at != end ? 1 : 0;
      end = at + widths_.out_bits;
    }
    return count;
  }

  static Index segment_count(const std::vector<Piece>& pieces) {
    Index count = 0;
    for (const Piece& each : pieces) {
      count += std::ssize(each.chunk.segments) + std::ssize(each.chunk.mends);
    }
    return count;
  }

  Index element_bytes(const std::vector<Piece>& pieces) const {
    Index count = 0;
    for (const Piece& each : pieces) count += each.count;
    return count * widths_.out_bits / 8;
  }

  bool has_boxes() const {
    return std::all_of(loops_.begin(), loops_.end(),
                       [](const Loop& loop) { return loop.dims.size() == 1; });
  }

  /// The loops along an axis, those with the longest steps first.
  std::vector<const Loop*> along(int axis) const {
    std::vector<const Loop*> out;
    for (const Loop& loop : loops_) {
      if (loop.dims[0].axis == axis) out.push_back(&loop);
    }
    std::sort(out.begin(), out.end(), [](const Loop* a, const Loop* b) {
      return a->dims[0].step > b->dims[0].step;
    });
    return out;
  }

  std::vector<Box> cut(const std::vector<Box>& boxes, int axis) const {
    const std::vector<const Loop*> loops = along(axis);
    if (span_of(loops, 0) <= left_[axis]) return boxes;
    std::vector<Box> out;
    for (const Box& box : boxes) {
      Box rest = box;
      Index left = left_[axis];
      // As many values of a loop as are whole; one more ends in a lower loop.
      for (std::size_t i = 0; i < loops.size() && left > 0; ++i) {
        const Loop& loop = *loops[i];
        const Index below = span_of(loops, i + 1);
        const Index step = loop.dims[0].step;
        const Index whole =
            left < below ? 0 : std::min((left - below) / step + 1, loop.count);
        const auto at = static_cast<std::size_t>(&loop - loops_.data());
        // What fills lines is apart from what is left over.
        const Index full = whole - whole % values_of_lines(loop);
        for (const Range& values :
             {Range{0, full}, Range{full, whole - full}}) {
          if (values.count == 0) continue;
          Box part = rest;
          part[at] = values;
          out.push_back(std::move(part));
        }
        if (whole == loop.count) break;
        rest[at] = {whole, 1};
        left -= whole * step;
      }
    }
    return out;
  }

  /// How many values of a loop go together where its steps are within lines,
  /// unless they are runs.
  static Index values_of_lines(const Loop& loop) {
    const Index step =
        std::min(std::abs(loop.in_step), std::abs(loop.out_step));
    const bool is_within = step > 0 && step < kLineBits && loop.is_even() &&
                           loop.in_step != loop.out_step;
    return is_within ? std::max<Index>(1, kLineBits / step) : 1;
  }

  Piece of_box(const Box& box) const {
    Piece piece;
    std::vector<Loop> loops;
    for (std::size_t i = 0; i < loops_.size(); ++i) {
      const auto [first, count] = box[i];
      piece.in += loops_[i].in_offset(first);
      piece.out += loops_[i].out_offset(first);
      if (count > 1) loops.push_back(part_of(loops_[i], first, count));
    }
    return finish(std::move(piece), std::move(loops));
  }

  static Loop part_of(Loop loop, Index first, Index count) {
    const auto keep = [&](std::vector<Index>& at) {
      if (at.empty()) return;
      const Index start = at[static_cast<std::size_t>(first)];
      at.erase(at.begin(), at.begin() + first);
      at.resize(static_cast<std::size_t>(count));
      for (Index& each : at) each -= start;
    };
    keep(loop.in_at);
    keep(loop.out_at);
    loop.count = loop.dims[0].count = count;
    return loop;
  }

  /// One by one, up to where there is room. Padding is given what the element
  /// before it has, so that those around it go together.
  Loop elements(const Indices& room) const {
    Loop all;
    all.in_even = all.out_even = false;
    Indices index = Indices::filled(left_.size(), 0);
    collect(0, {}, index, room, all);
    all.count = static_cast<Index>(all.in_at.size());
    all.dims = {{0, 1, all.count}};
    return all;
  }

  Piece of_elements(Loop all) const {
    std::vector<Loop> loops;
    if (all.count > 0) loops.push_back(std::move(all));
    return finish({}, std::move(loops));
  }

  /// Where an element is, or padding would be.
  struct Spot {
    Index in = 0;
    Index out = 0;
    bool is_known = true;  ///< tables know nothing of what is outside
  };

  void collect(std::size_t level, const Spot& spot, const Indices& index,
               const Indices& room, Loop& all) const {
    if (level == loops_.size()) {
      bool is_element = true;
      for (int axis = 0; axis < index.size(); ++axis) {
        if (index[axis] >= room[axis]) return;
        is_element = is_element && index[axis] < left_[axis];
      }
      if (!is_element && (!spot.is_known || all.in_at.empty())) return;
      all.in_at.push_back(is_element ? spot.in : all.in_at.back());
      all.out_at.push_back(spot.out);
      all.is_padding.push_back(!is_element);
      return;
    }
    const Loop& loop = loops_[level];
    for (Index k = 0; k < loop.count; ++k) {
      Indices next = index_of(loop, k, index.size());
      for (int axis = 0; axis < index.size(); ++axis) next[axis] += index[axis];
      const Index out = loop.out_offset(k);
      const bool is_known = k == 0 || out != 0;
      collect(level + 1,
              {spot.in + loop.in_offset(k), spot.out + out,
               spot.is_known && is_known},
              next, room, all);
    }
  }

  Piece finish(Piece piece, std::vector<Loop> loops) const {
    Target target = target_;
    target.keeps_lines = target.keeps_lines && piece.out % kLineBits == 0;
    target.keeps_bytes = target.keeps_bytes && piece.out % 8 == 0;
    piece.chunk = make_chunk(std::move(loops), widths_, target);
    piece.count = piece.chunk.count;
    return streamed_by_mean(std::move(piece), target);
  }

  static Piece streamed_by_mean(Piece piece, const Target& target) {
    // What it ends with may be part of a line that others began, unless that is
    // most of it.
    piece.chunk.is_streamed =
        target.is_streamed && (piece.chunk.is_in_lines ||
                               mean_count(piece.chunk.segments) > kLineBytes);
    return piece;
  }

  const std::vector<Loop>& loops_;
  const Indices& left_;
  const Indices& room_;
  bool reads_on_;
  const Widths& widths_;
  Target target_;
};

}  // namespace

std::vector<Piece> cut_short(const std::vector<Loop>& loops, const Left& left,
                             const Widths& widths, Target target) {
  return Cutter(loops, left, widths, target).run();
}

PieceCache::PieceCache(std::vector<Loop> loops, std::vector<Loop> outer,
                       const Widths& widths, Target target)
    : loops_(std::move(loops)),
      outer_(std::move(outer)),
      widths_(widths),
      target_(target) {
  for (const Loop& loop : loops_) {
    dims_.insert(dims_.end(), loop.dims.begin(), loop.dims.end());
  }
  std::ranges::sort(dims_, std::ranges::greater(), &Dim::step);
}

Indices PieceCache::reached(Indices left) const {
  Indices rest = left;  // beyond the first index, as loops use it up
  for (Index& each : rest) --each;
  for (const Dim& dim : dims_) {
    Index& here = rest[dim.axis];
    here -= std::min(here / dim.step, dim.count - 1) * dim.step;
  }
  for (int axis = 0; axis < left.size(); ++axis) left[axis] -= rest[axis];
  return left;
}

bool PieceCache::Less::operator()(const Left& a, const Left& b) const {
  const auto is_less = [](const Indices& x, const Indices& y) {
    return std::ranges::lexicographical_compare(x, y);
  };
  if (a.reads_on != b.reads_on) return b.reads_on;
  return a.inside == b.inside ? is_less(a.room, b.room)
                              : is_less(a.inside, b.inside);
}

PieceCache::Found PieceCache::find(const Left& left) const {
  {
    const std::lock_guard lock(mutex_);
    if (const auto at = found_.find(left); at != found_.end()) {
      return at->second;
    }
  }
  auto made = std::make_shared<const CutChunk>(make(left));
  const std::lock_guard lock(mutex_);
  if (kept_ + made->count > kMostKept) return made;
  if (found_.emplace(left, made).second) kept_ += made->count + 1;
  return made;
}

CutChunk PieceCache::make(const Left& left) const {
  CutChunk cut;
  cut.pieces = cut_short(loops_, left, widths_, target_);
  for (const Piece& piece : cut.pieces) {
    cut.count += piece.count;
    std::vector<Loop> loops;
    for (const ChunkLoop& each : piece.chunk.loops) loops.push_back(each.loop);
    for (const std::int64_t at :
         lines_to_fetch(loops, outer_, widths_.in_bits)) {
      cut.lines.push_back(at + piece.in / 8);
    }
  }
  sort_by(cut.lines);
  return cut;
}

}  // namespace ashlar
