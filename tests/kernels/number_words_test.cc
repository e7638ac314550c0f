// The kernel between numbers of any format against the codec.
#include "src/kernels/number_words.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "ashlar/format.h"
#include "src/cast/generic.h"
#include "src/cast/number_args.h"
#include "src/format/known.h"
#include "src/kernels/philox.h"
#include "tests/kernels/kernel_check.h"

namespace ashlar::kernels {
namespace {

using Bytes = std::vector<std::byte>;

constexpr const char* kFormats[] = {"f64",
                                    "f32",
                                    "tf32",
                                    "f16",
                                    "bf16",
                                    "dlfloat16",
                                    "f8_e4m3fn",
                                    "f8_e5m2fnuz",
                                    "e8m0",
                                    "ue4m3",
                                    "ue5m3",
                                    "e11m40_w64",
                                    "e1m52f_w64",
                                    "binary8p1",
                                    "e5m10inuz_w32s5",
                                    "e2m1ninf_w64s60",
                                    "e11m1b1030_w16",
                                    "i8",
                                    "u8",
                                    "i16",
                                    "u16",
                                    "i32",
                                    "u32",
                                    "i64",
                                    "u64",
                                    "q5.26",
                                    "q16.16",
                                    "q32.32",
                                    "orion_fp8x23",
                                    "orion_fp16x16w",
                                    "orion_fp32x32",
                                    "orion_fp64x64",
                                    "orion_fp5x26",
                                    "bool"};

std::size_t bytes_of(const Element& e) {
  return static_cast<std::size_t>(e.storage_bits / 8);
}

/// By the codec alone, which is what it is for so few. False if refused.
bool cast_one(const Element& from, const std::byte* in, const Element& to,
              std::byte* out, std::int64_t index, const CastPolicy& policy) {
  return !cast_generic(from, in, to, out, 0, 1, index, policy).happened();
}

/// Numbers around all powers of two that matter, halves of steps among them,
/// and whatever any bits stand for.
Bytes numbers_of(const Element& e) {
  const std::size_t bytes = bytes_of(e);
  Bytes out;
  CastPolicy saturate;
  saturate.integer_overflow = IntegerOverflow::saturate;
  const auto add = [&](double x) {
    out.resize(out.size() + bytes);
    cast_one(kF64, reinterpret_cast<const std::byte*>(&x), e,
             out.data() + out.size() - bytes, 0, saturate);
  };
  std::mt19937_64 random(static_cast<std::uint64_t>(e.bits + e.bias));
  constexpr double kParts[] = {1.0, 1.5, 1.25, 1.0625, 1.00390625, 1.9999999};
  for (int power = -160; power < 135; power += power < -40 ? 9 : 2) {
    for (const int next : {0, 1}) {
      const double part = kParts[random() % 6];
      add(std::ldexp(random() % 2 == 0 ? part : -part, power + next));
    }
    add(std::ldexp(static_cast<double>(random() >> 11), power - 52));
  }
  for (const double x :
       {0.0, -0.0, 0.5, 2.5, 3.5, 127.5, -128.5, 255.5, 65535.5, 1e300, -1e300,
        1e-300, HUGE_VAL, -HUGE_VAL, std::nan("")}) {
    add(x);
  }
  for (int i = 0; i < 60; ++i) {
    std::uint64_t words[4] = {random() >> random() % 64,
                              random() >> random() % 64, random() & 1, 0};
    // The sign is in the second half; a magnitude may end anywhere before.
    if (bytes == 16) words[1] = words[2];
    if (bytes == 32 && i % 2 == 0) words[1] = 0;
    const auto* first = reinterpret_cast<const std::byte*>(words);
    out.insert(out.end(), first, first + bytes);
  }
  return out;
}

/// Compares all elements but those that are left, which those that the codec
/// refuses have to be.
void check(const Element& from, const Element& to, const CastPolicy& policy,
           const Bytes& in) {
  const auto how = number_words(from, to, policy);
  if (!how) return;
  const std::size_t in_bytes = bytes_of(from);
  const std::size_t out_bytes = bytes_of(to);
  const std::size_t count = in.size() / in_bytes;
  constexpr std::int64_t kFirst = 77;
  Bytes expected(count * out_bytes);
  std::vector<bool> is_good(count);
  for (std::size_t i = 0; i < count; ++i) {
    is_good[i] = cast_one(from, in.data() + i * in_bytes, to,
                          expected.data() + i * out_bytes,
                          kFirst + static_cast<std::int64_t>(i), policy);
  }
  std::vector<std::uint64_t> random(count);
  const bool draws = policy.rounding == Rounding::stochastic;
  if (draws) random_words(policy.seed, kFirst, count, random.data());
  test::on_every_target([&] {
    Bytes out(count * out_bytes);
    std::vector<std::uint8_t> left(count, 7);
    const bool done = convert(in.data(), out.data(), count, *how,
                              draws ? random.data() : nullptr, left.data());
    bool none = true;
    int wrong = 0;
    for (std::size_t i = 0; i < count && wrong < 3; ++i) {
      none = none && left[i] == 0;
      const bool is_same =
          std::memcmp(out.data() + i * out_bytes,
                      expected.data() + i * out_bytes, out_bytes) == 0;
      if (left[i] == 1 || (left[i] == 0 && is_good[i] && is_same)) continue;
      ++wrong;
      ADD_FAILURE() << to_string(from) << " to " << to_string(to) << ", "
                    << to_string(policy.rounding) << ", "
                    << to_string(policy.overflow) << ", element " << i << " of "
                    << count << ", left " << int{left[i]};
    }
    EXPECT_TRUE(wrong > 0 || done == none);
  });
}

std::vector<CastPolicy> policies() {
  std::vector<CastPolicy> out;
  for (const Rounding rounding :
       {Rounding::automatic, Rounding::nearest_even, Rounding::nearest_away,
        Rounding::nearest_zero, Rounding::toward_zero,
        Rounding::toward_positive, Rounding::toward_negative, Rounding::to_odd,
        Rounding::stochastic}) {
    out.emplace_back().rounding = rounding;
  }
  out.emplace_back().overflow = Overflow::none;
  out.emplace_back().overflow = Overflow::saturate_finite;
  out.emplace_back().overflow = Overflow::saturate_propagate;
  out.emplace_back().integer_overflow = IntegerOverflow::saturate;
  out.emplace_back().integer_overflow = IntegerOverflow::wrap;
  out.emplace_back().nan = NanPolicy::payload;
  out.emplace_back().negative = Negative::magnitude;
  return out;
}

TEST(NumberWordsTest, AgreesWithTheCodecForEveryPairOfFormats) {
  for (const char* from : kFormats) {
    const Element source = parse_format(from).element();
    const Bytes in = numbers_of(source);
    for (const char* to : kFormats) {
      const Element target = parse_format(to).element();
      ASSERT_TRUE(number_words(source, target, {})) << from << " to " << to;
      for (const CastPolicy& policy : policies()) {
        check(source, target, policy, in);
      }
    }
  }
}

/// Numbers that any format has room for are not left to the codec.
TEST(NumberWordsTest, DoesOrdinaryNumbersItself) {
  for (const char* from : kFormats) {
    const Element source = parse_format(from).element();
    Bytes in;
    for (const double x : {1.0, 2.0, 4.0, 1.0, 2.0, 1.0, 4.0, 1.0, 2.0}) {
      in.resize(in.size() + bytes_of(source));
      cast_one(kF64, reinterpret_cast<const std::byte*>(&x), source,
               in.data() + in.size() - bytes_of(source), 0, {});
    }
    for (const char* to : kFormats) {
      const Element target = parse_format(to).element();
      const auto how = number_words(source, target, {});
      ASSERT_TRUE(how) << from << " to " << to;
      test::on_every_target([&] {
        Bytes out(9 * bytes_of(target));
        std::uint8_t left[9];
        EXPECT_TRUE(convert(in.data(), out.data(), 9, *how, nullptr, left))
            << from << " to " << to;
      });
    }
  }
}

TEST(NumberWordsTest, AgreesAtEveryLengthAndTouchesNothingElse) {
  for (const auto& [from, to] :
       {std::pair("f64", "f8_e4m3fn"), std::pair("i32", "i8"),
        std::pair("orion_fp32x32", "i64"), std::pair("i16", "orion_fp64x64")}) {
    const Element source = parse_format(from).element();
    const Element target = parse_format(to).element();
    const auto how = number_words(source, target, {});
    ASSERT_TRUE(how);
    const Bytes in = numbers_of(source);
    const std::size_t bytes = bytes_of(target);
    for (std::size_t count = 0; count <= 70; ++count) {
      test::on_every_target([&] {
        constexpr std::byte kMark{0x55};
        // On the heap, so that nothing beyond the end can be read.
        const Bytes exact(
            in.begin(),
            in.begin() + static_cast<std::ptrdiff_t>(count * bytes_of(source)));
        Bytes out(count * bytes + 1, kMark);
        std::vector<std::uint8_t> left(count + 1, 0x55);
        convert(exact.data(), out.data(), count, *how, nullptr, left.data());
        EXPECT_EQ(out.back(), kMark);
        EXPECT_EQ(left.back(), 0x55);
        for (std::size_t i = 0; i < count; ++i) {
          std::byte expected[32];
          const bool is_good =
              cast_one(source, in.data() + i * bytes_of(source), target,
                       expected, 0, {});
          if (left[i] != 0) continue;
          EXPECT_TRUE(is_good);
          EXPECT_EQ(std::memcmp(out.data() + i * bytes, expected, bytes), 0);
        }
      });
    }
  }
}

}  // namespace
}  // namespace ashlar::kernels
