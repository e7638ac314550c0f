// Reads, prints and checks slices.
#include "src/draw/slice.h"

#include <algorithm>
#include <string>
#include <vector>

#include "ashlar/draw.h"
#include "src/base/concat.h"
#include "src/base/cursor.h"
#include "src/base/require.h"

namespace ashlar {
namespace {

/// One item of a slice as written.
struct Item {
  Index begin = 0;
  Index end = -1;  ///< -1: to the end
  bool is_range = false;
  std::size_t at = 0;    ///< where it stands in the text
  std::size_t stop = 0;  ///< and where it ends
};

Item parse_item(Cursor& cursor) {
  Item item;
  cursor.peek();  // blanks are not part of the item
  item.at = cursor.position();
  if (cursor.number_ahead()) item.begin = cursor.number("an index");
  item.is_range = cursor.accept(':');
  if (item.is_range) {
    if (cursor.number_ahead()) item.end = cursor.number("the end of a range");
  } else if (cursor.position() == item.at) {
    cursor.fail_expected("an index or a range such as 0:8");
  } else {
    item.end = item.begin + 1;
  }
  item.stop = cursor.position();
  return item;
}

bool accept_dots(Cursor& cursor) {
  if (cursor.peek() != '.') return false;
  for (int i = 0; i < 3; ++i) cursor.expect('.', "as in ...");
  return true;
}

/// All items; `dots` is how many come before `...`, or -1.
std::vector<Item> parse_items(Cursor& cursor, int& dots) {
  std::vector<Item> items;
  dots = -1;
  if (cursor.at_end()) return items;
  do {
    if (dots < 0 && accept_dots(cursor)) {
      dots = static_cast<int>(items.size());
      continue;
    }
    items.push_back(parse_item(cursor));
  } while (items.size() <= std::size_t{kMaxRank} && cursor.accept(','));
  cursor.expect_end();
  return items;
}

void add_item(Slice& slice, int axis, const Item& item) {
  slice.begin.push_back(item.begin);
  slice.end.push_back(item.end);
  if (!item.is_range) return;
  slice.row_axis = slice.col_axis;
  slice.col_axis = axis;
}

}  // namespace

Slice first_slice(const BoundLayout& layout) {
  const Shape& shape = layout.shape();
  Slice slice;
  for (int i = 0; i < shape.rank(); ++i) {
    const bool drawn = i >= shape.rank() - 2;
    const Index size = shape.padded(i);
    add_item(slice, i, {0, drawn ? size : std::min<Index>(size, 1), drawn});
  }
  return slice;
}

Slice parse_slice(std::string_view text, const BoundLayout& layout) {
  const Shape& shape = layout.shape();
  Cursor cursor(text, "slice");
  int dots = -1;
  std::vector<Item> items = parse_items(cursor, dots);
  const int missing = shape.rank() - static_cast<int>(items.size());
  if (dots >= 0 && missing > 0) {
    items.insert(items.begin() + dots, static_cast<std::size_t>(missing),
                 Item{0, -1, true, 0, text.size()});
  } else if (missing != 0) {
    cursor.rewind(text.size());
    cursor.fail_at(0,
                   concat("the slice has ", items.size(),
                          " items, the tensor has ", shape.rank(), " axes"),
                   "give one item an axis, or ... for the others");
  }

  Slice slice;
  int ranges = 0;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    Item item = items[static_cast<std::size_t>(axis)];
    const Index size = shape.padded(axis);
    if (item.end < 0) item.end = size;
    ranges += item.is_range;
    cursor.rewind(item.stop);
    if (ranges > 2) {
      cursor.fail_at(item.at, "a picture has two axes, this is the third range",
                     "choose one index on the other axes, as in 0,:,:");
    }
    const bool fits = item.begin <= item.end && item.end <= size &&
                      (item.is_range || item.begin < size);
    if (!fits) {
      cursor.fail_at(item.at,
                     concat("axis ", layout.names()[axis], " goes from 0 to ",
                            size, size > shape[axis] ? " with padding" : ""),
                     concat("choose a part of 0:", size));
    }
    add_item(slice, axis, item);
  }
  return slice;
}

std::string to_string(const Slice& slice, const BoundLayout& layout) {
  std::string text;
  for (int i = 0; i < slice.begin.size(); ++i) {
    if (i > 0) text += ',';
    const bool is_range = i == slice.row_axis || i == slice.col_axis;
    if (!is_range) {
      text += concat(slice.begin[i]);
    } else if (slice.begin[i] == 0 &&
               slice.end[i] == layout.shape().padded(i)) {
      text += ':';
    } else {
      text += concat(slice.begin[i], ':', slice.end[i]);
    }
  }
  return text;
}

Index rows_of(const Slice& slice) {
  if (slice.row_axis < 0) return 1;
  return slice.end[slice.row_axis] - slice.begin[slice.row_axis];
}

Index cols_of(const Slice& slice) {
  if (slice.col_axis < 0) return 1;
  return slice.end[slice.col_axis] - slice.begin[slice.col_axis];
}

void check(const Slice& slice, const BoundLayout& layout) {
  const Shape& shape = layout.shape();
  require(
      slice.begin.size() == shape.rank() && slice.end.size() == shape.rank(),
      ErrorKind::invalid, "slice", "the slice has ", slice.begin.size(),
      " items, the tensor has ", shape.rank(), " axes");
  for (int i = 0; i < shape.rank(); ++i) {
    const bool is_range = i == slice.row_axis || i == slice.col_axis;
    require(slice.begin[i] >= 0 && slice.begin[i] <= slice.end[i] &&
                slice.end[i] <= shape.padded(i) &&
                (is_range || slice.end[i] - slice.begin[i] <= 1),
            ErrorKind::invalid, "slice", "axis ", layout.names()[i],
            " goes from 0 to ", shape.padded(i), ", asked was ", slice.begin[i],
            ':', slice.end[i]);
  }
}

bool is_empty(const Slice& slice) {
  for (int i = 0; i < slice.begin.size(); ++i) {
    if (slice.begin[i] >= slice.end[i]) return true;
  }
  return false;
}

}  // namespace ashlar
