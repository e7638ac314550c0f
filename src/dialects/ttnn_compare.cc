// ttnn_compare.cc - Pearson's correlation, with ttnn's exceptions.
#include <algorithm>
#include <cmath>
#include <vector>

#include "ashlar/compare.h"
#include "ashlar/dialects/ttnn_print.h"
#include "src/base/require.h"
#include "src/dialects/ttnn_form.h"
#include "src/dialects/ttnn_text.h"

namespace ashlar::ttnn {
namespace {

using Numbers = std::span<const double>;

bool is_all_nan(Numbers numbers) {
  return std::ranges::all_of(numbers, [](double x) { return std::isnan(x); });
}

bool is_all_zero(Numbers numbers) {
  return std::ranges::all_of(numbers, [](double x) { return x == 0; });
}

std::vector<double> finite_or_zero(Numbers numbers) {
  std::vector<double> out(numbers.begin(), numbers.end());
  for (double& number : out) {
    if (!std::isfinite(number)) number = 0;
  }
  return out;
}

PccResult by_closeness(Numbers golden, Numbers calculated,
                       const PccOptions& options) {
  bool is_close = true;
  for (std::size_t i = 0; i < golden.size(); ++i) {
    const double allowed =
        options.atol + options.rtol * std::abs(calculated[i]);
    const bool is_same = golden[i] == calculated[i];  // infinities are
    is_close =
        is_close && (is_same || std::abs(golden[i] - calculated[i]) <= allowed);
  }
  return {is_close, is_close ? 1.0 : 0.0};
}

}  // namespace

PccResult comp_pcc(Numbers golden, Numbers calculated,
                   const PccOptions& options) {
  require(golden.size() == calculated.size(), ErrorKind::invalid, kWhere,
          golden.size(), " golden numbers and ", calculated.size(),
          " calculated ones cannot be compared");
  const bool is_nan = is_all_nan(golden);
  if (is_nan != is_all_nan(calculated)) return {false, 0};
  if (is_nan) return {true, 1};
  if (is_all_zero(golden) != is_all_zero(calculated)) {
    return by_closeness(golden, calculated, options);
  }
  const std::vector<double> a = finite_or_zero(golden);
  const std::vector<double> b = finite_or_zero(calculated);
  if (a == b) return {true, 1};
  const double r = correlation(a, b);
  if (std::isnan(r)) return by_closeness(a, b, options);
  return {r >= options.pcc, r};
}

PccResult comp_pcc(const Tensor& golden, const Tensor& calculated,
                   const PccOptions& options) {
  const Indices& sizes = golden.spec().logical_shape();
  const Indices& others = calculated.spec().logical_shape();
  require(sizes == others, ErrorKind::invalid, kWhere, "a golden tensor of ",
          shape_text(sizes), " and a calculated one of ", shape_text(others),
          " cannot be compared");
  const Format& format = golden.core().format();
  ConvertOptions cast;
  cast.policy = cast_policy(calculated.core().format(), format);
  return comp_pcc(to_vector(golden),
                  values(ashlar::to(calculated.core(), format, cast)), options);
}

}  // namespace ashlar::ttnn
