#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "ashlar/draw.h"
#include "tests/draw/examples.h"

namespace ashlar {
namespace {

using test::bound;
using Sentences = std::vector<std::string>;

TEST(WhyTest, NamesTheBlockThatIsNotFull) {
  EXPECT_EQ(why_padded(bound("bf16[6x10] tile(4x4)")),
            (Sentences{"axis a: 6 -> 8: digit a/4 cuts it into blocks of 4, "
                       "the last one holds 2",
                       "axis b: 10 -> 12: digit b/4 cuts it into blocks of 4, "
                       "the last one holds 2"}));
}

TEST(WhyTest, NamesTheDigitWithTooManySlots) {
  EXPECT_EQ(
      why_padded(bound("f16[5x100x150] stick(128B, pad=all)")),
      (Sentences{"axis a: 5 -> 64: digit a:64 keeps 64 slots for 5 values",
                 "axis b: 100 -> 128: digit b:128 keeps 128 slots for "
                 "100 values",
                 "axis c: 150 -> 192: digit c/64 cuts it into blocks of "
                 "64, the last one holds 22"}));
}

TEST(WhyTest, LooksThroughLets) {
  EXPECT_EQ(why_padded(bound("bf16[h=53, w=32] l=h%18:32; core=h/18 | "
                             "[l/16, w/16, l%16, w%16]")),
            (Sentences{"axis h: 53 -> 96: digit h/18 cuts it into blocks of "
                       "18, the last one holds 17; digit h%18:32 keeps 32 "
                       "slots for 18 values"}));
}

TEST(WhyTest, CountsPagesThatBanksHaveRoomFor) {
  EXPECT_EQ(why_padded(bound("bf16[8x12] tile(4x4) on sim:0/dram "
                             "interleaved(4)")),
            (Sentences{"(a/4 b/4): 6 -> 8: digit (a/4 b/4)/4 cuts it into "
                       "blocks of 4, the last one holds 2"}));
}

TEST(WhyTest, NamesUnitsWithoutData) {
  EXPECT_EQ(why_padded(bound("bf16[h=8] core=h/4:3 | [h%4]")),
            (Sentences{"axis h: 8 -> 12: 2 of 3 units core hold data "
                       "(h/4:3)"}));
}

TEST(WhyTest, NamesGapsAndUnusedBits) {
  EXPECT_EQ(why_padded(bound("f16[h=3] [h, 0:64]")),
            (Sentences{"gap 0:64: one of 64 slots is used"}));
  EXPECT_EQ(why_padded(bound("u1[5x3] row")),
            (Sentences{"the last byte has 1 unused bit"}));
  EXPECT_EQ(why_padded(bound("u1[h=6] core=h/3 | [h%3]")),
            (Sentences{"the last byte of a unit has 5 unused bits"}));
}

TEST(WhyTest, IsSilentWithoutPadding) {
  EXPECT_EQ(why_padded(bound("f32[3x5] row")), Sentences());
  EXPECT_EQ(why_padded(bound("bf16[64x64] ttnn")), Sentences());
  EXPECT_EQ(why_padded(bound("f32[] row")), Sentences());
  EXPECT_EQ(why_padded(bound("f32[0x7] row")), Sentences());
}

TEST(UsageTest, CountsDataPaddingAndCopies) {
  EXPECT_EQ(usage_of(bound("bf16[6x10] tile(4x4)")), (Usage{192, 120, 72}));
  EXPECT_DOUBLE_EQ(usage_of(bound("bf16[6x10] tile(4x4)")).padding_share(),
                   0.375);
  EXPECT_EQ(usage_of(bound("f32[4x4] row on host replicated(3)")),
            (Usage{192, 192, 0}));
  EXPECT_EQ(usage_of(bound("f32[0x4] row")), (Usage{0, 0, 0}));
  EXPECT_EQ(usage_of(bound("f32[0x4] row")).padding_share(), 0);
  EXPECT_EQ(usage_of(bound("u1[5x3] row")), (Usage{2, 2, 0}));
}

// Q4_0: a scale for each 32 elements is data, too.
TEST(UsageTest, CountsTheOtherFieldsOfRecords) {
  const BoundLayout layout =
      bound("u4[n=3, k=70] [n, k/32]{d: f16 []; q: u4 [k%16, k/16%2]}");
  EXPECT_EQ(usage_of(layout), (Usage{162, 18 + 105, 39}));
}

TEST(UsageTest, IsInstantForHugeTensors) {
  const BoundLayout layout = bound("u4[1073741824x1073741824] tile(32x32)");
  EXPECT_EQ(usage_of(layout).padding_bytes, 0);
  EXPECT_EQ(usage_of(layout).bytes, Index{1} << 59);
}

// For each field: the places that elements use, by looking at all of them.
Index used_bits(const BoundLayout& layout) {
  Index bits = 0;
  for (std::size_t f = 0; f < layout.fields().size(); ++f) {
    if (layout.fields()[f].is_record) continue;
    std::set<std::tuple<std::array<Index, kMaxUnits>, Index>> places;
    for (const Indices& index : test::every_index(layout.shape().sizes())) {
      const Position at = layout.position(index, static_cast<int>(f));
      places.insert({at.unit, at.bit});
    }
    bits += static_cast<Index>(places.size()) * layout.fields()[f].entry_bits;
  }
  for (const Unit& unit : layout.units()) {
    if (unit.digit < 0) bits *= unit.extent;
  }
  return bits;
}

TEST(UsageTest, AgreesWithCountingAndIsExplainedIfNotFull) {
  test::Random random(test::test_seed());
  for (int i = 0; i < 2000; ++i) {
    const BoundLayout layout = test::random_bound(random);
    const Index used = used_bits(layout);
    const Usage usage = usage_of(layout);
    const auto fields = static_cast<Index>(layout.fields().size());
    const std::string text = to_string(to_digits(layout));
    ASSERT_EQ(usage.bytes, layout.bytes());
    ASSERT_EQ(usage.data_bytes + usage.padding_bytes, usage.bytes);
    ASSERT_GE(usage.data_bytes * 8, used) << text;
    ASSERT_LE(usage.data_bytes * 8, used + 8 * fields * layout.unit_total())
        << text;
    const bool is_full = used == layout.bytes() * 8;
    ASSERT_EQ(why_padded(layout).empty(), is_full) << text;
  }
}

}  // namespace
}  // namespace ashlar
