// block_encode.cc - tiles of numbers to codes and scales.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/block_encode.cc"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include <algorithm>
#include <bit>
#include <cstring>
// The line above includes this file once per target.
#include <hwy/highway.h>

#include "src/base/usual_arithmetic.h"
#include "src/kernels/block_coders-inl.h"
#include "src/kernels/block_codes.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Tiles whose scales are found together, of a line or of several.
struct Group {
  std::size_t first_tile;
  std::size_t first;  ///< element
  std::size_t count;  ///< of elements, in each line
};

/// Everything but the elements themselves.
class Encoding {
 public:
  Encoding(const EncodeBlocks& how, const BlockLines& lines)
      : how_(how), lines_(lines) {
    const bool is_power = std::has_single_bit(how.tile);
    const bool is_grouped = is_power && how.tile >= kPiece;
    // Several rows are read twice, and should stay in the cache meanwhile.
    constexpr std::size_t kCached = std::size_t{1} << 16;
    const std::size_t fit =
        std::max<std::size_t>(kCached / (how.tile * lines.rows), 1);
    per_group_ = is_grouped ? std::min(kTiles, fit) : 1;
    shift_ = is_grouped ? std::countr_zero(how.tile) : 63;
  }

  /// Scales of a group are found before the one before it is encoded, so that
  /// nothing waits for them.
  template <Wide kSource, bool kNibbles, class Coder>
  void run(const OddTile& odd) {
    const Coder coder(how_.element);
    TileScales scales[2];
    Group group = group_at(0, 0);
    if (group.count == 0) return;
    find<kSource>(group, scales[0]);
    for (std::size_t turn = 0; group.count > 0; ++turn) {
      const Group next =
          group_at(group.first + group.count, group.first_tile + per_group_);
      if (next.count > 0) find<kSource>(next, scales[(turn + 1) % 2]);
      const TileScales& tiles = scales[turn % 2];
      for (std::size_t row = 0; row < lines_.rows; ++row) {
        encode_row<kSource, kNibbles>(group, row, coder, tiles);
      }
      write_scales(group, tiles);
      if (HWY_UNLIKELY(tiles.has_odd)) report(group, tiles, odd);
      group = next;
    }
    if (streams_) hwy::FlushStream();
  }

 private:
  HWY_INLINE Group group_at(std::size_t first, std::size_t tile) const {
    const std::size_t left = lines_.count - std::min(first, lines_.count);
    return {tile, first, std::min(per_group_ * how_.tile, left)};
  }

  /// By itself, as it is the same for all elements.
  template <Wide kSource>
  HWY_NOINLINE void find(const Group& group, TileScales& tiles) const {
    measure<kSource>(group, tiles);
    find_scales(how_.scale, tiles);
    if (how_.element.kind == BlockElement::Kind::above) {
      find_zeros(how_.scale, how_.element.zero_most, tiles);
    }
  }

  HWY_INLINE std::size_t tiles_of(const Group& group) const {
    if (HWY_LIKELY(group.count == per_group_ * how_.tile)) return per_group_;
    return (group.count + how_.tile - 1) / how_.tile;
  }

  template <Wide kSource>
  HWY_INLINE const std::uint8_t* input(const Group& group,
                                       std::size_t row) const {
    return lines_.in + row * lines_.in_pitch + group.first * kWidth<kSource>;
  }

  template <Wide kSource, class Key>
  HWY_INLINE void add_all(const Group& group, const Key& key,
                          std::uint32_t* out) const {
    constexpr std::size_t kRowsAhead = 8;
    for (std::size_t row = 0; row < lines_.rows; ++row) {
      const std::uint8_t* in = input<kSource>(group, row);
      if (row + kRowsAhead < lines_.rows) {
        const std::uint8_t* later = in + kRowsAhead * lines_.in_pitch;
        for (std::size_t at = 0; at < group.count * kWidth<kSource>;
             at += kLine) {
          hwy::Prefetch(later + at);
        }
      }
      add_keys<kSource>(in, group.count, how_.tile, key, out);
    }
  }

