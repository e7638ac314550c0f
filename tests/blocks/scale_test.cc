// Words of scales, and numbers under them.
#include "src/blocks/scale.h"

#include <gtest/gtest.h>

#include <cmath>

#include "ashlar/error.h"
#include "src/format/known.h"

namespace ashlar {
namespace {

ScaleLevel level(const Element& element,
                 ScaleLevel::Sense sense = ScaleLevel::Sense::multiplier) {
  ScaleLevel out;
  out.element = element;
  out.sense = sense;
  return out;
}
constexpr auto kDivisor = ScaleLevel::Sense::divisor;

float value(const ScaleWords& words, std::uint32_t word) {
  return to_f32(words.decode(word));
}

TEST(ScaleTest, PowersOfTwoAreClamped) {
  const ScaleWords words(level(kE8M0));
  EXPECT_TRUE(words.is_power());
  EXPECT_EQ(words.power(0), 127u);
  EXPECT_EQ(words.power(-500), 0u);
  EXPECT_EQ(words.power(500), 254u);
  EXPECT_EQ(words.nan(), 255u);
  EXPECT_EQ(words.largest(), 254u);
  EXPECT_EQ(value(words, 0), std::ldexp(1.0F, -127));
  const ScaleWords shared(level(exponent_element(8, 127, Specials::none)));
  EXPECT_EQ(shared.nan(), 255u);  // no NaN, but the largest
  EXPECT_EQ(shared.largest(), 255u);
}

TEST(ScaleTest, OtherScalesAreRoundedToEvenAndSaturate) {
  const ScaleWords words(level(kUe4M3));
  EXPECT_FALSE(words.is_power());
  EXPECT_EQ(value(words, words.encode(1.0625F)), 1);
  EXPECT_EQ(value(words, words.encode(1e9F)), 448);
  EXPECT_EQ(value(words, words.encode(HUGE_VALF)), 448);
  EXPECT_EQ(words.encode(1e-9F), 0u);
  EXPECT_EQ(value(words, words.smallest_positive()), std::ldexp(1.0F, -9));
  EXPECT_TRUE(std::isnan(value(words, words.nan())));
  const ScaleWords whole(level(integer_element(8, Sign::absent)));
  EXPECT_EQ(whole.encode(2.5F), 2u);
  EXPECT_EQ(whole.nan(), 255u);
  EXPECT_EQ(whole.smallest_positive(), 1u);
}

TEST(ScaleTest, WideWordsAreRefused) {
  EXPECT_THROW(ScaleWords{level(kF64)}, Error);
}

TEST(ScaleTest, PowersOfTwoMoveTheExponentOnly) {
  const ScaleWords words(level(kE8M0));
  const TileScale scale({words, 254}, {}, Division::divide);
  const float tiny = std::bit_cast<float>(1u);
  EXPECT_EQ(to_f32(scaled_by(scale.down(tiny), 127)), tiny);
  EXPECT_EQ(scale.up(exact(0.5F)), std::ldexp(1.0F, 126));
  EXPECT_EQ(scale.lowered(3).up(exact(1)), std::ldexp(1.0F, 124));
  const ScaleWords divisor(level(kE8M0, kDivisor));
  EXPECT_EQ(TileScale({divisor, 130}, {}, Division::divide).up(exact(1)),
            0.125F);
}

TEST(ScaleTest, MultipliersDivideAndDivisorsMultiply) {
  const ScaleWords multiplier(level(kF32));
  const ScaleWords divisor(level(kF32, kDivisor));
  const std::uint32_t three = multiplier.encode(3);
  const TileScale times({multiplier, three}, {}, Division::divide);
  EXPECT_EQ(to_f32(times.down(1)), 1.0F / 3.0F);
  EXPECT_EQ(times.up(exact(7)), 21);
  const TileScale over({divisor, three}, {}, Division::divide);
  EXPECT_EQ(to_f32(over.down(7)), 21);
  EXPECT_EQ(over.up(exact(1)), 1.0F / 3.0F);
}

TEST(ScaleTest, TwoLevelsAreOneProduct) {
  const ScaleWords inner(level(kUe4M3));
  const ScaleWords outer(level(kF32));
  const ScaleWords under(level(kF32, kDivisor));
  const std::uint32_t s = inner.encode(1.5F);
  const float g = 0.3F;
  const ScaleWord fine{inner, s};
  const TileScale product(fine, OuterScale({outer, outer.encode(g)}),
                          Division::divide);
  EXPECT_EQ(product.up(exact(6)), 6 * (1.5F * g));
  EXPECT_EQ(to_f32(product.down(5)), 5 / (1.5F * g));
  const TileScale quotient(fine, OuterScale({under, under.encode(g)}),
                           Division::divide);
  EXPECT_EQ(to_f32(quotient.down(5)), 5 / (1.5F / g));
  const TileScale inverse(fine, OuterScale({outer, outer.encode(g)}),
                          Division::reciprocal);
  EXPECT_EQ(to_f32(inverse.down(5)), 5 * (1 / g / 1.5F));
  const TileScale direct(fine, OuterScale({under, under.encode(g)}),
                         Division::reciprocal);
  EXPECT_EQ(to_f32(direct.down(5)), 5 * (g / 1.5F));
}

TEST(ScaleTest, NanAndZeroLeaveNothing) {
  const ScaleWords words(level(kF16));
  const TileScale nan({words, words.nan()}, {}, Division::divide);
  EXPECT_TRUE(nan.is_nan());
  EXPECT_TRUE(nan.down(-7).is_zero());
  EXPECT_FALSE(nan.down(-7).negative);
  EXPECT_TRUE(std::isnan(nan.up(exact(0))));
  const TileScale zero({words, 0}, {}, Division::reciprocal);
  EXPECT_TRUE(zero.is_zero());
  EXPECT_TRUE(zero.down(-7).is_zero());
  EXPECT_TRUE(zero.down(-7).negative);
  EXPECT_EQ(zero.up(exact(3)), 0);
}

TEST(ScaleTest, ThreeLevelsAreOneProductRoundedTwice) {
  const ScaleWords inner(level(kUe4M3));
  const ScaleWords outer(level(kF16));
  const ScaleWords top(level(kF32));
  const ScaleWords divisor(level(kF32, kDivisor));
  const float h = 0.3330078125F;  // an f16
  const float g = 0.7F;
  const OuterScale middle({outer, outer.encode(h)});
  const OuterScale both = middle.under({top, top.encode(g)});
  EXPECT_EQ(to_f32(both.number), h * g);
  EXPECT_FALSE(both.is_divisor);
  const TileScale scale({inner, inner.encode(1.5F)}, both, Division::divide);
  EXPECT_EQ(scale.up(exact(6)), 6 * (1.5F * (h * g)));
  const OuterScale over = middle.under({divisor, divisor.encode(g)});
  EXPECT_EQ(to_f32(over.number), h / g);
  EXPECT_FALSE(over.is_divisor);
  const OuterScale under =
      OuterScale({divisor, divisor.encode(g)}).under({top, top.encode(3)});
  EXPECT_EQ(to_f32(under.number), 3 / g);
  EXPECT_FALSE(under.is_divisor);
  const OuterScale divisors = OuterScale({divisor, divisor.encode(g)})
                                  .under({divisor, divisor.encode(3)});
  EXPECT_EQ(to_f32(divisors.number), 3 * g);
  EXPECT_TRUE(divisors.is_divisor);
}

TEST(ScaleTest, PowersOfTwoStayExactBeyondF32) {
  const ScaleWords words(level(kE8M0));
  const OuterScale both =
      OuterScale({words, words.power(127)}).under({words, words.power(100)});
  EXPECT_TRUE(both.is_power);
  const TileScale scale({words, words.power(-127)}, both, Division::divide);
  EXPECT_EQ(scale.up(exact(1)), std::ldexp(1.0F, 100));
  EXPECT_TRUE(TileScale({words, words.nan()}, both, Division::divide).is_nan());
  const OuterScale nan = both.under({words, words.nan()});
  EXPECT_TRUE(
      TileScale({words, words.power(0)}, nan, Division::divide).is_nan());
}

}  // namespace
}  // namespace ashlar
