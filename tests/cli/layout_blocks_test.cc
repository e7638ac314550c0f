// What `ashlar layout` says of the parts of block formats.
#include "cli/layout_blocks.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "ashlar/error.h"
#include "tests/cli/command_line.h"

namespace ashlar::test {
namespace {

bool has(const std::string& text, const std::string& what) {
  return text.find(what) != std::string::npos;
}

TEST(LayoutBlocksTest, ListsEveryPart) {
  using Rows = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(
      cli::part_rows(parse_spec("mxfp4[32x128] row")),
      (Rows{{"data", "u8[32, 64] of f4_e2m1fn, 2,048 bytes"},
            {"scale", "u8[32, 4] of e8m0, 128 bytes, one for 32 elements"}}));
  EXPECT_EQ(cli::part_rows(
                parse_spec("u4@f16:8+f16:16+f32:tensor,zero=u4[4x32] row")),
            (Rows{{"data", "u8[4, 16] of u4, 64 bytes"},
                  {"scale", "f16[4, 4], 32 bytes, one for 8 elements"},
                  {"outer scale", "f16[4, 2], 16 bytes, one for 16 elements"},
                  {"top scale", "f32[1], 4 bytes, one for all"},
                  {"zero", "u8[4, 2] of u4, 8 bytes, one for each scale"}}));
  EXPECT_EQ(cli::part_rows(parse_spec("cb42f1346_e2m3fn@e8m0:32,sub=8,"
                                      "sparse=2:4[2x128] row")),
            (Rows{{"data", "u8[2, 32] of cb42f1346_e2m3fn, 64 bytes"},
                  {"scale", "u8[2, 2] of e8m0, 4 bytes, one for 32 elements"},
                  {"meta", "u8[2, 2], 4 bytes, one for each subtile"},
                  {"mask", "u8[2, 16], 32 bytes, a bit for each element"}}));
}

TEST(LayoutBlocksTest, SaysWhatAScaleIsFor) {
  const auto scale = [](const std::string& format) {
    return cli::part_rows(parse_spec(format + "[8x64] row"))[1].second;
  };
  EXPECT_TRUE(has(scale("i8@f32:4x32"), "one for 4x32 elements"));
  EXPECT_TRUE(has(scale("i8@f32:*x32"), "one for 32 columns of all rows"));
  EXPECT_TRUE(
      has(scale("i8@f32:channel"), "one for all along the axis of the tiles"));
  EXPECT_TRUE(has(scale("i8@f32:tensor"), "4 bytes, one for all"));
}

TEST(LayoutBlocksTest, DrawsThePartsAsText) {
  const Said said = ashlar({"layout", "mxfp4[2x64] row"});
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_TRUE(has(said.out, "  data         u8[2, 32] of f4_e2m1fn"));
  EXPECT_TRUE(has(said.out,
                  "scale: u8[2, 2] of e8m0, one for each of these\n"
                  "axis 0\\axis 1  0..31  32..63\n"
                  "            0      0       1\n"
                  "            1      2       3\n"))
      << said.out;
}

TEST(LayoutBlocksTest, DrawsThePartsAsSvg) {
  for (const char* spec :
       {"mxfp4[32x128] row", "bfp8_b[64x64] tile(32x32, faces=16x16)",
        "f8_e4m3fn@f32:128x128[256x256] row"}) {
    const Said said = ashlar({"layout", spec, "--svg", "-"});
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_TRUE(said.out.starts_with("<svg")) << spec;
    EXPECT_TRUE(has(said.out, "scale: ")) << spec;
  }
}

TEST(LayoutBlocksTest, TellsPrograms) {
  const Said said = ashlar({"layout", "mxfp4[32x128] row", "--json"});
  EXPECT_EQ(said.status, 0) << said.err;
  const auto json = nlohmann::json::parse(said.out);
  EXPECT_EQ(json["spec"], "mxfp4[32x128] row");
  EXPECT_EQ(json["blocks"]["bits_per_element"], 4.25);
  EXPECT_EQ(json["blocks"]["axis"], -1);
  const auto& scale = json["blocks"]["parts"][1];
  EXPECT_EQ(scale["name"], "scale");
  EXPECT_EQ(scale["format"], "u8");
  EXPECT_EQ(scale["element"], "e8m0");
  EXPECT_EQ(scale["shape"], nlohmann::json({32, 4}));
  EXPECT_EQ(scale["bytes"], 128);
  EXPECT_EQ(scale["for"], "one for 32 elements");
}

// Where a layout has no place for the parts there is only what they are.
TEST(LayoutBlocksTest, SaysWhyThereAreNoPlaces) {
  cli::LayoutReport report;
  report.spec = parse_spec("mxfp4[2x64] row");
  cli::require_places(report);
  report.why_not = "there is no place";
  try {
    cli::require_places(report);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "layout: there is no place; without questions the parts are "
                 "shown");
  }
  const auto json = nlohmann::json::parse(cli::unplaced_json(report));
  EXPECT_EQ(json["schema"], "ashlar.layout/1");
  EXPECT_EQ(json["why_not"], "there is no place");
  EXPECT_EQ(json["blocks"]["parts"].size(), 2u);
  EXPECT_EQ(cli::json_of(report), cli::unplaced_json(report));
}

}  // namespace
}  // namespace ashlar::test
