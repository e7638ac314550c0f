// What other projects do, as their profiles do it.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ashlar/cast.h"
#include "ashlar/cast_policy.h"
#include "ashlar/format.h"
#include "tests/base/error_text.h"

namespace ashlar {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const double kNan = std::nan("");

CastPolicy policy_of(const char* profile, const char* to,
                     const char* from = "f32") {
  return cast_profile(profile).policy(parse_format(from).element(),
                                      parse_format(to).element());
}

std::uint64_t encoded(const char* profile, const char* to, double value) {
  return encode(parse_format(to).element(), value, policy_of(profile, to));
}

/// Row by row: what a number becomes in each of the profiles.
struct Row {
  double value;
  std::vector<std::uint64_t> codes;
};

void check(const std::vector<const char*>& profiles, const char* to,
           const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < profiles.size(); ++i) {
      EXPECT_EQ(encoded(profiles[i], to, row.value), row.codes[i])
          << profiles[i] << ", " << to << " of " << row.value;
    }
  }
}

TEST(ProfilesTest, DisagreeAboutE4m3fnAsTheirProjectsDo) {
  check({"ashlar", "ocp", "cuda", "ml_dtypes", "torch", "ttnn", "onnx"},
        "f8_e4m3fn",
        {{448, {0x7e, 0x7e, 0x7e, 0x7e, 0x7e, 0x7e, 0x7e}},
         {464, {0x7e, 0x7e, 0x7e, 0x7e, 0x7e, 0x7e, 0x7e}},
         {465, {0x7e, 0x7e, 0x7e, 0x7f, 0x7e, 0x7e, 0x7e}},
         {-465, {0xfe, 0xfe, 0xfe, 0xff, 0xfe, 0xfe, 0xfe}},
         {1e30, {0x7e, 0x7e, 0x7e, 0x7f, 0x7e, 0x7e, 0x7e}},
         {kInfinity, {0x7e, 0x7e, 0x7e, 0x7f, 0x7f, 0x7e, 0x7e}},
         {-kInfinity, {0xfe, 0xfe, 0xfe, 0xff, 0xff, 0xfe, 0xfe}},
         {kNan, {0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f}},
         {-kNan, {0xff, 0xff, 0x7f, 0xff, 0xff, 0x7f, 0xff}},
         {1.5 * 0x1p-10, {1, 1, 1, 1, 1, 0, 1}},
         {-0.0, {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80}}});
}

TEST(ProfilesTest, DisagreeAboutE5m2) {
  check({"ashlar", "ocp", "cuda", "ml_dtypes", "torch", "ttnn", "onnx", "ieee"},
        "f8_e5m2",
        {{57344, {0x7b, 0x7b, 0x7b, 0x7b, 0x7b, 0x7b, 0x7b, 0x7b}},
         {61440, {0x7c, 0x7b, 0x7b, 0x7c, 0x7c, 0x7b, 0x7b, 0x7c}},
         {kInfinity, {0x7c, 0x7b, 0x7b, 0x7c, 0x7c, 0x7b, 0x7b, 0x7c}},
         {kNan, {0x7e, 0x7e, 0x7f, 0x7e, 0x7e, 0x7e, 0x7e, 0x7e}},
         {-kNan, {0xfe, 0xfe, 0x7f, 0xfe, 0xfe, 0x7e, 0xfe, 0xfe}}});
}

TEST(ProfilesTest, DisagreeAboutNanWhereThereIsNone) {
  check({"ashlar", "cuda", "ml_dtypes", "ttnn"}, "f4_e2m1fn",
        {{kNan, {7, 7, 8, 0}},
         {-kNan, {7, 7, 0, 0}},
         {kInfinity, {7, 7, 7, 7}},
         {-1e9, {15, 15, 15, 15}}});
  check({"ashlar", "cuda", "ml_dtypes", "ttnn"}, "f6_e3m2fn",
        {{kNan, {0x1f, 0x1f, 0x20, 0}}, {-kNan, {0x1f, 0x1f, 0, 0}}});
  EXPECT_EQ(test::error_text([] { encoded("ieee", "f4_e2m1fn", kNan); }),
            "cast: the number is NaN, which f4_e2m1fn cannot hold; choose "
            "another NaN or overflow policy");
}

