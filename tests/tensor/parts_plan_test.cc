// Axes, sizes and packing of the parts of a tensor.
#include "src/tensor/parts_plan.h"

#include <gtest/gtest.h>

#include "ashlar/error.h"

namespace ashlar {
namespace {

std::string problem(const std::string& format, const Shape& shape) {
  try {
    part_specs(parse_format(format), shape);
  } catch (const Error& error) {
    return error.problem();
  }
  return "none";
}

TEST(PartsPlanTest, MovesTheAxisOfTheTilesToTheEndAndTheOneBeforeItBeforeIt) {
  const auto order = [](const std::string& axis) {
    return PartsPlan(parse_format("f4_e2m1fn@e8m0:32,axis=" + axis),
                     {2, 3, 4, 5}, PartsForm::compressed)
        .order();
  };
  EXPECT_EQ(order("-1"), Indices({0, 1, 2, 3}));
  EXPECT_EQ(order("-2"), Indices({0, 3, 1, 2}));
  EXPECT_EQ(order("1"), Indices({2, 3, 0, 1}));
  EXPECT_EQ(order("0"), Indices({1, 2, 3, 0}));
}

TEST(PartsPlanTest, GoesBackTheSameWay) {
  for (const char* axis : {"0", "1", "2", "3", "7"}) {
    const PartsPlan plan(
        parse_format(std::string("f4_e2m1fn@e8m0:32,axis=") + axis),
        {2, 3, 4, 5, 6, 7, 8, 9}, PartsForm::compressed);
    for (int i = 0; i < 8; ++i) {
      EXPECT_EQ(plan.order_back()[static_cast<int>(plan.order()[i])], i);
    }
  }
}

TEST(PartsPlanTest, PacksByLineAndMetaByTile) {
  const PartsPlan plan(parse_format("cb42f1346_e2m3fn@e8m0:32,sub=8"),
                       {3, 5, 70}, PartsForm::compressed);
  EXPECT_EQ(plan.data().lines, 15);
  EXPECT_EQ(plan.data().length, 70);
  EXPECT_EQ(plan.data().width, 4);
  ASSERT_TRUE(plan.meta());
  EXPECT_EQ(plan.meta()->lines, 45);
  EXPECT_EQ(plan.meta()->length, 4);
  EXPECT_EQ(plan.meta()->width, 2);
  EXPECT_FALSE(plan.scale().is_packed);
}

TEST(PartsPlanTest, WhatHasOneTableHasNoMeta) {
  const PartsPlan plan(parse_format("cb40_f32_nf4@f32:64"), {3, 64},
                       PartsForm::uncompressed);
  EXPECT_FALSE(plan.meta());
  EXPECT_EQ(plan.grids().counts().meta, 3);
}

TEST(PartsPlanTest, SaysWhatItCannotCut) {
  EXPECT_EQ(problem("f32", {3}), "f32 is no block format");
  EXPECT_EQ(problem("f4_e2m1fn@e8m0:32", {}),
            "tiles of mxfp4 run along axis -1, which [] does not have");
  EXPECT_EQ(problem("f4_e2m1fn@e8m0:32,axis=2", {4, 4}),
            "tiles of f4_e2m1fn@e8m0:32,axis=2 run along axis 2, which [4, 4] "
            "does not have");
  EXPECT_EQ(problem("i8@f32:4x4", {4}),
            "tiles of i8@f32:4x4 have several rows, but [4] has no axis before "
            "axis -1");
}

TEST(PartsPlanTest, TellsOfSizesBeyondEverything) {
  const Index large = Index{1} << 40;
  EXPECT_THROW(part_specs(parse_format("mxfp4"), {large, large}), Error);
  EXPECT_THROW(part_specs(parse_format("mxfp4"), {large, large, large}), Error);
  EXPECT_EQ(part_specs(parse_format("mxfp4"), {3, large}).data.shape,
            Shape({3, large / 2}));
}

}  // namespace
}  // namespace ashlar
