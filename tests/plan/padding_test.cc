// Every bit that is no element's is found once.
#include "src/plan/padding.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "ashlar/spec.h"
#include "tests/support/random_layout.h"

namespace ashlar {
namespace {

using Stretches = std::vector<std::pair<Index, Index>>;
constexpr Index kNoLimit = Index{1} << 40;

Stretches found_in(const BoundLayout& layout, Index unit,
                   Index most = kNoLimit) {
  const PaddingMap map(layout);
  EXPECT_TRUE(map.is_known());
  Stretches out;
  map.for_each(unit, 0, map.slots(), most,
               [&](Index begin, Index end) { out.emplace_back(begin, end); });
  return out;
}

Stretches found_in(const char* spec, Index unit = 0) {
  return found_in(canonical(ashlar::bind(parse_spec(spec))), unit);
}

/// The definition: which elements of the memory have an index?
std::vector<bool> holds_nothing(const BoundLayout& layout, Index unit) {
  Position position;
  const auto units = layout.units();
  for (std::size_t i = units.size(); i-- > 0; unit /= units[i].extent) {
    position.unit[i] = unit % units[i].extent;
  }
  const Index bits = layout.element_bits();
  std::vector<bool> out;
  for (; position.bit < layout.bits_per_unit(); position.bit += bits) {
    out.push_back(!layout.find(position).index.has_value());
  }
  return out;
}

TEST(PaddingTest, FindsTheEndsOfRows) {
  EXPECT_EQ(found_in("i8[3x5] [a, b:8]"),
            (Stretches{{40, 64}, {104, 128}, {168, 192}}));
  EXPECT_EQ(found_in("i8[3x5] row"), Stretches{});
}

TEST(PaddingTest, PutsTogetherWhatTouches) {
  EXPECT_EQ(found_in("i8[3x5] [a:4, b:8]"),
            (Stretches{{40, 64}, {104, 128}, {168, 256}}));
  EXPECT_EQ(found_in("i8[6x4] tile(4x4)"), (Stretches{{192, 256}}));
}

TEST(PaddingTest, FindsUnitsThatHoldNothing) {
  const char* spec = "i8[4x4] row on host ranks(3)";
  EXPECT_EQ(found_in(spec, 0), Stretches{});
  EXPECT_EQ(found_in(spec, 1), Stretches{});
  EXPECT_EQ(found_in(spec, 2), (Stretches{{0, 64}}));
}

TEST(PaddingTest, AnEmptyTensorIsAllPadding) {
  EXPECT_EQ(found_in("i8[0x3] [a:2, b]"), (Stretches{{0, 48}}));
}

TEST(PaddingTest, AScalarHasNone) {
  EXPECT_EQ(found_in("f32[] row"), Stretches{});
}

TEST(PaddingTest, DoesNotLookIntoFullBlocks) {
  const BoundLayout layout =
      canonical(ashlar::bind(parse_spec("f32[4096x4090] ttnn")));
  const Stretches all = found_in(layout, 0);
  EXPECT_EQ(all.size(), 4096u);
  // A few questions for each row of the last column of tiles.
  EXPECT_EQ(found_in(layout, 0, 3 * 4096), all);
}

TEST(PaddingTest, GivesUpAfterSoManyQuestions) {
  const BoundLayout layout =
      canonical(ashlar::bind(parse_spec("i8[100x5] [a, b:8]")));
  const Stretches some = found_in(layout, 0, 30);
  ASSERT_EQ(some.size(), 30u);
  EXPECT_EQ(some[0], (std::pair<Index, Index>{40, 64}));
  EXPECT_EQ(some[29], (std::pair<Index, Index>{29 * 64 + 40, 100 * 64}));
}

TEST(PaddingTest, KnowsNothingOfXorsAndRecords) {
  const auto is_known = [](const char* spec) {
    return PaddingMap(ashlar::bind(parse_spec(spec))).is_known();
  };
  EXPECT_FALSE(is_known("i8[a=8, b=8] [a, b ^ a]"));
  EXPECT_TRUE(is_known("i8[a=5, b=8] j=(a b); [j:48]"));
}

TEST(PaddingTest, AgreesWithTheDefinitionOnRandomLayouts) {
  test::Random random(test::test_seed() + 40);
  int done = 0;
  while (done < 3000 && !testing::Test::HasFailure()) {
    const test::RandomLayout made = test::random_layout(random);
    const std::vector<std::string_view> names(made.names.begin(),
                                              made.names.end());
    const BoundLayout written =
        bind(made.digits, Shape(made.sizes), AxisNames(names),
             parse_format(done % 2 == 0 ? "u8" : "u4").element());
    for (const BoundLayout& layout : {written, canonical(written)}) {
      const PaddingMap map(layout);
      if (!map.is_known()) continue;
      ++done;
      SCOPED_TRACE(to_string(made.digits) + " of " + test::shape_text(made));
      for (Index unit = 0; unit < layout.unit_total(); ++unit) {
        const std::vector<bool> expected = holds_nothing(layout, unit);
        std::vector<bool> found(expected.size(), false);
        Index last_end = -1;
        // In two parts, as threads have it.
        const Index middle = map.slots() / 2;
        const auto visit = [&](Index begin, Index end) {
          EXPECT_LT(begin, end);
          EXPECT_GE(begin, last_end);
          last_end = end;
          for (; begin < end; begin += layout.element_bits()) {
            found[std::size_t(begin / layout.element_bits())] = true;
          }
        };
        map.for_each(unit, 0, middle, kNoLimit, visit);
        map.for_each(unit, middle, map.slots(), kNoLimit, visit);
        EXPECT_EQ(found, expected);
      }
    }
  }
}

}  // namespace
}  // namespace ashlar
