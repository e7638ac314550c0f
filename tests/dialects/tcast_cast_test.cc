// TensorCast's casts: modes, parts, and what they say to nonsense.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "ashlar/dialects/tcast.h"
#include "ashlar/tensor_view.h"
#include "tests/base/error_text.h"
#include "tests/support/numbers.h"

namespace ashlar::tcast {
namespace {

using test::error_text;
using test::sixteenths;

Options mode(CastMode castmode) {
  Options options;
  options.castmode = castmode;
  return options;
}

std::string text(const std::optional<ashlar::Tensor>& tensor) {
  if (!tensor) return "absent";
  return tensor->format().name() + to_string(tensor->shape());
}

TEST(TcastCastTest, RemembersWhatWasCast) {
  const ashlar::Tensor tensor = sixteenths({6, 70}, "bf16");
  for (const CastMode castmode :
       {CastMode::virtual_cast, CastMode::actual, CastMode::compress}) {
    const Tensor found = cast(tensor, "mxfp4e2", mode(castmode));
    EXPECT_EQ(found.dtype(), predefined("mxfp4e2"));
    EXPECT_EQ(found.castmode(), castmode);
    EXPECT_EQ(found.is_compressed(), castmode == CastMode::compress);
    EXPECT_EQ(found.original_shape(), Shape({6, 70}));
    EXPECT_EQ(found.original_dtype().name(), "bf16");
    EXPECT_EQ(text(upcast(found)), "bf16[6, 70]");
    EXPECT_EQ(text(upcast(found, parse_format("f64"))), "f64[6, 70]");
  }
  EXPECT_EQ(cast(tensor, "mxfp4e2").castmode(), CastMode::actual);
}

TEST(TcastCastTest, HasThePartsOfItsTypeInBothForms) {
  const ashlar::Tensor tensor = sixteenths({4, 70});
  struct Row {
    const char* number;
    const char* scale;
    const char* actual[6];  // tensor, scale, zero, meta, mask, tenscale
    const char* packed[6];
  };
  const Row rows[] = {
      {"e2m1fnuz",
       "e8m0_t32",
       {"u8[4, 70]", "u8[4, 3]", "absent", "absent", "absent", "absent"},
       {"u8[4, 35]", "u8[4, 3]", "absent", "absent", "absent", "absent"}},
      {"uint4",
       "float16_int4_t32",
       {"u8[4, 70]", "f16[4, 3]", "u8[4, 3]", "absent", "absent", "absent"},
       {"u8[4, 35]", "f16[4, 3]", "u8[4, 2]", "absent", "absent", "absent"}},
      {"cb42f1346_e2m3fnuz",
       "e8m0_t32s8",
       {"u8[4, 70]", "u8[4, 3]", "absent", "u8[4, 12]", "absent", "absent"},
       {"u8[4, 35]", "u8[4, 3]", "absent", "u8[4, 3]", "absent", "absent"}},
      {"int8",
       "float32_t0n2m4",
       {"u8[4, 70]", "f32[4, 1]", "absent", "absent", "bool[4, 70]", "absent"},
       {"u8[4, 36]", "f32[4, 1]", "absent", "absent", "u8[4, 9]", "absent"}},
      {"e2m1fnuz",
       "multi_float32_e4m3fn_t16",
       {"u8[4, 70]", "u8[4, 5]", "absent", "absent", "absent", "f32[1]"},
       {"u8[4, 35]", "u8[4, 5]", "absent", "absent", "absent", "f32[1]"}},
      {"int8",
       "float32",
       {"u8[4, 70]", "f32[1]", "absent", "absent", "absent", "absent"},
       {"u8[4, 70]", "f32[1]", "absent", "absent", "absent", "absent"}},
  };
  for (const Row& row : rows) {
    const DataType dtype = datatype(row.number, row.scale);
    for (const bool packed : {false, true}) {
      const Tensor found = cast(
          tensor, dtype, mode(packed ? CastMode::compress : CastMode::actual));
      const auto& expected = packed ? row.packed : row.actual;
      EXPECT_EQ(text(found.tensor()), expected[0]) << dtype.name;
      EXPECT_EQ(text(found.scale()), expected[1]) << dtype.name;
      EXPECT_EQ(text(found.zero()), expected[2]) << dtype.name;
      EXPECT_EQ(text(found.meta()), expected[3]) << dtype.name;
      EXPECT_EQ(text(found.mask()), expected[4]) << dtype.name;
      EXPECT_EQ(text(found.tenscale()), expected[5]) << dtype.name;
    }
    const Tensor faked = cast(tensor, dtype, mode(CastMode::virtual_cast));
    EXPECT_EQ(text(faked.tensor()), "f32[4, 70]");
    EXPECT_EQ(text(faked.scale()), row.actual[1]);
    EXPECT_EQ(text(faked.mask()), row.actual[4]);
  }
  const Tensor offset = cast(tensor, datatype("int8", "e8m0_t16s2o1"));
  EXPECT_EQ(text(offset.offset()), "u8[4, 40]");
}

// Every predefined type, through every mode and back.
TEST(TcastCastTest, CastsToEveryPredefinedType) {
  for (const Indices& sizes : {Indices{3, 70}, Indices{2, 3, 33}}) {
    const ashlar::Tensor tensor = sixteenths(Shape(sizes));
    for (const DataType& dtype : datatypes()) {
      const std::vector<double> faked = values(vcast(tensor, dtype));
      const Tensor actual = cast(tensor, dtype, mode(CastMode::actual));
      const Tensor packed = cast(tensor, dtype, mode(CastMode::compress));
      EXPECT_EQ(values(upcast(actual)), faked) << dtype.name;
      EXPECT_EQ(values(upcast(packed)), faked) << dtype.name;
      EXPECT_TRUE(same_bits(compress(actual).tensor(), packed.tensor()))
          << dtype.name;
      EXPECT_TRUE(same_bits(uncompress(packed).tensor(), actual.tensor()))
          << dtype.name;
      EXPECT_LE(packed.tensor().bytes(), actual.tensor().bytes()) << dtype.name;
    }
  }
}

TEST(TcastCastTest, ScalesAsTheModeSays) {
  // 7 is beyond the 6 of e2m1: only some rules leave room for it.
  const ashlar::Tensor tensor = full(parse_spec("f32[1x32] row"), 7);
  Options options;
  const auto scale = [&](ScaleMode scalemode) {
    options.scalemode = scalemode;
    return read_word(*cast(tensor, "mxfp4e2", options).scale(), {0, 0});
  };
  EXPECT_EQ(scale(ScaleMode::floor), 127u);
  EXPECT_EQ(scale(ScaleMode::ceil), 128u);
  EXPECT_EQ(scale(ScaleMode::midmax), 127u);
  EXPECT_EQ(scale(ScaleMode::option3), 128u);
  EXPECT_EQ(scale(ScaleMode::topbinade), 128u);
  EXPECT_EQ(Options().scalemode, ScaleMode::floor);
  EXPECT_EQ(read(vcast(tensor, "mxfp4e2"), {0, 0}), 6);
}

TEST(TcastCastTest, RoundsStochasticallyBySeed) {
  const ashlar::Tensor tensor = sixteenths({4, 64});
  Options options;
  options.roundmode = RoundMode::stochastic;
  options.seed = 1;
  const ashlar::Tensor first = vcast(tensor, "mxfp4e2", options);
  EXPECT_TRUE(same_bits(vcast(tensor, "mxfp4e2", options), first));
  options.seed = 2;
  EXPECT_FALSE(same_bits(vcast(tensor, "mxfp4e2", options), first));
}

TEST(TcastCastTest, LeavesItsInputAlone) {
  const ashlar::Tensor tensor = sixteenths({4, 64});
  const ashlar::Tensor before = copy(tensor);
  cast(tensor, "mxfp4e2", mode(CastMode::compress));
  vcast(tensor, "fp8");
  sparse(tensor, 4, 2);
  EXPECT_TRUE(same_bits(tensor, before));
}

TEST(TcastCastTest, CastsAlongAnyDim) {
  const ashlar::Tensor tensor = sixteenths({40, 6});
  const DataType first = datatype("e2m1fnuz", "e8m0_t32d0");
  const Tensor along = cast(tensor, first, mode(CastMode::compress));
  EXPECT_EQ(text(along.tensor()), "u8[20, 6]");
  EXPECT_EQ(text(along.scale()), "u8[2, 6]");
  EXPECT_TRUE(same_bits(permuted(vcast(tensor, first), {1, 0}),
                        vcast(permuted(tensor, {1, 0}), "mxfp4e2")));
}

TEST(TcastCastTest, KeepsTheSignsOfWhatIsSparse) {
  const ashlar::Tensor tensor =
      make(parse_spec("f32[2x4] row"), {1, -4, 3, -2, -1, -1, 1, 1});
  EXPECT_EQ(values(sparse(tensor, 4, 2)),
            (std::vector<double>{0, -4, 3, 0, -1, -1, 0, 0}));
  EXPECT_EQ(values(sparse(tensor, 2, 1, 0)),
            (std::vector<double>{1, -4, 3, -2, 0, 0, 0, 0}));
}

TEST(TcastCastTest, TakesScalesThatAreGiven) {
  const ashlar::Tensor tensor = sixteenths({4, 64});
  const ashlar::Tensor other = full(parse_spec("f32[4x64] row"), 1);
  for (const char* name : {"mxfp4e2", "int8_F", "uint4_fi32", "nvf4"}) {
    const DataType& dtype = predefined(name);
    for (const CastMode castmode :
         {CastMode::virtual_cast, CastMode::actual, CastMode::compress}) {
      const Options options = mode(castmode);
      const ScaleData given = get_scales(tensor, dtype, options);
      EXPECT_TRUE(same_bits(cast(tensor, dtype, options, given).tensor(),
                            cast(tensor, dtype, options).tensor()))
          << name;
      const Tensor found = cast(other, dtype, options, given);
      EXPECT_TRUE(same_bits(*found.scale(), *given.scale)) << name;
      EXPECT_FALSE(
          same_bits(*cast(other, dtype, options).scale(), *given.scale))
          << name;
    }
  }
  ScaleData last;
  last.better = [](auto, auto, auto) { return true; };
  EXPECT_EQ(values(*cast(tensor, "mxfp4m", {}, last).meta()),
            std::vector<double>(64, 1));
  EXPECT_EQ(error_text([&] {
              cast(tensor, "fp8", {}, get_scales(tensor, predefined("int8_F")));
            }),
            "tcast: scales are given, but fp8 has none");
}

TEST(TcastCastTest, ScalesColumnsOfAllRows) {
  const Tensor found =
      cast(sixteenths({5, 70}), datatype("int8", "float32_t0_t32"));
  EXPECT_EQ(text(found.scale()), "f32[1, 3]");
  EXPECT_EQ(
      text(cast(sixteenths({2, 5, 70}), datatype("int8", "float32_t0_t32"))
               .scale()),
      "f32[2, 1, 3]");
}

TEST(TcastCastTest, SaysWhatItDoesNotKnow) {
  const ashlar::Tensor tensor = sixteenths({4, 64});
  EXPECT_EQ(error_text([&] { cast(tensor, "mxfp4e3"); }),
            error_text([&] { predefined("mxfp4e3"); }));
  Options options;
  options.packing = PackOrder::split_half;
  EXPECT_EQ(error_text([&] { cast(tensor, "mxfp4", options); }),
            "tcast: packing in split_half, expected containers or dense");
  EXPECT_THROW(vcast(tensor, "fp8", options), Error);
  EXPECT_THROW(cast(tensor, datatype("int8", "float32_t32d5")), Error);
  EXPECT_THROW(cast(make(parse_spec("f32[] row"), {1}), "mxfp4"), Error);
  EXPECT_THROW(sparse(tensor, 4, 5), Error);
}

}  // namespace
}  // namespace ashlar::tcast
