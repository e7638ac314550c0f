// device_size and dim_map, against mixed-radix coordinates.
#include <gtest/gtest.h>

#include "tests/notation/check.h"

namespace ashlar {
namespace {

using test::bind_own;
using test::follows;
using test::read_and_written;
using test::read_bound;
using test::read_error;
using test::Sizes;
using test::written;

constexpr Notation kSpyre = Notation::spyre;

/// Coordinates from the right: a later dim of an axis takes the remainder.
struct Device {
  Sizes size;
  Sizes map;

  Index operator()(Sizes at) const {
    Index offset = 0;
    Index step = 1;
    for (std::size_t k = size.size(); k-- > 0; step *= size[k]) {
      if (map[k] < 0) continue;
      Index& left = at[static_cast<std::size_t>(map[k])];
      bool is_top = true;
      for (std::size_t j = 0; j < k; ++j) is_top = is_top && map[j] != map[k];
      offset += (is_top ? left : left % size[k]) * step;
      left /= size[k];
    }
    return offset;
  }
  Index slots() const {
    Index all = 1;
    for (const Index n : size) all *= n;
    return all;
  }
};

TEST(SpyreNotationTest, ReadsDeviceDims) {
  const struct {
    const char* text;
    Shape shape;
    Device device;
  } cases[] = {
      {"device_size=[128,3,64,64] dim_map=[1,2,0,2]",
       {5, 100, 150},
       {{128, 3, 64, 64}, {1, 2, 0, 2}}},
      {"device_size=[100,3,5,64] dim_map=[1,2,0,2]",
       {5, 100, 150},
       {{100, 3, 5, 64}, {1, 2, 0, 2}}},
      {"device_size [2, 3, 64, 2]  dim_map [1, 0, 1, 0]",
       {6, 100},
       {{2, 3, 64, 2}, {1, 0, 1, 0}}},
      {"device_size=[2,3,8,2,16], dim_map =[1,0,1,0,1]",
       {6, 200},
       {{2, 3, 8, 2, 16}, {1, 0, 1, 0, 1}}},
      {"device_size=[256,1,5,64] dim_map=[1,-1,0,-1]",
       {5, 256},
       {{256, 1, 5, 64}, {1, -1, 0, -1}}},
      {"device_size=[1,64] dim_map=[-1,-1]", {}, {{1, 64}, {-1, -1}}},
      {"device_size=[] dim_map=[]", {}, {{}, {}}},
      {"device_size=[3] dim_map=[0]", {3, 1}, {{3}, {0}}},
  };
  for (const auto& one : cases) {
    EXPECT_TRUE(follows(read_bound(kSpyre, one.text, one.shape), one.device,
                        one.device.slots()))
        << one.text;
  }
}

TEST(SpyreNotationTest, WritesWhatItReads) {
  const struct {
    const char* text;
    Shape shape;
  } cases[] = {
      {"device_size=[128,3,64,64] dim_map=[1,2,0,2]", {5, 100, 150}},
      {"device_size=[1,1,64] dim_map=[1,0,1]", {1, 1}},
      {"device_size=[2,3,64,2] dim_map=[1,0,1,0]", {6, 100}},
      {"device_size=[256,1,5,64] dim_map=[1,-1,0,-1]", {5, 256}},
      {"device_size=[2,0,64] dim_map=[1,0,1]", {0, 70}},
      {"device_size=[0,64,64] dim_map=[1,0,1]", {3, 0}},
      {"device_size=[1,64] dim_map=[-1,-1]", {}},
      {"device_size=[] dim_map=[]", {}},
  };
  for (const auto& one : cases) {
    EXPECT_EQ(read_and_written(kSpyre, one.text, one.shape), one.text);
  }
}

TEST(SpyreNotationTest, WritesLayoutsOfOthers) {
  EXPECT_EQ(written(kSpyre, bind_own("tile(4x4)", {6, 10}, "bf16")),
            "device_size=[2,3,4,4] dim_map=[0,1,0,1]");
  EXPECT_EQ(written(kSpyre, bind_own("row(pitch=72)", {100, 70})),
            "device_size=[100,72] dim_map=[0,1]");
  EXPECT_EQ(written(kSpyre, bind_own("stick(128B, sparse)", {512, 256}, "f16")),
            "device_size=[256,512,64] dim_map=[1,0,-1]");
  EXPECT_EQ(written(kSpyre, bind_own("[(a b)]", {3, 5})),
            "device_size=[3,5] dim_map=[0,1]");
}

TEST(SpyreNotationTest, SaysWhatCannotBeWritten) {
  const auto reason = [](const char* layout, const Shape& shape) {
    return written(kSpyre, bind_own(layout, shape));
  };
  EXPECT_EQ(reason("[a/128, b/4, a%32, a/32%4, b%4]", {256, 12}),
            "cannot: axis a stores its factor 32 (least significant) outside "
            "its factor 4");
  EXPECT_EQ(reason("[a/16, a%16:20]", {64}),
            "cannot: the gap of 4 slots after a%16");
  EXPECT_EQ(reason("core=a/64 | [a%64, b]", {100, 70}),
            "cannot: units cannot be written: core");
}

TEST(SpyreNotationTest, SaysWhereATextIsWrong) {
  EXPECT_EQ(read_error(kSpyre, "dim_map=[0]", {3}),
            "spyre: expected device_size, found 'dim_map'");
  EXPECT_EQ(read_error(kSpyre, "device_size=[3,4] dim_map=[0]", {3}),
            "spyre: device_size has 2 entries, dim_map has 1");
  EXPECT_EQ(read_error(kSpyre, "device_size=[3] dim_map=[1]", {3}),
            "spyre: dim_map has the entry 1, expected -1 to 0");
  EXPECT_EQ(read_error(kSpyre, "device_size=[-3] dim_map=[0]", {3}),
            "spyre: a size is -3; only -1 in dim_map, no axis, is negative");
  EXPECT_EQ(read_error(kSpyre, "device_size=[2,64] dim_map=[0,0]", {150}),
            "spyre: axis a of size 150 needs 3 steps of 64, device_size has 2");
  EXPECT_EQ(read_error(kSpyre, "device_size=[3] dim_map=[0]", {3, 2}),
            "spyre: dim_map does not name axis 1 of size 2");
  EXPECT_EQ(read_error(kSpyre, "device_size=[3,0] dim_map=[0,0]", {3}),
            "spyre: axis a has a device dimension of size 0 inside another");
  EXPECT_EQ(read_error(kSpyre, "device_size=[3,0] dim_map=[0,-1]", {3}),
            "spyre: a device dimension without an axis has size 0");
  EXPECT_EQ(read_error(kSpyre, "device_size=[3] dim_map=[99999999999]", {3}),
            "spyre: there is no axis 99999999999");
  std::string many = "device_size=[1";
  for (int i = 0; i < 100; ++i) many += ",1";
  EXPECT_EQ(read_error(kSpyre, many + "]", {3}), "spyre: more than 40 entries");
  EXPECT_EQ(read_error(kSpyre,
                       "device_size=[3,4000000000,4000000000,4] "
                       "dim_map=[0,0,0,0]",
                       {3}),
            "spyre: 4000000000 x 4000000000 does not fit in 64 bits");
}

}  // namespace
}  // namespace ashlar