  template <Wide kSource>
  HWY_INLINE void measure(const Group& group, TileScales& tiles) const {
    std::fill_n(tiles.sizes, kTiles, 0);
    const BlockElement& element = how_.element;
    if (element.kind != BlockElement::Kind::above) {
      return add_all<kSource>(group, MagnitudeKey(), tiles.sizes);
    }
    std::fill_n(tiles.below, kTiles, 0);
    add_all<kSource>(group, AboveZeroKey(), tiles.sizes);
    add_all<kSource>(group, BelowZeroKey(), tiles.below);
    for (std::size_t i = 0; i < kTiles; i += kStep) {
      const V above = load_lanes(tiles.sizes + i);
      const V below = load_lanes(tiles.below + i);
      // What is not finite must not be lost.
      const auto is_odd = hn::Gt(below, constant(0x7f7fffffu));
      const V size = element.has_no_zero
                         ? above
                         : as_bits(hn::Add(as_float(above), as_float(below)));
      store_lanes(hn::IfThenElse(is_odd, below, size), tiles.sizes + i);
    }
  }

  template <Wide kSource, bool kNibbles, class Coder>
  HWY_INLINE void encode_row(const Group& group, std::size_t row,
                             const Coder& coder, const TileScales& tiles) {
    constexpr std::size_t kCount = kLineCount<kNibbles>;
    constexpr std::size_t kBytes = kCount * kWidth<kSource>;
    const std::uint8_t* in = input<kSource>(group, row);
    std::uint8_t* out = lines_.codes + row * lines_.codes_pitch +
                        (kNibbles ? group.first / 2 : group.first);
    const bool streams = lines_.store == Store::streamed &&
                         reinterpret_cast<std::uintptr_t>(out) % kLine == 0;
    const bool fetches = fetches_all<kSource>(group);
    streams_ = streams_ || streams;
    alignas(64) std::uint8_t in_rest[kBytes];
    alignas(64) std::uint8_t out_rest[kLine];
    for (std::size_t at = 0; at < group.count; at += kCount) {
      const std::size_t n = std::min(kCount, group.count - at);
      const bool is_cut = n < kCount;
      if (HWY_UNLIKELY(is_cut)) {
        std::memset(in_rest, 0, kBytes);
        copy_some<kBytes>(in, in_rest, n * kWidth<kSource>);
      } else if (fetches) {
        // While lines go out, rather than all at once before.
        fetch_ahead<kBytes>(in + 2 * group.count * kWidth<kSource>);
      }
      encode_line<kSource, kNibbles>(is_cut ? in_rest : in, coder, tiles, at,
                                     shift_, is_cut ? out_rest : out,
                                     streams && !is_cut);
      if (HWY_UNLIKELY(is_cut)) {
        if (kNibbles && n % 2 != 0) out_rest[n / 2] &= 15;
        copy_some<kLine>(out_rest, out, kNibbles ? (n + 1) / 2 : n);
      }
      in += kBytes;
      out += kLine;
    }
  }

  /// Whether there is enough of the line behind a group: the next one has been
  /// measured when this one is encoded.
  template <Wide kSource>
  HWY_INLINE bool fetches_all(const Group& group) const {
    const std::size_t left = lines_.count - group.first - group.count;
    return lines_.rows == 1 &&
           left * kWidth<kSource> > kAhead + 2 * group.count * kWidth<kSource>;
  }

  template <class Word>
  HWY_INLINE void write_words(const TileScales& tiles, std::size_t count,
                              std::uint8_t* out) const {
    const hn::Rebind<Word, D> narrow;
    alignas(64) Word words[kTiles];
    for (std::size_t i = 0; i < kTiles; i += kStep) {
      hn::Store(hn::DemoteTo(narrow, load_lanes(tiles.words + i)), narrow,
                words + i);
    }
    write_some(words, count, out);
  }

  template <class Word>
  static HWY_INLINE void write_some(const Word (&words)[kTiles],
                                    std::size_t count, std::uint8_t* out) {
    if (HWY_LIKELY(count == kTiles)) {
      std::memcpy(out, words, sizeof(words));
    } else {
      std::memcpy(out, words, count * sizeof(Word));
    }
  }

