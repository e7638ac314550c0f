// Packings as values: rules, sizes, texts.
#include "ashlar/packing.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "tests/base/error_text.h"
#include "tests/packing/bit_places.h"

namespace ashlar {
namespace {

using test::error_of;
using test::error_text;

constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();

std::vector<Packing> every_packing() {
  std::vector<Packing> all;
  for (int bits = 1; bits <= 8; ++bits) {
    for (const PackOrder order : pack_orders()) {
      if (order != PackOrder::split_half) all.emplace_back(bits, order);
    }
  }
  for (const int bits : {3, 4}) {
    for (const std::int64_t group : {2, 6, 16, 32, 64, 256, 4094, 4096}) {
      all.push_back(Packing::split_half(bits, group));
    }
  }
  return all;
}

TEST(PackingTest, IsAByteForEachCodeByDefault) {
  EXPECT_EQ(Packing(), Packing(8, PackOrder::containers));
  EXPECT_EQ(Packing(4).order(), PackOrder::containers);
}

TEST(PackingTest, DiffersByWidthOrderAndGroup) {
  const std::vector<Packing> all = every_packing();
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = 0; j < all.size(); ++j) {
      EXPECT_EQ(all[i] == all[j], i == j) << i << " and " << j;
    }
  }
  EXPECT_EQ(Packing(4, PackOrder::split_half), Packing::split_half(4, 32));
}

TEST(PackingTest, HasGroupsOnlyForSplitHalf) {
  EXPECT_EQ(Packing(4, PackOrder::split_half).group(), 32);
  EXPECT_EQ(Packing::split_half(3, 64).group(), 64);
  EXPECT_EQ(Packing(4, PackOrder::msb_first).group(), 1);
}

TEST(PackingTest, RefusesWidthsBeyondAByte) {
  EXPECT_EQ(error_text([] { Packing(0); }),
            "packing: codes have 1 to 8 bits, these have 0");
  EXPECT_EQ(error_text([] { Packing(9, PackOrder::dense); }),
            "packing: codes have 1 to 8 bits, these have 9");
  EXPECT_EQ(error_of([] { Packing(-4, PackOrder::split_half); }).kind(),
            ErrorKind::invalid);
}

TEST(PackingTest, SplitsOnlyNibbles) {
  EXPECT_EQ(error_text([] { Packing(6, PackOrder::split_half); }),
            "packing: split_half is for codes of 3 or 4 bits, these have 6");
  for (const int bits : {1, 2, 5, 7, 8}) {
    EXPECT_THROW(Packing::split_half(bits, 32), Error) << bits;
  }
}

TEST(PackingTest, RefusesGroupsWithoutHalves) {
  EXPECT_EQ(error_text([] { Packing::split_half(4, 33); }),
            "packing: split_half cannot part groups of 33 codes, expected an "
            "even number from 2 to 4096");
  for (const std::int64_t group : {std::int64_t{-2}, std::int64_t{0},
                                   std::int64_t{1}, std::int64_t{4098}, kMax}) {
    EXPECT_THROW(Packing::split_half(4, group), Error) << group;
  }
}

TEST(PackingTest, NamesEveryOrder) {
  std::string names;
  for (const PackOrder order : pack_orders()) {
    names += std::string(name_of(order)) + " ";
  }
  EXPECT_EQ(names, "containers dense msb_first split_half msb_aligned ");
  EXPECT_EQ(error_text([] { name_of(static_cast<PackOrder>(77)); }),
            "packing: no order has the number 77");
}

TEST(PackingTest, ReadsWhatItWrites) {
  for (const Packing& packing : every_packing()) {
    const std::string text = to_string(packing);
    EXPECT_EQ(parse_packing(text, packing.bits()), packing) << text;
  }
}

TEST(PackingTest, HasOneSpelling) {
  EXPECT_EQ(to_string(Packing(4)), "containers");
  EXPECT_EQ(to_string(Packing(6, PackOrder::msb_aligned)), "msb_aligned");
  EXPECT_EQ(to_string(Packing::split_half(4, 32)), "split_half");
  EXPECT_EQ(to_string(Packing::split_half(4, 64)), "split_half(64)");
  EXPECT_EQ(to_string(parse_packing(" split_half ( 32 ) ", 4)), "split_half");
}

