// shape.cc - sizes, padded sizes, volumes and strides.
#include "ashlar/shape.h"

#include <algorithm>

#include "src/base/checked.h"
#include "src/shape/axis.h"

namespace ashlar {
namespace {

Indices checked_sizes(std::span<const Index> sizes) {
  for (std::size_t axis = 0; axis < sizes.size(); ++axis) {
    require(sizes[axis] >= 0, ErrorKind::invalid, "shape", "axis ", axis,
            " has size ", sizes[axis], ", expected 0 or more");
  }
  return Indices(sizes);
}

Indices checked_padding(const Indices& sizes, std::span<const Index> padded) {
  require(padded.size() == static_cast<std::size_t>(sizes.size()),
          ErrorKind::invalid, "shape", sizes.size(), " sizes but ",
          padded.size(), " padded sizes, expected as many");
  for (int axis = 0; axis < sizes.size(); ++axis) {
    const Index to = padded[static_cast<std::size_t>(axis)];
    require(to >= sizes[axis], ErrorKind::invalid, "shape", "axis ", axis,
            " has size ", sizes[axis], " but padded size ", to,
            ", expected at least the size");
  }
  return Indices(padded);
}

Index product(std::span<const Index> sizes) {
  // A zero anywhere wins, however large the sizes before it.
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) return 0;
  Index total = 1;
  for (const Index size : sizes) {
    const auto next = try_multiply(total, size);
    require(next.has_value(), ErrorKind::limit, "shape", "[", join(sizes, ", "),
            "] has more than 2^63 - 1 elements");
    total = *next;
  }
  return total;
}

}  // namespace

Shape::Shape(std::span<const Index> sizes)
    : sizes_(checked_sizes(sizes)), padded_(sizes_) {}

Shape::Shape(std::span<const Index> sizes, std::span<const Index> padded)
    : sizes_(checked_sizes(sizes)), padded_(checked_padding(sizes_, padded)) {}

Shape::Shape(std::initializer_list<Index> sizes)
    : Shape(std::span<const Index>(sizes.begin(), sizes.size())) {}

Shape::Shape(std::initializer_list<Index> sizes,
             std::initializer_list<Index> padded)
    : Shape(std::span<const Index>(sizes.begin(), sizes.size()),
            std::span<const Index>(padded.begin(), padded.size())) {}

Index Shape::operator[](int axis) const {
  return sizes_[checked_axis(axis, rank())];
}

Index Shape::padded(int axis) const {
  return padded_[checked_axis(axis, rank())];
}

Index Shape::volume() const { return product(sizes_); }

Index Shape::padded_volume() const { return product(padded_); }

Indices strides(const Shape& shape) {
  Indices steps = Indices::filled(shape.rank(), 0);
  if (shape.padded_volume() == 0) return steps;
  Index step = 1;
  for (int axis = shape.rank() - 1; axis >= 0; --axis) {
    steps[axis] = step;
    step *= shape.padded(axis);  // cannot overflow: the volume did not
  }
  return steps;
}

}  // namespace ashlar
