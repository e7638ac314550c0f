// The codec against the tables of ml_dtypes, and the laws that codecs obey.
#include "src/format/codec.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "ashlar/format.h"

namespace ashlar {
namespace {

constexpr Element kFloat32;  // an element is f32 unless said otherwise

template <class Item>
std::vector<Item> read_data(const std::string& name) {
  std::ifstream file(std::string(ASHLAR_TEST_DATA "/numerics/") + name,
                     std::ios::binary);
  EXPECT_TRUE(file) << name;
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  std::vector<Item> items(bytes.size() / sizeof(Item));
  std::memcpy(items.data(), bytes.data(), items.size() * sizeof(Item));
  return items;
}

Code code_of(const Element& e, std::uint32_t word) {
  const int bits = magnitude_bits(e);
  return {word & low_bits<WideBits>(bits),
          e.is_signed && (word >> bits & 1) != 0};
}

std::uint32_t word_of(const Element& e, const Code& code) {
  const auto bits = static_cast<std::uint32_t>(code.bits);
  return bits | (code.sign ? 1u << magnitude_bits(e) : 0u);
}

std::uint32_t encode_f32(const Element& e, std::uint32_t bits,
                         const CastPolicy& policy) {
  return word_of(
      e, encode(e, decode(kFloat32, code_of(kFloat32, bits)), policy).code);
}

/// ml_dtypes rounds f32 subnormals to e8m0 up where it should round down.
bool is_known_quirk(const Element& e, std::uint32_t bits) {
  const std::uint32_t magnitude = bits & 0x7fffffffu;
  return !e.has_zero && magnitude > 0x400000u && magnitude < 0x600000u;
}

class CodecTest : public testing::TestWithParam<const char*> {
 protected:
  std::string name() const { return GetParam(); }
  Element element() const { return parse_format(GetParam()).element(); }
};

TEST_P(CodecTest, DecodesEveryCode) {
  const Element e = element();
  const auto expected = read_data<std::uint32_t>(name() + ".decode.f32");
  ASSERT_EQ(expected.size(), std::size_t{1} << e.bits);
  for (std::uint32_t word = 0; word < expected.size(); ++word) {
    const Number number = decode(e, code_of(e, word));
    if ((expected[word] & 0x7fffffffu) > 0x7f800000u) {
      EXPECT_EQ(number.kind, Number::Kind::nan) << word;
      continue;
    }
    const Encoded back = encode(kFloat32, number, {});
    EXPECT_EQ(word_of(kFloat32, back.code), expected[word]) << word;
  }
}

TEST_P(CodecTest, EncodesAsMlDtypesDoes) {
  const Element e = element();
  const auto in = read_data<std::uint32_t>(name() + ".encode.in.f32");
  CastPolicy policy;
  policy.missing_nan = MissingNan::negative_zero;
  if (!e.has_zero) policy.rounding = Rounding::nearest_away;
  for (const auto& [suffix, overflow] :
       {std::pair{".encode.nosat.u8", Overflow::none},
        std::pair{".encode.sat.u8", Overflow::saturate_propagate}}) {
    policy.overflow = overflow;
    const auto expected = read_data<std::uint8_t>(name() + suffix);
    ASSERT_EQ(expected.size(), in.size());
    for (std::size_t i = 0; i < in.size(); ++i) {
      if (is_known_quirk(e, in[i])) continue;
      EXPECT_EQ(encode_f32(e, in[i], policy), expected[i])
          << suffix << " of bits " << in[i];
    }
  }
}

TEST_P(CodecTest, EncodesBackEveryNumberInEveryRounding) {
  const Element e = element();
  for (int rounding = 0; rounding <= 8; ++rounding) {
    CastPolicy policy;
    policy.rounding = static_cast<Rounding>(rounding);
    for (std::uint32_t word = 0; word < 1u << e.bits; ++word) {
      const Number number = decode(e, code_of(e, word));
      if (number.kind == Number::Kind::nan) continue;
      EXPECT_EQ(word_of(e, encode(e, number, policy, 0xffffffffu).code), word)
          << "rounding " << rounding;
    }
  }
}

TEST_P(CodecTest, IsMonotone) {
  const Element e = element();
  std::uint32_t last = 0;
  for (std::uint32_t bits = 1; bits <= 0x7f7fffffu; bits += 32749) {
    const std::uint32_t code = encode_f32(e, bits, {});
    EXPECT_GE(code, last) << bits;
    last = code;
  }
}

INSTANTIATE_TEST_SUITE_P(
    SmallFloats, CodecTest,
    testing::Values("float4_e2m1fn", "float6_e2m3fn", "float6_e3m2fn",
                    "float8_e3m4", "float8_e4m3", "float8_e4m3b11fnuz",
                    "float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2",
                    "float8_e5m2fnuz", "float8_e8m0fnu"),
    [](const auto& test) { return std::string(test.param); });

Encoded cast_number(const char* format, double value, CastPolicy policy = {}) {
  const Element f64 = parse_format("f64").element();
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const Number number =
      decode(f64, {bits & ~(std::uint64_t{1} << 63), bits >> 63 != 0});
  return encode(parse_format(format).element(), number, policy);
}

TEST(IntegerCodecTest, TakesZeroWithAnyExponent) {
  const Element i8 = parse_format("i8").element();
  for (const int exponent : {-5000, -64, -1, 0, 1, 63, 64, 65, 200, 5000}) {
    BasicNumber<std::uint64_t> zero;
    zero.exponent = exponent;
    for (const bool negative : {false, true}) {
      zero.negative = negative;
      const auto found = Encoder<std::uint64_t>(i8, CastPolicy{})(zero);
      EXPECT_EQ(found.status, CodecStatus::ok) << exponent;
      EXPECT_EQ(found.code.bits, 0u) << exponent;
      EXPECT_FALSE(found.code.sign) << exponent;
    }
  }
}

TEST(IntegerCodecTest, RoundsSaturatesWrapsOrRefuses) {
  EXPECT_EQ(cast_number("i8", 2.5).code.bits, 2u);
  EXPECT_EQ(cast_number("i8", -3.5).code.bits, 0xfcu);
  EXPECT_EQ(cast_number("i8", 127.5).status, CodecStatus::out_of_range);
  EXPECT_EQ(cast_number("u8", -0.25).code.bits, 0u);
  EXPECT_EQ(cast_number("u8", -1).status, CodecStatus::out_of_range);
  CastPolicy policy;
  policy.integer_overflow = IntegerOverflow::saturate;
  EXPECT_EQ(cast_number("i8", 1e9, policy).code.bits, 0x7fu);
  EXPECT_EQ(cast_number("i8", -1e9, policy).code.bits, 0x80u);
  policy.integer_overflow = IntegerOverflow::wrap;
  EXPECT_EQ(cast_number("i8", 300, policy).code.bits, 44u);
  EXPECT_EQ(cast_number("i8", -129, policy).code.bits, 127u);
}

TEST(IntegerCodecTest, FixedPointCountsInItsOwnUnits) {
  EXPECT_EQ(cast_number("q5.26", 1.0).code.bits, 67108864u);
  EXPECT_EQ(cast_number("q16.16", -1.0).code.bits, 0xffff0000u);
  const Encoded orion = cast_number("orion_fp16x16", -1.5);
  EXPECT_EQ(orion.code.bits, 98304u);
  EXPECT_TRUE(orion.code.sign);
}

TEST(FloatCodecTest, RoundsDoublesOnce) {
  // Through f32 this would become a tie and go to the even code below.
  EXPECT_EQ(cast_number("f8_e4m3fn", 17 * (1 + 0x1p-40)).code.bits, 0x59u);
}

constexpr Number kThree{Number::Kind::finite, false, 0, 3};
static_assert(encode(kFloat32, kThree, CastPolicy{}).code.bits == 0x40400000u);

}  // namespace
}  // namespace ashlar
