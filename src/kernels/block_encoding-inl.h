// block_encoding-inl.h - tiles in groups: measured, scaled, encoded.
#if defined(ASHLAR_KERNELS_BLOCK_ENCODING_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASHLAR_KERNELS_BLOCK_ENCODING_INL_H_
#undef ASHLAR_KERNELS_BLOCK_ENCODING_INL_H_
#else
#define ASHLAR_KERNELS_BLOCK_ENCODING_INL_H_
#endif

#include <algorithm>
#include <bit>
#include <cstring>

#include "src/kernels/block_coders-inl.h"
#include "src/kernels/block_codes.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {

/// Tiles whose scales are found together, of a line or of several.
struct Group {
  std::size_t first_tile;
  std::size_t first;  ///< element
  std::size_t count;  ///< of elements, in each line
};

/// Bytes of numbers that are measured together while others are encoded: a few
/// of these are to stay in the nearest cache.
inline constexpr std::size_t kMostInFlow = 4096;

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
    const std::size_t tile_bytes =
        how.tile *
        (how.source == Wide::f32 ? kWidth<Wide::f32> : kWidth<Wide::bf16>);
    if (lines.rows == 1 && tile_bytes <= kMostInFlow) {
      per_group_ = std::min(per_group_, kMostInFlow / tile_bytes);
    }
    shift_ = is_grouped ? std::countr_zero(how.tile) : 63;
  }

  template <Wide kSource, bool kNibbles, class Coder>
  void run(const OddTile& odd) {
    const Coder coder(how_.element);
    Group group = group_at(0, 0);
#if ASHLAR_HAS_AVX3
    group = flow<kSource, kNibbles>(coder, odd);
#endif
    encode_groups<kSource, kNibbles>(group, coder, odd);
    if (streams_) hwy::FlushStream();
  }

 private:
  HWY_INLINE Group group_at(std::size_t first, std::size_t tile) const {
    const std::size_t left = lines_.count - std::min(first, lines_.count);
    return {tile, first, std::min(per_group_ * how_.tile, left)};
  }

  /// Scales of a group are found before the one before it is encoded, so that
  /// nothing waits for them.
  template <Wide kSource, bool kNibbles, class Coder>
  void encode_groups(Group group, const Coder& coder, const OddTile& odd) {
    if (group.count == 0) return;
    TileScales scales[2];
    find<kSource>(group, scales[0]);
    prepare(coder, scales[0]);
    for (std::size_t turn = 0; group.count > 0; ++turn) {
      const Group next = group_after(group);
      if (next.count > 0) {
        find<kSource>(next, scales[(turn + 1) % 2]);
        prepare(coder, scales[(turn + 1) % 2]);
      }
      const TileScales& tiles = scales[turn % 2];
      for (std::size_t row = 0; row < lines_.rows; ++row) {
        encode_row<kSource, kNibbles>(group, row, coder, tiles);
      }
      finish(group, tiles, odd);
      group = next;
    }
  }

  HWY_INLINE Group group_after(const Group& group) const {
    return group_at(group.first + group.count, group.first_tile + per_group_);
  }

  HWY_INLINE void finish(const Group& group, const TileScales& tiles,
                         const OddTile& odd) const {
    write_scales(group, tiles);
    if (HWY_UNLIKELY(tiles.has_odd)) report(group, tiles, odd);
  }

#if ASHLAR_HAS_AVX3
  /// All groups that are full, of one row: while one is encoded, the next but
  /// one is measured, line by line, so that memory is never left waiting.
  /// Returns the group that is left.
  template <Wide kSource, bool kNibbles, class Coder>
  Group flow(const Coder& coder, const OddTile& odd) {
    Group group = group_at(0, 0);
    const std::size_t groups = full_groups<kSource, kNibbles>();
    if (groups < 2) return group;
    TileEnds<kSource, Coder::kHasEnds> ends;
    ends.clear();
    TileScales scales[2];
    measure_full(group, ends);
    find_measured(ends, scales[0]);
    prepare(coder, scales[0]);
    measure_full(group_after(group), ends);
    for (std::size_t i = 0; i < groups; ++i) {
      const TileScales& tiles = scales[i % 2];
      if (i + 1 < groups) {
        find_measured(ends, scales[(i + 1) % 2]);
        prepare(coder, scales[(i + 1) % 2]);
      }
      if (HWY_LIKELY(i + 2 < groups)) {
        encode_and_measure<kNibbles>(group, coder, tiles, ends);
      } else {
        encode_row<kSource, kNibbles>(group, 0, coder, tiles);
      }
      finish(group, tiles, odd);
      group = group_after(group);
    }
    return group;
  }

  /// Groups of one row that are whole lines of codes, and are few bytes.
  template <Wide kSource, bool kNibbles>
  std::size_t full_groups() const {
    const std::size_t count = per_group_ * how_.tile;
    const std::size_t bytes = count * kWidth<kSource>;
    const bool can_flow = lines_.rows == 1 && shift_ >= 4 &&
                          count % kLineCount<kNibbles> == 0 &&
                          bytes <= kMostInFlow;
    return can_flow ? lines_.count / count : 0;
  }

  template <Wide kSource, bool kEnds>
  HWY_INLINE void measure_full(const Group& group,
                               TileEnds<kSource, kEnds>& ends) const {
    const std::uint8_t* in = input<kSource>(group, 0);
    for (std::size_t at = 0; at < group.count; at += 64) {
      ends.template add_line<64>(in + at * kWidth<kSource>, at, shift_);
    }
  }

  /// A group and, line by line, the next but one.
  template <bool kNibbles, Wide kSource, bool kEnds, class Coder>
  HWY_INLINE void encode_and_measure(const Group& group, const Coder& coder,
                                     const TileScales& tiles,
                                     TileEnds<kSource, kEnds>& ends) {
    constexpr std::size_t kCount = kLineCount<kNibbles>;
    constexpr std::size_t kBytes = kCount * kWidth<kSource>;
    const std::size_t ahead = 2 * group.count * kWidth<kSource>;
    const std::uint8_t* in = input<kSource>(group, 0);
    std::uint8_t* out =
        lines_.codes + (kNibbles ? group.first / 2 : group.first);
    const bool streams = streams_to(out);
    const bool fetches = fetches_all<kSource>(group);
    streams_ = streams_ || streams;
    for (std::size_t at = 0; at < group.count; at += kCount) {
      if (HWY_LIKELY(fetches)) fetch_ahead<kBytes>(in + ahead);
      ends.template add_line<kCount>(in + ahead, at, shift_);
      encode_line<kSource, kNibbles>(in, coder, tiles, at, shift_, out,
                                     streams);
      in += kBytes;
      out += kLine;
    }
  }

  template <Wide kSource, bool kEnds>
  HWY_NOINLINE void find_measured(TileEnds<kSource, kEnds>& ends,
                                  TileScales& tiles) const {
    tiles.clear();
    ends.take(tiles.sizes, tiles.below);
    if constexpr (kEnds) add_up_ends(tiles);
    find_from_sizes(tiles);
  }
