#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/command_line.h"

namespace ashlar::test {
namespace {

using Json = nlohmann::json;

Json json_of(std::vector<std::string> args) {
  args.insert(args.begin(), "layout");
  args.push_back("--json");
  const Said said = ashlar(args);
  EXPECT_EQ(said.status, 0) << said.err;
  return Json::parse(said.out);
}

TEST(LayoutJsonTest, SaysEverythingAboutASpyreTensor) {
  const Json json =
      json_of({"f16[5x100x150] stick(128B, pad=all)", "--at", "4,99,149"});
  EXPECT_EQ(json["schema"], "ashlar.layout/1");
  EXPECT_EQ(json["spec"], "f16[5x100x150] stick(128B, pad=all)");
  EXPECT_EQ(json["format"], "f16");
  EXPECT_EQ(json["shape"], Json({5, 100, 150}));
  EXPECT_EQ(json["padded"], Json({64, 128, 192}));
  EXPECT_EQ(json["names"], Json({"a", "b", "c"}));
  EXPECT_EQ(json["bytes"], 3145728);
  EXPECT_EQ(json["padding_bytes"], 3145728 - 150000);
  EXPECT_EQ(json["contiguous_run"], 64);
  EXPECT_EQ(json["units"], Json::array());
  EXPECT_EQ(json["device_size"], Json({128, 3, 64, 64}));
  EXPECT_EQ(json["dim_map"], Json({1, 2, 0, 2}));
  EXPECT_EQ(json["digits"][0], Json({{"axis", "b"},
                                     {"div", 1},
                                     {"radix", 100},
                                     {"alloc", 128},
                                     {"stride_bits", 196608}}));
  EXPECT_EQ(json["digits"].size(), 4u);
  EXPECT_EQ(json["at"], Json::array({{{"index", {4, 99, 149}},
                                      {"unit", Json::object()},
                                      {"byte", 2449962},
                                      {"bit", 0},
                                      {"padding", false}}}));
  EXPECT_EQ(json["find"], Json::array());
  EXPECT_EQ(json["why"].size(), 3u);
}

struct Seed {
  const char* spec;
  Json device_size;
  Json dim_map;
  int bytes;
};

// The other layouts of the seed document.
TEST(LayoutJsonTest, AgreesWithTheSeed) {
  const Seed seeds[] = {
      {"f16[5x100x150] stick(128B)", {100, 3, 5, 64}, {1, 2, 0, 2}, 192000},
      {"f16[5x100x150] stick(128B, padded=5x128x192)",
       {128, 3, 5, 64},
       {1, 2, 0, 2},
       245760},
      {"f16[5x100x150] stick(128B, order=1.0.2)",
       {5, 3, 100, 64},
       {0, 2, 1, 2},
       192000},
  };
  for (const Seed& seed : seeds) {
    const Json json = json_of({seed.spec});
    EXPECT_EQ(json["device_size"], seed.device_size) << seed.spec;
    EXPECT_EQ(json["dim_map"], seed.dim_map) << seed.spec;
    EXPECT_EQ(json["bytes"], seed.bytes) << seed.spec;
  }
  const Said wrong = ashlar(
      {"layout", "f16[5x100x150] stick(128B, padded=5x100x180)", "--json"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_EQ(wrong.out, "");
  EXPECT_NE(wrong.err.find("Invalid padding: padded_size[stick_dim] not even "
                           "multiple of elems_in_stick"),
            std::string::npos)
      << wrong.err;
}

TEST(LayoutJsonTest, NamesUnits) {
  const Json json =
      json_of({"bf16[128x128] ttnn on sim:0/l1 block(2x2)", "--at", "100,70",
               "--find", "100", "--unit", "core.x=1"});
  EXPECT_EQ(json["units"][1]["name"], "core.x");
  EXPECT_EQ(json["units"][1]["extent"], 2);
  EXPECT_EQ(json["units"][1]["replicated"], false);
  EXPECT_EQ(json["units"][1]["digit"]["axis"], "b");
  EXPECT_EQ(json["units"][1]["digit"]["div"], 64);
  EXPECT_EQ(json["bytes"], 32768);
  EXPECT_EQ(json["bytes_per_unit"], 8192);
  EXPECT_EQ(json["at"][0]["unit"], Json({{"core.y", 1}, {"core.x", 1}}));
  EXPECT_EQ(json["at"][0]["byte"], 4236);
  EXPECT_EQ(json["find"][0]["index"], Json({3, 66}));
  EXPECT_EQ(json["find"][0]["unit"], Json({{"core.y", 0}, {"core.x", 1}}));
  EXPECT_EQ(json["device_size"], nullptr);
  EXPECT_EQ(json["dim_map"], nullptr);
  EXPECT_TRUE(json["notations"]["onednn"].contains("why_not"));
}

TEST(LayoutJsonTest, WritesOutJoinsGapsXorsAndCopies) {
  const Json pages =
      json_of({"bf16[8x12] tile(4x4) on sim:0/dram interleaved(5)"});
  EXPECT_EQ(pages["digits"][0]["axis"], "(a/4 b/4)");
  EXPECT_EQ(pages["digits"][0]["div"], 5);
  const Json gap = json_of({"f16[h=3] [h, 0:64]"});
  EXPECT_EQ(gap["digits"][1]["axis"], nullptr);
  EXPECT_EQ(gap["digits"][1]["alloc"], 64);
  const Json swizzle = json_of({"bf16[t=8, c=8] [t, c ^ t]"});
  EXPECT_EQ(swizzle["digits"][1]["xor"], Json({"t"}));
  const Json copies = json_of({"f32[4x4] row on host replicated(3)"});
  EXPECT_EQ(copies["units"][0]["replicated"], true);
  EXPECT_EQ(copies["units"][0]["digit"], nullptr);
}

TEST(LayoutJsonTest, MarksPadding) {
  const Json json = json_of({"bf16[6x10] tile(4x4)", "--at", "6,0", "--at",
                             "5,9", "--find", "4", "--find", "190"});
  EXPECT_EQ(json["at"][0]["padding"], true);
  EXPECT_EQ(json["at"][0]["byte"], 112);
  EXPECT_EQ(json["at"][1]["padding"], false);
  EXPECT_EQ(json["find"][0]["index"], Json({0, 2}));
  EXPECT_EQ(json["find"][0]["padding"], false);
  EXPECT_EQ(json["find"][1]["index"], nullptr);
  EXPECT_EQ(json["find"][1]["padding"], true);
  const Json join = json_of(
      {"bf16[7x10] tile(4x4) on sim:0/dram interleaved(5)", "--at", "7,0"});
  EXPECT_EQ(join["at"][0]["padding"], true);
  EXPECT_EQ(join["at"][0]["byte"], nullptr);
}

TEST(LayoutJsonTest, DescribesRecords) {
  const Json json =
      json_of({"u4[n=3, k=70] [n, k/32]{d: f16 []; q: u4 [k%16, k/16%2]}",
               "--at", "1,56", "--find", "5"});
  ASSERT_EQ(json["fields"].size(), 2u);
  EXPECT_EQ(json["fields"][0]["name"], "d");
  EXPECT_EQ(json["fields"][0]["format"], "f16");
  EXPECT_EQ(json["fields"][0]["is_data"], false);
  EXPECT_EQ(json["fields"][1]["is_data"], true);
  EXPECT_EQ(json["fields"][1]["bit_offset"], 16);
  EXPECT_EQ(json["at"][0]["byte"], 82);
  EXPECT_EQ(json["at"][0]["bit"], 4);
  EXPECT_EQ(json["at"][0]["fields"]["d"]["byte"], 72);
  ASSERT_EQ(json["find"].size(), 2u);
  EXPECT_EQ(json["find"][1]["field"], "q");
  EXPECT_EQ(json["find"][1]["bit"], 4);
  EXPECT_EQ(json["find"][1]["bits"], 4);
  EXPECT_EQ(json["find"][1]["index"], Json({0, 19}));
}

TEST(LayoutJsonTest, GivesEveryNotationATextOrAReason) {
  const Json json = json_of({"f32[h=100, w=70] [h/32, w/32, h%32, w%32]"});
  EXPECT_EQ(json["same_as"], "tile(32x32)");
  EXPECT_GE(json["notations"].size(), 7u);
  for (const auto& [name, said] : json["notations"].items()) {
    EXPECT_EQ(said.size(), 1u) << name;
    EXPECT_TRUE(said.contains("text") || said.contains("why_not")) << name;
  }
}

TEST(LayoutJsonTest, HandlesRankZeroNoElementsAndHugeTensors) {
  EXPECT_EQ(json_of({"f32[] row", "--at", ""})["at"][0]["byte"], 0);
  EXPECT_EQ(json_of({"f32[] row", "--at", "()"})["at"][0]["index"],
            Json::array());
  EXPECT_EQ(json_of({"f32[0x5] row"})["bytes"], 0);
  const Json huge = json_of({"u1[1073741824x1073741824] tile(32x32)", "--at",
                             "1073741823,5", "--find", "77777777777777"});
  EXPECT_EQ(huge["bytes"], 144115188075855872);
  EXPECT_EQ(huge["at"][0]["byte"], 144115183780888700);
  EXPECT_EQ(huge["find"].size(), 8u);
}

TEST(LayoutJsonTest, SaysWhatEachUnitHolds) {
  const Json json = json_of({"bf16[70x32] ttnn on sim:0/l1 height(4)"});
  ASSERT_EQ(json["parts"].size(), 4u);
  EXPECT_EQ(json["parts"][2], Json({{"unit", {{"core", 2}}},
                                    {"elements", 192},
                                    {"begin", {64, 0}},
                                    {"end", {70, 32}},
                                    {"is_box", true},
                                    {"data_bytes", 384}}));
  EXPECT_EQ(json["parts"][3]["elements"], 0);
  EXPECT_EQ(json["parts"][3]["end"], Json({0, 0}));
  EXPECT_EQ(json_of({"f32[4x4] row"})["parts"], Json());
}

}  // namespace
}  // namespace ashlar::test
