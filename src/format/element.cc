// element.cc - which element codes can be, and their names.
#include "ashlar/element.h"

#include <bit>

#include "src/base/concat.h"
#include "src/format/elements.h"
#include "src/format/spelling.h"
#include "src/format/table.h"

namespace ashlar {
namespace {

bool is_normalised(const Element& e) {
  const bool plain = e.specials == Specials::none && e.has_zero &&
                     !e.has_subnormals && e.exponent_bits == 0 &&
                     e.mantissa_bits == 0 && e.bias == 0;
  return plain && (e.kind == ElementKind::fixed || e.fraction_bits == 0);
}

std::string why_not_integer(const Element& e) {
  const bool wide = e.representation == Representation::sign_magnitude;
  const int most = wide ? kMaxSignMagnitudeBits : 64;
  if (e.bits < 1 || e.bits > most) {
    return concat(e.bits, " bits, expected 1 to ", most);
  }
  if (!is_normalised(e)) return "an integer with the properties of a float";
  if (!e.is_signed && e.representation != Representation::twos_complement) {
    return "an unsigned number with a representation of signs";
  }
  const auto refused = e.kind == ElementKind::integer
                           ? Representation::sign_magnitude
                           : Representation::offset_binary;
  if (e.representation == refused) {
    return "only integers are offset binary, only fixed point has a sign bit";
  }
  if (e.fraction_bits < 0 || e.fraction_bits > magnitude_bits(e)) {
    return concat(e.fraction_bits, " fraction bits, expected 0 to ",
                  magnitude_bits(e));
  }
  if (e.kind == ElementKind::boolean && (e.bits != 1 || e.is_signed)) {
    return "a truth value has one bit and no sign";
  }
  return {};
}

// Every value has to be an f64, so that nothing is lost in computing.
std::string why_not_range(const Element& e) {
  constexpr int kLargest = 1023;
  constexpr int kSmallest = -1074;
  const Scaled top = scaled(e, max_magnitude(e));
  const int largest =
      top.exponent + static_cast<int>(std::bit_width(top.significand)) - 1;
  if (largest > kLargest) {
    return concat("its largest number, 2^", largest, ", is not an f64");
  }
  const int smallest = scaled(e, min_magnitude(e)).exponent;
  if (smallest < kSmallest) {
    return concat("its smallest number, 2^", smallest, ", is not an f64");
  }
  return {};
}

std::string why_not_specials(const Element& e) {
  if (e.specials == Specials::ieee && e.exponent_bits < 2) {
    return "1 exponent bit leaves no numbers beside the infinities";
  }
  const bool uses_negative_zero = e.specials == Specials::negative_zero_nan ||
                                  e.specials == Specials::negative_zero_nan_inf;
  if (uses_negative_zero && !(e.is_signed && e.has_zero)) {
    return "there is no code of -0 for NaN";
  }
  if (e.has_subnormals && !e.has_zero) {
    return "subnormals without a zero";
  }
  const bool reserves_both = e.specials == Specials::largest_nan_inf;
  if ((reserves_both && magnitude_bits(e) < 2) ||
      max_magnitude(e) < min_normal_magnitude(e)) {
    return "too few bits for a number beside zero";
  }
  return {};
}

std::string why_not_float(const Element& e) {
  if (e.exponent_bits < 1 || e.exponent_bits > kMaxExponentBits) {
    return concat(static_cast<int>(e.exponent_bits),
                  " exponent bits, expected 1 to ", kMaxExponentBits);
  }
  if (e.mantissa_bits < 0 || e.mantissa_bits > kMaxMantissaBits) {
    return concat(static_cast<int>(e.mantissa_bits),
                  " mantissa bits, expected 0 to ", kMaxMantissaBits);
  }
  const int used = e.exponent_bits + e.mantissa_bits + (e.is_signed ? 1 : 0);
  if (e.bits != used) {
    return concat(e.bits, " bits, but sign, exponent and mantissa have ", used);
  }
  if (e.fraction_bits != 0 ||
      e.representation != Representation::sign_magnitude) {
    return "a float with the properties of fixed point";
  }
  if (e.bias < 0) return concat("a bias of ", e.bias, ", expected 0 or more");
  std::string reason = why_not_specials(e);
  return reason.empty() ? why_not_range(e) : reason;
}

}  // namespace

std::string words_suffix(const Element& e) {
  const bool is_default =
      e.storage_bits == default_word(e.bits) && e.storage_shift == 0;
  if (is_default && e.kind != ElementKind::boolean) return {};
  std::string out = concat("_w", e.storage_bits);
  if (e.storage_shift > 0) append(out, concat("s", e.storage_shift));
  return out;
}

std::string why_not_words(const Element& element) {
  const int least = element.bits + element.storage_shift;
  if (element.storage_shift < 0 || element.storage_bits < least ||
      element.storage_bits > kMaxElementBits) {
    return concat("words of ", element.storage_bits, " bits, expected ", least,
                  " to ", kMaxElementBits);
  }
  return {};
}

std::string why_not(const Element& element) {
  if (element.kind == ElementKind::codebook) {
    return "a codebook needs a block format that holds the table";
  }
  std::string reason = element.kind == ElementKind::floating
                           ? why_not_float(element)
                           : why_not_integer(element);
  return reason.empty() ? why_not_words(element) : reason;
}

std::string to_string(const Element& element) {
  if (element.kind == ElementKind::codebook) {
    return concat("index", element.bits, words_suffix(element));
  }
  if (!why_not(element).empty()) return "not a format";
  if (const ElementRow* row = find_row(element)) return std::string(row->name);
  const std::string suffix = words_suffix(element);
  if (suffix.empty()) return spell(element);
  const ElementRow* row = find_row_of_code(element);
  return concat(row ? std::string(row->name) : spell(element), suffix);
}

}  // namespace ashlar
