// ttnn_core_test.cc - ttnn's tensors in the words of the core.
#include "src/dialects/ttnn_core.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "ashlar/error.h"
#include "ashlar/sim.h"
#include "tests/dialects/ttnn_golden.h"
#include "tests/placement/shard_oracle.h"

namespace ashlar::ttnn {
namespace {

/// The page of an element, and where in the page it is: the formulas of ttnn,
/// written down once more.
struct InPage {
  Index page = 0;
  Index element = 0;
};

InPage in_page(const TensorSpec& spec, const Indices& index) {
  const Indices& padded = spec.padded_shape();
  const int added = padded.size() - index.size();
  Index row = 0;
  for (int i = 0; i + 1 < padded.size(); ++i) {
    row = row * padded[i] + (i < added ? 0 : index[i - added]);
  }
  const Index column = index.empty() ? 0 : index[index.size() - 1];
  const Shape2D page = spec.page_shape();
  const Index across = padded[padded.size() - 1] / page.width;
  InPage out{row / page.height * across + column / page.width,
             row % page.height * page.width + column % page.width};
  if (spec.layout() == Layout::tile) {
    const Tile& tile = spec.tile();
    const Index i = row % tile.height(), j = column % tile.width();
    const Index face =
        i / tile.face_height() * (tile.width() / tile.face_width()) +
        j / tile.face_width();
    out.element = (face * tile.face_height() + i % tile.face_height()) *
                      tile.face_width() +
                  j % tile.face_width();
  }
  return out;
}

/// Every element of a tensor where its spec for the core says it is.
class Everywhere {
 public:
  Everywhere(const TensorSpec& tensor, Spec spec)
      : tensor_(tensor), spec_(std::move(spec)) {
    if (spec_.format.is_block()) spec_.format = parse_format("u8");
    bound_ = bind(spec_);
    const Shape2D page = tensor.page_shape();
    page_bits_ = page.height * page.width * spec_.format.bits();
  }

  template <class Check>
  void check(Check check) const {
    const ashlar::Shape& shape = spec_.shape;
    const Index step = shape.volume() / 5000 + 1;
    for (Index i = 0; i < shape.volume(); i += step) {
      const Indices index = unravel(i, shape);
      const Position at = bound_.position(index);
      const InPage expected = in_page(tensor_, index);
      ASSERT_EQ(at.bit % page_bits_, expected.element * spec_.format.bits());
      check(at, at.bit / page_bits_, expected.page);
      if (testing::Test::HasFatalFailure()) return;
    }
  }

  const BoundLayout& bound() const { return bound_; }

