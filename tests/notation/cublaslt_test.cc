// The 128x4 order of scales, against the formula of its tiles.
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
using test::ScaleTiles;
using test::written;

constexpr Notation kScales = Notation::cublaslt;

TEST(CublasLtTest, ReadsScaleTiles) {
  for (const Shape& shape : {Shape{256, 12}, Shape{1, 1}, Shape{100, 3},
                             Shape{129, 5}, Shape{300, 9}}) {
    const Index slots =
        test::cover(shape[0], 128) * test::cover(shape[1], 4) * 512;
    EXPECT_TRUE(follows(read_bound(kScales, "128x4", shape, "e8m0"),
                        ScaleTiles{shape[1]}, slots));
    EXPECT_EQ(read_and_written(kScales, "128x4", shape, "e8m0"), "128x4");
  }
}

TEST(CublasLtTest, RecognisesOtherTextsOfTheSame) {
  EXPECT_EQ(written(kScales,
                    test::read_bound(Notation::cute,
                                     "((32,4,2),(4,3)):((16,4,1536),(1,512))",
                                     {256, 12}, "u8")),
            "128x4");
}

TEST(CublasLtTest, SaysWhatCannotBeWritten) {
  EXPECT_EQ(written(kScales, bind_own("tile(128x4)", {256, 12}, "u8")),
            "cannot: 128x4 has a/32%4 where this has a%128");
  EXPECT_EQ(written(kScales, bind_own("row", {256}, "u8")),
            "cannot: 128x4 is for matrices of scales, this tensor has rank 1");
  EXPECT_EQ(written(kScales, bind_own("row", {Index{1} << 58, 1}, "u8")),
            "cannot: whole tiles of 128x4 would pass 64 bits");
}

TEST(CublasLtTest, SaysWhereATextIsWrong) {
  for (const char* const text : {"", "128", "128x", "128x8", "64x4", "x4"}) {
    EXPECT_EQ(read_error(kScales, text, {256, 12}, "u8"),
              "cublaslt: this is no order of scales; write 128x4");
  }
  EXPECT_EQ(read_error(kScales, "128x4", {256}, "u8"),
            "cublaslt: 128x4 is for matrices of scales, this tensor has rank "
            "1");
  EXPECT_EQ(read_error(kScales, "128x4x", {256, 2}, "u8"),
            "cublaslt: expected the end, found 'x'");
}

}  // namespace
}  // namespace ashlar
