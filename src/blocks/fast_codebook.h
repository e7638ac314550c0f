// fast_codebook.h - numbers to places in tables, by one search for all tables.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ashlar/quantize.h"
#include "src/kernels/codebook.h"

namespace ashlar {

/// The nearest places in all tables of a codebook. The bounds between places
/// of any table cut the magnitudes into intervals; what is in one of them is
/// nearest to the same number in every table.
class MergedTables {
 public:
  /// Empty if there are too many tables, or one is not symmetric.
  static std::optional<MergedTables> of(const Codebook& book);

  /// The interval of each magnitude.
  void find_intervals(std::span<const double> magnitudes,
                      std::span<std::uint16_t> out) const;
  /// For choose_tables.
  const double* rows() const { return rows_.data(); }
  std::uint8_t code(std::size_t interval, std::size_t table,
                    bool is_negative) const {
    return codes_[(interval * 2 + (is_negative ? 1 : 0)) * kernels::kTables +
                  table];
  }

 private:
  MergedTables() = default;
  void list_bounds(const Codebook& book);
  bool make_cells();
  void list_codes(const Codebook& book);
  template <std::size_t kMost>
  void find_all(std::span<const double> magnitudes,
                std::span<std::uint16_t> out) const;

  std::vector<double> bounds_;  ///< ends with infinity
  std::vector<double> rows_;
  std::vector<std::uint8_t> codes_;
  // The interval in which magnitudes with the same leading bits begin.
  std::vector<std::uint16_t> cells_;
  std::size_t most_in_cell_ = 1;  ///< bounds with the same leading bits
  std::uint64_t first_cell_ = 0;
};

/// What the engine makes of numbers, or nothing if there is no faster way.
std::optional<BlockCodes> quantize_by_tables(const Format& format,
                                             std::span<const float> numbers,
                                             const BlockExtent& extent,
                                             const QuantizePolicy& policy,
                                             int threads = 0);

}  // namespace ashlar
