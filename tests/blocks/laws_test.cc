// What holds for every block format.
#include <gtest/gtest.h>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

#include <bit>
#include <cfenv>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "ashlar/quantize.h"
#include "src/blocks/scale_rule.h"
#include "src/format/elements.h"

namespace ashlar {
namespace {

using Numbers = std::vector<float>;

const std::vector<std::string>& elements() {
  static const std::vector<std::string> kElements = {
      "f8_e4m3fn", "f8_e5m2", "f8_e4m3fnuz", "f6_e3m2fn", "f6_e2m3fn",
      "f4_e2m1fn", "f16",     "q1.6",        "sm1.6",     "q1.0",
      "i8",        "i4",      "u8"};
  return kElements;
}

/// Block formats of all kinds, drawn at random.
class RandomFormats {
 public:
  explicit RandomFormats(unsigned seed) : random_(seed) {}

  std::string power() { return element() + "@e8m0:" + tile(); }
  std::string any() {
    switch (random_() % 8) {
      case 6:
        return element() + "@" + scale() + ":8+" + scale() + ":16+f32:tensor";
      case 7:
        return element() + "@" + scale() + ":*x" +
               std::to_string(random_() % 20 + 1);
      case 0:
        return power();
      case 1:
        return element() + "@" + scale() + ":channel";
      case 2:
        return element() + "@" + scale() + ":tensor";
      case 3:
        return "u" + std::to_string(random_() % 8 + 1) + "@" + scale() + ":" +
               tile() + ",zero=" + (random_() % 2 == 0 ? "u8" : "f32");
      case 4:
        return element() + "@" + scale() + ":" + tile() + "+f32:tensor";
      default:
        return element() + "@" + scale() + ":" + tile();
    }
  }
  BlockExtent extent() {
    const auto size = [&](unsigned most) {
      return static_cast<std::int64_t>(random_() % (most + 1));
    };
    return {size(3), size(9), size(70)};
  }
  Numbers numbers(const BlockExtent& extent) {
    Numbers out(static_cast<std::size_t>(extent.count()));
    std::normal_distribution<float> normal;
    for (float& x : out) {
      x = normal(random_);
      if (random_() % 9 == 0) x = 0;
      if (random_() % 9 == 0) x *= 1000;
    }
    return out;
  }
  unsigned draw() { return static_cast<unsigned>(random_()); }

 private:
  std::string element() { return elements()[random_() % elements().size()]; }
  std::string scale() {
    static const char* const kScales[] = {"f32", "f16", "bf16", "ue5m3"};
    return kScales[random_() % 4];
  }
  std::string tile() {
    static const char* const kTiles[] = {"32", "16", "7", "4x16", "8x8", "1"};
    return kTiles[random_() % 6];
  }

  std::mt19937 random_;
};

std::vector<std::uint32_t> bits(const Numbers& numbers) {
  std::vector<std::uint32_t> out(numbers.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = std::bit_cast<std::uint32_t>(numbers[i]);
  }
  return out;
}

TEST(BlockLawsTest, NumbersComeBackWithinTheErrorOfTheirFormat) {
  RandomFormats formats(11);
  for (int round = 0; round < 300; ++round) {
    const std::string name = formats.any();
    const Format format = parse_format(name);
    if (!format.is_signed()) continue;
    const BlockExtent extent = formats.extent();
    const Numbers numbers = formats.numbers(extent);
    QuantizePolicy policy;
    policy.rule = ScaleRule::rceil;
    const Numbers back =
        dequantize(format, quantize(format, numbers, extent, policy));
    float amax = 0;
    for (const float x : numbers) amax = std::max(amax, std::abs(x));
    const Largest largest = largest_number(format.element());
    const bool is_float = format.kind() == ElementKind::floating;
    // Half a step of the largest, or of the number itself; and what a rounded
    // scale cuts off.
    const double step =
        is_float
            ? format.smallest_subnormal() / largest.number
            : std::ldexp(1.0, -format.element().fraction_bits) / largest.number;
    const double relative =
        is_float ? std::ldexp(1.0, -format.element().mantissa_bits - 1) : 0;
    const Element& scale = format.block()->scales[0].element;
    const double cut =
        is_exponent(scale) ? 0 : std::ldexp(1.0, -scale.mantissa_bits - 1);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const double bound = std::abs(numbers[i]) * relative * 1.001 +
                           amax * (step * 1.1 + cut * 1.1);
      ASSERT_LE(std::abs(back[i] - numbers[i]), bound) << name;
    }
  }
}

TEST(BlockLawsTest, PowersOfTwoAreIdempotent) {
  RandomFormats formats(12);
  for (int round = 0; round < 200; ++round) {
    const std::string name = formats.power();
    const Format format = parse_format(name);
    const BlockExtent extent = formats.extent();
    const Numbers numbers = formats.numbers(extent);
    for (const ScaleRule rule :
         {ScaleRule::automatic, ScaleRule::floor, ScaleRule::rceil,
          ScaleRule::even, ScaleRule::midmax}) {
      QuantizePolicy policy;
      policy.rule = rule;
      const Numbers once = fake_quantize(format, numbers, extent, policy);
      ASSERT_EQ(bits(fake_quantize(format, once, extent, policy)), bits(once))
          << name << " " << static_cast<int>(rule);
    }
  }
}

TEST(BlockLawsTest, CodesComeBackUnderTheirOwnScales) {
  RandomFormats formats(13);
  for (int round = 0; round < 300; ++round) {
    const std::string name = formats.any();
    const Format format = parse_format(name);
    const BlockExtent extent = formats.extent();
    const BlockCodes codes = quantize(format, formats.numbers(extent), extent);
    GivenScales given;
    given.scales = codes.scales;
    given.outer_scales = codes.outer_scales;
    given.top_scales = codes.top_scales;
    given.zeros = codes.zeros;
    ASSERT_EQ(quantize(format, dequantize(format, codes), extent, {}, given),
              codes)
        << name;
  }
}

TEST(BlockLawsTest, CutTilesAreAsIfTheyWentOnWithZeros) {
  RandomFormats formats(14);
  for (int round = 0; round < 200; ++round) {
    const std::string name = round % 5 == 0   ? "cb42f1346_e2m3fn@e8m0:32,sub=8"
                             : round % 5 == 1 ? "f4_e2m1fn@e8m0:32,sparse=2:4"
                                              : formats.any();
    const Format format = parse_format(name);
    const BlockExtent extent = formats.extent();
    if (format.block()->sparsity && extent.cols % 4 != 0) continue;
    const BlockExtent full{extent.outer, extent.rows, extent.cols + 13};
    const Numbers numbers = formats.numbers(extent);
    Numbers longer(static_cast<std::size_t>(full.count()));
    const auto place = [&](std::size_t i) {
      const auto cols = static_cast<std::size_t>(extent.cols);
      return i / cols * static_cast<std::size_t>(full.cols) + i % cols;
    };
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      longer[place(i)] = numbers[i];
    }
    const Numbers cut = fake_quantize(format, numbers, extent);
    const Numbers whole = fake_quantize(format, longer, full);
    for (std::size_t i = 0; i < cut.size(); ++i) {
      ASSERT_EQ(cut[i], whole[place(i)]) << name << " " << i;
    }
  }
}

