// gather.h - elements from anywhere, one after the other.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ashlar::kernels {

/// out[i] = in[at[i]] for elements of 1, 2, 4 or 8 bytes; `at` counts bytes.
void gather(const std::uint8_t* in, const std::int32_t* at, std::size_t count,
            std::size_t element_bytes, std::uint8_t* out);

/// The same from what is near; `at` counts elements.
void gather(const std::uint8_t* in, const std::uint16_t* at, std::size_t count,
            std::size_t element_bytes, std::uint8_t* out);

/// Bytes that a hop copies at most.
inline constexpr std::size_t kHopBytes = 16;

/// From one place to another, in bytes.
struct Hop {
  std::int32_t in = 0;
  std::int32_t out = 0;
};

/// Copies 4, 8 or 16 bytes for each hop, in their order: those that are too
/// many are written again by later ones. Reads and writes as many for the last.
void gather_runs(const std::uint8_t* in, const Hop* hops, std::size_t count,
                 std::size_t bytes, std::uint8_t* out);

}  // namespace ashlar::kernels
