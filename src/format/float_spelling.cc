// float_spelling.cc - the generic names of floats.
#include "src/format/float_spelling.h"

#include <utility>

#include "src/base/concat.h"
#include "src/format/elements.h"
#include "src/format/scan.h"

namespace ashlar {
namespace {

// Below 8 bits no code is spent on NaN, unless the suffix insists.
constexpr int kWide = 8;

struct Suffix {
  std::string_view text;
  Specials wide;
  Specials narrow;
};

// In the order in which a printer should prefer them.
constexpr Suffix kSuffixes[] = {
    {"", Specials::ieee, Specials::none},
    {"ieee", Specials::ieee, Specials::ieee},
    {"fn", Specials::largest_nan, Specials::none},
    {"fnuz", Specials::negative_zero_nan, Specials::none},
    {"f", Specials::none, Specials::none},
    {"fnan", Specials::largest_nan, Specials::largest_nan},
    {"fnanuz", Specials::negative_zero_nan, Specials::negative_zero_nan},
    {"in", Specials::largest_nan_inf, Specials::largest_nan_inf},
    {"inuz", Specials::negative_zero_nan_inf, Specials::negative_zero_nan_inf},
    {"ninf", Specials::merged, Specials::merged},
};

Specials specials_of(const Suffix& suffix, int bits) {
  return bits >= kWide ? suffix.wide : suffix.narrow;
}

const Suffix* find_suffix(std::string_view text) {
  for (const Suffix& suffix : kSuffixes) {
    if (suffix.text == text) return &suffix;
  }
  return nullptr;
}

/// Widths too large to be put into an `Element` are refused here, all others
/// by `why_not`.
std::string why_not_widths(int exponent_bits, int mantissa_bits, int bias) {
  if (exponent_bits < 1 || exponent_bits > kMaxExponentBits) {
    return concat(exponent_bits, " exponent bits, expected 1 to ",
                  kMaxExponentBits);
  }
  if (mantissa_bits > kMaxMantissaBits) {
    return concat(mantissa_bits, " mantissa bits, expected 0 to ",
                  kMaxMantissaBits);
  }
  if (bias > 2 * (1 << kMaxExponentBits)) {
    return concat("a bias of ", bias, " is too large");
  }
  return {};
}

std::string_view preferred_suffix(const Element& e) {
  for (const Suffix& suffix : kSuffixes) {
    // TensorCast reads bare narrow names as IEEE's: better not to print them.
    const bool unclear = e.bits < kWide || e.mantissa_bits == 0;
    if (suffix.text.empty() && unclear) continue;
    if (specials_of(suffix, e.bits) == e.specials) return suffix.text;
  }
  return {};
}

}  // namespace

std::string spell_float(const Element& e) {
  const int exponent_bits = e.exponent_bits;
  const int mantissa_bits = e.mantissa_bits;
  std::string body = concat('e', exponent_bits, 'm', mantissa_bits);
  if (e.bias != default_bias(exponent_bits)) body += concat('b', e.bias);
  if (e == exponent_element(exponent_bits, e.bias)) return body;
  return concat(e.is_signed ? "" : "u", body, preferred_suffix(e),
                e.has_zero && !e.has_subnormals ? "_nosub" : "",
                e.has_zero ? "" : "_nozero");
}

Spelling read_float(std::string_view name) {
  Scan scan(name);
  const Sign sign = scan.accept("u") ? Sign::absent : Sign::present;
  int exponent_bits = 0;
  int mantissa_bits = 0;
  if (!scan.accept("e") || !scan.accept_number(exponent_bits)) return {};
  if (!scan.accept("m") || !scan.accept_number(mantissa_bits)) return {};
  int bias = -1;
  if (scan.accept("b") && !scan.accept_number(bias)) return {};

  std::string_view suffix = scan.rest();
  const auto accept_end = [&suffix](std::string_view flag) {
    if (!suffix.ends_with(flag)) return false;
    suffix.remove_suffix(flag.size());
    return true;
  };
  const bool has_zero = !accept_end("_nozero");
  const bool has_subnormals = has_zero && !accept_end("_nosub");
  const bool is_exponent = mantissa_bits == 0 && has_subnormals &&
                           (suffix.empty() || suffix == "fnu");
  const Suffix* specials = find_suffix(suffix);
  if (!is_exponent && specials == nullptr) return {};

  std::string problem = why_not_widths(exponent_bits, mantissa_bits, bias);
  if (!problem.empty()) return Spelling::impossible(std::move(problem));
  if (bias < 0) bias = default_bias(exponent_bits);
  if (is_exponent) return Spelling::of(exponent_element(exponent_bits, bias));
  Element element =
      float_element(exponent_bits, mantissa_bits, bias, Specials::none, sign);
  element.specials = specials_of(*specials, element.bits);
  element.has_zero = has_zero;
  element.has_subnormals = has_subnormals;
  return Spelling::of(element);
}

Spelling read_float_width(std::string_view name) {
  Scan scan(name);
  const bool brain = scan.accept("bfloat");
  int bits = 0;
  if (!brain && !scan.accept("float")) return {};
  if (!scan.accept_number(bits) || !scan.at_end()) return {};
  const int least = brain ? 10 : 9;
  if (bits < least || bits > 32) {
    return Spelling::impossible(
        concat("a width of ", bits,
               " bits does not say how many are exponent, only ", least,
               " to 32 do"),
        "write it as eXmY, such as e4m3fn");
  }
  const int exponent_bits = brain || bits > 16 ? 8 : 5;
  return Spelling::of(float_element(exponent_bits, bits - 1 - exponent_bits,
                                    default_bias(exponent_bits),
                                    Specials::ieee));
}

Spelling read_p3109(std::string_view name) {
  Scan scan(name);
  int bits = 0;
  int precision = 0;
  if (!scan.accept("binary") || !scan.accept_number(bits)) return {};
  if (!scan.accept("p") || !scan.accept_number(precision)) return {};
  const bool is_unsigned = scan.accept("u");
  if (!is_unsigned) scan.accept("s");
  const bool finite = scan.accept("f");
  if (!finite) scan.accept("e");
  if (!scan.at_end()) return {};
  if (bits < 3 || bits > 15) {
    return Spelling::impossible(concat(bits, " bits, expected 3 to 15"));
  }
  if (precision < 1 || precision >= bits) {
    return Spelling::impossible(
        concat("a precision of ", precision, ", expected 1 to ", bits - 1));
  }
  const int exponent_bits = bits - precision + (is_unsigned ? 1 : 0);
  const int bias = 1 << (exponent_bits - 1);
  std::string problem = why_not_widths(exponent_bits, precision - 1, bias);
  if (!problem.empty()) return Spelling::impossible(std::move(problem));
  const Specials specials =
      is_unsigned ? (finite ? Specials::largest_nan : Specials::largest_nan_inf)
                  : (finite ? Specials::negative_zero_nan
                            : Specials::negative_zero_nan_inf);
  return Spelling::of(
      float_element(exponent_bits, precision - 1, bias, specials,
                    is_unsigned ? Sign::absent : Sign::present));
}

}  // namespace ashlar
