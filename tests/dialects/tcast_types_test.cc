// TensorCast's scales and data types, against its documents and the core.
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "ashlar/dialects/tcast.h"
#include "tests/base/error_text.h"
#include "tests/support/golden.h"

namespace ashlar::tcast {
namespace {

using test::error_of;
using test::error_text;

std::string format_text(std::string_view number, std::string_view scale) {
  return datatype(number, scale).format.name();
}

// Every name that TensorCast predefines, on its main branch and on the one
// with tcast.Tensor, with what it is and the bits of an element.
TEST(TcastTypesTest, KnowsEveryPredefinedType) {
  std::istringstream lines(
      GoldenFolder::extracts().read("tensorcast/types.txt"));
  std::set<std::string> known;
  std::string name;
  std::string format;
  double bits = 0;
  while (lines >> name >> format >> bits) {
    const DataType& type = predefined(name);
    EXPECT_EQ(type.name, name);
    EXPECT_EQ(type.format.name(), format) << name;
    EXPECT_NEAR(type.format.bits_per_element(), bits, 1e-5) << name;
    EXPECT_EQ(parse_format(format), type.format) << name;
    EXPECT_TRUE(known.insert(name).second) << name;
  }
  EXPECT_EQ(known.size(), datatypes().size());
  EXPECT_EQ(known.size(), 211u);
}

TEST(TcastTypesTest, CallsTheCoresTypesAsTheCoreDoes) {
  for (const char* name : {"mxfp8e5", "mxbf8", "mxfp8e4", "mxfp8", "mxfp6e3",
                           "mxbf6", "mxfp6e2", "mxfp6", "mxfp4e2", "mxfp4",
                           "mxint8", "mxint4", "bfp16", "mx9", "mx6", "mx4"}) {
    EXPECT_EQ(predefined(name).format, parse_format(name)) << name;
  }
}

// Where its table and its names disagree, or types are not what they claim.
TEST(TcastTypesTest, HasNoneOfUpstreamsDefects) {
  for (const char* name : {"uint8_ff", "uint8_bb", "uint8_fi", "uint8_bi"}) {
    EXPECT_EQ(predefined(name).format.bits(), 8) << name;
  }
  EXPECT_EQ(predefined("float8_e5m2fnuz").format.element().bias, 16);
  EXPECT_EQ(predefined("bf8n_F").format.element().bias, 16);
  EXPECT_EQ(predefined("fp8n_F").format.element().bias, 8);
  EXPECT_EQ(
      Format(predefined("nvf4").format.block()->scales[0].element).max_finite(),
      448);
  EXPECT_TRUE(predefined("binary8p3").format.has_infinity());
  EXPECT_EQ(predefined("binary8p1").format.element().bias, 64);
  EXPECT_EQ(predefined("bf8nbt32s").format.block()->scales[0].rows, 32);
  EXPECT_NE(predefined("mxfp8t16s").format, predefined("mxfp8t16").format);
  EXPECT_EQ(
      to_string(predefined("icb44fi2_f32").format.block()->scales[0].element),
      "ue5m3");
  EXPECT_EQ(predefined("mx9").format.bits_per_element(), 9);
}

TEST(TcastTypesTest, ReadsScalesAsBlocks) {
  const Block tile = scale("e8m0_t32");
  ASSERT_EQ(tile.scales.size(), 1u);
  EXPECT_EQ(to_string(tile.scales[0].element), "e8m0");
  EXPECT_EQ(tile.scales[0].scope, ScaleLevel::Scope::tile);
  EXPECT_EQ(tile.scales[0].cols, 32);
  EXPECT_EQ(tile.axis, -1);
  EXPECT_EQ(scale("float32").scales[0].scope, ScaleLevel::Scope::tensor);
  EXPECT_EQ(scale("float32_t0").scales[0].scope, ScaleLevel::Scope::channel);
  EXPECT_EQ(scale("float32_t").scales[0].scope, ScaleLevel::Scope::channel);
  const Block zero = scale("Float16_INT8_T32");
  EXPECT_EQ(to_string(zero.scales[0].element), "f16");
  EXPECT_EQ(to_string(zero.zero->element), "u8");
  const Block matrix = scale("e8m0_t8s2_t32s4o1");
  EXPECT_EQ(matrix.scales[0].rows, 8);
  EXPECT_EQ(matrix.scales[0].cols, 32);
  EXPECT_EQ(matrix.sub_rows, 2);
  EXPECT_EQ(matrix.sub_cols, 4);
  EXPECT_EQ(matrix.offset_bits, 1);
  EXPECT_EQ(scale("e8m0_t8_t32s4").sub_rows, 8);
  const Block sparse = scale("e8m0_t64s8n2m4d1");
  EXPECT_EQ(sparse.sparsity, (Sparsity{2, 4}));
  EXPECT_EQ(sparse.sub_cols, 8);
  EXPECT_EQ(sparse.axis, 1);
}

TEST(TcastTypesTest, TellsTensorScalesFromZeroPoints) {
  EXPECT_EQ(format_text("e2m1fnuz", "multi_float32_e4m3fn_t16"), "nvfp4");
  EXPECT_EQ(format_text("uint4", "float32_float16_int8_t64"),
            "u4@f16:64+f32:tensor,zero=u8");
  EXPECT_EQ(format_text("uint4", "multi_float32_float16_int8_t64"),
            "u4@f16:64+f32:tensor,zero=u8");
  EXPECT_EQ(format_text("uint4", "float16_float32_t64"), "u4@f16:64,zero=f32");
}

TEST(TcastTypesTest, MakesDataTypesOfNumbersAndScales) {
  const std::tuple<const char*, const char*, const char*> cases[] = {
      {"int8", "e8m0_t32", "mxint8"},
      {"int8", "float16_t32", "q8_0"},
      {"int8", "float32_t128d0", "i8@f32:128,axis=0"},
      {"e4m3fn", "float32_t128_t128", "fp8_128x128"},
      {"e3m2fnuz", "e8m0_t32", "mxfp6_e3m2"},
      {"int5", "e8m0_t16s2o1", "mx6"},
      {"e2m1fnuz", "e5m3_t32", "f4_e2m1fn@ue5m3:32"},
      {"e2m1fnuz", "e4m3_t16", "f4_e2m1fn@ue4m3ieee:16"},
      {"e2m1fnuz", "e8m0_t32n2m8", "f4_e2m1fn@e8m0:32,sparse=2:8"},
      {"e4m3fn", "float32_t4_t0", "f8_e4m3fn@f32:4xchannel"},
      {"e4m3fn", "float32_t0_t32", "f8_e4m3fn@f32:*x32"},
      {"e4m3fn", "multi_float32_e4m3fn_t_t16",
       "f8_e4m3fn@ue4m3:*x16+f32:tensor"},
      {"cb81ie_int9", "e8m0_t16s2", "cb81ie_sq1.7@e8m0:16,sub=2"},
      {"cb31ie_int5", "e8m0_t16s2", "cb31ie_q1.3_w3@e8m0:16,sub=2"},
      {"cb10_float32(-1,1)", "float16_t64", "cb10_f32(-1,1)@f16:64"},
      {"torch.float8_e4m3fnuz", "torch.float32", "f8_e4m3fnuz@f32:tensor"},
      {"e4m3fn", "float8_e4m3fn_t32", "f8_e4m3fn@ue4m3:32"},
      {"bfloat16", "", "bf16"},
      {"e5m6", "", "e5m6"},
  };
  for (const auto& [number, scale, format] : cases) {
    EXPECT_EQ(format_text(number, scale), format) << number << ' ' << scale;
  }
}

TEST(TcastTypesTest, NamesTypesByTheirCodesUnlessTold) {
  EXPECT_EQ(datatype("INT8", "e8m0_t32").name, "int8_e8m0_t32");
  EXPECT_EQ(datatype("e5m6").name, "e5m6");
  EXPECT_EQ(datatype("int8", "e8m0_t32", "mine").name, "mine");
  EXPECT_EQ(datatype("", "", "mxfp4e"), predefined("mxfp4e"));
}

TEST(TcastTypesTest, SaysWhatDoesNotGoTogether) {
  const std::tuple<const char*, const char*, const char*> cases[] = {
      {"int8", "",
       "tcast: 'int8' needs a scale; only floats are data types of their own"},
      {"e8m0", "",
       "tcast: 'e8m0' needs a scale; only floats are data types of their own"},
      {"cb41fi_e2m2fnuz", "",
       "tcast: 'cb41fi_e2m2fnuz' needs a scale; only floats are data types of "
       "their own"},
      {"e8m0", "float32", "tcast: 'e8m0' has no zero and can only be a scale"},
      {"uint8", "float32_t32",
       "tcast: 'uint8' needs a zero point; add one to the scale, as in "
       "float16_int8_t32"},
      {"int8", "float32_int8_t32",
       "tcast: 'int8' has a sign, so there is no zero point; use a number such "
       "as uint8, or leave out the zero point"},
      {"uint8", "e8m0_int8_t32", "tcast: a zero point needs a float scale"},
      {"uint8", "float32_e8m0_t32",
       "tcast: the zero point 'e8m0' is neither a float nor an integer"},
      {"int8", "int8_t32",
       "tcast: the scale 'int8' is neither a float nor a power of two"},
      {"mxfp8e4", "e8m0_t32",
       "tcast: 'mxfp8e4' is a data type, not a number; ask for it by its "
       "name"},
      {"e2m1fnuz", "e8m0_t32s8",
       "format: subtiles need an offset, or a codebook with several tables to "
       "pick from"},
      {"e2m1fnuz", "e8m0_t32s64o1",
       "format: subtiles of 64 do not divide the tile of 32"},
  };
  for (const auto& [number, scale, text] : cases) {
    EXPECT_EQ(error_text([&] { datatype(number, scale); }), text);
  }
  EXPECT_EQ(error_text([] {
              datatype("e2m1fnuz", "e8m0_t32_t32n2m4");
            }).substr(0, 23),
            "format: sparsity of 2:4");
}

struct Bad {
  const char* code;
  const char* problem;
  std::size_t at;
  std::size_t length;
};

TEST(TcastTypesTest, PointsAtWhatIsWrongInAScale) {
  const Bad cases[] = {
      {"e8m0_t33",
       "a tile of 33, expected a power of two from 2 to 1024, or 0 for a "
       "channel",
       5, 3},
      {"e8m0_t2048",
       "a tile of 2048, expected a power of two from 2 to 1024, or 0 for a "
       "channel",
       5, 5},
      {"e8m0_t32x", "'t32x' is not a tile", 5, 4},
      {"e8m0_t32n2", "'t32n2' is not a tile", 5, 5},
      {"e8m0_t32s", "'t32s' is not a tile", 5, 4},
      {"e8m0_t32d8", "dim 8, expected 0 to 7", 5, 5},
      {"e8m0_t32_t32d0", "two tiles are along the last two dims", 9, 5},
      {"e8m0_t32n2m4_t32", "only the tile of the last dim can be sparse", 5, 7},
      {"e8m0_t0_t0", "only one of two tiles can be a channel", 5, 2},
      {"e8m0_t32_t32_t32", "more than two tiles", 5, 3},
      {"e8m0_float32", "a zero point needs a float scale", 5, 7},
      {"float32_float32_float32",
       "a scale beside that of the tensor needs a tile", 0, 7},
      {"multi_float32_t16",
       "multi needs two numbers, for the tensor and for tiles", 0, 5},
      {"float32_float32_int8_int8_t8", "more than three numbers", 21, 4},
      {"", "'' is not a number", 0, 0},
      {"_t32", "'' is not a number", 0, 0},
      {"t32", "'t32' is not a number", 0, 3},
      {"float33", "'float33' is not a number", 0, 7},
  };
  for (const Bad& bad : cases) {
    const Error error = error_of([&] { scale(bad.code); });
    EXPECT_EQ(error.where(), "tcast");
    EXPECT_EQ(error.problem(), bad.problem) << bad.code;
    EXPECT_EQ(error.excerpt(), (Excerpt{bad.code, bad.at, bad.length}))
        << bad.code;
  }
}

TEST(TcastTypesTest, SuggestsNames) {
  EXPECT_EQ(error_text([] { predefined("mxfp8e3"); }),
            "tcast: 'mxfp8e3' is not a data type; did you mean mxfp8e5?");
  EXPECT_EQ(error_text([] { predefined("nothing like it"); }),
            "tcast: 'nothing like it' is not a data type; use a name such as "
            "mxfp8e4 or int8_F");
  EXPECT_THROW(datatype("", "", ""), Error);
}

TEST(TcastTypesTest, SurvivesHostileText) {
  for (const std::string_view part :
       {"_", "t", "float8_", "e8m0_", "cb4", "1"}) {
    std::string text;
    while (text.size() < 60000) text += part;
    EXPECT_THROW(number(text), Error);
    EXPECT_THROW(scale(text), Error);
    EXPECT_THROW(datatype(text, text), Error);
    EXPECT_THROW(predefined(text), Error);
  }
  EXPECT_THROW(number(std::string(1 << 20, 'e')), Error);
  EXPECT_THROW(number(std::string_view("e4m3\0", 5)), Error);
}

}  // namespace
}  // namespace ashlar::tcast
