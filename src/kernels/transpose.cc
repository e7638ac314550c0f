// transpose.cc - rows to columns, in squares of 16 bytes.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/transpose.cc"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include <algorithm>
#include <cstring>
#include <type_traits>
// The line above includes this file once per target.
#include <hwy/highway.h>

#include "src/kernels/fetch-inl.h"
#include "src/kernels/lines-inl.h"
#include "src/kernels/move.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <std::size_t kBytes>
HWY_INLINE void transpose_rest(const std::uint8_t* in, std::int64_t in_pitch,
                               std::uint8_t* out, std::int64_t out_pitch,
                               std::size_t rows, std::size_t columns) {
  for (std::size_t c = 0; c < columns; ++c) {
    std::uint8_t* to = out + static_cast<std::int64_t>(c) * out_pitch;
    const std::uint8_t* from = in + c * kBytes;
    for (std::size_t r = 0; r < rows; ++r) {
      std::memcpy(to + r * kBytes, from, kBytes);
      from += in_pitch;
    }
  }
}

#if HWY_TARGET != HWY_SCALAR
template <std::size_t kBytes>
struct Lane;
template <>
struct Lane<1> {
  using type = std::uint8_t;
};
template <>
struct Lane<2> {
  using type = std::uint16_t;
};
template <>
struct Lane<4> {
  using type = std::uint32_t;
};
template <>
struct Lane<8> {
  using type = std::uint64_t;
};

/// Rows of 16 bytes to columns of 16 bytes: each pass interleaves the upper
/// half of the rows with the lower half, and after log2(K) passes all is done.
template <class Tag, std::size_t kRows, class Vectors>
HWY_INLINE void shuffle_rows(Vectors& rows) {
  const Tag d;
  for (std::size_t pass = 1; pass < kRows; pass *= 2) {
    hn::Vec<Tag> next[kRows];
    for (std::size_t i = 0; i < kRows / 2; ++i) {
      next[2 * i] = hn::InterleaveLower(d, rows[i], rows[i + kRows / 2]);
      next[2 * i + 1] = hn::InterleaveUpper(d, rows[i], rows[i + kRows / 2]);
    }
    for (std::size_t i = 0; i < kRows; ++i) rows[i] = next[i];
  }
}

template <std::size_t kBytes>
HWY_INLINE void transpose_square(const std::uint8_t* in, std::int64_t in_pitch,
                                 std::uint8_t* out, std::int64_t out_pitch) {
  using T = typename Lane<kBytes>::type;
  constexpr std::size_t kSide = 16 / kBytes;
  using Tag = hn::FixedTag<T, kSide>;
  const Tag d;
  hn::Vec<Tag> rows[kSide];
  for (std::size_t i = 0; i < kSide; ++i) {
    rows[i] = hn::LoadU(d, reinterpret_cast<const T*>(
                               in + static_cast<std::int64_t>(i) * in_pitch));
  }
  shuffle_rows<Tag, kSide>(rows);
  for (std::size_t i = 0; i < kSide; ++i) {
    hn::StoreU(
        rows[i], d,
        reinterpret_cast<T*>(out + static_cast<std::int64_t>(i) * out_pitch));
  }
}

/// Few rows whose columns lie side by side: 16 bytes of each at a time.
template <std::size_t kBytes, std::size_t kRows>
HWY_INLINE std::size_t interleave(const std::uint8_t* in, std::int64_t in_pitch,
                                  std::uint8_t* out, std::size_t columns) {
  using T = typename Lane<kBytes>::type;
  constexpr std::size_t kStep = 16 / kBytes;
  using Tag = hn::FixedTag<T, kStep>;
  const Tag d;
  std::size_t c = 0;
  for (; c + kStep <= columns; c += kStep) {
    hn::Vec<Tag> rows[kRows];
    for (std::size_t i = 0; i < kRows; ++i) {
      rows[i] = hn::LoadU(
          d, reinterpret_cast<const T*>(
                 in + static_cast<std::int64_t>(i) * in_pitch + c * kBytes));
    }
    shuffle_rows<Tag, kRows>(rows);
    for (std::size_t i = 0; i < kRows; ++i) {
      hn::StoreU(rows[i], d,
                 reinterpret_cast<T*>(out + (c * kRows) * kBytes + i * 16));
    }
  }
  return c;
}

