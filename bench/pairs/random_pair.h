// random_pair.h - two layouts of one tensor, whatever they are.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ashlar/spec.h"
#include "tests/support/random_layout.h"

namespace ashlar::bench {

/// Bytes of the larger side, but for padding; and of a buffer that has room.
inline constexpr std::int64_t kPairBytes = std::int64_t{64} << 20;
inline constexpr double kMostPadding = 1.5;
inline constexpr auto kPairRoom =
    static_cast<std::size_t>(kPairBytes * kMostPadding) + (1u << 20);

struct Specs {
  Spec from;
  Spec to;
};

/// Whether elements only move, or now and then become others on their way.
enum class Casts : std::uint8_t { never, sometimes };

Specs random_specs(test::Random& random, Casts casts);

}  // namespace ashlar::bench
