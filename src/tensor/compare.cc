// compare.cc - error figures: sums over two tensors, in a fixed order.
#include "ashlar/compare.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "src/base/checked.h"
#include "src/base/parallel.h"
#include "src/base/require.h"
#include "src/tensor/element.h"

namespace ashlar {
namespace {

constexpr const char* kWhere = "compare";
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
// Elements that are looked at in one go. Nothing depends on who does it.
constexpr std::int64_t kPiece = std::int64_t{1} << 15;

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

/// The same sum from 0 on: its halves, and the halves of these, are made apart.
template <class Sum, class Term>
Sum sum_on(int threads, std::size_t count, const Term& term) {
  std::vector<std::size_t> bounds = {0, count};
  while (bounds[1] - bounds[0] > static_cast<std::size_t>(kPiece)) {
    std::vector<std::size_t> halves = {0};
    for (std::size_t i = 1; i < bounds.size(); ++i) {
      halves.push_back(bounds[i - 1] + (bounds[i] - bounds[i - 1]) / 2);
      halves.push_back(bounds[i]);
    }
    bounds = std::move(halves);
  }
  std::vector<Sum> sums(bounds.size() - 1);
  parallel_for(std::ssize(sums), 1, threads, [&](Index begin, Index) {
    const auto i = static_cast<std::size_t>(begin);
    sums[i] = sum<Sum>(bounds[i], bounds[i + 1], term);
  });
  for (; sums.size() > 1; sums.resize(sums.size() / 2)) {
    for (std::size_t i = 0; i < sums.size() / 2; ++i) {
      sums[i] = sums[2 * i] + sums[2 * i + 1];
    }
  }
  return sums[0];
}

/// What work(begin, end) returns for pieces of [0, count), in their order.
template <class Work>
auto by_pieces(std::int64_t count, std::int64_t grain, int threads,
               const Work& work) {
  std::vector<decltype(work(0, 0))> out(
      static_cast<std::size_t>(div_up(count, grain)), work(0, 0));
  parallel_for(count, grain, threads, [&](Index begin, Index end) {
    out[static_cast<std::size_t>(begin / grain)] = work(begin, end);
  });
  return out;
}

bool are_finite(double a, double b) {
  return std::isfinite(a) && std::isfinite(b);
}

double largest_of(Numbers a, Numbers b) {
  double largest = 0;
  for (const Numbers numbers : {a, b}) {
    for (const double number : numbers) {
      if (std::isfinite(number)) largest = std::max(largest, std::abs(number));
    }
  }
  return largest;
}

// The sums stay in range, whatever the numbers are, if these are multiplied by
// 2 to this power first.
int scale_for(double largest) {
  return largest == 0 ? 0 : -std::ilogb(largest) - 1;
}

int scale_on(int threads, Numbers a, Numbers b) {
  const auto parts =
      by_pieces(std::ssize(a), kPiece, threads, [&](Index begin, Index end) {
        const auto first = static_cast<std::size_t>(begin);
        const auto count = static_cast<std::size_t>(end - begin);
        return largest_of(a.subspan(first, count), b.subspan(first, count));
      });
  return scale_for(parts.empty() ? 0 : std::ranges::max(parts));
}

/// What each place adds to the sums.
auto terms_of(Numbers expected, Numbers actual, int scale) {
  return [=](std::size_t i) {
    if (!are_finite(expected[i], actual[i])) return Sums{};
    const double x = std::ldexp(expected[i], scale);
    const double y = std::ldexp(actual[i], scale);
    return Sums{x * x, y * y, x * y, (y - x) * (y - x)};
  };
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

double correlation_on(int threads, Numbers a, Numbers b) {
  if (a.empty() || is_constant(a) || is_constant(b)) return kNan;
  const int scale_a = scale_on(threads, a, a);
  const int scale_b = scale_on(threads, b, b);
  const auto x = [&](std::size_t i) { return std::ldexp(a[i], scale_a); };
  const auto y = [&](std::size_t i) { return std::ldexp(b[i], scale_b); };
  const auto count = static_cast<double>(a.size());
  const double mean_x = sum_on<double>(threads, a.size(), x) / count;
  const double mean_y = sum_on<double>(threads, b.size(), y) / count;
  const Sums sums = sum_on<Sums>(threads, a.size(), [&](std::size_t i) {
    const double from_x = x(i) - mean_x;
    const double from_y = y(i) - mean_y;
    return Sums{from_x * from_x, from_y * from_y, from_x * from_y, 0};
  });
  const double r =
      sums.product / std::sqrt(sums.expected) / std::sqrt(sums.actual);
  return std::isnan(r) ? r : std::clamp(r, -1.0, 1.0);
}

// Of the finite places, of which there are so many.
double pcc_of(Numbers expected, Numbers actual, std::int64_t finite,
              int threads) {
  if (std::cmp_equal(finite, expected.size())) {
    return correlation_on(threads, expected, actual);
  }
  std::vector<double> a;
  std::vector<double> b;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (!are_finite(expected[i], actual[i])) continue;
    a.push_back(expected[i]);
    b.push_back(actual[i]);
  }
  return correlation_on(threads, a, b);
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

/// What the error is at each place: counts and largest ones.
struct Places {
  std::int64_t finite = 0;
  std::int64_t different = 0;
  std::int64_t nan_mismatches = 0;
  std::int64_t infinity_mismatches = 0;
  double max_abs_error = 0;
  double max_ulp = 0;
  Index where = 0;

  void add(double x, double y, Index place, const Steps& steps) {
    if (x == y || (std::isnan(x) && std::isnan(y))) {
      if (std::isfinite(x)) ++finite;
      return;
    }
    ++different;
    if (std::isnan(x) || std::isnan(y)) {
      ++nan_mismatches;
    } else if (std::isinf(x) || std::isinf(y)) {
      ++infinity_mismatches;
    } else {
      ++finite;
      const double error = std::abs(y - x);
      if (error > max_abs_error) where = place;
      max_abs_error = std::max(max_abs_error, error);
      max_ulp = std::max(max_ulp, error / steps.at(x));
    }
  }

  /// Those that come after these.
  void add(const Places& later) {
    finite += later.finite;
    different += later.different;
    nan_mismatches += later.nan_mismatches;
    infinity_mismatches += later.infinity_mismatches;
    if (later.max_abs_error > max_abs_error) where = later.where;
    max_abs_error = std::max(max_abs_error, later.max_abs_error);
    max_ulp = std::max(max_ulp, later.max_ulp);
  }
};

void count_places(Comparison& out, Numbers expected, Numbers actual,
                  const Shape& shape, const Steps& steps, int threads) {
  const auto parts = by_pieces(
      std::ssize(expected), kPiece, threads, [&](Index begin, Index end) {
        Places places;
        for (Index place = begin; place < end; ++place) {
          const auto i = static_cast<std::size_t>(place);
          places.add(expected[i], actual[i], place, steps);
        }
        return places;
      });
  Places all;
  for (const Places& places : parts) all.add(places);
  out.finite = all.finite;
  out.different = all.different;
  out.nan_mismatches = all.nan_mismatches;
  out.infinity_mismatches = all.infinity_mismatches;
  out.max_abs_error = all.max_abs_error;
  out.max_ulp = all.max_ulp;
  if (all.max_abs_error > 0) out.where = unravel(all.where, shape);
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
  const int scale = scale_for(largest_of(expected, actual));
  out.sqnr_db =
      sqnr_of(sum<Sums>(0, expected.size(), terms_of(expected, actual, scale)));
  return out;
}

std::vector<ComparedBlock> worst_of(Numbers expected, Numbers actual,
                                    const Shape& shape,
                                    const CompareOptions& options) {
  if (expected.empty()) return {};
  const Index row = shape.rank() == 0 ? 1 : shape[-1];
  const Index size = std::min(row, options.block);
  const Index across = div_up(row, size);
  const auto parts = by_pieces(
      shape.volume() / row * across, std::max<Index>(1, kPiece / size),
      options.threads, [&](Index first, Index last) {
        WorstList list(options.worst);
        for (Index i = first; i < last; ++i) {
          const Index at = i % across * size;
          const auto begin = static_cast<std::size_t>(i / across * row + at);
          const auto count = static_cast<std::size_t>(std::min(size, row - at));
          ComparedBlock block = block_of(expected.subspan(begin, count),
                                         actual.subspan(begin, count));
          if (block.max_abs_error == 0 && block.mismatches == 0) continue;
          block.begin = unravel(static_cast<Index>(begin), shape);
          list.add(block);
        }
        return list.take();
      });
  WorstList list(options.worst);
  for (const auto& part : parts) {
    for (const ComparedBlock& block : part) list.add(block);
  }
  return list.take();
}

}  // namespace

double correlation(Numbers a, Numbers b) {
  require(a.size() == b.size(), ErrorKind::invalid, kWhere, a.size(),
          " numbers cannot be correlated with ", b.size());
  return correlation_on(0, a, b);
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
  const int threads = options.threads;
  const std::vector<double> a = values(expected, threads);
  const std::vector<double> b = values(actual, threads);
  Comparison out;
  out.block = options.block;
  out.count = shape.volume();
  count_places(out, a, b, shape, steps_of(expected.format(), actual.format()),
               threads);
  const Sums sums =
      sum_on<Sums>(threads, a.size(), terms_of(a, b, scale_on(threads, a, b)));
  out.sqnr_db = sqnr_of(sums);
  out.rel_rms = sums.error == 0 ? 0 : std::sqrt(sums.error / sums.expected);
  out.cosine = cosine_of(sums);
  out.pcc = sums.error == 0 ? 1 : pcc_of(a, b, out.finite, threads);
  out.worst = worst_of(a, b, shape, options);
  return out;
}

}  // namespace ashlar
