// Casts to TensorCast's data types without a scale.
#include "src/dialects/tcast_plain.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace ashlar::tcast {
namespace {

ashlar::Tensor numbers(const Indices& sizes, unsigned step = 37) {
  Spec spec;
  spec.shape = Shape(sizes);
  std::vector<float> values;
  for (Index i = 0; i < spec.shape.volume(); ++i) {
    values.push_back(static_cast<float>(i * step % 251 - 125) / 16);
  }
  return make(spec, std::span<const float>(values));
}

Options mode(CastMode castmode, PackOrder packing = PackOrder::containers) {
  Options options;
  options.castmode = castmode;
  options.packing = packing;
  return options;
}

std::string text(const ashlar::Tensor& tensor) {
  return tensor.format().name() + to_string(tensor.shape());
}

TEST(TcastPlainTest, GivesEachCodeAWord) {
  const ashlar::Tensor tensor = numbers({3, 5});
  const Options actual = mode(CastMode::actual);
  EXPECT_EQ(text(cast(tensor, "float8_e4m3fn", actual).tensor()),
            "f8_e4m3fn[3, 5]");
  EXPECT_EQ(text(cast(tensor, "bfloat16", actual).tensor()), "bf16[3, 5]");
  EXPECT_EQ(text(cast(tensor, "float32", actual).tensor()), "f32[3, 5]");
  const ashlar::Tensor six = cast(tensor, "e3m2fnuz", actual).tensor();
  EXPECT_EQ(six.format().bits(), 8);
  EXPECT_EQ(six.bytes(), 15);
  const ashlar::Tensor twelve = cast(tensor, datatype("e5m6"), actual).tensor();
  EXPECT_EQ(twelve.bytes(), 30);
}

TEST(TcastPlainTest, PacksRowByRow) {
  const ashlar::Tensor tensor = numbers({3, 5});
  const Tensor nibbles = cast(tensor, "e2m1fnuz", mode(CastMode::compress));
  EXPECT_EQ(text(nibbles.tensor()), "u8[3, 3]");
  const Tensor codes = cast(tensor, "e2m1fnuz", mode(CastMode::actual));
  for (Index row = 0; row < 3; ++row) {
    for (Index col = 0; col < 5; ++col) {
      const auto byte = read_word(nibbles.tensor(), {row, col / 2});
      EXPECT_EQ(byte >> col % 2 * 4 & 15,
                read_word(codes.tensor(), {row, col}));
    }
  }
  EXPECT_EQ(text(cast(tensor, "e3m2fnuz", mode(CastMode::compress)).tensor()),
            "u8[3, 5]");
  EXPECT_EQ(
      text(cast(tensor, "e3m2fnuz", mode(CastMode::compress, PackOrder::dense))
               .tensor()),
      "u8[3, 4]");
  EXPECT_EQ(text(cast(tensor, "fp8", mode(CastMode::compress)).tensor()),
            "f8_e4m3fn[3, 5]");
}

TEST(TcastPlainTest, ComesBackFromEveryModeWithTheSameNumbers) {
  for (const char* name : {"float32", "float16", "bfloat16", "bf8", "fp8n",
                           "e3m3fnuz", "e3m2fnuz", "e2m3fnuz", "e2m1fnuz"}) {
    for (const Indices& sizes :
         {Indices{}, Indices{0}, Indices{7}, Indices{3, 9}, Indices{2, 0, 3},
          Indices{1, 2, 1, 2, 1, 2, 1, 3}}) {
      const ashlar::Tensor tensor = numbers(sizes);
      const ashlar::Tensor faked = vcast(tensor, name);
      for (const PackOrder packing :
           {PackOrder::containers, PackOrder::dense}) {
        const Tensor packed =
            cast(tensor, name, mode(CastMode::compress, packing));
        const Tensor codes = cast(tensor, name, mode(CastMode::actual));
        EXPECT_EQ(values(upcast(packed)), values(faked)) << name;
        EXPECT_EQ(values(upcast(codes)), values(faked)) << name;
        EXPECT_TRUE(same_bits(uncompress(packed).tensor(), codes.tensor()));
        const Tensor again =
            compress(cast(tensor, name, mode(CastMode::virtual_cast, packing)));
        EXPECT_TRUE(same_bits(again.tensor(), packed.tensor())) << name;
        EXPECT_TRUE(again.is_compressed());
        EXPECT_FALSE(packed.scale());
        EXPECT_FALSE(packed.parts());
      }
    }
  }
}

TEST(TcastPlainTest, SaturatesAndKeepsNanAndTheSignOfZero) {
  const double inf = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const ashlar::Tensor tensor =
      make(parse_spec("f32[7] row"), {inf, -inf, nan, -0.0, -1e-30, 1e30, 3.5});
  for (const char* name : {"fp8", "fp8n", "bf8", "e2m1fnuz", "e4m3fnuz"}) {
    const ashlar::Tensor faked = vcast(tensor, name);
    const double most = predefined(name).format.max_finite();
    EXPECT_EQ(read(faked, {0}), most) << name;
    EXPECT_EQ(read(faked, {1}), -most) << name;
    EXPECT_TRUE(std::isnan(read(faked, {2}))) << name;
    EXPECT_TRUE(std::signbit(read(faked, {3}))) << name;
    EXPECT_EQ(read(faked, {4}), 0) << name;
    EXPECT_TRUE(std::signbit(read(faked, {4}))) << name;
    EXPECT_EQ(read(faked, {5}), most) << name;
  }
}

TEST(TcastPlainTest, RoundsAsTheModeSays) {
  const ashlar::Tensor tensor =
      make(parse_spec("f32[4] row"), {2.5, 3.5, -2.5, 0.25});
  Options options;
  const auto rounded = [&](RoundMode round) {
    options.roundmode = round;
    return values(vcast(tensor, "e2m1fnuz", options));
  };
  EXPECT_EQ(rounded(RoundMode::even), (std::vector<double>{2, 4, -2, 0}));
  EXPECT_EQ(rounded(RoundMode::away), (std::vector<double>{3, 4, -3, 0.5}));
  EXPECT_EQ(rounded(RoundMode::zero), (std::vector<double>{2, 3, -2, 0}));
  EXPECT_EQ(rounding_of(RoundMode::stochastic), Rounding::stochastic);
}

}  // namespace
}  // namespace ashlar::tcast
