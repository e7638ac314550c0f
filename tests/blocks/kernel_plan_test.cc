// Rules of scales as numbers for kernels, against the rules themselves.
#include "src/blocks/kernel_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "src/blocks/scale_finder.h"

namespace ashlar {
namespace {

constexpr BlockExtent kExtent{1, 4, 64};

TEST(KernelPlanTest, CarriesWhereARuleDoes) {
  for (const char* name : {"mxfp8_e4m3", "mxfp8_e5m2", "mxfp6_e3m2",
                           "mxfp6_e2m3", "mxfp4", "mxint8", "mxint4"}) {
    const Format format = parse_format(name);
    for (int rule = 0; rule <= static_cast<int>(ScaleRule::rceil); ++rule) {
      QuantizePolicy policy;
      policy.rule = static_cast<ScaleRule>(rule);
      const auto plan = encode_plan(format, policy, kExtent, 0);
      ASSERT_TRUE(plan) << name;
      const ScaleFinder finder(format, policy);
      const kernels::BlockScale& scale = plan->scale;
      for (std::uint32_t high = 1; high < 0x7f80; ++high) {
        for (const std::uint32_t low : {0u, 1u, 0xffffu}) {
          const std::uint32_t bits = high << 16 | low;
          if (bits < 1u << 23 || (bits & 0x7fffff) >= scale.odd_mantissa) {
            continue;
          }
          const auto exponent =
              static_cast<std::int32_t>((bits + scale.carry) >> 23);
          Range range;
          range.add(std::bit_cast<float>(bits));
          ASSERT_EQ(std::clamp(exponent + scale.offset, 0, scale.last),
                    static_cast<std::int32_t>(finder.word(range, 0)))
              << name << " rule " << rule << " of " << std::hex << bits;
        }
      }
    }
  }
}

TEST(KernelPlanTest, RefusesWhatOnlyTheEngineDoes) {
  const auto is_refused = [](const char* name, const QuantizePolicy& policy) {
    return !encode_plan(parse_format(name), policy, kExtent, 0);
  };
  EXPECT_FALSE(is_refused("mxfp4", {}));
  QuantizePolicy policy;
  policy.rounding = Rounding::stochastic;
  EXPECT_TRUE(is_refused("mxfp4", policy));
  policy = {};
  policy.missing_nan = MissingNan::error;
  EXPECT_TRUE(is_refused("mxfp4", policy));
  EXPECT_TRUE(is_refused("mx9", {}));
  EXPECT_TRUE(is_refused("nf4", {}));
  EXPECT_TRUE(is_refused("i12@f32:16", {}));
  EXPECT_TRUE(is_refused("u4@f16:32,zero=f16", {}));
  EXPECT_TRUE(is_refused("i8@f32:32,divisor", {}));
  EXPECT_TRUE(is_refused("f4_e2m1fn@e8m0:32,sparse=2:4", {}));
  EXPECT_FALSE(decode_plan(parse_format("nf4"), {}, kExtent, 0));
  EXPECT_TRUE(decode_plan(parse_format("mxfp4"), {}, kExtent, 0));
}

TEST(KernelPlanTest, KnowsTheNumbersOfCodes) {
  const auto plan = decode_plan(parse_format("mxfp4"), {}, kExtent, 0);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->numbers[7], 6);
  EXPECT_EQ(plan->numbers[9], -0.5);
  EXPECT_EQ(plan->how.tile, 32u);
}

}  // namespace
}  // namespace ashlar
