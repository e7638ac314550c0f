// elements.h - makes element codes, and the magnitudes of their codes.
#pragma once

#include <cstdint>
#include <string>

#include "ashlar/element.h"

namespace ashlar {

/// Codes are described up to this width; only fixed point needs so much.
inline constexpr int kMaxElementBits = 256;
inline constexpr int kMaxSignMagnitudeBits = 129;
inline constexpr int kMaxExponentBits = 11;
inline constexpr int kMaxMantissaBits = 52;

enum class Sign { absent, present };

/// `element` in words of `storage` bits, `shift` of them below the code.
constexpr Element in_words(Element element, int storage, int shift = 0) {
  element.storage_bits = static_cast<std::int16_t>(storage);
  element.storage_shift = static_cast<std::int16_t>(shift);
  return element;
}

/// Codes narrower than a byte lie in the next word of 1, 2, 4 or 8 bits.
constexpr int default_word(int bits) {
  int word = 1;
  while (word < bits) word *= 2;
  return bits < 8 ? word : bits;
}

/// `element` with a byte, or more, for each: as it is unpacked.
constexpr Element in_whole_bytes(const Element& element) {
  return element.storage_bits < 8 ? in_words(element, 8, element.storage_shift)
                                  : element;
}

constexpr int default_bias(int exponent_bits) {
  return (1 << (exponent_bits - 1)) - 1;
}

constexpr Element float_element(int exponent_bits, int mantissa_bits, int bias,
                                Specials specials, Sign sign = Sign::present) {
  Element element;
  element.specials = specials;
  element.is_signed = sign == Sign::present;
  element.exponent_bits = static_cast<std::int8_t>(exponent_bits);
  element.mantissa_bits = static_cast<std::int8_t>(mantissa_bits);
  element.bias = static_cast<std::int16_t>(bias);
  const int bits = exponent_bits + mantissa_bits + (element.is_signed ? 1 : 0);
  element.bits = static_cast<std::int16_t>(bits);
  return in_words(element, default_word(bits));
}

/// Powers of two, 2^(code - bias), with neither sign nor zero.
constexpr Element exponent_element(int bits, int bias,
                                   Specials specials = Specials::largest_nan) {
  Element element = float_element(bits, 0, bias, specials, Sign::absent);
  element.has_zero = false;
  element.has_subnormals = false;
  return element;
}

/// Whole numbers of `bits` bits, or `fixed` ones times 2^-fraction_bits.
constexpr Element integer_element(
    int bits, Sign sign,
    Representation representation = Representation::twos_complement) {
  Element element;
  element.kind = ElementKind::integer;
  element.representation = representation;
  element.specials = Specials::none;
  element.is_signed = sign == Sign::present;
  element.has_subnormals = false;
  element.exponent_bits = 0;
  element.mantissa_bits = 0;
  element.bias = 0;
  element.bits = static_cast<std::int16_t>(bits);
  return in_words(element, default_word(bits));
}

constexpr Element boolean_element() {
  Element element = integer_element(1, Sign::absent);
  element.kind = ElementKind::boolean;
  return in_words(element, 8);
}

constexpr Element fixed_element(
    int bits, int fraction_bits, Sign sign = Sign::present,
    Representation representation = Representation::twos_complement) {
  Element element = integer_element(bits, sign, representation);
  element.kind = ElementKind::fixed;
  element.fraction_bits = static_cast<std::int16_t>(fraction_bits);
  return element;
}

/// A sign and `integer_bits + fraction_bits` bits of magnitude.
constexpr Element sign_magnitude_element(int integer_bits, int fraction_bits) {
  return fixed_element(1 + integer_bits + fraction_bits, fraction_bits,
                       Sign::present, Representation::sign_magnitude);
}

/// Places in a table of 2^bits numbers.
constexpr Element codebook_element(int bits) {
  Element element = integer_element(bits, Sign::absent);
  element.kind = ElementKind::codebook;
  return element;
}

/// Powers of two and nothing else.
constexpr bool is_exponent(const Element& element) {
  return element.kind == ElementKind::floating && !element.is_signed &&
         !element.has_zero && element.mantissa_bits == 0;
}

/// Bits of a code without its sign.
constexpr int magnitude_bits(const Element& element) {
  return element.bits - (element.is_signed ? 1 : 0);
}

/// The magnitude code of the largest finite number of a float.
constexpr std::uint64_t max_magnitude(const Element& element) {
  const std::uint64_t largest =
      (std::uint64_t{1} << magnitude_bits(element)) - 1;
  switch (element.specials) {
    case Specials::none:
    case Specials::negative_zero_nan:
      return largest;
    case Specials::largest_nan:
    case Specials::negative_zero_nan_inf:
    case Specials::merged:
      return largest - 1;
    case Specials::largest_nan_inf:
      return largest - 2;
    case Specials::ieee:
      return largest - (std::uint64_t{1} << element.mantissa_bits);
  }
  return largest;
}

/// The magnitude code of the smallest positive number of a float.
constexpr std::uint64_t min_magnitude(const Element& element) {
  return element.has_zero ? 1 : 0;
}

/// The magnitude code of the smallest number with full precision.
constexpr std::uint64_t min_normal_magnitude(const Element& element) {
  if (!element.has_subnormals) return min_magnitude(element);
  return std::uint64_t{1} << element.mantissa_bits;
}

/// Where `magnitude` lies: significand * 2^exponent.
struct Scaled {
  std::uint64_t significand;
  int exponent;
};

constexpr Scaled scaled(const Element& element, std::uint64_t magnitude) {
  const std::uint64_t hidden = std::uint64_t{1} << element.mantissa_bits;
  const std::uint64_t mantissa = magnitude & (hidden - 1);
  const int exponent = static_cast<int>(magnitude >> element.mantissa_bits);
  const int ulp = -element.bias - element.mantissa_bits;
  if (exponent == 0 && element.has_subnormals) return {mantissa, ulp + 1};
  return {hidden + mantissa, ulp + exponent};
}

/// Why `element` cannot be; empty if it can.
std::string why_not(const Element& element);
/// Why its code cannot lie in its words so.
std::string why_not_words(const Element& element);
/// `_w8s2` if it does not lie in its words as usual; else empty.
std::string words_suffix(const Element& element);

}  // namespace ashlar
