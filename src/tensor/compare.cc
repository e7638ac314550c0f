// compare.cc - error figures: sums over two tensors, in a fixed order.
#include "ashlar/compare.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include "src/base/require.h"

namespace ashlar {
namespace {

constexpr const char* kWhere = "compare";
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

using Numbers = std::span<const double>;

struct Sums {
  double expected = 0;  ///< squared
  double actual = 0;    ///< squared
  double product = 0;
  double error = 0;  ///< squared

  Sums operator+(const Sums& other) const {
    return {expected + other.expected, actual + other.actual,
            product + other.product, error + other.error};
  }
};

/// term(begin) + ... + term(end - 1): runs one by one, and these in pairs.
template <class Sum, class Term>
Sum sum(std::size_t begin, std::size_t end, const Term& term) {
  constexpr std::size_t kRun = 256;
  if (end - begin > kRun) {
    const std::size_t half = begin + (end - begin) / 2;
    return sum<Sum>(begin, half, term) + sum<Sum>(half, end, term);
  }
  Sum out{};
  for (std::size_t i = begin; i < end; ++i) out = out + term(i);
  return out;
}

bool are_finite(double a, double b) {
  return std::isfinite(a) && std::isfinite(b);
}

// The sums stay in range, whatever the numbers are, if these are multiplied by
// 2 to this power first.
int scale_of(Numbers a, Numbers b) {
  double largest = 0;
  for (const Numbers numbers : {a, b}) {
    for (const double number : numbers) {
      if (std::isfinite(number)) largest = std::max(largest, std::abs(number));
    }
  }
  return largest == 0 ? 0 : -std::ilogb(largest) - 1;
}

Sums sums_of(Numbers expected, Numbers actual, std::size_t begin,
             std::size_t end, int scale) {
  return sum<Sums>(begin, end, [&](std::size_t i) {
    if (!are_finite(expected[i], actual[i])) return Sums{};
    const double x = std::ldexp(expected[i], scale);
    const double y = std::ldexp(actual[i], scale);
    return Sums{x * x, y * y, x * y, (y - x) * (y - x)};
  });
}

double sqnr_of(const Sums& sums) {
  if (sums.error == 0) return kInfinity;
  return 10 * std::log10(sums.expected / sums.error);
}

double cosine_of(const Sums& sums) {
  if (sums.error == 0) return 1;
  if (sums.expected == 0 || sums.actual == 0) return 0;
  const double cosine =
      sums.product / std::sqrt(sums.expected) / std::sqrt(sums.actual);
  return std::clamp(cosine, -1.0, 1.0);
}

bool is_constant(Numbers numbers) {
  return std::ranges::all_of(numbers,
                             [&](double x) { return x == numbers[0]; });
}

// Of the finite places, as `correlation` says.
double pcc_of(Numbers expected, Numbers actual) {
  std::vector<double> a;
  std::vector<double> b;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (!are_finite(expected[i], actual[i])) continue;
    a.push_back(expected[i]);
    b.push_back(actual[i]);
  }
  return correlation(a, b);
}

/// The distance between neighbours in a format.
class Steps {
 public:
  explicit Steps(const Format& format)
      : mantissa_(format.element().mantissa_bits),
        least_(format.smallest_subnormal()) {}

  double at(double number) const {
    if (number == 0) return least_;
    return std::max(std::ldexp(1.0, std::ilogb(number) - mantissa_), least_);
  }

 private:
  int mantissa_;
  double least_;
};

Format float_or_f32(const Format& format) {
  const bool is_float =
      !format.is_block() && format.kind() == ElementKind::floating;
  return is_float ? format : parse_format("f32");
}

Steps steps_of(const Format& expected, const Format& actual) {
  const Format a = float_or_f32(expected);
  const Format b = float_or_f32(actual);
  const bool is_second = b.element().mantissa_bits < a.element().mantissa_bits;
  return Steps(is_second ? b : a);
}

// What the error is at each place: counts and largest ones.
void count_places(Comparison& out, Numbers expected, Numbers actual,
                  const Shape& shape, const Steps& steps) {
  std::size_t where = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double x = expected[i];
    const double y = actual[i];
    if (x == y || (std::isnan(x) && std::isnan(y))) {
      if (std::isfinite(x)) ++out.finite;
      continue;
    }
    ++out.different;
    if (std::isnan(x) || std::isnan(y)) {
      ++out.nan_mismatches;
    } else if (std::isinf(x) || std::isinf(y)) {
      ++out.infinity_mismatches;
    } else {
      ++out.finite;
      const double error = std::abs(y - x);
      if (error > out.max_abs_error) where = i;
      out.max_abs_error = std::max(out.max_abs_error, error);
      out.max_ulp = std::max(out.max_ulp, error / steps.at(x));
    }
  }
  if (out.max_abs_error > 0) {
    out.where = unravel(static_cast<Index>(where), shape);
  }
}

bool is_worse(const ComparedBlock& a, const ComparedBlock& b) {
  if (a.mismatches != b.mismatches) return a.mismatches > b.mismatches;
  return a.sqnr_db < b.sqnr_db;
}

/// Keeps the worst blocks of those that it sees.
class WorstList {
 public:
  explicit WorstList(std::int64_t most) : most_(most) {}

  void add(const ComparedBlock& block) {
    const auto size = static_cast<std::int64_t>(list_.size());
    if (size == most_ && (size == 0 || !is_worse(block, list_.back()))) return;
    if (size == most_) list_.pop_back();
    list_.insert(std::ranges::upper_bound(list_, block, is_worse), block);
  }
  std::vector<ComparedBlock> take() { return std::move(list_); }

 private:
  std::int64_t most_;
  std::vector<ComparedBlock> list_;
};

