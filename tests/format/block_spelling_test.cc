// Block formats as text: canonical, and read back equal.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

#include "ashlar/format.h"
#include "src/format/blocks.h"

namespace ashlar {
namespace {

TEST(BlockSpellingTest, PutsPropertiesIntoOneOrder) {
  for (const char* text :
       {"f4_e2m1fn@ue4m3:16x16+f32:tensor", "i8@f32:3", "i8@f16:channel",
        "i8@f16:4xchannel", "i8@f16:*x32", "i8@f16:4x8+f32:*x16+f32:tensor",
        "f8_e4m3fn@f32:64x128", "u4@f16:32,zero=u8,axis=-2,sparse=2:4,divisor",
        "q1.6@e8m0:32,axis=0,sub=4,offset=2", "i8@f32:8+f32:16,divisor=1",
        "i8@f32:8+f32:16+f32:tensor,divisor=2+3",
        "cb42f1346_e2m3fn@e8m0:32,sub=8", "cb41fi_e2m2fn@e8m0:8x8,sub=2x4",
        "cb20_f32_own(-1,0,0.5,1e+10)@f32:tensor",
        "icb44fi_e4m3fn@ue5m3:32,sub=4", "f6_e3m2fn_w8s2@e8m0:32"}) {
    EXPECT_EQ(parse_format(text).name(), text);
  }
}

TEST(BlockSpellingTest, CallsWhatItKnowsByName) {
  const std::pair<const char*, const char*> cases[] = {
      {"float4_e2m1fn@e8m0:32", "mxfp4"},
      {"fp4@F8_E8M0:1x32", "mxfp4"},
      {"torch.int8@half:32", "q8_0"},
      {"u4@f16:128,zero=u4,axis=-1", "uint4_g128"},
      {"fixed(1,6)@e8m0:8", "bfp16"},
  };
  for (const auto& [text, name] : cases) {
    EXPECT_EQ(parse_format(text).name(), name);
    EXPECT_EQ(parse_format(text), parse_format(name));
  }
}

/// Random descriptions, of which many contradict themselves.
class Maker {
 public:
  explicit Maker(unsigned seed) : random_(seed) {}

  Block block() {
    Block out;
    out.scales.push_back(level());
    while (chance(3)) out.scales.push_back(level());
    if (chance(3)) out.axis = pick({-3, -2, 0, 1});
    if (chance(3)) out.zero = ZeroPoint{element({"u8", "f16", "f32"})};
    if (chance(3)) {
      out.sub_rows = pick({1, 1, 2});
      out.sub_cols = pick({2, 4, 8});
      if (chance(2)) out.offset_bits = pick({1, 2});
    }
    if (chance(4)) out.sparsity = Sparsity{pick({1, 2}), pick({2, 4, 8})};
    return out;
  }

  Format format() {
    Block out = block();
    if (!chance(3)) {
      return Format(element({"i8", "u4", "u8", "f4_e2m1fn", "q1.6", "sm1.2"}),
                    out);
    }
    if (chance(2)) {
      out.codebook = parse_codebook("cb42f1346_e2m3fn");
      return Format(out);
    }
    Codebook book;
    book.index_bits = 2;
    book.meta_bits = pick({0, 1});
    for (int table = 0; table <= book.meta_bits; ++table) {
      double number = std::ldexp(-1 - pick({0, 1, 2}), -pick({0, 9, 40}));
      for (int i = 0; i < 4; ++i) {
        book.numbers.push_back(number);
        number = static_cast<float>(number + 0.1 * pick({0, 1, 30}));
      }
    }
    out.codebook = std::make_shared<const Codebook>(book);
    return Format(out);
  }

 private:
  bool chance(unsigned one_in) { return random_() % one_in == 0; }
  int pick(std::initializer_list<int> from) {
    return from.begin()[random_() % from.size()];
  }
  Element element(std::initializer_list<const char*> from) {
    return parse_format(from.begin()[random_() % from.size()]).element();
  }
  ScaleLevel level() {
    ScaleLevel out;
    out.element = element({"e8m0", "f16", "f32", "ue4m3"});
    if (chance(3)) {
      out.scope =
          chance(2) ? ScaleLevel::Scope::channel : ScaleLevel::Scope::tensor;
    } else {
      out.rows = pick({1, 1, 1, 4});
      out.cols = pick({8, 16, 32, 48});
    }
    if (chance(3)) out.sense = ScaleLevel::Sense::divisor;
    return out;
  }

  std::mt19937 random_;
};

// Property: whatever can be is printed as something that reads back equal, and
// different formats have different names.
TEST(BlockSpellingTest, ReadsBackEveryFormatThatCanBe) {
  Maker maker(7);
  std::map<std::string, Format> seen;
  for (int round = 0; round < 4000; ++round) {
    try {
      const Format format = maker.format();
      EXPECT_EQ(parse_format(format.name()), format) << format.name();
      EXPECT_EQ(parse_format(format.name()).name(), format.name());
      EXPECT_GT(format.bits_per_element(), 0);
      const auto [at, is_new] = seen.emplace(format.name(), format);
      EXPECT_EQ(at->second, format) << is_new;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::invalid) << error.what();
      EXPECT_EQ(error.where(), "format");
    }
  }
  EXPECT_GT(seen.size(), 300u);
}

}  // namespace
}  // namespace ashlar