 private:
  const TensorSpec& tensor_;
  Spec spec_;
  BoundLayout bound_;
  Index page_bits_ = 1;
};

void expect_host_order(const TensorSpec& tensor) {
  const Everywhere host(tensor, to_host_spec(tensor));
  host.check(
      [](const Position&, Index slot, Index page) { ASSERT_EQ(slot, page); });
  const Shape2D physical = tensor.physical_shape();
  EXPECT_EQ(host.bound().bits_per_unit(),
            physical.height * physical.width * host.bound().element_bits());
}

void expect_interleaved(const TensorSpec& tensor, Index banks) {
  const Everywhere device(tensor, to_spec(tensor));
  device.check([&](const Position& at, Index slot, Index page) {
    ASSERT_EQ(at.unit[0], page % banks);
    ASSERT_EQ(slot, page / banks);
  });
}

void expect_sharded(const TensorSpec& tensor) {
  const Everywhere device(tensor, to_spec(tensor));
  std::map<CoreCoord, std::vector<Index>> pages;
  for (const CorePages& core : page_mapping(tensor)) {
    pages[core.core] = core.pages;
  }
  const Sharded sharded = *sharded_of(tensor);
  device.check([&](const Position& at, Index slot, Index page) {
    const CoreCoord core = core_of(
        sharded, std::span(at.unit).first(device.bound().units().size()));
    ASSERT_EQ(pages.at(core).at(static_cast<std::size_t>(slot)), page);
  });
}

TEST(TtnnCoreTest, EveryElementOfTheGoldenTensorsIsInItsPage) {
  int count = 0;
  for (const char* file : {"specs.txt", "shards.txt"}) {
    for (const golden::Question& question : golden::questions(file)) {
      if (question.answer.starts_with("ERROR")) continue;
      SCOPED_TRACE(question.command);
      const TensorSpec tensor =
          golden::tensor_spec(golden::Command(question.command));
      for (const Spec& spec : {to_spec(tensor), to_host_spec(tensor)}) {
        EXPECT_EQ(parse_spec(to_string(spec)), spec);
      }
      expect_host_order(tensor);
      if (tensor.memory_config().is_sharded()) {
        expect_sharded(tensor);
      } else {
        expect_interleaved(tensor, 12);
      }
      ++count;
    }
  }
  EXPECT_GE(count, 80);
}

std::string device_text(const std::string& command) {
  return to_string(to_spec(golden::tensor_spec(golden::Command(command))));
}

TEST(TtnnCoreTest, UsesTheCoresOwnWordsWhereItCan) {
  EXPECT_EQ(device_text("spec 14x28"),
            "bf16[14x28] tile(32x32, faces=16x16) on sim:0/dram "
            "interleaved(12)");
  EXPECT_EQ(device_text("spec 5 --dtype=bfloat8_b"),
            "bfp8_b[5] tile(32x32, faces=16x16) on sim:0/dram interleaved(12)");
  EXPECT_EQ(device_text("spec 14x28 --layout=RM --dtype=float32"),
            "f32[14x28] row on sim:0/dram interleaved(12)");
  EXPECT_EQ(device_text("spec 14x28 --padded=14x32 --layout=RM"),
            "bf16[14x28] row(pitch=32) on sim:0/dram interleaved(12)");
  EXPECT_EQ(device_text("shard 128x128 --mem=BLOCK --shard=64x64 "
                        "--grid=1,2-3,4 --orient=CM --buffer=L1"),
            "bf16[128x128] tile(32x32, faces=16x16) on sim:0/l1 "
            "block(cores=(1,2)-(3,4), shard=64x64, order=col)");
  EXPECT_EQ(device_text("shard 4x6x3 --layout=RM --mem=ND --shard=2x2x3 "
                        "--grid=0,0-1,0;0,1-0,1 --strategy=CONTIG"),
            "bf16[4x6x3] row on sim:0/dram nd(cores=(0,0)-(1,0)+(0,1), "
            "shard=2x2x3, distribution=contiguous)");
}

TEST(TtnnCoreTest, WritesDigitsWhereATensorIsPaddedMoreThanItsLayoutNeeds) {
  EXPECT_EQ(device_text("spec 14x28 --padded=32x32 --layout=RM"),
            "bf16[14x28] bank=a%12 | [a/12:3, b:32] on sim:0/dram");
  EXPECT_EQ(device_text("spec 1x2x60x30 --padded=2x2x64x32 --tile=32x32"),
            "bf16[1x2x60x30] p=(a:2 b c/32 d/32); bank=p%12 | [p/12, c/16%2, "
            "d/16%2, c%16, d%16] on sim:0/dram");
  EXPECT_EQ(to_string(to_host_spec(golden::tensor_spec(
                golden::Command("spec 3x4 --padded=64x96")))),
            "bf16[3x4] [a/32:2, b/32:3, a/16%2, b/16%2, a%16, b%16]");
}

TEST(TtnnCoreTest, PaddingCanAddAxes) {
  TensorLayout layout;
  layout.alignment = {96, 32, 32};
  const TensorSpec tensor(Shape{5}, layout);
  EXPECT_EQ(tensor.padded_shape(), (Indices{3, 32, 32}));
  EXPECT_EQ(to_string(to_host_spec(tensor)),
            "bf16[5] [0:3, 0, a/32, 0:2, a/16%2, 0:16, a%16]");
  expect_host_order(tensor);
  expect_interleaved(tensor, 12);
}

TEST(TtnnCoreTest, GoesToTheDeviceThatItIsToldTo) {
  const TensorSpec tensor(Shape{64, 64}, {});
  EXPECT_EQ(to_string(to_spec(tensor, {"sim", 3, 8, 130})),
            "bf16[64x64] tile(32x32, faces=16x16) on sim:3/dram "
            "interleaved(8)");
  TensorLayout l1;
  l1.memory_config =
      MemoryConfig(TensorMemoryLayout::interleaved, BufferType::l1);
  EXPECT_EQ(
      to_string(to_spec(TensorSpec(Shape{64, 64}, l1), {"sim", 0, 8, 130})),
      "bf16[64x64] tile(32x32, faces=16x16) on sim:0/l1 "
      "interleaved(130)");
  l1.memory_config =
      MemoryConfig(TensorMemoryLayout::interleaved, BufferType::system_memory);
  EXPECT_EQ(to_string(to_spec(TensorSpec(Shape{64, 64}, l1))),
            "bf16[64x64] tile(32x32, faces=16x16)");
}

/// A block-sharded tensor that is padded to `alignment`.
TensorSpec padded_shards(const Shape& shape, const Indices& alignment,
                         const CoreRange& cores) {
  TensorLayout layout;
  layout.alignment = alignment;
  layout.memory_config =
      MemoryConfig(TensorMemoryLayout::block_sharded, BufferType::l1,
                   ShardSpec{cores, {32, 64}});
  return {shape, layout};
}

TEST(TtnnCoreTest, ShardsOfAPaddedMatrixBeginWhereTheirCoresDo) {
  const TensorSpec tensor =
      padded_shards({60, 30}, {128, 128}, {{1, 2}, {3, 5}});
  EXPECT_EQ(tensor.padded_shape(), (Indices{128, 128}));
  EXPECT_EQ(to_string(to_spec(tensor)),
            "bf16[60x30] tile(32x32, faces=16x16) on sim:0/l1 "
            "block(cores=(1,2)-(3,5), shard=32x64)");
  expect_sharded(tensor);
  const SimDevice device({});
  EXPECT_EQ(device.why_not(to_spec(tensor)), std::nullopt);
  for (const TensorMemoryLayout kind : {TensorMemoryLayout::height_sharded,
                                        TensorMemoryLayout::width_sharded}) {
    const bool is_height = kind == TensorMemoryLayout::height_sharded;
    TensorLayout layout;
    layout.alignment = {96, 64};
    layout.memory_config =
        MemoryConfig(kind, BufferType::l1,
                     ShardSpec{CoreRange{{2, 3}, {4, 4}},
                               is_height ? Shape2D{32, 64} : Shape2D{96, 32}});
    const TensorSpec spec(Shape{60, 30}, layout);
    EXPECT_EQ(spec.padded_shape(), (Indices{96, 64}));
    EXPECT_TRUE(
        std::holds_alternative<Sharded>(to_spec(spec).placement.spread));
    expect_sharded(spec);
  }
}

TEST(TtnnCoreTest, PaddingCountsWhereShardsAreNumbered) {
  TensorLayout layout;
  layout.alignment = {64, 128};
  layout.memory_config =
      MemoryConfig(BufferType::l1, {{32, 32}, CoreRange{{0, 0}, {1, 1}}});
  const TensorSpec tensor(Shape{60, 30}, layout);
  // Four shards a row, three of them padding, on four cores.
  EXPECT_TRUE(std::holds_alternative<Digits>(to_spec(tensor).layout));
  expect_sharded(tensor);
}

TEST(TtnnCoreTest, ShardsInDigitsAreOnCoresFromZeroOnOrRefused) {
  const TensorSpec good =
      padded_shards({2, 30, 30}, {64, 64}, {{0, 0}, {0, 3}});
  EXPECT_TRUE(std::holds_alternative<Digits>(to_spec(good).layout));
  expect_sharded(good);
  const TensorSpec lost =
      padded_shards({2, 30, 30}, {64, 64}, {{1, 2}, {1, 5}});
  try {
    to_spec(lost);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::unsupported);
    EXPECT_EQ(error.what(),
              std::string("ttnn: shards of a tensor that is padded more than "
                          "its layout needs can only be on cores from (0, 0) "
                          "on, not on {[1-2 - 1-5]}; pad it less, or begin "
                          "with core (0, 0)"));
  }
  // On the host there are no cores.
  expect_host_order(lost);
}

/// Random tensors, cut in any way, against the formulas page by page.
TEST(TtnnCoreTest, RandomPagesFollowTheFormulas) {
  std::mt19937_64 random(11);
  const auto number = [&](Index least, Index most) {
    return std::uniform_int_distribution<Index>(least, most)(random);
  };
  int good = 0;
  for (int round = 0; round < 600; ++round) {
    oracle::Problem p;
    TensorLayout layout;
    const Index rank = number(2, 4);
    std::vector<Index> shape;
    for (Index i = 0; i < rank; ++i) {
      shape.push_back(number(1, i + 2 >= rank ? 50 : 3));
    }
    const bool is_tile = number(0, 1) == 0;
    layout.layout = is_tile ? Layout::tile : Layout::row_major;
    layout.tile = number(0, 1) == 0 ? Tile(8, 16) : Tile(16, 32);
    const Index page_rows = is_tile ? layout.tile.height() : 1;
    const Index page_cols = is_tile ? layout.tile.width() : 1;
    const Index shard_rank = number(is_tile ? 2 : 1, rank);
    for (Index i = rank - shard_rank; i < rank; ++i) {
      const Index page = i + 1 == rank   ? page_cols
                         : i + 2 == rank ? page_rows
                                         : 1;
      p.shard.push_back(
          page * number(1, shape[static_cast<std::size_t>(i)] / page + 2));
    }
    p.shape = shape;
    p.tile_rows = p.face_rows = page_rows;
    p.tile_cols = p.face_cols = is_tile ? page_cols : p.shard.back();
    const oracle::Core start{number(0, 2), number(0, 2)};
    const oracle::Core end{start.x + number(0, 3), start.y + number(0, 3)};
    p.cores = {{start, end}};
    p.row_wise = number(0, 1) == 0;
    const auto strategy = static_cast<ShardDistributionStrategy>(number(0, 2));
    p.deal = static_cast<oracle::Deal>(strategy);
    layout.memory_config = MemoryConfig(
        BufferType::l1,
        {Indices(p.shard), CoreRange{{start.x, start.y}, {end.x, end.y}},
         p.row_wise ? ShardOrientation::row_major : ShardOrientation::col_major,
         strategy});
    std::vector<CorePages> mapping;
    const TensorSpec tensor(Shape(shape), layout);
    try {
      mapping = page_mapping(tensor);
    } catch (const Error&) {
      ASSERT_NE(strategy, ShardDistributionStrategy::round_robin_1d);
      continue;
    }
    ++good;
    const oracle::Map map(p);
    const Index area = p.tile_rows * p.tile_cols;
    std::map<CoreCoord, std::vector<Index>> expected;
    for (const CorePages& core : mapping) {
      expected[core.core].resize(static_cast<std::size_t>(map.room() / area),
                                 -1);
    }
    const ashlar::Shape padded(tensor.padded_shape());
    for (Index i = 0; i < padded.volume(); ++i) {
      const Indices index = unravel(i, padded);
      const std::vector<Index> at(index.begin(), index.end());
      const oracle::Home home = map.home_of(at);
      expected.at({home.core.x, home.core.y})
          .at(static_cast<std::size_t>(home.element / area)) =
          oracle::page_of(p, at).first;
    }
    for (const CorePages& core : mapping) {
      ASSERT_EQ(core.pages, expected.at(core.core)) << round;
    }
  }
  EXPECT_GE(good, 300);
}

}  // namespace
}  // namespace ashlar::ttnn
