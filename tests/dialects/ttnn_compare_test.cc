// ttnn_compare_test.cc - how alike two tensors are.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "ashlar/dialects/ttnn_print.h"
#include "tests/base/error_text.h"
#include "tests/dialects/ttnn_check.h"

namespace ashlar::ttnn {
namespace {

using ashlar::test::error_text;
using test::counting;
using test::spec_of;
using Values = std::vector<double>;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr PccResult kSame{true, 1};
constexpr PccResult kDifferent{false, 0};

PccResult pcc(const Values& golden, const Values& calculated,
              const PccOptions& options = {}) {
  return comp_pcc(golden, calculated, options);
}

TEST(TtnnCompareTest, CorrelatesNumbers) {
  EXPECT_EQ(pcc({1, 2, 3}, {1, 2, 3}), kSame);
  EXPECT_NEAR(pcc({1, 2, 3}, {2, 4, 6}).value, 1, 1e-15);
  EXPECT_NEAR(pcc({1, 2, 3}, {3, 2, 1}).value, -1, 1e-15);
  // By hand: 4 / sqrt(5 * 5).
  const PccResult half = pcc({1, 2, 3, 4}, {2, 1, 4, 3});
  EXPECT_DOUBLE_EQ(half.value, 0.6);
  EXPECT_FALSE(half.passes);
  EXPECT_TRUE(pcc({1, 2, 3, 4}, {2, 1, 4, 3}, {0.6 - 1e-12}).passes);
}

TEST(TtnnCompareTest, NothingIsMoreThanAlike) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> number(-1, 1);
  for (int round = 0; round < 500; ++round) {
    Values a;
    Values b;
    for (int i = 0; i < 5; ++i) {
      a.push_back(number(random));
      b.push_back(-3 * a.back());
    }
    ASSERT_GE(pcc(a, b).value, -1);
    ASSERT_LE(pcc(a, b).value, -1 + 1e-12);
  }
}

TEST(TtnnCompareTest, NumbersThatAreNotFiniteCountAsZero) {
  EXPECT_EQ(pcc({kNan, 1, 2}, {0, 1, 2}), kSame);
  EXPECT_EQ(pcc({kInf, 1, 2}, {-kInf, 1, 2}), kSame);
  EXPECT_EQ(pcc({kNan, kNan}, {kNan, kNan}), kSame);
  EXPECT_EQ(pcc({kNan, kNan}, {kNan, 1}), kDifferent);
  EXPECT_EQ(pcc({1, 2}, {kNan, kNan}), kDifferent);
}

TEST(TtnnCompareTest, ZerosAreComparedByDistance) {
  EXPECT_EQ(pcc({0, 0}, {1e-5, -1e-5}), kSame);
  EXPECT_EQ(pcc({0, 0}, {1e-3, 0}), kDifferent);
  EXPECT_EQ(pcc({1e-3, 0}, {0, 0}, {0.99, 1e-5, 1e-2}), kSame);
  EXPECT_EQ(pcc({0, 0}, {0, 0}), kSame);
}

TEST(TtnnCompareTest, ConstantsAreComparedByDistance) {
  EXPECT_EQ(pcc({5, 5}, {5.00001, 5.00001}), kSame);
  EXPECT_EQ(pcc({5, 5}, {6, 6}), kDifferent);
  EXPECT_EQ(pcc({5}, {6}), kDifferent);
  // The larger they are, the farther apart they may be.
  EXPECT_EQ(pcc({1000, 1000}, {1000.005, 1000.005}), kSame);
  EXPECT_EQ(pcc({1, 1}, {1.005, 1.005}), kDifferent);
}

TEST(TtnnCompareTest, NothingIsLikeNothing) { EXPECT_EQ(pcc({}, {}), kSame); }

TEST(TtnnCompareTest, SizesMustMatch) {
  EXPECT_EQ(error_text([] {
              pcc({1}, {1, 2});
            }),
            "ttnn: 1 golden numbers and 2 calculated ones cannot be compared");
  EXPECT_EQ(error_text([] {
              comp_pcc(
                  counting(spec_of({2, 3}, DataType::float32, kTileLayout)),
                  counting(spec_of({3, 2}, DataType::float32, kTileLayout)));
            }),
            "ttnn: a golden tensor of Shape([2, 3]) and a calculated one of "
            "Shape([3, 2]) cannot be compared");
}

TEST(TtnnCompareTest, TensorsAreComparedWhereverTheyAre) {
  const auto device = make_sim();
  const Tensor golden =
      counting(spec_of({33, 40}, DataType::float32, kRowMajorLayout));
  const Tensor there =
      to(to_layout(to_dtype(golden, DataType::bfloat16), kTileLayout), device);
  EXPECT_EQ(comp_pcc(golden, there), kSame);
  // The calculated one gets the data type of the golden one.
  const TensorSpec whole = spec_of({3}, DataType::int32, kRowMajorLayout);
  const TensorSpec floats = spec_of({3}, DataType::float32, kRowMajorLayout);
  EXPECT_EQ(comp_pcc(from_values({1, 2, 3}, whole),
                     from_values({1.25, 2.5, 3.75}, floats)),
            kSame);
}

}  // namespace
}  // namespace ashlar::ttnn
