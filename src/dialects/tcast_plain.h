// tcast_plain.h - casts to TensorCast's data types without a scale.
#pragma once

#include "ashlar/dialects/tcast.h"

namespace ashlar::tcast {

Rounding rounding_of(RoundMode mode);

/// Codes in words, or packed along the last axis if the options say so.
ashlar::Tensor plain_codes(const ashlar::Tensor& tensor, const Format& format,
                           const Options& options);

/// What such codes of a tensor of that shape stand for, in a format that holds
/// every one of them.
ashlar::Tensor plain_numbers(const ashlar::Tensor& codes, const Format& format,
                             const Shape& shape, const Options& options);

ashlar::Tensor plain_vcast(const ashlar::Tensor& tensor, const Format& format,
                           const Options& options);

}  // namespace ashlar::tcast
