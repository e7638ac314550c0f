// decimal.cc - digits first, then where the point goes.
#include "src/tensor/decimal.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "ashlar/cast.h"
#include "ashlar/error.h"
#include "src/base/concat.h"

namespace ashlar {
namespace {

/// The digits of 17 tell all doubles apart.
constexpr int kMostDigits = 17;

/// 0.d1d2d3... times 10^point, without a sign.
struct Decimal {
  std::string digits;
  int point = 0;
};

template <class... Arguments>
std::string chars(Arguments... arguments) {
  // As many as the largest double has before the point, and more behind it.
  char buffer[1600];
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, arguments...).ptr;
  return {buffer, end};
}

/// Reads "d.ddde+xx".
Decimal parse(std::string_view text) {
  Decimal out;
  const std::size_t e = text.find('e');
  for (const char c : text.substr(0, e)) {
    if (c != '.') out.digits += c;
  }
  while (out.digits.size() > 1 && out.digits.back() == '0') {
    out.digits.pop_back();
  }
  out.point = std::atoi(std::string(text.substr(e + 1)).c_str()) + 1;
  if (out.digits == "0") out = {"", 0};
  return out;
}

/// Whether `text` is nearer to `value` than to any other number of the format.
bool is_enough(const Element& element, std::uint64_t word,
               const std::string& text) {
  double read = 0;
  std::from_chars(text.data(), text.data() + text.size(), read);
  try {
    return encode(element, read) == word;
  } catch (const Error&) {
    return false;  // beyond the largest number
  }
}

/// As few digits as tell it from others.
Decimal shortest(const Element& element, double value) {
  if (element.kind == ElementKind::floating && element.mantissa_bits == 23 &&
      element.exponent_bits == 8) {
    return parse(
        chars(static_cast<float>(value), std::chars_format::scientific));
  }
  // Bits that no format here has cannot be told apart.
  if (element.storage_bits >= 64) {
    return parse(chars(value, std::chars_format::scientific));
  }
  const std::uint64_t word = encode(element, value);
  std::string text;
  for (int digits = 0; digits < kMostDigits; ++digits) {
    text = chars(value, std::chars_format::scientific, digits);
    if (is_enough(element, word, text)) break;
  }
  return parse(text);
}

std::string signed_text(double value, const std::string& text) {
  return std::signbit(value) ? "-" + text : text;
}

std::string without_zeros(std::string text) {
  while (text.back() == '0') text.pop_back();
  return text;
}

}  // namespace

std::string positional(const Element& element, double value, int precision) {
  const double size = std::abs(value);
  const Decimal number = shortest(element, size);
  const int count = static_cast<int>(number.digits.size());
  // Before the point all digits are shown.
  if (count <= number.point || precision == 0) {
    return signed_text(value, chars(size, std::chars_format::fixed, 0) + '.');
  }
  if (count - number.point > precision) {
    return signed_text(
        value, without_zeros(chars(size, std::chars_format::fixed, precision)));
  }
  std::string text;
  for (int i = std::min(number.point - 1, 0); i < count; ++i) {
    if (i == number.point) text += '.';
    text += i < 0 ? '0' : number.digits[static_cast<std::size_t>(i)];
  }
  return signed_text(value, count == 0 ? "0." : text);
}

std::string scientific(const Element& element, double value, int precision,
                       int least) {
  const double size = std::abs(value);
  Decimal number = shortest(element, size);
  const auto behind = [&] {
    return static_cast<int>(number.digits.size()) - 1;
  };
  if (behind() > precision || behind() < least) {
    number = parse(chars(size, std::chars_format::scientific,
                         behind() > precision ? precision : least));
  }
  if (number.digits.empty()) number = {"0", 1};
  if (behind() < least) {
    number.digits.append(static_cast<std::size_t>(least - behind()), '0');
  }
  const int exponent = number.point - 1;
  const std::string power = concat(std::abs(exponent));
  return signed_text(
      value,
      concat(number.digits.substr(0, 1), '.', number.digits.substr(1),
             exponent < 0 ? "e-" : "e+", power.size() < 2 ? "0" : "", power));
}

std::string alone(const Element& element, double value) {
  const double size = std::abs(value);
  if (size != 0 && (size < 1e-4 || size >= 1e16)) {
    std::string text = scientific(element, value, kMostDigits);
    if (const auto at = text.find(".e"); at != std::string::npos) {
      text.erase(at, 1);
    }
    return text;
  }
  const Decimal number = shortest(element, size);
  const auto before = static_cast<std::size_t>(std::max(number.point, 1));
  if (number.digits.size() > before || number.point < 1) {
    std::string text = positional(element, value, kMostDigits + 4);
    if (text.back() == '.') text += '0';
    return text;
  }
  const std::string zeros(before - number.digits.size(), '0');
  return signed_text(value, concat(number.digits, zeros, ".0"));
}

}  // namespace ashlar
