// squares.cc - squares of 16, 8 or 4 bytes in registers.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/squares.cc"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include <algorithm>
#include <type_traits>
// The line above includes this file once per target.
#include <hwy/highway.h>

#include "src/kernels/fetch-inl.h"
#include "src/kernels/squares.h"
#include "src/kernels/squares_wide-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR

HWY_INLINE void move_patch(const std::uint8_t* in, const Patch& patch,
                           const PatchOrder& order, std::uint8_t* out) {
  for (std::size_t c = 0; c < kPatchSide; ++c) {
    for (std::size_t i = 0; i < kPatchSide; ++i) {
      out[patch.columns[c] + static_cast<std::int64_t>(i)] =
          in[patch.rows[order.from[c][i]] + static_cast<std::int64_t>(c)];
    }
  }
}

template <std::size_t kSide, class Place>
HWY_INLINE void move_square(const std::uint8_t* in, const Place* rows,
                            std::uint8_t* out, const Place* columns) {
  for (std::size_t r = 0; r < kSide; ++r) {
    for (std::size_t c = 0; c < kSide; ++c) {
      out[columns[c] + static_cast<std::int64_t>(r)] =
          in[rows[r] + static_cast<std::int64_t>(c)];
    }
  }
}

#else

using Tag = hn::FixedTag<std::uint8_t, 16>;
using Vector = hn::Vec<Tag>;

/// Eight rows of eight bytes to columns, two in each vector.
template <class Place>
HWY_INLINE void turn_eight(const std::uint8_t* in, const Place* rows,
                           Vector (&v)[4]) {
  const Tag d;
  const hn::Half<Tag> half;
  for (std::size_t i = 0; i < 4; ++i) {
    v[i] = hn::Combine(d, hn::LoadU(half, in + rows[2 * i + 1]),
                       hn::LoadU(half, in + rows[2 * i]));
  }
  for (int bit = 0; bit < 3; ++bit) rotate(Tag(), v);
}

template <class Place>
HWY_INLINE void store_two(Vector both, std::uint8_t* out,
                          const Place* columns) {
  const hn::Half<Tag> half;
  hn::StoreU(hn::LowerHalf(half, both), half, out + columns[0]);
  hn::StoreU(hn::UpperHalf(half, both), half, out + columns[1]);
}

HWY_INLINE void move_patch(const std::uint8_t* in, const Patch& patch,
                           const PatchOrder& order, std::uint8_t* out) {
  const Tag d;
  Vector v[4];
  turn_eight(in, patch.rows, v);
  // The second column of a vector is behind the first one.
  alignas(16) static constexpr std::uint8_t kSecond[16] = {
      0, 0, 0, 0, 0, 0, 0, 0, 8, 8, 8, 8, 8, 8, 8, 8};
  const auto second = hn::Load(d, kSecond);
  for (std::size_t i = 0; i < 4; ++i) {
    const auto from = hn::Or(hn::LoadU(d, order.from[2 * i]), second);
    store_two(hn::TableLookupBytes(v[i], from), out, patch.columns + 2 * i);
  }
}

template <std::size_t kSide, class Place>
HWY_INLINE void move_square(const std::uint8_t* in, const Place* rows,
                            std::uint8_t* out, const Place* columns) {
  const Tag d;
  if constexpr (kSide == 16) {
    Vector v[16];
    for (std::size_t i = 0; i < 16; ++i) v[i] = hn::LoadU(d, in + rows[i]);
    for (int bit = 0; bit < 4; ++bit) rotate(d, v);
    for (std::size_t i = 0; i < 16; ++i) hn::StoreU(v[i], d, out + columns[i]);
  } else if constexpr (kSide == 8) {
    Vector v[4];
    turn_eight(in, rows, v);
    for (std::size_t i = 0; i < 4; ++i) store_two(v[i], out, columns + 2 * i);
  } else {
    const hn::Half<Tag> half;
    const hn::Half<decltype(half)> word;
    const auto two = [&](std::size_t r) HWY_ATTR {
      return hn::Combine(half, hn::LoadU(word, in + rows[r + 1]),
                         hn::LoadU(word, in + rows[r]));
    };
    alignas(16) static constexpr std::uint8_t kTurned[16] = {
        0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15};
    const auto turned = hn::TableLookupBytes(hn::Combine(d, two(2), two(0)),
                                             hn::Load(d, kTurned));
    const auto store = [&](auto pair, std::size_t c) HWY_ATTR {
      hn::StoreU(hn::LowerHalf(word, pair), word, out + columns[c]);
      hn::StoreU(hn::UpperHalf(word, pair), word, out + columns[c + 1]);
    };
    store(hn::LowerHalf(half, turned), 0);
    store(hn::UpperHalf(half, turned), 2);
  }
}