#endif

  /// By itself, as it is the same for all elements.
  template <Wide kSource>
  HWY_NOINLINE void find(const Group& group, TileScales& tiles) const {
    measure<kSource>(group, tiles);
    find_from_sizes(tiles);
  }

  HWY_INLINE void find_from_sizes(TileScales& tiles) const {
    find_scales(how_.scale, tiles);
    if (how_.element.kind == BlockElement::Kind::above) {
      find_zeros(how_.scale, how_.element.zero_most, tiles);
    }
    tiles.has_products = how_.element.kind != BlockElement::Kind::floating &&
                         how_.scale.divides() && find_products(tiles);
  }

  /// What a coder of bytes needs to know, if there is one.
  template <class Coder>
  HWY_INLINE void prepare(const Coder& coder, TileScales& tiles) const {
#if ASHLAR_HAS_VBMI
    if constexpr (Coder::kHasBytes) {
      tiles.is_short = shift_ >= 5 && coder.prepare_bytes(how_, tiles);
    }
#endif
    static_cast<void>(coder);
    static_cast<void>(tiles);
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

  /// Rows of tiles that have several are fetched a few ahead.
  template <Wide kSource>
  HWY_INLINE void fetch_later(const Group& group, std::size_t row) const {
    constexpr std::size_t kRowsAhead = 8;
    if (row + kRowsAhead >= lines_.rows) return;
    const std::uint8_t* later = input<kSource>(group, row + kRowsAhead);
    for (std::size_t at = 0; at < group.count * kWidth<kSource>; at += kLine) {
      hwy::Prefetch(later + at);
    }
  }

  template <Wide kSource>
  HWY_INLINE void measure(const Group& group, TileScales& tiles) const {
    tiles.clear();
    const BlockElement& element = how_.element;
    const bool has_ends = element.kind == BlockElement::Kind::above;
    for (std::size_t row = 0; row < lines_.rows; ++row) {
      const std::uint8_t* in = input<kSource>(group, row);
      fetch_later<kSource>(group, row);
      if (has_ends) {
        add_ends<kSource, true>(in, group.count, how_.tile, tiles.sizes,
                                tiles.below);
      } else {
        add_ends<kSource, false>(in, group.count, how_.tile, tiles.sizes,
                                 tiles.below);
      }
    }
    if (has_ends) add_up_ends(tiles);
  }

  /// Sizes are distances from the lowest number to the highest.
  HWY_INLINE void add_up_ends(TileScales& tiles) const {
    namespace hn = hwy::HWY_NAMESPACE;
    for (std::size_t i = 0; i < kTiles; i += kStep) {
      const V above = load_lanes(tiles.sizes + i);
      const V below = load_lanes(tiles.below + i);
      // What is not finite must not be lost.
      const auto is_odd = hn::Gt(below, constant(0x7f7fffffu));
      const V size = how_.element.has_no_zero
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
    const bool streams = streams_to(out);
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

  HWY_INLINE bool streams_to(const std::uint8_t* out) const {
    return lines_.store == Store::streamed &&
           reinterpret_cast<std::uintptr_t>(out) % kLine == 0;
  }

  /// Whether there is enough of the line behind a group: the next one has been
  /// measured when this one is encoded.
  template <Wide kSource>
  HWY_INLINE bool fetches_all(const Group& group) const {
    const std::size_t left = lines_.count - group.first - group.count;
    return lines_.rows == 1 &&
           left * kWidth<kSource> > kAhead + 2 * group.count * kWidth<kSource>;
  }

  HWY_INLINE void write_scales(const Group& group,
                               const TileScales& tiles) const {
    const std::size_t count = tiles_of(group);
    const std::size_t bytes = how_.scale.bytes();
    write_words(tiles, bytes, count, lines_.scales + group.first_tile * bytes);
    if (how_.element.kind == BlockElement::Kind::above &&
        !how_.element.has_no_zero) {
      write_zeros(tiles, count, lines_.zeros + group.first_tile);
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

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
