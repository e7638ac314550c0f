// print.cc - the one spelling of a placement.
#include "src/base/concat.h"
#include "src/placement/check.h"

namespace ashlar {
namespace {

std::string_view name_of(Sharded::Kind kind) {
  switch (kind) {
    case Sharded::Kind::height:
      return "height";
    case Sharded::Kind::width:
      return "width";
    case Sharded::Kind::block:
      return "block";
    case Sharded::Kind::nd:
      return "nd";
  }
  return "";
}

std::string cores_text(const Cores& cores) {
  if (const auto* count = std::get_if<Index>(&cores)) return concat(*count);
  if (const auto* grid = std::get_if<CoreGrid>(&cores)) {
    return concat(grid->rows, 'x', grid->cols);
  }
  std::vector<std::string> ranges;
  for (const CoreRange& range : std::get<std::vector<CoreRange>>(cores)) {
    ranges.push_back(to_string(range));
  }
  return "cores=" + join(ranges, "+");
}

std::string spread_text(const Sharded& sharded) {
  std::string out =
      concat(name_of(sharded.kind), '(', cores_text(sharded.cores));
  if (!sharded.shard.empty()) out += ", shard=" + join(sharded.shard, "x");
  if (sharded.order == Sharded::Order::col) out += ", order=col";
  if (sharded.distribution == Sharded::Distribution::grid) {
    out += ", distribution=grid";
  }
  if (sharded.distribution == Sharded::Distribution::contiguous) {
    out += ", distribution=contiguous";
  }
  return out += ')';
}

std::string ranks_text(const Ranks& ranks) {
  if (ranks.mode == Ranks::Mode::replicated) {
    return concat("replicated(", ranks.count, ')');
  }
  if (ranks.axis == 0) return concat("ranks(", ranks.count, ')');
  return concat("ranks(", ranks.count, ", axis=", ranks.axis, ')');
}

std::string memory_text(const Memory& memory) {
  std::string out(memory.device.view());
  if (memory.device != Name("host")) out += concat(':', memory.index);
  if (memory.name != Name()) out += concat('/', memory.name.view());
  return out;
}

}  // namespace

std::string to_string(const Placement& placement) {
  if (placement == Placement()) return {};
  std::string out = "on " + memory_text(placement.memory);
  if (const auto* banks = std::get_if<Interleaved>(&placement.spread)) {
    out += concat(" interleaved(", banks->banks, ')');
  }
  if (const auto* sharded = std::get_if<Sharded>(&placement.spread)) {
    out += ' ' + spread_text(*sharded);
  }
  if (placement.ranks) out += ' ' + ranks_text(*placement.ranks);
  return out;
}

}  // namespace ashlar
