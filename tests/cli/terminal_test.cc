#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "cli/command.h"

namespace ashlar::cli {
namespace {

/// Sets the variables that matter, and puts the old ones back in the end.
class TerminalTest : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : kNames) {
      const char* value = std::getenv(name);
      saved_.emplace_back(value == nullptr ? "" : value);
      unsetenv(name);
    }
  }
  void TearDown() override {
    for (std::size_t i = 0; i < std::size(kNames); ++i) {
      unsetenv(kNames[i]);
      if (!saved_[i].empty()) setenv(kNames[i], saved_[i].c_str(), 1);
    }
  }

  static constexpr const char* kNames[] = {"NO_COLOR", "CLICOLOR_FORCE", "TERM",
                                           "LC_ALL",   "LC_CTYPE",       "LANG",
                                           "COLUMNS"};
  std::vector<std::string> saved_;
};

TEST_F(TerminalTest, HonoursTheUsualVariables) {
  EXPECT_EQ(this_terminal().color, Terminal::Color::automatic);
  setenv("CLICOLOR_FORCE", "0", 1);
  EXPECT_EQ(this_terminal().color, Terminal::Color::automatic);
  setenv("CLICOLOR_FORCE", "1", 1);
  EXPECT_EQ(this_terminal().color, Terminal::Color::always);
  setenv("NO_COLOR", "1", 1);
  EXPECT_EQ(this_terminal().color, Terminal::Color::never);
  setenv("NO_COLOR", "", 1);
  EXPECT_EQ(this_terminal().color, Terminal::Color::always)
      << "an empty NO_COLOR is none";
}

TEST_F(TerminalTest, LeavesADumbTerminalAlone) {
  setenv("TERM", "dumb", 1);
  EXPECT_EQ(this_terminal().color, Terminal::Color::never);
}

TEST_F(TerminalTest, SeesUtf8InTheVariableThatCounts) {
  EXPECT_FALSE(this_terminal().is_utf8);
  setenv("LANG", "en_US.UTF-8", 1);
  EXPECT_TRUE(this_terminal().is_utf8);
  setenv("LC_ALL", "C", 1);
  EXPECT_FALSE(this_terminal().is_utf8);
  setenv("LC_ALL", "C.utf8", 1);
  EXPECT_TRUE(this_terminal().is_utf8);
}

}  // namespace
}  // namespace ashlar::cli
