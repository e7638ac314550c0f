// sparsity.cc - N of M by magnitude.
#include "src/blocks/sparsity.h"

#include <algorithm>

#include "src/base/require.h"
#include "src/blocks/f32.h"

namespace ashlar {
namespace {

/// How many of a group come before number `at`.
int rank_of(std::span<const float> group, std::size_t at) {
  const std::uint32_t own = magnitude_key(group[at]);
  int before = 0;
  for (std::size_t i = 0; i < group.size(); ++i) {
    const std::uint32_t other = magnitude_key(group[i]);
    before += other > own || (other == own && i < at) ? 1 : 0;
  }
  return before;
}

}  // namespace

std::vector<std::uint8_t> keep_largest(std::span<const float> numbers,
                                       const BlockExtent& extent,
                                       const Sparsity& sparsity) {
  std::vector<std::uint8_t> mask(numbers.size());
  const auto cols = static_cast<std::size_t>(extent.cols);
  const auto size = static_cast<std::size_t>(sparsity.group);
  for (std::size_t row = 0; row < numbers.size(); row += cols) {
    for (std::size_t at = 0; at < cols; at += size) {
      const auto group = numbers.subspan(row + at, std::min(size, cols - at));
      for (std::size_t i = 0; i < group.size(); ++i) {
        mask[row + at + i] = rank_of(group, i) < sparsity.kept ? 1 : 0;
      }
    }
  }
  return mask;
}

void check_mask(std::span<const std::uint8_t> mask, std::int64_t cols,
                const Sparsity& sparsity, std::string_view where) {
  const auto size = static_cast<std::size_t>(cols);
  const auto group = static_cast<std::size_t>(sparsity.group);
  for (std::size_t row = 0; row < mask.size(); row += size) {
    for (std::size_t at = 0; at < size; at += group) {
      int kept = 0;
      for (std::size_t i = at; i < std::min(at + group, size); ++i) {
        kept += mask[row + i];
      }
      require(kept <= sparsity.kept, ErrorKind::data, where, "the mask keeps ",
              kept, " of a group, expected at most ", sparsity.kept, " of ",
              sparsity.group);
    }
  }
}

}  // namespace ashlar
