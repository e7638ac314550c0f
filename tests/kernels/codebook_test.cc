// The best of 16 tables, on every target.
#include "src/kernels/codebook.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/kernels/kernel_check.h"

namespace ashlar::kernels {
namespace {

TEST(CodebookTest, PicksTheFirstTableWithTheLeastError) {
  std::mt19937 random(1);
  constexpr std::size_t kRows = 7;
  std::vector<double> rows(kRows * kTables);
  // Few different numbers, so that tables are often equally good.
  for (double& each : rows) each = static_cast<double>(random() % 3);
  for (std::size_t row = 0; row < kRows; ++row) {
    rows[row * kTables + 15] = std::numeric_limits<double>::infinity();
  }
  test::on_every_target([&] {
    for (const std::size_t count : {0u, 1u, 7u, 8u, 9u, 64u}) {
      for (const std::size_t stretch : {1u, 4u, 8u, 100u}) {
        std::vector<double> numbers(count);
        std::vector<std::uint16_t> nearest(count);
        for (std::size_t i = 0; i < count; ++i) {
          numbers[i] = static_cast<double>(random() % 5) / 3;
          nearest[i] = static_cast<std::uint16_t>(random() % kRows);
        }
        std::vector<std::uint8_t> found((count + stretch - 1) / stretch, 99);
        choose_tables(numbers.data(), nearest.data(), count, stretch,
                      rows.data(), found.data());
        for (std::size_t s = 0; s < found.size(); ++s) {
          std::size_t best = 0;
          double least = std::numeric_limits<double>::infinity();
          for (std::size_t table = 0; table < kTables; ++table) {
            double error = 0;
            for (std::size_t i = s * stretch;
                 i < std::min(count, (s + 1) * stretch); ++i) {
              const double off =
                  rows[nearest[i] * kTables + table] - numbers[i];
              error += off * off;
            }
            if (error < least) {
              least = error;
              best = table;
            }
          }
          ASSERT_EQ(found[s], best) << count << ", " << stretch << ", " << s;
        }
      }
    }
  });
}

}  // namespace
}  // namespace ashlar::kernels
