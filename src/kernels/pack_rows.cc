// pack_rows.cc - rows of codes by words, and long ones by vectors.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/pack_rows.cc"
#ifndef HWY_WANT_AVX3_DL
#define HWY_WANT_AVX3_DL 1
#endif
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include <algorithm>
#include <cstring>
#include <numeric>
#include <type_traits>
// The line above includes this file once per target.
#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "src/kernels/mend.h"
#include "src/kernels/pack_bits.h"
#include "src/kernels/pack_rows.h"
#include "src/kernels/pack_rows_dl-inl.h"
#include "src/kernels/pack_whole-inl.h"
#include "src/kernels/pack_words.h"
#include "src/kernels/unpack_halves-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {

// Bits may be negative: memory that lies apart is counted from one base.
inline std::int64_t byte_of(std::int64_t bit) { return bit >> 3; }
inline int shift_of(std::int64_t bit) { return static_cast<int>(bit & 7); }

template <int kBits>
HWY_INLINE void set_code(Byte* out, std::int64_t bit, Byte code, Ends ends) {
  Byte* at = out + byte_of(bit);
  const int shift = shift_of(bit);
  const unsigned mask = ((1u << kBits) - 1) << shift;
  const unsigned word = static_cast<unsigned>(code) << shift;
  mend_bits(at[0], mask & 0xff, word, ends);
  if (mask > 0xff) mend_bits(at[1], mask >> 8, word >> 8, ends);
}

#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3_DL

template <int kBits>
using PackRow = PackByRegister<kBits>;
template <int kBits>
using UnpackRow = UnpackByRegister<kBits>;

#else

/// The code at a bit. Only bytes that it is in are read.
template <int kBits>
HWY_INLINE Byte code_at(const Byte* in, std::int64_t bit) {
  const Byte* at = in + byte_of(bit);
  const int shift = shift_of(bit);
  unsigned word = static_cast<unsigned>(at[0]) >> shift;
  if (shift + kBits > 8) {
    word |= static_cast<unsigned>(at[1]) << (8 - shift);
  }
  return static_cast<Byte>(word & ((1u << kBits) - 1));
}

/// Rows of so many codes are worth a call of their own.
constexpr std::size_t kLongRow = 128;

template <int kBits>
struct PackByWord {
  void operator()(const Byte* codes, Byte* out, std::int64_t bit,
                  std::size_t count) const {
    for (; count > 0 && shift_of(bit) != 0; --count, bit += kBits) {
      set_code<kBits>(out, bit, *codes++, Ends::own);
    }
    Byte* to = out + byte_of(bit);
    const std::size_t whole = count / 8 * 8;
    if (whole >= kLongRow) {
      pack_stream(codes, whole, kBits, FirstCode::low, to);
      codes += whole;
    } else {
      const PackWord pack(kBits, FirstCode::low, (1u << kBits) - 1);
      for (std::size_t i = 0; i < whole; i += 8, codes += 8, to += kBits) {
        Byte word[8];
        pack(codes, word);
        std::memcpy(to, word, kBits);
      }
    }
    bit += static_cast<std::int64_t>(whole) * kBits;
    for (count -= whole; count > 0; --count, bit += kBits) {
      set_code<kBits>(out, bit, *codes++, Ends::own);
    }
  }
};

template <int kBits>
struct UnpackByWord {
  void operator()(const Byte* in, std::int64_t bit, Byte* codes,
                  std::size_t count) const {
    for (; count > 0 && shift_of(bit) != 0; --count, bit += kBits) {
      *codes++ = code_at<kBits>(in, bit);
    }
    const Byte* from = in + byte_of(bit);
    const std::size_t whole = count / 8 * 8;
    if (whole >= kLongRow) {
      unpack_stream(from, whole, kBits, FirstCode::low, codes);
      codes += whole;
    } else {
      const UnpackWord unpack(kBits, FirstCode::low, (1u << kBits) - 1);
      for (std::size_t i = 0; i < whole; i += 8, codes += 8, from += kBits) {
        // Stored at once: a word is not read before all of its parts are.
        Byte word[8];
        store_bytes<8>(load_some(from, kBits), word);
        unpack(word, codes);
      }
    }
    bit += static_cast<std::int64_t>(whole) * kBits;
    for (count -= whole; count > 0; --count, bit += kBits) {
      *codes++ = code_at<kBits>(in, bit);
    }
  }
};

// For rows that begin within a code, which are not worth a place in the loops.
template <int kBits>
HWY_NOINLINE void pack_by_word(const Byte* codes, Byte* out, std::int64_t bit,
                               std::size_t count) {
  PackByWord<kBits>()(codes, out, bit, count);
}
template <int kBits>
HWY_NOINLINE void unpack_by_word(const Byte* in, std::int64_t bit, Byte* codes,
                                 std::size_t count) {
  UnpackByWord<kBits>()(in, bit, codes, count);
}

/// Codes of which a byte has whole ones.
template <int kBits>
struct PackWhole {
  HWY_INLINE void operator()(const Byte* codes, Byte* out, std::int64_t bit,
                             std::size_t count) const {
    const auto shift = static_cast<std::size_t>(shift_of(bit));
    if (shift % kBits != 0) {
      return pack_by_word<kBits>(codes, out, bit, count);
    }
    out += byte_of(bit);
    if (count < kWordRow) {
      pack_word_row<kBits>(codes, out, shift, count);
    } else {
      pack_long_row<kBits>(codes, out, shift, count);
    }
  }
};