template <std::size_t kBytes, class Fetcher>
HWY_INLINE void transpose_block(const std::uint8_t* in, std::int64_t in_pitch,
                                std::uint8_t* out, std::int64_t out_pitch,
                                std::size_t rows, std::size_t columns,
                                Fetcher& fetcher) {
  constexpr std::size_t kSide = 16 / kBytes;
  const bool is_dense = out_pitch == static_cast<std::int64_t>(rows * kBytes);
  if (is_dense && (rows == 2 || rows == 4)) {
    const std::size_t done =
        rows == 2 ? interleave<kBytes, 2>(in, in_pitch, out, columns)
                  : interleave<kBytes, 4>(in, in_pitch, out, columns);
    return transpose_rest<kBytes>(
        in + done * kBytes, in_pitch,
        out + static_cast<std::int64_t>(done) * out_pitch, out_pitch, rows,
        columns - done);
  }
  // A line of the source at a time: rows that are a power of two apart share
  // few places in the cache, and would be gone before they are needed again.
  constexpr std::size_t kStrip = kLine / kBytes;
  const std::size_t whole_rows = rows / kSide * kSide;
  const std::size_t whole_columns = columns / kSide * kSide;
  for (std::size_t strip = 0; strip < whole_columns; strip += kStrip) {
    const std::size_t end = std::min(strip + kStrip, whole_columns);
    const std::size_t width = (end - strip) * kBytes;
    for (std::size_t r = 0; r < whole_rows; r += kSide) {
      fetcher.step();
      const std::uint8_t* from =
          in + static_cast<std::int64_t>(r) * in_pitch + strip * kBytes;
      std::int64_t pitch = in_pitch;
      // More rows than the cache has places for are put side by side first.
      alignas(64) std::uint8_t side_by_side[kSide * kLine];
      if (kSide > 4 && in_pitch % 2048 == 0) {
        for (std::size_t i = 0; i < kSide; ++i) {
          const std::uint8_t* row =
              from + static_cast<std::int64_t>(i) * in_pitch;
          if (width == kLine) {
            std::memcpy(side_by_side + i * kLine, row, kLine);
          } else {
            std::memcpy(side_by_side + i * kLine, row, width);
          }
        }
        from = side_by_side;
        pitch = kLine;
      }
      for (std::size_t c = 0; c < width; c += kSide * kBytes) {
        const auto column = static_cast<std::int64_t>(strip + c / kBytes);
        transpose_square<kBytes>(
            from + c, pitch, out + column * out_pitch + r * kBytes, out_pitch);
      }
    }
  }
  transpose_rest<kBytes>(in + static_cast<std::int64_t>(whole_rows) * in_pitch,
                         in_pitch, out + whole_rows * kBytes, out_pitch,
                         rows - whole_rows, whole_columns);
  transpose_rest<kBytes>(
      in + whole_columns * kBytes, in_pitch,
      out + static_cast<std::int64_t>(whole_columns) * out_pitch, out_pitch,
      rows, columns - whole_columns);
}
#else
template <std::size_t kBytes, class Fetcher>
void transpose_block(const std::uint8_t* in, std::int64_t in_pitch,
                     std::uint8_t* out, std::int64_t out_pitch,
                     std::size_t rows, std::size_t columns, Fetcher& fetcher) {
  fetcher.step();
  transpose_rest<kBytes>(in, in_pitch, out, out_pitch, rows, columns);
}
#endif

template <std::size_t kBytes>
void transpose_all(const std::uint8_t* in, std::int64_t in_pitch,
                   std::uint8_t* out, std::int64_t out_pitch, std::size_t rows,
                   std::size_t columns, const Move* moves, std::size_t count,
                   const Fetch& fetch) {
  // As many steps as a transpose calls for.
  constexpr std::size_t kSide = 16 / kBytes;
  constexpr std::size_t kStrip = kLine / kBytes;
  const std::size_t steps =
      (columns / kSide * kSide + kStrip - 1) / kStrip * (rows / kSide);
  const std::size_t all = count * std::max<std::size_t>(1, steps);
  with_fetcher(fetch, all, [&](auto& fetcher) HWY_ATTR {
    for (std::size_t i = 0; i < count; ++i) {
      transpose_block<kBytes>(in + moves[i].in, in_pitch, out + moves[i].out,
                              out_pitch, rows, columns, fetcher);
    }
  });
}

void transposes_target(const std::uint8_t* in, std::int64_t in_pitch,
                       std::uint8_t* out, std::int64_t out_pitch,
                       std::size_t rows, std::size_t columns,
                       std::size_t element_bytes, const Move* moves,
                       std::size_t count, const Fetch& fetch) {
  const auto run = [&](auto bytes) {
    transpose_all<bytes()>(in, in_pitch, out, out_pitch, rows, columns, moves,
                           count, fetch);
  };
  if (element_bytes == 1) {
    run(std::integral_constant<std::size_t, 1>());
  } else if (element_bytes == 2) {
    run(std::integral_constant<std::size_t, 2>());
  } else if (element_bytes == 4) {
    run(std::integral_constant<std::size_t, 4>());
  } else {
    run(std::integral_constant<std::size_t, 8>());
  }
}

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ashlar::kernels {

HWY_EXPORT(transposes_target);

void transpose(const std::uint8_t* in, std::int64_t in_pitch, std::uint8_t* out,
               std::int64_t out_pitch, std::size_t rows, std::size_t columns,
               std::size_t element_bytes) {
  const Move here;
  transposes(in, in_pitch, out, out_pitch, rows, columns, element_bytes, &here,
             1, {});
}

void transposes(const std::uint8_t* in, std::int64_t in_pitch,
                std::uint8_t* out, std::int64_t out_pitch, std::size_t rows,
                std::size_t columns, std::size_t element_bytes,
                const Move* moves, std::size_t count, const Fetch& fetch) {
  HWY_DYNAMIC_DISPATCH(transposes_target)
  (in, in_pitch, out, out_pitch, rows, columns, element_bytes, moves, count,
   fetch);
}

}  // namespace ashlar::kernels
#endif
