// Every named layout to every other of the same rank, at ragged shapes.
#include <gtest/gtest.h>

#include <deque>
#include <span>
#include <string>
#include <vector>

#include "tests/support/convert_check.h"

namespace ashlar {
namespace {

/// Axes have their default names: a, b, c, d.
struct Named {
  const char* name;
  const char* layout;
};

constexpr Named kMatrices[] = {
    {"row major", "row"},
    {"column major", "col"},
    {"pitch", "[a, b:203]"},
    {"tile", "[a/32, b/32, a%32, b%32]"},
    {"tile with faces", "[a/32, b/32, a/16%2, b/16%2, a%16, b%16]"},
    {"transposed tile", "[a/32, b/32, b/16%2, a/16%2, b%16, a%16]"},
    {"tiles on banks",
     "p=(a/32 b/32); bank=p%5 | [p/5, a/16%2, b/16%2, a%16, b%16]"},
    {"rows on banks", "bank=a%12 | [a/12, b:203]"},
    {"height shards", "core=a/64 | [a/32%2, b/32, a/16%2, b/16%2, a%16, b%16]"},
    {"width shards", "core=b/64 | [a/32, b/32%2, a/16%2, b/16%2, a%16, b%16]"},
    {"block shards, by rows",
     "core.y=a/64, core.x=b/64 | [a/32%2, b/32%2, a/16%2, b/16%2, a%16, b%16]"},
    {"block shards, by columns",
     "core.x=a/64, core.y=b/64 | [a/32%2, b/32%2, a/16%2, b/16%2, a%16, b%16]"},
    {"height shards, cores by columns",
     "s=a/32; core.x=s/2%4, core.y=s%2 | [a/16%2, b/16, a%16, b%16]"},
    {"shards in turn",
     "s=(a/64 b/64); core=s%4 | [s/4, a/32%2, b/32%2, a%32, b%32]"},
    {"shards in a row",
     "s=(a/64 b/64); core=s/3 | [s%3, a/32%2, b/32%2, a%32, b%32]"},
    {"shards, then tiles",
     "l=a%18:32; core.y=a/18, core.x=b/32 | [l/16, b/16%2, l%16, b%16]"},
    {"stick", "stick(128B)"},
    {"stick, all padded", "stick(128B, pad=all)"},
    {"BA16a64b2a", "[b/64, a/32, a/2%16, b%64, a%2]"},
    {"ABcd4a8b8a4b", "[a/32, b/32, a/8%4, b/4%8, a%8, b%4]"},
    {"XLA (8,128)(2,1)", "[a/8, b/128, a/2%4, b%128, a%2]"},
    {"scale tiles", "[a/128, b/4, a%32, a/32%4, b%4]"},
    {"swizzle of 128 bytes", "[a/8, a%8, b/64, b/8%8 ^ a%8, b%8]"},
    {"swizzle of 64 bytes", "[a/8, a/2%4, a%2, b/32, b/8%4 ^ a/2%4, b%8]"},
    {"XOR", "[a/16, b/16, a%16, b%16 ^ a%16]"},
    {"block-cyclic", "pr=a/8%2, pc=b/4%3 | [b/12, b%4, a/16, a%8]"},
    {"mask", "[a, b/8, b%8]"},
    {"replicated", "rank=*4 | [a, b]"},
    {"blocks of 48", "[a/48, b, a%48]"},
};

constexpr Named kCubes[] = {
    {"row major", "row"},
    {"column major", "col"},
    {"rows on banks", "r=(a b); bank=r%12 | [r/12, c:203]"},
    {"rows on cores", "r=(a b); core=r/64 | [r%64, c]"},
    {"Spyre", "[b:128, c/64, a:64, c%64]"},
    {"Spyre, any shape", "[b/64, b%64, c/64, a/64, a%64, c%64]"},
    {"Spyre, not padded", "[b, c/64, a, c%64]"},
    {"Spyre, b padded", "[b:128, c/64, a, c%64]"},
    {"Spyre, order 1 0 2", "[a, c/64, b, c%64]"},
    {"Spyre, as it is now", "[c/64, a, b, c%64]"},
    {"XLA (8,128)", "[a, b/8, c/128, b%8, c%128]"},
    {"XLA (8,128)(2,1)", "[a, b/8, c/128, b/2%4, c%128, b%2]"},
    {"XLA (8,128)(4,1)", "[a, b/8, c/128, b/4%2, c%128, b%4]"},
    {"tile with faces", "ttnn"},
    {"acb", "[a, c, b]"},
};

constexpr Named kFilters[] = {
    {"nchw", "row"},
    {"nhwc", "[a, c, d, b]"},
    {"tile with faces", "[a, b, c/32, d/32, c/16%2, d/16%2, c%16, d%16]"},
    {"zDNN feature", "[a, d/64, b, c/32, c%32, d%64]"},
    {"zDNN kernel", "[d/64, a, b, c/32, c%32, d%64]"},
    {"zDNN pairs", "[a, d/64, b, c/64, c/2%32, d%64, c%2]"},
    {"nChw16c", "[a, b/16, c, d, b%16]"},
    {"OIhw16i16o", "[a/16, b/16, c, d, b%16, a%16]"},
    {"OIhw8i16o2i", "[a/16, b/16, c, d, b/2%8, a%16, b%2]"},
    {"OIhw4i16o4i", "[a/16, b/16, c, d, b/4%4, a%16, b%4]"},
    {"XLA (*,2,*,3)", "u=(a b); v=(c d); [u/2, v/3, u%2, v%3]"},
};

constexpr const char* kFormats[] = {"f32", "bf16", "i8", "u4", "f64", "u1"};

/// The layouts of a list in one shape and format.
std::deque<test::Places> places_of(std::span<const Named> list,
                                   const std::string& start) {
  std::deque<test::Places> out;
  for (const Named& named : list) {
    out.emplace_back(parse_spec(start + " " + named.layout));
  }
  return out;
}

/// Every pair; what is written into padding and where buffers lie takes turns.
void expect_all_pairs(std::span<const Named> list, const std::string& start) {
  const auto places = places_of(list, start);
  std::uint64_t turn = 1;
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::size_t k = 0; k < places.size(); ++k, ++turn) {
      test::ConvertCase what;
      what.from = places[i].spec;
      what.to = places[k].spec;
      what.options.padding.kind = static_cast<Padding::Kind>(turn % 4);
      what.options.padding.value = 1;
      what.options.threads = 1 + static_cast<int>(turn % 2);
      what.in_edge = static_cast<test::Edge>(turn / 3 % 3);
      what.out_edge = static_cast<test::Edge>(turn / 9 % 3);
      what.in_skew = turn * 7 % 64;
      what.out_skew = turn * 13 % 64;
      what.seed = turn;
      ASSERT_EQ(difference(what, places[i], places[k]), "")
          << list[i].name << " to " << list[k].name;
    }
  }
}

