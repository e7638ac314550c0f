// fast_codebook.cc - bounds of all tables in one list, found by leading bits.
#include "src/blocks/fast_codebook.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "src/base/parallel.h"
#include "src/base/usual_arithmetic.h"
#include "src/blocks/codebook_coder.h"
#include "src/blocks/engine.h"

namespace ashlar {
namespace {

constexpr std::size_t kMostCells = 4096;
constexpr int kCellShift = 46;  // sign, exponent and six bits are left

std::uint64_t cell_of(double magnitude) {
  return std::bit_cast<std::uint64_t>(magnitude) >> kCellShift;
}

bool is_symmetric(std::span<const double> table) {
  return std::equal(table.begin(), table.end(), table.rbegin(),
                    [](double a, double b) { return a == -b; });
}

}  // namespace

std::optional<MergedTables> MergedTables::of(const Codebook& book) {
  const std::size_t length = std::size_t{1} << book.index_bits;
  const std::size_t count = std::size_t{1} << book.meta_bits;
  if (count > kernels::kTables || book.index_bits > 8) return std::nullopt;
  for (std::size_t i = 0; i < count; ++i) {
    if (!is_symmetric(std::span(book.numbers).subspan(i * length, length))) {
      return std::nullopt;
    }
  }
  MergedTables out;
  out.list_bounds(book);
  if (!out.make_cells()) return std::nullopt;
  out.list_codes(book);
  return out;
}

void MergedTables::list_bounds(const Codebook& book) {
  const std::size_t length = std::size_t{1} << book.index_bits;
  for (std::size_t at = 0; at < book.numbers.size(); at += length) {
    for (std::size_t i = length / 2 + 1; i < length; ++i) {
      const double bound =
          book.numbers[at + i - 1] / 2 + book.numbers[at + i] / 2;
      // One of zero, between two zeros, has nothing below.
      if (bound > 0) bounds_.push_back(bound);
    }
  }
  std::sort(bounds_.begin(), bounds_.end());
  bounds_.erase(std::unique(bounds_.begin(), bounds_.end()), bounds_.end());
}

bool MergedTables::make_cells() {
  if (bounds_.empty()) return false;
  first_cell_ = cell_of(bounds_.front());
  const std::uint64_t count = cell_of(bounds_.back()) - first_cell_ + 1;
  if (count > kMostCells) return false;
  std::size_t below = 0;
  for (std::uint64_t cell = 0; cell < count; ++cell) {
    const std::size_t before = below;
    while (cell_of(bounds_[below]) < first_cell_ + cell) ++below;
    most_in_cell_ = std::max(most_in_cell_, below - before);
    cells_.push_back(static_cast<std::uint16_t>(below));
  }
  most_in_cell_ = std::max(most_in_cell_, bounds_.size() - below);
  // Nothing is above it, however often one looks.
  bounds_.push_back(std::numeric_limits<double>::infinity());
  return true;
}

/// As many compares as the fullest cell needs: no branch to mispredict.
template <std::size_t kMost>
void MergedTables::find_all(std::span<const double> magnitudes,
                            std::span<std::uint16_t> out) const {
  const double* bounds = bounds_.data();
  const std::uint16_t* cells = cells_.data();
  const std::uint64_t last = cells_.size() - 1;
  const std::size_t most = kMost > 0 ? kMost : most_in_cell_;
  for (std::size_t i = 0; i < magnitudes.size(); ++i) {
    // Cells at either end have all that is beyond them, too.
    const std::uint64_t cell = cell_of(magnitudes[i]);
    const std::uint64_t above = cell - std::min(cell, first_cell_);
    std::size_t at = cells[std::min(above, last)];
    for (std::size_t k = 0; k < most; ++k) {
      at += static_cast<std::size_t>(bounds[at] <= magnitudes[i]);
    }
    out[i] = static_cast<std::uint16_t>(at);
  }
}

void MergedTables::find_intervals(std::span<const double> magnitudes,
                                  std::span<std::uint16_t> out) const {
  if (most_in_cell_ == 1) return find_all<1>(magnitudes, out);
  if (most_in_cell_ == 2) return find_all<2>(magnitudes, out);
  find_all<0>(magnitudes, out);
}

void MergedTables::list_codes(const Codebook& book) {
  const CodebookCoder coder(book);
  const auto count = static_cast<std::size_t>(coder.tables());
  const std::size_t intervals = bounds_.size();
  rows_.assign(intervals * kernels::kTables,
               std::numeric_limits<double>::infinity());
  codes_.assign(intervals * 2 * kernels::kTables, 0);
  for (std::size_t i = 0; i < intervals; ++i) {
    // An interval begins with its lower bound.
    const double magnitude = i == 0 ? 0.0 : bounds_[i - 1];
    for (std::size_t table = 0; table < count; ++table) {
      const auto number = static_cast<int>(table);
      const std::uint16_t above = coder.index(number, magnitude);
      const std::uint16_t below = coder.index(number, -magnitude);
      rows_[i * kernels::kTables + table] = coder.number(number, above);
      codes_[i * 2 * kernels::kTables + table] =
          static_cast<std::uint8_t>(above);
      codes_[(i * 2 + 1) * kernels::kTables + table] =
          static_cast<std::uint8_t>(below);
    }
  }
}

namespace {

/// The engine with another way to code a tile of one row.
class TableQuantizer : private BlockEngine {
 public:
  TableQuantizer(const Format& format, std::span<const float> numbers,
                 const BlockExtent& extent, const QuantizePolicy& policy,
                 const MergedTables& merged)
      : BlockEngine(format, extent, policy),
        format_(format),
        policy_(policy),
        numbers_(numbers),
        merged_(merged),
        tile_(static_cast<std::size_t>(grids_.tiles().tile().cols)),
        stretch_(block_.sub_cols > 0 ? static_cast<std::size_t>(block_.sub_cols)
                                     : tile_) {}

