// tile_blocks.cc - shared exponents: shifted, rounded, narrowed, and put back.
#include "src/kernels/tile_blocks.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/tile_blocks.cc"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include <algorithm>
#include <cstring>
#include <type_traits>
// The line above includes this file once per target.
#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "src/kernels/tile_avx3-inl.h"
#include "src/kernels/tile_codes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Numbers = TileRow::Numbers;

template <Numbers kNumbers>
inline constexpr std::size_t kSize = kNumbers == Numbers::f32 ? 4 : 2;

inline constexpr std::size_t kWide = 16;  // numbers under an exponent
inline constexpr std::size_t kGroup = 4;  // rows at a time
/// Tiles that are made or read together, so that rows come in longer pieces.
inline constexpr std::size_t kTogether = 16;
inline constexpr std::size_t kReadTogether = 4;

/// Where the parts of a tile are while it is made.
struct Draft {
  alignas(64) std::uint8_t exponents[kMaxTile / kWide] = {};
  alignas(64) std::int8_t codes[kMaxTile];
};

template <int kBits, Numbers kNumbers>
HWY_INLINE void encode_group(const TileRow& tiles, const std::uint8_t* in,
                             std::size_t block, Draft& draft) {
  std::uint8_t* exponents = draft.exponents + block;
  std::int8_t* codes = draft.codes + block * kWide;
#if ASHLAR_HAS_AVX3
  if constexpr (kNumbers == Numbers::f32) {
    if (encode_floats<kBits>(in, tiles.pitch, exponents, codes)) return;
  }
#endif
  encode_rows<kBits, kNumbers == Numbers::bf16>(in, tiles.pitch, exponents,
                                                codes);
}

/// Rows of all faces side by side, of which the first begins with that block.
template <int kBits, Numbers kNumbers>
HWY_INLINE void encode_strip(const TileRow& tiles, const std::uint8_t* in,
                             std::size_t rows, std::size_t block,
                             Draft& draft) {
#if ASHLAR_HAS_AVX3
  if constexpr (kNumbers == Numbers::bf16) {
    const std::size_t next = block + tiles.face_rows;
    if (rows == kRowsOfHalves && tiles.across == 2 &&
        encode_halves<kBits>(
            in, tiles.pitch, draft.exponents + block, draft.exponents + next,
            draft.codes + block * kWide, draft.codes + next * kWide)) {
      return;
    }
  }
#endif
  for (std::size_t a = 0; a < tiles.across; ++a, block += tiles.face_rows) {
    for (std::size_t r = 0; r < rows; r += kGroup) {
      encode_group<kBits, kNumbers>(
          tiles, in + static_cast<std::int64_t>(r) * tiles.pitch, block + r,
          draft);
    }
    in += kWide * kSize<kNumbers>;
  }
}

/// Fetches rows of a tile that comes later.
HWY_INLINE void fetch_rows(const std::uint8_t* in, std::int64_t pitch,
                           std::size_t rows, std::size_t width) {
  for (std::size_t r = 0; r < rows; ++r, in += pitch) {
    for (std::size_t at = 0; at < width; at += 64) {
      __builtin_prefetch(in + at, 0, 2);
    }
  }
}

/// Whether a tile can be streamed: whole lines, and all of it where lines are.
HWY_INLINE bool streams(const TileRow& tiles, const std::uint8_t* record) {
  return tiles.store == Store::streamed && tiles.header() % 64 == 0 &&
         tiles.codes() % 64 == 0 && tiles.step % 64 == 0 &&
         reinterpret_cast<std::uintptr_t>(record) % 64 == 0;
}

template <int kBits>
HWY_INLINE void write_tile(const TileRow& tiles, const Draft& draft,
                           bool is_streamed, std::uint8_t* out) {
  const std::size_t header = tiles.header();
  const std::size_t count = tiles.blocks() * kWide;
  if (is_streamed) {
    stream_bytes(draft.exponents, out, header);
    pack_codes<kBits, true>(draft.codes, count, out + header);
  } else {
    std::memcpy(out, draft.exponents, header);
    pack_codes<kBits, false>(draft.codes, count, out + header);
  }
}

template <int kBits, Numbers kNumbers>
void encode_all(const TileRow& tiles, const std::uint8_t* in,
                std::uint8_t* out) {
  const std::size_t width = tiles.across * kWide * kSize<kNumbers>;
  const std::size_t rows =
      kNumbers == Numbers::bf16 && tiles.face_rows % 8 == 0 ? 8 : kGroup;
  const std::size_t height = tiles.down * tiles.face_rows;
  const auto step = static_cast<std::int64_t>(rows) * tiles.pitch;
  const bool is_streamed = streams(tiles, out);
  Draft drafts[kTogether];
  for (std::size_t t = 0; t < tiles.count; t += kTogether) {
    const std::size_t count = std::min(kTogether, tiles.count - t);
    const std::uint8_t* strip = in;
    for (std::size_t r = 0; r < height; r += rows, strip += step) {
      const std::size_t block =
          r / tiles.face_rows * tiles.across * tiles.face_rows +
          r % tiles.face_rows;
      const bool is_last = r + rows == height;
      const std::uint8_t* later = is_last ? in + count * width : strip + step;
      const std::size_t left =
          is_last ? std::min(count, tiles.count - t - count) : count;
      for (std::size_t i = 0; i < count; ++i) {
        if (i < left) fetch_rows(later + i * width, tiles.pitch, rows, width);
        encode_strip<kBits, kNumbers>(tiles, strip + i * width, rows, block,
                                      drafts[i]);
      }
    }
    for (std::size_t i = 0; i < count; ++i, out += tiles.step) {
      write_tile<kBits>(tiles, drafts[i], is_streamed, out);
    }
    in += count * width;
  }
  if (is_streamed) hwy::FlushStream();
}

