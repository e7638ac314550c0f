// How much of random numbers block formats keep.
#include "cli/formats_quality.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "tests/cli/command_line.h"

namespace ashlar::test {
namespace {

using nlohmann::json;

// As much as a sanitizer has time for.
constexpr cli::Sample kSample = {16, 512};

cli::Quality quality_of(const std::string& name) {
  for (const cli::Quality& row : cli::qualities(name, kSample)) {
    if (row.name == name) return row;
  }
  ADD_FAILURE() << name;
  return {};
}

TEST(FormatsQualityTest, FindsWhatOthersMeasured) {
  const struct {
    const char* name;
    double gaussian;
  } kMeasured[] = {
      {"mxfp8_e4m3", 31.5}, {"mxfp8_e5m2", 25.6}, {"mxfp6_e2m3", 31.0},
      {"mxfp4", 19.0},      {"bfp8_b", 42.8},     {"bfp4_b", 18.6},
      {"bfp2_b", 6.3},      {"Q8_0", 45.4},       {"Q4_0", 21.3},
      {"Q4_1", 22.1},       {"IQ4_NL", 22.0},     {"MXFP4", 18.7},
  };
  for (const auto& [name, gaussian] : kMeasured) {
    EXPECT_NEAR(quality_of(name).gaussian, gaussian, 0.4) << name;
  }
}

TEST(FormatsQualityTest, OutliersCostMoreWhereManyShareAScale) {
  const cli::Quality integers = quality_of("mxint8");
  const cli::Quality floats = quality_of("mxfp8_e5m2");
  EXPECT_GT(integers.gaussian - integers.outliers, 1);
  EXPECT_NEAR(floats.gaussian, floats.outliers, 1);
}

TEST(FormatsQualityTest, HasEveryBlockFormatAndEveryRecordThatCanBeMade) {
  const auto rows = cli::qualities("*", {2, 256});
  std::set<std::string> names;
  for (const cli::Quality& row : rows) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_GT(row.gaussian, 1) << row.name;
    EXPECT_GT(row.bits, 1) << row.name;
  }
  for (const char* name : {"mxfp4", "nvfp4", "bfp8_b", "int4_g128", "nf4",
                           "mx9", "Q4_K", "Q6_K", "TQ2_0"}) {
    EXPECT_TRUE(names.contains(name)) << name;
  }
  EXPECT_FALSE(names.contains("Q2_K"));
}

TEST(FormatsQualityTest, SaysTheSameToPrograms) {
  const Said said =
      ashlar({"formats", "f4_e2m1fn@e8m0:16", "--quality", "--json"});
  EXPECT_EQ(said.status, 0) << said.err;
  const json document = json::parse(said.out);
  EXPECT_EQ(document["schema"], "ashlar.formats.quality/1");
  EXPECT_EQ(document["data"]["rows"], 128);
  EXPECT_EQ(document["data"]["columns"], 1024);
  ASSERT_EQ(document["formats"].size(), 1u);
  const json& row = document["formats"][0];
  EXPECT_EQ(row["name"], "f4_e2m1fn@e8m0:16");
  EXPECT_EQ(row["kind"], "format");
  EXPECT_EQ(row["bits"], 4.5);
  EXPECT_GT(row["gaussian_db"], 18.9);
}

TEST(FormatsQualityTest, PrintsTables) {
  const Said said = ashlar({"formats", "mxfp4", "--quality"});
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.out,
            "block formats         bits  Gaussian  outliers\n"
            "  mxfp4               4.25      19.0      16.2  dB\n"
            "\n"
            "GGUF records          bits  Gaussian  outliers\n"
            "  MXFP4               4.25      18.8      16.1  dB\n"
            "\n"
            "SQNR of 128x1024 normal numbers, and if one in 100 is 10 times as "
            "large\n");
}

TEST(FormatsQualityTest, ErrorsSayWhatIsWrong) {
  EXPECT_EQ(ashlar({"formats", "zz*", "--quality"}).status, 2);
  EXPECT_NE(ashlar({"formats", "zz*", "--quality"})
                .err.find("no block format matches 'zz*'"),
            std::string::npos);
  EXPECT_NE(ashlar({"formats", "f32", "--quality"})
                .err.find("--quality is about block formats, and f32 is none"),
            std::string::npos);
  EXPECT_NE(ashlar({"formats", "mxfp4", "0.3", "--quality"})
                .err.find("--quality has numbers and rules of its own"),
            std::string::npos);
}

}  // namespace
}  // namespace ashlar::test
