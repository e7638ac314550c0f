// cores.cc - counts and lists cores.
#include <algorithm>

#include "src/base/checked.h"
#include "src/placement/check.h"

namespace ashlar {
namespace {

constexpr std::string_view kWhere = "placement";

Index width(const CoreRange& range) { return range.last.x - range.first.x + 1; }
Index height(const CoreRange& range) {
  return range.last.y - range.first.y + 1;
}

CoreRange range_of(const CoreGrid& grid) {
  return {{0, 0}, {grid.cols - 1, grid.rows - 1}};
}

/// The ranges that `cores` stands for.
std::vector<CoreRange> ranges_of(const Cores& cores) {
  if (const auto* count = std::get_if<Index>(&cores)) {
    return {range_of({1, *count})};
  }
  if (const auto* grid = std::get_if<CoreGrid>(&cores)) {
    return {range_of(*grid)};
  }
  return std::get<std::vector<CoreRange>>(cores);
}

CoreCoord nth(const CoreRange& range, Index n, Sharded::Order order) {
  if (order == Sharded::Order::row) {
    return {range.first.x + n % width(range), range.first.y + n / width(range)};
  }
  return {range.first.x + n / height(range), range.first.y + n % height(range)};
}

}  // namespace

Index core_count(const Cores& cores) {
  Index count = 0;
  for (const CoreRange& range : ranges_of(cores)) {
    count = checked_add(
        count, checked_multiply(width(range), height(range), "cores"), "cores");
  }
  return count;
}

std::vector<CoreCoord> core_list(const Cores& cores, Sharded::Order order) {
  check(cores);
  std::vector<CoreCoord> list;
  list.reserve(static_cast<std::size_t>(core_count(cores)));
  for (const CoreRange& range : ranges_of(cores)) {
    const Index count = width(range) * height(range);
    for (Index n = 0; n < count; ++n) list.push_back(nth(range, n, order));
  }
  return list;
}

CoreCoord core_of(const Sharded& sharded, std::span<const Index> unit) {
  check(sharded);
  const std::vector<CoreRange> ranges = ranges_of(sharded.cores);
  const bool is_counted =
      ranges.size() > 1 || std::holds_alternative<Index>(sharded.cores);
  const std::size_t expected = is_counted ? 1 : 2;
  require(unit.size() == expected, ErrorKind::invalid, kWhere,
          "the coordinate of a core has ", unit.size(), " numbers, expected ",
          expected, is_counted ? ": core" : ": core.y and core.x");
  if (!is_counted) {
    const CoreCoord at{ranges[0].first.x + unit[1],
                       ranges[0].first.y + unit[0]};
    require(unit[0] >= 0 && unit[1] >= 0 && at.x <= ranges[0].last.x &&
                at.y <= ranges[0].last.y,
            ErrorKind::invalid, kWhere, "core.y=", unit[0],
            ", core.x=", unit[1], " is outside ", height(ranges[0]), "x",
            width(ranges[0]), " cores");
    return at;
  }
  const Index count = core_count(sharded.cores);
  require(unit[0] >= 0 && unit[0] < count, ErrorKind::invalid, kWhere,
          "core=", unit[0], " is not in 0 .. ", count - 1);
  Index rest = unit[0];
  for (const CoreRange& range : ranges) {
    const Index here = width(range) * height(range);
    if (rest < here) return nth(range, rest, sharded.order);
    rest -= here;
  }
  fail(ErrorKind::bug, kWhere, "no range holds core ", unit[0]);
}

}  // namespace ashlar
