// examples.h - bound layouts for the tests of pictures.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ashlar/error.h"
#include "ashlar/format.h"
#include "ashlar/spec.h"
#include "tests/support/random_layout.h"

namespace ashlar::test {

inline BoundLayout bound(std::string_view spec) {
  return bind(parse_spec(spec));
}

/// A layout nobody would write. Deterministic for one seed.
inline BoundLayout random_bound(Random& random) {
  while (true) {
    const RandomLayout layout = random_layout(random);
    const std::vector<std::string_view> names(layout.names.begin(),
                                              layout.names.end());
    try {
      return bind(layout.digits, Shape(layout.sizes), AxisNames(names),
                  parse_format(layout.element).element());
    } catch (const Error&) {
      // Whether it should bind is for the tests of layouts to say.
    }
  }
}

/// All indices below `sizes`, in row-major order.
inline std::vector<Indices> every_index(std::span<const Index> sizes) {
  std::vector<Indices> out;
  Indices at = Indices::filled(static_cast<int>(sizes.size()), 0);
  for (const Index size : sizes) {
    if (size == 0) return out;
  }
  while (true) {
    out.push_back(at);
    int axis = at.size() - 1;
    while (axis >= 0 && ++at[axis] == sizes[static_cast<std::size_t>(axis)]) {
      at[axis--] = 0;
    }
    if (axis < 0) return out;
  }
}

}  // namespace ashlar::test