ComparedBlock block_of(Numbers expected, Numbers actual) {
  ComparedBlock out;
  out.count = static_cast<std::int64_t>(expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double x = expected[i];
    const double y = actual[i];
    if (are_finite(x, y)) {
      out.max_abs_error = std::max(out.max_abs_error, std::abs(y - x));
    } else if (x != y && !(std::isnan(x) && std::isnan(y))) {
      ++out.mismatches;
    }
  }
  const int scale = scale_of(expected, actual);
  out.sqnr_db = sqnr_of(sums_of(expected, actual, 0, expected.size(), scale));
  return out;
}

std::vector<ComparedBlock> worst_of(Numbers expected, Numbers actual,
                                    const Shape& shape,
                                    const CompareOptions& options) {
  WorstList list(options.worst);
  const auto row = static_cast<std::size_t>(shape.rank() == 0 ? 1 : shape[-1]);
  const auto size = std::min(row, static_cast<std::size_t>(options.block));
  for (std::size_t begin = 0; begin < expected.size();) {
    const std::size_t left = row - begin % row;
    const std::size_t count = std::min(size, left);
    ComparedBlock block =
        block_of(expected.subspan(begin, count), actual.subspan(begin, count));
    if (block.max_abs_error > 0 || block.mismatches > 0) {
      block.begin = unravel(static_cast<Index>(begin), shape);
      list.add(block);
    }
    begin += count;
  }
  return list.take();
}

std::string number_text(double value, int digits) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  char text[40];
  const auto end = std::to_chars(text, text + sizeof text, value,
                                 std::chars_format::general, digits);
  return {text, end.ptr};
}

std::string decibels(double value) {
  if (!std::isfinite(value)) return number_text(value, 1) + " dB";
  char text[40];
  const auto end = std::to_chars(text, text + sizeof text, value,
                                 std::chars_format::fixed, 2);
  return std::string(text, end.ptr) + " dB";
}

std::string place_text(const Indices& place) {
  return concat('[', join(place, ", "), ']');
}

std::string block_text(const ComparedBlock& block) {
  std::string line =
      concat("  ", place_text(block.begin), "  ", decibels(block.sqnr_db),
             ", max abs error ", number_text(block.max_abs_error, 4));
  if (block.mismatches > 0) {
    line += concat(", ", block.mismatches, " not finite");
  }
  return line + "\n";
}

}  // namespace

double correlation(Numbers a, Numbers b) {
  require(a.size() == b.size(), ErrorKind::invalid, kWhere, a.size(),
          " numbers cannot be correlated with ", b.size());
  if (a.empty() || is_constant(a) || is_constant(b)) return kNan;
  const int scale_a = scale_of(a, a);
  const int scale_b = scale_of(b, b);
  const auto x = [&](std::size_t i) { return std::ldexp(a[i], scale_a); };
  const auto y = [&](std::size_t i) { return std::ldexp(b[i], scale_b); };
  const auto count = static_cast<double>(a.size());
  const double mean_x = sum<double>(0, a.size(), x) / count;
  const double mean_y = sum<double>(0, b.size(), y) / count;
  const Sums sums = sum<Sums>(0, a.size(), [&](std::size_t i) {
    const double from_x = x(i) - mean_x;
    const double from_y = y(i) - mean_y;
    return Sums{from_x * from_x, from_y * from_y, from_x * from_y, 0};
  });
  const double r =
      sums.product / std::sqrt(sums.expected) / std::sqrt(sums.actual);
  return std::isnan(r) ? r : std::clamp(r, -1.0, 1.0);
}

Comparison compare(const Tensor& expected, const Tensor& actual,
                   const CompareOptions& options) {
  const Shape shape(expected.shape().sizes());
  const Shape other(actual.shape().sizes());
  require(shape == other, ErrorKind::invalid, kWhere, "a tensor of ",
          to_string(shape), " cannot be compared with one of ",
          to_string(other));
  require(options.block > 0 && options.worst >= 0, ErrorKind::invalid, kWhere,
          "blocks have at least one element, and no fewer than 0 are listed; "
          "asked for are blocks of ",
          options.block, ", ", options.worst, " of them");
  const std::vector<double> a = values(expected);
  const std::vector<double> b = values(actual);
  Comparison out;
  out.block = options.block;
  out.count = shape.volume();
  count_places(out, a, b, shape, steps_of(expected.format(), actual.format()));
  const Sums sums = sums_of(a, b, 0, a.size(), scale_of(a, b));
  out.sqnr_db = sqnr_of(sums);
  out.rel_rms = sums.error == 0 ? 0 : std::sqrt(sums.error / sums.expected);
  out.cosine = cosine_of(sums);
  out.pcc = sums.error == 0 ? 1 : pcc_of(a, b);
  out.worst = worst_of(a, b, shape, options);
  return out;
}

std::string to_string(const Comparison& c) {
  std::string out = concat(c.different, " of ", c.count, " elements differ\n");
  if (c.nan_mismatches + c.infinity_mismatches > 0) {
    out += concat("not finite and different: ", c.nan_mismatches, " NaN, ",
                  c.infinity_mismatches, " infinite\n");
  }
  if (c.where) {
    out += concat("max abs error ", number_text(c.max_abs_error, 6), " at ",
                  place_text(*c.where), ", max ", number_text(c.max_ulp, 6),
                  " ulp\n");
  }
  out += concat("rel rms ", number_text(c.rel_rms, 4), ", SQNR ",
                decibels(c.sqnr_db), ", cosine ", number_text(c.cosine, 6),
                ", PCC ", number_text(c.pcc, 6), "\n");
  if (!c.worst.empty()) out += concat("worst blocks of ", c.block, ":\n");
  for (const ComparedBlock& block : c.worst) out += block_text(block);
  return out;
}

}  // namespace ashlar
