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

#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

/// Calls `one(i)` for each of the bytes.
template <class Two, class One>
HWY_INLINE void cover(std::size_t count, const Two&, const One& one) {
  for (std::size_t i = 0; i < count; ++i) one(i);
}

#else

using Narrow = hn::FixedTag<std::uint8_t, 16>;
#if HWY_HAVE_SCALABLE
using Wide = Narrow;
#else
// Rows of calls are short: more lanes would only be for longer ones.
using Wide = hn::CappedTag<std::uint8_t, 32>;
#endif

/// Calls `two(d, i, k)` for places of two vectors, until all bytes have been in
/// one, some of them more than once; or `one(i)` for each if they are too few.
template <class Two, class One>
HWY_INLINE void cover(std::size_t count, const Two& two, const One& one) {
  const auto by_vectors = [&](auto d) HWY_ATTR {
    const std::size_t lanes = hn::Lanes(d);
    std::size_t at = 0;
    for (; at + 2 * lanes <= count; at += 2 * lanes) two(d, at, at + lanes);
    if (at == count) return;
    two(d, count < 2 * lanes ? 0 : count - 2 * lanes, count - lanes);
  };
  if (count >= hn::Lanes(Wide())) return by_vectors(Wide());
  if (count >= hn::Lanes(Narrow())) return by_vectors(Narrow());
  for (std::size_t i = 0; i < count; ++i) one(i);
}

/// Entry at % 16 of a row, or 0 where `at` is negative.
template <class D, class V, class I>
HWY_INLINE V entry_or_0(D d, V row, I at) {
  const V index = hn::BitCast(d, at);
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_SSSE3
  return hn::TableLookupBytesOr0(row, index);
#else
  // Elsewhere there may be nothing behind the row.
  return hn::TableLookupBytesOr0(row, hn::And(index, hn::Set(d, 0x8f)));
#endif
}

/// Makes entries of the bytes of two vectors.
template <class D, class V>
HWY_INLINE void look_up_two(D d, const Translation& translation, V& a, V& b) {
  const hn::RebindToSigned<D> di;
  const V begins = hn::LoadDup128(d, translation.begins.data());
  V sum_a = hn::TableLookupBytes(begins, hn::ShiftRight<4>(a));
  V sum_b = hn::TableLookupBytes(begins, hn::ShiftRight<4>(b));
  auto at_a = hn::BitCast(di, a);
  auto at_b = hn::BitCast(di, b);
  // What is before the first of a step becomes negative, or stays so as the
  // other half of the table.
  const Translation::Step* step = translation.steps.data();
  const auto add_until = [&](std::size_t end) HWY_ATTR {
    for (; step < translation.steps.data() + end; ++step) {
      const V added = hn::LoadDup128(d, step->added.data());
      const auto first = hn::LoadDup128(di, step->first.data());
      sum_a =
          hn::Add(sum_a, entry_or_0(d, added, hn::SaturatedSub(at_a, first)));
      sum_b =
          hn::Add(sum_b, entry_or_0(d, added, hn::SaturatedSub(at_b, first)));
    }
  };
  add_until(translation.low_steps);
  if (translation.low_steps < translation.all_steps) {
    const auto half = hn::Set(di, -128);
    at_a = hn::Xor(at_a, half);
    at_b = hn::Xor(at_b, half);
    add_until(translation.all_steps);
  }
  a = sum_a;
  b = sum_b;
}

#endif

#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3_DL

/// Calls `take(first, entries, how many)` for what the table has for the bytes,
/// in order, up to 64 at a time.
template <class Take>
HWY_INLINE void look_up(const std::uint8_t* in, std::size_t count,
                        const ByteTable& table, const Take& take) {
  std::size_t at = 0;
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
}

void translate_target(const std::uint8_t* in, std::uint8_t* out,
                      std::size_t count, const Translation& translation) {
  look_up(in, count, translation.table,
          [out](std::size_t at, auto entries, auto used)
              HWY_ATTR { _mm512_mask_storeu_epi8(out + at, used, entries); });
}

bool any_target(const std::uint8_t* in, std::size_t count,
                const Translation& translation) {
  std::uint64_t found = 0;
  look_up(in, count, translation.table,
          [&found](std::size_t, auto entries, auto used) HWY_ATTR {
            found |= _mm512_mask_test_epi8_mask(used, entries, entries);
          });
  return found != 0;
}

#else

void translate_target(const std::uint8_t* in, std::uint8_t* out,
                      std::size_t count, const Translation& translation) {
  cover(
      count,
      [&](auto d, std::size_t i, std::size_t k) HWY_ATTR {
        auto a = hn::LoadU(d, in + i);
        auto b = hn::LoadU(d, in + k);
        look_up_two(d, translation, a, b);
        hn::StoreU(a, d, out + i);
        hn::StoreU(b, d, out + k);
      },
      [&](std::size_t i) { out[i] = translation.table[in[i]]; });
}

