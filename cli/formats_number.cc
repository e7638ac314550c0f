// Numbers, exact and short.
#include "cli/formats_number.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <string_view>
#include <vector>

#include "ashlar/error.h"

namespace ashlar::cli {
namespace {

/// odd * 2^exponent, without its sign.
struct Dyadic {
  std::uint64_t odd = 0;
  int exponent = 0;
};

// Of a positive number.
Dyadic dyadic(double value) {
  Dyadic out;
  constexpr int kDigits = 53;
  out.odd = static_cast<std::uint64_t>(
      std::ldexp(std::frexp(value, &out.exponent), kDigits));
  out.exponent -= kDigits;
  while (out.odd % 2 == 0) {
    out.odd /= 2;
    ++out.exponent;
  }
  return out;
}

constexpr std::size_t kReadable = 14;  // decimal digits, at a glance

// Without the plus and the zeros of "1e+08".
std::string short_exponent(std::string text) {
  const std::size_t e = text.find('e');
  if (e == std::string::npos) return text;
  const bool is_negative = text[e + 1] == '-';
  const std::size_t digits = text.find_first_not_of("+-0", e + 1);
  return text.substr(0, e + 1) + (is_negative ? "-" : "") + text.substr(digits);
}

std::string power(int exponent) { return "2^" + std::to_string(exponent); }

// All digits of a positive number; empty if there are more than `digits`.
std::string decimal(double value, std::size_t digits) {
  const Dyadic exact = dyadic(value);
  // So many places follow the point, as the last of them is a 5.
  const int places = std::max(0, -exact.exponent);
  if (value >= 0x1p53 || places > 52) return "";
  char text[64];
  const auto end = std::to_chars(text, text + sizeof text, value,
                                 std::chars_format::fixed, places);
  const auto size = static_cast<std::size_t>(end.ptr - text);
  return size <= digits ? std::string(text, size) : "";
}

std::string product(const Dyadic& exact) {
  if (exact.odd == 1) return power(exact.exponent);
  const int bits = static_cast<int>(std::bit_width(exact.odd));
  if (bits > 4 && exact.odd == (std::uint64_t{1} << bits) - 1) {
    return "(2 - " + power(1 - bits) + ") * " +
           power(exact.exponent + bits - 1);
  }
  return std::to_string(exact.odd) + " * " + power(exact.exponent);
}

using Style = std::string (*)(double value);

std::string decimal_style(double value) { return decimal(value, 7); }

std::string fraction_style(double value) {
  const Dyadic exact = dyadic(value);
  constexpr int kSmallest = -10;
  if (exact.exponent >= 0) return decimal_style(value);
  if (exact.exponent < kSmallest) return "";
  return std::to_string(exact.odd) + "/" +
         std::to_string(std::uint64_t{1} << -exact.exponent);
}

std::string product_style(double value) {
  std::string text = product(dyadic(value));
  std::erase(text, ' ');
  return text;
}

// What needs no arithmetic; empty for all other numbers.
std::string special_text(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  if (value == 0) return std::signbit(value) ? "-0" : "0";
  return "";
}

std::string styled(double value, Style style) {
  if (std::string text = special_text(value); !text.empty()) return text;
  const std::string text = style(std::abs(value));
  return value < 0 && !text.empty() ? "-" + text : text;
}

[[noreturn]] void fail_number(const std::string& text) {
  throw Error(ErrorKind::invalid, "formats", "'" + text + "' is not a number",
              "write numbers as 0.3, -1e-5, 2^-9, 7/512, inf or nan, and codes "
              "as 0x7e");
}

// One number without operators from the beginning of `rest`.
bool take_factor(std::string_view& rest, double& value) {
  const char* const end = rest.data() + rest.size();
  auto found = std::from_chars(rest.data(), end, value);
  if (found.ec != std::errc()) return false;
  rest.remove_prefix(static_cast<std::size_t>(found.ptr - rest.data()));
  if (!rest.starts_with('^')) return true;
  int exponent = 0;
  found = std::from_chars(rest.data() + 1, end, exponent);
  if (found.ec != std::errc() || std::abs(value) != 2) return false;
  rest.remove_prefix(static_cast<std::size_t>(found.ptr - rest.data()));
  value = std::copysign(std::ldexp(1.0, exponent), value);
  return true;
}

// Doubles hold the first 53 bits of a number only.
void check_digits(const std::string& text, double value) {
  const std::size_t begin = text.starts_with('-') ? 1 : 0;
  const bool is_whole =
      text.find_first_not_of("0123456789", begin) == std::string::npos;
  if (!is_whole || std::abs(value) < 0x1p53) return;
  char digits[400];
  const auto end = std::to_chars(digits, digits + sizeof digits,
                                 std::abs(value), std::chars_format::fixed, 0);
  const std::size_t first = text.find_first_not_of('0', begin);
  if (text.substr(first) == std::string_view(digits, end.ptr)) return;
  throw Error(ErrorKind::unsupported, "formats",
              "'" + text + "' has more than 53 bits",
              "numbers are read as f64; write a code as 0x7e instead");
}

}  // namespace

std::string exact_text(double value, std::size_t digits) {
  if (std::string text = special_text(value); !text.empty()) return text;
  const std::string sign = value < 0 ? "-" : "";
  const std::string text = decimal(std::abs(value), digits);
  return sign + (text.empty() ? product(dyadic(std::abs(value))) : text);
}

std::string short_text(double value) {
  return short_texts(std::vector{value})[0];
}

std::vector<std::string> short_texts(const std::vector<double>& values) {
  std::vector<std::string> texts;
  for (const Style style : {decimal_style, fraction_style, product_style}) {
    texts.clear();
    for (const double value : values) texts.push_back(styled(value, style));
    if (std::ranges::find(texts, "") == texts.end()) break;
  }
  return texts;
}

std::string value_text(double value) {
  if (std::string text = special_text(value); !text.empty()) return text;
  const Dyadic exact = dyadic(std::abs(value));
  constexpr std::uint64_t kFewDigits = 1000;
  const bool is_short =
      !decimal(std::abs(value), kReadable).empty() || exact.odd < kFewDigits;
  if (is_short) return exact_text(value, kReadable);
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, value);
  return short_exponent(std::string(digits, end.ptr));
}

