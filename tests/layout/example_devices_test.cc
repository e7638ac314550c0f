// Worked examples of the layout language: Tenstorrent and IBM.
#include <gtest/gtest.h>

#include <functional>

#include "tests/support/layout_check.h"

namespace ashlar {
namespace {

using test::Distribution;
using test::Image;
using test::shard;
using test::TileShape;
using test::tilize;

struct Example {
  const char* name;
  const char* layout;
  const char* shape;
  const char* element;
  std::function<Image()> image;
};

constexpr TileShape kPlain = {32, 32, 32, 32, false};
constexpr TileShape kFaces = {32, 32, 16, 16, false};
constexpr TileShape kTransposed = {32, 32, 16, 16, true};
constexpr auto kContiguous = Distribution::Kind::contiguous;
constexpr auto kRobin = Distribution::Kind::round_robin;

const char kTileFaces[] = "[h/32, w/32, h/16%2, w/16%2, h%16, w%16]";
const char kTileBanks[] =
    "p=(h/32 w/32); bank=p%5 | [p/5, h/16%2, w/16%2, h%16, w%16]";
const char kTileBanks12[] =
    "p=(h/32 w/32); bank=p%12 | [p/12, h/16%2, w/16%2, h%16, w%16]";
const char kHeight[] = "core=h/64 | [h/32%2, w/32, h/16%2, w/16%2, h%16, w%16]";
const char kWidth[] = "core=w/64 | [h/32, w/32%2, h/16%2, w/16%2, h%16, w%16]";
const char kBlock[] =
    "core.y=h/64, core.x=w/64 | "
    "[h/32%2, w/32%2, h/16%2, w/16%2, h%16, w%16]";
const char kBlockColumns[] =
    "core.x=h/64, core.y=w/64 | "
    "[h/32%2, w/32%2, h/16%2, w/16%2, h%16, w%16]";
const char kGridColumns[] =
    "s=h/32; core.x=s/2%4, core.y=s%2 | [w/32, h/16%2, w/16%2, h%16, w%16]";
const char kRoundRobin[] =
    "s=(h/64 w/64); core=s%4 | "
    "[s/4, h/32%2, w/32%2, h/16%2, w/16%2, h%16, w%16]";
const char kContiguous1d[] =
    "s=(h/64 w/64); core=s/3 | "
    "[s%3, h/32%2, w/32%2, h/16%2, w/16%2, h%16, w%16]";
const char kShardThenTile[] =
    "l=h%18:32; core.y=h/18, core.x=w/32 | [l/16, w/16%2, l%16, w%16]";

const Example kTenstorrent[] = {
    {"row_major", "[h, w]", "h=7, w=5", "f32",
     [] { return test::pitched_rows(7, 5, 5); }},
    {"column_major", "[w, h]", "h=7, w=5", "f32",
     [] { return test::column_major(7, 5); }},
    {"pitch_72", "[h, w:72]", "h=9, w=70", "bf16",
     [] { return test::pitched_rows(9, 70, 72); }},
    {"pitch_72_full", "[h, w:72]", "h=9, w=72", "bf16",
     [] { return test::pitched_rows(9, 72, 72); }},
    {"tile", "[h/32, w/32, h%32, w%32]", "h=64, w=96", "f32",
     [] { return tilize(1, 64, 96, kPlain); }},
    {"tile_ragged", "[h/32, w/32, h%32, w%32]", "h=45, w=70", "f32",
     [] { return tilize(1, 45, 70, kPlain); }},
    {"tile_single", "[h/32, w/32, h%32, w%32]", "h=1, w=1", "f32",
     [] { return tilize(1, 1, 1, kPlain); }},
    {"faces", kTileFaces, "h=64, w=96", "bf16",
     [] { return tilize(1, 64, 96, kFaces); }},
    {"faces_ragged", kTileFaces, "h=33, w=47", "bf16",
     [] { return tilize(1, 33, 47, kFaces); }},
    {"transposed", "[h/32, w/32, w/16%2, h/16%2, w%16, h%16]", "h=64, w=64",
     "bf16", [] { return tilize(1, 64, 64, kTransposed); }},
    {"transposed_ragged", "[h/32, w/32, w/16%2, h/16%2, w%16, h%16]",
     "h=17, w=65", "bf16", [] { return tilize(1, 17, 65, kTransposed); }},
    {"rank_4", "[a, b, h/32, w/32, h/16%2, w/16%2, h%16, w%16]",
     "a=2, b=3, h=40, w=33", "bf16", [] { return tilize(6, 40, 33, kFaces); }},
    {"interleaved_5", kTileBanks, "h=128, w=160", "bf16",
     [] { return test::interleave(tilize(1, 128, 160, kFaces), 1024, 5); }},
    {"interleaved_5_ragged", kTileBanks, "h=100, w=70", "bf16",
     [] { return test::interleave(tilize(1, 100, 70, kFaces), 1024, 5); }},
    {"interleaved_12_ragged", kTileBanks12, "h=129, w=100", "bf16",
     [] { return test::interleave(tilize(1, 129, 100, kFaces), 1024, 12); }},
    {"interleaved_rows", "r=(b h); bank=r%12 | [r/12, w:72]", "b=3, h=11, w=70",
     "bf16",
     [] { return test::interleave(test::pitched_rows(33, 70, 72), 72, 12); }},
    {"interleaved_rows_exact", "r=(b h); bank=r%12 | [r/12, w:72]",
     "b=4, h=6, w=72", "bf16",
     [] { return test::interleave(test::pitched_rows(24, 72, 72), 72, 12); }},
    {"height_sharded_uneven", kHeight, "h=224, w=64", "bf16",
     [] {
       return shard(tilize(1, 224, 64, kFaces), 1024, {7, 2, 2, 2, 4, kRobin});
     }},
    {"height_sharded_ragged", kHeight, "h=150, w=50", "bf16",
     [] {
       return shard(tilize(1, 150, 50, kFaces), 1024, {5, 2, 2, 2, 3, kRobin});
     }},
    {"width_sharded_uneven", kWidth, "h=40, w=224", "bf16",
     [] {
       return shard(tilize(1, 40, 224, kFaces), 1024, {2, 7, 2, 2, 4, kRobin});
     }},
    {"block_sharded", kBlock, "h=128, w=128", "bf16",
     [] {
       return shard(tilize(1, 128, 128, kFaces), 1024, {4, 4, 2, 2, 4, kRobin});
     }},
    {"block_sharded_ragged", kBlock, "h=150, w=100", "bf16",
     [] {
       return shard(tilize(1, 150, 100, kFaces), 1024, {5, 4, 2, 2, 6, kRobin});
     }},
    {"block_sharded_columns", kBlockColumns, "h=150, w=100", "bf16",
     [] {
       return shard(tilize(1, 150, 100, kFaces), 1024, {5, 4, 2, 2, 6, kRobin});
     }},
    {"height_shards_on_a_grid", kGridColumns, "h=250, w=32", "bf16",
     [] {
       return shard(tilize(1, 250, 32, kFaces), 1024, {8, 1, 1, 1, 8, kRobin});
     }},
    {"height_shards_on_half_a_grid", kGridColumns, "h=128, w=20", "bf16",
     [] {
       return shard(tilize(1, 128, 20, kFaces), 1024, {4, 1, 1, 1, 8, kRobin});
     }},
    {"shards_round_robin", kRoundRobin, "h=192, w=192", "bf16",
     [] {
       return shard(tilize(1, 192, 192, kFaces), 1024, {6, 6, 2, 2, 4, kRobin});
     }},
    {"shards_round_robin_ragged", kRoundRobin, "h=180, w=150", "bf16",
     [] {
       return shard(tilize(1, 180, 150, kFaces), 1024, {6, 5, 2, 2, 4, kRobin});
     }},
    {"shards_contiguous", kContiguous1d, "h=192, w=192", "bf16",
     [] {
       return shard(tilize(1, 192, 192, kFaces), 1024,
                    {6, 6, 2, 2, 3, kContiguous});
     }},
    {"collapse_then_shard", "r=(b h); core=r/64 | [r%64, w]", "b=3, h=50, w=7",
     "f32",
     [] {
       return shard(test::pitched_rows(150, 7, 7), 7,
                    {150, 1, 64, 1, 3, kContiguous});
     }},
    {"shard_then_tile", kShardThenTile, "h=53, w=63", "bf16",
     [] { return test::shard_then_tile(53, 63, 18, 32, kFaces); }},
    {"shard_then_tile_exact", kShardThenTile, "h=54, w=64", "bf16",
     [] { return test::shard_then_tile(54, 64, 18, 32, kFaces); }},
    {"replicated", "rank=*4 | [h, w]", "h=1, w=1", "f32",
     [] {
       return Image{0, 0, 0, 0};
     }},
};

const Example kIbm[] = {
    {"spyre_default", "[b:128, c/64, a:64, c%64]", "a=5, b=100, c=150", "f16",
     [] {
       return test::spyre({5, 100, 150}, {128, 3, 64, 64}, {1, 2, 0, 2});
     }},
    {"spyre_default_generic", "[b/64, b%64, c/64, a/64, a%64, c%64]",
     "a=5, b=100, c=150", "f16",
     [] {
       return test::spyre({5, 100, 150}, {128, 3, 64, 64}, {1, 2, 0, 2});
     }},
    {"spyre_stick_only", "[b, c/64, a, c%64]", "a=5, b=100, c=150", "f16",
     [] {
       return test::spyre({5, 100, 150}, {100, 3, 5, 64}, {1, 2, 0, 2});
     }},
    {"spyre_padded_size", "[b:128, c/64, a, c%64]", "a=5, b=100, c=150", "f16",
     [] {
       return test::spyre({5, 100, 150}, {128, 3, 5, 64}, {1, 2, 0, 2});
     }},
    {"spyre_order_102", "[a, c/64, b, c%64]", "a=5, b=100, c=150", "f16",
     [] {
       return test::spyre({5, 100, 150}, {5, 3, 100, 64}, {0, 2, 1, 2});
     }},
    {"spyre_repository", "[c/64, a, b, c%64]", "a=5, b=100, c=150", "f16",
     [] {
       return test::spyre({5, 100, 150}, {3, 5, 100, 64}, {2, 0, 1, 2});
     }},
    {"zdnn_feature", "[n, c/64, h, w/32, w%32, c%64]", "n=2, h=3, w=40, c=70",
     "f16",
     [] {
       return test::zdnn_feature({2, 3, 40, 70});
     }},
    {"zdnn_feature_exact", "[n, c/64, h, w/32, w%32, c%64]",
     "n=1, h=2, w=32, c=128", "f16",
     [] {
       return test::zdnn_feature({1, 2, 32, 128});
     }},
    {"zdnn_kernel", "[k/64, h, w, c/32, c%32, k%64]", "h=3, w=2, c=33, k=65",
     "f16",
     [] {
       return test::zdnn_kernel({3, 2, 33, 65});
     }},
    {"zdnn_weights", "[n, c/64, h, w/64, w/2%32, c%64, w%2]",
     "n=2, h=3, w=67, c=65", "i8",
     [] {
       return test::zdnn_weights({2, 3, 67, 65});
     }},
    {"zdnn_weights_odd", "[n, c/64, h, w/64, w/2%32, c%64, w%2]",
     "n=1, h=1, w=1, c=3", "i8",
     [] {
       return test::zdnn_weights({1, 1, 1, 3});
     }},
};

class DeviceExampleTest : public testing::TestWithParam<Example> {};

TEST_P(DeviceExampleTest, FillsMemoryAsTheVendorDoes) {
  const Example& example = GetParam();
  const BoundLayout layout =
      test::bind_text(example.layout, example.shape, example.element);
  if (layout.units().empty() || layout.units()[0].digit >= 0) {
    EXPECT_TRUE(test::matches(layout, example.image()));
  }
  if (layout.bytes() > 1 << 20) return;  // the image has said it all
  const auto oracle =
      test::oracle_for(example.layout, example.shape, example.element);
  EXPECT_TRUE(test::agrees(layout, oracle));
}

INSTANTIATE_TEST_SUITE_P(Tenstorrent, DeviceExampleTest,
                         testing::ValuesIn(kTenstorrent),
                         [](const auto& test) { return test.param.name; });
INSTANTIATE_TEST_SUITE_P(Ibm, DeviceExampleTest, testing::ValuesIn(kIbm),
                         [](const auto& test) { return test.param.name; });

// The image of a grid is the same for both orientations; the names are not.
TEST(DeviceExampleTest, OrientationDecidesWhichCoordinateIsWhich) {
  const BoundLayout rows = test::bind_text(kBlock, "h=150, w=100");
  const BoundLayout columns = test::bind_text(kBlockColumns, "h=150, w=100");
  ASSERT_EQ(rows.units().size(), 2u);
  EXPECT_EQ(rows.units()[0].name.view(), "core.y");
  EXPECT_EQ(rows.units()[0].extent, 3);
  EXPECT_EQ(columns.units()[0].name.view(), "core.x");
  EXPECT_EQ(columns.units()[0].extent, 3);
  EXPECT_EQ(columns.units()[1].extent, 2);
}

TEST(DeviceExampleTest, ReplicatedUnitsAllHoldEverything) {
  const BoundLayout layout =
      test::bind_text("rank=*4 | [h, w]", "h=3, w=5", "f32");
  EXPECT_EQ(layout.unit_total(), 4);
  EXPECT_EQ(layout.bytes(), 4 * 60);
  EXPECT_EQ(layout.units()[0].digit, -1);
  for (Index rank = 0; rank < 4; ++rank) {
    const Found found = layout.find({{rank}, 7 * 32});
    ASSERT_TRUE(found.index.has_value());
    EXPECT_EQ(*found.index, (Indices{1, 2}));
  }
}

TEST(DeviceExampleTest, SpyreSeedTakesThreeMebibytes) {
  const BoundLayout layout =
      test::bind_text("[b:128, c/64, a:64, c%64]", "a=5, b=100, c=150", "f16");
  EXPECT_EQ(layout.bytes(), 3145728);
  EXPECT_EQ(layout.position(Indices{4, 99, 149}).bit / 8, 2449962);
  EXPECT_EQ(to_string(layout.shape()), "[5[64], 100[128], 150[192]]");
}

}  // namespace
}  // namespace ashlar