TEST(ProfilesTest, DisagreeAboutE8m0) {
  check({"cuda", "ml_dtypes", "torch"}, "e8m0",
        {{1, {127, 127, 127}},
         {1.4, {128, 127, 127}},
         {1.5, {128, 128, 128}},
         {3, {129, 129, 129}},
         {0, {0, 0xff, 0}},
         {-1, {127, 0xff, 127}},
         {-0.0, {0, 0xff, 0}},
         {kInfinity, {0xfe, 0xff, 0xff}},
         {kNan, {0xff, 0xff, 0xff}},
         {1.25 * 0x1p-127, {1, 1, 1}},
         {0x1p-127, {0, 0, 0}}});
}

TEST(ProfilesTest, E8m0OffersEveryRounding) {
  const Element e8m0 = parse_format("e8m0").element();
  const auto code = [&](Rounding rounding, double value) {
    CastPolicy policy;
    policy.rounding = rounding;
    return encode(e8m0, value, policy);
  };
  EXPECT_EQ(code(Rounding::toward_zero, 1.99), 127u);
  EXPECT_EQ(code(Rounding::toward_positive, 1.01), 128u);
  // Ties go to the even code: down from 3, up from 1.5.
  EXPECT_EQ(code(Rounding::nearest_even, 3), 128u);
  EXPECT_EQ(code(Rounding::nearest_even, 1.5), 128u);
  EXPECT_EQ(code(Rounding::nearest_away, 3), 129u);
  EXPECT_EQ(code(Rounding::nearest_even, 1.25 * 0x1p-127), 0u);
  EXPECT_EQ(code(Rounding::toward_zero, 1.25 * 0x1p-127), 0u);
  EXPECT_EQ(code(Rounding::toward_positive, 1.25 * 0x1p-127), 1u);
}

TEST(ProfilesTest, CudaSetsAllBitsOfANan) {
  EXPECT_EQ(encoded("cuda", "f16", -kNan), 0x7fffu);
  EXPECT_EQ(encoded("cuda", "bf16", kNan), 0x7fffu);
  EXPECT_EQ(encoded("cuda", "f16", 1e6), 0x7c00u);
}

TEST(ProfilesTest, CudaRoundsTiesToTf32Away) {
  const double tie = 1 + 0x1p-11;
  EXPECT_EQ(encoded("cuda", "tf32", tie), 0x3f802000u);
  EXPECT_EQ(encoded("ashlar", "tf32", tie), 0x3f800000u);
}

TEST(ProfilesTest, IeeeKeepsPayloads) {
  const Element f32 = parse_format("f32").element();
  const std::vector<std::uint32_t> in = {0xff812345u};
  std::vector<std::uint16_t> out(1);
  CastOptions options;
  options.policy = policy_of("ieee", "bf16");
  cast(f32, std::as_bytes(std::span(in)), parse_format("bf16").element(),
       std::as_writable_bytes(std::span(out)), 1, options);
  EXPECT_EQ(out[0], 0xffc1u);
  EXPECT_EQ(encoded("ieee", "f8_e4m3fn", kInfinity), 0x7fu);
}

TEST(ProfilesTest, OnnxCutsNumbersOffToIntegers) {
  EXPECT_EQ(encoded("onnx", "i8", 2.9), 2u);
  EXPECT_EQ(encoded("onnx", "i8", -2.9), 0xfeu);
  EXPECT_EQ(encoded("onnx", "i8", 200), 200u);
  EXPECT_EQ(encoded("onnx", "e8m0", 1.01), 128u);
  EXPECT_EQ(encoded("cuda", "i8", 200), 127u);
  EXPECT_EQ(encoded("torch", "u8", 258), 2u);
}

