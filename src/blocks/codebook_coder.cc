// codebook_coder.cc - bounds between numbers are exact doubles.
#include "src/blocks/codebook_coder.h"

#include <algorithm>
#include <cmath>

namespace ashlar {

CodebookCoder::CodebookCoder(const Codebook& book) {
  length_ = std::size_t{1} << book.index_bits;
  const std::size_t count = std::size_t{1} << book.meta_bits;
  for (std::size_t i = 0; i < count; ++i) {
    tables_.push_back(
        make_table(std::span(book.numbers).subspan(i * length_, length_)));
  }
}

CodebookCoder::Table CodebookCoder::make_table(
    std::span<const double> numbers) {
  Table out;
  out.numbers.assign(numbers.begin(), numbers.end());
  out.is_symmetric =
      std::equal(numbers.begin(), numbers.end(), numbers.rbegin(),
                 [](double a, double b) { return a == -b; });
  const std::size_t first = out.is_symmetric ? numbers.size() / 2 : 0;
  for (std::size_t i = first + 1; i < numbers.size(); ++i) {
    out.bounds.push_back(numbers[i - 1] / 2 + numbers[i] / 2);
  }
  return out;
}

std::uint16_t CodebookCoder::index(int table, double number) const {
  const Table& own = tables_[static_cast<std::size_t>(table)];
  const double place = own.is_symmetric ? std::abs(number) : number;
  std::size_t level = 0;
  while (level < own.bounds.size() && own.bounds[level] <= place) ++level;
  if (!own.is_symmetric) return static_cast<std::uint16_t>(level);
  const std::size_t half = length_ / 2;
  // There may be two zeros, of which the positive one is taken.
  if (own.numbers[half + level] == 0) return static_cast<std::uint16_t>(half);
  return static_cast<std::uint16_t>(std::signbit(number) ? half - 1 - level
                                                         : half + level);
}

double CodebookCoder::number(int table, std::uint16_t index) const {
  return tables_[static_cast<std::size_t>(table)].numbers[index];
}

int CodebookCoder::choose_least_squares(std::span<const double> numbers) const {
  int best = 0;
  double least = 0;
  for (int table = 0; table < tables(); ++table) {
    double error = 0;
    for (const double x : numbers) {
      const double off = number(table, index(table, x)) - x;
      error += off * off;
    }
    if (table == 0 || error < least) {
      best = table;
      least = error;
    }
  }
  return best;
}

int CodebookCoder::choose(std::span<const double> numbers,
                          const BetterTable& better) const {
  if (!better) return choose_least_squares(numbers);
  int best = 0;
  std::vector<double> kept;
  std::vector<double> tried(numbers.size());
  for (int table = 0; table < tables(); ++table) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      tried[i] = number(table, index(table, numbers[i]));
    }
    if (table > 0 && !better(tried, kept, numbers)) continue;
    best = table;
    kept = tried;
  }
  return best;
}

}  // namespace ashlar
