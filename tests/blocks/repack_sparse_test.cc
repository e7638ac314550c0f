// Masks of 2 of 4 to and from the metadata of CUTLASS.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "ashlar/repack_blocks.h"
#include "tests/base/error_text.h"

namespace ashlar {
namespace {

using test::error_text;
using Bytes = std::vector<std::byte>;
using Mask = std::vector<std::uint8_t>;

Bytes metadata_of(const Mask& mask) {
  Bytes out(static_cast<std::size_t>(
      sparse_metadata_bytes(static_cast<std::int64_t>(mask.size()))));
  sparse_metadata_from_mask(mask, out);
  return out;
}

Mask mask_of(const Bytes& metadata, std::size_t count) {
  Mask out(count, 7);
  sparse_mask_from_metadata(metadata, out);
  return out;
}

int nibble_of(const Mask& group) {
  return std::to_integer<int>(metadata_of(group)[0]);
}

TEST(RepackSparseTest, NamesBothPlacesTheFirstInTheLowBits) {
  // The legal nibbles that CUTLASS lists.
  EXPECT_EQ(nibble_of({1, 1, 0, 0}), 0x4);
  EXPECT_EQ(nibble_of({0, 1, 1, 0}), 0x9);
  EXPECT_EQ(nibble_of({0, 0, 1, 1}), 0xe);
  EXPECT_EQ(nibble_of({1, 0, 1, 0}), 0x8);
  EXPECT_EQ(nibble_of({0, 1, 0, 1}), 0xd);
  EXPECT_EQ(nibble_of({1, 0, 0, 1}), 0xc);
}

TEST(RepackSparseTest, FillsUpGroupsThatKeepFewer) {
  EXPECT_EQ(nibble_of({1, 0, 0, 0}), 0xc);  // 0 and 3
  EXPECT_EQ(nibble_of({0, 1, 0, 0}), 0xd);  // 1 and 3
  EXPECT_EQ(nibble_of({0, 0, 1, 0}), 0xe);  // 2 and 3
  EXPECT_EQ(nibble_of({0, 0, 0, 1}), 0xc);  // 0 and 3
  EXPECT_EQ(nibble_of({0, 0, 0, 0}), 0x4);  // 0 and 1
}

TEST(RepackSparseTest, PutsTheFirstGroupOfAByteIntoTheLowNibble) {
  const Mask mask = {1, 1, 0, 0, 0, 0, 1, 1, 0, 1, 1, 0};
  EXPECT_EQ(metadata_of(mask), (Bytes{std::byte{0xe4}, std::byte{0x09}}));
}

TEST(RepackSparseTest, ComesBackWithWhateverTheMaskKept) {
  std::mt19937 random(1);
  for (std::size_t count = 0; count <= 132; count += 4) {
    Mask mask(count);
    for (std::size_t at = 0; at < count; at += 4) {
      for (std::size_t i = random() % 3; i > 0; --i)
        mask[at + random() % 4] = 1;
    }
    const Mask back = mask_of(metadata_of(mask), count);
    for (std::size_t at = 0; at < count; at += 4) {
      int kept = 0;
      int found = 0;
      for (std::size_t i = at; i < at + 4; ++i) {
        EXPECT_GE(back[i], mask[i]) << count << " " << i;
        EXPECT_LE(back[i], 1);
        kept += mask[i];
        found += back[i];
      }
      EXPECT_EQ(found, 2);
      if (kept == 2) {
        EXPECT_TRUE(std::equal(&mask[at], &mask[at] + 4, &back[at]));
      }
    }
    EXPECT_EQ(metadata_of(back), metadata_of(mask));
  }
}

TEST(RepackSparseTest, IgnoresTheNibbleAfterTheLastGroup) {
  EXPECT_EQ(mask_of({std::byte{0x04}}, 4), (Mask{1, 1, 0, 0}));
  EXPECT_EQ(mask_of({std::byte{0xf4}}, 4), (Mask{1, 1, 0, 0}));
}

TEST(RepackSparseTest, RefusesMasksThatKeepMore) {
  Bytes out(1);
  for (unsigned bits = 0; bits < 16; ++bits) {
    Mask mask = {1, 1, 0, 0, 0, 0, 0, 0};
    int kept = 0;
    for (unsigned i = 0; i < 4; ++i) {
      mask[4 + i] = bits >> i & 1;
      kept += mask[4 + i];
    }
    if (kept < 3) {
      sparse_metadata_from_mask(mask, out);
      continue;
    }
    EXPECT_EQ(error_text([&] { sparse_metadata_from_mask(mask, out); }),
              "sparse metadata: the mask keeps more than 2 of the 4 numbers "
              "from number 4 on");
  }
  EXPECT_EQ(error_text([&] {
              sparse_metadata_from_mask(Mask{1, 2, 0, 0}, out);
            }),
            "sparse metadata: the mask holds 2 for number 1, expected 0 or 1");
}

TEST(RepackSparseTest, RefusesPlacesThatDoNotAscend) {
  int legal = 0;
  for (unsigned nibble = 0; nibble < 16; ++nibble) {
    const Bytes metadata = {static_cast<std::byte>(0x40 | nibble)};
    if ((nibble & 3) < nibble >> 2) {
      ++legal;
      mask_of(metadata, 8);
      continue;
    }
    EXPECT_EQ(error_text([&] { mask_of(metadata, 8); }),
              "sparse metadata: group 0 keeps numbers " +
                  std::to_string(nibble & 3) + " and " +
                  std::to_string(nibble >> 2) + ", expected two that ascend");
  }
  EXPECT_EQ(legal, 6);
}

TEST(RepackSparseTest, RefusesSizesThatDoNotMatch) {
  Bytes bytes(2);
  Mask mask(12);
  EXPECT_EQ(error_text([] { sparse_metadata_bytes(6); }),
            "sparse metadata: 6 numbers, expected a multiple of 4");
  EXPECT_THROW(sparse_metadata_bytes(-4), Error);
  EXPECT_EQ(error_text([&] {
              sparse_metadata_from_mask(mask, std::span(bytes).first(1));
            }),
            "sparse metadata: 1 bytes for 12 numbers, expected 2");
  EXPECT_THROW(sparse_mask_from_metadata(bytes, std::span(mask).first(8)),
               Error);
  EXPECT_THROW(sparse_mask_from_metadata(bytes, std::span(mask).first(10)),
               Error);
  EXPECT_THROW(sparse_metadata_from_mask(
                   mask, std::as_writable_bytes(std::span(mask)).first(2)),
               Error);
}

}  // namespace
}  // namespace ashlar
