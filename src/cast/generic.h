// generic.h - casts between any two element formats, one number at a time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ashlar/cast_policy.h"
#include "ashlar/element.h"
#include "src/format/encoder.h"

namespace ashlar {

/// An element that a policy does not let pass.
struct Refusal {
  std::int64_t index = -1;
  CodecStatus status = CodecStatus::ok;

  bool happened() const { return status != CodecStatus::ok; }
};

/// Casts the elements from `begin` to `end` of arrays that start at `in` and
/// `out`. Element i draws the random bits of `first` + i. Stops at the first
/// element that is refused. `begin` is a multiple of 8.
Refusal cast_generic(const Element& from, const std::byte* in,
                     const Element& to, std::byte* out, std::int64_t begin,
                     std::int64_t end, std::int64_t first,
                     const CastPolicy& policy);

}  // namespace ashlar
