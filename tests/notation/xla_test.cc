// XLA's tiled layouts, read, against the formula of its document.
#include <gtest/gtest.h>

#include "tests/notation/check.h"
#include "tests/notation/vendor_offsets.h"

namespace ashlar {
namespace {

using test::follows;
using test::read_bound;
using test::read_error;
using test::Sizes;
using test::Xla;

constexpr Notation kXla = Notation::xla;

struct Tiled {
  const char* text;
  Sizes dims;
  Sizes minor_to_major;
  std::vector<Sizes> tiles;  // 0 is a star
};

const Tiled kTable[] = {
    {"{}", {}, {}, {}},
    {"{:T(128)}", {}, {}, {{128}}},
    {"{0}", {7}, {0}, {}},
    {"{0:T(8,128)}", {300}, {0}, {{8, 128}}},
    {"{1,0}", {3, 5}, {1, 0}, {}},
    {"{0,1}", {3, 5}, {0, 1}, {}},
    {"{1,0:T(2,2)}", {3, 5}, {1, 0}, {{2, 2}}},
    {"{0,1:T(4,2)}", {3, 5}, {0, 1}, {{4, 2}}},
    {"{2,1,0:T(8,128)}", {2, 20, 200}, {2, 1, 0}, {{8, 128}}},
    {"{2,1,0:T(8,128)(2,1)}", {2, 19, 130}, {2, 1, 0}, {{8, 128}, {2, 1}}},
    {"{2,1,0:T(8,128)(4,1)}", {2, 19, 130}, {2, 1, 0}, {{8, 128}, {4, 1}}},
    {"{0,2,1:T(8,128)(2,1)}", {30, 2, 19}, {0, 2, 1}, {{8, 128}, {2, 1}}},
    {"{1,0:T(32,32)(16,16)}", {70, 50}, {1, 0}, {{32, 32}, {16, 16}}},
    {"{0:T(1024)(128)(2,1)}", {2000}, {0}, {{1024}, {128}, {2, 1}}},
    {"{3,2,1,0:T(*,2,*,3)}", {4, 6, 5, 7}, {3, 2, 1, 0}, {{0, 2, 0, 3}}},
    {"{2,1,0:T(*,*,8)}", {3, 4, 5}, {2, 1, 0}, {{0, 0, 8}}},
    {"{2,1,0:T(*,8,4)}", {3, 4, 5}, {2, 1, 0}, {{0, 8, 4}}},
    {"{1,0:T(4,4)(*,8)}", {9, 7}, {1, 0}, {{4, 4}, {0, 8}}},
    // A tile may cut what is left of an earlier one anywhere.
    {"{0:T(64)(6)}", {100}, {0}, {{64}, {6}}},
    {"{0:T(64)(6)(4)}", {100}, {0}, {{64}, {6}, {4}}},
    {"{0:T(5)(8)}", {33}, {0}, {{5}, {8}}},
    {"{0:T(5)(8)(3)}", {33}, {0}, {{5}, {8}, {3}}},
    {"{1,0:T(3,4)(2,3)}", {10, 9}, {1, 0}, {{3, 4}, {2, 3}}},
    {"{1,0:T(2,2)(3,3,1,1)}", {10, 9}, {1, 0}, {{2, 2}, {3, 3, 1, 1}}},
    {"{0:T(1)(64)}", {7}, {0}, {{1}, {64}}},
};

TEST(XlaTest, ReadsRepeatedTilesAsTheDocumentDoes) {
  for (const Tiled& tiled : kTable) {
    const Shape shape{std::span<const Index>(tiled.dims)};
    const Xla formula{tiled.dims, tiled.minor_to_major, tiled.tiles};
    EXPECT_TRUE(
        follows(read_bound(kXla, tiled.text, shape), formula, formula.slots()))
        << tiled.text;
  }
}

TEST(XlaTest, ReadsBlanks) {
  const BoundLayout layout =
      read_bound(kXla, " { 1 , 0 : T ( 2, 2 ) } ", {3, 5});
  EXPECT_EQ(layout, read_bound(kXla, "{1,0:T(2,2)}", {3, 5}));
}

TEST(XlaTest, SaysWhereALayoutIsWrong) {
  EXPECT_EQ(read_error(kXla, "1,0", {3, 5}),
            "xla: expected '{' before the order of the axes, found '1'");
  EXPECT_EQ(read_error(kXla, "{1}", {3, 5}),
            "xla: the order has to name each of the 2 axes once, from 0 on");
  EXPECT_EQ(read_error(kXla, "{1,1}", {3, 5}),
            "xla: the order has to name each of the 2 axes once, from 0 on");
  EXPECT_EQ(read_error(kXla, "{2,1}", {3, 5}),
            "xla: the order has to name each of the 2 axes once, from 0 on");
  EXPECT_EQ(read_error(kXla, "{1,0:T(8,128)E(4)}", {3, 5}),
            "xla: the attribute E is no tiling; leave it out; formats and "
            "memories are given elsewhere");
  EXPECT_EQ(read_error(kXla, "{1,0:S(1)}", {3, 5}),
            "xla: the attribute S is no tiling; leave it out; formats and "
            "memories are given elsewhere");
  EXPECT_EQ(read_error(kXla, "{1,0:T(8,*)}", {3, 5}),
            "xla: the last size of a tile is *; a * is joined with the size "
            "after it");
  EXPECT_EQ(read_error(kXla, "{1,0:T(0,8)}", {3, 5}),
            "xla: a tile size is 0, expected at least 1");
  EXPECT_EQ(read_error(kXla, "{1,0:T()}", {3, 5}),
            "xla: expected a tile size, found ')'");
  EXPECT_EQ(read_error(kXla, "{1,0", {3, 5}),
            "xla: expected '}' after the layout, found the end of the text");
  EXPECT_EQ(read_error(kXla, "{1,0}x", {3, 5}),
            "xla: expected the end, found 'x'");
}

TEST(XlaTest, LimitsWhatTilesMake) {
  std::string many = "{0:T";
  for (int i = 0; i < 2000; ++i) many += "(2)";
  EXPECT_EQ(read_error(kXla, many + "}", {1 << 20}),
            "xla: more than 1024 dimensions");
  std::string wide = "{0:T(1";
  for (int i = 0; i < 2000; ++i) wide += ",1";
  EXPECT_EQ(read_error(kXla, wide + ")}", {3}),
            "xla: a tile of more than 1024 dimensions");
  std::string long_order = "{0";
  for (int i = 1; i < 10000; ++i) long_order += ",0";
  EXPECT_EQ(read_error(kXla, long_order + "}", {3}),
            "xla: the order has to name each of the 1 axes once, from 0 on");
  EXPECT_EQ(read_error(kXla, "{0:T(4000000000000000000)(2)}", {3}),
            "bits in memory: 64 x 2000000000000000000 does not fit in 64 bits");
}

}  // namespace
}  // namespace ashlar
