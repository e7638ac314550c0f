// Finds the sugar for a layout that was written in digits.
#include <algorithm>
#include <set>

#include "ashlar/layout.h"
#include "src/base/checked.h"

namespace ashlar {
namespace {

std::set<Index> divisors_of(const BoundLayout& layout, int axis) {
  std::set<Index> found;
  for (const Digit& digit : layout.digits()) {
    if (axis >= 0 && digit.source == axis) found.insert(digit.div);
  }
  return found;
}

/// The row pitch that would explain the stride of the axis before the last.
Index pitch_of(const BoundLayout& layout) {
  const int rank = layout.shape().rank();
  if (rank == 0) return 0;
  const Index padded = layout.shape().padded(rank - 1);
  return padded == layout.shape()[rank - 1] ? 0 : padded;
}

/// Every tile whose borders are borders of digits, first those without faces.
void add_tiles(const BoundLayout& layout, std::vector<Layout>& out) {
  const int rank = layout.shape().rank();
  if (rank < 2) return;
  const std::set<Index> rows = divisors_of(layout, rank - 2);
  const std::set<Index> cols = divisors_of(layout, rank - 1);
  std::vector<Layout> with_faces;
  for (const auto order : {Tile::Order::straight, Tile::Order::transposed}) {
    for (const Index r : rows) {
      for (const Index c : cols) {
        out.push_back(Tile{r, c, 0, 0, order});
        for (const Index face_r : rows) {
          for (const Index face_c : cols) {
            const bool is_smaller = face_r < r || face_c < c;
            if (is_smaller && r % face_r == 0 && c % face_c == 0) {
              with_faces.push_back(Tile{r, c, face_r, face_c, order});
            }
          }
        }
      }
    }
  }
  out.insert(out.end(), with_faces.begin(), with_faces.end());
}

void add_sticks(const BoundLayout& layout, std::vector<Layout>& out) {
  const int rank = layout.shape().rank();
  if (rank == 0) return;
  Indices order;
  for (int axis = 0; axis < rank; ++axis) order.push_back(axis);
  const Indices straight = order;
  const Indices padded(layout.shape().padded_sizes());
  do {
    const bool is_straight = order == straight;
    const Indices named = is_straight ? Indices{} : order;
    out.push_back(Stick{.order = named});
    out.push_back(Stick{.pad = Stick::Pad::all, .order = named});
    out.push_back(Stick{.order = named, .padded = padded});
  } while (rank <= 4 && std::next_permutation(order.begin(), order.end()));
}

}  // namespace

Layout recognise(const BoundLayout& layout) {
  std::vector<Layout> candidates = {RowMajor{}, ColumnMajor{}};
  if (const Index pitch = pitch_of(canonical(layout)); pitch != 0) {
    candidates.push_back(RowMajor{.pitch = {pitch}, .align = {}});
  }
  add_tiles(layout, candidates);
  add_sticks(layout, candidates);
  for (const Layout& candidate : candidates) {
    try {
      const BoundLayout bound = bind(candidate, layout.shape(), layout.names(),
                                     layout.fields()[0].element);
      if (same_function(bound, layout) == true) return candidate;
    } catch (const Error&) {
      continue;  // a stick that cannot hold this element, and the like
    }
  }
  return to_digits(canonical(layout));
}

}  // namespace ashlar
