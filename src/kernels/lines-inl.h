// lines-inl.h - runs a kernel line by line; included once per SIMD target.
#if defined(ASHLAR_KERNELS_LINES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASHLAR_KERNELS_LINES_INL_H_
#undef ASHLAR_KERNELS_LINES_INL_H_
#else
#define ASHLAR_KERNELS_LINES_INL_H_
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "src/kernels/fetch-inl.h"
#include "src/kernels/rows.h"

#undef ASHLAR_HAS_AVX3
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
#define ASHLAR_HAS_AVX3 1
#else
#define ASHLAR_HAS_AVX3 0
#endif

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {

// Signed lanes: magnitudes have no sign, and signed comparisons are what every
// target has.
using D = hwy::HWY_NAMESPACE::ScalableTag<std::int32_t>;
using V = hwy::HWY_NAMESPACE::Vec<D>;

HWY_INLINE V constant(std::uint32_t value) {
  return hwy::HWY_NAMESPACE::Set(D(), static_cast<std::int32_t>(value));
}

/// How far ahead of the loads to fetch, in bytes.
inline constexpr std::size_t kAhead = 4096;
inline constexpr std::size_t kLine = 64;

/// At least as many as runs of bytes are in, where they begin with lines.
HWY_INLINE std::size_t lines_of(const Span* runs, std::size_t count) {
  std::size_t lines = 0;
  for (std::size_t i = 0; i < count; ++i) {
    lines += std::max<std::size_t>(1, runs[i].count / kLine);
  }
  return lines;
}

/// Fetches what is read kAhead bytes after kBytes at `in`.
template <std::size_t kBytes>
HWY_INLINE void fetch_ahead(const std::uint8_t* in) {
  for (std::size_t at = 0; at < kBytes; at += kLine) {
    hwy::Prefetch(in + at + kAhead);
  }
}

/// By as few registers as there are: what is loaded next from where they were
/// stored would wait for narrower ones.
template <bool kStream = false>
HWY_INLINE void copy_line(const std::uint8_t* in, std::uint8_t* out) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::CappedTag<std::uint8_t, kLine> d;
  for (std::size_t i = 0; i < kLine; i += hn::MaxLanes(d)) {
    const auto v = hn::LoadU(d, in + i);
    if constexpr (kStream) {
      hn::Stream(v, d, out + i);
    } else {
      hn::StoreU(v, d, out + i);
    }
  }
}

/// The first and the last kSize of some bytes, which are all of them.
template <std::size_t kSize>
HWY_INLINE void copy_ends(const std::uint8_t* in, std::uint8_t* out,
                          std::size_t bytes) {
  std::uint8_t first[kSize];
  std::uint8_t last[kSize];
  std::memcpy(first, in, kSize);
  std::memcpy(last, in + bytes - kSize, kSize);
  std::memcpy(out, first, kSize);
  std::memcpy(out + bytes - kSize, last, kSize);
}

/// Fewer bytes than kEnd. Compilers that know of a memcpy that it is short make
/// a loop of it that takes longer to begin than to end.
template <std::size_t kEnd>
HWY_INLINE void copy_some(const std::uint8_t* in, std::uint8_t* out,
                          std::size_t bytes) {
  if constexpr (kEnd > kLine) {
    for (; bytes >= kLine; bytes -= kLine) {
      std::memcpy(out, in, kLine);
      in += kLine;
      out += kLine;
    }
  }
  if (bytes >= 32) return copy_ends<32>(in, out, bytes);
  if (bytes >= 16) return copy_ends<16>(in, out, bytes);
  if (bytes >= 8) return copy_ends<8>(in, out, bytes);
  if (bytes >= 4) return copy_ends<4>(in, out, bytes);
  if (bytes >= 2) return copy_ends<2>(in, out, bytes);
  if (bytes == 1) *out = *in;
}

