// `ashlar mem`: what it prints, and what it refuses.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/command_line.h"
#include "tests/cli/temporary_folder.h"

namespace ashlar::test {
namespace {

using Json = nlohmann::json;

TEST(MemTest, ShowsWhatLiesWhere) {
  const Said said = ashlar({"mem", "bf16[128x128] ttnn on sim:0/l1 block(2x2)",
                            "bf16[70x100] ttnn", "--pages"});
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.err, "");
  EXPECT_TRUE(said.out.starts_with("sim:0, wormhole\n"));
  for (const char* line :
       {"  A 1,490,944      8,192  bf16[128x128] tile(32x32, faces=16x16) "
        "block(2x2)\n",
        "  A             0          2,048  bf16[70x100] tile(32x32, "
        "faces=16x16) interleaved(12)\n",
        "  core 0,0: 0 1 4 5\n"
        "  core 1,0: 2 3 6 7\n"
        "  core 0,1: 8 9 12 13\n"
        "  core 1,1: 10 11 14 15\n",
        "  bank 11: 11\n"}) {
    EXPECT_NE(said.out.find(line), std::string::npos) << line << said.out;
  }
}

TEST(MemTest, WritesJson) {
  const Said said =
      ashlar({"mem", "bf16[9x6] row", "f32[32x32] ttnn on sim:0/l1 height(1)",
              "--json", "--device", "blackhole", "--pages"});
  ASSERT_EQ(said.status, 0) << said.err;
  const Json json = Json::parse(said.out);
  EXPECT_EQ(json["schema"], "ashlar.mem/1");
  EXPECT_EQ(json["config"], "blackhole");
  ASSERT_EQ(json["tensors"].size(), 2U);
  const Json& rows = json["tensors"][0];
  EXPECT_EQ(rows["spec"], "bf16[9x6] row on sim:0/dram interleaved(8)");
  EXPECT_EQ(rows["memory"], "dram");
  EXPECT_EQ(rows["page_bytes"], 12);
  EXPECT_EQ(rows["page_stride"], 64);
  EXPECT_EQ(rows["data_bytes"], 108);
  EXPECT_EQ(rows["pages"].size(), 16U);
  EXPECT_EQ(rows["pages"][1],
            Json::parse(R"({"page": 8, "unit": 0, "address": 64})"));
  EXPECT_EQ(rows["pages"][3]["page"], Json());
  const Json& l1 = json["memories"][0];
  EXPECT_EQ(l1["name"], "l1");
  EXPECT_EQ(l1["columns"], 13);
  EXPECT_EQ(l1["allocated"], 4096);
  EXPECT_EQ(l1["bytes_by_unit"][0], 4096);
  EXPECT_EQ(l1["bytes_by_unit"][1], 0);
  EXPECT_EQ(l1["blocks"].back()["kind"], "tensor");
  EXPECT_EQ(json["memories"][1]["fragmentation"], 0.0);
}

TEST(MemTest, LeavesPagesOutUnlessAsked) {
  const Said said = ashlar({"mem", "f32[4] row", "--json"});
  EXPECT_FALSE(Json::parse(said.out)["tensors"][0].contains("pages"));
}

class MemFileTest : public TemporaryFolder {};

TEST_F(MemFileTest, DrawsIntoAFile) {
  const std::string path = this->path("map.svg");
  const Said said = ashlar({"mem", "f32[4] row", "--svg", path});
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.err, "wrote " + path + "\n");
  const std::string text = read("map.svg");
  EXPECT_TRUE(text.starts_with("<svg"));
  EXPECT_EQ(ashlar({"mem", "f32[4] row", "--svg", path}).status, 5);
  EXPECT_EQ(ashlar({"mem", "f32[4] row", "--svg", path, "--force"}).status, 0);
  EXPECT_EQ(ashlar({"mem", "f32[4] row", "--svg", "-"}).out, text);
}

TEST(MemTest, DrewThePictureInTheGuide) {
  const Said said = ashlar({"mem", "bf16[100x70] ttnn on sim:0/l1 block(2x2)",
                            "u32[64x8] row on sim:0/l1 height(4x8)",
                            "bf16[300x70] ttnn", "--svg", "-"});
  std::ifstream file(ASHLAR_SOURCE_DIR "/docs/pictures/memory.svg");
  std::ostringstream text;
  text << file.rdbuf();
  EXPECT_TRUE(said.out == text.str())
      << "docs/pictures/memory.svg is out of date; docs/guide/devices.md says "
         "how it is made";
}

TEST(MemTest, SaysWhatDoesNotFit) {
  const Said room = ashlar({"mem", "bf16[8192x8192] ttnn on sim:0/l1"});
  EXPECT_EQ(room.status, 6);
  EXPECT_EQ(room.err,
            "error: sim:0: Out of Memory: Not enough space to allocate "
            "134217728 B L1 buffer across 1 banks, where each bank needs to "
            "store 134217728 B, but bank size is 1395424 B (allocated: 0 B, "
            "free: 1395424 B, largest free block: 1395424 B)\n"
            "hint: spread it over more banks or cores, or take another "
            "memory\n");
  const Said rule = ashlar({"mem", "f16[3] row", "--device", "wormhole"});
  EXPECT_EQ(rule.status, 3);
  EXPECT_EQ(rule.out, "");
  EXPECT_EQ(ashlar({"mem"}).status, 2);
  EXPECT_EQ(ashlar({"mem", "f32[4", "--json"}).status, 2);
  const Said device = ashlar({"mem", "f32[4] row", "--device", "tpu"});
  EXPECT_EQ(device.status, 2);
  EXPECT_EQ(device.err,
            "error: sim: 'tpu' is not a simulated device\n"
            "  tpu\n"
            "  ^^^\n"
            "hint: use any, wormhole, blackhole, tt_tensor, spyre\n");
}

TEST(MemTest, PrintsHelp) {
  const Said said = ashlar({"mem", "--help"});
  EXPECT_EQ(said.status, 0);
  EXPECT_TRUE(said.out.starts_with("usage: ashlar mem SPEC... [OPTION]..."));
}

}  // namespace
}  // namespace ashlar::test
