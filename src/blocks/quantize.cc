// quantize.cc - numbers to codes: masks, scales, zero points, elements.
#include "ashlar/quantize.h"

#include <cmath>
#include <utility>

#include "src/base/require.h"
#include "src/blocks/engine.h"
#include "src/blocks/fast_codebook.h"
#include "src/blocks/sparsity.h"

namespace ashlar {
namespace {

class Quantizer : private BlockEngine {
 public:
  Quantizer(const Format& format, std::span<const float> numbers,
            const BlockExtent& extent, const EngineOptions& options)
      : BlockEngine(format, extent, options.policy),
        numbers_(numbers),
        options_(options) {
    check_sizes();
  }

  BlockCodes run() && {
    const BlockCounts counts = grids_.counts();
    codes_.extent = grids_.extent();
    codes_.data.resize(static_cast<std::size_t>(counts.data));
    codes_.zeros.resize(static_cast<std::size_t>(counts.zeros));
    codes_.meta.resize(static_cast<std::size_t>(counts.meta));
    codes_.offsets.resize(static_cast<std::size_t>(counts.offsets));
    if (block_.sparsity) {
      codes_.mask = keep_largest(numbers_, grids_.extent(), *block_.sparsity);
    }
    find_top_scales();
    find_outer_scales();
    codes_.scales.resize(static_cast<std::size_t>(counts.scales));
    for (std::int64_t tile = 0; tile < counts.scales; ++tile) {
      if (is_shifted()) {
        shift_tile(tile);
      } else {
        scale_tile(tile);
      }
    }
    return std::move(codes_);
  }

 private:
  void check_sizes() const {
    const BlockCounts counts = grids_.counts();
    const auto check = [](std::size_t found, std::int64_t expected,
                          std::string_view what) {
      require(found == static_cast<std::size_t>(expected), ErrorKind::invalid,
              "quantize", found, " ", what, ", expected ", expected);
    };
    check(numbers_.size(), counts.data, "numbers");
    const GivenScales& given = options_.given;
    if (!given.scales.empty()) {
      check(given.scales.size(), counts.scales, "given scales");
    }
    if (!given.outer_scales.empty()) {
      check(given.outer_scales.size(), counts.outer_scales,
            "given scales of scales");
    }
    if (!given.top_scales.empty()) {
      check(given.top_scales.size(), counts.top_scales,
            "given scales of the third level");
    }
    if (!given.zeros.empty()) {
      check(given.zeros.size(), counts.zeros, "given zero points");
    }
    check_words(given);
  }

  bool is_kept(std::size_t index) const {
    return codes_.mask.empty() || codes_.mask[index] != 0;
  }

  Range range_of(const Region& region) const {
    Range out;
    grids_.for_each(region, [&](std::size_t i) {
      if (is_kept(i)) out.add(numbers_[i]);
    });
    return out;
  }

  void find_top_scales() {
    const auto& given = options_.given.top_scales;
    codes_.top_scales.assign(given.begin(), given.end());
    if (!given.empty()) return;
    for (std::int64_t tile = 0; tile < grids_.top_tiles().count(); ++tile) {
      const Range range = range_of(grids_.top_tiles().region(tile));
      codes_.top_scales.push_back(finder_.top_word(range));
    }
  }

  void find_outer_scales() {
    const auto& given = options_.given.outer_scales;
    const std::int64_t count = grids_.outer_tiles().count();
    codes_.outer_scales.assign(given.begin(), given.end());
    if (!given.empty()) return;
    for (std::int64_t tile = 0; tile < count; ++tile) {
      const Range range = range_of(grids_.outer_tiles().region(tile));
      codes_.outer_scales.push_back(
          finder_.outer_word(range, top_word(codes_, tile)));
    }
  }

