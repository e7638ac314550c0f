// translate.h - bytes that become others by a table.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace ashlar::kernels {

/// An entry for each value of a byte.
using ByteTable = std::array<std::uint8_t, 256>;

void translate(const std::uint8_t* in, std::uint8_t* out, std::size_t count,
               const ByteTable& table);

/// Whether the entry of any of the bytes is not 0.
bool any(const std::uint8_t* in, std::size_t count, const ByteTable& table);

}  // namespace ashlar::kernels
