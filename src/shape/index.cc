// index.cc - from an index to a position and back.
#include "ashlar/shape.h"
#include "src/base/require.h"

namespace ashlar {

Index ravel(std::span<const Index> index, const Shape& shape) {
  require(index.size() == static_cast<std::size_t>(shape.rank()),
          ErrorKind::invalid, "ravel", "an index of ", index.size(),
          " numbers for ", to_string(shape), ", expected ", shape.rank());
  for (int axis = 0; axis < shape.rank(); ++axis) {
    const Index at = index[static_cast<std::size_t>(axis)];
    require(at >= 0 && at < shape[axis], ErrorKind::invalid, "ravel",
            "there is no index ", at, " on axis ", axis, " of ",
            to_string(shape));
  }
  shape.volume();  // an error if positions do not fit
  Index position = 0;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    position = position * shape[axis] + index[static_cast<std::size_t>(axis)];
  }
  return position;
}

Index ravel(std::initializer_list<Index> index, const Shape& shape) {
  return ravel(std::span<const Index>(index.begin(), index.size()), shape);
}

Indices unravel(Index position, const Shape& shape) {
  const Index volume = shape.volume();
  require(position >= 0 && position < volume, ErrorKind::invalid, "unravel",
          "there is no element ", position, ", ", to_string(shape), " has ",
          volume);
  Indices index = Indices::filled(shape.rank(), 0);
  for (int axis = shape.rank() - 1; axis >= 0; --axis) {
    index[axis] = position % shape[axis];
    position /= shape[axis];
  }
  return index;
}

}  // namespace ashlar
