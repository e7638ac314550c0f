#include "src/tensor/decimal.h"

#include <gtest/gtest.h>

#include <charconv>
#include <cmath>

#include "ashlar/cast.h"
#include "ashlar/format.h"

namespace ashlar {
namespace {

Element element(const char* name) { return parse_format(name).element(); }

TEST(DecimalTest, WritesPoints) {
  const Element f64 = element("f64");
  EXPECT_EQ(positional(f64, 0, 8), "0.");
  EXPECT_EQ(positional(f64, -0.0, 8), "-0.");
  EXPECT_EQ(positional(f64, 100, 8), "100.");
  EXPECT_EQ(positional(f64, 0.5, 8), "0.5");
  EXPECT_EQ(positional(f64, -0.001, 8), "-0.001");
  EXPECT_EQ(positional(f64, 12.34, 8), "12.34");
  EXPECT_EQ(positional(f64, 12.34, 1), "12.3");
  EXPECT_EQ(positional(f64, 12.96, 1), "13.");
  EXPECT_EQ(positional(f64, 12.34, 0), "12.");
  EXPECT_EQ(positional(f64, 0.001, 2), "0.");
}

TEST(DecimalTest, WritesExponents) {
  const Element f64 = element("f64");
  EXPECT_EQ(scientific(f64, 0, 8), "0.e+00");
  EXPECT_EQ(scientific(f64, 1, 8), "1.e+00");
  EXPECT_EQ(scientific(f64, -1.5e-7, 8), "-1.5e-07");
  EXPECT_EQ(scientific(f64, 1.25e300, 1), "1.3e+300");
  EXPECT_EQ(scientific(f64, 1, 8, 3), "1.000e+00");
  EXPECT_EQ(scientific(element("f16"), 0.0999755859375, 8, 4), "9.9976e-02");
}

TEST(DecimalTest, WritesNumbersAlone) {
  const Element f32 = element("f32");
  EXPECT_EQ(alone(f32, 0), "0.0");
  EXPECT_EQ(alone(f32, -0.0), "-0.0");
  EXPECT_EQ(alone(f32, 1e6), "1000000.0");
  EXPECT_EQ(alone(f32, 0.25), "0.25");
  EXPECT_EQ(alone(element("f64"), 1e-4), "0.0001");
  EXPECT_EQ(alone(element("f64"), 1.5e-5), "1.5e-05");
}

TEST(DecimalTest, EveryCodeIsReadBack) {
  for (const char* name : {"bf16", "f16", "f8_e4m3fn", "f8_e5m2", "f4_e2m1fn",
                           "f6_e3m2fn", "dlfloat16", "q8.8"}) {
    const Element each = element(name);
    for (std::uint64_t word = 0; word < std::uint64_t{1} << each.storage_bits;
         ++word) {
      const double value = decode(each, word);
      if (!std::isfinite(value)) continue;
      const std::string text = alone(each, value);
      double read = 0;
      std::from_chars(text.data(), text.data() + text.size(), read);
      ASSERT_EQ(decode(each, encode(each, read)), value) << name << ' ' << text;
      if (each.storage_bits > 8) word += 6;  // enough of them
    }
  }
}

}  // namespace
}  // namespace ashlar
