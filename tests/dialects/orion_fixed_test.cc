// orion_fixed_test.cc - Orion's results, and the rounded ones beside them.
#include "ashlar/dialects/orion_fixed.h"

#include <gtest/gtest.h>

#include "tests/dialects/orion_fixed_vectors.h"

namespace ashlar::orion {
namespace {

using vectors::Vector;

// The files of Orion's results were made without pi of FP64x64, as if it were
// zero; its source has it: asin(1) is half of it.
struct Mistake {
  std::string_view function;
  std::string_view a;
  std::string_view orion;
};
constexpr Mistake kMistakes[] = {
    {"asin", "-18446744073709551616", "-28976077832308491370"},
    {"asin", "18446744073709551616", "28976077832308491370"},
    {"acos", "0", "28976077832308491370"},
    {"acos", "-0", "28976077832308491369"},
    {"acos", "1", "28976077832308491370"},
    {"acos", "-1", "28976077832308491369"},
    {"acos", "-2147483647", "28976077832308491369"},
    {"acos", "2147483647", "28976077832308491370"},
    {"acos", "2147483646", "28976077832308491370"},
};

std::string wanted(const Vector& v, FixedType type) {
  for (const Mistake& mistake : kMistakes) {
    if (type == FixedType::fp64x64 && mistake.function == v.function &&
        mistake.a == v.a) {
      return std::string(mistake.orion);
    }
  }
  return v.orion;
}

/// The number of vectors of all types; every one is checked in both columns.
std::size_t check_all(const std::string& folder) {
  std::size_t count = 0;
  for (const FixedType type : fixed_types()) {
    for (const Vector& v : vectors::read(folder, type)) {
      ++count;
      EXPECT_EQ(vectors::orion_answer(v, type), wanted(v, type))
          << name_of(type) << " " << v.text();
      EXPECT_EQ(vectors::rounded_answer(v, type), v.rounded)
          << name_of(type) << " " << v.text();
    }
  }
  return count;
}

TEST(OrionFixedTest, GivesOrionsResultsAndPanics) {
  EXPECT_GT(check_all(ASHLAR_TEST_DATA), 5000U);
}

TEST(OrionFixedTest, GivesOrionsResultsInAllConformanceData) {
  const char* folder = std::getenv("ASHLAR_CONFORMANCE_DATA");
  if (folder == nullptr) {
    GTEST_SKIP() << "ASHLAR_CONFORMANCE_DATA does not name a folder with "
                    "orion/fixed/*.tsv";
  }
  EXPECT_GT(check_all(folder), 20000U);
}

TEST(OrionFixedTest, FindsTypesByName) {
  for (const FixedType type : fixed_types()) {
    EXPECT_EQ(parse_fixed_type(name_of(type)), type);
  }
  try {
    parse_fixed_type("FP8x24");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::invalid);
    EXPECT_STREQ(error.what(),
                 "orion: no fixed-point type is called 'FP8x24'; there are "
                 "Q5x26, Q5x26u, FP8x23, FP8x23W, FP16x16, FP16x16W, FP32x32, "
                 "FP64x64");
  }
}

TEST(OrionFixedTest, RefusesWhatTheFirstReleaseLacks) {
  try {
    evaluate(FixedFunction::sin, FixedType::q5x26, 1);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::unsupported);
    EXPECT_STREQ(error.what(),
                 "orion: sin of Q5.26: the first release has no such function");
  }
}

TEST(OrionFixedTest, RefusesOperandsThatTheTypeCannotHold) {
  const FixedRaw wide(static_cast<UInt128>(1) << 32, true);
  try {
    evaluate(FixedFunction::add, FixedType::fp16x16, 0, wide);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::invalid);
    EXPECT_STREQ(error.what(),
                 "orion: an operand of -4294967296; a magnitude of FP16x16 "
                 "has 32 bits");
  }
  // The second operand of a function of one is not looked at.
  EXPECT_EQ(evaluate(FixedFunction::abs, FixedType::fp16x16, -3, wide),
            FixedRaw(3));
}

TEST(OrionFixedTest, TellsPanicsFromRequests) {
  try {
    evaluate(FixedFunction::div, FixedType::fp16x16, 1, 0);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::data);
    EXPECT_EQ(error.where(), "orion");
    EXPECT_EQ(error.problem(), "Division by 0");
  }
}

TEST(OrionFixedTest, NamesTheTypeToCompareWith) {
  EXPECT_EQ(fixed_point_of(FixedType::q5x26),
            (FixedPoint{32, 26, FixedRange::symmetric}));
  EXPECT_EQ(fixed_point_of(FixedType::fp8x23_wide),
            (FixedPoint{64, 23, FixedRange::symmetric}));
}

}  // namespace
}  // namespace ashlar::orion
