// What is said of the processor is what it says of itself.
#include "src/base/processor.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

namespace ashlar {
namespace {

std::string vendor() {
#if defined(__x86_64__) || defined(__i386__)
  unsigned words[4] = {};
  if (__get_cpuid(0, &words[0], &words[1], &words[3], &words[2]) == 0) {
    return {};
  }
  char text[12];
  std::memcpy(text, words + 1, sizeof text);
  return {text, sizeof text};
#else
  return "none of these";
#endif
}

TEST(ProcessorTest, FollowsRowsIfIntelMadeIt) {
  EXPECT_EQ(follows_rows(), vendor() == "GenuineIntel");
}

}  // namespace
}  // namespace ashlar
