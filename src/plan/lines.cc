// lines.cc - every cache line of a chunk, once.
#include "src/plan/lines.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "src/base/cache_line.h"
#include "src/base/sort_by.h"

namespace ashlar {
namespace {

Index step_of(const Loop& loop, Which side) {
  return side == Which::source ? loop.in_step : loop.out_step;
}

Index offset_of(const Loop& loop, Which side, Index k) {
  return side == Which::source ? loop.in_offset(k) : loop.out_offset(k);
}

/// Whether stretches begin at lines wherever a chunk is, as far as that can be
/// told from here.
bool begins_at_lines(const std::vector<Loop>& loops, Index stretch,
                     Which side) {
  return std::all_of(loops.begin(), loops.end(), [&](const Loop& loop) {
    const Index step = step_of(loop, side);
    return step % kLineBits == 0 || std::abs(step) < stretch;
  });
}

/// Whether loops only go by whole units.
bool keeps(const std::vector<Loop>& outer, Index out_start, Index unit) {
  const auto is_whole = [&](Index bits) { return bits % unit == 0; };
  return is_whole(out_start) &&
         std::all_of(outer.begin(), outer.end(), [&](const Loop& loop) {
           return !loop.is_computed() && is_whole(loop.out_step) &&
                  std::all_of(loop.out_at.begin(), loop.out_at.end(), is_whole);
         });
}

/// Bytes, in whatever order: what is contiguous begins and ends there, and
/// lines between.
struct Touched {
  std::vector<std::int64_t> bytes;
  bool is_aligned = false;
};

Touched touched(const std::vector<Loop>& chunk, const std::vector<Loop>& outer,
                Index element_bits, Which side) {
  std::vector<const Loop*> order;
  for (const Loop& loop : chunk) order.push_back(&loop);
  std::sort(order.begin(), order.end(), [&](const Loop* a, const Loop* b) {
    return std::abs(step_of(*a, side)) < std::abs(step_of(*b, side));
  });
  // What is contiguous, in bits, and where such stretches start.
  Index stretch = element_bits;
  std::vector<Index> starts = {0};
  for (const Loop* loop : order) {
    const Index step = step_of(*loop, side);
    if (starts.size() == 1 && loop->is_even() && step <= stretch && step > 0) {
      stretch += (loop->count - 1) * step;  // they may overlap
      continue;
    }
    std::vector<Index> next;
    next.reserve(starts.size() * static_cast<std::size_t>(loop->count));
    // Larger steps outside: mostly this is the order of memory already.
    for (Index k = 0; k < loop->count; ++k) {
      const Index offset = offset_of(*loop, side, k);
      for (const Index start : starts) next.push_back(start + offset);
    }
    starts = std::move(next);
  }
  Touched out;
  out.is_aligned = begins_at_lines(chunk, stretch, side) &&
                   begins_at_lines(outer, stretch, side);
  std::vector<std::int64_t>& lines = out.bytes;
  lines.reserve(starts.size() *
                static_cast<std::size_t>(stretch / kLineBits + 2));
  for (const Index start : starts) {
    for (Index at = 0; at < stretch; at += kLineBits) {
      lines.push_back((start + at) / 8);
    }
    if (!out.is_aligned) lines.push_back((start + stretch - 1) / 8);
  }
  return out;
}

/// The first byte of each line, for more bytes than are quickly sorted; nothing
/// if they are too few, or too far apart.
std::vector<std::int64_t> marked(const std::vector<std::int64_t>& bytes) {
  constexpr std::size_t kMany = 4096;
  constexpr std::int64_t kFar = std::int64_t{1} << 28;
  if (bytes.size() < kMany) return {};
  const auto [first, last] = std::ranges::minmax_element(bytes);
  if (*first < 0 || *last >= kFar) return {};
  std::vector<std::uint64_t> words(
      static_cast<std::size_t>(*last / kLineBytes / 64 + 1));
  for (const std::int64_t byte : bytes) {
    const std::int64_t line = byte / kLineBytes;
    words[static_cast<std::size_t>(line / 64)] |= std::uint64_t{1}
                                                  << (line % 64);
  }
  std::vector<std::int64_t> lines;
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (std::uint64_t left = words[i]; left != 0; left &= left - 1) {
      const auto line =
          static_cast<std::int64_t>(i) * 64 + std::countr_zero(left);
      lines.push_back(line * kLineBytes);
    }
  }
  return lines;
}

}  // namespace

std::vector<std::int64_t> list_lines(const std::vector<Loop>& chunk,
                                     const std::vector<Loop>& outer,
                                     Index element_bits, Which side) {
  std::vector<std::int64_t> lines =
      touched(chunk, outer, element_bits, side).bytes;
  if (auto all = marked(lines); !all.empty()) return all;
  sort_by(lines);
  lines.erase(std::unique(lines.begin(), lines.end(),
                          [](std::int64_t a, std::int64_t b) {
                            return a / kLineBytes == b / kLineBytes;
                          }),
              lines.end());
  return lines;
}

std::vector<std::int64_t> lines_to_fetch(const std::vector<Loop>& chunk,
                                         const std::vector<Loop>& outer,
                                         Index element_bits) {
  auto [bytes, is_aligned] = touched(chunk, outer, element_bits, Which::source);
  if (is_aligned) return list_lines(chunk, outer, element_bits, Which::source);
  sort_by(bytes);
  // A line between two that are asked for is one of theirs.
  std::vector<std::int64_t> lines;
  for (const std::int64_t byte : bytes) {
    if (!lines.empty() && lines.back() == byte) continue;
    const std::size_t count = lines.size();
    if (count >= 2 && byte - lines[count - 2] <= kLineBytes) lines.pop_back();
    lines.push_back(byte);
  }
  return lines;
}

double lines_a_lineful(const std::vector<Loop>& chunk,
                       const std::vector<Loop>& outer, Index count,
                       Index element_bits, Which side) {
  const Index lines = std::ssize(list_lines(chunk, outer, element_bits, side));
  return static_cast<double>(lines * kLineBits) /
         static_cast<double>(count * element_bits);
}

bool keeps_lines(const std::vector<Loop>& outer, Index out_start) {
  return keeps(outer, out_start, kLineBits);
}

bool keeps_bytes(const std::vector<Loop>& outer, Index out_start) {
  return keeps(outer, out_start, 8);
}

}  // namespace ashlar
