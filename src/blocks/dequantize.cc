// dequantize.cc - codes to the numbers that they stand for.
#include "src/base/require.h"
#include "src/blocks/engine.h"

namespace ashlar {
namespace {

class Dequantizer : private BlockEngine {
 public:
  Dequantizer(const Format& format, const BlockCodes& codes,
              const QuantizePolicy& policy)
      : BlockEngine(format, codes.extent, policy), codes_(codes) {
    check_sizes();
    check_codes();
  }

  std::vector<float> run() && {
    out_.resize(codes_.data.size());
    const std::int64_t tiles = grids_.tiles().count();
    for (std::int64_t tile = 0; tile < tiles; ++tile) {
      const auto at = static_cast<std::size_t>(tile);
      if (is_shifted()) {
        shift_tile(tile);
        continue;
      }
      const TileScale scale =
          finder_.scale(codes_.scales[at], outer_words(codes_, tile));
      for (std::int64_t sub = 0; sub < grids_.subtiles(); ++sub) {
        const Region region = grids_.subregion(tile, sub);
        const auto place = static_cast<std::size_t>(grids_.subindex(tile, sub));
        const TileScale own = block_.offset_bits > 0
                                  ? scale.lowered(codes_.offsets[place])
                                  : scale;
        if (tables_) {
          look_up(region, own, codes_.meta[place]);
        } else {
          scale_up(region, own, at);
        }
      }
    }
    return std::move(out_);
  }

 private:
  void check_sizes() const {
    const BlockCounts counts = grids_.counts();
    const auto check = [](std::size_t found, std::int64_t expected,
                          std::string_view what) {
      require(found == static_cast<std::size_t>(expected), ErrorKind::data,
              "dequantize", found, " ", what, ", expected ", expected);
    };
    check(codes_.data.size(), counts.data, "codes");
    check(codes_.scales.size(), counts.scales, "scales");
    check(codes_.outer_scales.size(), counts.outer_scales, "scales of scales");
    check(codes_.top_scales.size(), counts.top_scales,
          "scales of the third level");
    check(codes_.zeros.size(), counts.zeros, "zero points");
    check(codes_.meta.size(), counts.meta, "numbers of tables");
    check(codes_.offsets.size(), counts.offsets, "offsets");
    check(codes_.mask.size(), counts.mask, "bits of a mask");
  }

  void check_codes() const {
    for (const std::uint16_t code : codes_.data) {
      require(tables_ ? tables_->holds(code) : elements_->holds(code),
              ErrorKind::data, "dequantize", "a code of ", code,
              ", which the elements do not have");
    }
    for (const std::uint8_t table : codes_.meta) {
      require(table < tables_->tables(), ErrorKind::data, "dequantize",
              "table number ", int{table}, " of ", tables_->tables());
    }
    for (const std::uint8_t offset : codes_.offsets) {
      require(offset >> block_.offset_bits == 0, ErrorKind::data, "dequantize",
              "an offset of ", int{offset}, " in ", block_.offset_bits,
              " bits");
    }
    check_words(
        {codes_.scales, codes_.outer_scales, codes_.zeros, codes_.top_scales});
  }

  bool is_kept(std::size_t index) const {
    return codes_.mask.empty() || codes_.mask[index] != 0;
  }

  void scale_up(const Region& region, const TileScale& scale,
                std::size_t tile) {
    const bool counts_up = has_integer_zero();
    const std::uint32_t zero = counts_up ? codes_.zeros[tile] : 0;
    const float shift = block_.zero && !counts_up ? zero_of(codes_, tile) : 0;
    grids_.for_each(region, [&](std::size_t i) {
      if (!is_kept(i)) return;
      const std::uint16_t code = codes_.data[i];
      const float number =
          scale.up(counts_up ? elements_->decode_above(code, zero)
                             : elements_->decode(code));
      out_[i] =
          block_.zero && !counts_up ? f32_subtract(number, shift) : number;
    });
  }

  void look_up(const Region& region, const TileScale& scale, int table) {
    grids_.for_each(region, [&](std::size_t i) {
      if (!is_kept(i)) return;
      out_[i] = scale.up(
          exact(static_cast<float>(tables_->number(table, codes_.data[i]))));
    });
  }

  void shift_tile(std::int64_t tile) {
    const std::uint32_t shared = codes_.scales[static_cast<std::size_t>(tile)];
    grids_.for_each(grids_.tiles().region(tile), [&](std::size_t i) {
      if (is_kept(i)) out_[i] = block_float_->decode(codes_.data[i], shared);
    });
  }

  const BlockCodes& codes_;
  std::vector<float> out_;
};

}  // namespace

std::vector<float> dequantize(const Format& format, const BlockCodes& codes,
                              const QuantizePolicy& policy) {
  return Dequantizer(format, codes, policy).run();
}

std::vector<float> fake_quantize(const Format& format,
                                 std::span<const float> numbers,
                                 const BlockExtent& extent,
                                 const QuantizePolicy& policy,
                                 const GivenScales& given) {
  const BlockCodes codes = quantize(format, numbers, extent, policy, given);
  std::vector<float> out = dequantize(format, codes, policy);
  const bool has_sign = (format.is_signed() || format.block()->codebook) &&
                        policy.alignment == Alignment::exact &&
                        policy.negative_zero == NegativeZero::keep;
  for (std::size_t i = 0; has_sign && i < out.size(); ++i) {
    const bool is_dropped = !codes.mask.empty() && codes.mask[i] == 0;
    // Places in tables have the sign of what they replace, which -0 has not.
    const bool has_none = format.block()->codebook && is_zero(numbers[i]);
    if (is_zero(out[i]) && is_negative(numbers[i]) && !is_dropped &&
        !has_none) {
      out[i] = -0.0F;
    }
  }
  return out;
}

}  // namespace ashlar
