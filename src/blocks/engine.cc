// engine.cc - what both directions of a block format share.
#include "src/blocks/engine.h"

#include "src/base/require.h"
#include "src/blocks/scale.h"

namespace ashlar {
namespace {

void check(std::span<const std::uint32_t> words, const Element& element) {
  const int width = element.bits + element.storage_shift;
  for (const std::uint32_t word : words) {
    require((std::uint64_t{word} >> width) == 0, ErrorKind::data, "quantize",
            "a scale or zero point of ", word, ", which ", to_string(element),
            " does not have");
  }
}

/// The tile of a coarser grid that a tile is in.
std::int64_t tile_over(const TileGrid& fine, std::int64_t tile,
                       const TileGrid& coarse) {
  const Region region = fine.region(tile);
  return coarse.index_of(region.outer[0], region.rows[0], region.cols[0]);
}

}  // namespace

BlockEngine::BlockEngine(const Format& format, const BlockExtent& extent,
                         const QuantizePolicy& policy)
    : grids_(format, extent), block_(*format.block()), finder_(format, policy) {
  if (block_.codebook) {
    tables_.emplace(*block_.codebook);
  } else {
    elements_.emplace(format.element(), policy);
  }
  if (policy.alignment != Alignment::exact) {
    block_float_.emplace(format, policy);
  }
}

std::uint32_t BlockEngine::top_word(const BlockCodes& codes,
                                    std::int64_t outer) const {
  if (block_.scales.size() < 3) return 0;
  const std::int64_t top =
      tile_over(grids_.outer_tiles(), outer, grids_.top_tiles());
  return codes.top_scales[static_cast<std::size_t>(top)];
}

OuterWords BlockEngine::outer_words(const BlockCodes& codes,
                                    std::int64_t tile) const {
  if (block_.scales.size() < 2) return {};
  const std::int64_t outer =
      tile_over(grids_.tiles(), tile, grids_.outer_tiles());
  return {codes.outer_scales[static_cast<std::size_t>(outer)],
          top_word(codes, outer)};
}

void BlockEngine::check_words(const GivenScales& words) const {
  check(words.scales, block_.scales[0].element);
  if (block_.scales.size() > 1) {
    check(words.outer_scales, block_.scales[1].element);
  }
  if (block_.scales.size() > 2) {
    check(words.top_scales, block_.scales[2].element);
  }
  if (block_.zero) check(words.zeros, block_.zero->element);
}

bool BlockEngine::has_integer_zero() const {
  return block_.zero && block_.zero->element.kind == ElementKind::integer;
}

float BlockEngine::zero_of(const BlockCodes& codes, std::size_t tile) const {
  return to_f32(ScaleWords({block_.zero->element}).decode(codes.zeros[tile]));
}

}  // namespace ashlar
