// zDNN's formats, against the address formulas of its pages.
#include <gtest/gtest.h>

#include "tests/notation/check.h"
#include "tests/notation/vendor_offsets.h"

namespace ashlar {
namespace {

using test::bind_own;
using test::follows;
using test::read_and_written;
using test::read_bound;
using test::read_error;
using test::Sizes;
using test::written;
using test::Zdnn;

constexpr Notation kZdnn = Notation::zdnn;

TEST(ZdnnTest, ReadsPagesOfSticks) {
  const Sizes shapes[] = {{1, 1, 1, 1},  {2, 3, 33, 65}, {1, 2, 32, 64},
                          {2, 1, 65, 5}, {1, 1, 7, 200}, {3, 2, 64, 129}};
  for (const Sizes& dims : shapes) {
    const Shape shape{std::span<const Index>(dims)};
    for (const auto& [element, bytes] :
         {std::pair{"i8", 1}, std::pair{"f16", 2}, std::pair{"f32", 4}}) {
      const Zdnn feature{Zdnn::Kind::feature, dims, bytes};
      const Index slots = dims[0] * dims[1] * test::cover(dims[2], 32) *
                          test::cover(dims[3], 128 / bytes) * 4096 / bytes;
      EXPECT_TRUE(follows(read_bound(kZdnn, "4DFEATURE", shape, element),
                          feature, slots));
    }
    const Zdnn kernel{Zdnn::Kind::kernel, dims, 2};
    EXPECT_TRUE(follows(read_bound(kZdnn, "4DKERNEL", shape, "f16"), kernel,
                        dims[0] * dims[1] * test::cover(dims[2], 32) *
                            test::cover(dims[3], 64) * 2048));
    const Zdnn weights{Zdnn::Kind::weights, dims, 1};
    EXPECT_TRUE(follows(read_bound(kZdnn, "4DWEIGHTS", shape, "i8"), weights,
                        dims[0] * dims[1] * test::cover(dims[2], 64) *
                            test::cover(dims[3], 64) * 4096));
  }
}

TEST(ZdnnTest, WritesWhatItReads) {
  const Shape shape = {2, 3, 33, 65};
  EXPECT_EQ(read_and_written(kZdnn, "4DFEATURE", shape, "f32"), "4DFEATURE");
  EXPECT_EQ(read_and_written(kZdnn, "4DKERNEL", shape, "f16"), "4DKERNEL");
  EXPECT_EQ(read_and_written(kZdnn, "4DWEIGHTS", shape, "i8"), "4DWEIGHTS");
  EXPECT_EQ(written(kZdnn, bind_own("[a, d/64, b, c:64, d%64]", shape, "f16")),
            "4DFEATURE");
}

TEST(ZdnnTest, SaysWhatCannotBeWritten) {
  const auto reason = [](const char* layout, const Shape& shape,
                         const char* element) {
    return written(kZdnn, bind_own(layout, shape, element));
  };
  EXPECT_EQ(reason("row", {2, 3, 33, 65}, "f16"),
            "cannot: 4DFEATURE has d%64 where this has d");
  EXPECT_EQ(reason("[d/64, a, b, c, d%64]", {2, 3, 33, 65}, "f16"),
            "cannot: 4DFEATURE has c:64 where this has c");
  EXPECT_EQ(reason("[d/64, b, a, c/32, c%32, d%64]", {2, 3, 33, 65}, "f16"),
            "cannot: 4DFEATURE has b where this has a");
  EXPECT_EQ(
      reason("[a, b, d/64, c/64, c/2%32, d%64, c%2]", {2, 3, 33, 65}, "i8"),
      "cannot: 4DWEIGHTS has b where this has d/64");
  EXPECT_EQ(reason("row", {3, 5}, "f16"),
            "cannot: zDNN has tensors of rank 4, this one has rank 2");
  EXPECT_EQ(reason("row", {2, 3, 3, 5}, "f64"),
            "cannot: zDNN has elements of 8, 16 or 32 bits, this tensor has "
            "64");
  EXPECT_EQ(reason("row", {1 << 30, 1 << 28, 1, 1}, "f16"),
            "cannot: whole pages of sticks would pass 64 bits");
}

TEST(ZdnnTest, SaysWhereATextIsWrong) {
  for (const char* const text :
       {"", "4", "FEATURE", "4DGENERIC", "5DFEATURE"}) {
    EXPECT_EQ(read_error(kZdnn, text, {1, 2, 3, 4}, "f16"),
              "zdnn: this is no format of zDNN; use 4DFEATURE, 4DKERNEL or "
              "4DWEIGHTS");
  }
  EXPECT_EQ(read_error(kZdnn, "4DKERNEL", {1, 2, 3, 4}, "f32"),
            "zdnn: 4DKERNEL has elements of 16 bits, this tensor has 32");
  EXPECT_EQ(read_error(kZdnn, "4DWEIGHTS", {1, 2, 3, 4}, "f16"),
            "zdnn: 4DWEIGHTS has elements of 8 bits, this tensor has 16");
  EXPECT_EQ(read_error(kZdnn, "4DFEATURE", {1, 2, 3}, "f16"),
            "zdnn: zDNN has tensors of rank 4, this one has rank 3");
  EXPECT_EQ(read_error(kZdnn, "4DFEATURE 2", {1, 2, 3, 4}, "f16"),
            "zdnn: expected the end, found '2'");
}

}  // namespace
}  // namespace ashlar
