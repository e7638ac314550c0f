// Casts are exact: extremes, one rounding, any place, any thread, any mode.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ashlar/cast.h"
#include "src/cast/words.h"
#include "src/format/known.h"
#include "tests/base/error_text.h"
#include "tests/cast/cast_check.h"
#include "tests/kernels/kernel_check.h"

namespace ashlar {
namespace {

using test::bytes_of;
using test::cast_bytes;
using test::cast_items;
using test::element;
using test::error_text;
using test::items_of;

using Bytes = std::vector<std::byte>;
using I64 = std::int64_t;
using U64 = std::uint64_t;
using U8 = std::uint8_t;
using U16 = std::uint16_t;

constexpr I64 kI64Min = std::numeric_limits<I64>::min();
constexpr I64 kI64Max = std::numeric_limits<I64>::max();
constexpr U64 kU64Max = std::numeric_limits<U64>::max();

TEST(CastExactTest, KeepsTheExtremesOf64BitIntegers) {
  const std::vector<I64> in = {kI64Min, kI64Min + 1, -1, 0, 1, kI64Max};
  EXPECT_EQ(cast_items<double>("i64", in, "f64"),
            (std::vector<double>{-0x1p63, -0x1p63, -1, 0, 1, 0x1p63}));
  EXPECT_EQ(cast_items<I64>("f64", std::vector<double>{-0x1p63, 0x1p62}, "i64"),
            (std::vector<I64>{kI64Min, I64{1} << 62}));
  EXPECT_EQ(cast_items<float>("u64", std::vector<U64>{kU64Max, 1}, "f32"),
            (std::vector<float>{0x1p64f, 1}));
  EXPECT_EQ(
      cast_items<U64>("f64", std::vector<double>{0x1p64 - 2048, -0.4}, "u64"),
      (std::vector<U64>{kU64Max - 2047, 0}));
  CastPolicy wrap;
  wrap.integer_overflow = IntegerOverflow::wrap;
  EXPECT_EQ(cast_items<U64>("i64", in, "u64", wrap),
            (std::vector<U64>{U64{1} << 63, (U64{1} << 63) + 1, kU64Max, 0, 1,
                              kU64Max / 2}));
  CastPolicy saturate;
  saturate.integer_overflow = IntegerOverflow::saturate;
  EXPECT_EQ(cast_items<U64>("i64", in, "u64", saturate),
            (std::vector<U64>{0, 0, 0, 0, 1, kU64Max / 2}));
  EXPECT_EQ(cast_items<I64>("u64", std::vector<U64>{kU64Max}, "i64", saturate),
            (std::vector<I64>{kI64Max}));
  EXPECT_EQ(
      cast_items<I64>("f64", std::vector<double>{1e300, -1e300}, "i64", wrap),
      (std::vector<I64>{0, 0}));
}

TEST(CastExactTest, RefusesTheFirstNumberBeyond64Bits) {
  EXPECT_EQ(
      error_text([] { cast_items<I64>("f64", std::vector{0x1p63}, "i64"); }),
      "cast: element 0 is 9223372036854775808, out of the range of i64, "
      "-9223372036854775808 to 9223372036854775807; ask for saturate or wrap "
      "to cast it anyway");
  EXPECT_EQ(
      error_text([] { cast_items<U64>("f64", std::vector{0x1p64}, "u64"); }),
      "cast: element 0 is 18446744073709551616, out of the range of u64, 0 to "
      "18446744073709551615; ask for saturate or wrap to cast it anyway");
}

TEST(CastExactTest, NamesWideIntegersExactly) {
  EXPECT_EQ(
      error_text([] {
        cast_items<I64>("u64", std::vector<U64>{1, kU64Max}, "i64");
      }),
      "cast: element 1 is 18446744073709551615, out of the range of i64, "
      "-9223372036854775808 to 9223372036854775807; ask for saturate or wrap "
      "to cast it anyway");
}

TEST(CastExactTest, WideIntegersComeBackFromOrionsTypes) {
  const std::vector<U64> in = {kU64Max, 1, U64{1} << 63, 0x123456789abcdef1};
  const auto count = static_cast<I64>(in.size());
  const Bytes orion =
      cast_bytes(element("u64"), bytes_of(in), element("orion_fp64x64"), count);
  EXPECT_EQ(items_of<U64>(cast_bytes(element("orion_fp64x64"), orion,
                                     element("u64"), count)),
            in);
  const std::vector<I64> signed_in = {kI64Min, kI64Max, -1};
  const Bytes more = cast_bytes(element("i64"), bytes_of(signed_in),
                                element("orion_fp64x64"), 3);
  EXPECT_EQ(items_of<I64>(
                cast_bytes(element("orion_fp64x64"), more, element("i64"), 3)),
            signed_in);
}

TEST(CastExactTest, RoundsDoublesOnce) {
  const std::vector<double> in(300, 17 * (1 + 0x1p-40));
  const auto direct = cast_items<U8>("f64", in, "f8_e4m3fn");
  EXPECT_EQ(direct, std::vector<U8>(300, 0x59));
  const auto narrow = cast_items<float>("f64", in, "f32");
  EXPECT_EQ(cast_items<U8>("f32", narrow, "f8_e4m3fn"),
            std::vector<U8>(300, 0x58));
  // Just above the middle between two f32 that differ in their last bit.
  const std::vector<double> middle = {1 + 0x1p-24 + 0x1p-52, 1 + 0x1p-24};
  EXPECT_EQ(cast_items<float>("f64", middle, "f32"),
            (std::vector<float>{1 + 0x1p-23f, 1}));
}

TEST(CastExactTest, RoundsFloatsOnce) {
  const std::vector<float> in(300, 17 * (1 + 0x1p-13f));
  EXPECT_EQ(cast_items<U8>("f32", in, "f8_e4m3fn"), std::vector<U8>(300, 0x59));
  for (const char* half : {"f16", "bf16"}) {
    const auto rounded = cast_items<U16>("f32", in, half);
    EXPECT_EQ(cast_items<U8>(half, rounded, "f8_e4m3fn"),
              std::vector<U8>(300, 0x58))
        << half;
  }
}

TEST(CastExactTest, OneNumberIsAnArrayOfOne) {
  for (const char* name : {"f8_e4m3fn", "f4_e2m1fn", "dlfloat16", "q16.16",
                           "i8", "e8m0", "f32", "tf32", "f6_e3m2fn_w8s2"}) {
    const Element e = element(name);
    for (int rounding = 0; rounding <= 8; ++rounding) {
      CastOptions options;
      options.policy.rounding = static_cast<Rounding>(rounding);
      options.policy.seed = 99;
      for (const double value : {1.0, 1.3, 2.7, 0.3, 5.5, -1.7, 100.9}) {
        const std::vector<double> in = {value};
        Bytes out = cast_bytes(kF64, bytes_of(in), e, 1, options);
        out.resize(8);
        const U64 word = encode(e, value, options.policy);
        EXPECT_EQ(items_of<U64>(out)[0], word) << name << " of " << value;
        const Bytes back = cast_bytes(
            e, Bytes(out.begin(), out.begin() + packed_bytes(e, 1)), kF64, 1);
        EXPECT_EQ(items_of<double>(back)[0], decode(e, word)) << name;
      }
    }
  }
}

TEST(CastExactTest, DecodesNumbersOfMoreThan53BitsToTheNearestDouble) {
  EXPECT_EQ(decode(element("u64"), kU64Max), 0x1p64);
  EXPECT_EQ(decode(element("i64"), U64{1} << 63), -0x1p63);
  EXPECT_EQ(decode(element("q32.32"), 1), 0x1p-32);
  EXPECT_TRUE(std::isnan(decode(element("f8_e4m3fnuz"), 0x80)));
  EXPECT_EQ(decode(element("f64"), 1), 0x1p-1074);
}

// Tails and misalignments of the whole way, threads and packing included.
TEST(CastExactTest, IsRightAtEveryLengthAndMisalignment) {
  struct Pair {
    const char* from;
    const char* to;
  };
  for (const Pair& pair :
       {Pair{"f32", "f8_e4m3fn"}, Pair{"f16", "f4_e2m1fn"},
        Pair{"f6_e3m2fn_w6", "f32"}, Pair{"f64", "bf16"}, Pair{"i12", "f32"},
        Pair{"f32", "i16"}, Pair{"q16.16", "f32"}}) {
    const Element from = element(pair.from);
    const Element to = element(pair.to);
    CastOptions options;
    options.policy.integer_overflow = IntegerOverflow::saturate;
    for (std::size_t count = 0; count <= 130; ++count) {
      const Bytes in = test::sample(from, count, count + 1);
      const Bytes expected =
          test::slow_cast(from, in, to, count, options.policy).bytes;
      const auto source = items_of<U8>(in);
      for (std::size_t shift = count % 3; shift < 64; shift += 3) {
        const auto out = kernels::test::run_at(
            source, 63 - shift, expected.size(), shift,
            [&](const U8* begin, U8* target) {
              cast(from, std::as_bytes(std::span(begin, source.size())), to,
                   std::as_writable_bytes(std::span(target, expected.size())),
                   static_cast<I64>(count), options);
            });
        ASSERT_EQ(out, items_of<U8>(expected))
            << pair.from << " to " << pair.to << ", " << count << " at "
            << shift;
      }
    }
  }
}

TEST(CastExactTest, LargeArraysAreTheirPartsJoined) {
  constexpr std::size_t kCount = 4'300'001;  // more than 8 MiB of bf16
  std::vector<float> in(kCount);
  for (std::size_t i = 0; i < kCount; ++i) {
    in[i] = std::ldexp(static_cast<float>(i * 7919 % 65537),
                       static_cast<int>(i % 60) - 30);
  }
  const auto whole = cast_items<U16>("f32", in, "bf16");
  for (std::size_t at = 0; at < kCount; at += 500'009) {
    const auto end = std::min(at + 500'009, kCount);
    const std::vector<float> part(in.begin() + static_cast<I64>(at),
                                  in.begin() + static_cast<I64>(end));
    const auto codes = cast_items<U16>("f32", part, "bf16");
    ASSERT_TRUE(std::equal(codes.begin(), codes.end(),
                           whole.begin() + static_cast<I64>(at)));
  }
}

TEST(CastExactTest, DoesNotDependOnTheFloatingPointEnvironment) {
  for (const char* from : {"f64", "f32", "f16", "i32", "q32.32", "dlfloat16"}) {
    for (const char* to : {"f32", "f16", "f8_e5m2", "i16", "q5.26", "f64"}) {
      CastOptions options;
      options.threads = 1;
      options.policy.integer_overflow = IntegerOverflow::saturate;
      const Bytes in = test::sample(element(from), 1000, 3);
      const Bytes expected =
          cast_bytes(element(from), in, element(to), 1000, options);
      for (const unsigned word : kernels::test::float_environments()) {
        Bytes out;
        {
          const kernels::test::FloatEnvironment environment(word);
          out = cast_bytes(element(from), in, element(to), 1000, options);
        }
        EXPECT_EQ(out, expected) << from << " to " << to << " under " << word;
      }
    }
  }
}

CastOptions stochastic(std::uint64_t seed) {
  CastOptions options;
  options.policy.rounding = Rounding::stochastic;
  options.policy.seed = seed;
  options.policy.integer_overflow = IntegerOverflow::saturate;
  return options;
}

TEST(StochasticCastTest, IsTheSameOnAnyNumberOfThreads) {
  constexpr I64 kCount = 300'003;
  const Bytes in = test::sample(kF32, kCount, 4);
  for (const char* to : {"f8_e4m3fn", "f4_e2m1fn", "i5_w5", "bf16"}) {
    CastOptions options = stochastic(11);
    options.threads = 1;
    const Bytes expected = cast_bytes(kF32, in, element(to), kCount, options);
    for (const int threads : {0, 2}) {
      options.threads = threads;
      EXPECT_EQ(cast_bytes(kF32, in, element(to), kCount, options), expected)
          << to << " on " << threads;
    }
    options.policy.seed = 12;
    EXPECT_NE(cast_bytes(kF32, in, element(to), kCount, options), expected);
  }
}

TEST(StochasticCastTest, APartGetsTheBitsOfTheWhole) {
  constexpr I64 kCount = 1000;
  const Bytes in = test::sample(kF32, kCount, 6);
  const Bytes whole =
      cast_bytes(kF32, in, element("f8_e4m3fn"), kCount, stochastic(5));
  for (const I64 at : {1, 2, 3, 4, 5, 257, 999}) {
    CastOptions options = stochastic(5);
    options.first = at;
    const Bytes part(in.begin() + 4 * at, in.end());
    const Bytes codes =
        cast_bytes(kF32, part, element("f8_e4m3fn"), kCount - at, options);
    EXPECT_EQ(codes, Bytes(whole.begin() + at, whole.end())) << at;
  }
}

TEST(StochasticCastTest, HasTheMeanOfTheNumber) {
  constexpr std::size_t kCount = 40'000;
  for (const double value : {1.03, -1.1, 17.9, 0x1p-9 * 0.3, 200.25}) {
    const std::vector<double> in(kCount, value);
    const auto codes = items_of<U8>(cast_bytes(
        kF64, bytes_of(in), element("f8_e4m3fn"), kCount, stochastic(3)));
    double sum = 0;
    double low = value;
    double high = value;
    for (const U8 code : codes) {
      const double rounded = decode(kF8E4M3Fn, code);
      low = std::min(low, rounded);
      high = std::max(high, rounded);
      sum += rounded;
    }
    // Five standard deviations of a fair choice between two neighbours.
    const double step = high - low;
    EXPECT_NEAR(sum / kCount, value, 5 * step / 2 / std::sqrt(double{kCount}));
    EXPECT_LT(step, std::abs(value) / 4 + 0x1p-8);
  }
}

TEST(StochasticCastTest, LeavesExactNumbersAlone) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const std::vector<float> in = {1, 448, -0.5f, 0, 0x1p-9f};
    EXPECT_EQ(items_of<U8>(cast_bytes(kF32, bytes_of(in), kF8E4M3Fn, 5,
                                      stochastic(seed))),
              (std::vector<U8>{0x38, 0x7e, 0xb0, 0, 1}));
  }
}

// The codec says the same to the compiler.
constexpr std::uint64_t compiled(const Element& e, std::uint64_t f64_bits) {
  const Decoder<std::uint64_t> decoder(kF64);
  const Encoder<std::uint64_t> encoder(e, {});
  return word_of_code(
      e, encoder(decoder(code_of_word<std::uint64_t>(kF64, f64_bits))).code);
}

constexpr double kNumbers[] = {0,       1,     -1.5,   17.000000001, 448,
                               1e9,     -1e-9, 0x1p-9, 3.14159,      -465,
                               65519.9, 1e300, 2.5};
constexpr Element kTargets[] = {kF8E4M3Fn, kF16,      kBf16,  kDlfloat16, kE8M0,
                                kTf32,     kF4E2M1Fn, kUe4M3, kF8E5M2Fnuz};

template <std::size_t... kIndex>
constexpr auto compile_all(std::index_sequence<kIndex...>) {
  return std::array{compiled(
      kTargets[kIndex % std::size(kTargets)],
      std::bit_cast<std::uint64_t>(kNumbers[kIndex / std::size(kTargets)]))...};
}

static_assert(compiled(kF8E4M3Fn, 0x4031000000001000) == 0x59);

TEST(CastExactTest, IsTheSameForTheCompiler) {
  constexpr std::size_t kCount = std::size(kNumbers) * std::size(kTargets);
  constexpr auto kCompiled = compile_all(std::make_index_sequence<kCount>());
  for (std::size_t i = 0; i < kCount; ++i) {
    const Element& e = kTargets[i % std::size(kTargets)];
    const double number = kNumbers[i / std::size(kTargets)];
    EXPECT_EQ(encode(e, number), kCompiled[i]) << to_string(e) << ' ' << number;
  }
}

}  // namespace
}  // namespace ashlar
