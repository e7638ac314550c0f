// Worked examples of the layout language: oneDNN, XLA, CUTLASS and others.
#include <gtest/gtest.h>

#include <functional>

#include "tests/support/layout_check.h"

namespace ashlar {
namespace {

using test::Image;
using test::onednn;
using test::xla;

struct Example {
  const char* name;
  const char* layout;
  const char* shape;
  const char* element;
  std::function<Image()> image;
};

// Inner blocks are (size, dim), outermost first.
const Example kOneDnn[] = {
    {"nChw16c", "[n, c/16, h, w, c%16]", "n=2, c=37, h=3, w=5", "f32",
     [] {
       return onednn({2, 37, 3, 5}, "abcd", {{16, 1}});
     }},
    {"nChw16c_exact", "[n, c/16, h, w, c%16]", "n=2, c=32, h=3, w=5", "f32",
     [] {
       return onednn({2, 32, 3, 5}, "abcd", {{16, 1}});
     }},
    {"OIhw16i16o", "[o/16, i/16, h, w, i%16, o%16]", "o=35, i=18, h=3, w=3",
     "f32",
     [] {
       return onednn({35, 18, 3, 3}, "abcd", {{16, 1}, {16, 0}});
     }},
    {"OIhw8i16o2i", "[o/16, i/16, h, w, i/2%8, o%16, i%2]",
     "o=35, i=21, h=3, w=2", "bf16",
     [] {
       return onednn({35, 21, 3, 2}, "abcd", {{8, 1}, {16, 0}, {2, 1}});
     }},
    {"OIhw4i16o4i", "[o/16, i/16, h, w, i/4%4, o%16, i%4]",
     "o=17, i=33, h=1, w=3", "i8",
     [] {
       return onednn({17, 33, 1, 3}, "abcd", {{4, 1}, {16, 0}, {4, 1}});
     }},
    {"BA16a64b2a", "[b/64, a/32, a/2%16, b%64, a%2]", "a=100, b=70", "bf16",
     [] {
       return onednn({100, 70}, "ba", {{16, 0}, {64, 1}, {2, 0}});
     }},
    {"BA16a64b2a_exact", "[b/64, a/32, a/2%16, b%64, a%2]", "a=64, b=128",
     "bf16",
     [] {
       return onednn({64, 128}, "ba", {{16, 0}, {64, 1}, {2, 0}});
     }},
    {"ABcd4a8b8a4b", "[a/32, b/32, c, d, a/8%4, b/4%8, a%8, b%4]",
     "a=40, b=45, c=2, d=3", "f32",
     [] {
       return onednn({40, 45, 2, 3}, "abcd", {{4, 0}, {8, 1}, {8, 0}, {4, 1}});
     }},
    {"AB4a8b8a4b", "[a/32, b/32, a/8%4, b/4%8, a%8, b%4]", "a=40, b=45", "f32",
     [] {
       return onednn({40, 45}, "ab", {{4, 0}, {8, 1}, {8, 0}, {4, 1}});
     }},
};

const Example kXla[] = {
    {"T8_128", "[b, h/8, w/128, h%8, w%128]", "b=2, h=20, w=200", "f32",
     [] {
       return xla({2, 20, 200}, {{8, 128}});
     }},
    {"T8_128_exact", "[b, h/8, w/128, h%8, w%128]", "b=2, h=16, w=256", "f32",
     [] {
       return xla({2, 16, 256}, {{8, 128}});
     }},
    {"T8_128_2_1", "[b, h/8, w/128, h/2%4, w%128, h%2]", "b=2, h=19, w=130",
     "bf16",
     [] {
       return xla({2, 19, 130}, {{8, 128}, {2, 1}});
     }},
    {"T8_128_4_1", "[b, h/8, w/128, h/4%2, w%128, h%4]", "b=1, h=9, w=257",
     "i8",
     [] {
       return xla({1, 9, 257}, {{8, 128}, {4, 1}});
     }},
    {"combined", "u=(p q); v=(r s); [u/2, v/3, u%2, v%3]", "p=3, q=5, r=2, s=7",
     "f32",
     [] {
       return test::xla_combined({3, 5, 2, 7}, 2, 3);
     }},
    {"combined_exact", "u=(p q); v=(r s); [u/2, v/3, u%2, v%3]",
     "p=2, q=4, r=2, s=6", "f32",
     [] {
       return test::xla_combined({2, 4, 2, 6}, 2, 3);
     }},
};

const char kSwizzle128[] = "[h/8, h%8, w/8 ^ h%8, w%8]";
const char kSwizzle64[] = "[h/8, h/2%4, h%2, w/8 ^ h/2%4, w%8]";
const char kCyclic[] = "pr=i/8%2, pc=j/4%3 | [j/12, j%4, i/16, i%8]";

const Example kOthers[] = {
    {"scales_128x4", "[m/128, s/4, m%32, m/32%4, s%4]", "m=256, s=8", "e8m0",
     [] { return test::scale_tiles(256, 8); }},
    {"scales_128x4_ragged", "[m/128, s/4, m%32, m/32%4, s%4]", "m=200, s=7",
     "e8m0", [] { return test::scale_tiles(200, 7); }},
    {"swizzle_128B", kSwizzle128, "h=16, w=64", "f16",
     [] { return test::swizzled_rows(16, 64, 128, 3, 4, 3); }},
    {"swizzle_128B_ragged", kSwizzle128, "h=21, w=60", "f16",
     [] { return test::swizzled_rows(21, 60, 128, 3, 4, 3); }},
    {"swizzle_64B", kSwizzle64, "h=16, w=32", "f16",
     [] { return test::swizzled_rows(16, 32, 64, 2, 4, 3); }},
    {"swizzle_64B_ragged", kSwizzle64, "h=11, w=30", "f16",
     [] { return test::swizzled_rows(11, 30, 64, 2, 4, 3); }},
    {"triton", "[t, c ^ t]", "t=4, c=4", "f32",
     [] { return test::xor_square(4); }},
    {"triton_16", "[t, c ^ t]", "t=16, c=16", "f32",
     [] { return test::xor_square(16); }},
    {"block_cyclic", kCyclic, "i=50, j=31", "f64",
     [] { return test::block_cyclic(50, 31, 8, 4, 2, 3); }},
    {"block_cyclic_exact", kCyclic, "i=32, j=24", "f64",
     [] { return test::block_cyclic(32, 24, 8, 4, 2, 3); }},
    {"block_cyclic_small", kCyclic, "i=3, j=2", "f64",
     [] { return test::block_cyclic(3, 2, 8, 4, 2, 3); }},
    {"bool_mask", "[n, k/8, k%8]", "n=3, k=21", "u1",
     [] { return test::pitched_rows(3, 21, 24); }},
    {"two_of_four_values", "[m, g, s]", "m=3, g=5, s=2", "f16",
     [] { return test::pitched_rows(3, 10, 10); }},
    {"two_of_four_metadata", "[m, g, s]", "m=3, g=5, s=2", "u2",
     [] { return test::pitched_rows(3, 10, 10); }},
};

class CompilerExampleTest : public testing::TestWithParam<Example> {};

TEST_P(CompilerExampleTest, FillsMemoryAsTheVendorDoes) {
  const Example& example = GetParam();
  const BoundLayout layout =
      test::bind_text(example.layout, example.shape, example.element);
  EXPECT_TRUE(test::matches(layout, example.image()));
  const auto oracle =
      test::oracle_for(example.layout, example.shape, example.element);
  EXPECT_TRUE(test::agrees(layout, oracle));
}

const auto kNameOf = [](const auto& test) { return test.param.name; };

INSTANTIATE_TEST_SUITE_P(OneDnn, CompilerExampleTest,
                         testing::ValuesIn(kOneDnn), kNameOf);
INSTANTIATE_TEST_SUITE_P(Xla, CompilerExampleTest, testing::ValuesIn(kXla),
                         kNameOf);
INSTANTIATE_TEST_SUITE_P(Others, CompilerExampleTest,
                         testing::ValuesIn(kOthers), kNameOf);

// Triton's header shows L(t, c) = (t, c ^ t) as a table.
TEST(CompilerExampleTest, XorMatchesThePrintedTable) {
  const BoundLayout layout = test::bind_text("[t, c ^ t]", "t=4, c=4", "u8");
  const Index table[4][4] = {
      {0, 1, 2, 3}, {1, 0, 3, 2}, {2, 3, 0, 1}, {3, 2, 1, 0}};
  for (Index t = 0; t < 4; ++t) {
    for (Index c = 0; c < 4; ++c) {
      EXPECT_EQ(layout.position(Indices{t, c}).bit / 8, 4 * t + table[t][c]);
    }
  }
}

// In the data's own axes a scale layout leaves out the lowest digits.
TEST(CompilerExampleTest, ScaleTilesInDataAxesHoldOneValueABlock) {
  const auto named = test::named_shape("m=200, k=224");
  const BoundLayout layout =
      bind(parse_digits("[m/128, k/128, m%32, m/32%4, k/32%4]"), named.shape,
           named.names, test::element("e8m0"), Coverage::blocks);
  const Image image = test::scale_tiles(200, 7);
  ASSERT_EQ(layout.bytes_per_unit(), static_cast<Index>(image.size()));
  for (Index m = 0; m < 200; ++m) {
    for (Index k = 0; k < 224; ++k) {
      const Index bit = layout.position(Indices{m, k}).bit;
      ASSERT_EQ(image[static_cast<std::size_t>(bit / 8)], m * 7 + k / 32);
      const Found found = layout.find({{}, bit});
      ASSERT_TRUE(found.index.has_value());
      EXPECT_EQ(*found.index, (Indices{m, k / 32 * 32}));
    }
  }
}

TEST(CompilerExampleTest, BlocksAreNoLayoutForElements) {
  const auto named = test::named_shape("m=200, k=224");
  EXPECT_EQ(test::error_of([&] {
              bind(parse_digits("[m/128, k/128, m%32, m/32%4, k/32%4]"),
                   named.shape, named.names, test::element("e8m0"));
            }),
            "layout: axis k: the lowest digit k/32%4 starts at 32, expected "
            "1");
}

}  // namespace
}  // namespace ashlar
