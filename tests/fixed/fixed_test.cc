// fixed_test.cc - laws of the functions, overflow, and messages.
#include "ashlar/fixed.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "ashlar/error.h"

namespace ashlar {
namespace {

constexpr FixedPoint kQ16 = {32, 16};
constexpr Int128 kOne = 65536;

Int128 q16(FixedFunction function, Int128 a, Int128 b = 0,
           IntegerOverflow overflow = IntegerOverflow::error) {
  return to_int128(evaluate(function, kQ16, a, b, overflow));
}

Int128 magnitude_of(Int128 x) { return x < 0 ? -x : x; }

template <class Call>
void expect_error(const Call& call, ErrorKind kind, const std::string& text) {
  try {
    call();
    FAIL() << text;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind);
    EXPECT_EQ(error.what(), text);
  }
}

TEST(FixedTest, FindsFunctionsByName) {
  for (const FixedFunctionInfo& info : fixed_functions()) {
    EXPECT_EQ(parse_fixed_function(info.name), info.function);
    EXPECT_EQ(name_of(info.function), info.name);
    EXPECT_EQ(operands_of(info.function), info.operands);
  }
  EXPECT_EQ(fixed_functions().size(), 30U);
  EXPECT_THROW(parse_fixed_function("Exp"), Error);
  EXPECT_THROW(parse_fixed_function(""), Error);
}

// Round to nearest is monotone wherever the function is.
TEST(FixedTest, GrowsWithItsArgument) {
  for (const FixedFunction function :
       {FixedFunction::exp, FixedFunction::exp2, FixedFunction::sinh,
        FixedFunction::tanh, FixedFunction::atan, FixedFunction::asinh,
        FixedFunction::erf}) {
    Int128 last = q16(function, -10 * kOne);
    for (Int128 x = -10 * kOne + 997; x < 10 * kOne; x += 997) {
      const Int128 next = q16(function, x);
      EXPECT_GE(next, last) << name_of(function);
      last = next;
    }
  }
}

TEST(FixedTest, BracketsSquareRoots) {
  std::mt19937_64 random(21);
  for (int i = 0; i < 3000; ++i) {
    const auto a = static_cast<Int128>(random() >> 33);
    const Int128 root = q16(FixedFunction::sqrt, a);
    // root is nearest: (root - 1/2)^2 < a 2^16 < (root + 1/2)^2
    EXPECT_LE(root * root - root, a * kOne);
    EXPECT_GE(root * root + root + 1, a * kOne);
  }
}

TEST(FixedTest, UndoesDivisionsByProducts) {
  std::mt19937_64 random(22);
  for (int i = 0; i < 3000; ++i) {
    const auto a = static_cast<Int128>(random() >> 40) - (1 << 23);
    const auto b = static_cast<Int128>(random() >> 45) + kOne;
    const Int128 back =
        q16(FixedFunction::mul, q16(FixedFunction::div, a, b), b);
    // Half a unit of the quotient times b, and half a unit of the product.
    EXPECT_LE(magnitude_of(back - a), b / (2 * kOne) + 1);
  }
}

TEST(FixedTest, KeepsSymmetries) {
  for (Int128 x = 1; x < 11 * kOne; x += 3001) {
    EXPECT_EQ(q16(FixedFunction::sin, -x), -q16(FixedFunction::sin, x));
    EXPECT_EQ(q16(FixedFunction::cos, -x), q16(FixedFunction::cos, x));
    EXPECT_EQ(q16(FixedFunction::tan, -x), -q16(FixedFunction::tan, x));
    EXPECT_EQ(q16(FixedFunction::tanh, -x), -q16(FixedFunction::tanh, x));
    EXPECT_EQ(q16(FixedFunction::cosh, -x), q16(FixedFunction::cosh, x));
    EXPECT_EQ(q16(FixedFunction::erf, -x), -q16(FixedFunction::erf, x));
  }
}

using Reference = long double (*)(long double);

struct Checked {
  FixedFunction function;
  Reference reference;
  long double low;
  long double high;
};

const Checked kChecked[] = {
    {FixedFunction::sqrt, std::sqrt, 0, 30000},
    {FixedFunction::exp, std::exp, -12, 10},
    {FixedFunction::exp2, std::exp2, -17, 15},
    {FixedFunction::ln, std::log, 0.001L, 30000},
    {FixedFunction::log2, std::log2, 0.001L, 30000},
    {FixedFunction::log10, std::log10, 0.001L, 30000},
    {FixedFunction::sin, std::sin, -100, 100},
    {FixedFunction::cos, std::cos, -100, 100},
    {FixedFunction::tan, std::tan, -1.5L, 1.5L},
    {FixedFunction::asin, std::asin, -1, 1},
    {FixedFunction::acos, std::acos, -1, 1},
    {FixedFunction::atan, std::atan, -30000, 30000},
    {FixedFunction::sinh, std::sinh, -11, 11},
    {FixedFunction::cosh, std::cosh, -11, 11},
    {FixedFunction::tanh, std::tanh, -12, 12},
    {FixedFunction::asinh, std::asinh, -30000, 30000},
    {FixedFunction::acosh, std::acosh, 1, 30000},
    {FixedFunction::atanh, std::atanh, -0.99L, 0.99L},
    {FixedFunction::erf, std::erf, -5, 5},
};

// Where a long double is no more than a double it has 53 bits: half a unit of
// 2^-32 is seen with room to spare.
TEST(FixedTest, AgreesWithFloatingPoint) {
  const FixedPoint type = {64, 32};
  const long double one = 4294967296.0L;
  std::mt19937_64 random(23);
  for (const Checked& checked : kChecked) {
    std::uniform_real_distribution<long double> any(checked.low, checked.high);
    for (int i = 0; i < 300; ++i) {
      const auto raw = static_cast<std::int64_t>(any(random) * one);
      const long double x = static_cast<long double>(raw) / one;
      const auto value = static_cast<long double>(
          to_int128(evaluate(checked.function, type, raw)));
      const long double wanted = checked.reference(x) * one;
      EXPECT_LE(std::fabs(value - wanted), 0.5L + std::fabs(wanted) * 1e-15L)
          << name_of(checked.function) << "(" << raw << ")";
    }
  }
}

TEST(FixedTest, AgreesWithFloatingPointOnPowers) {
  std::mt19937_64 random(24);
  for (int i = 0; i < 500; ++i) {
    const auto a = static_cast<Int128>(random() % (8 * 65536)) + 1;
    const auto b = static_cast<Int128>(random() % (8 * 65536)) - 4 * kOne;
    const long double wanted =
        std::pow(static_cast<long double>(a) / 65536.0L,
                 static_cast<long double>(b) / 65536.0L) *
        65536.0L;
    if (wanted > 2e9L) continue;
    const auto value = static_cast<long double>(q16(FixedFunction::pow, a, b));
    EXPECT_LE(std::fabs(value - wanted), 0.5001L);
  }
}

// Just beside the middle of two numbers: 1 -+ x^2/2 + x^4/24.
TEST(FixedTest, DecidesWhereSixtyBitsDoNot) {
  const FixedPoint type = {128, 64};
  const Int128 one = Int128{1} << 64;
  const Int128 x = Int128{1} << 32;
  EXPECT_EQ(to_int128(evaluate(FixedFunction::cos, type, x)), one);
  EXPECT_EQ(to_int128(evaluate(FixedFunction::cosh, type, x)), one + 1);
  EXPECT_EQ(to_int128(evaluate(FixedFunction::cos, type, 3 * x)), one - 4);
  EXPECT_EQ(to_int128(evaluate(FixedFunction::cosh, type, 3 * x)), one + 5);
  // (1 + 2^-64)^(n + 1/2) is above 1 + (n + 1/2) 2^-64.
  EXPECT_EQ(
      to_int128(evaluate(FixedFunction::pow, type, one + 1, 6 * one + one / 2)),
      one + 7);
}

TEST(FixedTest, TakesTheWholeRangeOfFractionBits) {
  EXPECT_EQ(to_int128(evaluate(FixedFunction::exp, {128, 0}, 3)), 20);
  EXPECT_EQ(
      to_int128(evaluate(FixedFunction::pow, {128, 0}, 3, 80)),
      to_int128(parse_fixed_raw("147808829414345923316083210206383297601")));
  EXPECT_EQ(
      to_string(evaluate(FixedFunction::atan, {128, 127}, highest({128, 127}))),
      "133628573008120843482460046645233847912");
  EXPECT_EQ(
      to_string(evaluate(FixedFunction::sin, {128, 0}, highest({128, 0}))),
      "0");
}

TEST(FixedTest, RefusesWhatDoesNotFit) {
  expect_error([] { q16(FixedFunction::add, 2147483647, 1); }, ErrorKind::limit,
               "fixed point: add(2147483647, 1) is beyond 2147483647, the "
               "highest of 32-bit fixed point with 16 fraction bits; saturate "
               "and wrap would give a number");
  expect_error([] { q16(FixedFunction::sinh, -100 * kOne); }, ErrorKind::limit,
               "fixed point: sinh(-6553600) is beyond -2147483648, the lowest "
               "of 32-bit fixed point with 16 fraction bits; saturate and "
               "wrap would give a number");
}

TEST(FixedTest, RefusesWhatHasNoValue) {
  for (const IntegerOverflow overflow :
       {IntegerOverflow::error, IntegerOverflow::saturate,
        IntegerOverflow::wrap}) {
    expect_error([&] { q16(FixedFunction::div, 5, 0, overflow); },
                 ErrorKind::data,
                 "fixed point: div(5, 0) of 32-bit fixed point with 16 "
                 "fraction bits has no value: the divisor is zero");
  }
}

TEST(FixedTest, RefusesImpossibleTypes) {
  expect_error(
      [] {
        evaluate(FixedFunction::abs, {129, 0}, 1);
      },
      ErrorKind::invalid,
      "fixed point: a type of 129 bits; there must be 2 to 128");
  expect_error(
      [] {
        evaluate(FixedFunction::abs, {32, 128}, 1);
      },
      ErrorKind::invalid,
      "fixed point: 128 fraction bits; there must be 0 to 127");
  EXPECT_THROW(evaluate(FixedFunction::abs, {1, 0}, 1), Error);
  EXPECT_THROW(evaluate(FixedFunction::abs, {32, -1}, 1), Error);
}

TEST(FixedTest, SaturatesAtTheNearerEnd) {
  const auto saturate = IntegerOverflow::saturate;
  EXPECT_EQ(q16(FixedFunction::add, 2147483647, 1, saturate), 2147483647);
  EXPECT_EQ(q16(FixedFunction::sub, -2147483647, 9, saturate), -2147483648LL);
  EXPECT_EQ(q16(FixedFunction::exp, 2147483647, 0, saturate), 2147483647);
  EXPECT_EQ(q16(FixedFunction::sinh, -2147483647, 0, saturate), -2147483648LL);
  EXPECT_EQ(q16(FixedFunction::pow, -3 * kOne, 20001 * kOne, saturate),
            -2147483648LL);
  EXPECT_EQ(q16(FixedFunction::mul, 5 * kOne, 5 * kOne, saturate), 25 * kOne);
}

TEST(FixedTest, WrapsLikeTwosComplement) {
  const auto wrap = IntegerOverflow::wrap;
  EXPECT_EQ(q16(FixedFunction::add, 2147483647, 1, wrap), -2147483648LL);
  EXPECT_EQ(q16(FixedFunction::sub, -2147483647, 9, wrap), 2147483640);
  EXPECT_EQ(q16(FixedFunction::neg, -2147483648LL, 0, wrap), -2147483648LL);
  std::mt19937_64 random(25);
  for (int i = 0; i < 1000; ++i) {
    const auto a = static_cast<std::int32_t>(random());
    const auto b = static_cast<std::int32_t>(random());
    const auto sum = static_cast<std::int32_t>(static_cast<std::uint32_t>(a) +
                                               static_cast<std::uint32_t>(b));
    EXPECT_EQ(q16(FixedFunction::add, a, b, wrap), sum);
  }
  const FixedPoint widest = {128, 0};
  EXPECT_EQ(evaluate(FixedFunction::add, widest, highest(widest), 1, wrap),
            lowest(widest));
  // Without the lowest number there is one number less to go round.
  const FixedPoint symmetric = {8, 0, FixedRange::symmetric};
  EXPECT_EQ(evaluate(FixedFunction::add, symmetric, 127, 1, wrap),
            FixedRaw(-127));
}

TEST(FixedTest, RefusesToWrapWithoutDigits) {
  expect_error(
      [] { q16(FixedFunction::exp, 1000 * kOne, 0, IntegerOverflow::wrap); },
      ErrorKind::limit,
      "fixed point: exp(65536000) of 32-bit fixed point with 16 fraction bits "
      "is too large to wrap; saturate would give a number");
  // e^20 has digits.
  EXPECT_EQ(q16(FixedFunction::exp, 20 * kOne, 0, IntegerOverflow::wrap),
            static_cast<std::int32_t>(31795786246376 & 0xffffffff));
}

TEST(FixedTest, NeverGivesNegativeZero) {
  EXPECT_EQ(evaluate(FixedFunction::neg, kQ16, 0), FixedRaw());
  EXPECT_EQ(evaluate(FixedFunction::mul, kQ16, -1, 1), FixedRaw());
  EXPECT_EQ(evaluate(FixedFunction::ceil, kQ16, -1), FixedRaw());
  EXPECT_EQ(evaluate(FixedFunction::abs, kQ16, FixedRaw(0, true)), FixedRaw());
}

}  // namespace
}  // namespace ashlar
