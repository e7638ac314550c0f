// Evaluates a window; borders are where the blocks of digits change.
#include "src/draw/grid.h"

#include <algorithm>
#include <numeric>

namespace ashlar {
namespace {

constexpr int kTop = 0;
constexpr int kBottom = 1;
constexpr int kLeft = 2;
constexpr int kRight = 3;

bool is_unit_digit(const BoundLayout& layout, std::size_t digit) {
  return std::ranges::any_of(layout.units(), [&](const Unit& unit) {
    return unit.digit == static_cast<int>(digit);
  });
}

// The largest div of the digits of a source, those of units left out.
Index coarsest(const BoundLayout& layout, std::uint8_t source) {
  Index found = 0;
  for (std::size_t i = 0; i < layout.digits().size(); ++i) {
    const Digit& digit = layout.digits()[i];
    if (digit.source == source && !is_unit_digit(layout, i)) {
      found = std::max(found, digit.div);
    }
  }
  return found;
}

Index size_along(const BoundLayout& layout, int axis) {
  return axis < 0 ? 1 : layout.shape().padded(axis);
}

Index begin_along(const Slice& slice, int axis) {
  return axis < 0 ? 0 : slice.begin[axis];
}

}  // namespace

Index number_bits(const BoundLayout& layout) {
  Index common = layout.element_bits();
  const auto data = static_cast<std::size_t>(layout.data_field());
  for (const Field* field = &layout.fields()[data]; field != nullptr;
       field = parent_of(layout, *field)) {
    common = std::gcd(common, field->bit_offset);
    for (const Digit& digit : layout.digits(*field)) {
      if (digit.alloc > 1) common = std::gcd(common, digit.stride);
    }
  }
  if (common == layout.element_bits()) return common;
  return common % 8 == 0 ? 8 : 1;
}

std::string unit_kind(const BoundLayout& layout) {
  std::string kind;
  for (const Unit& unit : layout.units()) {
    if (unit.digit < 0) continue;
    const std::string_view name = unit.name.view();
    const std::string own(name.substr(0, name.find('.')));
    if (!kind.empty() && kind != own) return "unit";
    kind = own;
  }
  return kind;
}

Index unit_hue(const BoundLayout& layout, const Position& place, Index hues) {
  Index number = 0;
  Index step = 1;
  for (std::size_t i = layout.units().size(); i-- > 0;) {
    number += place.unit[i] % hues * step;
    step = step * (layout.units()[i].extent % hues) % hues;
    if (step == 0) step = 1;  // a multiple of `hues` would not be seen
  }
  return number % hues;
}

std::string number_text(const BoundLayout& layout) {
  const Index bits = number_bits(layout);
  std::string text = bits == layout.element_bits() ? "element offsets"
                     : bits == 8                   ? "byte offsets"
                                                   : "bit offsets";
  const std::string unit = unit_kind(layout);
  return unit.empty() ? text : text + " inside a " + unit;
}

Grid::Grid(const BoundLayout& layout, const Slice& slice, Index row, Index col,
           int rows, int cols)
    : layout_(&layout),
      slots_(layout),
      row_axis_(slice.row_axis),
      col_axis_(slice.col_axis),
      rows_(rows),
      cols_(cols),
      first_row_(begin_along(slice, row_axis_) + row),
      first_col_(begin_along(slice, col_axis_) + col),
      has_units_(!unit_kind(layout).empty()) {
  find_markers();
  const Index row_size = size_along(layout, row_axis_);
  const Index col_size = size_along(layout, col_axis_);
  open_[kTop] = first_row_ > 0;
  open_[kBottom] = first_row_ + rows < row_size;
  open_[kLeft] = first_col_ > 0;
  open_[kRight] = first_col_ + cols < col_size;

  Indices at = slice.begin;
  for (Index r = first_row_ - 1; r <= first_row_ + rows; ++r) {
    for (Index c = first_col_ - 1; c <= first_col_ + cols; ++c) {
      if (r < 0 || r >= row_size || c < 0 || c >= col_size) {
        blocks_.resize(blocks_.size() + markers_.size());
        continue;
      }
      if (row_axis_ >= 0) at[row_axis_] = r;
      if (col_axis_ >= 0) at[col_axis_] = c;
      for (const Marker& marker : markers_) {
        blocks_.push_back(marker.border == Border::unit
                              ? slots_.value(marker.digit, at.data())
                              : slots_.block(marker.digit, at.data()));
      }
      const bool inside = r >= first_row_ && r < first_row_ + rows &&
                          c >= first_col_ && c < first_col_ + cols;
      if (inside) cells_.push_back(evaluate(at));
    }
  }
}

Cell Grid::evaluate(const Indices& at) const {
  Cell cell;
  for (int i = 0; i < at.size(); ++i) {
    const auto index = slots_.index_at(i, at[i]);
    cell.is_padding |= !index || *index >= layout_->shape()[i];
    cell.index.push_back(index.value_or(-1));
  }
  if (!cell.is_padding) {
    cell.place =
        layout_->position_unchecked(cell.index.data(), layout_->data_field());
    return cell;
  }
  for (std::size_t i = 0; i < layout_->units().size(); ++i) {
    const int digit = layout_->units()[i].digit;
    if (digit < 0) continue;
    cell.place.unit[i] =
        slots_.value(static_cast<std::size_t>(digit), at.data());
  }
  return cell;
}

void Grid::find_markers() {
  for (const std::size_t i : digits_of_field(*layout_, layout_->data_field())) {
    const Digit& digit = layout_->digits()[i];
    if (is_unit_digit(*layout_, i)) {
      markers_.push_back({i, Border::unit});
    } else if (digit.source != kNoSource && digit.div > 1) {
      const bool outer = digit.div == coarsest(*layout_, digit.source);
      markers_.push_back({i, outer ? Border::tile : Border::face});
    }
  }
}

std::optional<Index> Grid::row_index(int row) const {
  if (row_axis_ < 0) return std::nullopt;
  return slots_.index_at(row_axis_, first_row_ + row);
}

std::optional<Index> Grid::col_index(int col) const {
  if (col_axis_ < 0) return std::nullopt;
  return slots_.index_at(col_axis_, first_col_ + col);
}

const Index* Grid::blocks(int row, int col) const {
  const auto width = static_cast<std::size_t>(cols_) + 2;
  const auto cell = static_cast<std::size_t>(row + 1) * width +
                    static_cast<std::size_t>(col + 1);
  return blocks_.data() + cell * markers_.size();
}

Border Grid::between(const Index* a, const Index* b) const {
  Border found = Border::none;
  for (std::size_t i = 0; i < markers_.size(); ++i) {
    if (a[i] != b[i]) found = std::max(found, markers_[i].border);
  }
  return found;
}

Border Grid::above(int row, int col) const {
  const bool edge = row == 0 || row == rows_;
  if (edge && !open_[row == 0 ? kTop : kBottom]) {
    return has_units_ ? Border::unit : Border::tile;
  }
  const Border inner = between(blocks(row - 1, col), blocks(row, col));
  return edge ? std::max(inner, Border::face) : inner;
}

Border Grid::left(int row, int col) const {
  const bool edge = col == 0 || col == cols_;
  if (edge && !open_[col == 0 ? kLeft : kRight]) {
    return has_units_ ? Border::unit : Border::tile;
  }
  const Border inner = between(blocks(row, col - 1), blocks(row, col));
  return edge ? std::max(inner, Border::face) : inner;
}

bool Grid::has_padding() const {
  return std::ranges::any_of(cells_, &Cell::is_padding);
}

bool Grid::same_unit(int row, int col, int other_row, int other_col) const {
  return at(row, col).place.unit == at(other_row, other_col).place.unit;
}

Index Grid::block_number(int row, int col) const {
  Index sum = 0;
  for (std::size_t i = 0; i < markers_.size(); ++i) {
    if (markers_[i].border == Border::tile) sum += blocks(row, col)[i];
  }
  return sum;
}

}  // namespace ashlar
