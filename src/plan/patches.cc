// patches.cc - looks for neighbours on either side.
#include "src/plan/patches.h"

#include <algorithm>
#include <utility>

namespace ashlar {
namespace {

using kernels::Hop;
using kernels::Patch;

constexpr auto kSide = static_cast<Index>(kernels::kPatchSide);

/// What each costs, in elements of a table.
struct HopCost {
  Index bytes;
  double cost;  ///< longer stores cross lines more often
};
constexpr HopCost kHopCosts[] = {{4, 1.1}, {8, 1.3}, {16, 2.5}};
constexpr double kPatchCost = 14;
constexpr double kCellCost = 2;
constexpr double kPartCost = 1.5;
constexpr double kCellBytes = kernels::kCellBytes;
/// A table is given up for so much of its cost, and squares are looked for
/// unless runs alone are so much better.
constexpr double kWorth = 0.75;
constexpr double kGood = 0.3;
/// Bytes of a square that no other one moves, at least: more than a single run
/// has, which is a square whose columns lie on each other.
constexpr Index kLeastNew = 16;

class Finder {
 public:
  Finder(std::span<const std::int32_t> at, Index width, Index in_bytes)
      : at_(at), width_(width), in_bytes_(in_bytes) {}

  std::optional<Patches> run() {
    is_done_.assign(at_.size(), false);
    Patches runs;
    double cost = add_hops(runs);
    const auto all = static_cast<double>(at_.size());
    if (width_ == 1 && cost > kGood * all && size() >= kSide) {
      Patches squares;
      squares.patches = list_patches();
      const double other =
          kPatchCost * static_cast<double>(squares.patches.size()) +
          add_hops(squares);
      if (other < cost) {
        cost = other;
        runs = std::move(squares);
      }
    }
    const bool is_dear = cost > kWorth * all;
    cost = std::min(cost, kWorth * all);
    const double parts =
        (cost - kCellCost * all * static_cast<double>(width_) / kCellBytes) /
        kPartCost;
    if (auto cells = find_cells(at_, width_, static_cast<Index>(parts))) {
      runs = {};
      runs.cells = std::move(*cells);
      return runs;
    }
    if (is_dear) return std::nullopt;
    return runs;
  }

 private:
  /// As many bytes of the work area that are columns of a square, one after
  /// the other, as there are; all columns are the same but for where they are.
  struct Columns {
    Index first = 0;  ///< byte of the rows that the first one is
    std::vector<Index> places;
  };

  Index size() const { return std::ssize(at_); }
  Index at(Index i) const { return at_[static_cast<std::size_t>(i)]; }
  bool is_done(Index i) const { return is_done_[static_cast<std::size_t>(i)]; }

  /// What no square moves, by those hops that cost least. Returns their cost.
  double add_hops(Patches& to) const {
    double least = 0;
    for (const auto& [bytes, cost] : kHopCosts) {
      if (bytes < width_) continue;
      std::vector<Hop> hops = list_hops(bytes);
      const double sum = cost * static_cast<double>(hops.size());
      if (!to.hops.empty() && sum >= least) continue;
      least = sum;
      to.hops = std::move(hops);
      to.hop_bytes = bytes;
    }
    return least;
  }

  /// Stretches of both sides.
  std::vector<Hop> list_hops(Index bytes) const {
    std::vector<Hop> hops;
    Index run = 0;  // bytes of the last one
    for (Index i = 0; i < size(); ++i) {
      if (is_done(i)) {
        run = 0;
        continue;
      }
      const bool goes_on =
          run > 0 && run + width_ <= bytes && at(i) == at(i - 1) + width_;
      if (!goes_on) {
        hops.push_back({static_cast<std::int32_t>(at(i)),
                        static_cast<std::int32_t>(i * width_)});
        run = 0;
      }
      run += width_;
    }
    return hops;
  }

  std::vector<Patch> list_patches() {
    place_of_.assign(static_cast<std::size_t>(in_bytes_), -1);
    for (Index i = 0; i < size(); ++i) {
      place_of_[static_cast<std::size_t>(at(i))] = static_cast<std::int32_t>(i);
    }
    std::vector<Patch> patches;
    for (Index i = 0; i < size(); ++i) {
      if (is_done(i)) continue;
      // Columns that begin here, or as far before as they may.
      for (const Index back : {Index{0}, kSide / 2, kSide - 1}) {
        const Index start = std::min(i - back, size() - kSide);
        if (start < 0) break;
        const Columns columns = columns_at(start);
        if (count_new(columns) < kLeastNew) continue;
        patches.push_back(patch_of(start, columns));
        break;
      }
    }
    return patches;
  }

  /// Whether the column at `place` is `by` bytes further than that at `start`.
  bool is_column(Index start, Index by, Index& place) const {
    const Index from = at(start) + by;
    if (from < 0 || from >= in_bytes_) return false;
    place = place_of_[static_cast<std::size_t>(from)];
    if (place < 0 || place > size() - kSide) return false;
    for (Index i = 1; i < kSide; ++i) {
      if (at(place + i) != at(start + i) + by) return false;
    }
    return true;
  }

  Columns columns_at(Index start) const {
    Columns out;
    out.places.push_back(start);
    Index place = 0;
    while (std::ssize(out.places) < kSide &&
           is_column(start, std::ssize(out.places), place)) {
      out.places.push_back(place);
    }
    while (std::ssize(out.places) < kSide &&
           is_column(start, out.first - 1, place)) {
      out.places.insert(out.places.begin(), place);
      --out.first;
    }
    return out;
  }

  Index count_new(const Columns& columns) const {
    std::vector<Index> places = columns.places;
    std::ranges::sort(places);
    Index count = 0;
    Index next = 0;  // the first that is not counted yet
    for (const Index place : places) {
      for (Index i = std::max(place, next); i < place + kSide; ++i) {
        count += is_done(i) ? 0 : 1;
      }
      next = place + kSide;
    }
    return count;
  }

  Patch patch_of(Index start, const Columns& columns) {
    Patch patch;
    for (Index i = 0; i < kSide; ++i) {
      const auto k = static_cast<std::size_t>(i);
      patch.rows[k] = static_cast<std::int32_t>(at(start + i) + columns.first);
      // Columns that there are none of go behind the work area.
      patch.columns[k] = static_cast<std::int32_t>(
          i < std::ssize(columns.places) ? columns.places[k] : size());
    }
    for (const Index place : columns.places) {
      std::fill_n(is_done_.begin() + place, kSide, true);
    }
    return patch;
  }

  std::span<const std::int32_t> at_;
  Index width_;
  Index in_bytes_;
  std::vector<bool> is_done_;           ///< by element: a square moves it
  std::vector<std::int32_t> place_of_;  ///< by byte of the staging area
};

}  // namespace

std::optional<Patches> find_patches(std::span<const std::int32_t> at,
                                    Index width, Index in_bytes) {
  return Finder(at, width, in_bytes).run();
}

}  // namespace ashlar
