// broadcast.cc - the shape that several stretch to.
#include <algorithm>

#include "ashlar/shape.h"
#include "src/base/require.h"

namespace ashlar {

Shape broadcast(const Shape& a, const Shape& b) {
  const int rank = std::max(a.rank(), b.rank());
  Indices sizes = Indices::filled(rank, 1);
  for (int axis = -1; axis >= -rank; --axis) {
    const Index of_a = axis >= -a.rank() ? a[axis] : 1;
    const Index of_b = axis >= -b.rank() ? b[axis] : 1;
    require(of_a == of_b || of_a == 1 || of_b == 1, ErrorKind::invalid,
            "broadcast", "axis ", axis, " is ", of_a, " in ", to_string(a),
            " and ", of_b, " in ", to_string(b),
            ", expected equal sizes or a 1");
    sizes[axis + rank] = of_a == 1 ? of_b : of_a;
  }
  return Shape(sizes);
}

Shape broadcast(std::span<const Shape> shapes) {
  Shape all;
  for (const Shape& shape : shapes) all = broadcast(all, shape);
  return all;
}

}  // namespace ashlar
