// range.cc - the extremes of a format.
#include <algorithm>
#include <cmath>

#include "ashlar/format.h"
#include "src/base/concat.h"
#include "src/format/elements.h"
#include "src/format/number_text.h"

namespace ashlar {
namespace {

double value_of(const Element& element, std::uint64_t magnitude) {
  const Scaled number = scaled(element, magnitude);
  return std::ldexp(static_cast<double>(number.significand), number.exponent);
}

double power_of_two(int exponent) { return std::ldexp(1.0, exponent); }

bool is_float(const Element& element) {
  return element.kind == ElementKind::floating;
}

bool has_extra_negative(const Element& element) {
  return element.is_signed &&
         element.representation != Representation::sign_magnitude;
}

/// Fixed point whose extremes have too many digits to be read by people.
bool is_long_fixed(const Element& element) {
  return element.kind == ElementKind::fixed && magnitude_bits(element) > 12;
}

int integer_bits(const Element& element) {
  return magnitude_bits(element) - element.fraction_bits;
}

/// All tables of a codebook; null if there is none.
const std::vector<double>* numbers_of(const Format& format) {
  if (!format.is_block() || !format.block()->codebook) return nullptr;
  return &format.block()->codebook->numbers;
}

}  // namespace

double Format::max_finite() const {
  if (const auto* numbers = numbers_of(*this)) {
    return *std::max_element(numbers->begin(), numbers->end());
  }
  if (is_float(element_)) return value_of(element_, max_magnitude(element_));
  return power_of_two(integer_bits(element_)) -
         power_of_two(-element_.fraction_bits);
}

double Format::lowest() const {
  if (const auto* numbers = numbers_of(*this)) {
    return *std::min_element(numbers->begin(), numbers->end());
  }
  if (!element_.is_signed) {
    return element_.has_zero ? 0.0 : smallest_subnormal();
  }
  if (has_extra_negative(element_)) {
    return -power_of_two(integer_bits(element_));
  }
  return -max_finite();
}

double Format::smallest_normal() const {
  if (numbers_of(*this) != nullptr) return smallest_subnormal();
  if (!is_float(element_)) return epsilon();
  return value_of(element_, min_normal_magnitude(element_));
}

double Format::smallest_subnormal() const {
  if (const auto* numbers = numbers_of(*this)) {
    double least = max_finite();
    for (const double number : *numbers) {
      if (number > 0) least = std::min(least, number);
    }
    return least;
  }
  if (!is_float(element_)) return epsilon();
  return value_of(element_, min_magnitude(element_));
}

double Format::epsilon() const {
  if (numbers_of(*this) != nullptr) {
    return Format(block_->codebook->element).epsilon();
  }
  return power_of_two(is_float(element_) ? -element_.mantissa_bits
                                         : -element_.fraction_bits);
}

std::string Format::max_text() const {
  const Element& e = element_;
  if (is_long_fixed(e)) {
    return concat("2^", integer_bits(e), " - 2^", -e.fraction_bits);
  }
  if (e.kind != ElementKind::integer) return shortest_text(max_finite());
  std::uint64_t largest = 0;
  for (int i = 0; i < magnitude_bits(e); ++i) largest = 2 * largest + 1;
  return concat(largest);
}

std::string Format::lowest_text() const {
  const Element& e = element_;
  if (e.kind == ElementKind::integer && e.is_signed) {
    return concat('-', std::uint64_t{1} << magnitude_bits(e));
  }
  if (!is_long_fixed(e) || !e.is_signed) return shortest_text(lowest());
  const std::string power = concat("-2^", integer_bits(e));
  if (has_extra_negative(e)) return power;
  return concat(power, " + 2^", -e.fraction_bits);
}

}  // namespace ashlar
