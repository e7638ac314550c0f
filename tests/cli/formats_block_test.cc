// Block formats in words, and the tables of codebooks.
#include <gtest/gtest.h>

#include <string>

#include "tests/cli/command_line.h"

namespace ashlar::cli {
namespace {

using test::ashlar;

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(FormatsBlockTest, ExplainsAllThatABlockFormatHas) {
  EXPECT_TRUE(
      ashlar({"formats", "u4@f16:32,zero=u8,axis=-2,sparse=2:4,divisor"})
          .out.starts_with(
              R"(u4@f16:32,zero=u8,axis=-2,sparse=2:4,divisor
  u4 that share scales: f16 for 32; with zero points, u8; 2 of 4 are stored
  elements     u4, 4 bits
  scales       f16, 16 bits, one for 32 elements along axis -2; it divides
  zeros        u8, 8 bits, one for each scale
  sparsity     2 of 4 elements are stored, and a bit for each that says which
  in all       3.375 bits an element

its elements, u4
)"));
  EXPECT_TRUE(has(ashlar({"formats", "mx9"}).out,
                  "  subtiles     2 elements; each has 1 bit to say how often "
                  "its scale is halved\n"));
  EXPECT_TRUE(has(ashlar({"formats", "i8@f32:4xchannel"}).out,
                  "one for 4 x all along a row\n"
                  "  in all       8 bits an element, without the scales of "
                  "channels\n"));
}

TEST(FormatsBlockTest, ShowsTheTablesOfACodebook) {
  EXPECT_EQ(ashlar({"formats", "cb21s101_i8@f32:16,sub=4"}).out,
            R"(cb21s101_i8@f32:16,sub=4
  cb21s101_i8 that share scales: f32 for 16
  elements     2 bits, places in one of 2 tables of 4 numbers of i8
  scales       f32, 32 bits, one for 16 elements of a row
  subtiles     4 elements; each has 1 bit to pick a table
  in all       4.25 bits an element

its elements, cb21s101_i8
  means        a place in the table, counted from 0
  table 0      -127 -0 0 127
  table 1      -126 -0 0 126
)");
  EXPECT_TRUE(has(ashlar({"formats", "nf4"}).out,
                  "  table        -1 -0.696193 -0.525073"));
  EXPECT_EQ(ashlar({"formats", "nf4", "1"}).err,
            "error: formats: nf4 is a block format: its numbers share scales\n"
            "hint: ashlar formats nf4 shows the tables of its elements\n");
}

}  // namespace
}  // namespace ashlar::cli