TEST(NamedLayoutsTest, EveryMatrixToEveryOther) {
  // Of each format a shape that leaves all kinds of rests.
  constexpr const char* kShapes[] = {"45x70", "33x33", "70x131",
                                     "67x37", "53x63", "19x130"};
  for (std::size_t i = 0; i < 6; ++i) {
    expect_all_pairs(kMatrices,
                     std::string(kFormats[i]) + "[" + kShapes[i] + "]");
    if (HasFailure()) return;
  }
}

TEST(NamedLayoutsTest, EveryCubeToEveryOther) {
  constexpr const char* kShapes[] = {"2x19x70", "3x33x35", "5x10x131",
                                     "1x40x65", "7x7x7",   "2x5x129"};
  for (std::size_t i = 0; i < 6; ++i) {
    expect_all_pairs(kCubes, std::string(kFormats[i]) + "[" + kShapes[i] + "]");
    if (HasFailure()) return;
  }
}

TEST(NamedLayoutsTest, EveryFilterToEveryOther) {
  constexpr const char* kShapes[] = {"2x19x5x7",  "17x33x3x3", "1x3x33x66",
                                     "20x20x2x3", "3x5x7x9",   "2x2x35x35"};
  for (std::size_t i = 0; i < 6; ++i) {
    expect_all_pairs(kFilters,
                     std::string(kFormats[i]) + "[" + kShapes[i] + "]");
    if (HasFailure()) return;
  }
}

// Codes inside records: of scales nothing is read, and nothing is written.
TEST(NamedLayoutsTest, RecordsToEverythingAndBack) {
  constexpr const char* kRecords[][2] = {
      {"i8",
       "[a/32, b/32]{ e: u8 [a/16%2, b/16%2, a%16]; "
       "m: i8 [a/16%2, b/16%2, a%16, b%16] }"},
      {"i8", "[a, b/32]{ d: f16 []; q: i8 [b%32] }"},
      {"u4", "[a, b/32]{ d: f16 []; q: u4 [b%16, b/16%2] }"},
      {"f4_e2m1fn", "[a, b/32]{ e: e8m0 []; q: f4_e2m1fn [b%16, b/16%2] }"},
  };
  for (const auto& [format, layout] : kRecords) {
    const std::string start = std::string(format) + "[19x70]";
    const test::Places record(parse_spec(start + " " + layout));
    for (const test::Places& other : places_of(kMatrices, start)) {
      test::ConvertCase what;
      what.from = record.spec;
      what.to = other.spec;
      EXPECT_EQ(difference(what, record, other), "");
      std::swap(what.from, what.to);
      EXPECT_EQ(difference(what, other, record), "");
    }
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace ashlar
