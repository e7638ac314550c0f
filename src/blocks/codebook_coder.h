// codebook_coder.h - numbers to places in tables, and the choice of a table.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ashlar/quantize.h"

namespace ashlar {

/// The tables of a format, which has checked them.
class CodebookCoder {
 public:
  explicit CodebookCoder(const Codebook& book);

  int tables() const { return static_cast<int>(tables_.size()); }
  /// The nearest place; of two equally near ones that with the larger
  /// magnitude, or the larger number in tables that are not symmetric.
  std::uint16_t index(int table, double number) const;
  double number(int table, std::uint16_t index) const;
  bool holds(std::uint16_t index) const { return index < length_; }

  /// The table with the least sum of squared errors, the first one among
  /// equals; or the one that no later one is better than.
  int choose(std::span<const double> numbers, const BetterTable& better) const;

 private:
  struct Table {
    std::vector<double> numbers;
    std::vector<double> bounds;  // of magnitudes if symmetric, else of numbers
    bool is_symmetric = false;
  };
  static Table make_table(std::span<const double> numbers);

  int choose_least_squares(std::span<const double> numbers) const;

  std::vector<Table> tables_;
  std::size_t length_ = 0;
};

}  // namespace ashlar
