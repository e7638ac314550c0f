// Tables that a few characters describe, against TensorCast's figures.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "ashlar/block.h"
#include "src/format/number_line.h"
#include "tests/base/error_text.h"
#include "tests/support/golden.h"

namespace ashlar {
namespace {

/// The numbers from zero up of every table.
std::vector<std::vector<double>> magnitudes(const Codebook& book) {
  const std::size_t size = std::size_t{1} << book.index_bits;
  std::vector<std::vector<double>> out;
  for (std::size_t at = 0; at < book.numbers.size(); at += size) {
    out.emplace_back(book.numbers.begin() + static_cast<long>(at + size / 2),
                     book.numbers.begin() + static_cast<long>(at + size));
  }
  return out;
}

std::vector<std::vector<double>> tables(std::string_view name) {
  return magnitudes(*parse_codebook(name));
}

using Tables = std::vector<std::vector<double>>;

TEST(CodebookPatternTest, MakesTensorCastsTables) {
  const auto golden = nlohmann::json::parse(
      GoldenFolder::extracts().read("tensorcast/mappings.json"));
  EXPECT_EQ(golden.size(), 8u);
  for (const auto& [name, mappings] : golden.items()) {
    Tables expected = mappings.get<Tables>();
    for (std::vector<double>& table : expected) {
      // One of them begins with two zeros, of which one is left out there.
      while (table.size() < 8) table.insert(table.begin(), 0.0);
    }
    EXPECT_EQ(tables(name), expected) << name;
  }
}

TEST(CodebookPatternTest, MirrorsEveryTable) {
  for (const char* name : {"cb42f1346_e2m3fn", "icb44fi_e4m3fn", "cb30s_i8"}) {
    const auto book = parse_codebook(name);
    const std::size_t size = std::size_t{1} << book->index_bits;
    for (std::size_t i = 0; i < book->numbers.size(); ++i) {
      const std::size_t mirror = i / size * size + size - 1 - i % size;
      EXPECT_EQ(book->numbers[i], -book->numbers[mirror]);
    }
    EXPECT_TRUE(std::signbit(book->numbers[size / 2 - 1]));
    EXPECT_FALSE(std::signbit(book->numbers[size / 2]));
  }
}

TEST(CodebookPatternTest, MovesFloatsAndIntegersOnTheNumberLine) {
  EXPECT_EQ(tables("cb30f_e2m0fn"), (Tables{{0, 1, 2, 4}}));
  EXPECT_EQ(tables("cb30i_i8"), (Tables{{0, 32, 64, 96}}));
  EXPECT_EQ(tables("cb31ie_i8"), (Tables{{0, 32, 64, 96}, {0, 16, 32, 48}}));
  EXPECT_EQ(tables("cb31i0e02_i8"),
            (Tables{{0, 63, 95, 127}, {0, 39, 47, 55}}));
  EXPECT_EQ(tables("cb21i0p20_i4"), (Tables{{0, 7}, {0, 7}}));
  EXPECT_EQ(tables("cb50f_e2m2fn")[0].back(), 7);
}

TEST(CodebookPatternTest, TakesSteps) {
  EXPECT_EQ(tables("cb30p_i8"), (Tables{{0, 124, 126, 127}}));
  EXPECT_EQ(tables("cb30s_i8"), (Tables{{0, 125, 126, 127}}));
  EXPECT_EQ(tables("cb31s309_i8"),
            (Tables{{0, 121, 124, 127}, {0, 112, 115, 118}}));
  EXPECT_EQ(tables("cb40p_e2m3fn"),
            (Tables{{0, 1.25, 2, 3.25, 4.5, 6, 7, 7.5}}));
}

// What shared microexponents are, said with a codebook.
TEST(CodebookPatternTest, KnowsIntegersAndTheirHalves) {
  const Tables mx6 = tables("cb51ie_q1.5");
  ASSERT_EQ(mx6.size(), 2u);
  for (std::size_t i = 0; i < 16; ++i) {
    EXPECT_EQ(mx6[0][i], static_cast<double>(i) / 8);
    EXPECT_EQ(mx6[1][i], static_cast<double>(i) / 16);
  }
}

std::string problem(std::string_view name) {
  const std::string text =
      test::error_of([&] { parse_codebook(name); }).problem();
  return text.substr(text.find(": ") + 2);
}

TEST(CodebookPatternTest, RefusesTablesBeyondTheNumberLine) {
  EXPECT_EQ(problem("cb40f6_e2m1fn"),
            "place -5 on the number line, expected 1 to 7");
  EXPECT_EQ(problem("cb40p9_e2m1fn"),
            "place -62 on the number line, expected 1 to 7");
  EXPECT_EQ(problem("cb40f_e2m0fn"), "its element has no number 6");
  EXPECT_EQ(problem("cb40i_e2m1fn"), "its element has no number 7");
  EXPECT_EQ(problem("cb20f_i8"), "'f' needs an index of 3 bits or more");
  EXPECT_EQ(problem("cb10i_i8"), "'i' needs an index of 2 bits or more");
  EXPECT_EQ(problem("cb40x_i8"), "'x' begins no table, only f, i, p, s do");
  EXPECT_EQ(problem("cb401_i8"), "'1' begins no table, only f, i, p, s do");
  EXPECT_EQ(problem("cb40s0_i8"), "a step of 0");
  EXPECT_EQ(problem("cb40f_u8"),
            "patterns need an element with a sign and a zero");
  EXPECT_EQ(problem("cb40f_i1"), "its element has no number but 0");
}

TEST(NumberLineTest, FindsEveryNumberAndNoOther) {
  const Element elements[] = {
      float_element(4, 3, 7, Specials::largest_nan),
      float_element(2, 1, 1, Specials::none),
      integer_element(8, Sign::present),
      fixed_element(5, 3),
      exponent_element(8, 127),
  };
  for (const Element& element : elements) {
    const NumberLine line(element);
    for (std::int64_t place = 0; place <= line.top(); ++place) {
      EXPECT_EQ(line.find(line.at(place)), place);
      if (place == 0) continue;
      EXPECT_LT(line.at(place - 1), line.at(place));
      EXPECT_FALSE(line.find((line.at(place - 1) + line.at(place)) / 2));
    }
    EXPECT_FALSE(line.find(2 * line.at(line.top())));
  }
}

}  // namespace
}  // namespace ashlar
