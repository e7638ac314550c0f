#include "src/tensor/rewrite.h"

#include <gtest/gtest.h>

namespace ashlar {
namespace {

TEST(RewriteTest, RenamesAxesEverywhere) {
  const Digits digits =
      parse_digits("s=(a b/2); core=s%4 | [s/4, b%2 ^ c%2, c%2, c/2]");
  EXPECT_EQ(to_string(renamed(digits, {{"a", "c"}, {"b", "a"}, {"c", "b"}})),
            "s=(c a/2); core=s%4 | [s/4, a%2 ^ b%2, b%2, b/2]");
}

TEST(RewriteTest, AnAxisWithOneIndexBecomesAGap) {
  const Digits digits = parse_digits("[a/32, b, a%32, c:5]");
  EXPECT_EQ(to_string(renamed(digits, {{"a", "0"}, {"c", "0"}})),
            "[0, b, 0:32, 0:5]");
}

TEST(RewriteTest, WritesTerms) {
  EXPECT_EQ(to_string(Digits{{}, {}, {{term_of("a", 4, 3, 5)}, {}}}),
            "[a/4%3:5]");
  EXPECT_EQ(default_name(0), "a");
  EXPECT_EQ(default_name(7), "h");
}

TEST(RewriteTest, FindsShortNames) {
  const Spec old = parse_spec("bf16[4x4] tile(2x2) on sim:0/l1 block(2x2)");
  const Spec spec =
      spec_with(old, Shape{3, 5}, {}, parse_digits("[a/2, b/2, a%2, b%2]"));
  EXPECT_EQ(to_string(spec), "bf16[3x5] tile(2x2) on sim:0/l1");
}

}  // namespace
}  // namespace ashlar
