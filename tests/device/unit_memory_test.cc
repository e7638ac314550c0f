// unit_memory_test.cc - units are apart, and only what is touched is there.
#include "src/device/unit_memory.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "ashlar/error.h"
#include "tests/base/error_text.h"

namespace ashlar {
namespace {

TEST(UnitMemoryTest, UnitsDoNotOverlap) {
  UnitMemory memory(5, 10'000);
  memory.reserve();
  for (Index unit = 0; unit < 5; ++unit) {
    std::ranges::fill(memory.at(unit, 0, 10'000),
                      static_cast<std::byte>(unit + 1));
  }
  for (Index unit = 0; unit < 5; ++unit) {
    EXPECT_TRUE(std::ranges::all_of(memory.at(unit, 0, 10'000), [&](auto each) {
      return each == static_cast<std::byte>(unit + 1);
    }));
  }
}

TEST(UnitMemoryTest, ReservesMoreThanThereIs) {
  UnitMemory memory(12, Index{1} << 32);
  memory.reserve();
  memory.reserve();
  const auto end = memory.at(11, (Index{1} << 32) - 1, 1);
  EXPECT_EQ(end[0], std::byte{0});
  end[0] = std::byte{1};
  EXPECT_EQ(memory.at(10, (Index{1} << 32) - 1, 1)[0], std::byte{0});
}

TEST(UnitMemoryTest, WhatIsForgottenIsZero) {
  constexpr Index kBytes = 1 << 24;
  UnitMemory memory(2, kBytes);
  memory.forget(0, 0, kBytes);  // nothing is there yet
  memory.reserve();
  memory.expect_large(1, 0, kBytes);
  std::ranges::fill(memory.at(1, 0, kBytes), std::byte{9});
  memory.forget(1, 100, kBytes - 200);
  EXPECT_EQ(memory.at(1, 99, 1)[0], std::byte{9});
  EXPECT_EQ(memory.at(1, kBytes / 2, 1)[0], std::byte{0});
  EXPECT_EQ(memory.at(1, kBytes - 100, 1)[0], std::byte{9});
}

TEST(UnitMemoryTest, RefusesWhatNoAddressReaches) {
  UnitMemory memory(1 << 12, Index{1} << 46);
  EXPECT_EQ(test::error_of([&] { memory.reserve(); }).kind(),
            ErrorKind::memory);
  EXPECT_EQ(test::error_of([] { UnitMemory(1 << 20, Index{1} << 50); }).kind(),
            ErrorKind::limit);
}

}  // namespace
}  // namespace ashlar
