// permutation.h - how registers put bytes into any order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "src/kernels/permute.h"

namespace ashlar {

/// The order in which byte i of `out` is byte at[i] of `in`; bytes that nothing
/// asks for go behind the last, and both areas have whole squares. None if a
/// byte is asked for twice or is not one of `in_bytes`, or if that is more than
/// the squares have.
std::optional<kernels::Permutation> make_permutation(
    std::span<const std::uint16_t> at, std::size_t in_bytes);

}  // namespace ashlar
