// Casts against what ml_dtypes, CUDA, Eigen, F16C and IBM's code produced.
#include "tests/support/golden.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "ashlar/cast.h"
#include "ashlar/format.h"

namespace ashlar {
namespace {

const std::vector<std::string> kSmallFloats = {
    "float4_e2m1fn",   "float6_e2m3fn",   "float6_e3m2fn",      "float8_e3m4",
    "float8_e4m3",     "float8_e4m3fn",   "float8_e4m3b11fnuz", "float8_e5m2",
    "float8_e4m3fnuz", "float8_e5m2fnuz", "float8_e8m0fnu"};

/// One code a byte or two, whatever the format's own words are.
Element in_whole_words(const std::string& name) {
  Element e = parse_format(name).element();
  e.storage_bits = e.bits <= 8 ? 8 : e.storage_bits;
  return e;
}

template <class To, class From>
std::vector<To> cast_all(const Element& from, const std::vector<From>& in,
                         const Element& to, const CastPolicy& policy) {
  std::vector<To> out(in.size());
  CastOptions options;
  options.policy = policy;
  cast(from, std::as_bytes(std::span(in)), to,
       std::as_writable_bytes(std::span(out)),
       static_cast<std::int64_t>(in.size()), options);
  return out;
}

template <class To, class From>
void expect_cast(const std::string& from, const std::vector<From>& in,
                 const std::string& to, const std::vector<To>& expected,
                 const CastPolicy& policy, const std::string& what) {
  ASSERT_FALSE(expected.empty()) << what;
  ASSERT_EQ(in.size(), expected.size()) << what;
  const auto out =
      cast_all<To>(in_whole_words(from), in, in_whole_words(to), policy);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (out[i] == expected[i]) continue;
    if (++wrong <= 5) {
      ADD_FAILURE() << what << ": item " << i << ", input " << std::hex
                    << +in[i] << " gave " << +out[i] << ", expected "
                    << +expected[i];
    }
  }
  EXPECT_EQ(wrong, 0u) << what;
}

CastPolicy policy_of(const char* profile, const std::string& from,
                     const std::string& to) {
  return cast_profile(profile).policy(parse_format(from).element(),
                                      in_whole_words(to));
}

/// Extracts hold every 65th of 65,536 codes.
template <class Code>
std::vector<Code> codes(std::size_t of, std::size_t count) {
  std::vector<Code> out(count);
  const std::size_t step = count == of ? 1 : 65;
  for (std::size_t i = 0; i < count; ++i) {
    out[i] = static_cast<Code>(i * step);
  }
  return out;
}

class GoldenCastTest : public GoldenTest {
 protected:
  template <class Item>
  std::vector<Item> numerics(const std::string& name) const {
    return data_.items<Item>("numerics/" + name);
  }
};

using U8 = std::uint8_t;
using U16 = std::uint16_t;
using U32 = std::uint32_t;
using U64 = std::uint64_t;

template <class Code>
void expect_decoded(const std::string& name, const std::vector<Code>& in,
                    const std::vector<U32>& expected) {
  ASSERT_EQ(in.size(), expected.size()) << name;
  const auto out = cast_all<U32>(in_whole_words(name), in,
                                 parse_format("f32").element(), {});
  for (std::size_t i = 0; i < in.size(); ++i) {
    const bool is_nan = (expected[i] & 0x7fffffffu) > 0x7f800000u;
    if (is_nan) {
      EXPECT_GT(out[i] & 0x7fffffffu, 0x7f800000u) << name << ' ' << +in[i];
    } else {
      EXPECT_EQ(out[i], expected[i]) << name << " code " << +in[i];
    }
  }
}

TEST_P(GoldenCastTest, DecodesEveryCode) {
  for (const std::string& name : kSmallFloats) {
    const auto expected = numerics<U32>(name + ".decode.f32");
    const auto bits = static_cast<unsigned>(parse_format(name).element().bits);
    ASSERT_EQ(expected.size(), std::size_t{1} << bits) << name;
    expect_decoded(name, codes<U8>(expected.size(), expected.size()), expected);
  }
  for (const std::string name : {"float16", "bfloat16", "dlfloat16"}) {
    const auto expected = numerics<U32>(name + ".decode.f32");
    expect_decoded(name, codes<U16>(65536, expected.size()), expected);
  }
}

TEST_P(GoldenCastTest, EncodesAsMlDtypesDoes) {
  for (const std::string& name : kSmallFloats) {
    const auto in = numerics<U32>(name + ".encode.in.f32");
    CastPolicy policy = policy_of("ml_dtypes", "f32", name);
    expect_cast("f32", in, name, numerics<U8>(name + ".encode.nosat.u8"),
                policy, name + " nosat");
    policy.overflow = Overflow::saturate_propagate;
    expect_cast("f32", in, name, numerics<U8>(name + ".encode.sat.u8"), policy,
                name + " sat");
  }
}

TEST_P(GoldenCastTest, EncodesOtherSourcesAsMlDtypesDoes) {
  for (const std::string& name : kSmallFloats) {
    for (const std::string from : {"f16", "bf16"}) {
      const auto expected =
          numerics<U8>(name + ".from_" + from + "_all65536.nosat.u8");
      expect_cast(from, codes<U16>(65536, expected.size()), name, expected,
                  policy_of("ml_dtypes", from, name), name + " from " + from);
    }
    expect_cast("f64", numerics<U64>(name + ".from_f64.in.f64"), name,
                numerics<U8>(name + ".from_f64.nosat.u8"),
                policy_of("ml_dtypes", "f64", name), name + " from f64");
  }
}

TEST_P(GoldenCastTest, EncodesSixteenBitsAsEigenAndF16cDo) {
  for (const std::string name : {"float16", "bfloat16"}) {
    expect_cast("f32", numerics<U32>(name + ".encode.in.f32"), name,
                numerics<U16>(name + ".encode.eigen.u16"),
                policy_of("ml_dtypes", "f32", name), name + " eigen");
  }
  expect_cast("f32", numerics<U32>("float16.encode.in.f32"), "float16",
              numerics<U16>("float16.encode.f16c.u16"),
              policy_of("ieee", "f32", "f16"), "f16c");
}

TEST_P(GoldenCastTest, EncodesAsCudaDoes) {
  struct Row {
    const char* name;
    const char* suffix;
    Overflow overflow;
    Rounding rounding;
  };
  constexpr auto kEven = Rounding::nearest_even;
  constexpr auto kSaturate = Overflow::saturate_finite;
  const Row rows[] = {
      {"float4_e2m1fn", "", kSaturate, kEven},
      {"float6_e2m3fn", "", kSaturate, kEven},
      {"float6_e3m2fn", "", kSaturate, kEven},
      {"float8_e4m3fn", ".nosat", Overflow::none, kEven},
      {"float8_e4m3fn", ".satfinite", kSaturate, kEven},
      {"float8_e5m2", ".nosat", Overflow::none, kEven},
      {"float8_e5m2", ".satfinite", kSaturate, kEven},
      {"float8_e8m0fnu", ".rp.nosat", Overflow::none,
       Rounding::toward_positive},
      {"float8_e8m0fnu", ".rp.sat", kSaturate, Rounding::toward_positive},
      {"float8_e8m0fnu", ".rz.nosat", Overflow::none, Rounding::toward_zero},
      {"float8_e8m0fnu", ".rz.sat", kSaturate, Rounding::toward_zero},
  };
  for (const Row& row : rows) {
    const std::string name = row.name;
    CastPolicy policy = policy_of("cuda", "f32", name);
    policy.overflow = row.overflow;
    policy.rounding = row.rounding;
    expect_cast("f32", numerics<U32>(name + ".encode.in.f32"), name,
                numerics<U8>("cuda13_" + name + row.suffix + ".u8"), policy,
                name + row.suffix);
  }
}

TEST_P(GoldenCastTest, TreatsDlfloat16AsIbmDoes) {
  expect_cast("f32", numerics<U32>("dlfloat16.encode.in.f32"), "dlfloat16",
              numerics<U16>("dlfloat16.encode.nosat.u16"), {}, "published");
  const auto to_f32 = data_.items<U32>("spyre/dlf16_to_f32.u32le.bin");
  expect_cast("dlfloat16", codes<U16>(65536, to_f32.size()), "f32", to_f32, {},
              "to f32");
  const auto from_f16 =
      data_.items<U16>("spyre/f16_to_dlf16_nearest_up.u16le.bin");
  expect_cast("f16", codes<U16>(65536, from_f16.size()), "dlfloat16", from_f16,
              {}, "from f16");
  const auto to_f16 = data_.items<U16>("spyre/dlf16_to_f16_rne.u16le.bin");
  expect_cast("dlfloat16", codes<U16>(65536, to_f16.size()), "f16", to_f16, {},
              "to f16");
}

TEST_P(GoldenCastTest, OffersTheOtherRulesOfDlfloat16) {
  const auto json = nlohmann::json::parse(data_.read("spyre/dlfloat16.json"));
  const auto number = [](const nlohmann::json& text) {
    return static_cast<U32>(std::stoul(text.get<std::string>(), nullptr, 16));
  };
  CastPolicy saturating;
  saturating.overflow = Overflow::saturate_propagate;
  CastPolicy even;
  even.rounding = Rounding::nearest_even;
  for (const auto& vector : json["vectors"]) {
    const std::vector<U32> in = {number(vector["f32_bits"])};
    for (const auto& [key, policy] :
         {std::pair{"nearest_up", CastPolicy{}},
          std::pair{"nearest_up_saturate", saturating},
          std::pair{"nearest_even", even}}) {
      expect_cast("f32", in, "dlfloat16",
                  std::vector<U16>{static_cast<U16>(number(vector[key]))},
                  policy, vector["name"].get<std::string>() + ' ' + key);
    }
  }
  for (const auto& constant : json["deeptools_known_constants"]) {
    EXPECT_EQ(encode(parse_format("dlfloat16").element(),
                     constant["f32"].get<double>()),
              constant["code"].get<U64>());
  }
}

INSTANTIATE_TEST_SUITE_P(Data, GoldenCastTest, testing::Bool(),
                         GoldenTest::name);

}  // namespace
}  // namespace ashlar
