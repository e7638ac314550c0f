#include <gtest/gtest.h>

#include "tests/cli/command_line.h"

namespace ashlar::test {
namespace {

TEST(ExplainTest, NamesBothSpecs) {
  const Said said = ashlar(
      {"explain", "--from", "f32[6x10] row", "--to", "bf16[6x10] tile(4x4)"});
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.err, "");
  EXPECT_NE(said.out.find("f32[6x10] row"), std::string::npos) << said.out;
  EXPECT_NE(said.out.find("bf16[6x10] tile(4x4)"), std::string::npos)
      << said.out;
  EXPECT_TRUE(said.out.ends_with('\n'));
  EXPECT_FALSE(said.out.ends_with("\n\n"));
}

TEST(ExplainTest, TakesTheOptionsOfRaw) {
  const Said said =
      ashlar({"explain", "--from", "f32[6x10]", "--to", "i8[6x10]", "--round",
              "toward_zero", "--overflow", "wrap", "--pad", "-1", "--threads",
              "1", "--seed", "3", "--profile", "torch", "--nan", "quiet"});
  EXPECT_EQ(said.status, 0) << said.err;
}

TEST(ExplainTest, SaysWhichWayLeadsToABlockFormat) {
  const Said said =
      ashlar({"explain", "--from", "f32[64x64]", "--to", "bfp8_b[64x64] ttnn"});
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.out,
            "from     f32[64x64] row\n"
            "to       bfp8_b[64x64] tile(32x32, faces=16x16)\n"
            "bytes    16384 read, 4352 written\n"
            "way      quantises 4 tiles of 1088 bytes, by kernel\n");
}

TEST(ExplainTest, WantsOneShape) {
  const Said said =
      ashlar({"explain", "--from", "f32[6x10]", "--to", "f32[10x6]"});
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.err,
            "error: explain: f32[6x10] row and f32[10x6] row have different "
            "sizes\n"
            "hint: elements keep their indices: write the same sizes in "
            "both\n");
}

TEST(ExplainTest, PrintsHelp) {
  const Said said = ashlar({"explain", "--help"});
  EXPECT_EQ(said.status, 0);
  EXPECT_TRUE(said.out.starts_with("usage: ashlar explain --from SPEC"));
}

}  // namespace
}  // namespace ashlar::test
