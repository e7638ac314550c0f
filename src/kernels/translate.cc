// translate.cc - a table of 256 bytes, in registers where they hold it.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/translate.cc"
// Bytes of two registers are picked by one instruction from Ice Lake and Zen 4
// on.
#ifndef HWY_WANT_AVX3_DL
#define HWY_WANT_AVX3_DL 1
#endif
#include "src/kernels/translate.h"

#include <hwy/foreach_target.h>  // IWYU pragma: keep
// The line above includes this file once per target.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {

/// Calls `take(first, entries, how many)` for what the table has for the bytes,
/// in order, up to 64 at a time.
template <class Take>
HWY_INLINE void look_up(const std::uint8_t* in, std::size_t count,
                        const ByteTable& table, const Take& take) {
  std::size_t at = 0;
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3_DL
  __m512i part[4];
  for (std::size_t k = 0; k < 4; ++k) {
    part[k] = _mm512_loadu_si512(table.data() + 64 * k);
  }
  for (; at < count; at += 64) {
    const std::size_t left = count - at < 64 ? count - at : 64;
    const __mmask64 used = ~std::uint64_t{0} >> (64 - left);
    const __m512i codes = _mm512_maskz_loadu_epi8(used, in + at);
    const __m512i low = _mm512_permutex2var_epi8(part[0], codes, part[1]);
    const __m512i high = _mm512_permutex2var_epi8(part[2], codes, part[3]);
    take(at, _mm512_mask_blend_epi8(_mm512_movepi8_mask(codes), low, high),
         used);
  }
#else
  for (; at < count; ++at) take(at, table[in[at]], 1);
#endif
}

void translate_target(const std::uint8_t* in, std::uint8_t* out,
                      std::size_t count, const ByteTable& table) {
  look_up(in, count, table,
          [out](std::size_t at, auto entries, auto used) HWY_ATTR {
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3_DL
            _mm512_mask_storeu_epi8(out + at, used, entries);
#else
            static_cast<void>(used);
            out[at] = entries;
#endif
          });
}

bool any_target(const std::uint8_t* in, std::size_t count,
                const ByteTable& table) {
  std::uint64_t found = 0;
  look_up(in, count, table,
          [&found](std::size_t, auto entries, auto used) HWY_ATTR {
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3_DL
            found |= _mm512_mask_test_epi8_mask(used, entries, entries);
#else
            static_cast<void>(used);
            found |= entries;
#endif
          });
  return found != 0;
}

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ashlar::kernels {

HWY_EXPORT(translate_target);
HWY_EXPORT(any_target);

void translate(const std::uint8_t* in, std::uint8_t* out, std::size_t count,
               const ByteTable& table) {
  HWY_DYNAMIC_DISPATCH(translate_target)(in, out, count, table);
}

bool any(const std::uint8_t* in, std::size_t count, const ByteTable& table) {
  return HWY_DYNAMIC_DISPATCH(any_target)(in, count, table);
}

}  // namespace ashlar::kernels
#endif
