// permute.cc - orders within lines by one instruction, exchanges by blends.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/permute.cc"
// Bytes of a register are picked by one instruction from Ice Lake and Zen 4
// on, and only there does this pay.
#ifndef HWY_WANT_AVX3_DL
#define HWY_WANT_AVX3_DL 1
#endif
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include <cstring>
#include <utility>
// The line above includes this file once per target.
#include <hwy/highway.h>

#include "src/kernels/fetch-inl.h"
#include "src/kernels/permute.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {

using Byte = std::uint8_t;
using Line = Permutation::Line;
constexpr std::size_t kLine = Permutation::kLine;
constexpr std::size_t kSquare = Permutation::kSquare;

#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3_DL

bool can_permute_target() { return true; }

HWY_INLINE __m512i line_at(const Byte* from) {
  return _mm512_loadu_si512(from);
}

HWY_INLINE __m512i ordered(const Line& order, __m512i line) {
  return _mm512_permutexvar_epi8(_mm512_load_si512(order.at.data()), line);
}

/// The bytes of a line whose number has this bit.
constexpr __mmask64 bytes_with(int bit) {
  __mmask64 mask = 0;
  for (int i = 0; i < 64; ++i) {
    if ((i >> bit & 1) != 0) mask |= __mmask64{1} << i;
  }
  return mask;
}

/// Lines whose numbers differ in one bit exchange the bytes that have it.
/// Written out pair by pair: compilers leave lines in registers only if nothing
/// but constants says which.
template <int kBit, std::size_t kApart, std::size_t... kPair>
HWY_INLINE void exchange_pairs(__m512i* lines, std::index_sequence<kPair...>) {
  constexpr __mmask64 kMoved = bytes_with(kBit);
  const auto make = [](__m512i& x, __m512i& y) HWY_ATTR {
    const __m512i a = x;
    const __m512i b = y;
    x = _mm512_mask_blend_epi8(kMoved, a, b);
    y = _mm512_mask_blend_epi8(kMoved, b, a);
  };
  (make(lines[kPair / kApart * 2 * kApart + kPair % kApart],
        lines[kPair / kApart * 2 * kApart + kPair % kApart + kApart]),
   ...);
}

/// Exchanges 2^kBits lines, in whose numbers bits from kBit on differ.
template <int kBit, int kBits>
HWY_INLINE void exchange_lines(__m512i* lines) {
  static_assert(kBits >= 2 && kBits <= 4);
  constexpr std::make_index_sequence<std::size_t{1} << (kBits - 1)> kPairs;
  exchange_pairs<kBit, 1>(lines, kPairs);
  exchange_pairs<kBit + 1, 2>(lines, kPairs);
  if constexpr (kBits > 2) exchange_pairs<kBit + 2, 4>(lines, kPairs);
  if constexpr (kBits > 3) exchange_pairs<kBit + 3, 8>(lines, kPairs);
}

// There are not as many registers as lines. Lines that are 2^kBits apart are
// exchanged in one go with the order that comes before or behind, and lines
// side by side in one go with the order in the middle.

template <int kBits, std::size_t... kI>
HWY_INLINE void first_lines(const Line* order, const Byte* in, Byte* out,
                            std::index_sequence<kI...>) {
  __m512i x[] = {
      ordered(order[kI << kBits], line_at(in + (kI << kBits) * kLine))...};
  exchange_lines<kBits, 6 - kBits>(x);
  (_mm512_storeu_si512(out + (kI << kBits) * kLine, x[kI]), ...);
}

/// `in` may be `out`.
template <int kBits, std::size_t... kI>
HWY_INLINE void last_lines(const Line* order, const Byte* in, Byte* out,
                           std::index_sequence<kI...>) {
  __m512i x[] = {line_at(in + (kI << kBits) * kLine)...};
  exchange_lines<kBits, 6 - kBits>(x);
  (_mm512_storeu_si512(out + (kI << kBits) * kLine,
                       ordered(order[kI << kBits], x[kI])),
   ...);
}

using Squares = std::array<std::uint64_t, 3>;

/// Bytes of any of the lines, one line of each square.
template <std::size_t kSquares>
HWY_INLINE __m512i pick_bytes(const __m512i* x, __m512i at,
                              const Squares& squares) {
  if constexpr (kSquares == 1) {
    return _mm512_permutexvar_epi8(at, x[0]);
  } else if constexpr (kSquares == 2) {
    return _mm512_permutex2var_epi8(x[0], at, x[1]);
  } else {
    constexpr std::size_t kHalf = kSquares <= 4 ? 2 : kSquares <= 8 ? 4 : 8;
    return _mm512_mask_blend_epi8(
        squares[kHalf / 4], pick_bytes<kHalf>(x, at, squares),
        pick_bytes<kSquares - kHalf>(x + kHalf, at, squares));
  }
}

template <int kBits, std::size_t kSquares, std::size_t... kI>
HWY_INLINE void load_side_by_side(const Byte* from, __m512i* x,
                                  std::index_sequence<kI...>) {
  __m512i lines[] = {line_at(from + kI * kLine)...};
  exchange_lines<0, kBits>(lines);
  ((x[kI * kSquares] = lines[kI]), ...);
}

template <int kBits, std::size_t kSquares, std::size_t... kI>
HWY_INLINE void store_side_by_side(const __m512i* x, Byte* to,
                                   std::index_sequence<kI...>) {
  __m512i lines[] = {x[kI * kSquares]...};
  exchange_lines<0, kBits>(lines);
  (_mm512_storeu_si512(to + kI * kLine, lines[kI]), ...);
}

