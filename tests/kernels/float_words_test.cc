// The kernel between floats of any width against the codec.
#include "src/kernels/float_words.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ashlar/format.h"
#include "src/cast/kernel_args.h"
#include "src/kernels/philox.h"
#include "tests/kernels/kernel_check.h"

namespace ashlar::kernels {
namespace {

using Words = std::vector<std::uint64_t>;

std::vector<Element> floats() {
  std::vector<Element> out;
  for (const char* name :
       {"f64", "f32", "tf32", "f16", "f8_e4m3fn", "f8_e5m2fnuz", "f4_e2m1fn",
        "e11m40", "e1m52f", "e10m52b500in", "binary8p1", "e5m10inuz_w24s5",
        "e2m1ninf_w64s60", "e11m1b1030"}) {
    out.push_back(parse_format(name).element());
  }
  return out;
}

constexpr Rounding kRoundings[] = {
    Rounding::automatic,       Rounding::nearest_even,
    Rounding::nearest_away,    Rounding::nearest_zero,
    Rounding::toward_zero,     Rounding::toward_positive,
    Rounding::toward_negative, Rounding::to_odd,
    Rounding::stochastic};

/// Codes of `from` around every power of two and around numbers of `to`, with
/// both signs and all unused bits set.
Words words_for(const Element& from, const Element& to) {
  Words out;
  const std::uint64_t all = low_bits<std::uint64_t>(magnitude_bits(from));
  const auto add = [&](std::uint64_t magnitude) {
    for (std::uint64_t near = magnitude - 1; near != magnitude + 2; ++near) {
      for (const bool sign : {false, true}) {
        const BasicCode<std::uint64_t> code{near & all, sign};
        const std::uint64_t word = word_of_code(from, code);
        out.push_back(word | low_bits<std::uint64_t>(from.storage_shift));
      }
    }
  };
  const auto last = all >> from.mantissa_bits;
  for (std::uint64_t binade = 0; binade <= last;
       binade += last > 40 ? 1 + binade % 13 : 1) {
    add(binade << from.mantissa_bits);
  }
  const Encoder<WideBits> encoder(from, {});
  const std::uint64_t codes = max_magnitude(to) + 1;
  std::mt19937_64 random(static_cast<std::uint64_t>(from.bits));
  for (int i = 0; i < 40; ++i) {
    const std::uint64_t code =
        codes <= 40 ? static_cast<std::uint64_t>(i) % codes : random() % codes;
    const Scaled value = scaled(to, code);
    // The number and half a step more.
    for (const std::uint64_t half : {0u, 1u}) {
      Number x;
      x.significand = 2 * value.significand + half;
      x.exponent = value.exponent - 1;
      add(static_cast<std::uint64_t>(encoder(x).code.bits));
    }
    add(random() & all);
  }
  return out;
}

struct Expected {
  std::uint64_t word;
  bool is_ordinary;
};

std::vector<Expected> expected_of(const Element& from, const Element& to,
                                  const CastPolicy& policy, const Words& in,
                                  const Words& random) {
  const Decoder<std::uint64_t> decoder(from, policy);
  const Encoder<std::uint64_t> encoder(to, policy);
  std::vector<Expected> out;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const auto code = code_of_word(from, in[i]);
    const auto draw = static_cast<std::uint32_t>(random[i]);
    out.push_back({word_of_code(to, encoder(decoder(code), draw).code),
                   code.bits >= min_normal_magnitude(from) &&
                       code.bits <= max_magnitude(from)});
  }
  return out;
}

void check(const Element& from, const Element& to, const CastPolicy& policy,
           const Words& in) {
  const auto how = float_words(from, to, policy);
  if (!how) return;
  const bool draws = policy.rounding == Rounding::stochastic;
  Words random(in.size(), 0);
  if (draws) random_words(policy.seed, 77, in.size(), random.data());
  const std::vector<Expected> expected =
      expected_of(from, to, policy, in, random);
  test::on_every_target([&] {
    Words words = in;
    Words left(in.size(), 7);
    const bool done = convert(words.data(), words.size(), *how,
                              draws ? random.data() : nullptr, left.data());
    bool none = true;
    int wrong = 0;
    for (std::size_t i = 0; i < in.size() && wrong < 4; ++i) {
      none = none && left[i] == 0;
      const std::uint64_t word = left[i] != 0 ? in[i] : expected[i].word;
      if (words[i] == word && left[i] <= 1 &&
          (expected[i].is_ordinary || left[i] == 1)) {
        continue;
      }
      ++wrong;
      ADD_FAILURE() << to_string(from) << " to " << to_string(to) << ", "
                    << to_string(policy.rounding) << ", "
                    << to_string(policy.overflow) << std::hex << ": " << in[i]
                    << " gave " << words[i] << ", expected " << word
                    << ", left " << left[i];
    }
    EXPECT_TRUE(wrong > 0 || done == none);
  });
}

TEST(FloatWordsTest, AgreesWithTheCodecAroundEveryBoundary) {
  for (const Element& from : floats()) {
    for (const Element& to : floats()) {
      const Words in = words_for(from, to);
      CastPolicy policy;
      for (const Rounding rounding : kRoundings) {
        policy.rounding = rounding;
        policy.overflow = Overflow::automatic;
        check(from, to, policy, in);
        policy.overflow = Overflow::none;
        if (!to.has_infinity()) check(from, to, policy, in);
      }
      policy.rounding = Rounding::nearest_even;
      policy.overflow = Overflow::saturate_finite;
      check(from, to, policy, in);
    }
  }
}

TEST(FloatWordsTest, DoesMostNumbersItself) {
  const auto how = float_words(kF64, kF32, {});
  ASSERT_TRUE(how);
  Words words = {0x3ff0000000000000, 0xbff8000000000000, 0x47efffffe0000000};
  Words left(3);
  EXPECT_TRUE(convert(words.data(), 3, *how, nullptr, left.data()));
  EXPECT_EQ(words, (Words{0x3f800000, 0xbfc00000, 0x7f7fffff}));
  EXPECT_EQ(left, (Words{0, 0, 0}));
}

TEST(FloatWordsTest, AgreesAtEveryLengthAndTouchesNothingElse) {
  const auto how = float_words(kF64, kF8E4M3Fn, {});
  ASSERT_TRUE(how);
  const Encoder<std::uint64_t> encoder(kF8E4M3Fn, {});
  const Decoder<std::uint64_t> decoder(kF64);
  const Words in = words_for(kF64, kF8E4M3Fn);
  for (std::size_t count = 0; count <= 130; ++count) {
    test::on_every_target([&] {
      constexpr std::uint64_t kMark = 0x5555555555555555;
      Words words(in.begin(), in.begin() + static_cast<std::ptrdiff_t>(count));
      words.push_back(kMark);
      Words left(count + 1, kMark);
      convert(words.data(), count, *how, nullptr, left.data());
      EXPECT_EQ(words[count], kMark);
      EXPECT_EQ(left[count], kMark);
      for (std::size_t i = 0; i < count; ++i) {
        const auto code = code_of_word(kF64, in[i]);
        EXPECT_EQ(words[i],
                  left[i] != 0
                      ? in[i]
                      : word_of_code(kF8E4M3Fn, encoder(decoder(code)).code));
      }
    });
  }
}

}  // namespace
}  // namespace ashlar::kernels
