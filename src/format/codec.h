// codec.h - one code to a number and back, exactly, for every element format.
#pragma once

#include <cstdint>

#include "src/format/decoder.h"
#include "src/format/encoder.h"

namespace ashlar {

using Encoded = BasicEncoded<WideBits>;

/// The number that a code stands for.
constexpr Number decode(const Element& e, const Code& code) {
  return Decoder<WideBits>(e)(code);
}

/// The code of a number. `random` is used by stochastic rounding only.
constexpr Encoded encode(const Element& e, const Number& x,
                         const CastPolicy& policy, std::uint32_t random = 0) {
  return Encoder<WideBits>(e, policy)(x, random);
}

}  // namespace ashlar