template <std::size_t... kG>
HWY_INLINE void order_middle(const Line* order, const Squares* squares,
                             __m512i* x, std::index_sequence<kG...>) {
  const __m512i lines[] = {x[kG]...};
  ((x[kG] = pick_bytes<sizeof...(kG)>(
        lines, _mm512_load_si512(order[kG].at.data()), squares[kG])),
   ...);
}

/// Some lines side by side of all squares, where they are.
template <int kBits, std::size_t... kG, std::size_t... kI>
HWY_INLINE void middle_lines(const Line* order, const Squares* squares,
                             Byte* lines, std::index_sequence<kG...> all,
                             std::index_sequence<kI...> some) {
  constexpr std::size_t kSquares = sizeof...(kG);
  __m512i x[kSquares * sizeof...(kI)];
  (load_side_by_side<kBits, kSquares>(lines + kG * kSquare, x + kG, some), ...);
  (order_middle(order + kI * kSquares, squares + kI * kSquares,
                x + kI * kSquares, all),
   ...);
  (store_side_by_side<kBits, kSquares>(x + kG, lines + kG * kSquare, some),
   ...);
}

template <std::size_t kSquares>
void permute_squares(const Permutation& order, const Byte* in, Byte* out,
                     Byte* scratch, const Fetch& fetch) {
  // So many that the lines of all squares find room in registers, or nearly.
  constexpr int kBits = kSquares <= 2 ? 3 : 2;
  constexpr std::size_t kSome = std::size_t{1} << kBits;
  constexpr std::make_index_sequence<kLine / kSome> kApart;
  constexpr std::size_t kSteps = 2 * kSquares * kSome + kLine / kSome;
  const auto each_apart = [](auto&& work) HWY_ATTR {
    for (std::size_t line = 0; line < kSquares * kLine; line += kLine) {
      for (std::size_t i = 0; i < kSome; ++i) work(line + i);
    }
  };
  with_fetcher(fetch, kSteps, [&](auto& fetcher) HWY_ATTR {
    each_apart([&](std::size_t line) HWY_ATTR {
      fetcher.step();
      first_lines<kBits>(&order.first[line], in + line * kLine,
                         scratch + line * kLine, kApart);
    });
    for (std::size_t c = 0; c < kLine; c += kSome) {
      fetcher.step();
      middle_lines<kBits>(
          &order.middle[c * kSquares], &order.middle_squares[c * kSquares],
          scratch + c * kLine, std::make_index_sequence<kSquares>(),
          std::make_index_sequence<kSome>());
    }
    each_apart([&](std::size_t line) HWY_ATTR {
      fetcher.step();
      last_lines<kBits>(&order.last[line], scratch + line * kLine,
                        out + line * kLine, kApart);
    });
  });
}

constexpr decltype(&permute_squares<1>) kPermute[] = {
    permute_squares<1>, permute_squares<2>, permute_squares<3>,
    permute_squares<4>, permute_squares<5>, permute_squares<6>,
    permute_squares<7>, permute_squares<8>};

void permute_target(const Permutation& order, const Byte* in, Byte* out,
                    Byte* scratch, const Fetch& fetch) {
  const std::size_t squares = order.squares;
  if (squares == 0) return;
  const auto permute = squares == 16   ? permute_squares<16>
                       : squares == 12 ? permute_squares<12>
                                       : kPermute[squares - 1];
  permute(order, in, out, scratch, fetch);
}

#else

bool can_permute_target() { return false; }

/// Line c of all squares.
void middle_plainly(const Permutation& order, std::size_t c, Byte* lines) {
  Byte before[Permutation::kMaxSquares * kLine];
  for (std::size_t g = 0; g < order.squares; ++g) {
    std::memcpy(before + g * kLine, lines + g * kSquare, kLine);
  }
  for (std::size_t g = 0; g < order.squares; ++g) {
    const Line& from = order.middle[c * order.squares + g];
    const auto& squares = order.middle_squares[c * order.squares + g];
    for (std::size_t p = 0; p < kLine; ++p) {
      const std::size_t square = (squares[0] >> p & 1) * 2 +
                                 (squares[1] >> p & 1) * 4 +
                                 (squares[2] >> p & 1) * 8;
      lines[g * kSquare + p] = before[square * kLine + from.at[p]];
    }
  }
}

void permute_target(const Permutation& order, const Byte* in, Byte* out,
                    Byte* scratch, const Fetch&) {
  const std::size_t lines = order.squares * kLine;
  for (std::size_t i = 0; i < lines; ++i) {
    for (std::size_t p = 0; p < kLine; ++p) {
      scratch[(i ^ p) * kLine + p] = in[i * kLine + order.first[i].at[p]];
    }
  }
  for (std::size_t c = 0; c < kLine; ++c) {
    middle_plainly(order, c, scratch + c * kLine);
  }
  for (std::size_t g = 0; g < order.squares; ++g) {
    Byte before[kSquare];
    std::memcpy(before, scratch + g * kSquare, kSquare);
    for (std::size_t i = 0; i < kSquare; ++i) {
      const std::size_t p = order.last[g * kLine + i / kLine].at[i % kLine];
      out[g * kSquare + i] = before[(i / kLine ^ p) * kLine + p];
    }
  }
}

#endif

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ashlar::kernels {

HWY_EXPORT(can_permute_target);
HWY_EXPORT(permute_target);

bool can_permute() { return HWY_DYNAMIC_DISPATCH(can_permute_target)(); }

void permute(const Permutation& order, const std::uint8_t* in,
             std::uint8_t* out, std::uint8_t* scratch, const Fetch& fetch) {
  HWY_DYNAMIC_DISPATCH(permute_target)(order, in, out, scratch, fetch);
}

}  // namespace ashlar::kernels
#endif
