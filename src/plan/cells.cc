// cells.cc - covers the bytes of each cell with as few windows as it takes.
#include "src/plan/cells.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace ashlar {
namespace {

using kernels::CellOrder;

constexpr auto kBytes = static_cast<Index>(kernels::kCellBytes);

class Finder {
 public:
  Finder(std::span<const std::int32_t> at, Index width)
      : at_(at), width_(width) {}

  std::optional<Cells> run(Index most_parts) {
    const Index bytes = std::ssize(at_) * width_;
    if (bytes < kBytes) return std::nullopt;
    for (Index start = 0; start < bytes; start += kBytes) {
      add(std::min(start, bytes - kBytes));  // the last overlaps another one
      if (std::ssize(cells_.parts) > most_parts) return std::nullopt;
    }
    return std::move(cells_);
  }

 private:
  using From = std::array<std::uint8_t, kernels::kCellBytes>;

  /// Where a byte of the work area comes from.
  std::int32_t source_of(Index byte) const {
    return at_[static_cast<std::size_t>(byte / width_)] +
           static_cast<std::int32_t>(byte % width_);
  }

  void add(Index start) {
    std::array<std::int32_t, kernels::kCellBytes> from;
    for (std::size_t i = 0; i < from.size(); ++i) {
      from[i] = source_of(start + static_cast<Index>(i));
    }
    auto sorted = from;
    std::ranges::sort(sorted);
    std::int32_t parts = 0;
    for (auto next = sorted.begin(); next != sorted.end(); ++parts) {
      const std::int32_t window = *next;
      From order;
      for (std::size_t i = 0; i < from.size(); ++i) {
        const std::int32_t byte = from[i] - window;
        const bool is_in = byte >= 0 && byte < kBytes;
        order[i] = is_in ? static_cast<std::uint8_t>(byte) : kernels::kNoByte;
      }
      cells_.parts.push_back({window, number_of(order)});
      next = std::ranges::find_if(next, sorted.end(), [&](std::int32_t byte) {
        return byte - window >= kBytes;
      });
    }
    cells_.cells.push_back({static_cast<std::int32_t>(start), parts});
  }

  std::int32_t number_of(const From& from) {
    const auto [found, is_new] = numbers_.try_emplace(
        from, static_cast<std::int32_t>(cells_.orders.size()));
    if (is_new) {
      CellOrder order;
      std::ranges::copy(from, order.from);
      cells_.orders.push_back(order);
    }
    return found->second;
  }

  std::span<const std::int32_t> at_;
  Index width_;
  Cells cells_;
  std::map<From, std::int32_t> numbers_;  ///< of orders
};

}  // namespace

std::optional<Cells> find_cells(std::span<const std::int32_t> at, Index width,
                                Index most_parts) {
  return Finder(at, width).run(most_parts);
}

}  // namespace ashlar
