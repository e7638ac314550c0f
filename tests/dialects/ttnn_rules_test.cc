// ttnn_rules_test.cc - padding, alignment, and ttnn's words when they fail.
#include "src/dialects/ttnn_rules.h"

#include <gtest/gtest.h>

#include <string>

#include "ashlar/error.h"

namespace ashlar::ttnn {
namespace {

constexpr auto kRow = Layout::row_major;
constexpr auto kTile = Layout::tile;

TensorLayout layout(Layout form, Indices alignment = {},
                    MemoryConfig config = {}) {
  TensorLayout out;
  out.layout = form;
  out.alignment = alignment;
  out.memory_config = config;
  return out;
}

MemoryConfig sharded(TensorMemoryLayout kind, Shape2D shard, Index cores) {
  return MemoryConfig(kind, BufferType::l1,
                      ShardSpec{CoreRange{{0, 0}, {cores - 1, 0}}, shard});
}

std::string problem(const Shape& shape, const TensorLayout& form) {
  try {
    TensorSpec(shape, form);
  } catch (const Error& error) {
    return error.problem();
  }
  return "no error";
}

TEST(TtnnRulesTest, ZeroAlignsNothing) {
  EXPECT_EQ(align(5, 0), 5);
  EXPECT_EQ(align(5, 4), 8);
  EXPECT_EQ(align(0, 4), 0);
}

TEST(TtnnRulesTest, UserAlignmentIsRoundedUpToWhatTheLayoutNeeds) {
  EXPECT_EQ(effective_alignment(layout(kTile)), (Indices{32, 32}));
  EXPECT_EQ(effective_alignment(layout(kTile, {5})), (Indices{32, 32}));
  EXPECT_EQ(effective_alignment(layout(kTile, {7, 33, 1})),
            (Indices{7, 64, 32}));
  EXPECT_EQ(effective_alignment(layout(kRow)), (Indices{1}));
  EXPECT_EQ(effective_alignment(layout(kRow, {3, 5})), (Indices{3, 5}));
  EXPECT_EQ(
      effective_alignment(layout(
          kRow, {3}, sharded(TensorMemoryLayout::height_sharded, {2, 4}, 1))),
      (Indices{4}));
  EXPECT_EQ(
      effective_alignment(layout(
          kRow, {}, MemoryConfig(BufferType::l1, {{2, 2, 6}, CoreRange{}}))),
      (Indices{6}));
}

TEST(TtnnRulesTest, PadsToAlignments) {
  EXPECT_EQ(padded_shape_of({}, {32, 32}), (Indices{32, 32}));
  EXPECT_EQ(padded_shape_of({33}, {32, 32}), (Indices{32, 64}));
  EXPECT_EQ(padded_shape_of({5, 4, 3, 2}, {32, 32}), (Indices{5, 4, 32, 32}));
  EXPECT_EQ(padded_shape_of({2, 3, 16, 16}, {1024, 512, 32, 32}),
            (Indices{2, 16, 32, 32}));
  EXPECT_EQ(padded_shape_of({3, 5, 5}, {10, 5, 5}), (Indices{4, 5, 5}));
  EXPECT_EQ(physical_shape_of({5, 4, 3, 2}, {32, 32}), (Shape2D{640, 32}));
  EXPECT_EQ(physical_shape_of({33}, {32, 32}), (Shape2D{32, 64}));
  EXPECT_EQ(physical_shape_of({}, {32, 32}), (Shape2D{32, 32}));
  EXPECT_EQ(physical_shape_of({3, 0, 5}, {32, 32}), (Shape2D{0, 32}));
  EXPECT_EQ(physical_shape_of({}, {1}), (Shape2D{1, 1}));
}

TEST(TtnnRulesTest, PaddedShapesBecomeAlignments) {
  EXPECT_EQ(alignment_from({14, 28}, {14, 28}, layout(kRow)), Indices{});
  EXPECT_EQ(alignment_from({14, 28}, {32, 32}, layout(kTile)),
            (Indices{32, 32}));
  EXPECT_EQ(alignment_from({14, 28}, {64, 32}, layout(kTile)),
            (Indices{64, 32}));
  EXPECT_EQ(alignment_from({14, 28}, {16, 30}, layout(kRow)),
            (Indices{16, 30}));
  EXPECT_EQ(alignment_from({14}, {16}, layout(kRow)), (Indices{16}));
  EXPECT_EQ(alignment_from({2, 3, 16, 16}, {2, 16, 32, 32}, layout(kRow)),
            (Indices{1024, 512, 32, 32}));
  const MemoryConfig height =
      sharded(TensorMemoryLayout::height_sharded, {32, 64}, 4);
  EXPECT_EQ(alignment_from({30, 60}, {32, 64}, layout(kRow, {}, height)),
            (Indices{64}));
  EXPECT_EQ(alignment_from({30, 60}, {32, 64}, layout(kTile, {}, height)),
            Indices{});
}

TEST(TtnnRulesTest, FromPaddedShapeGivesThatShapeBack) {
  for (const Layout form : {kRow, kTile}) {
    for (const Shape& logical :
         {Shape{14, 28}, Shape{3, 5, 7, 9}, Shape{1, 1}}) {
      for (const Index extra : {0, 1, 2}) {
        Indices padded(logical.core().sizes());
        padded[0] += extra;
        padded[logical.rank() - 1] = align(padded[logical.rank() - 1], 32);
        padded[logical.rank() - 2] = align(padded[logical.rank() - 2], 32);
        const Shape shape(logical.core().sizes(), padded);
        EXPECT_EQ(TensorSpec(shape, layout(form)).padded_shape(), padded);
      }
    }
  }
}

TEST(TtnnRulesTest, RefusesAlignmentsInTtnnsWords) {
  const auto block = TensorMemoryLayout::block_sharded;
  EXPECT_EQ(problem(Shape{64, 64},
                    layout(kTile, {1, 1, 1}, sharded(block, {64, 64}, 1))),
            "Tensor must be interleaved if alignment has rank greater than 2!");
  EXPECT_EQ(problem(Shape{4, 4}, layout(kRow, {3}, sharded(block, {4, 2}, 2))),
            "Alignment mismatch for sharded tensor: Expected physical shard "
            "shape 2 to be aligned to 4 along the width for Row Major layout.");
  EXPECT_EQ(problem(Shape{3, 5, 5}, layout(kRow, {7, 5, 5})),
            "Padded shape can't be deducted from TensorLayout parameters "
            "Alignment([7, 5, 5]) and Shape Shape([3, 5, 5])");
  try {
    TensorSpec(Shape({1, 30, 30}, {2, 32, 32}),
               layout(kTile, {}, sharded(block, {32, 32}, 2)));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(
        error.problem(),
        "Tensor with shape Shape([1, 30, 30]) (Shape([2, 32, 32])) cannot "
        "be sharded because alignment will have rank greater than 2!");
  }
}

TEST(TtnnRulesTest, TilesAndShardsMustFit) {
  EXPECT_EQ(
      problem(Shape{64, 64},
              layout(kTile, {},
                     sharded(TensorMemoryLayout::height_sharded, {30, 64}, 8))),
      "Physical shard shape (30, 64) must be tile {32, 32} sized!");
  EXPECT_EQ(
      problem(Shape{64, 64},
              layout(kTile, {},
                     MemoryConfig(BufferType::l1, {{32, 30}, CoreRange{}}))),
      "Physical shard shape Shape([32, 30]) must be tile {32, 32} sized!");
  EXPECT_EQ(
      problem(Shape{64, 64},
              layout(kRow, {},
                     MemoryConfig(BufferType::l1, {{32, 0}, CoreRange{}}))),
      "Shard shape must have non zero volume!");
}

TEST(TtnnRulesTest, DataTypesHaveTheirLayouts) {
  for (int i = 0; i <= static_cast<int>(DataType::invalid); ++i) {
    for (const Layout form : {kRow, kTile}) {
      TensorLayout given = layout(form);
      given.dtype = static_cast<DataType>(i);
      const bool is_block = given.dtype == DataType::bfloat8_b ||
                            given.dtype == DataType::bfloat4_b;
      std::string expected = "no error";
      if (is_block && form == kRow) {
        expected = "Only TILE layout is supported for BFLOAT8_B dtype!";
      } else if (given.dtype == DataType::fp8_e4m3 && form == kTile) {
        expected = "Only ROW_MAJOR layout is supported for FP8_E4M3 dtype!";
      } else if (given.dtype == DataType::invalid) {
        expected =
            "Only UINT32, INT32, FLOAT32, UINT16, UINT8, BFLOAT16, BFLOAT8_B, "
            "or BFLOAT4_B dtypes are supported on device!";
      }
      EXPECT_EQ(problem(Shape{4, 4}, given), expected) << i;
    }
  }
}

}  // namespace
}  // namespace ashlar::ttnn
