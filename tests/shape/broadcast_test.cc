// NumPy's rule, with rank 0 and sizes of zero.
#include <gtest/gtest.h>

#include <vector>

#include "ashlar/shape.h"
#include "tests/base/error_text.h"

namespace ashlar {
namespace {

using test::error_text;

struct Case {
  Shape a;
  Shape b;
  Shape expected;
};

TEST(BroadcastTest, StretchesOnesInBothDirections) {
  const Case cases[] = {
      {{}, {}, {}},
      {{}, {2, 3}, {2, 3}},
      {{1}, {2, 3}, {2, 3}},
      {{3}, {2, 3}, {2, 3}},
      {{2, 1}, {3}, {2, 3}},
      {{2, 1, 4}, {5, 1}, {2, 5, 4}},
      {{1, 1}, {1}, {1, 1}},
      {{0}, {1}, {0}},
      {{0}, {}, {0}},
      {{3, 0}, {1, 1}, {3, 0}},
      {{3, 1}, {0}, {3, 0}},
      {{0, 3}, {1}, {0, 3}},
      {{7, 1, 1, 1, 1, 1, 1, 9}, {8, 1}, {7, 1, 1, 1, 1, 1, 8, 9}},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(broadcast(c.a, c.b), c.expected)
        << to_string(c.a) << " " << to_string(c.b);
    EXPECT_EQ(broadcast(c.b, c.a), c.expected)
        << to_string(c.b) << " " << to_string(c.a);
  }
}

TEST(BroadcastTest, ForgetsPadding) {
  EXPECT_EQ(broadcast(Shape({2, 3}, {32, 32}), Shape({3})), Shape({2, 3}));
}

TEST(BroadcastTest, NamesTheAxisAndBothSizes) {
  EXPECT_EQ(error_text([] {
              broadcast({2, 3}, {4, 3});
            }),
            "broadcast: axis -2 is 2 in [2, 3] and 4 in [4, 3], expected equal "
            "sizes or a 1");
  EXPECT_EQ(error_text([] {
              broadcast({5}, {2, 0});
            }),
            "broadcast: axis -1 is 5 in [5] and 0 in [2, 0], expected equal "
            "sizes or a 1");
}

TEST(BroadcastTest, TakesAnyNumberOfShapes) {
  const std::vector<Shape> shapes = {{2, 1}, {3}, {}, {1, 1, 1}};
  EXPECT_EQ(broadcast(shapes), Shape({1, 2, 3}));
  EXPECT_EQ(broadcast(std::vector<Shape>{}), Shape());
  EXPECT_EQ(broadcast(std::vector<Shape>{{4, 0}}), Shape({4, 0}));
  EXPECT_EQ(error_text([] {
              broadcast(std::vector<Shape>{{2, 1}, {1, 3}, {4}});
            }),
            "broadcast: axis -1 is 3 in [2, 3] and 4 in [4], expected equal "
            "sizes or a 1");
}

// Property: whatever the order, the result or the refusal is the same.
TEST(BroadcastTest, IsCommutativeAndAssociative) {
  std::vector<Shape> shapes = {{}};
  for (const Index a : {0, 1, 2, 3}) {
    shapes.push_back({a});
    for (const Index b : {0, 1, 2, 3}) shapes.push_back({a, b});
  }
  const auto result = [](const auto& call) -> std::string {
    try {
      return to_string(call());
    } catch (const Error&) {
      return "no";
    }
  };
  for (const Shape& a : shapes) {
    for (const Shape& b : shapes) {
      EXPECT_EQ(result([&] { return broadcast(a, b); }),
                result([&] { return broadcast(b, a); }));
      for (const Shape& c : shapes) {
        EXPECT_EQ(result([&] { return broadcast(broadcast(a, b), c); }),
                  result([&] { return broadcast(a, broadcast(b, c)); }));
      }
    }
  }
}

}  // namespace
}  // namespace ashlar
