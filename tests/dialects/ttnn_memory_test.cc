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

}  // namespace
}  // namespace ashlar::ttnn
