// ttnn_distribution_test.cc - shards counted in pages, and dealt.
#include <gtest/gtest.h>

#include <string>

#include "ashlar/dialects/ttnn.h"
#include "ashlar/error.h"

namespace ashlar::ttnn {
namespace {

using Strategy = ShardDistributionStrategy;

TensorSpec tensor(const Shape& shape, const NdShardSpec& nd) {
  TensorLayout layout;
  layout.layout = Layout::row_major;
  layout.memory_config = MemoryConfig(BufferType::l1, nd);
  return TensorSpec(shape, layout);
}

std::string problem(const Shape& shape, const NdShardSpec& nd) {
  try {
    distribution_of(tensor(shape, nd));
  } catch (const Error& error) {
    return error.problem();
  }
  return "no error";
}

const CoreRangeSet kTwoByTwo = CoreRange{{0, 0}, {1, 1}};

void expect_pages(const Shape& shape, const Indices& shard,
                  const Indices& tensor_pages, const Indices& shard_pages) {
  const BufferDistribution out =
      distribution_of(tensor(shape, {shard, kTwoByTwo}));
  EXPECT_EQ(out.tensor_shape_in_pages, tensor_pages);
  EXPECT_EQ(out.shard_shape_in_pages, shard_pages);
}

TEST(TtnnDistributionTest, MergesAxesThatNeedNotBeApart) {
  expect_pages(Shape{4, 6, 8}, {4, 6, 8}, {24}, {24});
  expect_pages(Shape{4, 6, 8}, {1, 1, 8}, {24}, {1});
  expect_pages(Shape{4, 6, 8}, {2, 6, 8}, {24}, {12});
  expect_pages(Shape{4, 6, 8}, {2, 3, 8}, {4, 6}, {2, 3});
  expect_pages(Shape{4, 6, 8}, {1, 3, 8}, {24}, {3});
  expect_pages(Shape{4, 6, 8}, {1, 4, 8}, {4, 6}, {1, 4});
  expect_pages(Shape{1, 1, 6, 8}, {1, 1, 3, 8}, {6}, {3});
  expect_pages(Shape{3, 4, 6, 8}, {5, 8}, {72}, {5});
  expect_pages(Shape{3, 4, 6, 8}, {2}, {288}, {1});
}

TEST(TtnnDistributionTest, CountsShardsAndCores) {
  const BufferDistribution out =
      distribution_of(tensor(Shape{5, 8}, {{2, 8}, kTwoByTwo}));
  EXPECT_EQ(out.num_shards, 3);
  EXPECT_EQ(out.cores.size(), 4U);
  EXPECT_EQ(out.num_cores_with_data, 3);
  EXPECT_EQ(out.max_num_dev_pages_per_core, 2);
}

TEST(TtnnDistributionTest, NothingIsDealtOfNothing) {
  const TensorSpec nothing = tensor(Shape{3, 0, 8}, {{2, 8}, kTwoByTwo});
  const BufferDistribution out = distribution_of(nothing);
  EXPECT_EQ(out.num_shards, 0);
  EXPECT_EQ(out.num_cores_with_data, 0);
  EXPECT_EQ(out.max_num_dev_pages_per_core, 0);
  for (const CorePages& core : page_mapping(nothing)) {
    EXPECT_TRUE(core.pages.empty());
  }
}

TEST(TtnnDistributionTest, RefusesInTtnnsWords) {
  const auto row = ShardOrientation::row_major;
  EXPECT_EQ(problem(Shape{8}, {{1, 8}, kTwoByTwo}),
            "Tensor shape rank (1) can't be less than shard shape rank (2)!");
  EXPECT_EQ(
      problem(Shape{4, 4, 4}, {{1, 4, 4}, kTwoByTwo, row, Strategy::grid_2d}),
      "2D grid distribution is only supported for 2D sharding!");
  EXPECT_EQ(problem(Shape{4, 4}, {{4, 1}, kTwoByTwo, row, Strategy::grid_2d}),
            "Number of shards along width must not exceed core grid width!");
  EXPECT_EQ(problem(Shape{4, 4}, {{1, 4}, kTwoByTwo, row, Strategy::grid_2d}),
            "Number of shards along height must not exceed core grid height!");
  EXPECT_EQ(problem(Shape{4, 4}, {{4, 2},
                                  CoreRangeSet(std::vector<CoreRange>{
                                      {{0, 0}, {0, 0}}, {{1, 1}, {1, 1}}}),
                                  row,
                                  Strategy::grid_2d}),
            "2D grid distribution is only supported for one contiguous core "
            "grid!");
  EXPECT_EQ(
      problem(Shape{6, 4}, {{1, 4}, kTwoByTwo, row, Strategy::contiguous_1d})
          .substr(0, 62),
      "CONTIGUOUS_1D distribution requires a uniform shards-per-core ");
  EXPECT_EQ(problem(Shape{6, 4}, {{1, 4}, CoreRangeSet()}),
            "Can't distribute non zero volume tensor over an empty set of "
            "cores");
  EXPECT_THROW(distribution_of(TensorSpec(Shape{4, 4}, {})), Error);
}

}  // namespace
}  // namespace ashlar::ttnn
