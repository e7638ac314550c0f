// ttnn_shards_test.cc - which shards ttnn takes, and their other description.
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ashlar/dialects/ttnn.h"
#include "ashlar/error.h"
#include "src/base/concat.h"

namespace ashlar::ttnn {
namespace {

using Kind = TensorMemoryLayout;
using Strategy = ShardDistributionStrategy;

TensorLayout rows(MemoryConfig config) {
  TensorLayout out;
  out.layout = Layout::row_major;
  out.memory_config = config;
  return out;
}

CoreRangeSet grid(Index x, Index y) {
  return CoreRange{{0, 0}, {x - 1, y - 1}};
}

std::string problem(const Shape& shape, Kind kind, const ShardSpec& shard) {
  try {
    TensorSpec(shape, rows(MemoryConfig(kind, BufferType::l1, shard)));
  } catch (const Error& error) {
    return error.problem();
  }
  return "no error";
}

TEST(TtnnShardsTest, RefusesShardsInTtnnsWords) {
  const auto row = ShardOrientation::row_major;
  const auto col = ShardOrientation::col_major;
  EXPECT_EQ(
      problem(Shape{8, 10}, Kind::height_sharded, {grid(4, 1), {2, 4}, row}),
      "Shard width 4 must match physical width 12 for height sharded");
  EXPECT_EQ(
      problem(Shape{9, 8}, Kind::height_sharded, {grid(4, 1), {2, 8}, row}),
      "Number of shards along height 5 must not exceed number of cores 4");
  EXPECT_EQ(
      problem(Shape{8, 8}, Kind::width_sharded, {grid(4, 1), {4, 2}, row}),
      "Shard height 4 must match physical height 8 for width sharded");
  EXPECT_EQ(
      problem(Shape{8, 9}, Kind::width_sharded, {grid(2, 2), {8, 2}, row}),
      "Number of shards along width 5 must not exceed number of cores 4");
  EXPECT_EQ(
      problem(Shape{8, 8}, Kind::block_sharded, {grid(4, 2), {2, 2}, row}),
      "Number of shards along height 4 must not exceed number of rows 2 "
      "for row major orientation!");
  EXPECT_EQ(
      problem(Shape{8, 8}, Kind::block_sharded, {grid(2, 4), {2, 2}, row}),
      "Number of shards along width 4 must not exceed number of columns 2 "
      "for row major orientation!");
  EXPECT_EQ(
      problem(Shape{8, 8}, Kind::block_sharded, {grid(2, 4), {2, 2}, col}),
      "Number of shards along height 4 must not exceed number of columns "
      "2 for column major orientation!");
  EXPECT_EQ(
      problem(Shape{8, 8}, Kind::block_sharded, {grid(4, 2), {2, 2}, col}),
      "Number of shards along width 4 must not exceed number of rows 2 "
      "for column major orientation!");
  EXPECT_EQ(problem(Shape{8, 8}, Kind::block_sharded,
                    {CoreRangeSet(std::vector<CoreRange>{{{0, 0}, {1, 0}},
                                                         {{0, 1}, {1, 1}}}),
                     {4, 4},
                     row}),
            "Shard grid must be one full rectangular grid for block sharded!");
  EXPECT_EQ(problem(Shape{8}, Kind::height_sharded, {grid(2, 1), {2, 8}, row}),
            "Shard shape must be 1D for 1D tensor!");
}

TEST(TtnnShardsTest, MatrixShardsAreNdShardsToo) {
  const ShardSpec shard{grid(2, 4), {2, 4}, ShardOrientation::col_major};
  const auto nd_of = [&](const Shape& shape, Kind kind, ShardSpec spec) {
    return TensorSpec(shape, rows(MemoryConfig(kind, BufferType::l1, spec)))
        .memory_config()
        .nd_shard_spec();
  };
  EXPECT_EQ(
      nd_of(Shape{4, 8}, Kind::block_sharded, shard),
      (NdShardSpec{
          {2, 4}, grid(2, 4), ShardOrientation::col_major, Strategy::grid_2d}));
  EXPECT_EQ(nd_of(Shape{4, 4}, Kind::height_sharded, shard),
            (NdShardSpec{{2, 4},
                         grid(2, 4),
                         ShardOrientation::col_major,
                         Strategy::round_robin_1d}));
  EXPECT_EQ(nd_of(Shape{8}, Kind::width_sharded, {grid(2, 1), {1, 4}}),
            (NdShardSpec{{4}, grid(2, 1)}));
  const TensorSpec bare(
      Shape{8}, rows(MemoryConfig(Kind::height_sharded, BufferType::l1)));
  EXPECT_FALSE(bare.memory_config().nd_shard_spec());
}

/// "HEIGHT_SHARDED 8x4", or "ND_SHARDED" if there is no other description.
std::string other(const Shape& shape, Indices shard, CoreRangeSet cores,
                  Strategy strategy = Strategy::round_robin_1d,
                  ShardOrientation order = ShardOrientation::row_major) {
  const TensorSpec spec(
      shape,
      rows(MemoryConfig(BufferType::l1, {shard, cores, order, strategy})));
  const MemoryConfig& config = spec.memory_config();
  if (!config.shard_spec()) return std::string(name_of(config.memory_layout()));
  const Shape2D& size = config.shard_spec()->shape;
  return concat(name_of(config.memory_layout()), " ", size.height, "x",
                size.width);
}

TEST(TtnnShardsTest, NdShardsAreMatrixShardsWhereTheyCanBe) {
  const CoreRangeSet four = grid(4, 1);
  EXPECT_EQ(other(Shape{4, 6, 8}, {1, 6, 8}, four), "HEIGHT_SHARDED 6x8");
  EXPECT_EQ(other(Shape{4, 6, 8}, {2, 6, 8}, four), "HEIGHT_SHARDED 12x8");
  EXPECT_EQ(other(Shape{5, 6, 8}, {2, 6, 8}, four), "HEIGHT_SHARDED 12x8");
  EXPECT_EQ(other(Shape{2, 6, 8}, {1, 3, 8}, four), "HEIGHT_SHARDED 3x8");
  EXPECT_EQ(other(Shape{4, 6, 8}, {4, 6, 2}, four), "WIDTH_SHARDED 24x2");
  EXPECT_EQ(other(Shape{12, 8}, {24, 8}, four), "HEIGHT_SHARDED 24x8");
  EXPECT_EQ(other(Shape{12, 8}, {6, 4}, grid(2, 2)), "BLOCK_SHARDED 6x4");
  EXPECT_EQ(other(Shape{1, 7, 8}, {1, 4, 8}, four), "HEIGHT_SHARDED 4x8");
}

TEST(TtnnShardsTest, AndOnlyThere) {
  const CoreRangeSet four = grid(4, 1);
  // 7 rows in shards of 4 leave a gap in each of the two matrices.
  EXPECT_EQ(other(Shape{2, 7, 8}, {1, 4, 8}, four), "ND_SHARDED");
  // The shard spans two axes, and not all of the inner one.
  EXPECT_EQ(other(Shape{4, 6, 8}, {2, 3, 8}, four), "ND_SHARDED");
  // More shards than cores.
  EXPECT_EQ(other(Shape{5, 6, 8}, {1, 6, 8}, four), "ND_SHARDED");
  // Dealt one by one, shards are in other places than on the grid.
  EXPECT_EQ(other(Shape{12, 8}, {6, 4}, four), "ND_SHARDED");
  EXPECT_EQ(other(Shape{12, 8}, {6, 4},
                  CoreRangeSet(std::vector<CoreRange>{{{0, 0}, {1, 0}},
                                                      {{0, 1}, {1, 1}}})),
            "ND_SHARDED");
  EXPECT_EQ(other(Shape{4, 6, 8}, {1, 6, 8}, four, Strategy::contiguous_1d),
            "ND_SHARDED");
  EXPECT_EQ(other(Shape{12, 8}, {6, 4}, grid(3, 2), Strategy::grid_2d),
            "BLOCK_SHARDED 6x4");
  EXPECT_EQ(other(Shape{12, 8}, {4, 4}, grid(3, 2), Strategy::grid_2d),
            "ND_SHARDED");
  EXPECT_EQ(other(Shape{12, 8}, {4, 4}, grid(3, 2), Strategy::grid_2d,
                  ShardOrientation::col_major),
            "BLOCK_SHARDED 4x4");
}

/// The same tensor with the other description alone, if ttnn takes that.
std::optional<TensorSpec> described_otherwise(const Shape& shape,
                                              const TensorSpec& nd) {
  const MemoryConfig& config = nd.memory_config();
  if (!config.shard_spec()) return std::nullopt;
  // In column order ttnn compares the wrong sides of shards and grid.
  if (config.memory_layout() == Kind::block_sharded &&
      config.shard_spec()->orientation == ShardOrientation::col_major) {
    return std::nullopt;
  }
  try {
    return TensorSpec(shape,
                      rows(MemoryConfig(config.memory_layout(), BufferType::l1,
                                        *config.shard_spec())));
  } catch (const Error&) {
    return std::nullopt;
  }
}

TEST(TtnnShardsTest, BothDescriptionsDealTheSame) {
  int both = 0;
  const auto compare = [&](const Shape& shape, const Indices& shard,
                           ShardOrientation order) {
    const TensorSpec nd(
        shape, rows(MemoryConfig(BufferType::l1, {shard, grid(4, 3), order})));
    const std::optional<TensorSpec> matrix = described_otherwise(shape, nd);
    if (!matrix) return;
    ++both;
    std::map<CoreCoord, std::vector<Index>> pages;
    for (const CorePages& core : page_mapping(nd)) {
      pages[core.core] = core.pages;
    }
    for (const CorePages& core : page_mapping(*matrix)) {
      EXPECT_EQ(core.pages, pages.at(core.core));
    }
  };
  for (const auto order :
       {ShardOrientation::row_major, ShardOrientation::col_major}) {
    for (Index a = 1; a <= 4; ++a) {
      for (Index b = 1; b <= 12; ++b) {
        compare(Shape{4, 12}, {a, b}, order);
        for (Index c = 1; c <= 8; ++c) {
          compare(Shape{2, 6, 8}, {a, b, c}, order);
          compare(Shape{1, 7, 8}, {a, b, c}, order);
        }
      }
    }
  }
  EXPECT_GT(both, 100);
}

}  // namespace
}  // namespace ashlar::ttnn
