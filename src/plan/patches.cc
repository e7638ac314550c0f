// patches.cc - looks for neighbours on either side.
#include "src/plan/patches.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace ashlar {
namespace {

using kernels::Hop;
using kernels::Patch;
using kernels::PatchOrder;

constexpr auto kSide = static_cast<Index>(kernels::kPatchSide);

/// What each costs, in elements of a table.
struct HopCost {
  Index bytes;
  double cost;  ///< longer stores cross lines more often
};
constexpr HopCost kHopCosts[] = {{4, 1.1}, {8, 1.3}, {16, 2.5}};
constexpr double kPatchCost = 14;
/// Of a patch whose columns are in other orders.
constexpr double kOrderCost = 3;
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
    is_done_.assign(at_.size(), 0);
    Patches runs;
    double cost = add_hops(runs);
    const auto all = static_cast<double>(at_.size());
    const bool has_squares = width_ == 1 && size() >= kSide;
    for (const Order order : {Order::same, Order::any}) {
      if (!has_squares || cost <= kGood * all) break;
      Patches squares;
      double other = add_patches(squares, order);
      other += add_hops(squares);  // of what those have left
      if (other >= cost) continue;
      cost = other;
      runs = std::move(squares);
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
  /// Whether all columns of a square have their rows in the same order.
  enum class Order : std::uint8_t { same, any };

  using Rows = std::array<std::uint8_t, kernels::kPatchSide>;
  static constexpr Rows kInOrder = {0, 1, 2, 3, 4, 5, 6, 7};

  /// So many bytes of the work area as a square has rows, and which row each of
  /// them is of.
  struct Column {
    Index place = 0;
    Rows rows = kInOrder;
  };

  /// Columns of a square: what they have of a row lies side by side. They are
  /// looked for at every byte, too often for memory of their own.
  struct Columns {
    Index first = 0;  ///< byte of the rows that the first one is
    std::size_t begin = kernels::kPatchSide;
    std::size_t count = 0;
    std::array<Column, 2 * kernels::kPatchSide> room;

    bool is_full() const { return count == kernels::kPatchSide; }
    std::span<const Column> list() const {
      return std::span(room).subspan(begin, count);
    }
    void append(const Column& column) { room[begin + count++] = column; }
    void prepend(const Column& column) {
      room[--begin] = column;
      ++count;
      --first;
    }
  };

  Index size() const { return std::ssize(at_); }
  Index at(Index i) const { return at_[static_cast<std::size_t>(i)]; }
  bool is_done(Index i) const {
    return is_done_[static_cast<std::size_t>(i)] != 0;
  }

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

  /// Returns what they cost.
  double add_patches(Patches& to, Order order) {
    is_done_.assign(at_.size(), 0);
    place_of_.assign(static_cast<std::size_t>(in_bytes_), -1);
    for (Index i = 0; i < size(); ++i) {
      place_of_[static_cast<std::size_t>(at(i))] = static_cast<std::int32_t>(i);
    }
    for (Index i = 0; i < size(); ++i) {
      if (is_done(i)) continue;
      // Columns that begin here, or as far before as they may.
      for (const Index back : {Index{0}, kSide / 2, kSide - 1}) {
        const Index start = std::min(i - back, size() - kSide);
        if (start < 0) break;
        const Columns columns = columns_at(start, order);
        if (count_new(columns) < kLeastNew) continue;
        add_patch(to, start, columns);
        break;
      }
    }
    double cost = 0;
    for (const Patch& patch : to.patches) {
      const bool has_order = patch.order != Patch::kAsTheyAre;
      cost += kPatchCost + (has_order ? kOrderCost : 0);
    }
    return cost;
  }

  /// The column that is `by` bytes further than that at `start`.
  std::optional<Column> find_column(Index start, Index by, Order order) const {
    const std::optional<Index> first = find_byte(at(start) + by);
    if (!first) return std::nullopt;
    if (is_column(start, by, *first)) return Column{*first};
    return order == Order::any ? find_mixed(start, by) : std::nullopt;
  }

  bool is_column(Index start, Index by, Index place) const {
    if (place > size() - kSide) return false;
    for (Index i = 1; i < kSide; ++i) {
      if (at(place + i) != at(start + i) + by) return false;
    }
    return true;
  }

  /// The same if its bytes are in another order.
  std::optional<Column> find_mixed(Index start, Index by) const {
    std::array<Index, kernels::kPatchSide> places;
    for (Index i = 0; i < kSide; ++i) {
      const std::optional<Index> place = find_byte(at(start + i) + by);
      if (!place) return std::nullopt;
      places[static_cast<std::size_t>(i)] = *place;
    }
    const auto [least, most] = std::ranges::minmax(places);
    if (most - least != kSide - 1) return std::nullopt;
    Column column{least};
    unsigned seen = 0;
    for (std::size_t row = 0; row < places.size(); ++row) {
      const auto byte = static_cast<std::size_t>(places[row] - least);
      column.rows[byte] = static_cast<std::uint8_t>(row);
      seen |= 1u << byte;
    }
    if (seen != 0xff) return std::nullopt;
    return column;
  }

  /// Where a byte of the staging area goes, if anywhere.
  std::optional<Index> find_byte(Index byte) const {
    if (byte < 0 || byte >= in_bytes_) return std::nullopt;
    const Index place = place_of_[static_cast<std::size_t>(byte)];
    if (place < 0) return std::nullopt;
    return place;
  }

  Columns columns_at(Index start, Order order) const {
    Columns out;
    out.append({start});
    while (!out.is_full()) {
      const auto by = static_cast<Index>(out.count);
      const auto next = find_column(start, by, order);
      if (!next) break;
      out.append(*next);
    }
    while (!out.is_full()) {
      const auto before = find_column(start, out.first - 1, order);
      if (!before) break;
      out.prepend(*before);
    }
    return out;
  }

  Index count_new(const Columns& columns) const {
    std::array<Index, kernels::kPatchSide> places;  // in order
    auto end = places.begin();
    for (const Column& column : columns.list()) {
      const auto at = std::upper_bound(places.begin(), end, column.place);
      std::move_backward(at, end, end + 1);
      *at = column.place;
      ++end;
    }
    Index count = 0;
    Index next = 0;  // the first that is not counted yet
    for (const Index place : std::span(places.begin(), end)) {
      for (Index i = std::max(place, next); i < place + kSide; ++i) {
        count += is_done(i) ? 0 : 1;
      }
      next = place + kSide;
    }
    return count;
  }

  void add_patch(Patches& to, Index start, const Columns& columns) {
    Patch patch;
    PatchOrder order;
    bool is_in_order = true;
    for (Index i = 0; i < kSide; ++i) {
      const auto k = static_cast<std::size_t>(i);
      // Columns that there are none of go behind the work area.
      const Column column =
          k < columns.count ? columns.list()[k] : Column{size()};
      patch.rows[k] = static_cast<std::int32_t>(at(start + i) + columns.first);
      patch.columns[k] = static_cast<std::int32_t>(column.place);
      std::ranges::copy(column.rows, order.from[k]);
      is_in_order = is_in_order && column.rows == kInOrder;
    }
    if (!is_in_order) patch.order = number_of(to.orders, order);
    to.patches.push_back(patch);
    for (const Column& column : columns.list()) {
      std::fill_n(is_done_.begin() + column.place, kSide, std::uint8_t{1});
    }
  }

  /// Mostly it is one of the last ones again.
  static std::int32_t number_of(std::vector<PatchOrder>& orders,
                                const PatchOrder& order) {
    constexpr std::size_t kLast = 16;
    const std::size_t count = orders.size();
    for (std::size_t i = count; i-- > count - std::min(count, kLast);) {
      if (orders[i] == order) return static_cast<std::int32_t>(i);
    }
    orders.push_back(order);
    return static_cast<std::int32_t>(count);
  }

  std::span<const std::int32_t> at_;
  Index width_;
  Index in_bytes_;
  std::vector<std::uint8_t> is_done_;   ///< by element: whether a square does
  std::vector<std::int32_t> place_of_;  ///< by byte of the staging area
};

}  // namespace

std::optional<Patches> find_patches(std::span<const std::int32_t> at,
                                    Index width, Index in_bytes) {
  return Finder(at, width, in_bytes).run();
}

}  // namespace ashlar