/// One row of for_each_line.
template <std::size_t kCount, std::size_t kIn, std::size_t kOut, class Line>
HWY_INLINE void for_each_line_of_row(const std::uint8_t* in, std::uint8_t* out,
                                     std::size_t count, Store store,
                                     const Line& line) {
  // Nothing is fetched beyond the end: rows of something larger go on
  // elsewhere.
  constexpr std::size_t kAheadCount = kAhead / kIn;
  alignas(64) std::uint8_t in_rest[kCount * kIn];
  alignas(64) std::uint8_t out_rest[kCount * kOut];
  const std::size_t skew = reinterpret_cast<std::uintptr_t>(out) % kLine;
  const bool streams = store == Store::streamed && skew % kOut == 0;
  std::size_t head = streams && skew != 0 ? (kLine - skew) / kOut : kCount;
  while (count > 0) {
    if (streams && reinterpret_cast<std::uintptr_t>(out) % kLine == 0) {
      for (; count >= kCount; count -= kCount) {
        if (count > kAheadCount) fetch_ahead<kCount * kIn>(in);
        line(in, out, std::true_type{});
        in += kCount * kIn;
        out += kCount * kOut;
      }
      hwy::FlushStream();
      if (count == 0) return;
    }
    const std::size_t n = std::min(head, count);
    if (n == kCount) {
      if (count > kAheadCount) fetch_ahead<kCount * kIn>(in);
    } else {
      // All of it: a size that is known needs no loop.
      std::memset(in_rest, 0, sizeof(in_rest));
      copy_some<kCount * kIn>(in, in_rest, n * kIn);
    }
    line(n == kCount ? in : in_rest, n == kCount ? out : out_rest,
         std::false_type{});
    if (n < kCount) copy_some<kCount * kOut>(out_rest, out, n * kOut);
    in += n * kIn;
    out += n * kOut;
    count -= n;
    head = kCount;
  }
}

/// What becomes a line of the output, in places of 2^shift bytes each.
struct LineParts {
  const std::uint8_t* in;
  const Move* moves;
  int shift;
};

HWY_INLINE const std::uint8_t* byte_at(const std::uint8_t* in,
                                       std::size_t byte) {
  return in + byte;
}
HWY_INLINE const std::uint8_t* byte_at(const LineParts& parts,
                                       std::size_t byte) {
  const std::size_t part = byte >> parts.shift;
  return parts.in + parts.moves[part].in + (byte - (part << parts.shift));
}

/// Rows that are lines, or of which some make up one. A `line` that does not
/// take parts is given a copy of them.
template <std::size_t kCount, std::size_t kIn, std::size_t kOut, class Line,
          class Stream>
HWY_INLINE void for_each_made_line(const std::uint8_t* in, std::uint8_t* out,
                                   std::size_t count, const Rows& rows,
                                   const Line& line, Stream stream) {
  static_assert(Rows::kLeastOfLine == kLine);
  const std::size_t parts = std::max<std::size_t>(1, kCount / count);
  const auto shift = static_cast<int>(hwy::FloorLog2(count * kIn));
  const auto made = [&](const Move* moves, std::uint8_t* to) HWY_ATTR {
    const LineParts all{in, moves, shift};
    if constexpr (std::is_invocable_v<Line, LineParts, std::uint8_t*, Stream>) {
      line(all, to, stream);
    } else {
      alignas(64) std::uint8_t whole[kCount * kIn];
      for (std::size_t at = 0; at < sizeof whole; at += kLine) {
        copy_line(byte_at(all, at), whole + at);
      }
      line(whole, to, stream);
    }
  };
  with_fetcher(rows.fetch, rows.count / parts, [&](auto& fetcher) HWY_ATTR {
    for (std::size_t i = 0; i < rows.count; i += parts) {
      fetcher.step();
      const Move* moves = rows.moves + i;
      std::uint8_t* to = out + moves[0].out;
      if (parts > 1) {
        made(moves, to);
        continue;
      }
      for (std::size_t at = 0; at < count; at += kCount) {
        line(in + moves[0].in + at * kIn, to + at * kOut, stream);
      }
    }
  });
}

/// Calls `line(in, out, stream)` for every kCount elements, which fill a cache
/// line of the output, and streams if that is asked for and lines are aligned.
/// What is left at either end of a row goes through a buffer.
template <std::size_t kCount, std::size_t kIn, std::size_t kOut, class Line>
HWY_INLINE void for_each_line(const std::uint8_t* in, std::uint8_t* out,
                              std::size_t count, const Rows& rows,
                              const Line& line) {
  // Only what becomes narrower has parts that are lines themselves.
  if constexpr (kCount * kIn >= 2 * kLine) {
    const auto run = [&](auto stream) HWY_ATTR {
      for_each_made_line<kCount, kIn, kOut>(in, out, count, rows, line, stream);
    };
    const auto first =
        reinterpret_cast<std::uintptr_t>(out + rows.moves[0].out);
    if (rows.make_lines) {
      return rows.store == Store::streamed && first % kLine == 0
                 ? run(std::true_type())
                 : run(std::false_type());
    }
  }
  for (std::size_t i = 0; i < rows.count; ++i) {
    fetch_later_row(in, rows, i);
    const Move& move = rows.moves[i];
    for_each_line_of_row<kCount, kIn, kOut>(in + move.in, out + move.out, count,
                                            rows.store, line);
  }
}

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
