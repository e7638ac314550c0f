// Tiles of every scope, their parts and their counts.
#include "src/blocks/grid.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "ashlar/error.h"

namespace ashlar {
namespace {

BlockCounts counts(const char* format, const BlockExtent& extent) {
  return block_counts(parse_format(format), extent);
}

TEST(GridTest, CountsTheTilesOfEveryScope) {
  const BlockExtent extent{2, 5, 70};
  EXPECT_EQ(counts("mxfp4", extent).scales, 2 * 5 * 3);
  EXPECT_EQ(counts("mxfp4", extent).data, 700);
  EXPECT_EQ(counts("f8_e4m3fn@f32:4x32", extent).scales, 2 * 2 * 3);
  EXPECT_EQ(counts("i8@f32:channel", extent).scales, 10);
  EXPECT_EQ(counts("i8@f32:tensor", extent).scales, 1);
  const BlockCounts two = counts("nvfp4", extent);
  EXPECT_EQ(two.scales, 2 * 5 * 5);
  EXPECT_EQ(two.outer_scales, 1);
  EXPECT_EQ(two.top_scales, 0);
  const BlockCounts three = counts("i8@f16:16+f16:32+f32:channel", extent);
  EXPECT_EQ(three.scales, 2 * 5 * 5);
  EXPECT_EQ(three.outer_scales, 2 * 5 * 3);
  EXPECT_EQ(three.top_scales, 2 * 5);
  EXPECT_EQ(counts("i8@f32:*x32", extent).scales, 2 * 3);
  EXPECT_EQ(counts("i8@f16:4x16+f32:*x32", extent).outer_scales, 2 * 3);
  EXPECT_EQ(counts("u4@f16:32,zero=u4", extent).zeros, 30);
}

TEST(GridTest, EmptyExtentsKeepTheScalesOfWholeAxes) {
  for (const BlockExtent& extent :
       {BlockExtent{0, 3, 4}, BlockExtent{2, 0, 4}, BlockExtent{2, 3, 0}}) {
    EXPECT_EQ(counts("mxfp4", extent).scales, 0);
    EXPECT_EQ(counts("i8@f32:tensor", extent).scales, 1);
  }
  EXPECT_EQ(counts("i8@f32:*x4", {2, 0, 9}).scales, 6);
  EXPECT_EQ(counts("i8@f32:*x4", {2, 3, 0}).scales, 0);
  EXPECT_EQ(counts("i8@f32:channel", {2, 3, 0}).scales, 6);
  EXPECT_EQ(counts("i8@f32:channel", {0, 3, 9}).scales, 0);
}

TEST(GridTest, SparseTilesCountWhatIsKept) {
  EXPECT_EQ(counts("f4_e2m1fn@e8m0:32,sparse=2:8", {1, 1, 256}).scales, 2);
  EXPECT_EQ(counts("f4_e2m1fn@e8m0:32,sparse=2:8", {1, 1, 257}).scales, 3);
  EXPECT_EQ(counts("f4_e2m1fn@e8m0:32,sparse=2:8", {1, 1, 257}).mask, 257);
}

TEST(GridTest, CutTilesHaveAllTheirSubtiles) {
  const char* format = "cb42f1346_e2m3fn@e8m0:32,sub=8";
  EXPECT_EQ(counts(format, {1, 3, 64}).meta, 3 * 8);
  EXPECT_EQ(counts(format, {1, 3, 65}).meta, 3 * 12);
  EXPECT_EQ(counts("q1.6@e8m0:16,sub=2,offset=1", {1, 3, 17}).offsets, 3 * 16);
  EXPECT_EQ(counts("cb41fi_e2m2fn@e8m0:32", {1, 3, 64}).meta, 3 * 2);
}

TEST(GridTest, EveryElementIsInOneTileAndOneSubtile) {
  for (const char* name :
       {"mxfp4", "f8_e4m3fn@f32:4x32", "i8@f32:channel", "i8@f32:tensor",
        "cb42f1346_e2m3fn@e8m0:32,sub=8", "q1.6@e8m0:4x16,sub=2x8,offset=1",
        "f4_e2m1fn@e8m0:32,sparse=2:4"}) {
    for (const BlockExtent& extent :
         {BlockExtent{1, 1, 1}, BlockExtent{3, 7, 45}, BlockExtent{2, 8, 64},
          BlockExtent{0, 2, 3}, BlockExtent{2, 5, 0}}) {
      const Format format = parse_format(name);
      const BlockGrids grids(format, extent);
      std::vector<int> seen(static_cast<std::size_t>(grids.elements()));
      std::set<std::int64_t> places;
      for (std::int64_t tile = 0; tile < grids.tiles().count(); ++tile) {
        for (std::int64_t sub = 0; sub < grids.subtiles(); ++sub) {
          places.insert(grids.subindex(tile, sub));
          grids.for_each(grids.subregion(tile, sub), [&](std::size_t i) {
            ++seen[i];
            const auto at = static_cast<std::int64_t>(i);
            EXPECT_EQ(grids.tiles().index_of(at / extent.cols / extent.rows,
                                             at / extent.cols % extent.rows,
                                             at % extent.cols),
                      tile);
          });
        }
      }
      for (const int times : seen) EXPECT_EQ(times, 1) << name;
      const std::int64_t subtiles = grids.tiles().count() * grids.subtiles();
      EXPECT_EQ(static_cast<std::int64_t>(places.size()), subtiles) << name;
      EXPECT_TRUE(places.empty() || *places.rbegin() == subtiles - 1) << name;
    }
  }
}

TEST(GridTest, SubtilesGoAlongTheRowsOfTheTensor) {
  const Format format = parse_format("q1.6@e8m0:4x16,sub=2x8,offset=1");
  const BlockGrids grids(format, {1, 8, 32});
  EXPECT_EQ(grids.subindex(0, 0), 0);
  EXPECT_EQ(grids.subindex(0, 1), 1);
  EXPECT_EQ(grids.subindex(0, 2), 4);  // the next row of subtiles
  EXPECT_EQ(grids.subindex(1, 0), 2);
  EXPECT_EQ(grids.subindex(2, 0), 8);
}

void expect_error(const std::string& format, const BlockExtent& extent,
                  const std::string& message) {
  try {
    block_counts(parse_format(format), extent);
    FAIL() << format;
  } catch (const Error& error) {
    EXPECT_EQ(error.what(), message);
  }
}

TEST(GridTest, SaysWhatCannotBe) {
  expect_error("f32", {1, 1, 1}, "quantize: f32 is no block format");
  expect_error("mxfp4", {1, -2, 3},
               "quantize: an extent of 1 x -2 x 3, expected 0 or more");
  expect_error("q1.6@e8m0:4096,sub=2,offset=1", {1, 1, 1},
               "quantize: tiles of 2048 subtiles, expected at most 1024");
  const std::int64_t huge = std::int64_t{1} << 40;
  EXPECT_THROW(counts("mxfp4", {huge, huge, 1}), Error);
}

}  // namespace
}  // namespace ashlar
