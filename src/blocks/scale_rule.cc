// scale_rule.cc - exponents are taken from bits, never from logarithms.
#include "src/blocks/scale_rule.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

#include "src/base/require.h"
#include "src/blocks/f32.h"

namespace ashlar {
namespace {

/// What numbers of a format count as: those of tables for codes that are
/// places in them.
const Element& number_element(const Format& format) {
  const Block* block = format.block();
  return block != nullptr && block->codebook ? block->codebook->element
                                             : format.element();
}

/// Whether the logarithm of 2^(power - 1) * mantissa, rounded to f32, is
/// `power`. It misses that by (2 - mantissa) / (2 ln 2), near enough.
bool is_logarithm_rounded_up(int power, double mantissa) {
  const int size = std::abs(power) - (power > 0 ? 1 : 0);
  if (size == 0) return false;
  const int binade = bit_width(static_cast<std::uint64_t>(size)) - 1;
  constexpr double kLn2 = 0.6931471805599453;
  const double steps = std::ldexp(2 - mantissa, 23);
  return steps < std::ldexp(kLn2, binade);
}

}  // namespace

Largest Largest::of(double number, int mantissa_bits) {
  Largest out;
  out.number = number;
  const double half = std::frexp(number, &out.exponent);
  out.mantissa = 2 * half;
  --out.exponent;
  out.mantissa_bits = mantissa_bits;
  return out;
}

Largest largest_number(const Element& element) {
  const bool is_float = element.kind == ElementKind::floating;
  require(is_float || element.kind == ElementKind::integer ||
              element.kind == ElementKind::fixed,
          ErrorKind::unsupported, "quantize", "numbers of ", to_string(element),
          " cannot be scaled");
  if (is_float) {
    const Scaled top = scaled(element, max_magnitude(element));
    return Largest::of(
        std::ldexp(static_cast<double>(top.significand), top.exponent),
        element.mantissa_bits);
  }
  const int bits = magnitude_bits(element);
  require(bits >= 1, ErrorKind::unsupported, "quantize", to_string(element),
          " has no number above 0");
  return Largest::of(
      std::ldexp(std::ldexp(1.0, bits) - 1, -element.fraction_bits), bits - 1);
}

Largest largest_number(const Format& format) {
  const Block* block = format.block();
  Largest out = largest_number(number_element(format));
  if (block == nullptr || !block->codebook) return out;
  double top = 0;
  for (const double number : block->codebook->numbers) {
    top = std::max(top, std::abs(number));
  }
  require(top > 0 && std::isfinite(top), ErrorKind::invalid, "quantize",
          "the tables of ", format.name(), " hold no number to scale to");
  const Largest own = Largest::of(top, out.mantissa_bits);
  return own.exponent == out.exponent ? out : own;
}

ScaleRule resolved(ScaleRule rule, const Format& format) {
  if (rule != ScaleRule::automatic) return rule;
  const Element& element = number_element(format);
  if (element.kind != ElementKind::floating) return ScaleRule::floor;
  return element.bits < 8 ? ScaleRule::even : ScaleRule::rceil;
}

int scale_exponent(ScaleRule rule, const Largest& largest, float amax) {
  const Exact number = exact(amax);
  const int binade = binade_of(number);
  const double mantissa = std::ldexp(static_cast<double>(number.significand),
                                     number.exponent - binade);
  const auto half_step = [](int bits) { return std::ldexp(0.5, -bits); };
  const auto is_above = [&] {
    switch (rule) {
      case ScaleRule::automatic:
      case ScaleRule::floor:
        return false;
      case ScaleRule::floor_log2:
        return is_logarithm_rounded_up(binade + 1, mantissa);
      case ScaleRule::ceil:
        return mantissa > 1;
      case ScaleRule::midmax:
        return mantissa > largest.mantissa + half_step(largest.mantissa_bits);
      case ScaleRule::even:
        return mantissa >= 2 - half_step(largest.mantissa_bits);
      case ScaleRule::even_f4:
        return mantissa >= 2 - half_step(1);
      case ScaleRule::rceil:
        return mantissa > largest.mantissa;
    }
    return false;
  };
  return binade - largest.exponent + (is_above() ? 1 : 0);
}

}  // namespace ashlar
