// nearest.cc - hints for names that are not known.
#include "src/format/nearest.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "ashlar/format.h"
#include "src/base/concat.h"
#include "src/format/scan.h"

namespace ashlar {
namespace {

constexpr std::size_t kMostHints = 3;

/// The spelling of one format that is nearest to what was written.
struct Guess {
  int distance;
  std::string_view spelling;
  std::string_view name;
};

Guess guess(std::string_view written, const NamedFormat& row, int farthest) {
  Guess best = {farthest + 1, {}, row.name};
  const auto consider = [&](std::string_view spelling) {
    // Texts whose lengths differ so much are too far apart: no need to look.
    const std::size_t longer = std::max(written.size(), spelling.size());
    const std::size_t shorter = std::min(written.size(), spelling.size());
    if (static_cast<int>(longer - shorter) >= best.distance) return;
    const int distance = edit_distance(written, spelling);
    if (distance < best.distance) best = {distance, spelling, row.name};
  };
  consider(row.name);
  for (const std::string_view alias : row.aliases) consider(alias);
  return best;
}

}  // namespace

int edit_distance(std::string_view a, std::string_view b) {
  const auto same = [&](std::size_t i, std::size_t j) {
    return to_lower(a[i]) == to_lower(b[j]);
  };
  // Row i: distances of the first i characters of `a` to all starts of `b`.
  std::vector<int> before_last(b.size() + 1);
  std::vector<int> last(b.size() + 1);
  std::vector<int> row(b.size() + 1);
  std::iota(last.begin(), last.end(), 0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    row[0] = last[0] + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const int replaced = last[j] + (same(i, j) ? 0 : 1);
      row[j + 1] = std::min({replaced, last[j + 1] + 1, row[j] + 1});
      if (i > 0 && j > 0 && same(i, j - 1) && same(i - 1, j)) {
        row[j + 1] = std::min(row[j + 1], before_last[j - 1] + 1);
      }
    }
    before_last.swap(last);
    last.swap(row);
  }
  return last.back();
}

std::string nearest_formats(std::string_view name) {
  std::vector<Guess> guesses;
  const int farthest = std::max(1, static_cast<int>(name.size()) / 3);
  int nearest = farthest + 1;
  for (const NamedFormat& row : formats()) {
    guesses.push_back(guess(name, row, std::min(farthest, nearest)));
    nearest = std::min(nearest, guesses.back().distance);
  }
  if (nearest > farthest) {
    return "use a name such as f32, bf16, f8_e4m3fn, i4, q5.26 or mxfp4, or "
           "eXmY for a float";
  }
  std::vector<std::string> hints;
  for (const Guess& each : guesses) {
    if (each.distance != nearest || hints.size() == kMostHints) continue;
    hints.push_back(each.spelling == each.name
                        ? std::string(each.name)
                        : concat(each.spelling, " (", each.name, ")"));
  }
  return concat("did you mean ", join(hints, ", "), "?");
}

}  // namespace ashlar
