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

#include "src/kernels/float_codes.h"

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

/// Fetches what is read kAhead bytes after kBytes at `in`.
template <std::size_t kBytes>
HWY_INLINE void fetch_ahead(const std::uint8_t* in) {
  for (std::size_t at = 0; at < kBytes; at += kLine) {
    hwy::Prefetch(in + at + kAhead);
  }
}

/// Calls `line(in, out, stream)` for every kCount elements, which fill a cache
/// line of the output, and streams if that is asked for and lines are aligned.
/// What is left at either end goes through a buffer.
template <std::size_t kCount, std::size_t kIn, std::size_t kOut, class Line>
HWY_INLINE void for_each_line(const std::uint8_t* in, std::uint8_t* out,
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
      std::memcpy(in_rest, in, n * kIn);
      std::memset(in_rest + n * kIn, 0, (kCount - n) * kIn);
    }
    line(n == kCount ? in : in_rest, n == kCount ? out : out_rest,
         std::false_type{});
    if (n < kCount) std::memcpy(out, out_rest, n * kOut);
    in += n * kIn;
    out += n * kOut;
    count -= n;
    head = kCount;
  }
}

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
