#include "ashlar/compare.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "ashlar/sim.h"
#include "tests/tensor/tensor_check.h"

namespace ashlar::test {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Tensor tensor(std::string_view spec, const std::vector<double>& numbers) {
  return make(parse_spec(spec), std::span<const double>(numbers));
}

Comparison compared(std::string_view spec, const std::vector<double>& expected,
                    const std::vector<double>& actual,
                    const CompareOptions& options = {}) {
  return compare(tensor(spec, expected), tensor(spec, actual), options);
}

TEST(CompareTest, GivesTheFiguresThatOneFindsByHand) {
  const Comparison c = compared("f32[2, 2]", {3, 4, 0, 0}, {3, 3, 0, 2});
  EXPECT_EQ(c.count, 4);
  EXPECT_EQ(c.finite, 4);
  EXPECT_EQ(c.different, 2);
  EXPECT_EQ(c.max_abs_error, 2);
  EXPECT_EQ(c.where, (Indices{1, 1}));
  EXPECT_EQ(c.max_ulp, std::ldexp(1, 150));  // of 0, in steps of 2^-149
  EXPECT_DOUBLE_EQ(c.rel_rms, std::sqrt(5.0 / 25));
  EXPECT_DOUBLE_EQ(c.sqnr_db, 10 * std::log10(5));
  EXPECT_DOUBLE_EQ(c.cosine, 21 / (5 * std::sqrt(22)));
  // Around the means 1.75 and 2: 7 / sqrt(12.75 * 6).
  EXPECT_DOUBLE_EQ(c.pcc, 7 / std::sqrt(12.75 * 6));
}

TEST(CompareTest, TheSameNumbersHaveNoError) {
  for (const char* spec : {"f32[3, 37]", "bf16[3, 37] tile(2,4)", "i8[3, 37]",
                           "f32[1, 1, 1, 1, 1, 1, 3, 37]"}) {
    const Tensor a = counting(spec);
    const Comparison c = compare(a, to_host(a));
    EXPECT_EQ(c.count, 111);
    EXPECT_EQ(c.different, 0);
    EXPECT_EQ(c.where, std::nullopt);
    EXPECT_EQ(c.max_ulp, 0);
    EXPECT_EQ(c.rel_rms, 0);
    EXPECT_EQ(c.sqnr_db, kInf);
    EXPECT_EQ(c.cosine, 1);
    EXPECT_EQ(c.pcc, 1);
    EXPECT_TRUE(c.worst.empty());
  }
}

TEST(CompareTest, CountsUnitsOfTheShorterMantissa) {
  const Tensor wide = tensor("f32[2]", {1, 3});
  const Tensor narrow = tensor("bf16[2]", {1.0078125, 3});
  EXPECT_EQ(compare(wide, narrow).max_ulp, 1);
  EXPECT_EQ(compare(wide, tensor("f32[2]", {1.0078125, 3})).max_ulp, 65536);
  EXPECT_EQ(compare(tensor("i32[1]", {2}), tensor("i32[1]", {3})).max_ulp,
            std::ldexp(1, 22));
  EXPECT_EQ(
      compare(tensor("bf16[1]", {1.5}), tensor("f32[1]", {1.50390625})).max_ulp,
      0.5);
  EXPECT_EQ(
      compare(tensor("f16[1]", {0}), tensor("f16[1]", {std::ldexp(1, -24)}))
          .max_ulp,
      1);
}

TEST(CompareTest, ZerosAreExact) {
  const Comparison same = compared("f32[3]", {0, -0.0, 0}, {-0.0, 0, 0});
  EXPECT_EQ(same.different, 0);
  EXPECT_EQ(same.sqnr_db, kInf);
  EXPECT_EQ(same.cosine, 1);
  const Comparison noise = compared("f32[3]", {0, 0, 0}, {0, 1, 0});
  EXPECT_EQ(noise.rel_rms, kInf);
  EXPECT_EQ(noise.sqnr_db, -kInf);
  EXPECT_EQ(noise.cosine, 0);
  EXPECT_TRUE(std::isnan(noise.pcc));
  const Comparison lost = compared("f32[3]", {0, 1, 0}, {0, 0, 0});
  EXPECT_EQ(lost.rel_rms, 1);
  EXPECT_EQ(lost.sqnr_db, 0);
  EXPECT_EQ(lost.cosine, 0);
}

TEST(CompareTest, WhatIsNotFiniteIsCountedBesideTheFigures) {
  const Comparison c =
      compared("f32[8]", {kNan, kNan, 1, kInf, kInf, 2, -kInf, 3},
               {kNan, 1, kNan, kInf, -kInf, kInf, kNan, 4});
  EXPECT_EQ(c.count, 8);
  EXPECT_EQ(c.finite, 1);
  EXPECT_EQ(c.different, 6);
  EXPECT_EQ(c.nan_mismatches, 3);
  EXPECT_EQ(c.infinity_mismatches, 2);
  EXPECT_EQ(c.max_abs_error, 1);
  EXPECT_EQ(c.where, Indices{7});
  EXPECT_DOUBLE_EQ(c.sqnr_db, 10 * std::log10(9));
  ASSERT_EQ(c.worst.size(), 1u);
  EXPECT_EQ(c.worst[0].mismatches, 5);
}

TEST(CompareTest, NothingIsLikeNothing) {
  for (const char* spec : {"f32[0]", "f32[4, 0]", "f32[0, 4]"}) {
    const Comparison c = compared(spec, {}, {});
    EXPECT_EQ(c.count, 0);
    EXPECT_EQ(c.sqnr_db, kInf);
    EXPECT_EQ(c.cosine, 1);
    EXPECT_EQ(c.pcc, 1);
    EXPECT_EQ(c.where, std::nullopt);
  }
  const Comparison scalar = compared("f32[]", {1}, {3});
  EXPECT_EQ(scalar.where, Indices{});
  ASSERT_EQ(scalar.worst.size(), 1u);
  EXPECT_EQ(scalar.worst[0].begin, Indices{});
  EXPECT_EQ(scalar.worst[0].count, 1);
}

TEST(CompareTest, NoNumberIsTooLargeOrTooSmall) {
  for (const double unit : {1e308, 1.0, 1e-200, 1e-300}) {
    const Comparison c =
        compared("f64[3]", {unit, 0, unit}, {unit, 0, unit / 2});
    EXPECT_NEAR(c.sqnr_db, 10 * std::log10(8), 1e-9) << unit;
    EXPECT_NEAR(c.cosine, 3 / std::sqrt(10), 1e-9) << unit;
    EXPECT_NEAR(c.pcc, std::sqrt(3) / 2, 1e-9) << unit;
    EXPECT_DOUBLE_EQ(c.max_abs_error, unit / 2);
  }
}

TEST(CompareTest, ListsTheWorstBlocksInOrder) {
  std::vector<double> a(2 * 11, 1);
  std::vector<double> b = a;
  b[3] = 1.5;     // row 0, block 0
  b[9] = 2;       // row 0, block 2, which has three numbers
  b[11 + 4] = 2;  // row 1, block 1
  b[11] = kNan;   // row 1, block 0
  CompareOptions options;
  options.block = 4;
  const auto worst = compared("f32[2, 11]", a, b, options).worst;
  ASSERT_EQ(worst.size(), 4u);
  EXPECT_EQ(worst[0].begin, (Indices{1, 0}));
  EXPECT_EQ(worst[0].sqnr_db, kInf);
  EXPECT_EQ(worst[0].mismatches, 1);
  EXPECT_EQ(worst[1].begin, (Indices{0, 8}));
  EXPECT_EQ(worst[1].count, 3);
  EXPECT_DOUBLE_EQ(worst[1].sqnr_db, 10 * std::log10(3));
  EXPECT_EQ(worst[2].begin, (Indices{1, 4}));
  EXPECT_EQ(worst[3].begin, (Indices{0, 0}));
  EXPECT_EQ(worst[3].max_abs_error, 0.5);
  for (std::int64_t most = 0; most < 6; ++most) {
    options.worst = most;
    const auto few = compared("f32[2, 11]", a, b, options).worst;
    ASSERT_EQ(few.size(),
              static_cast<std::size_t>(std::min<std::int64_t>(most, 4)));
    EXPECT_TRUE(std::equal(few.begin(), few.end(), worst.begin()));
  }
}

TEST(CompareTest, EqualBlocksAreListedAsTheyLie) {
  CompareOptions options;
  options.block = 2;
  options.worst = 2;
  const auto worst =
      compared("f32[6]", {1, 1, 1, 1, 1, 1}, {1, 2, 1, 2, 1, 2}, options).worst;
  ASSERT_EQ(worst.size(), 2u);
  EXPECT_EQ(worst[0].begin, Indices{0});
  EXPECT_EQ(worst[1].begin, Indices{2});
}

TEST(CompareTest, ItDoesNotMatterHowTensorsLie) {
  std::vector<double> a;
  std::vector<double> b;
  for (int i = 0; i < 35 * 70; ++i) {
    a.push_back(std::ldexp(1.0 + i % 7, i % 5));
    b.push_back(a.back() + (i % 11 == 0 ? 1 : 0));
  }
  const std::string plain = to_string(compared("f32[35, 70]", a, b));
  const Tensor tiled = tensor("f32[35, 70] tile(32,32)", b);
  EXPECT_EQ(to_string(compare(tensor("f32[35, 70]", a), tiled)), plain);
  EXPECT_EQ(to_string(compare(tensor("f32[35, 70]", a), to(tiled, make_sim()))),
            plain);
}

TEST(CompareTest, ErrorsSayWhatIsWrong) {
  EXPECT_EQ(
      message_of([] { compare(counting("f32[2, 3]"), counting("f32[3, 2]")); }),
      "compare: a tensor of [2, 3] cannot be compared with one of [3, "
      "2]");
  CompareOptions options;
  options.block = 0;
  EXPECT_EQ(message_of([&] { compared("f32[1]", {1}, {1}, options); }),
            "compare: blocks have at least one element, and no fewer than 0 "
            "are listed; asked for are blocks of 0, 8 of them");
  EXPECT_EQ(message_of([] {
              correlation(std::vector<double>{1, 2}, std::vector<double>{1});
            }),
            "compare: 2 numbers cannot be correlated with 1");
}

TEST(CompareTest, ConstantsDoNotCorrelate) {
  const std::vector<double> constant(3, 0.1);  // their mean is another number
  const std::vector<double> counts = {1, 2, 3};
  EXPECT_TRUE(std::isnan(correlation(constant, counts)));
  EXPECT_TRUE(std::isnan(correlation(counts, constant)));
  EXPECT_TRUE(std::isnan(correlation({}, {})));
  EXPECT_DOUBLE_EQ(correlation(counts, counts), 1);
}

TEST(CompareTest, AnyNumberOfThreadsFindsTheSame) {
  Random random(9);
  for (const char* spec : {"f32[70, 1931]", "f32[3]", "f32[0, 7]", "f64[]",
                           "f32[100003]", "bf16[129, 1024] tile(32,32)"}) {
    const Shape shape = parse_spec(spec).shape;
    std::vector<double> a;
    std::vector<double> b;
    for (Index i = 0; i < shape.volume(); ++i) {
      a.push_back(static_cast<double>(random() % 2001) / 7 - 140);
      b.push_back(a.back() + static_cast<double>(random() % 101) / 999);
      if (random() % 997 == 0) b.back() = random() % 2 == 0 ? kNan : kInf;
    }
    CompareOptions options;
    options.worst = 20;
    options.threads = 1;
    const Comparison one = compared(spec, a, b, options);
    for (const int threads : {0, 2, 5}) {
      options.threads = threads;
      const Comparison many = compared(spec, a, b, options);
      EXPECT_EQ(many.count, one.count);
      EXPECT_EQ(many.finite, one.finite);
      EXPECT_EQ(many.different, one.different);
      EXPECT_EQ(many.nan_mismatches, one.nan_mismatches);
      EXPECT_EQ(many.infinity_mismatches, one.infinity_mismatches);
      EXPECT_EQ(many.max_abs_error, one.max_abs_error);
      EXPECT_EQ(many.where, one.where);
      EXPECT_EQ(many.max_ulp, one.max_ulp);
      EXPECT_EQ(many.rel_rms, one.rel_rms);
      EXPECT_EQ(many.sqnr_db, one.sqnr_db);
      EXPECT_EQ(many.cosine, one.cosine);
      EXPECT_EQ(std::bit_cast<std::uint64_t>(many.pcc),
                std::bit_cast<std::uint64_t>(one.pcc));
      EXPECT_EQ(many.worst, one.worst);
    }
  }
}

// Of equal errors in different pieces of the work the first one counts.
TEST(CompareTest, ThePlaceOfTheLargestErrorIsTheFirst) {
  const std::size_t count = 200000;
  const std::vector<double> zeros(count, 0);
  std::vector<double> other = zeros;
  for (const std::size_t i : {70000u, 70001u, 199999u}) other[i] = 3;
  other[5] = 2;
  const Comparison c = compared("f32[200000]", zeros, other);
  EXPECT_EQ(c.where, (Indices{70000}));
  EXPECT_EQ(c.different, 4);
  ASSERT_EQ(c.worst.size(), 3u);
  EXPECT_EQ(c.worst[0].begin, (Indices{0}));
  EXPECT_EQ(c.worst[1].begin, (Indices{69984}));
  EXPECT_EQ(c.worst[2].begin, (Indices{199968}));
}

TEST(CompareTest, LongSumsKeepTheirDigits) {
  const std::size_t count = 100000;
  const std::vector<double> a(count, 0.1);
  std::vector<double> b(count, 0.1);
  for (double& x : b) x += 0.1 / 1024;
  const Comparison c = compared("f64[100000]", a, b);
  EXPECT_NEAR(c.sqnr_db, 20 * std::log10(1024), 1e-10);
  EXPECT_NEAR(c.cosine, 1, 1e-14);
}

}  // namespace
}  // namespace ashlar::test
