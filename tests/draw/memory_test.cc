#include "src/draw/memory.h"

#include <gtest/gtest.h>

#include "tests/draw/examples.h"

namespace ashlar {
namespace {

using test::bound;

std::vector<UnitLines> read(const BoundLayout& layout, Index start = 0,
                            int lines = 24) {
  return read_memory(layout, {Position()}, {start, lines});
}

TEST(MemoryTest, HasALineForEachTile) {
  const BoundLayout layout = bound("bf16[6x10] tile(4x4)");
  const auto units = read(layout);
  ASSERT_EQ(units.size(), 1u);
  ASSERT_EQ(units[0].lines.size(), 6u);
  EXPECT_FALSE(units[0].goes_on);
  const MemoryLine& line = units[0].lines[2];
  ASSERT_EQ(line.size(), 16u);
  EXPECT_EQ(line[0].place.bit, 32 * 16);
  EXPECT_EQ(line[0].index, (Indices{0, 8}));
  EXPECT_TRUE(line[2].is_padding);
  EXPECT_TRUE(line[2].index.empty());
}

TEST(MemoryTest, HasALineForEachFaceStickAndRow) {
  const auto first_line = [](std::string_view spec) {
    return read(bound(spec))[0].lines[0].size();
  };
  EXPECT_EQ(first_line("bf16[8x8] tile(8x8, faces=4x4)"), 16u);
  EXPECT_EQ(first_line("f32[6x40] stick(128B)"), 32u);
  EXPECT_EQ(first_line("f16[6x100] stick(128B)"), 64u);
  EXPECT_EQ(first_line("f32[6x10] row"), 10u);
  EXPECT_EQ(first_line("f32[6x1000] row"), 32u) << "cut to what can be read";
  EXPECT_EQ(first_line("e8m0[128x8] cublaslt(128x4)"), 16u);
  EXPECT_EQ(first_line("f32[] row"), 1u);
}

TEST(MemoryTest, StartsAtTheLineThatIsAskedFor) {
  const BoundLayout layout = bound("bf16[6x10] tile(4x4)");
  const auto units = read(layout, 50 * 16, 2);
  ASSERT_EQ(units[0].lines.size(), 2u);
  EXPECT_EQ(units[0].lines[0][0].place.bit, 48 * 16);
  EXPECT_TRUE(units[0].goes_on);
}

TEST(MemoryTest, SharesTheLinesAmongUnits) {
  const BoundLayout layout = bound("bf16[8x8] row on sim:0/l1 height(4)");
  std::vector<Position> cores(4);
  for (Index i = 0; i < 4; ++i) cores[static_cast<std::size_t>(i)].unit[0] = i;
  const auto units = read_memory(layout, cores, {0, 24});
  ASSERT_EQ(units.size(), 4u);
  EXPECT_EQ(units[3].lines[0][1].index, (Indices{6, 1}));
}

TEST(MemoryTest, KeepsAShortRecordOnOneLine) {
  const BoundLayout layout =
      bound("u4[n=2, k=32] [n, k/32]{d: f16 []; q: u4 [k%16, k/16%2]}");
  const auto units = read(layout);
  ASSERT_EQ(units[0].lines.size(), 2u);
  ASSERT_EQ(units[0].lines[1].size(), 33u);
  EXPECT_EQ(units[0].lines[1][0].field, 1);
  EXPECT_EQ(units[0].lines[1][1].field, 2);
  EXPECT_EQ(units[0].lines[1][2].index, (Indices{1, 16}));
}

TEST(MemoryTest, StartsALineForEachFieldOfALongRecord) {
  const BoundLayout layout = bound(
      "bf16[h=32, w=32] [h/32, w/32]{e: u8 [h/16%2, w/16%2, h%16]; "
      "m: i8 [h/16%2, w/16%2, h%16, w%16]}");
  const auto units = read(layout);
  ASSERT_GT(units[0].lines.size(), 3u);
  EXPECT_EQ(units[0].lines[0].size(), 32u);
  EXPECT_EQ(units[0].lines[1].back().field, 1);
  EXPECT_EQ(units[0].lines[2].front().field, 2);
  EXPECT_EQ(units[0].lines[2].front().place.bit, 64 * 8);
  EXPECT_EQ(units[0].lines[2].size(), 16u);
}

TEST(MemoryTest, IsEmptyWithoutElements) {
  EXPECT_TRUE(read(bound("f32[0x3] row")).empty());
}

TEST(MemoryTest, CoversAllOfRandomLayouts) {
  test::Random random(test::test_seed());
  for (int i = 0; i < 500; ++i) {
    const BoundLayout layout = test::random_bound(random);
    for (const UnitLines& unit : read(layout, 0, 100000)) {
      Index bit = 0;
      for (const MemoryLine& line : unit.lines) {
        ASSERT_LE(std::ssize(line), kMaxLine);
        for (const MemoryEntry& entry : line) {
          ASSERT_EQ(entry.place.bit, bit);
          bit +=
              layout.fields()[static_cast<std::size_t>(entry.field)].entry_bits;
        }
      }
      ASSERT_EQ(bit, layout.bits_per_unit());
    }
  }
}

}  // namespace
}  // namespace ashlar