bool any_target(const std::uint8_t* in, std::size_t count,
                const Translation& translation) {
  bool found = false;
  cover(
      count,
      [&](auto d, std::size_t i, std::size_t k) HWY_ATTR {
        auto a = hn::LoadU(d, in + i);
        auto b = hn::LoadU(d, in + k);
        look_up_two(d, translation, a, b);
        found |= !hn::AllTrue(d, hn::Eq(hn::Or(a, b), hn::Zero(d)));
      },
      [&](std::size_t i) { found |= translation.table[in[i]] != 0; });
  return found;
}

#endif

/// Word by word.
template <class Word>
void load_words(const std::uint8_t* in, std::uint8_t* out, std::size_t count,
                const WordTable<Word>& table) {
  // Several loads before their stores: compilers cannot know that a store
  // changes none of what is loaded next.
  constexpr std::size_t kAtOnce = 8;
  std::size_t i = 0;
  for (; i + kAtOnce <= count; i += kAtOnce) {
    Word words[kAtOnce];
    for (std::size_t k = 0; k < kAtOnce; ++k) words[k] = table[in[i + k]];
    std::memcpy(out + i * sizeof(Word), words, sizeof words);
  }
  for (; i < count; ++i) {
    std::memcpy(out + i * sizeof(Word), &table[in[i]], sizeof(Word));
  }
}

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

void translate_words_target(const std::uint8_t* in, std::uint8_t* out,
                            std::size_t count,
                            const WordTranslation& translation) {
  load_words(in, out, count, translation.table);
}

#else

void translate_words_target(const std::uint8_t* in, std::uint8_t* out,
                            std::size_t count,
                            const WordTranslation& translation) {
  // What a step takes is shared by the bytes of a vector. As measured, this
  // many take less than loads do.
  const std::size_t most = hn::Lanes(Wide()) / 2;
  if (translation.low.all_steps + translation.high.all_steps > most) {
    return load_words(in, out, count, translation.table);
  }
  cover(
      count,
      [&](auto d, std::size_t i, std::size_t k) HWY_ATTR {
        auto low_a = hn::LoadU(d, in + i);
        auto low_b = hn::LoadU(d, in + k);
        auto high_a = low_a;
        auto high_b = low_b;
        look_up_two(d, translation.low, low_a, low_b);
        look_up_two(d, translation.high, high_a, high_b);
        hn::StoreInterleaved2(low_a, high_a, d, out + 2 * i);
        hn::StoreInterleaved2(low_b, high_b, d, out + 2 * k);
      },
      [&](std::size_t i) {
        std::memcpy(out + 2 * i, &translation.table[in[i]], 2);
      });
}

#endif

#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
bool prefers_tables_target() { return false; }
#else
bool prefers_tables_target() { return true; }
#endif

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ashlar::kernels {

HWY_EXPORT(translate_target);
HWY_EXPORT(any_target);
HWY_EXPORT(translate_words_target);
HWY_EXPORT(prefers_tables_target);

namespace {

/// One byte of each word.
ByteTable bytes_of(const WordTable<std::uint16_t>& words, int shift) {
  ByteTable out = {};
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = static_cast<std::uint8_t>(words[i] >> shift);
  }
  return out;
}

}  // namespace

Translation::Translation(const ByteTable& entries) : table(entries) {
  constexpr std::size_t kHalf = 8;
  std::array<std::uint8_t, 16> before = {};
  for (std::size_t row = 0; row < 16; ++row) {
    begins[row] = table[row * 16];
    if (row == kHalf) {
      low_steps = all_steps;
      before = {};
    }
    Step step;
    step.first.fill(static_cast<std::int8_t>(row % kHalf * 16));
    bool adds = false;
    for (std::size_t i = 0; i < 16; ++i) {
      const int here = table[row * 16 + i] - begins[row];
      step.added[i] = static_cast<std::uint8_t>(here - before[i]);
      before[i] = static_cast<std::uint8_t>(here);
      adds = adds || step.added[i] != 0;
    }
    if (adds) steps[all_steps++] = step;
  }
}

WordTranslation::WordTranslation(const WordTable<std::uint16_t>& entries)
    : table(entries), low(bytes_of(entries, 0)), high(bytes_of(entries, 8)) {}

void translate(const std::uint8_t* in, std::uint8_t* out, std::size_t count,
               const Translation& translation) {
  HWY_DYNAMIC_DISPATCH(translate_target)(in, out, count, translation);
}

bool any(const std::uint8_t* in, std::size_t count,
         const Translation& translation) {
  return HWY_DYNAMIC_DISPATCH(any_target)(in, count, translation);
}

void translate(const std::uint8_t* in, std::uint8_t* out, std::size_t count,
               const WordTranslation& translation) {
  HWY_DYNAMIC_DISPATCH(translate_words_target)(in, out, count, translation);
}

void translate(const std::uint8_t* in, std::uint8_t* out, std::size_t count,
               const WordTable<std::uint32_t>& table) {
  HWY_STATIC_DISPATCH(load_words)(in, out, count, table);
}

void translate(const std::uint8_t* in, std::uint8_t* out, std::size_t count,
               const WordTable<std::uint64_t>& table) {
  HWY_STATIC_DISPATCH(load_words)(in, out, count, table);
}

bool prefers_tables() { return HWY_DYNAMIC_DISPATCH(prefers_tables_target)(); }

}  // namespace ashlar::kernels
#endif
