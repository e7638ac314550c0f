// sparsity.h - which numbers of a group are kept, and where they go.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ashlar/quantize.h"
#include "src/base/checked.h"

namespace ashlar {

/// 1 for every number that is kept: of each group along a row the ones with the
/// largest magnitudes, the first ones among equals. NaN counts as largest. Of a
/// group that the extent cuts short as many as there are.
std::vector<std::uint8_t> keep_largest(std::span<const float> numbers,
                                       const BlockExtent& extent,
                                       const Sparsity& sparsity);

/// An error, by `where`, if a group of a mask with rows of `cols` keeps more
/// than it may.
void check_mask(std::span<const std::uint8_t> mask, std::int64_t cols,
                const Sparsity& sparsity, std::string_view where);

/// What is left of a row.
inline std::int64_t kept_cols(std::int64_t cols, const Sparsity& sparsity) {
  return checked_multiply(div_up(cols, sparsity.group), sparsity.kept,
                          "sparsity");
}

/// Calls `use` with the place of each number that is kept, and the place it has
/// among those. Each group has room for its full number.
template <class Use>
void for_each_kept(std::span<const std::uint8_t> mask, std::int64_t cols,
                   const Sparsity& sparsity, const Use& use) {
  const auto size = static_cast<std::size_t>(cols);
  const auto group = static_cast<std::size_t>(sparsity.group);
  const auto kept = static_cast<std::size_t>(sparsity.kept);
  const auto short_size = static_cast<std::size_t>(kept_cols(cols, sparsity));
  std::size_t row = 0;
  for (std::size_t begin = 0; begin < mask.size(); begin += size, ++row) {
    std::size_t at = 0;
    for (std::size_t i = 0; i < size; ++i) {
      if (i % group == 0) at = i / group * kept;
      if (mask[begin + i] != 0) use(begin + i, row * short_size + at++);
    }
  }
}

}  // namespace ashlar
