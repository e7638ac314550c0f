// From sugar to digits.
#include <algorithm>
#include <numeric>

#include "src/base/checked.h"
#include "src/layout/lower.h"

namespace ashlar {
namespace {

std::string describe(const Element& element) {
  return concat(to_string(element), " of ", element.storage_bits, " bits");
}

/// What every lowering knows. Axes that a shape lacks are the gap "0".
struct Target {
  const Shape& shape;
  const AxisNames& names;
  const Element& element;

  std::string axis(int number) const {
    return number < 0 ? "0" : std::string(names[number]);
  }
  Index size(int number) const { return number < 0 ? 1 : shape[number]; }
};

Index elements_in(const Length& length, const Element& element,
                  std::string_view what) {
  if (length.unit == Length::Unit::elements) return length.count;
  const Index bits = checked_multiply(length.count, 8, "row");
  require(bits % element.storage_bits == 0, ErrorKind::invalid, "row", what,
          "=", length.count, "B is not a whole number of ", describe(element));
  return bits / element.storage_bits;
}

/// The number of elements a row takes up, 0 if it is just its size.
Index slots_of_row(const RowMajor& row, const Target& to) {
  const Index size = to.size(to.shape.rank() - 1);
  require(row.pitch.count == 0 || row.align.count == 0, ErrorKind::invalid,
          "row", "both pitch and align are given; leave one of them out");
  if (row.pitch.count != 0) {
    const Index pitch = elements_in(row.pitch, to.element, "pitch");
    require(pitch >= size, ErrorKind::invalid, "row", "the pitch of ", pitch,
            " elements is less than the ", size, " of a row");
    return pitch;
  }
  if (row.align.count == 0) return 0;
  if (row.align.unit == Length::Unit::elements) {
    return round_up(size, row.align.count, "row");
  }
  const Index bits = checked_multiply(row.align.count, 8, "row");
  const Index step = bits / std::gcd<Index>(bits, to.element.storage_bits);
  return round_up(size, step, "row");
}

Lowered lower_form(const RowMajor& row, const Target& to) {
  Lowered out;
  const int last = to.shape.rank() - 1;
  for (int axis = 0; axis < last; ++axis) {
    out.digits.memory.terms.push_back(term(to.axis(axis)));
  }
  const Index slots = slots_of_row(row, to);
  if (last >= 0 || slots > 1) {
    const bool is_padded = slots != 0 && slots != to.size(last);
    out.digits.memory.terms.push_back(
        term(to.axis(last), 1, 0, is_padded ? slots : 0));
    out.page_terms = 1;
  }
  return out;
}

Lowered lower_form(const ColumnMajor&, const Target& to) {
  Lowered out;
  for (int axis = to.shape.rank() - 1; axis >= 0; --axis) {
    out.digits.memory.terms.push_back(term(to.axis(axis)));
  }
  out.page_terms = to.shape.rank() > 0 ? 1 : 0;
  return out;
}

Lowered lower_form(const Strided& strided, const Target& to) {
  const int rank = to.shape.rank();
  require(strided.strides.size() == rank, ErrorKind::invalid, "strided",
          "there are ", strided.strides.size(), " strides for ", rank, " axes");
  std::vector<int> order;  // largest stride first; axes of size 1 have no say
  for (int axis = 0; axis < rank; ++axis) {
    if (to.size(axis) != 1) order.push_back(axis);
  }
  std::ranges::stable_sort(order, [&](int a, int b) {
    return strided.strides[a] > strided.strides[b];
  });
  Lowered out;
  std::vector<TermText>& terms = out.digits.memory.terms;
  Index inner = 1;  // the stride that the digits placed so far have used up
  for (std::size_t i = order.size(); i-- > 0;) {
    const int axis = order[i];
    const Index stride = strided.strides[axis];
    require(
        stride > 0, ErrorKind::invalid, "strided", "axis ", to.axis(axis),
        " of size ", to.size(axis), " has the stride ", stride,
        ": its elements would share a place; repeat them in a view instead");
    const Index filled = terms.empty() ? 1 : to.size(order[i + 1]);
    require(stride % inner == 0 && stride / inner >= filled, ErrorKind::invalid,
            "strided", "axis ", to.axis(axis), " has the stride ", stride,
            ", expected a multiple of ", inner, " that is at least ",
            checked_multiply(inner, filled, "strided"));
    const Index slots = stride / inner;
    if (terms.empty()) {
      if (slots > 1) terms.push_back(term("0", 1, 0, slots));
    } else if (slots != filled) {
      terms.front().digit.alloc = slots;
    }
    terms.insert(terms.begin(), term(to.axis(axis)));
    inner = stride;
  }
  for (int axis = rank - 1; axis >= 0; --axis) {
    if (to.size(axis) == 1) terms.insert(terms.begin(), term(to.axis(axis)));
  }
  return out;
}

/// The digits of one axis inside a tile: which face, and where in the face.
struct InTile {
  std::vector<TermText> face;
  std::vector<TermText> inside;
};

InTile digits_in_tile(const std::string& axis, Index tile, Index face) {
  const bool is_gap = axis == "0";
  InTile out;
  const auto add = [&](std::vector<TermText>& list, Index div, Index radix) {
    if (radix == 1) return;
    list.push_back(is_gap ? term("0", 1, 0, radix) : term(axis, div, radix));
  };
  add(out.face, face, tile / face);
  add(out.inside, 1, face);
  return out;
}

Lowered lower_form(const Tile& tile, const Target& to) {
  require(tile.rows >= 1 && tile.cols >= 1, ErrorKind::invalid, "tile",
          "a tile of ", tile.rows, "x", tile.cols, " holds nothing");
  const Index face_rows = tile.face_rows == 0 ? tile.rows : tile.face_rows;
  const Index face_cols = tile.face_cols == 0 ? tile.cols : tile.face_cols;
  require(tile.rows % face_rows == 0 && tile.cols % face_cols == 0,
          ErrorKind::invalid, "tile", "faces of ", face_rows, "x", face_cols,
          " do not divide the tile of ", tile.rows, "x", tile.cols);
  const int rank = to.shape.rank();
  Lowered out;
  std::vector<TermText>& terms = out.digits.memory.terms;
  for (int axis = 0; axis < rank - 2; ++axis) {
    terms.push_back(term(to.axis(axis)));
  }
  if (rank >= 2) terms.push_back(term(to.axis(rank - 2), tile.rows));
  if (rank >= 1) terms.push_back(term(to.axis(rank - 1), tile.cols));
  const std::size_t outer = terms.size();
  InTile first = digits_in_tile(to.axis(rank - 2), tile.rows, face_rows);
  InTile second = digits_in_tile(to.axis(rank - 1), tile.cols, face_cols);
  if (tile.order == Tile::Order::transposed) std::swap(first, second);
  for (const auto* part :
       {&first.face, &second.face, &first.inside, &second.inside}) {
    terms.insert(terms.end(), part->begin(), part->end());
  }
  out.page_terms = terms.size() - outer;
  return out;
}

Index lanes_of(const Stick& stick, const Element& element) {
  const Index bits = checked_multiply(stick.bytes, 8, "stick");
  require(bits > 0 && bits % element.storage_bits == 0, ErrorKind::invalid,
          "stick", "a stick of ", stick.bytes,
          " bytes does not hold a whole number of ", describe(element));
  return bits / element.storage_bits;
}

std::vector<int> order_of(const Stick& stick, int rank) {
  std::vector<int> order(static_cast<std::size_t>(rank));
  std::iota(order.begin(), order.end(), 0);
  if (stick.order.empty()) return order;
  require(stick.order.size() == rank, ErrorKind::invalid, "stick",
          "the order has ", stick.order.size(), " axes, expected ", rank);
  std::vector<bool> seen(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Index axis = stick.order[static_cast<int>(i)];
    require(axis >= 0 && axis < rank && !seen[static_cast<std::size_t>(axis)],
            ErrorKind::invalid, "stick", "the order ", join(stick.order, "."),
            " is not a permutation of 0 to ", rank - 1);
    seen[static_cast<std::size_t>(axis)] = true;
    order[i] = static_cast<int>(axis);
  }
  return order;
}

/// The size each axis is padded to. Sizes 0 and, off the stick, 1 stay.
Indices padded_sizes_of(const Stick& stick, const Target& to, int stick_axis,
                        Index lanes) {
  const Index unit = stick.fill == Stick::Fill::dense ? lanes : 1;
  const auto name = [&](int axis) { return to.axis(axis); };
  if (!stick.padded.empty()) {
    require(stick.padded.size() == to.shape.rank(), ErrorKind::invalid, "stick",
            "there are ", stick.padded.size(), " padded sizes for ",
            to.shape.rank(), " axes");
    const Index padded = stick.padded[stick_axis];
    if (padded % unit != 0) {  // the first sentence is Spyre's own
      throw Error(
          ErrorKind::invalid, "stick",
          "Invalid padding: padded_size[stick_dim] not even multiple of "
          "elems_in_stick",
          concat(
              "axis ", name(stick_axis), " is padded to ", padded,
              ", a stick holds ", unit, "; pad it to ",
              round_up(std::max(padded, to.size(stick_axis)), unit, "stick")));
    }
    for (int axis = 0; axis < to.shape.rank(); ++axis) {
      require(stick.padded[axis] >= to.size(axis), ErrorKind::invalid, "stick",
              "axis ", name(axis), " is padded to ", stick.padded[axis],
              ", less than its size of ", to.size(axis));
    }
    return stick.padded;
  }
  Indices padded;
  for (int axis = 0; axis < to.shape.rank(); ++axis) {
    const Index size = to.size(axis);
    const bool on_stick = axis == stick_axis;
    const bool grows = on_stick || (stick.pad == Stick::Pad::all && size != 1);
    padded.push_back(grows ? round_up(size, on_stick ? unit : lanes, "stick")
                           : size);
  }
  return padded;
}

Lowered lower_form(const Stick& stick, const Target& to) {
  const Index lanes = lanes_of(stick, to.element);
  Lowered out;
  std::vector<TermText>& terms = out.digits.memory.terms;
  out.page_terms = 1;
  if (to.shape.rank() == 0) {
    terms = {term("0", 1, 0, 1), term("0", 1, 0, lanes)};
    return out;
  }
  const std::vector<int> order = order_of(stick, to.shape.rank());
  const int stick_axis = order.back();
  const bool is_dense = stick.fill == Stick::Fill::dense;
  const Indices padded = padded_sizes_of(stick, to, stick_axis, lanes);
  const auto push = [&](int axis) {
    const Index div = axis == stick_axis && is_dense ? lanes : 1;
    const Index slots = padded[axis] / div;
    const bool is_gap = slots != div_up(to.size(axis), div);
    terms.push_back(term(to.axis(axis), div, 0, is_gap ? slots : 0));
  };
  // The first axis of the order is tiled against the sticks, so it comes last.
  for (std::size_t i = 1; i < order.size(); ++i) push(order[i]);
  push(order[0]);
  terms.push_back(is_dense ? term(to.axis(stick_axis), 1, lanes)
                           : term("0", 1, 0, lanes));
  return out;
}

Lowered lower_form(const Digits& digits, const Target&) { return {digits, 0}; }

}  // namespace

TermText term(std::string_view source, Index div, Index radix, Index alloc) {
  return {{std::string(source), {}, div, radix, alloc}, {}};
}

Lowered lower_with_pages(const Layout& layout, const Shape& shape,
                         const AxisNames& names, const Element& element) {
  const Target to{shape, names, element};
  return std::visit([&](const auto& form) { return lower_form(form, to); },
                    layout);
}

Digits lower(const Layout& layout, const Shape& shape, const AxisNames& names,
             const Element& element) {
  return lower_with_pages(layout, shape, names, element).digits;
}

BoundLayout bind(const Layout& layout, const Shape& shape,
                 const AxisNames& names, const Element& element) {
  return bind(lower(layout, shape, names, element), shape, names, element);
}

}  // namespace ashlar