  BlockCodes run(int threads) && {
    const BlockCounts counts = grids_.counts();
    codes_.extent = grids_.extent();
    codes_.data.resize(static_cast<std::size_t>(counts.data));
    codes_.scales.resize(static_cast<std::size_t>(counts.scales));
    codes_.meta.resize(static_cast<std::size_t>(counts.meta));
    constexpr std::int64_t kGrain = 1024;
    parallel_for(counts.scales, kGrain, threads,
                 [&](std::int64_t begin, std::int64_t end) {
                   const UsualArithmetic usual;
                   Scratch scratch(tile_);
                   for (std::int64_t tile = begin; tile < end; ++tile) {
                     code_tile(tile, scratch);
                   }
                 });
    return std::move(codes_);
  }

 private:
  struct Scratch {
    explicit Scratch(std::size_t count) : numbers(count), nearest(count) {}
    std::vector<double> numbers;
    std::vector<std::uint16_t> nearest;
  };

  void code_tile(std::int64_t tile, Scratch& scratch) {
    const Region region = grids_.tiles().region(tile);
    const auto first = static_cast<std::size_t>(
        grids_.index(region.outer[0], region.rows[0], region.cols[0]));
    const auto count =
        static_cast<std::size_t>(region.cols[1] - region.cols[0]);
    const std::span<const float> numbers = numbers_.subspan(first, count);
    std::uint32_t most = 0;
    for (const float number : numbers)
      most = std::max(most, magnitude_key(number));
    if (most >= 0x7f800000u) return code_odd(tile, first, numbers);
    Range range;
    range.add(std::bit_cast<float>(most));
    const std::uint32_t word = finder_.word(range, {});
    codes_.scales[static_cast<std::size_t>(tile)] = word;
    const Exact one = finder_.scale(word, {}).down(1);
    const double inverse =
        std::ldexp(static_cast<double>(one.significand), one.exponent);
    for (std::size_t i = 0; i < count; ++i) {
      scratch.numbers[i] = std::abs(static_cast<double>(numbers[i])) * inverse;
    }
    merged_.find_intervals(std::span(scratch.numbers).first(count),
                           scratch.nearest);
    const auto place = static_cast<std::size_t>(grids_.subindex(tile, 0));
    std::uint8_t* tables = codes_.meta.data() + place;
    kernels::choose_tables(scratch.numbers.data(), scratch.nearest.data(),
                           count, stretch_, merged_.rows(), tables);
    for (std::size_t at = 0; at < count; at += stretch_, ++tables) {
      const std::size_t table = *tables;
      for (std::size_t i = at; i < std::min(at + stretch_, count); ++i) {
        codes_.data[first + i] =
            merged_.code(scratch.nearest[i], table, std::signbit(numbers[i]));
      }
    }
  }

  /// Infinities and NaN.
  void code_odd(std::int64_t tile, std::size_t first,
                std::span<const float> numbers) {
    const auto count = static_cast<std::int64_t>(numbers.size());
    const BlockCodes found = ashlar::quantize(format_, numbers, {1, 1, count},
                                              EngineOptions{policy_, {}, {}});
    codes_.scales[static_cast<std::size_t>(tile)] = found.scales[0];
    std::copy(found.data.begin(), found.data.end(),
              codes_.data.begin() + static_cast<std::ptrdiff_t>(first));
    std::copy(found.meta.begin(), found.meta.end(),
              codes_.meta.begin() + grids_.subindex(tile, 0));
  }

  const Format& format_;
  const QuantizePolicy& policy_;
  std::span<const float> numbers_;
  const MergedTables& merged_;
  std::size_t tile_;
  std::size_t stretch_;
  BlockCodes codes_;
};

/// Tables, subtiles in rows, and scales that only shift.
bool suits(const Block& block, const QuantizePolicy& policy) {
  const bool is_plain = block.codebook && block.scales.size() == 1 &&
                        !block.zero && block.offset_bits == 0 &&
                        !block.sparsity && block.codebook->meta_bits > 0 &&
                        policy.alignment == Alignment::exact;
  if (!is_plain) return false;
  const ScaleLevel& level = block.scales[0];
  return level.scope == ScaleLevel::Scope::tile && level.rows == 1 &&
         block.sub_rows <= 1 && ScaleWords(level).is_power() &&
         level.sense == ScaleLevel::Sense::multiplier;
}

}  // namespace

std::optional<BlockCodes> quantize_by_tables(const Format& format,
                                             std::span<const float> numbers,
                                             const BlockExtent& extent,
                                             const QuantizePolicy& policy,
                                             int threads) {
  if (!format.is_block() || !suits(*format.block(), policy)) return {};
  const UsualArithmetic usual;
  const auto merged = MergedTables::of(*format.block()->codebook);
  const BlockCounts counts = block_counts(format, extent);
  if (!merged || numbers.size() != static_cast<std::size_t>(counts.data)) {
    return {};
  }
  return TableQuantizer(format, numbers, extent, policy, *merged).run(threads);
}

}  // namespace ashlar
