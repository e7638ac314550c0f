// ttnn_memory_test.cc - core ranges and memory configs.
#include "ashlar/dialects/ttnn_memory.h"

#include <gtest/gtest.h>

#include <string>

#include "ashlar/error.h"

namespace ashlar::ttnn {
namespace {

template <class Call>
std::string problem(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

using Ranges = std::vector<CoreRange>;

TEST(TtnnMemoryTest, RangesKeepTheirOrder) {
  const CoreRangeSet set(Ranges{{{0, 1}, {1, 1}}, {{0, 0}, {2, 0}}});
  EXPECT_EQ(to_string(set), "{[0-1 - 1-1], [0-0 - 2-0]}");
  EXPECT_EQ(set.num_cores(), 5);
  EXPECT_EQ(set.bounding_box(), (CoreRange{{0, 0}, {2, 1}}));
  EXPECT_TRUE(set.contains({1, 1}));
  EXPECT_FALSE(set.contains({2, 1}));
  EXPECT_NE(set, CoreRangeSet(Ranges{{{0, 0}, {2, 0}}, {{0, 1}, {1, 1}}}));
}

TEST(TtnnMemoryTest, AnEmptySetHasNoBox) {
  EXPECT_EQ(to_string(CoreRangeSet()), "{}");
  EXPECT_EQ(CoreRangeSet().num_cores(), 0);
  EXPECT_EQ(problem([] { CoreRangeSet().bounding_box(); }),
            "ttnn: Cannot get bounding_box of an empty CoreRangeSet!");
}

TEST(TtnnMemoryTest, RefusesRangesInTtnnsWords) {
  EXPECT_EQ(problem([] {
              CoreRangeSet(CoreRange{{1, 1}, {0, 1}});
            }),
            "ttnn: Invalid core range for start_coord: 1-1, end_coord: 0-1");
  EXPECT_EQ(problem([] {
              CoreRangeSet(Ranges{{{0, 0}, {2, 2}}, {{2, 2}, {3, 3}}});
            }),
            "ttnn: Cannot create CoreRangeSet with specified core ranges "
            "because core ranges [0-0 - 2-2] and [2-2 - 3-3] overlap!");
}

TEST(TtnnMemoryTest, ConfigsKnowWhatTheyAre) {
  EXPECT_FALSE(MemoryConfig().is_sharded());
  EXPECT_TRUE(MemoryConfig().is_dram());
  const MemoryConfig nd(BufferType::l1_small, {{2, 2}, CoreRange{}});
  EXPECT_TRUE(nd.is_l1());
  EXPECT_TRUE(nd.is_sharded());
  EXPECT_EQ(name_of(nd.memory_layout()), "ND_SHARDED");
  EXPECT_EQ(name_of(TensorMemoryLayout::width_sharded), "WIDTH_SHARDED");
}

TEST(TtnnMemoryTest, OnlyTheShardSpecOfItsCreationCounts) {
  const ShardSpec shard{CoreRange{}, {32, 32}};
  const NdShardSpec nd{{32, 32}, CoreRange{}};
  const MemoryConfig two(TensorMemoryLayout::height_sharded, BufferType::l1,
                         shard);
  EXPECT_EQ(two, two.with(nd));
  const MemoryConfig many(BufferType::l1, nd);
  EXPECT_NE(many, many.with(TensorMemoryLayout::height_sharded, shard));
  EXPECT_EQ(many.with(TensorMemoryLayout::nd_sharded, shard), many);
  // Created in different ways, both specs count.
  EXPECT_NE(two, many.with(TensorMemoryLayout::height_sharded, shard));
  EXPECT_EQ(two.with(nd), many.with(TensorMemoryLayout::height_sharded, shard));
  EXPECT_NE(MemoryConfig(),
            MemoryConfig(TensorMemoryLayout::interleaved, BufferType::l1));
}

TEST(TtnnMemoryTest, GridsArePrintedWithTheirAxes) {
  EXPECT_EQ(to_string(CoreGrid{.x = 8, .y = 7}), "ttnn.CoreGrid(x=8, y=7)");
  EXPECT_EQ((CoreGrid{8, 7}).num_cores(), 56);
  EXPECT_THROW((CoreGrid{Index{1} << 62, 4}).num_cores(), Error);
}

TEST(TtnnMemoryTest, CoresAreListedRangeAfterRange) {
  const CoreRangeSet set(Ranges{{{1, 1}, {2, 2}}, {{0, 0}, {0, 0}}});
  using Cores = std::vector<CoreCoord>;
  EXPECT_EQ(corerange_to_cores(set),
            (Cores{{1, 1}, {2, 1}, {1, 2}, {2, 2}, {0, 0}}));
  EXPECT_EQ(corerange_to_cores(set, ShardOrientation::col_major),
            (Cores{{1, 1}, {1, 2}, {2, 1}, {2, 2}, {0, 0}}));
  EXPECT_EQ(corerange_to_cores(CoreRangeSet()), Cores());
}

TEST(TtnnMemoryTest, ANumberOfCoresFillsRowsOrColumns) {
  const CoreGrid grid{.x = 4, .y = 3};
  const auto text = [&](Index count, ShardOrientation order = {}) {
    return to_string(num_cores_to_corerangeset(count, grid, order));
  };
  EXPECT_EQ(text(3), "{[0-0 - 2-0]}");
  EXPECT_EQ(text(4), "{[0-0 - 3-0]}");
  EXPECT_EQ(text(10), "{[0-0 - 3-1], [0-2 - 1-2]}");
  EXPECT_EQ(text(12), "{[0-0 - 3-2]}");
  EXPECT_EQ(text(7, ShardOrientation::col_major), "{[0-0 - 1-2], [2-0 - 2-0]}");
  EXPECT_EQ(problem([&] { text(13); }),
            "ttnn: 13 cores of ttnn.CoreGrid(x=4, y=3), expected 1 to 12");
  EXPECT_THROW(text(0), Error);
}

TEST(TtnnMemoryTest, ConstantsSayWhatTheyAre) {
  EXPECT_EQ(kDramMemoryConfig, MemoryConfig());
  EXPECT_TRUE(kL1MemoryConfig.is_l1());
  EXPECT_EQ(kL1BlockShardedMemoryConfig.memory_layout(),
            TensorMemoryLayout::block_sharded);
  EXPECT_EQ(kL1HeightShardedMemoryConfig.memory_layout(),
            TensorMemoryLayout::height_sharded);
  EXPECT_EQ(kL1WidthShardedMemoryConfig.memory_layout(),
            TensorMemoryLayout::width_sharded);
  EXPECT_EQ(kL1WidthShardedMemoryConfig.shard_spec(), std::nullopt);
}

TEST(TtnnMemoryTest, ConfigsArePrintedAsByTtnn) {
  EXPECT_EQ(to_string(kDramMemoryConfig),
            "MemoryConfig(memory_layout=TensorMemoryLayout::INTERLEAVED,"
            "buffer_type=BufferType::DRAM,shard_spec=std::nullopt,"
            "nd_shard_spec=std::nullopt,created_with_nd_shard_spec=0,"
            "per_core_allocation=0)");
  const MemoryConfig height(
      TensorMemoryLayout::height_sharded, BufferType::l1,
      ShardSpec{CoreRange{}, {32, 64}, ShardOrientation::col_major});
  EXPECT_NE(
      to_string(height).find(
          "buffer_type=BufferType::L1,shard_spec=ShardSpec(grid={[0-0 - "
          "0-0]},shape=[32, 64],orientation=ShardOrientation::COL_MAJOR)"),
      std::string::npos);
  const MemoryConfig nd(BufferType::trace, {{2, 2}, CoreRange{}});
  EXPECT_NE(to_string(nd).find(
                "buffer_type=BufferType::TRACE,shard_spec=std::nullopt,"
                "nd_shard_spec=NdShardSpec(shard_shape=Shape([2, 2]),grid="
                "{[0-0 - 0-0]},orientation=ShardOrientation::ROW_MAJOR,"
                "shard_distribution_strategy=ShardDistributionStrategy::"
                "ROUND_ROBIN_1D),created_with_nd_shard_spec=1"),
            std::string::npos);
  EXPECT_EQ(name_of(BufferType::system_memory), "SYSTEM_MEMORY");
  EXPECT_EQ(name_of(BufferType::l1_small), "L1_SMALL");
}

}  // namespace
}  // namespace ashlar::ttnn
