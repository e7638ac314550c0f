// room.cc - the digits of an axis, from the lowest on.
#include "src/plan/room.h"

#include <algorithm>
#include <vector>

#include "src/base/checked.h"

namespace ashlar {
namespace {

/// Whether there is no more to the layout than the elements of the side.
bool is_whole(const Side& side) {
  if (side.layout() == nullptr || side.layout()->fields().size() > 1) {
    return false;
  }
  Index volume = 1;
  for (int axis = 0; axis < side.rank(); ++axis) volume *= side.size(axis);
  return volume == side.layout()->shape().volume();
}

/// The digits that an axis has in memory and in units; none if a join has some
/// of it: what such add is only known of indices inside. An XOR of digits has a
/// slot for each of their values.
std::vector<Digit> digits_of(const BoundLayout& layout, int source) {
  std::vector<Digit> out;
  const auto digits = layout.digits();
  std::vector<bool> is_mixed(digits.size(), false);
  for (const Join& join : layout.joins()) {
    std::fill_n(is_mixed.begin() + join.first, join.count, true);
  }
  for (std::size_t i = 0; i < digits.size(); ++i) {
    for (std::size_t k = 0; k < digits[i].xor_count; ++k) {
      const std::uint8_t other = digits[i].xors[k];
      if (digits[i].source >= kMaxRank) is_mixed[other] = true;
      if (digits[other].source >= kMaxRank) is_mixed[i] = true;
    }
  }
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (digits[i].source != source) continue;
    if (is_mixed[i]) return {};
    out.push_back(digits[i]);
  }
  std::ranges::sort(out, {}, &Digit::div);
  return out;
}

/// Indices up to which the digits that are left of an axis in memory count:
/// beyond, those would that had one value only.
Index values_in_memory(const Side& side, int axis) {
  Index most = 1;
  for (const Digit& digit : side.layout()->digits()) {
    if (digit.source != side.source(axis)) continue;
    most = std::max(most, checked_multiply(digit.div, digit.alloc, "convert"));
  }
  return most;
}

/// Values that digits have together, the lowest first; 0 if some are missing.
Index room_of(const std::vector<Digit>& digits) {
  Index room = 1;
  for (const Digit& digit : digits) {
    if (digit.div != room) return 0;
    // What is allocated beyond that, as between rows, may be somebody else's.
    room = checked_multiply(room, digit.radix, "convert");
    if (!digit.wraps) break;
  }
  return room;
}

}  // namespace

Index room_of(const Side& side, int axis) {
  const Index size = side.size(axis);
  if (!is_whole(side)) return size;
  // A block that an axis does not fill is only seen as it was written, what a
  // name stands for only once it is canonical.
  const Index room =
      std::max(room_of(digits_of(*side.written(), side.source(axis))),
               room_of(digits_of(*side.layout(), side.source(axis))));
  return std::max(std::min(room, values_in_memory(side, axis)), size);
}

}  // namespace ashlar
