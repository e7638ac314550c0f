// element_coder.h - scaled numbers to the codes of elements, and back.
#pragma once

#include <cstdint>

#include "ashlar/quantize.h"
#include "src/blocks/f32.h"

namespace ashlar {

/// Codes of elements that are numbers themselves, not places in a table.
class ElementCoder {
 public:
  ElementCoder(const Element& element, const QuantizePolicy& policy);

  /// The word of a number under a scale of 1. `index` is that of the element,
  /// by which stochastic rounding draws.
  std::uint16_t encode(const Exact& number, std::size_t index) const;
  /// The same with an integer zero point: the code is that many steps higher.
  std::uint16_t encode_above(const Exact& number, std::uint32_t zero,
                             std::size_t index) const;

  Exact decode(std::uint16_t word) const;
  Exact decode_above(std::uint16_t word, std::uint32_t zero) const;

  /// Whether a word can be one of this element.
  bool holds(std::uint16_t word) const;

 private:
  using Bits = std::uint64_t;
  using Code = BasicCode<Bits>;

  std::uint32_t random(std::size_t index) const;
  /// Signed integers do not use their lowest code.
  Code symmetric(Code code) const;

  Element element_;
  QuantizePolicy policy_;
  Encoder<Bits> finite_;
  Encoder<Bits> special_;  // of infinity and NaN
  Encoder<Bits> steps_;    // to integers of any size
  Decoder<Bits> decoder_;
};

}  // namespace ashlar
