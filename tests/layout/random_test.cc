// Layouts that nobody would write, compared with the oracle bit by bit.
#include <gtest/gtest.h>

#include <iostream>

#include "tests/support/layout_check.h"
#include "tests/support/random_layout.h"

namespace ashlar {
namespace {

using test::RandomLayout;

constexpr int kValid = 20000;
constexpr int kCorrupted = 10000;
constexpr int kOften = 4000;

BoundLayout bind_random(const RandomLayout& layout) {
  const std::vector<std::string_view> names(layout.names.begin(),
                                            layout.names.end());
  return bind(layout.digits, Shape(std::span<const Index>(layout.sizes)),
              AxisNames(std::span<const std::string_view>(names)),
              test::element(layout.element));
}

test::LayoutOracle oracle_of(const RandomLayout& layout) {
  return test::oracle_for(to_string(layout.digits), test::shape_text(layout),
                          layout.element);
}

std::string describe(const RandomLayout& layout, int number) {
  return "layout " + std::to_string(number) + ": " + layout.element + "[" +
         test::shape_text(layout) + "] " + to_string(layout.digits) +
         "\nrepeat with ASHLAR_TEST_SEED=" + std::to_string(test::test_seed());
}

bool is_small(const BoundLayout& layout) { return layout.bytes() < 1 << 12; }

class RandomLayoutTest : public testing::Test {
 protected:
  void SetUp() override { std::cout << "seed " << test::test_seed() << '\n'; }
  test::Random random_{test::test_seed()};
};

TEST_F(RandomLayoutTest, IsInjectiveWithAnExactInverse) {
  for (int i = 0; i < kValid; ++i) {
    const RandomLayout layout = test::random_layout(random_);
    SCOPED_TRACE(describe(layout, i));
    BoundLayout bound;
    ASSERT_NO_THROW(bound = bind_random(layout));
    ASSERT_TRUE(test::agrees(bound, oracle_of(layout)));
  }
}

TEST_F(RandomLayoutTest, IsRefusedWhenCorruptedOrStillInjective) {
  int refused = 0;
  int accepted = 0;
  for (int i = 0; i < kCorrupted; ++i) {
    const RandomLayout layout =
        test::corrupted(random_, test::random_layout(random_));
    SCOPED_TRACE(describe(layout, i));
    BoundLayout bound;
    try {
      bound = bind_random(layout);
    } catch (const Error& error) {
      ASSERT_NE(error.kind(), ErrorKind::bug) << error.what();
      ++refused;
      continue;
    }
    ++accepted;
    if (!is_small(bound)) continue;
    ASSERT_TRUE(test::agrees(bound, oracle_of(layout)));
  }
  // Both happen often, or the test shows nothing.
  EXPECT_GT(refused, kCorrupted / 4);
  EXPECT_GT(accepted, kCorrupted / 20);
}

TEST_F(RandomLayoutTest, IsTheSameAfterWritingItOut) {
  for (int i = 0; i < kOften; ++i) {
    const RandomLayout layout = test::random_layout(random_);
    SCOPED_TRACE(describe(layout, i));
    const BoundLayout bound = bind_random(layout);
    const Digits written = to_digits(bound);
    ASSERT_EQ(parse_digits(to_string(written)), written);
    const BoundLayout again =
        bind(written, bound.shape(), bound.names(), bound.fields()[0].element);
    ASSERT_EQ(again, bound) << to_string(written);
  }
}

TEST_F(RandomLayoutTest, HasACanonicalFormThatIsTheSameFunction) {
  for (int i = 0; i < kOften; ++i) {
    const RandomLayout layout = test::random_layout(random_);
    SCOPED_TRACE(describe(layout, i));
    const BoundLayout bound = bind_random(layout);
    const BoundLayout simple = canonical(bound);
    const std::string text = to_string(to_digits(simple));
    ASSERT_TRUE(test::agrees(simple, oracle_of(layout))) << text;
    ASSERT_EQ(canonical(simple), simple) << text;
    ASSERT_LE(simple.digits().size(), bound.digits().size()) << text;
    ASSERT_EQ(bind(parse_digits(text), simple.shape(), simple.names(),
                   simple.fields()[0].element),
              simple)
        << text;
    ASSERT_EQ(same_function(bound, simple), true) << text;
    ASSERT_EQ(stable_hash(bound), stable_hash(simple)) << text;
  }
}

TEST_F(RandomLayoutTest, RunsAsFarAsBruteForceSays) {
  for (int i = 0; i < kOften; ++i) {
    const RandomLayout layout = test::random_layout(random_);
    SCOPED_TRACE(describe(layout, i));
    const BoundLayout bound = bind_random(layout);
    const Shape& shape = bound.shape();
    Index run = shape.volume() == 0 ? 0 : 1;
    while (run > 0 && run < shape.volume()) {
      Position next = bound.position(unravel(run - 1, shape));
      next.bit += bound.element_bits();
      if (bound.position(unravel(run, shape)) != next) break;
      ++run;
    }
    ASSERT_EQ(contiguous_run(bound), run);
  }
}

TEST_F(RandomLayoutTest, IsTheSameFunctionOnlyIfItAgreesEverywhere) {
  int same = 0;
  for (int i = 0; i < kOften; ++i) {
    RandomLayout layout = test::random_layout(random_);
    layout.digits.memory.fields.clear();
    RandomLayout other = test::corrupted(random_, layout);
    SCOPED_TRACE(describe(layout, i) + "\n" + describe(other, i));
    BoundLayout a;
    BoundLayout b;
    try {
      a = bind_random(layout);
      b = bind_random(other);
    } catch (const Error&) {
      continue;
    }
    bool expected = a.bits_per_unit() == b.bits_per_unit() &&
                    std::ranges::equal(a.units(), b.units(),
                                       [](const Unit& x, const Unit& y) {
                                         return x.extent == y.extent;
                                       });
    for (Index k = 0; expected && k < a.shape().volume(); ++k) {
      const Indices index = unravel(k, a.shape());
      expected = a.position(index) == b.position(index);
    }
    ASSERT_EQ(same_function(a, b), expected);
    same += expected ? 1 : 0;
  }
  EXPECT_GT(same, 10);
}

}  // namespace
}  // namespace ashlar
