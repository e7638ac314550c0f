// A plan tells what it does.
#include "src/plan/explain.h"

#include <gtest/gtest.h>

namespace ashlar {
namespace {

TEST(ExplainTest, NamesLoopsKernelAndBytes) {
  EXPECT_EQ(plan(parse_spec("f32[64x64] row"), parse_spec("f32[64x64] ttnn"))
                .explain(),
            "from     f32[64x64] row\n"
            "to       f32[64x64] tile(32x32, faces=16x16)\n"
            "bytes    16384 read, 16384 written\n"
            "loops    a/32 (2)\n"
            "chunk    b/32 (2), a/16 (2), b/16 (2), a (16), b (16)\n"
            "         2048 elements in 1 segments\n"
            "kernel   copy runs of 64 bytes, straight to the destination\n"
            "lines    100 % used of those read, 100 % of those written\n"
            "fetch    0 lines ahead into nothing\n");
}

TEST(ExplainTest, AnEmptyTensorMovesNothing) {
  const std::string text =
      plan(parse_spec("f32[0x64] row"), parse_spec("f32[0x64] col")).explain();
  EXPECT_NE(text.find("nothing to move"), std::string::npos);
}

}  // namespace
}  // namespace ashlar
