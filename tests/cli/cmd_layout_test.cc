#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/cli/command_line.h"

namespace ashlar::test {
namespace {

bool has(const std::string& text, std::string_view what) {
  return text.find(what) != std::string::npos;
}

TEST(CmdLayoutTest, ShowsFactsAndAPicture) {
  const Said said = ashlar({"layout", "bf16[6x10]  tile( 4 x 4 )"});
  EXPECT_EQ(said.status, 0);
  EXPECT_EQ(said.err, "");
  EXPECT_EQ(said.out,
            R"(bf16[6x10] tile(4x4)
  digits       [a/4, b/4, a%4, b%4]
  padded       [6[8], 10[12]]
  memory       192 bytes, 120 of data, 37.5 % padding
  longest run  4 elements, 8 bytes

a\b    0  1  2  3    4  5  6  7    8  9 10 11
    +-------------+-------------+-------------+
  0 |  0  1  2  3 | 16 17 18 19 | 32 33  .  . |
  1 |  4  5  6  7 | 20 21 22 23 | 36 37  .  . |
  2 |  8  9 10 11 | 24 25 26 27 | 40 41  .  . |
  3 | 12 13 14 15 | 28 29 30 31 | 44 45  .  . |
    +-------------+-------------+-------------+
  4 | 48 49 50 51 | 64 65 66 67 | 80 81  .  . |
  5 | 52 53 54 55 | 68 69 70 71 | 84 85  .  . |
  6 |  .  .  .  . |  .  .  .  . |  .  .  .  . |
  7 |  .  .  .  . |  .  .  .  . |  .  .  .  . |
    +-------------+-------------+-------------+
numbers are element offsets, . is padding
)");
}

TEST(CmdLayoutTest, TakesASpecThatTheShellHasCut) {
  const Said cut = ashlar({"layout", "bf16[6x10]", "row", "--why"});
  EXPECT_EQ(cut.out, ashlar({"layout", "--why", "bf16[6x10] row"}).out);
  EXPECT_EQ(cut.status, 0);
}

TEST(CmdLayoutTest, SaysHowManyUnitsThereAre) {
  const Said said =
      ashlar({"layout", "bf16[128x128] ttnn on sim:0/l1 block(2x2)", "--why"});
  EXPECT_TRUE(has(said.out,
                  "  units        4: core.y 2 x core.x 2, 8,192 bytes each\n"))
      << said.out;
  EXPECT_TRUE(has(said.out, "  there is no padding\n"));
}

TEST(CmdLayoutTest, AnswersWhereAnElementIs) {
  const Said said = ashlar({"layout", "f16[5x100x150] stick(128B, pad=all)",
                            "--at", "4,99,149", "--at", "[5, 0, 0]"});
  EXPECT_EQ(said.status, 0);
  EXPECT_TRUE(has(said.out,
                  "  at (4, 99, 149)  byte 2,449,962\n"
                  "  at (5, 0, 0)     padding: byte 640; axis a has 5 "
                  "elements\n"))
      << said.out;
  EXPECT_FALSE(has(said.out, "numbers are")) << "a question wants an answer";
}

TEST(CmdLayoutTest, AnswersForUnitsBitsAndRecords) {
  EXPECT_TRUE(has(ashlar({"layout", "bf16[128x128] ttnn on sim:0/l1 block(2x2)",
                          "--at", "100,70"})
                      .out,
                  "  at (100, 70)  core 1,1, byte 4,236\n"));
  const std::string q4 =
      "u4[n=3, k=70] [n, k/32]{d: f16 []; q: u4 [k%16, k/16%2]}";
  EXPECT_TRUE(has(ashlar({"layout", q4, "--at", "1,56"}).out,
                  "  at (1, 56)   byte 82, bits 4 to 7; d in byte 72\n"));
  EXPECT_TRUE(has(ashlar({"layout", "u1[5x3] row", "--at", "4,2"}).out,
                  "byte 1, bit 6\n"));
}

TEST(CmdLayoutTest, RefusesAnIndexThatIsNowhere) {
  const auto error = [](const std::string& at) {
    const Said said = ashlar({"layout", "bf16[6x10] tile(4x4)", "--at", at});
    EXPECT_EQ(said.status, 2);
    EXPECT_EQ(said.out, "");
    return said.err;
  };
  EXPECT_EQ(error("8,0"),
            "error: index: axis a has no index 8; it has 6 and, with padding, "
            "8\n");
  EXPECT_EQ(error("1"),
            "error: index: the index has 1 number, the tensor has 2 axes\n");
  for (const char* text : {"1,x", "1,,2", "1,2,", ",", "1 2", "1,2]",
                           "99999999999999999999,1", "1,2,3,4,5,6,7,8,9"}) {
    EXPECT_EQ(error(text), "error: --at: '" + std::string(text) +
                               "' is not an index\nhint: write one number an "
                               "axis, as in --at 4,99,149\n");
  }
}

TEST(CmdLayoutTest, FindsWhatIsInAByte) {
  const Said said = ashlar({"layout", "f16[5x100x150] stick(128B, pad=all)",
                            "--find", "2449963", "--find", "0x280"});
  EXPECT_TRUE(has(said.out,
                  "  find byte 2,449,963  element (4, 99, 149), byte 1 of 2\n"
                  "  find byte 640        padding\n"))
      << said.out;
  const std::string q4 =
      "u4[n=3, k=70] [n, k/32]{d: f16 []; q: u4 [k%16, k/16%2]}";
  const Said record = ashlar({"layout", q4, "--find", "1", "--find", "5"});
  EXPECT_TRUE(has(record.out,
                  "  find byte 1  field d, for (0, 0) and its block, byte 1 of "
                  "2\n"
                  "  find byte 5  bits 0 to 3: field q, element (0, 3)\n"
                  "  find byte 5  bits 4 to 7: field q, element (0, 19)\n"))
      << record.out;
}

TEST(CmdLayoutTest, FindsInTheUnitThatIsChosen) {
  const std::string spec = "bf16[128x128] ttnn on sim:0/l1 block(2x2)";
  EXPECT_TRUE(has(ashlar({"layout", spec, "--find", "100"}).out,
                  "  find core 0,0, byte 100  element (3, 2), byte 0 of 2\n"));
  EXPECT_TRUE(
      has(ashlar({"layout", spec, "--find", "100", "--unit", "core.y=1",
                  "--unit", "core.x=1"})
              .out,
          "  find core 1,1, byte 100  element (67, 66), byte 0 of 2\n"));
  EXPECT_EQ(ashlar({"layout", spec, "--find", "1", "--unit", "core.z=1"}).err,
            "error: --unit: there is no unit 'core.z'\n"
            "hint: the units are core.y, core.x\n");
  EXPECT_EQ(ashlar({"layout", spec, "--find", "1", "--unit", "core.y=2"}).err,
            "error: --unit: 'core.y=2' is not a unit\n"
            "hint: write core.y=0 to core.y=1\n");
  EXPECT_EQ(ashlar({"layout", spec, "--unit", "core.y=1"}).err,
            "error: layout: --unit is given without --find\n"
            "hint: --unit says in which memory --find looks\n");
  EXPECT_EQ(ashlar({"layout", "f32[2] row", "--find", "8"}).err,
            "error: --find: there is no byte 8\n"
            "hint: bytes go from 0 to 7\n");
  EXPECT_EQ(ashlar({"layout", "f32[2] row", "--find", "1.5"}).status, 2);
}

TEST(CmdLayoutTest, TranslatesAndRecognisesWhatIsWrittenInDigits) {
  const Said said = ashlar(
      {"layout", "f32[h=100, w=70] [h/32, w/32, h%32, w%32]", "--translate"});
  EXPECT_EQ(said.status, 0);
  EXPECT_TRUE(has(said.out, "  ashlar       tile(32x32)\n")) << said.out;
  EXPECT_TRUE(has(said.out, "  onednn       AB32a32b\n")) << said.out;
  EXPECT_TRUE(has(said.out, "  zdnn         cannot say it: ")) << said.out;
  EXPECT_FALSE(has(ashlar({"layout", "f32[8x8] tile(4x4)", "--translate"}).out,
                   "  ashlar "));
}

TEST(CmdLayoutTest, ExplainsPadding) {
  EXPECT_TRUE(has(ashlar({"layout", "bf16[6x10] tile(4x4)", "--why"}).out,
                  "\n  axis a: 6 -> 8: digit a/4 cuts it into blocks of 4, the "
                  "last one holds 2\n"));
}

TEST(CmdLayoutTest, DrawsTheSliceThatIsAskedFor) {
  const Said said = ashlar(
      {"layout", "f16[5x100x150] stick(128B)", "--slice", "1,0:2,62:66"});
  EXPECT_TRUE(has(said.out, R"(
slice 1,0:2,62:66
b\c     62   63     64   65
    +-----------+-----------+
  0 :  126  127 |  384  385 :
  1 : 1086 1087 | 1344 1345 :
    + - - - - - + - - - - - +
numbers are element offsets
)")) << said.out;
  const Said wrong =
      ashlar({"layout", "f16[5x100x150] stick(128B)", "--slice", "1,:"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_EQ(wrong.out, "") << "nothing is printed before the error";
}

TEST(CmdLayoutTest, SaysWhatDidNotFitAndHowToSeeIt) {
  EXPECT_TRUE(has(ashlar({"layout", "f32[128x128] tile(32x32)"}).out,
                  "shown: rows 0 to 31 of 128, columns 0 to 13 of 128; --slice "
                  "shows another part\n"));
}

TEST(CmdLayoutTest, ColorsOnATerminalOrWhenTold) {
  const std::vector<std::string> plain = {"layout", "f32[2x2] row"};
  cli::Terminal terminal;
  EXPECT_FALSE(has(ashlar(plain, terminal).out, "\033["));
  terminal.is_terminal = true;
  EXPECT_TRUE(has(ashlar(plain, terminal).out, "\033["));
  EXPECT_FALSE(has(ashlar(plain, terminal).out, "┌")) << "no UTF-8";
  terminal.is_utf8 = true;
  EXPECT_TRUE(has(ashlar(plain, terminal).out, "┌"));
  terminal.color = cli::Terminal::Color::never;
  EXPECT_FALSE(has(ashlar(plain, terminal).out, "\033["));
  terminal.is_terminal = false;
  terminal.color = cli::Terminal::Color::always;
  EXPECT_TRUE(has(ashlar(plain, terminal).out, "\033["));
  EXPECT_FALSE(
      has(ashlar({"layout", "f32[2x2] row", "--color", "never"}, terminal).out,
          "\033["));
  EXPECT_TRUE(
      has(ashlar({"layout", "f32[2x2] row", "--color=always"}).out, "\033["));
}

TEST(CmdLayoutTest, KeepsToTheWidth) {
  const Said narrow =
      ashlar({"layout", "f32[2x40] row", "--width", "40", "--slice", ":,0:30"});
  std::size_t begin = narrow.out.find("slice");
  for (std::size_t end = 0; begin < narrow.out.size(); begin = end + 1) {
    end = narrow.out.find('\n', begin);
    EXPECT_LE(end - begin, 41u);
  }
  EXPECT_EQ(ashlar({"layout", "f32[2] row", "--width", "5"}).status, 2);
}

TEST(CmdLayoutTest, ExplainsWrongOptions) {
  EXPECT_EQ(ashlar({"layout"}).status, 2);
  EXPECT_EQ(ashlar({"layout"}).err,
            "error: layout: SPEC is required\n"
            "hint: ashlar layout --help lists the options\n");
  EXPECT_EQ(ashlar({"layout", "f32[2] row", "--translte"}).err,
            "error: layout: the following argument was not expected: "
            "--translte\nhint: did you mean --translate?\n");
  EXPECT_EQ(ashlar({"layout", "f32[2] row", "--color", "blue"}).status, 2);
  EXPECT_EQ(ashlar({"layout", "f32[2] row", "--at"}).status, 2);
}

TEST(CmdLayoutTest, ShowsAPanelForEachCore) {
  const Said said =
      ashlar({"layout", "f32[2x6] row on sim:0/l1 width(3)", "--panels"});
  EXPECT_EQ(said.status, 0);
  EXPECT_TRUE(said.out.ends_with(R"(
core 0     core 1     core 2
+------+   +------+   +------+
|##    |   |  ##  |   |    ##|
|##    |   |  ##  |   |    ##|
+------+   +------+   +------+
b 0:2      b 2:4      b 4:6
full       full       full
# is what a core holds
)")) << said.out;
  const Said svg = ashlar({"layout", "f32[2x6] row on sim:0/l1 width(3)",
                           "--panels", "--svg", "-"});
  EXPECT_TRUE(has(svg.out, ">what each core holds</text>"));
}

TEST(CmdLayoutTest, LargeTensorsOnCoresArePanels) {
  const std::string large = "bf16[128x128] ttnn on sim:0/l1 block(2x2)";
  EXPECT_TRUE(has(ashlar({"layout", large}).out, "a 64:128         a 64:128\n"))
      << ashlar({"layout", large}).out;
  EXPECT_TRUE(has(ashlar({"layout", large, "--svg", "-"}).out,
                  ">what each core holds</text>"));
  // Elements are drawn if a part of them is asked for, or if there are few.
  EXPECT_TRUE(has(ashlar({"layout", large, "--slice", "0:2,0:2"}).out,
                  "element offsets"));
  EXPECT_TRUE(has(ashlar({"layout", "f32[4x4] row on sim:0/l1 block(2x2)"}).out,
                  "element offsets"));
  // Pages that are dealt out are no parts to look at.
  EXPECT_TRUE(
      has(ashlar({"layout", "bf16[128x128] ttnn on sim:0 interleaved(3)"}).out,
          "element offsets"));
}

TEST(CmdLayoutTest, RefusesPanelsOfOneMemory) {
  const Said one = ashlar({"layout", "f32[2x6] row", "--panels"});
  EXPECT_EQ(one.status, 3);
  EXPECT_TRUE(has(one.err, "there is no panel for each unit of f32[2x6] row"))
      << one.err;
  const Said both = ashlar({"layout", "f32[2x6] row on sim:0/l1 width(3)",
                            "--panels", "--slice", "0,:"});
  EXPECT_EQ(both.err,
            "error: layout: both --panels and --slice are given\n"
            "hint: --slice draws elements, --panels what each unit holds\n");
}

TEST(CmdLayoutTest, WritesAnSvgOnceUnlessForced) {
  namespace fs = std::filesystem;
  const fs::path path = fs::path(testing::TempDir()) / "ashlar_cmd_layout.svg";
  fs::remove(path);
  const std::vector<std::string> args = {"layout", "bf16[6x10] tile(4x4)",
                                         "--svg", path.string()};
  const Said first = ashlar(args);
  EXPECT_EQ(first.status, 0);
  EXPECT_EQ(first.err, "wrote " + path.string() + "\n");
  EXPECT_TRUE(fs::exists(path));
  const Said second = ashlar(args);
  EXPECT_EQ(second.status, 5);
  EXPECT_EQ(second.err, "error: " + path.string() +
                            ": the file exists already\n"
                            "hint: --force overwrites it\n");
  std::vector<std::string> forced = args;
  forced.push_back("--force");
  EXPECT_EQ(ashlar(forced).status, 0);
  fs::remove(path);
}

TEST(CmdLayoutTest, WritesAnSvgToTheOutput) {
  const Said said = ashlar({"layout", "bf16[6x10] tile(4x4)", "--svg", "-"});
  EXPECT_EQ(said.status, 0);
  EXPECT_TRUE(said.out.starts_with("<svg "));
  EXPECT_TRUE(said.out.ends_with("</svg>\n"));
}

}  // namespace
}  // namespace ashlar::test
