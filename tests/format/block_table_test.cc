// The rows of block formats, against their documents.
#include <gtest/gtest.h>

#include "ashlar/format.h"
#include "src/format/table.h"

namespace ashlar {
namespace {

struct BlockCase {
  const char* name;
  const char* element;
  const char* scale;
  std::int64_t length;
  double bits_per_element;
};

const BlockCase kBlocks[] = {
    {"mxfp8_e4m3", "f8_e4m3fn", "e8m0", 32, 8.25},
    {"mxfp8_e5m2", "f8_e5m2", "e8m0", 32, 8.25},
    {"mxfp6_e3m2", "f6_e3m2fn_w6", "e8m0", 32, 6.25},
    {"mxfp6_e2m3", "f6_e2m3fn_w6", "e8m0", 32, 6.25},
    {"mxfp4", "f4_e2m1fn", "e8m0", 32, 4.25},
    {"mxint8", "q1.6", "e8m0", 32, 8.25},
    {"nvfp4", "f4_e2m1fn", "ue4m3", 16, 4.5},
    {"bfp8_b", "sm1.6", "ue8m0f_nozero", 16, 8.5},
    {"bfp4_b", "sm1.2", "ue8m0f_nozero", 16, 4.5},
    {"bfp2_b", "sm1.0", "ue8m0f_nozero", 16, 2.5},
    {"q8_0", "i8", "f16", 32, 8.5},
    {"q4_0", "ob4", "f16", 32, 4.5},
};

TEST(BlockTableTest, HasElementScaleAndLengthOfEach) {
  ASSERT_EQ(std::size(kBlocks), block_rows().size());
  for (const BlockCase& c : kBlocks) {
    const Format format = parse_format(c.name);
    ASSERT_TRUE(format.is_block()) << c.name;
    const ScaleLevel& level = format.block()->scales[0];
    EXPECT_EQ(to_string(format.element()), c.element);
    EXPECT_EQ(to_string(level.element), c.scale);
    EXPECT_EQ(level.scope, ScaleLevel::Scope::tile);
    EXPECT_EQ(level.rows, 1);
    EXPECT_EQ(level.cols, c.length);
    EXPECT_EQ(format.bits_per_element(), c.bits_per_element) << c.name;
  }
}

TEST(BlockTableTest, GivesNvfp4TwoLevelsOfScales) {
  const Block& nvfp4 = *parse_format("nvfp4").block();
  ASSERT_EQ(nvfp4.scales.size(), 2u);
  EXPECT_EQ(nvfp4.scales[1].scope, ScaleLevel::Scope::tensor);
  EXPECT_EQ(to_string(nvfp4.scales[1].element), "f32");
}

}  // namespace
}  // namespace ashlar
