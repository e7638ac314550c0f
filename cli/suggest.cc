// Counts the slips of a pen between two words.
#include "cli/suggest.h"

#include <algorithm>
#include <vector>

namespace ashlar::cli {
namespace {

constexpr std::size_t kMaxWord = 40;  // nobody mistypes more than this

}  // namespace

int distance(std::string_view a, std::string_view b) {
  const std::size_t width = b.size() + 1;
  std::vector<int> table((a.size() + 1) * width);
  const auto at = [&](std::size_t i, std::size_t j) -> int& {
    return table[i * width + j];
  };
  for (std::size_t i = 0; i <= a.size(); ++i) at(i, 0) = static_cast<int>(i);
  for (std::size_t j = 0; j <= b.size(); ++j) at(0, j) = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      at(i, j) = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1,
                           at(i - 1, j - 1) + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
      }
    }
  }
  return at(a.size(), b.size());
}

std::string suggest(std::string_view word, std::span<const std::string> known) {
  std::string best;
  if (word.empty() || word.size() > kMaxWord) return best;
  int least = static_cast<int>(word.size() + 2) / 3 + 1;
  for (const std::string& candidate : known) {
    const int steps = distance(word, candidate);
    if (steps >= least) continue;
    least = steps;
    best = candidate;
  }
  return best;
}

}  // namespace ashlar::cli