TEST(ProfilesTest, TtnnHasNoSubnormalsInE4m3) {
  const double normal = 0x1p-6;
  EXPECT_EQ(encoded("ttnn", "f8_e4m3fn", normal), 0x08u);
  EXPECT_EQ(encoded("ttnn", "f8_e4m3fn", -normal), 0x88u);
  EXPECT_EQ(encoded("ttnn", "f8_e4m3fn", std::nextafter(normal, 0)), 0x00u);
  EXPECT_EQ(encoded("ttnn", "f8_e4m3fn", -std::nextafter(normal, 0)), 0x80u);
  EXPECT_EQ(encoded("ttnn", "f8_e4m3fn", 0x1p-130), 0x00u);
  EXPECT_EQ(encoded("ttnn", "f8_e4m3fn", 464.5), 0x7eu);
  EXPECT_EQ(encoded("ttnn", "f8_e4m3fn", 1 + 0x1p-4), 0x38u);
  EXPECT_EQ(encoded("ttnn", "f8_e4m3fn", 1 + 3 * 0x1p-4), 0x3au);
}

TEST(ProfilesTest, TtnnReadsSubnormalsOfE4m3AsZero) {
  const Element e4m3 = parse_format("f8_e4m3fn").element();
  std::vector<std::uint8_t> in(256);
  for (std::size_t i = 0; i < 256; ++i) in[i] = static_cast<std::uint8_t>(i);
  std::vector<float> out(256);
  CastOptions options;
  options.policy = policy_of("ttnn", "f32", "f8_e4m3fn");
  cast(e4m3, std::as_bytes(std::span(in)), parse_format("f32").element(),
       std::as_writable_bytes(std::span(out)), 256, options);
  for (std::size_t i = 0; i < 256; ++i) {
    const double value = decode(e4m3, i);
    if (i % 128 < 8) {
      EXPECT_EQ(out[i], 0.0f) << i;
      EXPECT_EQ(std::signbit(out[i]), i >= 128) << i;
    } else if (i % 128 == 127) {
      EXPECT_TRUE(std::isnan(out[i])) << i;
    } else {
      EXPECT_EQ(out[i], value) << i;
    }
  }
}

TEST(ProfilesTest, ZdnnCutsDlfloat16ShortToBf16) {
  const Element dlfloat16 = parse_format("dlfloat16").element();
  const Element bf16 = parse_format("bf16").element();
  // 1 + 7/512 lies nearer to the next bf16, 1 + 2/128.
  const std::vector<std::uint16_t> in = {0x3e07, 0xbe07};
  std::vector<std::uint16_t> out(2);
  for (const auto& [name, code] :
       {std::pair{"zdnn", 0x3f81}, std::pair{"ashlar", 0x3f82}}) {
    CastOptions options;
    options.policy = cast_profile(name).policy(dlfloat16, bf16);
    cast(dlfloat16, std::as_bytes(std::span(in)), bf16,
         std::as_writable_bytes(std::span(out)), 2, options);
    EXPECT_EQ(out[0], code) << name;
    EXPECT_EQ(out[1], code | 0x8000) << name;
  }
}

TEST(ProfilesTest, HaveNamesAndDescriptionsOfTheirOwn) {
  ASSERT_FALSE(cast_profiles().empty());
  EXPECT_EQ(cast_profiles().front().name, "ashlar");
  std::set<std::string_view> names;
  for (const CastProfile& profile : cast_profiles()) {
    EXPECT_TRUE(names.insert(profile.name).second) << profile.name;
    EXPECT_FALSE(profile.description.empty()) << profile.name;
    EXPECT_EQ(&cast_profile(profile.name), &profile);
  }
  for (const char* name :
       {"ieee", "ocp", "cuda", "ml_dtypes", "torch", "ttnn", "onnx"}) {
    EXPECT_TRUE(names.contains(name)) << name;
  }
}

TEST(ProfilesTest, UnknownOnesAreToldTheKnownOnes) {
  const Error error = test::error_of([] { cast_profile("pytorch"); });
  EXPECT_EQ(error.kind(), ErrorKind::invalid);
  EXPECT_STREQ(error.what(),
               "profile: there is no 'pytorch'; one of ashlar, ieee, ocp, "
               "cuda, ml_dtypes, torch, ttnn, onnx, zdnn");
}

}  // namespace
}  // namespace ashlar
