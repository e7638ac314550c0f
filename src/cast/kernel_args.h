// kernel_args.h - element formats and policies as the kernels want them.
#pragma once

#include <optional>

#include "ashlar/cast_policy.h"
#include "ashlar/element.h"
#include "src/kernels/float_codes.h"
#include "src/kernels/integer_codes.h"

namespace ashlar {

// Each of these is empty if its kernel cannot do exactly what is asked.

/// Whether f64 and f32 become each other as IEEE 754 has it.
bool is_ieee(const CastPolicy& policy);

/// f32, and what f32 can hold, to floats in words of 8 or 16 bits.
std::optional<kernels::EncodeFloat> encode_float(const Element& to,
                                                 const CastPolicy& policy);

/// Floats in words of 8 or 16 bits to f32.
std::optional<kernels::DecodeFloat> decode_float(const Element& from,
                                                 const CastPolicy& policy);

/// f32 to integers and fixed point, and back.
std::optional<kernels::IntegerCode> encode_integer(const Element& to,
                                                   const CastPolicy& policy);
std::optional<kernels::IntegerCode> decode_integer(const Element& from,
                                                   const CastPolicy& policy);

}  // namespace ashlar
