// Casts of any numbers, with those among them that the kernel leaves.
#include "src/cast/number_step.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "ashlar/format.h"
#include "src/format/known.h"

namespace ashlar {
namespace {

Element element(const char* name) { return parse_format(name).element(); }

std::vector<std::uint32_t> cast(const Step& step,
                                const std::vector<float>& in) {
  std::vector<std::uint32_t> out(in.size(), 0x55555555);
  EXPECT_TRUE(step.run(reinterpret_cast<const std::byte*>(in.data()),
                       reinterpret_cast<std::byte*>(out.data()), in.size(),
                       kernels::one_row(kernels::Store::cached)));
  return out;
}

TEST(NumberStepTest, TakesWhatTheKernelLeavesToTheCodec) {
  CastPolicy policy;
  policy.integer_overflow = IntegerOverflow::saturate;
  const auto step = number_step(kF32, element("u32"), policy);
  ASSERT_TRUE(step);
  // Rarely, so that they go one by one, and then mostly.
  for (const std::size_t every : {100u, 2u}) {
    std::vector<float> in(1500);
    std::vector<std::uint32_t> expected(in.size());
    for (std::size_t i = 0; i < in.size(); ++i) {
      const bool is_odd = i % every == 1;
      in[i] = is_odd ? NAN : static_cast<float>(i) + 0.25f;
      expected[i] = is_odd ? 0 : static_cast<std::uint32_t>(i);
    }
    in[7] = -3;
    expected[7] = 0;
    in[8] = 3e9f;
    expected[8] = 3000000000u;
    in[9] = INFINITY;
    expected[9] = 0xffffffff;
    EXPECT_EQ(cast(*step, in), expected);
  }
}

TEST(NumberStepTest, CastsEachRow) {
  const auto step = number_step(element("i64"), element("i16"), {});
  ASSERT_TRUE(step);
  const std::vector<std::int64_t> in = {1, -2, 3, 4, -5, 6};
  std::vector<std::int16_t> out(8, 77);
  const kernels::Move rows[] = {{0, 4}, {24, 10}};
  EXPECT_TRUE(step->run(reinterpret_cast<const std::byte*>(in.data()),
                        reinterpret_cast<std::byte*>(out.data()), 3,
                        {rows, 2, kernels::Store::cached}));
  EXPECT_EQ(out, (std::vector<std::int16_t>{77, 77, 1, -2, 3, 4, -5, 6}));
}

TEST(NumberStepTest, SaysThatSomethingIsRefused) {
  const auto step = number_step(element("i64"), element("i16"), {});
  ASSERT_TRUE(step);
  const std::vector<std::int64_t> in = {1, -2, 40000};
  std::int16_t out[3];
  EXPECT_FALSE(step->run(reinterpret_cast<const std::byte*>(in.data()),
                         reinterpret_cast<std::byte*>(out), 3,
                         kernels::one_row(kernels::Store::cached)));
}

TEST(NumberStepTest, DrawsNothing) {
  CastPolicy policy;
  policy.rounding = Rounding::stochastic;
  EXPECT_FALSE(number_step(kF64, kF32, policy));
}

}  // namespace
}  // namespace ashlar