#endif

/// The last squares overlap the ones before, so that they are whole.
template <std::size_t kSide>
HWY_INLINE void move_columns(const std::uint8_t* in, const std::int64_t* rows,
                             std::uint8_t* out, const Squares& squares) {
  const std::int64_t* columns = squares.columns;
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
  if (squares.column_count >= kLeastWide) {
    return move_all_columns<kSide>(in, rows, out, columns,
                                   squares.column_count);
  }
#endif
  const std::size_t last = squares.column_count - kSide;
  for (std::size_t c = 0;; c = std::min(c + kSide, last)) {
    move_square<kSide>(in + c, rows, out, columns + c);
    if (c == last) break;
  }
}

template <std::size_t kSide, class Fetcher>
HWY_INLINE void move_block(const std::uint8_t* in, std::uint8_t* out,
                           const Squares& squares, Fetcher& fetcher) {
  const std::size_t last = squares.row_count - kSide;
  for (std::size_t r = 0;; r = std::min(r + kSide, last)) {
    fetcher.step();
    move_columns<kSide>(in, squares.rows + r, out + r, squares);
    if (r == last) break;
  }
}

/// Bytes of the shortest side that counts: many columns make up for few rows
/// where they are turned at once.
std::size_t least_side(const Squares& squares) {
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
  if (squares.column_count >= kLeastWide) return squares.row_count;
#endif
  return std::min(squares.row_count, squares.column_count);
}

void move_squares_target(const std::uint8_t* in, std::uint8_t* out,
                         const Squares& squares, const Move* moves,
                         std::size_t count, const Fetch& fetch) {
  const auto run = [&](auto side) HWY_ATTR {
    const std::size_t rows = (squares.row_count + side() - 1) / side();
    with_fetcher(fetch, count * rows, [&](auto& fetcher) HWY_ATTR {
      for (std::size_t i = 0; i < count; ++i) {
        move_block<side()>(in + moves[i].in, out + moves[i].out, squares,
                           fetcher);
      }
    });
  };
  const std::size_t least = least_side(squares);
  if (least >= 16) {
    run(std::integral_constant<std::size_t, 16>());
  } else if (least >= 8) {
    run(std::integral_constant<std::size_t, 8>());
  } else {
    run(std::integral_constant<std::size_t, kLeastSquare>());
  }
}

void move_patches_target(const std::uint8_t* in, std::uint8_t* out,
                         const Patch* patches, std::size_t count,
                         const PatchOrder* orders, const Fetch& fetch) {
  with_fetcher(fetch, count, [&](auto& fetcher) HWY_ATTR {
    for (std::size_t i = 0; i < count; ++i) {
      fetcher.step();
      const Patch& patch = patches[i];
      if (patch.order == Patch::kAsTheyAre) {
        move_square<kPatchSide>(in, patch.rows, out, patch.columns);
      } else {
        move_patch(in, patch, orders[patch.order], out);
      }
    }
  });
}

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ashlar::kernels {

HWY_EXPORT(move_squares_target);
HWY_EXPORT(move_patches_target);

void move_squares(const std::uint8_t* in, std::uint8_t* out,
                  const Squares& squares, const Move* moves, std::size_t count,
                  const Fetch& fetch) {
  HWY_DYNAMIC_DISPATCH(move_squares_target)
  (in, out, squares, moves, count, fetch);
}

void move_patches(const std::uint8_t* in, std::uint8_t* out,
                  const Patch* patches, std::size_t count,
                  const PatchOrder* orders, const Fetch& fetch) {
  HWY_DYNAMIC_DISPATCH(move_patches_target)
  (in, out, patches, count, orders, fetch);
}

}  // namespace ashlar::kernels
#endif