/// A tile that is being read.
struct Opened {
  const std::uint8_t* exponents;
  const std::uint8_t* codes;
  bool is_ordinary;  ///< all exponents are far above the smallest
};

HWY_INLINE bool are_ordinary(const std::uint8_t* exponents, std::size_t count) {
  std::uint8_t least = 0xff;
  for (std::size_t i = 0; i < count; ++i) least = std::min(least, exponents[i]);
  return least >= 7;
}

/// The row of faces side by side that begins with that block.
template <Numbers kNumbers, bool kStream>
HWY_INLINE void decode_blocks(const TileRow& tiles, const Opened& tile,
                              std::size_t block, std::uint8_t* out) {
#if ASHLAR_HAS_AVX3
  if constexpr (kNumbers == Numbers::bf16) {
    if (tile.is_ordinary && tiles.across == 2) {
      const std::size_t next = block + tiles.face_rows;
      decode_halves<kStream>(tile.codes + block * kWide,
                             tile.codes + next * kWide, tile.exponents[block],
                             tile.exponents[next], out);
      return;
    }
  }
#endif
  for (std::size_t a = 0; a < tiles.across; ++a, block += tiles.face_rows) {
    decode_row<kNumbers == Numbers::bf16, kStream>(
        tile.codes + block * kWide, tile.exponents[block],
        out + a * kWide * kSize<kNumbers>);
  }
}

template <int kBits, Numbers kNumbers, bool kStream>
void decode_all(const TileRow& tiles, const std::uint8_t* in,
                std::uint8_t* out) {
  const std::size_t width = tiles.across * kWide * kSize<kNumbers>;
  const std::size_t header = tiles.header();
  const std::size_t blocks = tiles.blocks();
  alignas(64) std::uint8_t scratch[kReadTogether][kMaxTile];
  Opened opened[kReadTogether];
  for (std::size_t t = 0; t < tiles.count; t += kReadTogether) {
    const std::size_t count = std::min(kReadTogether, tiles.count - t);
    for (std::size_t i = 0; i < count; ++i, in += tiles.step) {
      if (t + i + kReadTogether < tiles.count) {
        fetch_rows(in + static_cast<std::int64_t>(kReadTogether) * tiles.step,
                   0, 1, header + tiles.codes());
      }
      opened[i] = {in,
                   unpack_codes<kBits>(in + header, blocks * kWide, scratch[i]),
                   are_ordinary(in, blocks)};
    }
    std::uint8_t* row = out;
    for (std::size_t d = 0; d < tiles.down; ++d) {
      for (std::size_t r = 0; r < tiles.face_rows; ++r, row += tiles.pitch) {
        const std::size_t block = d * tiles.across * tiles.face_rows + r;
        for (std::size_t i = 0; i < count; ++i) {
          decode_blocks<kNumbers, kStream>(tiles, opened[i], block,
                                           row + i * width);
        }
      }
    }
    out += count * width;
  }
  if constexpr (kStream) hwy::FlushStream();
}

/// Calls `work` with the bits and the numbers as constants.
template <class Work>
HWY_INLINE void with_constants(const TileRow& tiles, const Work& work) {
  const auto with_bits = [&](auto numbers) HWY_ATTR {
    if (tiles.magnitude_bits == 7) {
      work(std::integral_constant<int, 7>(), numbers);
    } else if (tiles.magnitude_bits == 3) {
      work(std::integral_constant<int, 3>(), numbers);
    } else {
      work(std::integral_constant<int, 1>(), numbers);
    }
  };
  if (tiles.numbers == Numbers::f32) {
    with_bits(std::integral_constant<Numbers, Numbers::f32>());
  } else {
    with_bits(std::integral_constant<Numbers, Numbers::bf16>());
  }
}

void encode_target(const TileRow& tiles, const std::uint8_t* in,
                   std::uint8_t* out) {
  with_constants(tiles, [&](auto bits, auto numbers) HWY_ATTR {
    encode_all<bits(), numbers()>(tiles, in, out);
  });
}

void decode_target(const TileRow& tiles, const std::uint8_t* in,
                   std::uint8_t* out) {
  // Rows of a face are whole vectors; whole lines come of faces side by side.
  const std::size_t bytes = tiles.numbers == Numbers::f32 ? 64 : 32;
  const bool is_streamed =
      tiles.store == Store::streamed && tiles.across * bytes % 64 == 0 &&
      tiles.pitch % 64 == 0 && reinterpret_cast<std::uintptr_t>(out) % 64 == 0;
  with_constants(tiles, [&](auto bits, auto numbers) HWY_ATTR {
    if (is_streamed) {
      decode_all<bits(), numbers(), true>(tiles, in, out);
    } else {
      decode_all<bits(), numbers(), false>(tiles, in, out);
    }
  });
}

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ashlar::kernels {

HWY_EXPORT(encode_target);
HWY_EXPORT(decode_target);

void encode_tiles(const TileRow& tiles, const std::uint8_t* numbers,
                  std::uint8_t* records) {
  HWY_DYNAMIC_DISPATCH(encode_target)(tiles, numbers, records);
}

void decode_tiles(const TileRow& tiles, const std::uint8_t* records,
                  std::uint8_t* numbers) {
  HWY_DYNAMIC_DISPATCH(decode_target)(tiles, records, numbers);
}

}  // namespace ashlar::kernels
#endif
