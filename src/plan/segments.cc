// segments.cc - stretches that loops are, one after the other.
#include "src/plan/segments.h"

#include <algorithm>
#include <utility>

#include "src/base/cache_line.h"
#include "src/base/checked.h"
#include "src/base/sort_by.h"
#include "src/kernels/open_lines.h"
#include "src/plan/moves.h"
#include "src/plan/tables.h"

namespace ashlar {

using kernels::Mend;
using kernels::Move;
using kernels::Span;

namespace {

/// Goes through loops from the outermost on, and through the innermost at once.
class Clipper {
 public:
  Clipper(const std::vector<ChunkLoop>& loops, const Indices& ends,
          const Widths& widths)
      : loops_(loops), left_(ends), widths_(widths) {}

  std::vector<Span> run() {
    if (loops_.empty()) add(0, 0, 1);
    if (!loops_.empty()) clip(0, 0, 0);
    sort_by(spans_, &Span::out);
    return std::move(spans_);
  }

 private:
  void clip(std::size_t level, Index work, Index out) {
    const auto& [loop, work_step] = loops_[level];
    const Dim& dim = loop.dims[0];
    Index& left = left_[dim.axis];
    const Index count = std::min(loop.count, div_up(left, dim.step));
    const bool is_row = level + 1 == loops_.size() && work_step == 1 &&
                        loop.out_step == widths_.out_bits;
    if (is_row) return add(work, out, count);
    const Index before = left;
    for (Index k = 0; k < count; ++k, left -= dim.step) {
      const Index at = work + k * work_step;
      const Index to = out + k * loop.out_step;
      level + 1 == loops_.size() ? add(at, to, 1) : clip(level + 1, at, to);
    }
    left = before;
  }

  /// So many elements, which may go on with those before.
  void add(Index work, Index out, Index count) {
    if (count <= 0) return;
    const Index unit = widths_.is_whole_out() ? 8 : 1;
    const Index width = widths_.is_whole_out() ? widths_.cast_bytes() : 1;
    const auto size = static_cast<std::size_t>(count * width);
    if (!spans_.empty() && work == work_end_ && out == out_end_) {
      spans_.back().count += size;
    } else {
      spans_.push_back({work * widths_.cast_bytes(), out / unit, size});
    }
    work_end_ = work + count;
    out_end_ = out + count * widths_.out_bits;
  }

