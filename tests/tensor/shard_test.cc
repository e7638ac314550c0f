#include <gtest/gtest.h>

#include "ashlar/tensor_view.h"
#include "tests/support/fake_device.h"
#include "tests/tensor/tensor_check.h"

namespace ashlar {
namespace {

using test::counting;
using test::message_of;

Tensor on_device(const char* text) {
  const Spec spec = parse_spec(text);
  Spec host = spec;
  host.placement = {};
  return to(counting(host, 20000), spec,
            std::make_shared<test::FakeDevice>("sim:0"));
}

/// The numbers of the tiles of a 4 x 4 grid, one for each tile of the shard.
std::vector<Index> tiles_of(const Tensor& shard) {
  std::vector<Index> out;
  for (Index row = 0; row < shard.shape()[0]; row += 32) {
    for (Index col = 0; col < shard.shape()[1]; col += 32) {
      const auto element = static_cast<Index>(read(shard, {row, col}));
      out.push_back(element / 128 / 32 * 4 + element % 128 / 32);
    }
  }
  return out;
}

TEST(ShardTest, TheExampleOfTheShardedTensor) {
  const Tensor tensor =
      on_device("i32[128x128] tile(32x32) on sim:0/l1 block(2x2)");
  // {core.y, core.x}
  EXPECT_EQ(tiles_of(shard(tensor, {0, 0})), (std::vector<Index>{0, 1, 4, 5}));
  EXPECT_EQ(tiles_of(shard(tensor, {0, 1})), (std::vector<Index>{2, 3, 6, 7}));
  EXPECT_EQ(tiles_of(shard(tensor, {1, 0})),
            (std::vector<Index>{8, 9, 12, 13}));
  EXPECT_EQ(tiles_of(shard(tensor, {1, 1})),
            (std::vector<Index>{10, 11, 14, 15}));
  EXPECT_EQ(to_string(shard(tensor, {1, 0}).spec()), "i32[64x64] tile(32x32)");
  EXPECT_EQ(read(shard(tensor, {1, 0}), {0, 0}), 8192);
}

TEST(ShardTest, CoresAreFoundByIndex) {
  const Tensor tensor =
      on_device("i32[128x128] tile(32x32) on sim:0/l1 block(2x2)");
  EXPECT_EQ(core_of(tensor, {70, 3}), (CoreCoord{0, 1}));
  EXPECT_EQ(core_of(tensor, {3, 70}), (CoreCoord{1, 0}));
  const Tensor turned =
      on_device("i32[128x128] tile(32x32) on sim:0/l1 block(2x2, order=col)");
  EXPECT_EQ(core_of(turned, {70, 3}), (CoreCoord{1, 0}));
  const Tensor counted = on_device(
      "i32[128x32] tile(32x32) on sim:0/l1 "
      "height(cores=(1,0)-(2,0)+(0,1)-(1,1))");
  EXPECT_EQ(core_of(counted, {0, 0}), (CoreCoord{1, 0}));
  EXPECT_EQ(core_of(counted, {64, 0}), (CoreCoord{0, 1}));
  EXPECT_EQ(core_of(counted, {127, 31}), (CoreCoord{1, 1}));
  EXPECT_EQ(
      core_of(counting("i8[8x8] core.x=a/4, core.y=b/4 | [a%4, b%4]"), {7, 0}),
      (CoreCoord{1, 0}));
  EXPECT_EQ(message_of([] { core_of(counting("i8[2] row"), {0}); }),
            "tensor: i8[2] row is not on cores");
  EXPECT_THROW(core_of(tensor, {128, 0}), Error);
}

TEST(ShardTest, ShardsAtTheEdgeAreSmaller) {
  const Tensor tensor =
      on_device("i32[100x70] tile(32x32) on sim:0/l1 block(2x2)");
  EXPECT_EQ(to_string(shard(tensor, {0, 0}).layout().shape()), "[64, 64]");
  EXPECT_EQ(to_string(shard(tensor, {1, 1}).layout().shape()),
            "[36[64], 6[64]]");
  EXPECT_EQ(read(shard(tensor, {1, 1}), {35, 5}), 99 * 70 + 69);
  const Tensor tall = on_device("i32[100x8] row on sim:0/l1 height(8)");
  EXPECT_EQ(to_string(shard(tall, {7}).shape()), "[9, 8]");
  // More cores than shards: the others have nothing.
  const Tensor few = on_device("i32[2x8] row on sim:0/l1 height(4)");
  EXPECT_EQ(to_string(shard(few, {1}).shape()), "[1, 8]");
  EXPECT_EQ(to_string(shard(few, {3}).shape()), "[0, 8]");
  const Tensor one = on_device("i32[1x8] row on sim:0/l1 block(2x2)");
  EXPECT_EQ(to_string(shard(one, {0, 1}).shape()), "[1, 4]");
  EXPECT_EQ(shard(one, {1, 1}).shape().volume(), 0);
}

TEST(ShardTest, EveryElementIsInTheShardOfItsCore) {
  for (const char* text :
       {"i32[100x70] tile(32x32) on sim:0/l1 block(2x2)",
        "i32[100x70] tile(32x32, faces=16x16) on sim:0/l1 height(2x3)",
        "i32[100x70] row on sim:0/l1 width(3)",
        "i32[70x100] tile(32x32) on sim:0/l1 block(3x2, order=col)",
        "i32[2x50x70] tile(32x32) on sim:0/l1 nd(2x2, shard=1x64x96)",
        "i32[64x64] row on sim:0/dram ranks(3, axis=1)"}) {
    Tensor tensor;
    try {
      tensor = on_device(text);
    } catch (const Error& error) {
      ADD_FAILURE() << text << ": " << error.what();
      continue;
    }
    Index found = 0;
    const BoundLayout& layout = tensor.layout();
    const std::vector<double> all = values(tensor);
    for (Index number = 0; number < layout.unit_total(); ++number) {
      Indices unit =
          Indices::filled(static_cast<int>(layout.units().size()), 0);
      Index rest = number;
      for (int u = unit.size(); u-- > 0;) {
        const Index extent = layout.units()[static_cast<std::size_t>(u)].extent;
        unit[u] = rest % extent;
        rest /= extent;
      }
      Tensor part;
      try {
        part = shard(tensor, unit);
      } catch (const Error& error) {
        ADD_FAILURE() << text << ": " << error.what();
        break;
      }
      for (const double each : values(part)) {
        const Position at =
            layout.position(unravel(static_cast<Index>(each), tensor.shape()));
        for (int u = 0; u < unit.size(); ++u) {
          ASSERT_EQ(at.unit[static_cast<std::size_t>(u)], unit[u]) << text;
        }
        ++found;
      }
    }
    EXPECT_EQ(found, tensor.shape().volume()) << text;
  }
}

TEST(ShardTest, AxesThatAreJoinedAreOne) {
  const Tensor tensor =
      on_device("i32[2x3x40x70] tile(32x32) on sim:0/l1 height(4)");
  const Tensor part = shard(tensor, {1});
  EXPECT_EQ(to_string(part.spec()), "i32[96x70] tile(32x32)");
  // Row 96 of the matrix is row 32 of the second of six.
  EXPECT_EQ(read(part, {0, 5}), read(tensor, {0, 1, 32, 5}));
  const Tensor rows = on_device("i32[2x3x4x5] row on sim:0/l1 height(4)");
  EXPECT_EQ(to_string(shard(rows, {3}).spec()), "i32[6x5] row");
  EXPECT_EQ(read(shard(rows, {3}), {5, 4}), 119);
}

TEST(ShardTest, AxesWithOneIndexStay) {
  const Tensor tensor = on_device("i32[1x8] row on sim:0/l1 width(2)");
  EXPECT_EQ(to_string(shard(tensor, {1}).spec()), "i32[1x4] row");
  EXPECT_EQ(read(shard(tensor, {1}), {0, 3}), 7);
}

TEST(ShardTest, SharesTheBytesOfTheHost) {
  const Tensor tensor = counting("i32[8x8] core=a/4 | [a%4, b]");
  const Tensor part = shard(tensor, {1});
  EXPECT_TRUE(part.storage().shares_with(tensor.storage()));
  write(part, {3, 7}, -5);
  EXPECT_EQ(read(tensor, {7, 7}), -5);
  EXPECT_EQ(to_string(shard(counting("i32[3x3] row"), {}).spec()),
            "i32[3x3] row");
}

TEST(ShardTest, PagesThatAreDealtOutAreNoBox) {
  const Tensor tensor =
      on_device("i32[100x70] tile(32x32) on sim:0/dram interleaved(3)");
  EXPECT_EQ(message_of([&] { shard(tensor, {1}); }),
            "tensor: what bank 1 holds of i32[100x70] tile(32x32) on "
            "sim:0/dram interleaved(3) is no box: its pages come from all over "
            "the tensor; unit_memory(tensor, unit) is all of its memory");
  EXPECT_EQ(unit_memory(tensor, {1}).bytes(), 4 * 4096);
  EXPECT_THROW(shard(tensor, {3}), Error);
  EXPECT_THROW(shard(counting("i8[8x8] core=a%4 | [a/4, b]"), {0}), Error);
}

}  // namespace
}  // namespace ashlar