TEST(PackingTest, ListsTheKnownOrdersForAnUnknownOne) {
  const std::string known =
      "packing: expected containers, dense, msb_first, split_half or "
      "msb_aligned, found ";
  const auto text_of = [](std::string_view text) {
    return error_text([&] { parse_packing(text, 4); });
  };
  EXPECT_EQ(text_of("lsb"), known + "'lsb'");
  EXPECT_EQ(text_of(""), known + "the end of the text");
  EXPECT_EQ(text_of("Dense"), known + "'Dense'");
  EXPECT_EQ(text_of("dense2"), known + "'dense2'");
  EXPECT_EQ(text_of("7"), known + "'7'");
}

TEST(PackingTest, PointsAtWhatIsWrongInAText) {
  const auto text_of = [](std::string_view text) {
    return error_text([&] { parse_packing(text, 4); });
  };
  EXPECT_EQ(text_of("dense(32)"), "packing: expected the end, found '('");
  EXPECT_EQ(text_of("dense msb_first"),
            "packing: expected the end, found 'msb_first'");
  EXPECT_EQ(text_of("split_half()"),
            "packing: expected the size of a group, found ')'");
  EXPECT_EQ(text_of("split_half(32"),
            "packing: expected ')' after the size of a group, found the end of "
            "the text");
  const Error error = error_of([] { parse_packing("split_half( 7)", 4); });
  EXPECT_EQ(error.problem(),
            "split_half cannot part groups of 7 codes, expected an even number "
            "from 2 to 4096");
  EXPECT_EQ(error.excerpt(), (Excerpt{"split_half( 7)", 12, 1}));
}

TEST(PackingTest, RefusesHostileTexts) {
  const std::string zero("dense\0", 6);
  const std::vector<std::string> texts = {
      zero,
      std::string(1 << 20, '('),
      std::string(1 << 20, 'd'),
      "split_half(99999999999999999999)",
      "split_half(-2)",
      "split_half(4611686018427387904)",
      "split_half((2))",
      "\xFF\xFE",
  };
  for (const std::string& text : texts) {
    EXPECT_THROW(parse_packing(text, 4), Error) << text.substr(0, 40);
  }
  EXPECT_THROW(parse_packing("split_half", 6), Error);
  EXPECT_THROW(parse_packing("dense", 9), Error);
}

TEST(PackedBytesTest, CountsWholeBytesAndGroups) {
  for (const Packing& packing : every_packing()) {
    for (std::int64_t count = 0; count <= 300; ++count) {
      const std::size_t expected = test::size_of(
          packing.order(), static_cast<std::size_t>(packing.bits()),
          static_cast<std::size_t>(packing.group()),
          static_cast<std::size_t>(count));
      ASSERT_EQ(packed_bytes(packing, count),
                static_cast<std::int64_t>(expected))
          << packing.bits() << " bits " << to_string(packing) << " x " << count;
    }
  }
}

TEST(PackedBytesTest, NeverOverflows) {
  EXPECT_EQ(packed_bytes(Packing(8, PackOrder::dense), kMax), kMax);
  EXPECT_EQ(packed_bytes(Packing(7, PackOrder::msb_first), kMax),
            kMax / 8 * 7 + 7);
  EXPECT_EQ(packed_bytes(Packing(6), kMax), kMax);
  EXPECT_EQ(packed_bytes(Packing(4), kMax), kMax / 2 + 1);
  EXPECT_EQ(packed_bytes(Packing(1), kMax), kMax / 8 + 1);
  EXPECT_EQ(packed_bytes(Packing(3, PackOrder::msb_aligned), kMax), kMax);
  EXPECT_EQ(packed_bytes(Packing::split_half(4, 4096), kMax), kMax / 2 + 1);
}

TEST(PackedBytesTest, RefusesNegativeCounts) {
  EXPECT_EQ(error_text([] { packed_bytes(Packing(4), -1); }),
            "packing: the number of codes is -1, expected 0 or more");
}

}  // namespace
}  // namespace ashlar
