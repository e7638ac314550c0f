// The rows of element formats.
#include <gtest/gtest.h>

#include "ashlar/format.h"
#include "src/format/known.h"
#include "src/format/table.h"

namespace ashlar {
namespace {

TEST(ElementTableTest, FindsTheRowOfACode) {
  ASSERT_NE(find_row(kBf16), nullptr);
  EXPECT_EQ(find_row(kBf16)->name, "bf16");
  EXPECT_EQ(find_row(float_element(5, 6, 15, Specials::ieee)), nullptr);
  EXPECT_EQ(find_row(in_words(kF4E2M1Fn, 8)), nullptr);
  ASSERT_NE(find_row_of_code(in_words(kF4E2M1Fn, 8)), nullptr);
  EXPECT_EQ(find_row_of_code(in_words(kF4E2M1Fn, 8))->name, "f4_e2m1fn");
  EXPECT_EQ(find_row_of_code(in_words(kTf32, 64))->name, "tf32");
}

TEST(ElementTableTest, KeepsIntegersAsWideAsTheirNames) {
  for (const ElementRow& row : element_rows()) {
    if (row.element.kind != ElementKind::integer) continue;
    EXPECT_EQ(row.name.substr(1), std::to_string(row.element.bits));
    EXPECT_EQ(row.name[0], row.element.is_signed ? 'i' : 'u');
    EXPECT_EQ(row.element.storage_bits, row.element.bits);
  }
}

struct OrionCase {
  const char* name;
  int fraction_bits;
  int magnitude_bits;
};

// A sign beside an unsigned magnitude of a whole word.
TEST(ElementTableTest, KeepsOrionsMagnitudesWhole) {
  const OrionCase cases[] = {
      {"orion_fp5x26", 26, 128},  {"orion_fp8x23", 23, 32},
      {"orion_fp16x16", 16, 32},  {"orion_fp8x23w", 23, 64},
      {"orion_fp16x16w", 16, 64}, {"orion_fp32x32", 32, 64},
      {"orion_fp64x64", 64, 128},
  };
  for (const OrionCase& c : cases) {
    const Element element = parse_format(c.name).element();
    EXPECT_EQ(element.representation, Representation::sign_magnitude);
    EXPECT_EQ(element.fraction_bits, c.fraction_bits) << c.name;
    EXPECT_EQ(magnitude_bits(element), c.magnitude_bits) << c.name;
    EXPECT_EQ(element.storage_bits, 2 * c.magnitude_bits) << c.name;
    EXPECT_TRUE(element.has_negative_zero());
  }
}

}  // namespace
}  // namespace ashlar
