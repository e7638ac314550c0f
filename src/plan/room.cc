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

/// Values that digits have together; 0 if some are missing.
Index count_values(std::vector<Digit> digits) {
  std::ranges::sort(digits, {}, &Digit::div);
  Index count = 1;
  for (const Digit& digit : digits) {
    if (digit.div != count) return 0;
    // What is allocated beyond that, as between rows, may be somebody else's.
    count = checked_multiply(count, digit.radix, "convert");
    if (!digit.wraps) break;
  }
  return count;
}

/// Whether a join counts up to whatever the values of its digits add up to, and
/// each sum is another number: values that no element has have slots too then.
/// A canonical layout may have left out digits that no element needs. Joins of
/// joins are not looked at.
bool counts_all(const BoundLayout& layout, std::size_t number) {
  const Join& join = layout.joins()[number];
  const auto parts = layout.digits().subspan(join.first, join.count);
  std::vector<Digit> sorted(parts.begin(), parts.end());
  std::ranges::sort(sorted, {}, &Digit::stride);
  Index values = 1;
  for (const Digit& part : sorted) {
    if (part.source >= kMaxRank || part.xor_count > 0) return false;
    if (part.radix > 1 && part.stride < values) return false;
    values = checked_add(
        values, checked_multiply(part.stride, part.radix - 1, "convert"),
        "convert");
  }
  std::vector<Digit> counted;
  for (const Digit& digit : layout.digits()) {
    if (digit.source == kMaxRank + number) counted.push_back(digit);
  }
  return values <= count_values(std::move(counted));
}

/// Whether what a digit adds is only known of indices inside: that of a join
/// may be, and where one is XORed with a digit of an axis. An XOR of digits of
/// axes has a slot for each of their values.
std::vector<bool> find_mixed(const BoundLayout& layout, bool knows_joins) {
  const auto digits = layout.digits();
  std::vector<bool> is_mixed(digits.size(), false);
  for (std::size_t i = 0; i < layout.joins().size(); ++i) {
    const Join& join = layout.joins()[i];
    if (knows_joins && counts_all(layout, i)) continue;
    std::fill_n(is_mixed.begin() + join.first, join.count, true);
  }
  for (std::size_t i = 0; i < digits.size(); ++i) {
    for (std::size_t k = 0; k < digits[i].xor_count; ++k) {
      const std::uint8_t other = digits[i].xors[k];
      if (digits[i].source >= kMaxRank) is_mixed[other] = true;
      if (digits[other].source >= kMaxRank) is_mixed[i] = true;
    }
  }
  return is_mixed;
}

/// Values that the digits of an axis have together, wherever they are; 0 if
/// that is not known of one of them.
Index values_of(const BoundLayout& layout, int source, bool knows_joins) {
  const std::vector<bool> is_mixed = find_mixed(layout, knows_joins);
  std::vector<Digit> out;
  for (std::size_t i = 0; i < is_mixed.size(); ++i) {
    const Digit& digit = layout.digits()[i];
    if (digit.source != source) continue;
    if (is_mixed[i]) return 0;
    out.push_back(digit);
  }
  return count_values(std::move(out));
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

}  // namespace

Index room_of(const Side& side, int axis) {
  const Index size = side.size(axis);
  if (!is_whole(side)) return size;
  const int source = side.source(axis);
  // A block that an axis does not fill is only seen as it was written, what a
  // name stands for only once it is canonical. Joins count as far as they do
  // in memory.
  const Index room = std::max(values_of(*side.written(), source, false),
                              values_of(*side.layout(), source, true));
  return std::max(std::min(room, values_in_memory(side, axis)), size);
}

}  // namespace ashlar