  const std::vector<ChunkLoop>& loops_;
  Indices left_;  ///< of each axis, from where the loops are
  const Widths& widths_;
  std::vector<Span> spans_;
  Index work_end_ = 0;
  Index out_end_ = 0;
};

}  // namespace

std::vector<Span> list_clipped(const std::vector<ChunkLoop>& loops,
                               const Indices& ends, const Widths& widths) {
  return Clipper(loops, ends, widths).run();
}

Segments list_segments(std::vector<ChunkLoop>& loops, const Widths& widths) {
  Segments out;
  std::vector<Index> within(loops.size(), 1);  // values in a segment
  Index step = 1;
  bool goes_on = true;
  for (std::size_t i = loops.size(); i-- > 0;) {
    const Loop& loop = loops[i].loop;
    loops[i].work_step = step;
    if (goes_on) {
      within[i] = count_in_row(loop, step * widths.out_bits);
      out.count *= within[i];
    }
    goes_on = goes_on && within[i] == loop.count;
    step *= loop.count;
  }
  const Index unit = widths.is_whole_out() ? 8 : 1;
  std::vector<Move> starts = {{0, 0}};
  for (std::size_t i = 0; i < loops.size(); ++i) {
    const auto& [loop, work_step] = loops[i];
    const Index apart = work_step * widths.cast_bytes();
    starts = product(starts, loop.count / within[i], [&](Index k) {
      k *= within[i];
      return Move{k * apart, loop.out_offset(k) / unit};
    });
  }
  sort_by(starts, &Move::out);
  const Index width = widths.is_whole_out() ? widths.cast_bytes() : 1;
  for (const auto& [from, to] : starts) {
    out.spans.push_back(
        {from, to, static_cast<std::size_t>(out.count * width)});
  }
  return out;
}

bool have_tables(const std::vector<ChunkLoop>& loops) {
  return !std::ranges::all_of(
      loops, [](const ChunkLoop& each) { return each.loop.is_even(); });
}

bool are_bytes(const std::vector<Span>& segments, Index bits) {
  return std::ranges::all_of(segments, [&](const Span& each) {
    return each.out % 8 == 0 && static_cast<Index>(each.count) * bits % 8 == 0;
  });
}

bool count_bytes(std::vector<Span>& segments, std::vector<Mend>& mends,
                 Index bits) {
  const auto is_shifted = [&](const Span& each) {
    return (each.in * bits - each.out) % 8 != 0;
  };
  if (std::ranges::any_of(segments, is_shifted)) return false;
  std::vector<Span> whole;
  for (const Span& each : segments) {
    const Index from = each.in * bits;
    const Index size = static_cast<Index>(each.count) * bits;
    const Index head = std::min((8 - from % 8) % 8, size);
    const Index tail = (size - head) % 8;
    const Index bytes = (size - head) / 8;
    // `count` bits, so many from the first bit of the segment.
    const auto mend = [&](Index at, Index count) {
      if (count == 0) return;
      const Index bit = (from + at) % 8;
      mends.push_back({(from + at) / 8, (each.out + at - bit) / 8,
                       static_cast<std::uint8_t>(((1 << count) - 1) << bit)});
    };
    mend(0, head);
    if (bytes > 0) {
      whole.push_back({(from + head) / 8, (each.out + head) / 8,
                       static_cast<std::size_t>(bytes)});
    }
    mend(size - tail, tail);
  }
  segments = std::move(whole);
  return true;
}

bool are_lines(const std::vector<Span>& segments) {
  return std::ranges::all_of(segments, [](const Span& each) {
    return each.out % kLineBytes == 0 && each.count % kLineBytes == 0;
  });
}

bool go_on(const std::vector<Span>& segments, Index next) {
  return segments.size() <= kernels::OpenLines::kPlaces &&
         std::ranges::all_of(segments, [&](const Span& each) {
           return static_cast<Index>(each.count) * 8 == next;
         });
}

std::vector<Span> spans_of(const std::vector<Move>& moves, std::size_t bytes) {
  std::vector<Span> spans;
  for (const auto& [in, out] : moves) spans.push_back({in, out, bytes});
  return spans;
}

Index mean_count(const std::vector<Span>& segments) {
  if (segments.empty()) return 0;
  std::size_t all = 0;
  for (const Span& each : segments) all += each.count;
  return static_cast<Index>(all / segments.size());
}

std::vector<std::int64_t> bytes_to_fetch(const std::vector<Span>& segments,
                                         Index bits) {
  // Codes of a few bits are where bits say, all else where bytes do.
  const Index unit = bits % 8 == 0 ? 8 : 1;
  std::vector<std::int64_t> bytes;
  const auto add = [&](std::int64_t byte) {
    const std::size_t count = bytes.size();
    // What is between two that are asked for is in a line of theirs.
    const bool is_between = count >= 2 && byte >= bytes[count - 1] &&
                            bytes[count - 1] >= bytes[count - 2] &&
                            byte - bytes[count - 2] <= kLineBytes;
    if (is_between) bytes.pop_back();
    if (bytes.empty() || bytes.back() != byte) bytes.push_back(byte);
  };
  for (const Span& each : segments) {
    const Index begin = each.out * unit;
    const Index last = begin + static_cast<Index>(each.count) * bits - 1;
    for (Index at = begin; at < last; at += kLineBits) add(at / 8);
    add(last / 8);
  }
  return bytes;
}

std::size_t longest_in_order(const std::vector<Span>& spans) {
  std::size_t longest = 0;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const bool goes_on = i == 0 || (spans[i].in >= spans[i - 1].in &&
                                    spans[i].out >= spans[i - 1].out);
    if (!goes_on) return 0;
    longest = std::max(longest, spans[i].count);
  }
  return longest;
}

}  // namespace ashlar