template <int kBits>
struct UnpackWhole {
  HWY_INLINE void operator()(const Byte* in, std::int64_t bit, Byte* codes,
                             std::size_t count) const {
    using Step = LargestStep<kBits, FirstCode::low>;
    const auto shift = static_cast<std::size_t>(shift_of(bit));
    if (shift % kBits != 0) {
      return unpack_by_word<kBits>(in, bit, codes, count);
    }
    in += byte_of(bit);
    if (count < kWordRow) {
      unpack_word_row<kBits>(in, shift, codes, count);
    } else {
      unpack_long_row<kBits, Step>(in, shift, codes, count);
    }
  }
};

template <int kBits>
using PackRow =
    std::conditional_t<8 % kBits == 0, PackWhole<kBits>, PackByWord<kBits>>;
template <int kBits>
using UnpackRow =
    std::conditional_t<8 % kBits == 0, UnpackWhole<kBits>, UnpackByWord<kBits>>;

#endif

/// Whole bytes as if they were a row of their own, and the codes around them
/// one by one.
template <int kBits>
struct PackShared {
  HWY_INLINE void operator()(const Byte* codes, Byte* out, std::int64_t bit,
                             std::size_t count) const {
    const auto one = [&] {
      set_code<kBits>(out, bit, *codes++, Ends::shared);
      bit += kBits;
      --count;
    };
    while (count > 0 && shift_of(bit) != 0) one();
    constexpr std::size_t kWhole = 8 / std::gcd(kBits, 8);
    const std::size_t whole = count / kWhole * kWhole;
    if (whole > 0) PackRow<kBits>()(codes, out, bit, whole);
    codes += whole;
    bit += static_cast<std::int64_t>(whole) * kBits;
    count -= whole;
    while (count > 0) one();
  }
};

template <int kBits, class Pack = PackRow<kBits>>
void pack_rows_of(const Byte* codes, Byte* out, std::int64_t start,
                  const Span* rows, std::size_t count, const Fetch& fetch) {
  const Pack pack;
  // Lines that are due, in parts of which `count` are a line: a division would
  // take longer than a short row.
  std::size_t due = 0;
  const std::int64_t* line = fetch.lines;
  for (std::size_t i = 0; i < count; ++i) {
    for (due += fetch.count; due >= count; due -= count) {
      __builtin_prefetch(fetch.base + *line++, 0, 2);
    }
    const Span& later = rows[std::min(i + kRowsAhead, count - 1)];
    fetch_to_write(out + byte_of(start + later.out),
                   (later.count * kBits + 7) / 8);
    pack(codes + rows[i].in, out, start + rows[i].out, rows[i].count);
  }
}

template <int kBits>
void unpack_rows_of(const Byte* in, std::int64_t start, Byte* codes,
                    const Span* rows, std::size_t count, std::size_t longest) {
  const UnpackRow<kBits> unpack;
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
  if constexpr (kBits == 4) {
    const bool is_short =
        longest > 0 && longest <= kShortHalves && start % kBits == 0;
    if (is_short && count > 0) {
      return unpack_short_rows(in, start, codes, rows, count, unpack);
    }
  }
#endif
  static_cast<void>(longest);
  for (std::size_t i = 0; i < count; ++i) {
    const Span& later = rows[std::min(i + kRowsAhead, count - 1)];
    hwy::Prefetch(in + ((start + later.in) >> 3));
    unpack(in, start + rows[i].in, codes + rows[i].out, rows[i].count);
  }
}

// Codes have 1 to 7 bits.
constexpr decltype(&pack_rows_of<1>) kPack[] = {
    pack_rows_of<1>, pack_rows_of<2>, pack_rows_of<3>, pack_rows_of<4>,
    pack_rows_of<5>, pack_rows_of<6>, pack_rows_of<7>};
constexpr decltype(&pack_rows_of<1>) kPackShared[] = {
    pack_rows_of<1, PackShared<1>>, pack_rows_of<2, PackShared<2>>,
    pack_rows_of<3, PackShared<3>>, pack_rows_of<4, PackShared<4>>,
    pack_rows_of<5, PackShared<5>>, pack_rows_of<6, PackShared<6>>,
    pack_rows_of<7, PackShared<7>>};
constexpr decltype(&unpack_rows_of<1>) kUnpack[] = {
    unpack_rows_of<1>, unpack_rows_of<2>, unpack_rows_of<3>, unpack_rows_of<4>,
    unpack_rows_of<5>, unpack_rows_of<6>, unpack_rows_of<7>};

void pack_rows_target(const Byte* codes, Byte* out, std::int64_t start,
                      const Span* rows, std::size_t count, int bits,
                      const Fetch& fetch, Ends ends) {
  const auto& pack = ends == Ends::own ? kPack : kPackShared;
  pack[bits - 1](codes, out, start, rows, count, fetch);
}

void unpack_rows_target(const Byte* in, std::int64_t start, Byte* codes,
                        const Span* rows, std::size_t count, int bits,
                        std::size_t longest) {
  kUnpack[bits - 1](in, start, codes, rows, count, longest);
}

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ashlar::kernels {

HWY_EXPORT(pack_rows_target);
HWY_EXPORT(unpack_rows_target);

void pack_rows(const std::uint8_t* codes, std::uint8_t* out, std::int64_t start,
               const Span* rows, std::size_t count, int bits,
               const Fetch& fetch, Ends ends) {
  HWY_DYNAMIC_DISPATCH(pack_rows_target)
  (codes, out, start, rows, count, bits, fetch, ends);
}

void unpack_rows(const std::uint8_t* in, std::int64_t start,
                 std::uint8_t* codes, const Span* rows, std::size_t count,
                 int bits, std::size_t longest) {
  HWY_DYNAMIC_DISPATCH(unpack_rows_target)
  (in, start, codes, rows, count, bits, longest);
}

}  // namespace ashlar::kernels
#endif
