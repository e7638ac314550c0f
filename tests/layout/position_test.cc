// Where is it, and what is there?
#include <gtest/gtest.h>

#include "tests/support/layout_check.h"

namespace ashlar {
namespace {

const char kBlock[] = "core.y=h/64, core.x=w/64 | [h/32%2, w/32%2, h%32, w%32]";

TEST(PositionTest, GivesUnitAndBit) {
  const BoundLayout layout = test::bind_text(kBlock, "h=128, w=100", "bf16");
  const Position position = layout.position(Indices{70, 99});
  EXPECT_EQ(position.unit[0], 1);
  EXPECT_EQ(position.unit[1], 1);
  EXPECT_EQ(position.bit, 16 * (1024 + 6 * 32 + 3));
  EXPECT_EQ(layout.position_unchecked(Indices{70, 99}.data(), 0), position);
}

TEST(PositionTest, ChecksTheIndex) {
  const BoundLayout layout = test::bind_text(kBlock, "h=128, w=100", "bf16");
  const auto problem = [&](const Indices& index) {
    return test::error_of([&] { layout.position(index); });
  };
  EXPECT_EQ(problem({1}), "layout: the index has 1 numbers, expected 2");
  EXPECT_EQ(problem({1, 2, 3}), "layout: the index has 3 numbers, expected 2");
  EXPECT_EQ(problem({0, 100}), "layout: axis w: index 100 is not in 0 .. 99");
  EXPECT_EQ(problem({-1, 0}), "layout: axis h: index -1 is not in 0 .. 127");
}

TEST(PositionTest, ChecksTheField) {
  const BoundLayout layout =
      test::bind_text("[k/4]{ s: u8 []; q: i8 [k%4] }", "k=10");
  const auto problem = [&](int field) {
    return test::error_of([&] { layout.position(Indices{3}, field); });
  };
  EXPECT_EQ(problem(0), "layout: there is no field number 0 with elements");
  EXPECT_EQ(problem(3), "layout: there is no field number 3 with elements");
  EXPECT_EQ(problem(-1), "layout: there is no field number -1 with elements");
  EXPECT_EQ(problem(1), "");
}

TEST(PositionTest, ChecksThePosition) {
  const BoundLayout layout = test::bind_text(kBlock, "h=128, w=100", "bf16");
  const auto problem = [&](const Position& position) {
    return test::error_of([&] { layout.find(position); });
  };
  EXPECT_EQ(problem({{2, 0}, 0}), "layout: unit core.y: 2 is not in 0 .. 1");
  EXPECT_EQ(problem({{0, -1}, 0}), "layout: unit core.x: -1 is not in 0 .. 1");
  EXPECT_EQ(problem({{0, 0}, 65536}),
            "layout: bit 65536 is outside the memory of 65536 bits");
  EXPECT_EQ(problem({{0, 0}, -1}),
            "layout: bit -1 is outside the memory of 65536 bits");
  EXPECT_EQ(problem({{1, 1}, 65535}), "");
}

TEST(PositionTest, HasNothingToFindInEmptyMemory) {
  const BoundLayout layout = test::bind_text("[h, w]", "h=0, w=5");
  EXPECT_EQ(test::error_of([&] { layout.find({}); }),
            "layout: bit 0 is outside the memory of 0 bits");
  const BoundLayout padded = test::bind_text("[w, h:4]", "h=0, w=5");
  EXPECT_FALSE(padded.find({}).index.has_value());
}

TEST(PositionTest, TellsPaddingFromElements) {
  const BoundLayout layout =
      test::bind_text("[h/4, w/4, h%4, w%4]", "h=5, w=6", "u8");
  EXPECT_EQ(*layout.find({{}, 8 * 5}).index, (Indices{1, 1}));
  EXPECT_EQ(*layout.find({{}, 8 * 17}).index, (Indices{0, 5}));
  EXPECT_FALSE(layout.find({{}, 8 * 18}).index.has_value());  // column 6
  EXPECT_EQ(*layout.find({{}, 8 * 32}).index, (Indices{4, 0}));
  EXPECT_FALSE(layout.find({{}, 8 * 36}).index.has_value());  // row 5
}

TEST(PositionTest, FindsBitsInsideElements) {
  const BoundLayout layout = test::bind_text("[w, h]", "h=3, w=4", "u4");
  const Found found = layout.find({{}, 4 * 7 + 3});
  EXPECT_EQ(*found.index, (Indices{1, 2}));
  EXPECT_EQ(found.bit, 3);
  EXPECT_EQ(found.field, 0);
}

TEST(PositionTest, FindsFieldsOfRecords) {
  const BoundLayout layout =
      test::bind_text("[k/4]{ s: f16 []; q: i8 [k%4:6] }", "k=10");
  ASSERT_EQ(layout.bytes(), 3 * 8);
  const Found scale = layout.find({{}, 64 + 9});
  EXPECT_EQ(scale.field, test::field_number(layout, "s"));
  EXPECT_EQ(*scale.index, (Indices{4}));
  EXPECT_EQ(scale.bit, 9);
  const Found data = layout.find({{}, 128 + 16 + 8});
  EXPECT_EQ(data.field, test::field_number(layout, "q"));
  EXPECT_EQ(*data.index, (Indices{9}));
  const Found tail = layout.find({{}, 128 + 16 + 16});
  EXPECT_EQ(tail.field, test::field_number(layout, "q"));
  EXPECT_FALSE(tail.index.has_value());
}

// The XORed value may lie in the slots that the digit itself never uses.
TEST(PositionTest, UndoesXorsOfRaggedDigits) {
  for (const char* shape :
       {"h=8, w=8", "h=5, w=8", "h=8, w=3", "h=1, w=1", "h=7, w=5"}) {
    const char kText[] = "[h:8, w:8 ^ h:8]";
    EXPECT_TRUE(test::agrees(test::bind_text(kText, shape),
                             test::oracle_for(kText, shape)))
        << shape;
  }
}

TEST(PositionTest, UndoesXorsInsideJoinsAndUnits) {
  for (const char* text : {"p=(a%4 ^ b%4 c); [p/5, p%5, a/4, b/4, b%4]",
                           "core=a%4 ^ b%4 | [b%4, a/4, (b/4 c)]",
                           "core=b%4 | [a%4 ^ b%4, a/4, b/4, c]",
                           "s=b%4; core=s | [a%4 ^ s:4, a/4, b/4, c]",
                           "[0:4 ^ a%4, a%4, a/4, b%4, b/4, c]"}) {
    EXPECT_TRUE(test::agrees(test::bind_text(text, "a=9, b=6, c=3"),
                             test::oracle_for(text, "a=9, b=6, c=3")))
        << text;
  }
}

}  // namespace
}  // namespace ashlar
