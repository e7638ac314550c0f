// check.cc - the limits of placements.
#include "src/placement/check.h"

#include <utility>

#include "src/base/require.h"

namespace ashlar {
namespace {

constexpr std::string_view kWhere = "placement";

bool share_a_core(const CoreRange& a, const CoreRange& b) {
  return a.first.x <= b.last.x && b.first.x <= a.last.x &&
         a.first.y <= b.last.y && b.first.y <= a.last.y;
}

void check_count(Index count, std::string_view what) {
  require(count >= 1 && count <= kMaxUnitCount, ErrorKind::limit, kWhere, count,
          " ", what, ", expected 1 to ", kMaxUnitCount);
}

void check_range(const CoreRange& range) {
  for (const CoreCoord& corner : {range.first, range.last}) {
    require(corner.x >= 0 && corner.x < kMaxCoreCoord && corner.y >= 0 &&
                corner.y < kMaxCoreCoord,
            ErrorKind::limit, kWhere, "core (", corner.x, ",", corner.y,
            "): coordinates go from 0 to ", kMaxCoreCoord - 1);
  }
  require(range.first.x <= range.last.x && range.first.y <= range.last.y,
          ErrorKind::invalid, kWhere, "the cores ", to_string(range),
          " end before they start");
}

}  // namespace

void refuse(std::string problem, std::string hint) {
  throw Error(ErrorKind::invalid, std::string(kWhere), std::move(problem),
              std::move(hint));
}

std::string to_string(const CoreRange& range) {
  const auto corner = [](const CoreCoord& at) {
    return concat('(', at.x, ',', at.y, ')');
  };
  return range.first == range.last
             ? corner(range.first)
             : concat(corner(range.first), '-', corner(range.last));
}

std::string overlap(const std::vector<CoreRange>& ranges) {
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (share_a_core(ranges[k], ranges[i])) {
        return concat(to_string(ranges[k]), " and ", to_string(ranges[i]));
      }
    }
  }
  return {};
}

void check(const Cores& cores) {
  if (const auto* grid = std::get_if<CoreGrid>(&cores)) {
    for (const Index side : {grid->rows, grid->cols}) {
      require(side >= 1 && side <= kMaxCoreCoord, ErrorKind::limit, kWhere,
              "a grid of ", grid->rows, "x", grid->cols,
              " cores, expected 1 to ", kMaxCoreCoord, " a side");
    }
  } else if (const auto* ranges = std::get_if<std::vector<CoreRange>>(&cores)) {
    require(!ranges->empty() && std::ssize(*ranges) <= kMaxCoreRanges,
            ErrorKind::limit, kWhere, ranges->size(),
            " ranges of cores, expected 1 to ", kMaxCoreRanges);
    for (const CoreRange& range : *ranges) check_range(range);
    const std::string both = overlap(*ranges);
    require(both.empty(), ErrorKind::invalid, kWhere, "the cores ", both,
            " overlap");
  } else {
    check_count(std::get<Index>(cores), "cores");
    return;
  }
  check_count(core_count(cores), "cores");
}

void check(const Sharded& sharded) {
  check(sharded.cores);
  for (const Index size : sharded.shard) {
    require(size >= 1, ErrorKind::invalid, kWhere, "a shard of size ", size,
            ", expected at least 1");
  }
  if (sharded.kind != Sharded::Kind::nd) {
    require(sharded.shard.empty() || sharded.shard.size() == 2,
            ErrorKind::invalid, kWhere, "a shard of ", sharded.shard.size(),
            " sizes, expected rows x columns");
    require(sharded.distribution == Sharded::Distribution::round_robin,
            ErrorKind::invalid, kWhere,
            "only nd shards have a distribution of their own");
  }
}

void check(const Placement& placement) {
  const Index index = placement.memory.index;
  require(index >= 0 && index < kMaxUnitCount, ErrorKind::limit, kWhere,
          "device number ", index, ", expected 0 to ", kMaxUnitCount - 1);
  if (const auto* banks = std::get_if<Interleaved>(&placement.spread)) {
    check_count(banks->banks, "banks");
  }
  if (const auto* sharded = std::get_if<Sharded>(&placement.spread)) {
    check(*sharded);
  }
  if (placement.ranks) check_count(placement.ranks->count, "ranks");
}

}  // namespace ashlar
