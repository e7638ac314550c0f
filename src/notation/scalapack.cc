// ScaLAPACK's block-cyclic matrices: 8x4 on 2x3.
#include "src/base/checked.h"
#include "src/layout/lower.h"
#include "src/notation/notations.h"
#include "src/notation/plain.h"

namespace ashlar {
namespace {

constexpr std::string_view kRows = "pr";
constexpr std::string_view kCols = "pc";

/// Blocks of rows x cols, dealt to a grid of processes from process (0, 0) on.
/// What a process gets is one matrix, column by column.
struct BlockCyclic {
  Index rows = 1;
  Index cols = 1;
  Index grid_rows = 1;
  Index grid_cols = 1;
};

std::string to_string(const BlockCyclic& form) {
  return concat(form.rows, 'x', form.cols, " on ", form.grid_rows, 'x',
                form.grid_cols);
}

Digits digits_of(const BlockCyclic& form, const AxisNames& names) {
  const std::string_view i = names[0];
  const std::string_view j = names[1];
  Digits out;
  out.places = {
      {std::string(kRows), term(i, form.rows, form.grid_rows), 0},
      {std::string(kCols), term(j, form.cols, form.grid_cols), 0},
  };
  out.memory.terms = {
      term(j, checked_multiply(form.cols, form.grid_cols, "scalapack")),
      term(j, 1, form.cols),
      term(i, checked_multiply(form.rows, form.grid_rows, "scalapack")),
      term(i, 1, form.rows),
  };
  return out;
}

std::string why_not_rank(const Shape& shape) {
  if (shape.rank() == 2) return {};
  return concat("ScaLAPACK has matrices, this tensor has rank ", shape.rank());
}

std::string why_not_grid(const BoundLayout& layout) {
  if (layout.units().empty())
    return "it is not spread over a grid of processes";
  if (layout.units().size() != 2 || layout.units()[0].name.view() != kRows ||
      layout.units()[1].name.view() != kCols) {
    std::vector<std::string_view> names;
    for (const Unit& unit : layout.units()) names.push_back(unit.name.view());
    return concat("its units are ", join(names, ", "), "; a grid has pr, pc");
  }
  for (int axis = 0; axis < 2; ++axis) {
    const Unit& unit = layout.units()[static_cast<std::size_t>(axis)];
    if (unit.digit < 0) {
      return concat(unit.name.view(), " holds copies, not blocks");
    }
    const Digit& digit = layout.digits()[static_cast<std::size_t>(unit.digit)];
    if (digit.source != axis) {
      return concat(unit.name.view(), " is no digit of axis ",
                    layout.names()[axis]);
    }
  }
  return {};
}

}  // namespace

Digits read_scalapack(Cursor& in, const Subject& subject) {
  in.peek();
  const std::size_t begin = in.position();
  BlockCyclic form;
  form.rows = in.number_from(1, "the rows of a block");
  in.expect('x', "between the sizes of a block");
  form.cols = in.number_from(1, "the columns of a block");
  if (!in.accept_word("on")) in.fail_expected("'on' before the grid");
  form.grid_rows = in.number_from(1, "the rows of the grid");
  in.expect('x', "between the sizes of the grid");
  form.grid_cols = in.number_from(1, "the columns of the grid");
  if (std::string why = why_not_rank(subject.shape); !why.empty()) {
    in.fail_at(begin, why);
  }
  return digits_of(form, subject.names);
}

Written write_scalapack(const BoundLayout& layout) {
  for (const std::string& why :
       {why_not_rank(layout.shape()), why_not_records(layout)}) {
    if (!why.empty()) return {{}, why};
  }
  if (std::string why = why_not_grid(layout); !why.empty()) return {{}, why};
  const auto digit_of = [&layout](const Unit& unit) {
    return layout.digits()[static_cast<std::size_t>(unit.digit)];
  };
  const Digit rows = digit_of(layout.units()[0]);
  const Digit cols = digit_of(layout.units()[1]);
  const BlockCyclic form{rows.div, cols.div, rows.alloc, cols.alloc};
  const auto expected = bind_like(layout, digits_of(form, layout.names()));
  if (!expected) return {{}, "whole blocks would pass 64 bits"};
  const std::string text = to_string(form);
  if (same_function(*expected, layout) == true) return {text, {}};
  return {{}, describe_difference(text, *expected, layout)};
}

}  // namespace ashlar