  void scale_tile(std::int64_t tile) {
    const auto at = static_cast<std::size_t>(tile);
    const OuterWords outer = outer_words(codes_, tile);
    const Range range = range_of(grids_.tiles().region(tile));
    const bool is_given = !options_.given.scales.empty();
    const std::uint32_t word =
        is_given ? options_.given.scales[at] : finder_.word(range, outer);
    codes_.scales[at] = word;
    const TileScale scale = finder_.scale(word, outer);
    if (block_.zero) {
      codes_.zeros[at] = options_.given.zeros.empty()
                             ? finder_.zero_word(range, scale)
                             : options_.given.zeros[at];
    }
    for (std::int64_t sub = 0; sub < grids_.subtiles(); ++sub) {
      const Region region = grids_.subregion(tile, sub);
      const auto place = static_cast<std::size_t>(grids_.subindex(tile, sub));
      TileScale own = scale;
      if (block_.offset_bits > 0) {
        codes_.offsets[place] = finder_.offset(range_of(region), word, outer);
        own = scale.lowered(codes_.offsets[place]);
      }
      if (tables_) {
        code_by_table(region, own, place);
      } else {
        code_numbers(region, own, at);
      }
    }
  }

  void code_numbers(const Region& region, const TileScale& scale,
                    std::size_t tile) {
    const bool counts_up = has_integer_zero();
    const std::uint32_t zero = counts_up ? codes_.zeros[tile] : 0;
    const float shift = block_.zero && !counts_up ? zero_of(codes_, tile) : 0;
    grids_.for_each(region, [&](std::size_t i) {
      if (!is_kept(i)) return;
      const Exact number =
          scale.down(block_.zero && !counts_up ? f32_add(numbers_[i], shift)
                                               : numbers_[i]);
      codes_.data[i] = counts_up ? elements_->encode_above(number, zero, i)
                                 : elements_->encode(number, i);
    });
  }

  void code_by_table(const Region& region, const TileScale& scale,
                     std::size_t place) {
    std::vector<double> numbers;
    const auto number = [&](std::size_t i) {
      const Exact down = scale.down(numbers_[i]);
      if (down.kind == Exact::Kind::nan) return 0.0;
      const double size =
          down.kind == Exact::Kind::infinity
              ? HUGE_VAL
              : std::ldexp(static_cast<double>(down.significand),
                           down.exponent);
      return down.negative ? -size : size;
    };
    grids_.for_each(region, [&](std::size_t i) {
      if (is_kept(i)) numbers.push_back(number(i));
    });
    const int table =
        numbers.empty() ? 0 : tables_->choose(numbers, options_.better);
    codes_.meta[place] = static_cast<std::uint8_t>(table);
    std::size_t at = 0;
    grids_.for_each(region, [&](std::size_t i) {
      if (is_kept(i)) codes_.data[i] = tables_->index(table, numbers[at++]);
    });
  }

  void shift_tile(std::int64_t tile) {
    const auto at = static_cast<std::size_t>(tile);
    const Region region = grids_.tiles().region(tile);
    std::uint32_t shared = 0;
    if (options_.given.scales.empty()) {
      grids_.for_each(region, [&](std::size_t i) {
        if (is_kept(i)) {
          shared = std::max(shared, block_float_->exponent(numbers_[i]));
        }
      });
    } else {
      shared = options_.given.scales[at];
    }
    codes_.scales[at] = shared;
    grids_.for_each(region, [&](std::size_t i) {
      if (is_kept(i)) {
        codes_.data[i] = block_float_->encode(numbers_[i], shared, i);
      }
    });
  }

  std::span<const float> numbers_;
  const EngineOptions& options_;
  BlockCodes codes_;
};

}  // namespace

BlockCounts block_counts(const Format& format, const BlockExtent& extent) {
  return BlockGrids(format, extent).counts();
}

BlockCodes quantize(const Format& format, std::span<const float> numbers,
                    const BlockExtent& extent, const EngineOptions& options) {
  return Quantizer(format, numbers, extent, options).run();
}

BlockCodes quantize(const Format& format, std::span<const float> numbers,
                    const BlockExtent& extent, const QuantizePolicy& policy,
                    const GivenScales& given) {
  const bool is_free = given.scales.empty() && given.outer_scales.empty() &&
                       given.top_scales.empty() && given.zeros.empty() &&
                       !given.better;
  if (is_free) {
    auto fast = quantize_by_tables(format, numbers, extent, policy);
    if (fast) return *std::move(fast);
  }
  return quantize(format, numbers, extent,
                  EngineOptions{policy, given, given.better});
}

}  // namespace ashlar
