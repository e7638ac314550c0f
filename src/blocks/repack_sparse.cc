// repack_sparse.cc - masks of 2 of 4 to and from the metadata of CUTLASS.
#include <algorithm>
#include <array>

#include "ashlar/repack_blocks.h"
#include "src/base/apart.h"
#include "src/base/checked.h"
#include "src/base/require.h"

namespace ashlar {
namespace {

constexpr std::string_view kWhere = "sparse metadata";
constexpr std::size_t kGroup = 4;
constexpr std::uint8_t kIllegal = 0xff;

/// The nibble of every mask, whose bit i is number i. Masks that keep fewer
/// than two are filled up; those that keep more have none.
constexpr std::array<std::uint8_t, 16> kNibbles = {
    0x4, 0xc, 0xd, 0x4,      0xe, 0x8,      0x9,      kIllegal,
    0xc, 0xc, 0xd, kIllegal, 0xe, kIllegal, kIllegal, kIllegal};

void check(std::span<const std::uint8_t> mask,
           std::span<const std::byte> metadata) {
  const std::int64_t bytes =
      sparse_metadata_bytes(static_cast<std::int64_t>(mask.size()));
  require(metadata.size() == static_cast<std::size_t>(bytes),
          ErrorKind::invalid, kWhere, metadata.size(), " bytes for ",
          mask.size(), " numbers, expected ", bytes);
  require(is_apart(std::as_bytes(mask), metadata), ErrorKind::invalid, kWhere,
          "mask and metadata share memory");
}

std::uint8_t nibble_of(std::span<const std::uint8_t> group, std::size_t at) {
  unsigned bits = 0;
  for (std::size_t i = 0; i < kGroup; ++i) {
    require(group[i] <= 1, ErrorKind::data, kWhere, "the mask holds ",
            int{group[i]}, " for number ", at + i, ", expected 0 or 1");
    bits |= unsigned{group[i]} << i;
  }
  require(kNibbles[bits] != kIllegal, ErrorKind::data, kWhere,
          "the mask keeps more than 2 of the 4 numbers from number ", at,
          " on");
  return kNibbles[bits];
}

}  // namespace

std::int64_t sparse_metadata_bytes(std::int64_t count) {
  require(count >= 0 && count % 4 == 0, ErrorKind::invalid, kWhere, count,
          " numbers, expected a multiple of 4");
  return div_up(count, 8);
}

void sparse_metadata_from_mask(std::span<const std::uint8_t> mask,
                               std::span<std::byte> metadata) {
  check(mask, metadata);
  std::fill(metadata.begin(), metadata.end(), std::byte{0});
  for (std::size_t at = 0; at < mask.size(); at += kGroup) {
    const unsigned shift = at / kGroup % 2 * 4;
    metadata[at / 8] |= static_cast<std::byte>(
        nibble_of(mask.subspan(at, kGroup), at) << shift);
  }
}

void sparse_mask_from_metadata(std::span<const std::byte> metadata,
                               std::span<std::uint8_t> mask) {
  check(mask, metadata);
  for (std::size_t at = 0; at < mask.size(); at += kGroup) {
    const unsigned shift = at / kGroup % 2 * 4;
    const unsigned nibble =
        std::to_integer<unsigned>(metadata[at / 8]) >> shift & 15;
    const unsigned first = nibble & 3;
    const unsigned second = nibble >> 2;
    require(first < second, ErrorKind::data, kWhere, "group ", at / kGroup,
            " keeps numbers ", first, " and ", second,
            ", expected two that "
            "ascend");
    for (unsigned i = 0; i < kGroup; ++i) {
      mask[at + i] = i == first || i == second ? 1 : 0;
    }
  }
}

}  // namespace ashlar
