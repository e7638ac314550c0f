// print_words.cc - columns of numbers, aligned as NumPy does it.
#include "src/tensor/print_words.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>

#include "src/base/concat.h"
#include "src/tensor/decimal.h"

namespace ashlar {
namespace {

using Words = std::vector<std::string>;

std::size_t longest(const Words& words) {
  std::size_t most = 0;
  for (const std::string& word : words) most = std::max(most, word.size());
  return most;
}

/// To the right, at least `width` wide.
Words aligned(Words words, std::size_t width = 0) {
  width = std::max(width, longest(words));
  for (std::string& word : words) word.insert(0, width - word.size(), ' ');
  return words;
}

/// Whole numbers of up to 64 bits, all of them exact.
bool is_whole(const Element& element) {
  return element.kind == ElementKind::boolean ||
         (element.kind == ElementKind::integer && element.bits <= 64);
}

Words whole_words(const Tensor& tensor) {
  Words out;
  const Element& element = tensor.format().element();
  if (element.kind == ElementKind::boolean) {
    for (const double each : values(tensor)) {
      out.emplace_back(each != 0 ? "True" : "False");
    }
    return out;
  }
  const Tensor wide =
      to(tensor, parse_format(element.is_signed ? "i64" : "u64"));
  const auto bytes = copy(wide, wide.spec()).storage();
  for (std::size_t at = 0; at < bytes.bytes().size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.bytes().data() + at, sizeof word);
    out.push_back(element.is_signed ? concat(static_cast<std::int64_t>(word))
                                    : concat(word));
  }
  return out;
}

std::string special(double value) {
  if (std::isnan(value)) return "nan";
  return value < 0 ? "-inf" : "inf";
}

/// Whether numbers are too large, too small or too far from each other to be
/// written without exponents.
bool needs_exponents(std::span<const double> numbers) {
  double most = 0;
  double least = INFINITY;
  for (const double each : numbers) {
    if (!std::isfinite(each) || each == 0) continue;
    most = std::max(most, std::abs(each));
    least = std::min(least, std::abs(each));
  }
  return most > 0 && (most >= 1e8 || least < 1e-4 || most / least > 1000);
}

/// Points below each other; digits behind them are followed by blanks.
Words point_words(const Element& element, std::span<const double> numbers,
                  int precision) {
  Words out;
  std::size_t before = 0;
  std::size_t behind = 0;
  for (const double each : numbers) {
    if (!std::isfinite(each)) {
      out.push_back(special(each));
      continue;
    }
    out.push_back(positional(element, each, precision));
    const std::size_t point = out.back().find('.');
    before = std::max(before, point);
    behind = std::max(behind, out.back().size() - point - 1);
  }
  for (const std::string& word : out) {
    if (word.find('.') != std::string::npos) continue;
    // NaN and infinity end where the numbers end.
    if (word.size() > before + 1 + behind) before = word.size() - 1 - behind;
  }
  for (std::string& word : out) {
    const std::size_t point = word.find('.');
    if (point == std::string::npos) {
      word.insert(0, before + 1 + behind - word.size(), ' ');
      continue;
    }
    word.append(behind - (word.size() - point - 1), ' ');
    word.insert(0, before - point, ' ');
  }
  return out;
}

/// All with as many digits behind the point as any of them needs, and as many
/// in the exponent.
Words exponent_words(const Element& element, std::span<const double> numbers,
                     int precision) {
  std::size_t digits = 0;
  std::size_t power = 0;
  for (const double each : numbers) {
    if (!std::isfinite(each)) continue;
    const std::string word = scientific(element, each, precision);
    const std::size_t e = word.find('e');
    digits = std::max(digits, e - word.find('.') - 1);
    power = std::max(power, word.size() - e - 2);
  }
  Words out;
  for (const double each : numbers) {
    if (!std::isfinite(each)) {
      out.push_back(special(each));
      continue;
    }
    out.push_back(
        scientific(element, each, precision, static_cast<int>(digits)));
    std::string& word = out.back();
    const std::size_t e = word.find('e');
    word.insert(e + 2, power - (word.size() - e - 2), '0');
  }
  return aligned(std::move(out));
}

}  // namespace

Words print_words(const Tensor& tensor, int precision) {
  const Element& element = tensor.format().element();
  if (is_whole(element)) {
    // Columns of truth are as wide as NumPy's: "False".
    const bool is_truth = element.kind == ElementKind::boolean;
    return aligned(whole_words(tensor), is_truth ? 5 : 0);
  }
  const std::vector<double> numbers = values(tensor);
  return needs_exponents(numbers) ? exponent_words(element, numbers, precision)
                                  : point_words(element, numbers, precision);
}

std::string print_scalar(const Tensor& tensor) {
  const Element& element = tensor.format().element();
  if (is_whole(element)) return whole_words(tensor).front();
  const double value = values(tensor).front();
  return std::isfinite(value) ? alone(element, value) : special(value);
}

}  // namespace ashlar
