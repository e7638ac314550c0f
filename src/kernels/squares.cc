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

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR

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

/// Takes the highest bit of where each byte is, counted through all vectors,
/// and makes it the lowest.
template <std::size_t kVectors>
HWY_INLINE void rotate(Vector (&v)[kVectors]) {
  const Tag d;
  Vector next[kVectors];
  for (std::size_t i = 0; i < kVectors / 2; ++i) {
    next[2 * i] = hn::InterleaveLower(d, v[i], v[i + kVectors / 2]);
    next[2 * i + 1] = hn::InterleaveUpper(d, v[i], v[i + kVectors / 2]);
  }
  for (std::size_t i = 0; i < kVectors; ++i) v[i] = next[i];
}

template <std::size_t kSide, class Place>
HWY_INLINE void move_square(const std::uint8_t* in, const Place* rows,
                            std::uint8_t* out, const Place* columns) {
  const Tag d;
  const hn::Half<Tag> half;
  if constexpr (kSide == 16) {
    Vector v[16];
    for (std::size_t i = 0; i < 16; ++i) v[i] = hn::LoadU(d, in + rows[i]);
    for (int bit = 0; bit < 4; ++bit) rotate(v);
    for (std::size_t i = 0; i < 16; ++i) hn::StoreU(v[i], d, out + columns[i]);
  } else if constexpr (kSide == 8) {
    Vector v[4];
    for (std::size_t i = 0; i < 4; ++i) {
      v[i] = hn::Combine(d, hn::LoadU(half, in + rows[2 * i + 1]),
                         hn::LoadU(half, in + rows[2 * i]));
    }
    for (int bit = 0; bit < 3; ++bit) rotate(v);
    for (std::size_t i = 0; i < 4; ++i) {
      hn::StoreU(hn::LowerHalf(half, v[i]), half, out + columns[2 * i]);
      hn::StoreU(hn::UpperHalf(half, v[i]), half, out + columns[2 * i + 1]);
    }
  } else {
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
HWY_INLINE void move_block(const std::uint8_t* in, std::uint8_t* out,
                           const Squares& squares) {
  const std::size_t last_row = squares.row_count - kSide;
  const std::size_t last_column = squares.column_count - kSide;
  for (std::size_t r = 0;; r = std::min(r + kSide, last_row)) {
    for (std::size_t c = 0;; c = std::min(c + kSide, last_column)) {
      move_square<kSide>(in + c, squares.rows + r, out + r,
                         squares.columns + c);
      if (c == last_column) break;
    }
    if (r == last_row) break;
  }
}

void move_squares_target(const std::uint8_t* in, std::uint8_t* out,
                         const Squares& squares, const Move* moves,
                         std::size_t count) {
  const auto run = [&](auto side) HWY_ATTR {
    for (std::size_t i = 0; i < count; ++i) {
      move_block<side()>(in + moves[i].in, out + moves[i].out, squares);
    }
  };
  const std::size_t least = std::min(squares.row_count, squares.column_count);
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
                         const Fetch& fetch) {
  with_fetcher(fetch, count, [&](auto& fetcher) HWY_ATTR {
    for (std::size_t i = 0; i < count; ++i) {
      fetcher.step();
      move_square<kPatchSide>(in, patches[i].rows, out, patches[i].columns);
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
                  const Squares& squares, const Move* moves,
                  std::size_t count) {
  HWY_DYNAMIC_DISPATCH(move_squares_target)(in, out, squares, moves, count);
}

void move_patches(const std::uint8_t* in, std::uint8_t* out,
                  const Patch* patches, std::size_t count, const Fetch& fetch) {
  HWY_DYNAMIC_DISPATCH(move_patches_target)(in, out, patches, count, fetch);
}

}  // namespace ashlar::kernels
#endif