  HWY_INLINE void write_scales(const Group& group,
                               const TileScales& tiles) const {
    const std::size_t bytes = how_.scale.bytes();
    const std::size_t count = tiles_of(group);
    std::uint8_t* out = lines_.scales + group.first_tile * bytes;
    if (bytes == 1) {
      write_words<std::uint8_t>(tiles, count, out);
    } else if (bytes == 2) {
      write_words<std::uint16_t>(tiles, count, out);
    } else {
      write_some(tiles.words, count, out);
    }
    if (how_.element.kind != BlockElement::Kind::above ||
        how_.element.has_no_zero) {
      return;
    }
    for (std::size_t i = 0; i < count; ++i) {
      lines_.zeros[group.first_tile + i] =
          static_cast<std::uint8_t>(tiles.zeros[i]);
    }
  }

  HWY_NOINLINE void report(const Group& group, const TileScales& tiles,
                           const OddTile& odd) const {
    for (std::size_t i = 0; i < tiles_of(group); ++i) {
      if (tiles.odd[i] != 0) odd(group.first_tile + i);
    }
  }

  const EncodeBlocks& how_;
  const BlockLines& lines_;
  std::size_t per_group_;
  int shift_;
  bool streams_ = false;
};

template <Wide kSource, bool kNibbles, bool kDivides>
void pick_coder(const EncodeBlocks& how, const BlockLines& lines,
                const OddTile& odd) {
  Encoding encoding(how, lines);
  if (how.element.kind == BlockElement::Kind::integer) {
    encoding.run<kSource, kNibbles, IntegerCoder<kDivides>>(odd);
  } else if (how.element.kind == BlockElement::Kind::above) {
    encoding.run<kSource, kNibbles, AboveCoder<kDivides>>(odd);
  } else if (how.element.floating.has_negative_zero) {
    encoding.run<kSource, kNibbles, FloatCoder<kDivides, true>>(odd);
  } else {
    encoding.run<kSource, kNibbles, FloatCoder<kDivides, false>>(odd);
  }
}

template <Wide kSource, bool kNibbles>
void pick_division(const EncodeBlocks& how, const BlockLines& lines,
                   const OddTile& odd) {
  if (how.scale.divides()) {
    pick_coder<kSource, kNibbles, true>(how, lines, odd);
  } else {
    pick_coder<kSource, kNibbles, false>(how, lines, odd);
  }
}

template <Wide kSource>
void pick_width(const EncodeBlocks& how, const BlockLines& lines,
                const OddTile& odd) {
  if (how.is_nibbles) {
    pick_division<kSource, true>(how, lines, odd);
  } else {
    pick_division<kSource, false>(how, lines, odd);
  }
}

void encode_blocks_target(const EncodeBlocks& how, const BlockLines& lines,
                          const OddTile& odd) {
  if (how.source == Wide::f32) {
    pick_width<Wide::f32>(how, lines, odd);
  } else {
    pick_width<Wide::bf16>(how, lines, odd);
  }
}

/// Magnitudes of numbers that are not finite are taken for 0.
template <Wide kSource>
std::uint32_t largest_finite_of(const std::uint8_t* in, std::size_t count) {
  const auto key = [](V bits) HWY_ATTR {
    const V magnitude = hn::And(bits, constant(0x7fffffffu));
    return hn::IfThenElseZero(hn::Lt(magnitude, constant(0x7f800000u)),
                              magnitude);
  };
  constexpr std::size_t kChunk = 4096;
  std::uint32_t out = 0;
  for (std::size_t at = 0; at < count; at += kChunk) {
    const std::size_t n = std::min(kChunk, count - at);
    out =
        std::max(out, largest_key<kSource>(in + at * kWidth<kSource>, n, key));
  }
  return out;
}

std::uint32_t largest_finite_target(const void* in, Wide source,
                                    std::size_t count) {
  const auto* bytes = static_cast<const std::uint8_t*>(in);
  return source == Wide::f32 ? largest_finite_of<Wide::f32>(bytes, count)
                             : largest_finite_of<Wide::bf16>(bytes, count);
}

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ashlar::kernels {

HWY_EXPORT(encode_blocks_target);
HWY_EXPORT(largest_finite_target);

void encode_blocks(const EncodeBlocks& how, const BlockLines& lines,
                   const OddTile& odd) {
  const UsualArithmetic usual;
  HWY_DYNAMIC_DISPATCH(encode_blocks_target)(how, lines, odd);
}

std::uint32_t largest_finite(const void* in, Wide source, std::size_t count) {
  return HWY_DYNAMIC_DISPATCH(largest_finite_target)(in, source, count);
}

}  // namespace ashlar::kernels
#endif
