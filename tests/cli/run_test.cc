#include <gtest/gtest.h>

#include <sstream>

#include "ashlar/version.h"
#include "tests/cli/command_line.h"

namespace ashlar::test {
namespace {

TEST(RunTest, PrintsHelpWithoutArguments) {
  const Said said = ashlar({});
  EXPECT_EQ(said.status, 0);
  EXPECT_EQ(said.err, "");
  EXPECT_NE(said.out.find("usage: ashlar COMMAND"), std::string::npos);
  EXPECT_NE(said.out.find("  layout      show where each element"),
            std::string::npos);
  EXPECT_EQ(ashlar({"--help"}).out, said.out);
  EXPECT_EQ(ashlar({"help"}).out, said.out);
}

TEST(RunTest, PrintsTheVersion) {
  const Said said = ashlar({"--version"});
  EXPECT_EQ(said.status, 0);
  EXPECT_EQ(said.out, std::string("ashlar ") + kVersion + "\n");
}

TEST(RunTest, PrintsTheHelpOfACommand) {
  const Said said = ashlar({"layout", "--help"});
  EXPECT_EQ(said.status, 0);
  for (const char* option :
       {"SPEC", "--at I,J,..", "--find BYTE", "--translate", "--svg FILE",
        "--json", "--why", "--slice SLICE"}) {
    EXPECT_NE(said.out.find(option), std::string::npos) << option;
  }
  EXPECT_EQ(ashlar({"help", "layout"}).out, said.out);
  EXPECT_EQ(ashlar({"layout", "-h"}).out, said.out);
}

TEST(RunTest, SuggestsTheCommandThatWasMeant) {
  const Said said = ashlar({"layuot", "f32[2] row"});
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.out, "");
  EXPECT_EQ(said.err,
            "error: there is no command 'layuot'\n"
            "hint: did you mean 'ashlar layout'?\n");
  EXPECT_EQ(ashlar({"xyzzy"}).err,
            "error: there is no command 'xyzzy'\n"
            "hint: ashlar --help lists the commands\n");
  EXPECT_EQ(ashlar({"f32[2x2] row"}).err,
            "error: there is no command 'f32[2x2] row'\n"
            "hint: to draw it: ashlar layout 'f32[2x2] row'\n");
}

TEST(RunTest, PointsAtWhatIsWrongInASpec) {
  const Said said = ashlar({"layout", "bf16[6x10] tille(4x4)"});
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.out, "");
  EXPECT_NE(said.err.find("  bf16[6x10] tille(4x4)\n"
                          "             ^^^^^\n"),
            std::string::npos)
      << said.err;
  EXPECT_TRUE(said.err.starts_with("error: ")) << said.err;
  EXPECT_NE(said.err.find("\nhint: "), std::string::npos) << said.err;
}

TEST(RunTest, KeepsControlCharactersOffTheTerminal) {
  const Said said = ashlar({"layout", "bf16[2x2] \033[31m\n\ttile"});
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.err.find('\033'), std::string::npos);
}

TEST(RunTest, SaysWhatIsNotSupportedWithAStatusOfItsOwn) {
  const Said said = ashlar({"layout", "mxfp4[64x64] ttnn", "--why"});
  EXPECT_EQ(said.status, 3);
  EXPECT_TRUE(said.err.starts_with("error: ")) << said.err;
}

TEST(RunTest, NoticesThatItsOutputIsLost) {
  std::ostringstream out;
  std::ostringstream err;
  out.setstate(std::ios::badbit);
  const std::vector<std::string> args = {"--version"};
  EXPECT_EQ(cli::run_command(args, out, err), 5);
  EXPECT_EQ(err.str(), "error: the output could not be written\n");
}

TEST(RunTest, SurvivesHostileText) {
  EXPECT_EQ(ashlar({"layout", std::string(10000000, '[')}).status, 2);
  EXPECT_EQ(ashlar({"layout", std::string(60000, '(')}).status, 2);
  EXPECT_EQ(
      ashlar({"layout", "f32[" + std::string(1000, '9') + "] row"}).status, 2);
  const Said said = ashlar({std::string(10000000, 'x')});
  EXPECT_EQ(said.status, 2);
  EXPECT_LT(said.err.size(), 1000u);
  EXPECT_EQ(
      ashlar({"layout", "f32[2] row", "--at", std::string(100000, ',')}).status,
      2);
}

}  // namespace
}  // namespace ashlar::test
