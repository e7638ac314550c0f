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

}  // namespace ashlar::kernels
