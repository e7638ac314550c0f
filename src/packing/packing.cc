// packing.cc - packings as values: their rules, their sizes and their texts.
#include "ashlar/packing.h"

#include <array>

#include "src/base/checked.h"
#include "src/base/cursor.h"
#include "src/packing/container.h"

namespace ashlar {
namespace {

struct Row {
  PackOrder order;
  std::string_view name;
};

constexpr std::array kRows = {
    Row{PackOrder::containers, "containers"},
    Row{PackOrder::dense, "dense"},
    Row{PackOrder::msb_first, "msb_first"},
    Row{PackOrder::split_half, "split_half"},
    Row{PackOrder::msb_aligned, "msb_aligned"},
};

constexpr std::array kOrders = {PackOrder::containers, PackOrder::dense,
                                PackOrder::msb_first, PackOrder::split_half,
                                PackOrder::msb_aligned};

constexpr std::string_view kWhere = "packing";

bool has_halves(std::int64_t group) {
  return group >= 2 && group <= Packing::kMaxGroup && group % 2 == 0;
}

std::string no_halves(std::int64_t group) {
  return concat("split_half cannot part groups of ", group,
                " codes, expected an even number from 2 to ",
                Packing::kMaxGroup);
}

PackOrder read_order(Cursor& in) {
  for (const Row& row : kRows) {
    if (in.accept_word(row.name)) return row.order;
  }
  in.fail_expected("containers, dense, msb_first, split_half or msb_aligned");
}

/// The group in parentheses; the default one without them.
std::int64_t read_group(Cursor& in) {
  if (!in.accept('(')) return Packing::kDefaultGroup;
  in.peek();  // so that an error points at the number, not at blanks
  const std::size_t begin = in.position();
  const std::int64_t group = in.number("the size of a group");
  if (!has_halves(group)) in.fail_at(begin, no_halves(group));
  in.expect(')', "after the size of a group");
  return group;
}

}  // namespace

Packing::Packing(int bits, PackOrder order) : bits_(bits), order_(order) {
  require(bits >= 1 && bits <= 8, ErrorKind::invalid, kWhere,
          "codes have 1 to 8 bits, these have ", bits);
  if (order != PackOrder::split_half) return;
  require(container_bits(bits) == 4, ErrorKind::invalid, kWhere,
          "split_half is for codes of 3 or 4 bits, these have ", bits);
  group_ = kDefaultGroup;
}

Packing Packing::split_half(int bits, std::int64_t group) {
  Packing packing(bits, PackOrder::split_half);
  require(has_halves(group), ErrorKind::invalid, kWhere, no_halves(group));
  packing.group_ = group;
  return packing;
}

std::string_view name_of(PackOrder order) {
  for (const Row& row : kRows) {
    if (row.order == order) return row.name;
  }
  fail(ErrorKind::invalid, kWhere, "no order has the number ",
       static_cast<int>(order));
}

std::span<const PackOrder> pack_orders() { return kOrders; }

std::string to_string(const Packing& packing) {
  std::string text(name_of(packing.order()));
  if (packing.order() == PackOrder::split_half &&
      packing.group() != Packing::kDefaultGroup) {
    text += concat("(", packing.group(), ")");
  }
  return text;
}

Packing parse_packing(std::string_view text, int bits) {
  Cursor in(text, kWhere);
  const PackOrder order = read_order(in);
  const bool grouped = order == PackOrder::split_half;
  const std::int64_t group = grouped ? read_group(in) : 1;
  in.expect_end();
  return grouped ? Packing::split_half(bits, group) : Packing(bits, order);
}

std::int64_t packed_bytes(const Packing& packing, std::int64_t count) {
  require(count >= 0, ErrorKind::invalid, kWhere, "the number of codes is ",
          count, ", expected 0 or more");
  const int bits = packing.bits();
  switch (packing.order()) {
    case PackOrder::containers:
      return div_up(count, 8 / container_bits(bits));
    case PackOrder::dense:
    case PackOrder::msb_first:
      return count / 8 * bits + div_up(count % 8 * bits, 8);
    case PackOrder::split_half:
      return checked_multiply(div_up(count, packing.group()),
                              packing.group() / 2, kWhere);
    case PackOrder::msb_aligned:
      break;
  }
  return count;
}

}  // namespace ashlar
