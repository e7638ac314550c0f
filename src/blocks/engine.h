// engine.h - quantises tile by tile, whatever the block format.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "ashlar/quantize.h"
#include "src/blocks/block_float.h"
#include "src/blocks/codebook_coder.h"
#include "src/blocks/element_coder.h"
#include "src/blocks/grid.h"
#include "src/blocks/scale_finder.h"

namespace ashlar {

/// What can be asked of the engine besides a policy.
struct EngineOptions {
  QuantizePolicy policy = {};
  GivenScales given = {};
  BetterTable better = {};  ///< as in GivenScales, instead of that one
};

BlockCodes quantize(const Format& format, std::span<const float> numbers,
                    const BlockExtent& extent, const EngineOptions& options);

/// The parts that both directions are made of.
class BlockEngine {
 public:
  BlockEngine(const Format& format, const BlockExtent& extent,
              const QuantizePolicy& policy);

 protected:
  /// The scales of the other levels that a tile is under.
  OuterWords outer_words(const BlockCodes& codes, std::int64_t tile) const;
  /// The scale of the third level that one of the second is under.
  std::uint32_t top_word(const BlockCodes& codes, std::int64_t outer) const;
  /// An error if a word is none of its element.
  void check_words(const GivenScales& words) const;
  bool is_shifted() const { return block_float_.has_value(); }
  bool has_integer_zero() const;
  /// A zero point that is no integer.
  float zero_of(const BlockCodes& codes, std::size_t tile) const;

  BlockGrids grids_;  // first, as it refuses what is no block format
  const Block& block_;
  ScaleFinder finder_;
  std::optional<ElementCoder> elements_;
  std::optional<CodebookCoder> tables_;
  std::optional<BlockFloat> block_float_;
};

}  // namespace ashlar
