// Memory for a moment: as much as was asked for, and lines are lines.
#include "src/base/scratch_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

namespace ashlar {
namespace {

TEST(ScratchMemoryTest, HasAllBytesAndBeginsWithALine) {
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{1}, std::size_t{64}, std::size_t{100000},
        (std::size_t{2} << 20) + 1}) {
    const ScratchMemory memory(size);
    const std::span<std::byte> bytes = memory.bytes();
    ASSERT_EQ(bytes.size(), size);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(bytes.data()) % 64, 0u);
    std::ranges::fill(bytes, std::byte{7});
    EXPECT_TRUE(std::ranges::all_of(
        bytes, [](std::byte each) { return each == std::byte{7}; }));
  }
}

}  // namespace
}  // namespace ashlar
