#include "cli/progress.h"

#include <gtest/gtest.h>

#include <sstream>
#include <thread>

namespace ashlar::cli {
namespace {

using std::chrono::milliseconds;

TEST(ProgressTest, SaysNothingAboutWhatIsQuick) {
  std::ostringstream out;
  { const Progress progress(&out, "work"); }
  EXPECT_EQ(out.str(), "");
}

TEST(ProgressTest, SaysNothingWithoutATerminal) {
  const Progress progress(nullptr, "work", milliseconds(0));
  std::this_thread::sleep_for(milliseconds(5));
}

TEST(ProgressTest, ShowsALineAndErasesIt) {
  std::ostringstream out;
  {
    const Progress progress(&out, "work", milliseconds(1));
    std::this_thread::sleep_for(milliseconds(100));
  }
  EXPECT_TRUE(out.str().starts_with("\rwork, 0 s")) << out.str();
  EXPECT_TRUE(out.str().ends_with("\r\033[K")) << out.str();
}

}  // namespace
}  // namespace ashlar::cli
