// The table of formats: complete, without contradictions, and readable.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "ashlar/format.h"
#include "src/format/table.h"

namespace ashlar {
namespace {

TEST(RegistryTest, HoldsEveryFormatOfTheDesign) {
  const char* const names[] = {
      "bool",       "i1",         "u1",           "i2",
      "u2",         "i4",         "u4",           "i8",
      "u8",         "i16",        "u16",          "i32",
      "u32",        "i64",        "u64",          "f64",
      "f32",        "tf32",       "f16",          "bf16",
      "f8_e4m3fn",  "f8_e5m2",    "f8_e4m3fnuz",  "f8_e5m2fnuz",
      "f8_e4m3",    "f8_e3m4",    "e8m0",         "f8_e4m3b11fnuz",
      "ue4m3",      "ue5m3",      "f6_e3m2fn",    "f6_e2m3fn",
      "f4_e2m1fn",  "dlfloat16",  "q5.26",        "q8.23",
      "q16.16",     "q32.32",     "mxfp8_e4m3",   "mxfp8_e5m2",
      "mxfp6_e3m2", "mxfp6_e2m3", "mxfp4",        "mxint8",
      "nvfp4",      "bfp8_b",     "bfp4_b",       "bfp2_b",
      "q8_0",       "q4_0",       "orion_fp8x23", "orion_fp16x16",
      "mxint4",     "mxint2",     "fp8_1x128",    "fp8_128x128",
      "bfp16",      "mx9",        "mx6",          "mx4",
      "bfp8_a",     "bfp4_a",     "bfp2_a",       "nf4",
      "int8_g32",   "int4_g128",  "uint8_tensor", "uint4_g128",
      "q4_1",       "q5_0",       "q5_1",         "iq4_nl",
  };
  std::set<std::string_view> known;
  for (const NamedFormat& row : formats()) known.insert(row.name);
  for (const char* name : names) EXPECT_TRUE(known.count(name)) << name;
  EXPECT_EQ(formats().size(), element_rows().size() + block_rows().size());
}

TEST(RegistryTest, ReadsBackEveryNameAndAlias) {
  for (const NamedFormat& row : formats()) {
    EXPECT_EQ(row.format.name(), row.name);
    EXPECT_EQ(to_string(row.format), row.name);
    EXPECT_EQ(parse_format(row.name), row.format) << row.name;
    EXPECT_EQ(row.format.description(), row.description);
    EXPECT_GT(row.description.size(), 9u) << row.name;
    for (const std::string_view alias : row.aliases) {
      EXPECT_EQ(parse_format(alias), row.format) << alias;
    }
  }
}

TEST(RegistryTest, HasNoNameTwice) {
  std::map<std::string_view, std::string_view> seen;
  for (const NamedFormat& row : formats()) {
    const auto add = [&](std::string_view name) {
      EXPECT_TRUE(seen.emplace(name, row.name).second)
          << name << " names " << seen[name] << " and " << row.name;
    };
    add(row.name);
    for (const std::string_view alias : row.aliases) add(alias);
  }
  EXPECT_GT(seen.size(), 150u);
}

TEST(RegistryTest, HasNoFormatTwice) {
  for (const NamedFormat& a : formats()) {
    for (const NamedFormat& b : formats()) {
      EXPECT_EQ(a.format == b.format, a.name == b.name)
          << a.name << " " << b.name;
    }
  }
}

TEST(RegistryTest, UsesOnlyCharactersOfNames) {
  for (const NamedFormat& row : formats()) {
    EXPECT_EQ(
        row.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_."),
        std::string_view::npos)
        << row.name;
    EXPECT_LE(row.name.size(), 15u);
  }
}

}  // namespace
}  // namespace ashlar
