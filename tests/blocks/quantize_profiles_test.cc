// Everybody else's choices, by name.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "ashlar/error.h"
#include "ashlar/quantize.h"
#include "src/blocks/usual_profile.h"

namespace ashlar {
namespace {

TEST(QuantizeProfilesTest, TheFirstIsTheDefault) {
  EXPECT_EQ(quantize_profiles()[0].name, "ashlar");
  EXPECT_EQ(quantize_profiles()[0].policy(parse_format("mxfp4")),
            QuantizePolicy{});
}

TEST(QuantizeProfilesTest, AllHaveNamesAndDescriptions) {
  std::set<std::string_view> names;
  for (const QuantizeProfile& profile : quantize_profiles()) {
    EXPECT_TRUE(names.insert(profile.name).second) << profile.name;
    EXPECT_FALSE(profile.description.empty()) << profile.name;
    EXPECT_EQ(&quantize_profile(profile.name), &profile);
  }
  for (const char* name :
       {"ocp", "torchao", "ggml", "ttnn", "ttnn_device", "microxcaling",
        "modelopt", "compressed_tensors", "transformer_engine", "tensorcast"}) {
    EXPECT_TRUE(names.contains(name)) << name;
  }
}

TEST(QuantizeProfilesTest, EveryProfileTakesEveryFormat) {
  const std::vector<float> numbers(64, 1.5F);
  for (const QuantizeProfile& profile : quantize_profiles()) {
    for (const char* name : {"mxfp4", "nvfp4", "bfp4_b", "bfp8_a", "mxint8",
                             "i8@f32:channel", "u4@f16:32,zero=u4"}) {
      const Format format = parse_format(name);
      const QuantizePolicy policy = profile.policy(format);
      const BlockCodes codes = quantize(format, numbers, {1, 1, 64}, policy);
      EXPECT_NEAR(dequantize(format, codes, policy)[0], 1.5, 0.1)
          << profile.name << " " << name;
    }
    EXPECT_NO_THROW(profile.policy(Format())) << profile.name;
  }
}

TEST(QuantizeProfilesTest, DifferWhereTheirProjectsDo) {
  const Format nvfp4 = parse_format("nvfp4");
  const std::vector<float> zeros(16);
  const auto scale_of_zeros = [&](const char* name) {
    const QuantizePolicy policy = quantize_profile(name).policy(nvfp4);
    return quantize(nvfp4, zeros, {1, 1, 16}, policy).scales[0];
  };
  EXPECT_EQ(scale_of_zeros("ashlar"), 0u);
  EXPECT_EQ(scale_of_zeros("torchao"), 0x08u);             // 2^-6
  EXPECT_EQ(scale_of_zeros("modelopt"), 0x38u);            // 1
  EXPECT_EQ(scale_of_zeros("compressed_tensors"), 0x20u);  // 2^-3
  const Format mx = parse_format("mxfp8_e4m3");
  const std::vector<float> numbers(32, 1.8F);
  const auto scale = [&](const char* name) {
    const QuantizePolicy policy = quantize_profile(name).policy(mx);
    return quantize(mx, numbers, {1, 1, 32}, policy).scales[0];
  };
  EXPECT_EQ(scale("ocp"), 119u);
  EXPECT_EQ(scale("ashlar"), 120u);
  EXPECT_EQ(scale("compressed_tensors"), 120u);
}

TEST(QuantizeProfilesTest, BlockFloatsAreUsuallyMadeAsTtMetalDoesIt) {
  for (const char* name : {"bfp8_b", "bfp4_b", "bfp2_a"}) {
    EXPECT_EQ(usual_profile(parse_format(name)).name, "ttnn") << name;
  }
  for (const char* name : {"mxfp4", "mxint8", "nvfp4", "bfp16", "int8_g32"}) {
    EXPECT_EQ(usual_profile(parse_format(name)).name, "ashlar") << name;
  }
}

TEST(QuantizeProfilesTest, AnUnknownNameListsTheKnownOnes) {
  try {
    quantize_profile("nobody");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "profile: there is no 'nobody'; one of ashlar, ocp, torchao, "
                 "ggml, ttnn, ttnn_device, microxcaling, modelopt, "
                 "compressed_tensors, transformer_engine, tensorcast");
  }
}

}  // namespace
}  // namespace ashlar
