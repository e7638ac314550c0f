// oneDNN's tags, against the offset of a blocked memory descriptor.
#include <gtest/gtest.h>

#include "tests/notation/check.h"
#include "tests/notation/vendor_offsets.h"

namespace ashlar {
namespace {

using test::bind_own;
using test::follows;
using test::OneDnn;
using test::read_and_written;
using test::read_bound;
using test::read_error;
using test::Sizes;
using test::written;

constexpr Notation kTags = Notation::onednn;

struct Tag {
  const char* text;
  const char* abstract;  // the same in a, b, c, ...
  Sizes dims;
  std::vector<int> outer;
  std::vector<std::pair<Index, int>> inner;
};

// Conventional letters stand for axes in the order n c d h w, g o i d h w,
// t n c, l d n c, l d i g o, wherever they are written.
const Tag kTable[] = {
    {"x", "a", {7}, {0}, {}},
    {"nc", "ab", {3, 5}, {0, 1}, {}},
    {"cn", "ba", {3, 5}, {1, 0}, {}},
    {"nwc", "acb", {2, 3, 5}, {0, 2, 1}, {}},
    {"nchw", "abcd", {2, 3, 4, 5}, {0, 1, 2, 3}, {}},
    {"nhwc", "acdb", {2, 3, 4, 5}, {0, 2, 3, 1}, {}},
    {"chwn", "bcda", {2, 3, 4, 5}, {1, 2, 3, 0}, {}},
    {"ncdhw", "abcde", {2, 3, 2, 3, 5}, {0, 1, 2, 3, 4}, {}},
    {"nCw16c", "aBc16b", {2, 37, 5}, {0, 1, 2}, {{16, 1}}},
    {"nChw16c", "aBcd16b", {2, 37, 3, 5}, {0, 1, 2, 3}, {{16, 1}}},
    {"nChw8c", "aBcd8b", {2, 16, 3, 5}, {0, 1, 2, 3}, {{8, 1}}},
    {"nCdhw16c", "aBcde16b", {1, 17, 2, 3, 2}, {0, 1, 2, 3, 4}, {{16, 1}}},
    {"NCw16n16c", "ABc16a16b", {17, 5, 3}, {0, 1, 2}, {{16, 0}, {16, 1}}},
    {"oi", "ab", {3, 5}, {0, 1}, {}},
    {"hwio", "cdba", {3, 5, 2, 4}, {2, 3, 1, 0}, {}},
    {"OIhw16i16o",
     "ABcd16b16a",
     {35, 18, 3, 3},
     {0, 1, 2, 3},
     {{16, 1}, {16, 0}}},
    {"OIhw8i16o2i",
     "ABcd8b16a2b",
     {35, 21, 3, 2},
     {0, 1, 2, 3},
     {{8, 1}, {16, 0}, {2, 1}}},
    {"OIhw4i16o4i",
     "ABcd4b16a4b",
     {17, 33, 1, 3},
     {0, 1, 2, 3},
     {{4, 1}, {16, 0}, {4, 1}}},
    {"gOIhw4o4i",
     "aBCde4b4c",
     {2, 5, 6, 3, 2},
     {0, 1, 2, 3, 4},
     {{4, 1}, {4, 2}}},
    {"Goihw16g", "Abcde16a", {20, 3, 2, 3, 2}, {0, 1, 2, 3, 4}, {{16, 0}}},
    {"hwigo", "decab", {2, 3, 4, 2, 3}, {3, 4, 2, 0, 1}, {}},
    {"tnc", "abc", {2, 3, 5}, {0, 1, 2}, {}},
    {"ntc", "bac", {2, 3, 5}, {1, 0, 2}, {}},
    {"ldnc", "abcd", {2, 1, 3, 5}, {0, 1, 2, 3}, {}},
    {"ldigo", "abcde", {2, 1, 3, 4, 5}, {0, 1, 2, 3, 4}, {}},
    {"ldgoi", "abdec", {2, 1, 3, 4, 5}, {0, 1, 3, 4, 2}, {}},
    {"ldgOi32o", "abdEc32e", {2, 1, 3, 4, 35}, {0, 1, 3, 4, 2}, {{32, 4}}},
    {"ldoi", "abdc", {2, 1, 3, 5}, {0, 1, 3, 2}, {}},
    {"BA16a64b2a", "BA16a64b2a", {100, 70}, {1, 0}, {{16, 0}, {64, 1}, {2, 0}}},
    {"BA16a64b4a", "BA16a64b4a", {65, 129}, {1, 0}, {{16, 0}, {64, 1}, {4, 0}}},
    {"ABcd4a8b8a4b",
     "ABcd4a8b8a4b",
     {40, 45, 2, 3},
     {0, 1, 2, 3},
     {{4, 0}, {8, 1}, {8, 0}, {4, 1}}},
    {"AB32a32b", "AB32a32b", {14, 28}, {0, 1}, {{32, 0}, {32, 1}}},
    {"AB32a32b", "AB32a32b", {14, 100}, {0, 1}, {{32, 0}, {32, 1}}},
    {"hgfedcba",
     "hgfedcba",
     {2, 1, 3, 1, 2, 2, 1, 3},
     {7, 6, 5, 4, 3, 2, 1, 0},
     {}},
};

TEST(OneDnnTest, ReadsEveryTagAsItsMemoryDescriptor) {
  for (const Tag& tag : kTable) {
    const Shape shape{std::span<const Index>(tag.dims)};
    const OneDnn formula{tag.dims, tag.outer, tag.inner};
    EXPECT_TRUE(
        follows(read_bound(kTags, tag.text, shape), formula, formula.slots()))
        << tag.text;
  }
}

TEST(OneDnnTest, WritesAbstractLetters) {
  for (const Tag& tag : kTable) {
    const Shape shape{std::span<const Index>(tag.dims)};
    EXPECT_EQ(read_and_written(kTags, tag.text, shape), tag.abstract)
        << tag.text;
    EXPECT_EQ(read_and_written(kTags, tag.abstract, shape), tag.abstract);
  }
}

TEST(OneDnnTest, WritesPaddingAsBlocks) {
  EXPECT_EQ(written(kTags, bind_own("row(pitch=72)", {100, 70})), "aB72b");
  EXPECT_EQ(written(kTags, bind_own("tile(32x32)", {70, 100})), "AB32a32b");
  EXPECT_EQ(written(kTags, bind_own("ttnn", {70, 100})), "AB2a2b16a16b");
  EXPECT_EQ(
      written(kTags, bind_own("stick(128B, pad=all)", {5, 100, 150}, "f16")),
      "ABC128b3c64a64c");
}

TEST(OneDnnTest, SaysWhatCannotBeWritten) {
  const auto reason = [](const char* layout, const Shape& shape) {
    return written(kTags, bind_own(layout, shape));
  };
  EXPECT_EQ(reason("[a/128, b/4, a%32, a/32%4, b%4]", {256, 12}),
            "cannot: axis a stores its factor 32 (least significant) outside "
            "its factor 4");
  EXPECT_EQ(reason("[a/8%4, a/32, a%8]", {100}),
            "cannot: axis a stores its factor 4 (less significant) outside "
            "its factor 4");
  EXPECT_EQ(reason("core=a/64 | [a%64, b]", {100, 70}),
            "cannot: units cannot be written: core");
  EXPECT_EQ(reason("core.y=a/64, core.x=b/64 | [a%64, b%64]", {100, 70}),
            "cannot: units cannot be written: core.y, core.x");
  EXPECT_EQ(reason("s=(a b); [s%3, s/3]", {4, 6}),
            "cannot: joins cannot be written: j0=(a b)");
  EXPECT_EQ(reason("[a/8, a%8, b/8 ^ a%8, b%8]", {16, 64}),
            "cannot: XOR terms cannot be written: b/8 ^ a%8");
  EXPECT_EQ(reason("[a/16, a%16:20]", {64}),
            "cannot: the gap of 4 slots after a%16");
  EXPECT_EQ(reason("[a, 0:64]", {7}), "cannot: the gap 0:64");
  EXPECT_EQ(reason("[a, b/32]{ e: u8 []; m: i8 [b%32] }", {4, 70}),
            "cannot: records cannot be written: e, m");
  EXPECT_EQ(reason("row", {}), "cannot: a tag needs at least one axis");
  EXPECT_EQ(reason("[a:32]", {0}),
            "cannot: axis a has size 0, but slots in memory");
}

TEST(OneDnnTest, CountsInnerBlocks) {
  const char* const thirteen =
      "[a/64%2, b/64%2, a/32%2, b/32%2, a/16%2, b/16%2, a/8%2, b/8%2, a/4%2, "
      "b/4%2, a/2%2, b/2%2, a%2, b%2]";
  EXPECT_EQ(written(kTags, bind_own(thirteen, {128, 128})),
            "AB2a2b2a2b2a2b2a2b2a2b2a2b");
  const char* const fourteen =
      "[a/128%2, b/64%2, a/64%2, b/32%2, a/32%2, b/16%2, a/16%2, b/8%2, "
      "a/8%2, b/4%2, a/4%2, b/2%2, a/2%2, b%2, a%2]";
  EXPECT_EQ(written(kTags, bind_own(fourteen, {256, 128})),
            "cannot: it takes 13 inner blocks, a tag has at most 12");
}

TEST(OneDnnTest, SaysWhereATagIsWrong) {
  EXPECT_EQ(read_error(kTags, "", {3}),
            "onednn: expected a tag, as in nChw16c or aBcd16b, found the end "
            "of the text");
  EXPECT_EQ(read_error(kTags, "aB16b", {3}),
            "onednn: the tag has 2 axes, the tensor has 1");
  EXPECT_EQ(read_error(kTags, "aa", {3, 5}),
            "onednn: the axis a is given twice");
  EXPECT_EQ(read_error(kTags, "aB", {3, 5}),
            "onednn: B is a capital, but has no block; write b, or add a block "
            "as in 16b");
  EXPECT_EQ(read_error(kTags, "ab16b", {3, 5}),
            "onednn: b has a block, but is no capital; write B before the "
            "blocks");
  EXPECT_EQ(read_error(kTags, "ab16c", {3, 5}),
            "onednn: the block 16c has no axis C before it");
  EXPECT_EQ(read_error(kTags, "nyx", {3, 5, 2}),
            "onednn: the letters nyx belong to no family; use a, b, c, ... or "
            "letters out of one of ncdhw, goidhw, tnc, ldnc, ldigo, x");
  EXPECT_EQ(read_error(kTags, "aB0b", {3, 5}),
            "onednn: a block size is 0, expected at least 1");
  EXPECT_EQ(read_error(kTags, "aB16B", {3, 5}),
            "onednn: expected a small letter after the block size, found 'B'");
  EXPECT_EQ(read_error(kTags, "ab c", {3, 5}),
            "onednn: expected the end, found 'c'");
  EXPECT_EQ(read_error(kTags, "A2a2a2a2a2a2a2a2a2a2a2a2a2a", {3}),
            "onednn: more than 12 inner blocks");
  EXPECT_EQ(read_error(kTags, "A4611686018427387903a4611686018427387903a", {3}),
            "onednn: 4611686018427387903 x 4611686018427387903 does not fit in "
            "64 bits");
}

}  // namespace
}  // namespace ashlar