std::string rough_text(double value, int precision) {
  if (std::string text = special_text(value); !text.empty()) return text;
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, value,
                                 std::chars_format::general, precision);
  return short_exponent(std::string(digits, end.ptr));
}

std::string full_text(double value) {
  constexpr std::size_t kGlance = 7;
  if (std::string text = special_text(value); !text.empty()) return text;
  std::string text = exact_text(value);
  const bool is_whole = value == std::trunc(value);
  const bool is_decimal = text.find('^') == std::string::npos;
  if (is_decimal && (is_whole || text.size() <= kGlance)) return text;
  const std::string sign = value < 0 ? "-" : "";
  const std::string digits = decimal(std::abs(value), kReadable);
  const std::string factors = sign + product(dyadic(std::abs(value)));
  return digits.empty() ? factors + ", about " + rough_text(value)
                        : factors + " = " + sign + digits;
}

std::string hex_text(const Element& element, std::uint64_t word) {
  char digits[16];
  const auto end = std::to_chars(digits, digits + sizeof digits, word, 16).ptr;
  const auto size = static_cast<std::size_t>(end - digits);
  const auto wanted = static_cast<std::size_t>((element.storage_bits + 3) / 4);
  return "0x" + std::string(wanted > size ? wanted - size : 0, '0') +
         std::string(digits, size);
}

double read_number(const std::string& text) {
  std::string_view rest = text;
  if (rest.starts_with('+')) rest.remove_prefix(1);
  double value = 0;
  if (!take_factor(rest, value)) fail_number(text);
  while (!rest.empty()) {
    const char op = rest[0];
    rest.remove_prefix(1);
    double factor = 0;
    if ((op != '*' && op != '/') || !take_factor(rest, factor)) {
      fail_number(text);
    }
    value = op == '*' ? value * factor : value / factor;
  }
  check_digits(text, value);
  return value;
}

bool is_word(const std::string& text) {
  return (text.starts_with("0x") || text.starts_with("0X")) &&
         text.find_first_of("pP.") == std::string::npos;
}

std::uint64_t read_word(const Element& element, const std::string& text) {
  std::uint64_t word = 0;
  const char* const end = text.data() + text.size();
  const auto found = std::from_chars(text.data() + 2, end, word, 16);
  if (found.ec == std::errc::invalid_argument || found.ptr != end) {
    fail_number(text);
  }
  const int bits = std::min<int>(element.storage_bits, 64);
  const bool fits = bits == 64 || word >> bits == 0;
  if (found.ec == std::errc() && fits) return word;
  throw Error(ErrorKind::invalid, "formats",
              "the code " + text + " has more than " + std::to_string(bits) +
                  (bits == 1 ? " bit" : " bits"));
}

}  // namespace ashlar::cli
