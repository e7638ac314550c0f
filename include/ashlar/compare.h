// compare.h - how far apart two tensors are.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ashlar/tensor.h"

namespace ashlar {

struct CompareOptions {
  std::int64_t block = 32;  ///< elements of a block along the last axis
  std::int64_t worst = 8;   ///< at most so many blocks are listed
  int threads = 0;          ///< at most so many; 0 for as many as there are
};

/// Elements that follow each other along the last axis; at its end there may
/// be fewer of them than elsewhere.
struct ComparedBlock {
  Indices begin;
  std::int64_t count = 0;
  double sqnr_db = 0;
  double max_abs_error = 0;
  std::int64_t mismatches = 0;  ///< of NaN and infinities

  bool operator==(const ComparedBlock&) const = default;
};

/// All but the counts is about the places where both numbers are finite. Sums
/// are made in f64, in an order that depends on the shape only, not on threads.
struct Comparison {
  std::int64_t count = 0;
  std::int64_t finite = 0;          ///< places where both are
  std::int64_t different = 0;       ///< 0 and -0 are not; neither are two NaNs
  std::int64_t nan_mismatches = 0;  ///< one of them is NaN
  std::int64_t infinity_mismatches = 0;  ///< infinite; the other one differs
  double max_abs_error = 0;
  /// Where that is first; nothing if nothing finite differs.
  std::optional<Indices> where;
  /// The largest error in units of the last place of the expected number, as
  /// the format with the shorter mantissa has them; f32 stands for formats that
  /// are no plain floats. Not always whole.
  double max_ulp = 0;
  /// Root of the squared error over the squared expected numbers: 0 without
  /// error, else infinite if the latter are all zero.
  double rel_rms = 0;
  /// The same in decibels, from infinity without error down to -infinity.
  double sqnr_db = 0;
  double cosine = 1;  ///< 1 if both are zero, 0 if one of them is
  /// As `correlation`, but 1 without error.
  double pcc = 1;
  /// More mismatches first, then less SQNR, then as they lie. Blocks without
  /// error are not listed.
  std::vector<ComparedBlock> worst;
  std::int64_t block = 0;  ///< as in the options
};

/// Of two tensors of the same shape, wherever and however they lie.
Comparison compare(const Tensor& expected, const Tensor& actual,
                   const CompareOptions& options = {});

/// A few lines for people, each ending in a newline.
std::string to_string(const Comparison& comparison);

/// Pearson's coefficient of finite numbers, from -1 to 1; NaN if there are
/// none, or if those of one side are all the same.
double correlation(std::span<const double> a, std::span<const double> b);

}  // namespace ashlar
