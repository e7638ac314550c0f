// block_float.h - shared exponents by shifting bits, as Tenstorrent does.
#pragma once

#include <cstdint>

#include "ashlar/quantize.h"

namespace ashlar {

/// Numbers of a sign and some bits of magnitude, the first of which stands for
/// two to the exponent that a tile shares.
class BlockFloat {
 public:
  /// An error unless the format is made of such numbers.
  BlockFloat(const Format& format, const QuantizePolicy& policy);

  /// The exponent that a number needs.
  std::uint32_t exponent(float number) const;
  std::uint16_t encode(float number, std::uint32_t shared,
                       std::size_t index) const;
  float decode(std::uint16_t word, std::uint32_t shared) const;

 private:
  std::uint32_t magnitude(std::uint32_t significand, bool negative,
                          std::size_t index) const;

  QuantizePolicy policy_;
  int magnitude_bits_;
  int rebias_;            // from the exponents of f32 to the shared ones
  std::int32_t largest_;  // exponent
};

/// Whether a format is of the kind that `BlockFloat` takes.
bool is_block_float(const Format& format);

}  // namespace ashlar
