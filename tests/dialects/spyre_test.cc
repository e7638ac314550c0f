// SpyreTensorLayout: the document of Torch-Spyre, sentence by sentence.
#include "ashlar/dialects/spyre.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "ashlar/error.h"

namespace ashlar::spyre {
namespace {

using Sizes = std::vector<Index>;
using Map = std::vector<int>;

template <class Call>
std::string message_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

const Format kF16 = parse_format("f16");

// ---- the document

TEST(SpyreDocumentTest, TheStickDimensionIsPaddedAndBrokenIntoTwo) {
  const SpyreTensorLayout layout({5, 100, 150}, kF16);
  EXPECT_EQ(to_string(layout),
            "SpyreTensorLayout(device_size=[128, 3, 64, 64], dim_map =[1, 2, "
            "0, 2], num_stick_dims=1, format=StickFormat.Dense, "
            "device_dtype=DataFormats.SEN169_FP16)");
}

TEST(SpyreDocumentTest, ThreeMegabytesContainOnly150000BytesOfRealData) {
  const SpyreTensorLayout layout({5, 100, 150}, kF16);
  EXPECT_EQ(layout.num_sticks(), 24'576);
  EXPECT_EQ(layout.bytes(), 3 << 20);
  const BoundLayout bound = layout.bind({5, 100, 150});
  EXPECT_EQ(bound.bytes(), 3 << 20);
  EXPECT_EQ(bound.shape().volume() * 2, 150'000);
  EXPECT_EQ(bound.position(Indices{4, 99, 149}).bit, Index{2'449'962} * 8);
}

TEST(SpyreDocumentTest, PaddingOfAllNonStickDimensionsCanBeDisabled) {
  const SpyreTensorLayout layout({5, 100, 150}, kF16, PadDims::stick);
  EXPECT_EQ(to_string(layout),
            "SpyreTensorLayout(device_size=[100, 3, 5, 64], dim_map =[1, 2, 0, "
            "2], num_stick_dims=1, format=StickFormat.Dense, "
            "device_dtype=DataFormats.SEN169_FP16)");
  EXPECT_EQ(layout.num_sticks(), 1500);
  EXPECT_EQ(layout.bytes(), 192'000);
}

TEST(SpyreDocumentTest, ATensorCanBePaddedInTheSecondAndThirdDimension) {
  const SpyreTensorLayout layout({5, 128, 192}, kF16, {0, 1, 2});
  EXPECT_EQ(to_string(layout),
            "SpyreTensorLayout(device_size=[128, 3, 5, 64], dim_map =[1, 2, 0, "
            "2], num_stick_dims=1, format=StickFormat.Dense, "
            "device_dtype=DataFormats.SEN169_FP16)");
}

TEST(SpyreDocumentTest, ATensorCanBeTiledTheOtherWayRound) {
  const SpyreTensorLayout layout({5, 100, 192}, kF16, {1, 0, 2});
  EXPECT_EQ(to_string(layout),
            "SpyreTensorLayout(device_size=[5, 3, 100, 64], dim_map =[0, 2, 1, "
            "2], num_stick_dims=1, format=StickFormat.Dense, "
            "device_dtype=DataFormats.SEN169_FP16)");
}

TEST(SpyreDocumentTest, AnErrorIsRaisedIfTheStickDimensionIsNotPadded) {
  EXPECT_EQ(message_of([] {
              SpyreTensorLayout({5, 3, 7}, kF16, {0, 1, 2});
            }),
            "Invalid padding: padded_size[stick_dim] not even multiple of "
            "elems_in_stick");
}

// ---- the rules behind it

struct Rule {
  const char* name;
  SpyreTensorLayout layout;
  Sizes device_size;
  Map dim_map;
};

TEST(SpyreTest, FollowsTheExpectationsOfTheRuntime) {
  const Rule rules[] = {
      {"128", {{128}, kF16}, {2, 64}, {0, 0}},
      {"512x256", {{512, 256}, kF16}, {4, 512, 64}, {1, 0, 1}},
      {"512x8x256",
       {{512, 8, 256}, kF16, PadDims::stick},
       {8, 4, 512, 64},
       {1, 2, 0, 2}},
      {"order10", {{512, 256}, kF16, {1, 0}}, {8, 256, 64}, {0, 1, 0}},
      {"order210",
       {{512, 8, 256}, kF16, {2, 1, 0}},
       {8, 8, 256, 64},
       {1, 0, 2, 0}},
      {"43x7", {{43, 7}, kF16, PadDims::stick}, {1, 43, 64}, {1, 0, 1}},
      {"43x68", {{43, 68}, kF16, PadDims::stick}, {2, 43, 64}, {1, 0, 1}},
      {"43x68all", {{43, 68}, kF16}, {2, 64, 64}, {1, 0, 1}},
      {"7x255x68", {{7, 255, 68}, kF16}, {256, 2, 64, 64}, {1, 2, 0, 2}},
      {"rank4",
       {{2, 4, 8, 64}, kF16, PadDims::stick},
       {4, 8, 1, 2, 64},
       {1, 2, 3, 0, 3}},
      {"f32", {{3, 33}, parse_format("f32")}, {2, 32, 32}, {1, 0, 1}},
      {"bool",
       {{3, 65}, parse_format("bool"), PadDims::stick},
       {2, 3, 64},
       {1, 0, 1}},
      {"u8",
       {{3, 65}, parse_format("u8"), PadDims::stick},
       {3, 3, 32},
       {1, 0, 1}},
      {"sparse",
       {{512, 256}, kF16, {0, 1}, StickFormat::sparse},
       {256, 512, 64},
       {1, 0, 1}},
  };
  for (const Rule& rule : rules) {
    EXPECT_EQ(rule.layout.device_size(), rule.device_size) << rule.name;
    EXPECT_EQ(rule.layout.dim_map(), rule.dim_map) << rule.name;
    EXPECT_EQ(rule.layout.num_stick_dims(), 1) << rule.name;
  }
  EXPECT_EQ(rules[1].layout.device_strides(), (Sizes{32768, 64, 1}));
  EXPECT_EQ(rules[2].layout.device_strides(), (Sizes{131072, 32768, 64, 1}));
}

TEST(SpyreTest, KeepsSizeOneUnlessItIsTheStick) {
  EXPECT_EQ(SpyreTensorLayout({1, 1, 256}, parse_format("i8")).device_size(),
            (Sizes{1, 2, 1, 128}));
  EXPECT_EQ(SpyreTensorLayout({2, 1, 31}, kF16).device_size(),
            (Sizes{1, 1, 64, 64}));
  EXPECT_EQ(SpyreTensorLayout({1}, kF16).device_size(), (Sizes{1, 64}));
}

TEST(SpyreTest, MakesOneStickOfAScalar) {
  for (const SpyreTensorLayout& layout :
       {SpyreTensorLayout(Indices{}, kF16),
        SpyreTensorLayout(Indices{}, kF16, PadDims::stick),
        SpyreTensorLayout(Indices{}, kF16, Indices{})}) {
    EXPECT_EQ(layout.device_size(), (Sizes{1, 64}));
    EXPECT_EQ(layout.dim_map(), (Map{-1, -1}));
    EXPECT_EQ(layout.bytes(), 128);
    EXPECT_EQ(layout.host_dim_order(), Indices{});
    EXPECT_EQ(layout.bind({}).position(Indices{}).bit, 0);
    EXPECT_EQ(layout.bind({}).bytes(), 128);
  }
}

TEST(SpyreTest, GivesBackTheOrderItWasMadeFromForEveryRank) {
  for (int rank = 1; rank <= kMaxRank; ++rank) {
    Indices order;
    for (int i = 0; i < rank; ++i) order.push_back(i);
    const Indices sizes = Indices::filled(rank, 64);
    int left = 1000;  // of the 40,320 orders of rank 8
    do {
      const SpyreTensorLayout layout(sizes, kF16, order);
      ASSERT_EQ(layout.host_dim_order(), order);
      ASSERT_EQ(layout.dim_map().size(), static_cast<std::size_t>(rank) + 1);
    } while (--left > 0 && std::next_permutation(order.begin(), order.end()));
    const SpyreTensorLayout plain(sizes, kF16);
    EXPECT_EQ(plain, SpyreTensorLayout(sizes, kF16, plain.host_dim_order()));
  }
}

void expect_bijection(const Indices& size, PadDims pad) {
  const SpyreTensorLayout layout(size, parse_format("f32"), pad);
  const BoundLayout bound = layout.bind(Shape(size));
  ASSERT_EQ(bound.bytes(), layout.bytes());
  std::vector<bool> taken(static_cast<std::size_t>(bound.bytes() / 4));
  for (Index i = 0; i < bound.shape().volume(); ++i) {
    const Indices index = unravel(i, bound.shape());
    const Position at = bound.position(index);
    const auto slot = static_cast<std::size_t>(at.bit / 32);
    ASSERT_FALSE(taken[slot]);
    taken[slot] = true;
    ASSERT_EQ(bound.find(at).index, index);
  }
}

TEST(SpyreTest, HoldsEveryElementOfEveryRankOnce) {
  const Indices size = {2, 3, 2, 3, 1, 2, 3, 5};
  for (int rank = 0; rank <= kMaxRank; ++rank) {
    const Indices some(std::span(size.begin(), static_cast<std::size_t>(rank)));
    expect_bijection(some, PadDims::stick);
    if (rank <= 4) expect_bijection(some, PadDims::all);
  }
}

TEST(SpyreTest, ComparesAllFiveFields) {
  const auto make = [](Sizes size, Map map, int sticks, StickFormat format,
                       DataFormats dtype) {
    return SpyreTensorLayout(std::move(size), std::move(map), sticks, format,
                             dtype);
  };
  const auto dense = StickFormat::dense;
  const auto fp16 = DataFormats::sen169_fp16;
  const SpyreTensorLayout one = make({4, 512, 64}, {1, 0, 1}, 1, dense, fp16);
  EXPECT_EQ(one, SpyreTensorLayout({512, 256}, kF16, {0, 1}));
  EXPECT_NE(one, SpyreTensorLayout({512, 256}, kF16, {1, 0}));
  EXPECT_NE(one, make({4, 511, 64}, {1, 0, 1}, 1, dense, fp16));
  EXPECT_NE(one, make({4, 512, 64}, {0, 1, 1}, 1, dense, fp16));
  EXPECT_NE(one, make({4, 512, 64}, {1, 0, 1}, 2, dense, fp16));
  EXPECT_NE(one, make({4, 512, 64}, {1, 0, 1}, 1, StickFormat::sparse, fp16));
  EXPECT_NE(one,
            make({4, 512, 64}, {1, 0, 1}, 1, dense, DataFormats::bfloat16));
}

TEST(SpyreTest, PutsOneElementIntoEachSparseStick) {
  const SpyreTensorLayout layout({512, 256}, kF16, {0, 1}, StickFormat::sparse);
  const BoundLayout bound = layout.bind({512, 256});
  EXPECT_EQ(layout.bytes(), 512 * 256 * 128);
  EXPECT_EQ(bound.bytes(), layout.bytes());
  EXPECT_EQ(bound.position(Indices{3, 5}).bit, (5 * 512 + 3) * 1024);
  const SpyreTensorLayout narrow({256, 512, 1}, {1, 0, 1}, 1,
                                 StickFormat::sparse, DataFormats::sen169_fp16);
  EXPECT_EQ(narrow.bytes(), layout.bytes());
  EXPECT_EQ(narrow.bind({512, 256}).position(Indices{3, 5}).bit,
            (5 * 512 + 3) * 16);
}

TEST(SpyreTest, DoesNotGuessLanesOfSparseMulti) {
  const SpyreTensorLayout layout({8, 4}, kF16, {0, 1},
                                 StickFormat::sparse_multi);
  EXPECT_EQ(layout.device_size(), (Sizes{4, 8, 64}));
  EXPECT_EQ(message_of([&] {
              layout.bind({8, 4});
            }),
            "spyre: which lanes of a SparseMulti stick are in use is not "
            "documented");
}

TEST(SpyreTest, CountsBeyondTwoGigabytes) {
  const SpyreTensorLayout layout({1 << 20, 1 << 14}, kF16);
  EXPECT_EQ(layout.bytes(), Index{1} << 35);
  EXPECT_EQ(layout.bind({1 << 20, 1 << 14})
                .position(Indices{(1 << 20) - 1, (1 << 14) - 1})
                .bit,
            (Index{1} << 38) - 16);
  const SpyreTensorLayout huge({Index{1} << 40, Index{1} << 30, 64}, {1, 0, 1},
                               1, StickFormat::dense, DataFormats::sen169_fp16);
  EXPECT_EQ(message_of([&] { huge.bytes(); }),
            "spyre: 1099511627776 x 1073741824 does not fit in 64 bits");
}

TEST(SpyreTest, ChecksArguments) {
  EXPECT_EQ(message_of([] {
              SpyreTensorLayout({5, 128}, kF16, {0, 1, 2});
            }),
            "Invalid arguments: padded_size.size() != dim_order.size()");
  EXPECT_EQ(message_of([] {
              SpyreTensorLayout({5, 128}, kF16, {1, 1});
            }),
            "stick: the order 1.1 is not a permutation of 0 to 1");
  EXPECT_EQ(message_of([] {
              SpyreTensorLayout({5, 128}, kF16, {0, 7});
            }),
            "stick: the order 0.7 is not a permutation of 0 to 1");
  EXPECT_NE(message_of([] { SpyreTensorLayout({5, -1}, kF16); }), "");
  EXPECT_NE(message_of([] {
              SpyreTensorLayout({5, 3}, parse_format("f64"));
            }),
            "");
  const auto make = [](Sizes size, Map map, int sticks) {
    SpyreTensorLayout(std::move(size), std::move(map), sticks,
                      StickFormat::dense, DataFormats::sen169_fp16);
  };
  EXPECT_EQ(message_of([&] { make({}, {}, 0); }),
            "spyre: device_size is empty, expected at least the size of a "
            "stick");
  EXPECT_EQ(message_of([&] {
              make({2, 64}, {0}, 1);
            }),
            "spyre: dim_map has 1 entries for 2 device dimensions");
  EXPECT_EQ(message_of([&] {
              make({2, -64}, {0, 0}, 1);
            }),
            "spyre: device dimension 1 has negative size -64");
  EXPECT_EQ(message_of([&] {
              make({2, 64}, {0, 8}, 1);
            }),
            "spyre: dim_map has the entry 8, expected -1 to 7");
  EXPECT_EQ(message_of([&] {
              make({2, 64}, {0, 0}, 3);
            }),
            "spyre: num_stick_dims is 3, expected 0 to 2");
}

TEST(SpyreTest, ChecksThatATensorFits) {
  const SpyreTensorLayout layout({5, 128, 192}, kF16, {0, 1, 2});
  EXPECT_EQ(layout.bind({5, 100, 150}).bytes(), layout.bytes());
  EXPECT_EQ(message_of([&] {
              layout.bind({5, 100, 200});
            }),
            "spyre: axis c of size 200 needs 4 steps of 64, device_size has 3");
  EXPECT_EQ(message_of([&] {
              layout.bind({6, 100, 150});
            }),
            "spyre: axis a of size 6 needs 6 steps of 1, device_size has 5");
  EXPECT_EQ(message_of([&] {
              layout.bind({100, 150});
            }),
            "spyre: dim_map has the entry 2, expected -1 to 1");
}

TEST(SpyreTest, SaysDeviceDimsOfOtherLayouts) {
  const auto dims = [](const char* text, const Shape& shape) {
    return device_dims(
        ashlar::bind(parse_layout(text), shape, AxisNames(), kF16.element()));
  };
  EXPECT_EQ(dims("stick(128B, pad=all)", {5, 100, 150}),
            (DeviceDims{{128, 3, 64, 64}, {1, 2, 0, 2}}));
  EXPECT_EQ(dims("[(a b)]", {3, 5}), (DeviceDims{{3, 5}, {0, 1}}));
  EXPECT_EQ(dims("core=a/2 | [a%2, b]", {3, 5}), std::nullopt);
  EXPECT_EQ(dims("[a%2, a/2]", {8}), std::nullopt);
}

}  // namespace
}  // namespace ashlar::spyre
