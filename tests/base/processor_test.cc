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

/// Whether it picks bytes from two registers, which the system has to save.
bool picks_bytes() {
#if defined(__x86_64__) || defined(__i386__)
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & bit_OSXSAVE) == 0) {
    return false;
  }
  constexpr unsigned kAllRegisters = 0xe6;
  unsigned saved = 0;
  __asm__("xgetbv" : "=a"(saved), "=d"(d) : "c"(0));
  if ((saved & kAllRegisters) != kAllRegisters) return false;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 &&
         (c & bit_AVX512VBMI) != 0;
#else
  return false;
#endif
}

TEST(ProcessorTest, FollowsRowsIfIntelMadeIt) {
  EXPECT_EQ(rows_followed() != RowsFollowed::none, vendor() == "GenuineIntel");
}

TEST(ProcessorTest, FollowsManyIfItPicksBytesAsWell) {
  const bool is_intel = vendor() == "GenuineIntel";
  EXPECT_EQ(rows_followed() == RowsFollowed::many, is_intel && picks_bytes());
  EXPECT_EQ(rows_followed() == RowsFollowed::some, is_intel && !picks_bytes());
}

}  // namespace
}  // namespace ashlar
