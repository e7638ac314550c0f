#include <gtest/gtest.h>

#include <sstream>

#include "ashlar/draw.h"
#include "tests/base/error_text.h"

namespace ashlar {
namespace {

TEST(UnitsTextTest, ShowsAPanelForEachCore) {
  EXPECT_EQ(draw_units_text(
                parse_spec("bf16[11x14] tile(2x4) on sim:0/l1 block(2x2)")),
            R"(core 0,0         core 0,1
+------------+   +------------+
|#######     |   |       #####|
|#######     |   |       #####|
|#######     |   |       #####|
|            |   |            |
|            |   |            |
|            |   |            |
+------------+   +------------+
a 0:6            a 0:6
b 0:8            b 8:14
full             75 % full

core 1,0         core 1,1
+------------+   +------------+
|            |   |            |
|            |   |            |
|            |   |            |
|#######     |   |       #####|
|#######     |   |       #####|
|#######     |   |       #####|
+------------+   +------------+
a 6:11           a 6:11
b 0:8            b 8:14
83.3 % full      62.5 % full
# is what a core holds
)");
}

TEST(UnitsTextTest, CoresWithoutDataAreEmptyPanels) {
  const std::string text =
      draw_units_text(parse_spec("bf16[70x32] ttnn on sim:0/l1 height(5)"));
  EXPECT_EQ(text,
            R"(core 0           core 1           core 2           core 3
+------------+   +------------+   +------------+   +------------+
|############|   |            |   |            |   |            |
|############|   |            |   |            |   |            |
|############|   |            |   |            |   |            |
|            |   |############|   |            |   |            |
|            |   |############|   |            |   |            |
|            |   |############|   |            |   |            |
|            |   |            |   |############|   |            |
+------------+   +------------+   +------------+   +------------+
a 0:32           a 32:64          a 64:70          nothing
full             full             18.8 % full

core 4: nothing
# is what a core holds
)");
}

TEST(UnitsTextTest, WrapsAtTheWidth) {
  TextOptions options;
  options.width = 20;
  const std::string text =
      draw_units_text(parse_spec("f32[4x4] row on sim:0/l1 width(4)"), options);
  std::size_t names = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 27u);
    names += line.starts_with("core ");
  }
  EXPECT_EQ(names, 2u);
}

TEST(UnitsTextTest, MarksWhatIsOnlyInPart) {
  EXPECT_EQ(draw_units_text(parse_spec("u8[64x1] row on sim:0 interleaved(2)")),
            R"(bank 0      bank 1
+-+         +-+
|+|         |+|
|+|         |+|
|+|         |+|
|+|         |+|
|+|         |+|
|+|         |+|
|+|         |+|
|+|         |+|
|+|         |+|
|+|         |+|
|+|         |+|
|+|         |+|
|+|         |+|
|+|         |+|
|+|         |+|
|+|         |+|
+-+         +-+
32 pieces   32 pieces
full        full
# is what a bank holds, + where that is a part
)");
}

TEST(UnitsTextTest, SaysHowManyAreLeftOut) {
  TextOptions options;
  options.more = "more";
  const std::string text = draw_units_text(
      parse_spec("f32[100x4] row on sim:0/l1 height(100)"), options);
  EXPECT_NE(text.find("shown: 64 of 100 cores; more\n"), std::string::npos);
}

TEST(UnitsTextTest, RefusesWhatIsInOneMemory) {
  EXPECT_EQ(
      test::error_text([] { draw_units_text(parse_spec("f32[4x4] row")); }),
      "draw: there is no panel for each unit of f32[4x4] row: it is in "
      "one memory, or in too many pieces");
  EXPECT_EQ(draw_units_text(
                parse_spec("f32[0x8] row on sim:0/l1 height(3, shard=4x8)")),
            "nothing to draw: there are no elements\n");
}

}  // namespace
}  // namespace ashlar
