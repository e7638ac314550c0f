#include "cli/formats_report.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "ashlar/cast.h"
#include "tests/cli/command_line.h"

namespace ashlar::cli {
namespace {

using Json = nlohmann::json;

std::vector<Format> some_formats() {
  std::vector<Format> all;
  for (const NamedFormat& row : formats()) all.push_back(row.format);
  for (const char* name :
       {"e5m6", "e4m3b8fnuz", "e4m3inuz", "binary8p4", "binary8p3se",
        "binary5p2uf", "i5", "u7_w7", "e2m0", "e3m0fn", "q3.12",
        "f6_e3m2fn_w8s2", "f8_e5m2_w32s24", "dlfloat16_w32s3"}) {
    all.push_back(parse_format(name));
  }
  return all;
}

bool is_in(const std::vector<WordRange>& ranges, std::uint64_t word) {
  return std::ranges::any_of(ranges, [&](const WordRange& range) {
    return range.first <= word && word <= range.last;
  });
}

// Goes through all codes, and so shares nothing with the rules.
TEST(FormatsReportTest, KnowsEverySpecialCode) {
  for (const Format& format : some_formats()) {
    const Element& e = format.element();
    if (e.bits > 16 || !has_words(e)) continue;
    const KnownWords known = known_words(e);
    for (std::uint64_t code = 0; code >> e.bits == 0; ++code) {
      const std::uint64_t word = code << e.storage_shift;
      const double value = decode(e, word);
      const bool merged = e.specials == Specials::merged;
      EXPECT_EQ(is_in(known.nan, word),
                std::isnan(value) || (merged && std::isinf(value)))
          << format.name() << " " << word;
      EXPECT_EQ(std::ranges::count(known.infinity, word),
                std::isinf(value) && !merged ? 1 : 0)
          << format.name() << " " << word;
      EXPECT_EQ(known.negative_zero == word, value == 0 && std::signbit(value))
          << format.name() << " " << word;
    }
  }
}

TEST(FormatsReportTest, KnowsTheExtremes) {
  for (const Format& format : some_formats()) {
    const Element& e = format.element();
    if (!has_words(e)) continue;
    const KnownWords known = known_words(e);
    EXPECT_EQ(decode(e, known.largest), format.max_finite()) << format.name();
    EXPECT_EQ(decode(e, known.lowest), format.lowest()) << format.name();
    if (format.max_finite() <= 0) continue;  // i1
    EXPECT_EQ(decode(e, known.smallest), format.smallest_subnormal())
        << format.name();
    EXPECT_EQ(decode(e, known.smallest_normal), format.smallest_normal())
        << format.name();
  }
}

TEST(FormatsReportTest, CutsWordsIntoFields) {
  for (const Format& format : some_formats()) {
    int next = format.element().storage_bits;
    int used = 0;
    for (const BitField& field : bit_fields(format.element())) {
      EXPECT_EQ(field.high, next - 1) << format.name();
      next = field.low;
      if (field.is_used()) used += field.bits();
    }
    EXPECT_EQ(next, 0) << format.name();
    EXPECT_EQ(used, format.element().bits) << format.name();
  }
  EXPECT_EQ(binary_text(parse_format("f6_e3m2fn_w8s2").element(), 0xb4),
            "1 011 01");
}

Json json_of(std::vector<std::string> args) {
  args.insert(args.begin(), "formats");
  args.push_back("--json");
  const test::Said said = test::ashlar(args);
  EXPECT_EQ(said.status, 0) << said.err;
  return Json::parse(said.out);
}

TEST(FormatsJsonTest, SaysEverythingAboutEveryFormat) {
  const Json json = json_of({});
  EXPECT_EQ(json["schema"], "ashlar.formats/1");
  ASSERT_EQ(json["formats"].size(), formats().size());
  for (std::size_t i = 0; i < formats().size(); ++i) {
    const NamedFormat& row = formats()[i];
    const Json& item = json["formats"][i];
    EXPECT_EQ(item["name"], row.name);
    EXPECT_EQ(item["aliases"].size(), row.aliases.size());
    EXPECT_EQ(item["description"], row.description);
    EXPECT_EQ(item["bits"], row.format.element().bits);
    EXPECT_EQ(item["largest"], row.format.max_finite());
    EXPECT_EQ(item["largest_text"], row.format.max_text());
    EXPECT_EQ(item["block"].is_null(), !row.format.is_block());
    EXPECT_FALSE(item.contains("values"));
  }
  EXPECT_EQ(json_of({"mx*"})["formats"].size(), 11u);
}

TEST(FormatsJsonTest, HasAllValuesAndCodes) {
  const Json json = json_of({"f8_e5m2"})["formats"][0];
  ASSERT_EQ(json["values"].size(), 256u);
  EXPECT_EQ(json["values"][0x3c], 1.0);
  EXPECT_EQ(json["values"][0x7c], "inf");
  EXPECT_EQ(json["values"][0xfc], "-inf");
  EXPECT_EQ(json["values"][0xff], "nan");
  EXPECT_EQ(json["codes"]["largest"], "0x7b");
  EXPECT_EQ(json["codes"]["infinity"], Json({"0x7c", "0xfc"}));
  EXPECT_EQ(json["codes"]["nan"],
            Json::parse(R"([["0x7d", "0x7f"], ["0xfd", "0xff"]])"));
  EXPECT_EQ(json["fields"][1],
            Json({{"name", "exponent"}, {"high", 6}, {"low", 2}}));
  EXPECT_EQ(json_of({"f16"})["formats"][0]["values"], Json::array());
  EXPECT_TRUE(json_of({"orion_fp64x64"})["formats"][0]["codes"].is_null());
}

TEST(FormatsJsonTest, AnswersForNumbers) {
  const Json json =
      json_of({"f4_e2m1fn", "5", "0x3", "nan", "--round", "toward_zero"});
  EXPECT_EQ(json["policy"]["rounding"], "toward_zero");
  EXPECT_EQ(json["policy"]["profile"], "ashlar");
  EXPECT_EQ(json["conversions"], Json::parse(R"([
    {"text": "5", "number": 5, "code": "0x6", "value": 4, "error": -1},
    {"text": "0x3", "number": null, "code": "0x3", "value": 1.5, "error": null},
    {"text": "nan", "number": "nan", "code": "0x7", "value": 6, "error": null}
  ])"));
  const Json block = json_of({"nvfp4"})["formats"][0]["block"];
  EXPECT_EQ(block["element"], "f4_e2m1fn");
  EXPECT_EQ(
      block["scales"][0],
      Json(
          {{"format", "ue4m3"}, {"scope", "tile"}, {"rows", 1}, {"cols", 16}}));
  EXPECT_EQ(block["scales"][1]["scope"], "tensor");
  EXPECT_EQ(block["axis"], -1);
  EXPECT_FALSE(block.contains("zero"));
}

TEST(FormatsJsonTest, SaysAllThatABlockFormatHas) {
  const auto block = [](const char* text) {
    return json_of({text})["formats"][0]["block"];
  };
  const Json sparse = block("u4@f16:4xchannel,zero=u8,axis=-2,divisor");
  EXPECT_EQ(sparse["scales"][0], Json({{"format", "f16"},
                                       {"scope", "channel"},
                                       {"rows", 4},
                                       {"cols", nullptr},
                                       {"divides", true}}));
  EXPECT_EQ(sparse["zero"], "u8");
  EXPECT_EQ(sparse["axis"], -2);
  EXPECT_EQ(block("i8@f32:32,sparse=2:4")["sparsity"],
            Json({{"kept", 2}, {"group", 4}}));
  const Json mx9 = block("mx9");
  EXPECT_EQ(mx9["subtile"], Json({{"rows", 1}, {"cols", 2}}));
  EXPECT_EQ(mx9["offset_bits"], 1);
  const Json book = block("cb10_i8(-1,1)@f16:8")["codebook"];
  EXPECT_EQ(book["name"], "cb10_i8");
  EXPECT_EQ(book["format"], "i8");
  EXPECT_EQ(book["tables"], Json::parse("[[-1.0, 1.0]]"));
}

}  // namespace
}  // namespace ashlar::cli
