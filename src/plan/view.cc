// view.cc - boxes and orders of axes, one inside of the other.
#include "ashlar/view.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "src/base/checked.h"
#include "src/base/require.h"

namespace ashlar {
namespace {

constexpr std::string_view kWhere = "view";

Indices in_order(int rank) {
  Indices order = Indices::filled(rank, 0);
  std::iota(order.begin(), order.end(), 0);
  return order;
}

/// items[order[0]], items[order[1]], ...
template <class Items>
Indices ordered(const Items& items, const Indices& order) {
  Indices out;
  for (const Index axis : order) {
    out.push_back(items[static_cast<int>(axis)]);
  }
  return out;
}

void check_array(const StridedArray& array) {
  const int rank = array.shape.rank();
  require(array.steps.size() == rank, ErrorKind::invalid, kWhere,
          "the array has ", array.steps.size(), " steps, expected ", rank,
          ", one for each axis");
  require(!array.format.is_block() && array.format.bits() % 8 == 0,
          ErrorKind::unsupported, kWhere, to_string(array.format),
          " has no elements of whole bytes, which is what steps count");
}

/// Every place fits into 64 bits, and none lies before the buffer.
void check_reach(const StridedArray& array) {
  if (array.shape.volume() == 0) return;
  Index low = array.offset;
  Index high = array.offset;
  for (int axis = 0; axis < array.shape.rank(); ++axis) {
    const Index reach =
        checked_multiply(array.shape[axis] - 1, array.steps[axis], "the array");
    Index& end = reach < 0 ? low : high;
    end = checked_add(end, reach, "the array");
  }
  require(low >= 0, ErrorKind::invalid, kWhere, "the array begins at element ",
          low, " of the buffer; an offset of at least ",
          checked_add(array.offset, checked_multiply(low, -1, "the array"),
                      "the array"),
          " would keep it inside");
  checked_multiply(checked_add(high, 1, "the array"), array.format.bits(),
                   "the array");
}

}  // namespace

View::View(const Spec& spec)
    : root_(spec),
      begin_(Indices::filled(spec.shape.rank(), 0)),
      order_(in_order(spec.shape.rank())),
      shape_(spec.shape.sizes()) {}

View::View(const StridedArray& array)
    : root_(array),
      begin_(Indices::filled(array.shape.rank(), 0)),
      order_(in_order(array.shape.rank())),
      shape_(array.shape.sizes()) {
  check_array(array);
  StridedArray& own = std::get<StridedArray>(root_);
  own.shape = shape_;
  for (int axis = 0; axis < shape_.rank(); ++axis) {
    if (shape_[axis] <= 1) own.steps[axis] = 0;
  }
  check_reach(own);
}

const Format& View::format() const {
  return spec() != nullptr ? spec()->format : array()->format;
}

AxisNames View::names() const {
  if (spec() == nullptr) return {};
  std::vector<std::string_view> names;
  for (const Index axis : order_) {
    names.push_back(spec()->names[static_cast<int>(axis)]);
  }
  return AxisNames(names);
}

bool View::has_everything() const {
  return spec() == nullptr ||
         ordered(spec()->shape, order_) == Indices(shape_.sizes());
}

bool View::is_spec() const {
  return spec() != nullptr && has_everything() &&
         std::is_sorted(order_.begin(), order_.end());
}

View window(const View& view, const Indices& begin, const Indices& sizes) {
  const int rank = view.shape().rank();
  require(begin.size() == rank && sizes.size() == rank, ErrorKind::invalid,
          kWhere, "the box has ", begin.size(), " beginnings and ",
          sizes.size(), " sizes, expected ", rank, " of each");
  for (int axis = 0; axis < rank; ++axis) {
    const Index size = view.shape()[axis];
    require(begin[axis] >= 0 && begin[axis] <= size && sizes[axis] >= 0 &&
                sizes[axis] <= size - begin[axis],
            ErrorKind::invalid, kWhere, "axis ", axis, ": a box of ",
            sizes[axis], " from ", begin[axis], " on is not inside of 0 .. ",
            size);
  }
  if (const StridedArray* array = view.array()) {
    StridedArray part = *array;
    part.shape = Shape(sizes);
    // Without an element it lies nowhere, and its steps may be anything.
    for (int axis = 0; axis < rank && part.shape.volume() > 0; ++axis) {
      part.offset += begin[axis] * part.steps[axis];
    }
    return part;
  }
  View out = view;
  out.shape_ = Shape(sizes);
  for (int axis = 0; axis < rank; ++axis) {
    out.begin_[static_cast<int>(view.order_[axis])] += begin[axis];
  }
  return out;
}

View permuted(const View& view, const Indices& order) {
  Indices sorted = order;
  std::sort(sorted.begin(), sorted.end());
  require(sorted == in_order(view.shape().rank()), ErrorKind::invalid, kWhere,
          "(", join(order, ", "), ") is no order of ", view.shape().rank(),
          " axes");
  if (const StridedArray* array = view.array()) {
    StridedArray out = *array;
    out.shape = Shape(ordered(array->shape, order));
    out.steps = ordered(array->steps, order);
    return out;
  }
  View out = view;
  out.shape_ = Shape(ordered(view.shape_, order));
  out.order_ = ordered(view.order_, order);
  return out;
}

std::string to_string(const View& view) {
  if (const StridedArray* array = view.array()) {
    return concat(to_string(array->format), '[',
                  join(array->shape.sizes(), "x"), "] steps(",
                  join(array->steps, ", "), ") offset(", array->offset, ')');
  }
  const Spec& spec = *view.spec();
  std::string out = to_string(spec);
  if (!view.has_everything()) {
    std::vector<std::string> ends(static_cast<std::size_t>(spec.shape.rank()));
    for (int i = 0; i < view.shape().rank(); ++i) {
      const auto axis = static_cast<int>(view.order()[i]);
      ends[static_cast<std::size_t>(axis)] =
          concat(view.begin()[axis], ':', view.begin()[axis] + view.shape()[i]);
    }
    append(out, concat(" window(", join(ends, ", "), ')'));
  }
  if (!std::is_sorted(view.order().begin(), view.order().end())) {
    append(out, concat(" permuted(", join(view.order(), ", "), ')'));
  }
  return out;
}

}  // namespace ashlar