TEST(BlockLawsTest, PartsOfATensorAreQuantisedAlike) {
  RandomFormats formats(15);
  for (int round = 0; round < 100; ++round) {
    const Format format = parse_format(formats.power());
    const BlockExtent extent = formats.extent();
    const Numbers numbers = formats.numbers(extent);
    const BlockCodes whole = quantize(format, numbers, extent);
    BlockCodes parts;
    const BlockExtent one{1, extent.rows, extent.cols};
    const auto size = static_cast<std::size_t>(one.count());
    for (std::int64_t i = 0; i < extent.outer; ++i) {
      const auto at = static_cast<std::size_t>(i) * size;
      const BlockCodes part =
          quantize(format, std::span(numbers).subspan(at, size), one);
      parts.data.insert(parts.data.end(), part.data.begin(), part.data.end());
      parts.scales.insert(parts.scales.end(), part.scales.begin(),
                          part.scales.end());
    }
    ASSERT_EQ(parts.data, whole.data) << format.name();
    ASSERT_EQ(parts.scales, whole.scales) << format.name();
  }
}

/// Rounding upwards, and subnormals taken for zero where that can be asked.
class OddEnvironment {
 public:
  OddEnvironment() {
    std::feholdexcept(&saved_);
    std::fesetround(FE_UPWARD);
#if defined(__SSE2__)
    _mm_setcsr(_mm_getcsr() | 0x8040u);
#endif
  }
  ~OddEnvironment() { std::fesetenv(&saved_); }

 private:
  std::fenv_t saved_;
};

TEST(BlockLawsTest, TheEnvironmentDoesNotMatter) {
  RandomFormats formats(16);
  for (int round = 0; round < 120; ++round) {
    const std::string name =
        round % 6 == 0 ? "cb42f1346_e2m3fn@e8m0:32,sub=8" : formats.any();
    const Format format = parse_format(name);
    const BlockExtent extent = formats.extent();
    Numbers numbers = formats.numbers(extent);
    if (round % 3 == 0) {
      for (float& x : numbers) x *= 1e-40F;  // subnormal
    }
    QuantizePolicy policy;
    policy.rounding =
        round % 2 == 0 ? Rounding::nearest_even : Rounding::stochastic;
    const BlockCodes expected = quantize(format, numbers, extent, policy);
    const Numbers back = dequantize(format, expected);
    BlockCodes found;
    Numbers odd;
    {
      const OddEnvironment odd_environment;
      found = quantize(format, numbers, extent, policy);
      odd = dequantize(format, expected);
    }
    ASSERT_EQ(found, expected) << name;
    ASSERT_EQ(bits(odd), bits(back)) << name;
  }
}

TEST(BlockLawsTest, AnyNumbersAreCodedWithoutHarm) {
  RandomFormats formats(17);
  for (int round = 0; round < 200; ++round) {
    const std::string name = round % 5 == 0   ? "cb42f1346_e2m3fn@e8m0:32,sub=8"
                             : round % 5 == 1 ? "bfp4_b"
                                              : formats.any();
    const Format format = parse_format(name);
    const BlockExtent extent = formats.extent();
    Numbers numbers(static_cast<std::size_t>(extent.count()));
    for (float& x : numbers) x = std::bit_cast<float>(formats.draw());
    for (const QuantizeProfile& profile : quantize_profiles()) {
      const QuantizePolicy policy = profile.policy(format);
      const BlockCodes codes = quantize(format, numbers, extent, policy);
      ASSERT_EQ(dequantize(format, codes, policy).size(), numbers.size());
    }
  }
}

}  // namespace
}  // namespace ashlar
