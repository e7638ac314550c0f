#include "cli/formats_number.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "ashlar/error.h"

namespace ashlar::cli {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(FormatsNumberTest, WritesExactly) {
  EXPECT_EQ(exact_text(448), "448");
  EXPECT_EQ(exact_text(-0.4375), "-0.4375");
  EXPECT_EQ(exact_text(0x1p-149), "2^-149");
  EXPECT_EQ(exact_text(3.4028234663852886e+38), "(2 - 2^-23) * 2^127");
  EXPECT_EQ(exact_text(std::numeric_limits<double>::max()),
            "(2 - 2^-52) * 2^1023");
  EXPECT_EQ(exact_text(std::numeric_limits<double>::denorm_min()), "2^-1074");
  EXPECT_EQ(exact_text(-513 * 0x1p-40), "-513 * 2^-40");
  EXPECT_EQ(exact_text(0.0), "0");
  EXPECT_EQ(exact_text(-0.0), "-0");
  EXPECT_EQ(exact_text(kInfinity), "inf");
  EXPECT_EQ(exact_text(-kInfinity), "-inf");
  EXPECT_EQ(exact_text(std::nan("")), "NaN");
  EXPECT_EQ(exact_text(0x1p53), "2^53");
}

TEST(FormatsNumberTest, WritesShortly) {
  EXPECT_EQ(short_text(0.15625), "0.15625");
  EXPECT_EQ(short_text(-7 * 0x1p-9), "-7/512");
  EXPECT_EQ(short_text(11 * 0x1p-17), "11*2^-17");
  EXPECT_EQ(short_text(0x1p30), "2^30");
  EXPECT_EQ(short_texts({0, 0.5, 0.0078125, kInfinity}),
            (std::vector<std::string>{"0", "1/2", "1/128", "inf"}));
  EXPECT_EQ(short_texts({0.5, 3 * 0x1p-12}),
            (std::vector<std::string>{"2^-1", "3*2^-12"}));
  EXPECT_TRUE(short_texts({}).empty());
}

TEST(FormatsNumberTest, GivesAnIdeaOfTheSize) {
  EXPECT_EQ(full_text(448), "448");
  EXPECT_EQ(full_text(0.125), "0.125");
  EXPECT_EQ(full_text(0x1p-9), "2^-9 = 0.001953125");
  EXPECT_EQ(full_text(0x1p-149), "2^-149, about 1.401e-45");
  EXPECT_EQ(rough_text(1e-8), "1e-8");
  EXPECT_EQ(rough_text(1.5e30), "1.5e30");
  EXPECT_EQ(rough_text(123456, 2), "1.2e5");
  EXPECT_EQ(value_text(static_cast<double>(0.1F)), "0.10000000149011612");
  EXPECT_EQ(value_text(1e300), "1e300");
  EXPECT_EQ(value_text(3 * 0x1p-24), "3 * 2^-24");
}

TEST(FormatsNumberTest, ReadsWhatItWrites) {
  for (const double value : {0.0, -0.4375, 7 * 0x1p-9, 0x1p-149, 0x1p127,
                             11 * 0x1p-17, 57344.0, kInfinity, -kInfinity}) {
    EXPECT_EQ(read_number(short_text(value)), value) << short_text(value);
  }
  EXPECT_TRUE(std::isnan(read_number("NaN")));
  EXPECT_TRUE(std::signbit(read_number("-0")));
  EXPECT_EQ(read_number("+1e3"), 1000);
  EXPECT_EQ(read_number("1/3"), 1.0 / 3);
  EXPECT_EQ(read_number("-2^-3"), -0.125);
  EXPECT_EQ(read_number("9223372036854775808"), 0x1p63);
  EXPECT_EQ(read_number("0009007199254740992"), 0x1p53);
  for (const char* text : {"", "-", "1.2.3", "0x10", "1e", "2^", "3^2", "2^x",
                           "1/", "*2", "1 2", "1--2", "1e999", "++1"}) {
    EXPECT_THROW(read_number(text), Error) << text;
  }
  EXPECT_THROW(read_number("9007199254740993"), Error);
}

TEST(FormatsNumberTest, ReadsAndWritesWords) {
  Element element;
  element.storage_bits = 12;
  EXPECT_EQ(hex_text(element, 0x7e), "0x07e");
  EXPECT_EQ(read_word(element, "0xFFF"), 0xfffU);
  EXPECT_THROW(read_word(element, "0x1000"), Error);
  EXPECT_THROW(read_word(element, "0x"), Error);
  EXPECT_THROW(read_word(element, "0xg"), Error);
  element.storage_bits = 64;
  EXPECT_EQ(read_word(element, "0xffffffffffffffff"), ~std::uint64_t{0});
  EXPECT_THROW(read_word(element, "0x1ffffffffffffffff"), Error);
  EXPECT_TRUE(is_word("0X7e"));
  EXPECT_FALSE(is_word("0x1p3"));
  EXPECT_FALSE(is_word("7e"));
}

}  // namespace
}  // namespace ashlar::cli
