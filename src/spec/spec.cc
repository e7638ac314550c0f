// The one spelling of a tensor without its bytes.
#include "ashlar/spec.h"

#include <algorithm>

#include "ashlar/notation.h"
#include "src/base/concat.h"
#include "src/base/cursor.h"
#include "src/format/parse.h"
#include "src/layout/parse.h"
#include "src/placement/parse.h"
#include "src/spec/block_digits.h"

namespace ashlar {
namespace {

constexpr std::string_view kWhere = "spec";

/// `5x100x150`, `5,100,150`, or `h=100, w=70` with names for the axes.
void read_shape(Cursor& in, Spec& spec) {
  in.expect('[', "before the sizes, as in bf16[128x128]");
  Indices sizes;
  std::vector<std::string_view> names;
  if (!in.accept(']')) {
    const bool has_names = in.name_ahead();
    do {
      if (sizes.size() == kMaxRank) {
        in.fail_at(in.position(), concat("more than ", kMaxRank, " axes"));
      }
      if (has_names) {
        names.push_back(in.name("the name of an axis"));
        in.expect('=', "after the name of an axis");
      }
      sizes.push_back(in.number("the size of an axis"));
    } while (in.accept(',') || (!has_names && in.accept('x')));
    in.expect(']', "after the sizes");
  }
  spec.shape = Shape(sizes);
  if (!names.empty()) spec.names = AxisNames(names);
}

/// The notation whose name, followed by '(', comes next.
const Notation* notation_ahead(Cursor& in) {
  if (!in.name_ahead()) return nullptr;
  const std::size_t begin = in.position();
  const std::string_view word = in.name("a layout");
  const bool is_call = in.peek() == '(';
  in.rewind(begin);
  const auto all = notations();
  const auto found = std::ranges::find(all, word, name_of);
  return is_call && found != all.end() ? &*found : nullptr;
}

/// The text between the parentheses of `onednn(...)`.
std::string_view read_parenthesised(Cursor& in) {
  in.name("a notation");
  in.expect('(', "after the name of a notation");
  const std::size_t begin = in.position();
  std::size_t end = begin;
  for (int depth = 1; end < in.text().size(); ++end) {
    if (in.text()[end] == '(') ++depth;
    if (in.text()[end] == ')' && --depth == 0) break;
  }
  in.rewind(end);
  in.expect(')', "after the text of a notation");
  return in.text().substr(begin, end - begin);
}

Layout read_any_layout(Cursor& in, const Spec& spec) {
  if (const Notation* notation = notation_ahead(in)) {
    return read_notation(*notation, read_parenthesised(in), spec.shape,
                         spec.names, spec.format.element());
  }
  return read_layout(in);
}

/// `on` starts a placement, unless it is the name of a unit: `on=a/2 | [...]`.
bool placement_ahead(Cursor& in) {
  const std::size_t begin = in.position();
  const bool found = in.accept_word("on") && in.peek() != '=';
  in.rewind(begin);
  return found;
}

std::string print_shape(const Spec& spec) {
  const int rank = spec.shape.rank();
  if (spec.names.is_default(rank)) return join(spec.shape.sizes(), "x");
  std::string out;
  for (int axis = 0; axis < rank; ++axis) {
    if (axis > 0) out += ", ";
    out += concat(spec.names[axis], '=', spec.shape[axis]);
  }
  return out;
}

}  // namespace

Spec parse_spec(std::string_view text) {
  Cursor in(text, kWhere);
  Spec spec;
  spec.format = read_format(in);
  read_shape(in, spec);
  if (!in.at_end() && !placement_ahead(in)) {
    spec.layout = read_any_layout(in, spec);
  }
  spec.placement = read_placement(in);
  in.expect_end();
  return spec;
}

std::string to_string(const Spec& spec) {
  std::string out = concat(to_string(spec.format), '[', print_shape(spec), "] ",
                           to_string(spec.layout));
  const std::string placement = to_string(spec.placement);
  if (!placement.empty()) out += ' ' + placement;
  return out;
}

Digits lower(const Spec& spec) {
  if (spec.format.is_block()) return lower_blocks(spec);
  return place(spec.layout, spec.placement, spec.shape, spec.names,
               spec.format.element());
}

BoundLayout bind(const Spec& spec) {
  return bind(lower(spec), spec.shape, spec.names, spec.format.element());
}

}  // namespace ashlar
