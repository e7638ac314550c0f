// text.cc - reads and prints shapes.
#include "src/shape/text.h"

#include "src/base/concat.h"

namespace ashlar {
namespace {

void read_size(Cursor& cursor, Indices& sizes, Indices& padded) {
  cursor.peek();  // moves to the size, for errors
  const std::size_t begin = cursor.position();
  const Index size = cursor.number("a size");
  Index to = size;
  if (cursor.accept('[')) {
    to = cursor.number("a padded size");
    cursor.expect(']', "after the padded size");
    if (to < size) {
      cursor.fail_at(begin, concat("axis ", sizes.size(), " has size ", size,
                                   " but padded size ", to,
                                   ", expected at least the size"));
    }
  }
  if (sizes.size() == kMaxRank) {
    cursor.fail_at(begin, concat("more than ", kMaxRank, " axes"),
                   concat("a tensor has at most ", kMaxRank));
  }
  sizes.push_back(size);
  padded.push_back(to);
}

}  // namespace

Shape read_sizes(Cursor& cursor) {
  Indices sizes;
  Indices padded;
  if (!cursor.number_ahead()) return Shape();
  read_size(cursor, sizes, padded);
  // One separator throughout: `2,3x4` is more likely a slip than a shape.
  const char separator = cursor.peek();
  if (separator == 'x' || separator == ',') {
    while (cursor.accept(separator)) read_size(cursor, sizes, padded);
  }
  return Shape(sizes, padded);
}

Shape parse_shape(std::string_view text) {
  Cursor cursor(text, "shape");
  const bool bracketed = cursor.accept('[');
  const bool empty = bracketed ? cursor.peek() == ']' : cursor.at_end();
  if (!empty && !cursor.number_ahead()) {
    cursor.fail_expected("a size, as in 5x100x150");
  }
  const Shape shape = read_sizes(cursor);
  if (bracketed) cursor.expect(']', "after the sizes");
  cursor.expect_end();
  return shape;
}

std::string to_string(const Shape& shape) {
  std::string out = "[";
  for (int axis = 0; axis < shape.rank(); ++axis) {
    if (axis > 0) out += ", ";
    append(out, shape[axis]);
    if (shape.padded(axis) != shape[axis]) {
      out += concat('[', shape.padded(axis), ']');
    }
  }
  return out += ']';
}

}  // namespace ashlar
