// paging_test.cc - pages of every kind of layout, against ttnn's figures.
#include "src/device/paging.h"

#include <gtest/gtest.h>

#include <set>

#include "ashlar/dialects/ttnn.h"
#include "tests/dialects/ttnn_golden.h"

namespace ashlar {
namespace {

struct Made {
  Spec spec;
  BoundLayout layout;
  Paging paging;
};

Made made(std::string_view text, Index alignment = 32) {
  const Spec spec = parse_spec(text);
  const BoundLayout layout = bind(spec);
  return {spec, layout, Paging(spec, layout, alignment)};
}

TEST(PagingTest, PagesAreTilesRowsAndSticks) {
  const Made tiles = made("bf16[70x100] ttnn on sim:0 interleaved(5)");
  EXPECT_EQ(tiles.paging.page_bytes(), 2048);
  EXPECT_EQ(tiles.paging.count(), 3);
  const Made rows = made("bf16[14x28] row on sim:0 interleaved(12)");
  EXPECT_EQ(rows.paging.page_bytes(), 56);
  EXPECT_EQ(rows.paging.stride(), 64);
  EXPECT_EQ(rows.paging.count(), 2);
  EXPECT_EQ(rows.paging.room(), 128);
  const Made one = made("f32[] row on sim:0", 16);
  EXPECT_EQ(one.paging.page_bytes(), 4);
  EXPECT_EQ(one.paging.stride(), 16);
  const Made sticks = made("f16[5x100x150] stick(128B, pad=all) on sim:0");
  EXPECT_EQ(sticks.paging.page_bytes(), 128);
  EXPECT_EQ(sticks.paging.count(), 24'576);
}

TEST(PagingTest, TilesOfBlockFormatsArePagesWithTheirScales) {
  const Made eight = made("bfp8_b[64x128] ttnn on sim:0/dram interleaved(3)");
  EXPECT_EQ(eight.paging.page_bytes(), 1088);
  EXPECT_EQ(eight.paging.stride(), 1088);
  EXPECT_EQ(eight.paging.count(), 3);
  const Made four = made("bfp4_b[64x128] ttnn on sim:0/l1 block(2x2)", 16);
  EXPECT_EQ(four.paging.page_bytes(), 576);
  EXPECT_EQ(four.paging.count(), 2);
}

TEST(PagingTest, RowsOfShardsArePages) {
  const auto page = [](std::string_view spec) {
    return made(spec).paging.page_bytes() / 4;
  };
  EXPECT_EQ(page("f32[8x7] row on sim:0/l1 height(4)"), 7);
  EXPECT_EQ(page("f32[8x7] row on sim:0/l1 width(4)"), 2);
  EXPECT_EQ(page("f32[8x7] row on sim:0/l1 width(9)"), 1);
  EXPECT_EQ(page("f32[8x7] row on sim:0/l1 block(2x3)"), 3);
  EXPECT_EQ(page("f32[8x7] row on sim:0/l1 block(2x3, order=col)"), 4);
  EXPECT_EQ(page("f32[8x7] row on sim:0/l1 block(cores=(1,1)-(2,3))"), 4);
  EXPECT_EQ(page("f32[8x7] row on sim:0/l1 nd(4, shard=4x1)"), 1);
  EXPECT_EQ(page("f32[8x1] row on sim:0/l1 height(2)"), 1);
  EXPECT_EQ(page("f32[7] row on sim:0/l1 width(2)"), 4);
}

TEST(PagingTest, WhatHasNoPagesIsOne) {
  const Made digits = made("f32[10x7] [b, a] on sim:0");
  EXPECT_EQ(digits.paging.count(), 1);
  EXPECT_EQ(digits.paging.page_bytes(), 280);
  EXPECT_EQ(digits.paging.room(), 288);
  EXPECT_EQ(digits.paging.page_at(digits.layout, 0, 0), 0);
  const Made bits = made("u1[3x7] row on sim:0");
  EXPECT_EQ(bits.paging.count(), 1);
  EXPECT_EQ(bits.paging.page_bytes(), 3);
  const Made nothing = made("f32[0x7] row on sim:0 interleaved(3)");
  EXPECT_EQ(nothing.paging.count(), 0);
  EXPECT_EQ(nothing.paging.room(), 0);
}

TEST(PagingTest, TellsPagesFromPadding) {
  const Made made_of = made("f32[5x2] row on sim:0 interleaved(3)");
  std::vector<Index> pages;
  for (Index unit = 0; unit < 3; ++unit) {
    for (Index i = 0; i < made_of.paging.count(); ++i) {
      pages.push_back(made_of.paging.page_at(made_of.layout, unit, i));
    }
  }
  EXPECT_EQ(pages, (std::vector<Index>{0, 3, 1, 4, 2, -1}));
}

TEST(PagingTest, SizesAreThoseOfTtnn) {
  int count = 0;
  for (const char* file : {"specs.txt", "shards.txt"}) {
    for (const auto& question : ttnn::golden::questions(file)) {
      if (question.answer.starts_with("ERROR")) continue;
      SCOPED_TRACE(question.command);
      const ttnn::TensorSpec tensor =
          ttnn::golden::tensor_spec(ttnn::golden::Command(question.command));
      const Spec spec = ttnn::to_spec(tensor);
      if (spec.format.is_block() || spec.shape.volume() == 0 ||
          std::holds_alternative<Digits>(spec.layout)) {
        continue;
      }
      const BoundLayout layout = bind(spec);
      const Paging paging(spec, layout, 32);
      EXPECT_EQ(paging.page_bytes(), tensor.page_size_bytes());
      EXPECT_EQ(paging.count() * paging.page_bytes(), layout.bytes_per_unit());
      std::set<Index> pages;
      for (Index unit = 0; unit < layout.unit_total(); ++unit) {
        for (Index i = 0; i < paging.count(); ++i) {
          pages.insert(paging.page_at(layout, unit, i));
        }
      }
      pages.erase(-1);
      EXPECT_EQ(std::ssize(pages) * tensor.page_size_bytes(),
                tensor.packed_buffer_size_bytes());
      EXPECT_EQ(*pages.begin(), 0);
      EXPECT_EQ(*pages.rbegin(), std::ssize(pages) - 1);
      ++count;
    }
  }
  EXPECT_GE(count, 60);
}

}  // namespace
}  // namespace ashlar
