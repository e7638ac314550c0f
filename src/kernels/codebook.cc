// codebook.cc - a lane for each table, so that sums keep their order.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/codebook.cc"
#include "src/kernels/codebook.h"

#include <hwy/foreach_target.h>  // IWYU pragma: keep
// The line above includes this file once per target.
#include <hwy/highway.h>

#include <algorithm>
#include <bit>

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_HAVE_FLOAT64 && HWY_TARGET != HWY_SCALAR

/// The table in which a stretch is off the least.
HWY_INLINE std::uint8_t best_table(const double* numbers,
                                   const std::uint16_t* nearest,
                                   std::size_t count, const double* rows) {
  const hn::CappedTag<double, 8> d;
  constexpr std::size_t kLanes = hn::MaxLanes(hn::CappedTag<double, 8>());
  constexpr std::size_t kVectors = kTables / kLanes;
  hn::Vec<decltype(d)> sums[kVectors];
  for (auto& sum : sums) sum = hn::Zero(d);
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = hn::Set(d, numbers[i]);
    const double* row = rows + nearest[i] * kTables;
    for (std::size_t k = 0; k < kVectors; ++k) {
      const auto off = hn::Sub(hn::LoadU(d, row + k * kLanes), number);
      sums[k] = hn::Add(sums[k], hn::Mul(off, off));
    }
  }
  auto least = sums[0];
  for (std::size_t k = 1; k < kVectors; ++k) least = hn::Min(least, sums[k]);
  least = hn::MinOfLanes(d, least);
  // All of them at once: which table it is nobody can predict.
  std::uint32_t found = 0;
  for (std::size_t k = 0; k < kVectors; ++k) {
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d, hn::Eq(sums[k], least), bits);
    found |= std::uint32_t{bits[0]} << (k * kLanes);
  }
  return static_cast<std::uint8_t>(std::countr_zero(found));
}

#else

std::uint8_t best_table(const double* numbers, const std::uint16_t* nearest,
                        std::size_t count, const double* rows) {
  double errors[kTables] = {};
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < kTables; ++k) {
      const double off = rows[nearest[i] * kTables + k] - numbers[i];
      errors[k] += off * off;
    }
  }
  return static_cast<std::uint8_t>(std::min_element(errors, errors + kTables) -
                                   errors);
}

#endif

void choose_tables_target(const double* numbers, const std::uint16_t* nearest,
                          std::size_t count, std::size_t stretch,
                          const double* rows, std::uint8_t* tables) {
  for (std::size_t at = 0; at < count; at += stretch) {
    *tables++ = best_table(numbers + at, nearest + at,
                           std::min(stretch, count - at), rows);
  }
}

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ashlar::kernels {

HWY_EXPORT(choose_tables_target);

void choose_tables(const double* numbers, const std::uint16_t* nearest,
                   std::size_t count, std::size_t stretch, const double* rows,
                   std::uint8_t* tables) {
  HWY_DYNAMIC_DISPATCH(choose_tables_target)
  (numbers, nearest, count, stretch, rows, tables);
}

}  // namespace ashlar::kernels
#endif
