// view_check.h - conversions of views against the definition, bit by bit.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "ashlar/cast.h"
#include "ashlar/convert.h"
#include "tests/support/random_layout.h"

namespace ashlar::test {

using Bytes = std::vector<std::byte>;

inline Bytes random_bytes(Random& random, Index size) {
  Bytes out(static_cast<std::size_t>(size));
  for (std::byte& byte : out) byte = std::byte(pick(random, 0, 255));
  return out;
}

inline bool get_bit(const Bytes& bytes, Index bit) {
  return (bytes.at(std::size_t(bit / 8)) >> int(bit % 8) & std::byte{1}) !=
         std::byte{0};
}

inline void set_bit(Bytes& bytes, Index bit, bool value) {
  const auto mask = std::byte(1 << bit % 8);
  std::byte& byte = bytes.at(std::size_t(bit / 8));
  byte = value ? byte | mask : byte & ~mask;
}

inline bool advance(Indices& index, const Shape& shape) {
  for (int axis = shape.rank(); axis-- > 0;) {
    if (++index[axis] < shape[axis]) return true;
    index[axis] = 0;
  }
  return false;
}

/// Where the elements of a view are, without a planner.
class Places {
 public:
  explicit Places(const View& view) : view_(view) {
    if (view.spec() != nullptr) layout_ = ashlar::bind(*view.spec());
  }

  /// All bits of an index: one for each copy that units hold.
  std::vector<Index> of(const Indices& index) const {
    if (const StridedArray* array = view_.array()) {
      Index at = array->offset;
      for (int i = 0; i < index.size(); ++i) at += index[i] * array->steps[i];
      return {at * array->format.bits()};
    }
    Indices full = view_.begin();
    for (int i = 0; i < index.size(); ++i) {
      full[int(view_.order()[i])] += index[i];
    }
    const Position at = layout_->position(full, layout_->data_field());
    std::vector<Index> units = {0};
    for (std::size_t i = 0; i < layout_->units().size(); ++i) {
      const Unit& unit = layout_->units()[i];
      std::vector<Index> next;
      for (const Index before : units) {
        const Index copies = unit.digit < 0 ? unit.extent : 1;
        for (Index k = 0; k < copies; ++k) {
          next.push_back(before * unit.extent +
                         (unit.digit < 0 ? k : at.unit[i]));
        }
      }
      units = next;
    }
    for (Index& unit : units) {
      unit = unit * layout_->bytes_per_unit() * 8 + at.bit;
    }
    return units;
  }

 private:
  View view_;
  std::optional<BoundLayout> layout_;
};

/// What a conversion leaves in `out`.
inline Bytes converted(const View& from, const Bytes& in, const View& to,
                       Bytes out, const CastPolicy& policy = {}) {
  const Index count = from.shape().volume();
  if (count == 0) return out;
  const Element& x = from.format().element();
  const Element& y = to.format().element();
  Bytes plain(std::size_t(packed_bytes(x, count)));
  Bytes result(std::size_t(packed_bytes(y, count)));
  const Places a(from);
  const Places b(to);
  Indices index = Indices::filled(from.shape().rank(), 0);
  Index at = 0;
  do {
    const Index bit = a.of(index)[0];
    for (Index i = 0; i < x.storage_bits; ++i) {
      set_bit(plain, at++, get_bit(in, bit + i));
    }
  } while (advance(index, from.shape()));
  CastOptions options;
  options.policy = policy;
  cast(x, plain, y, result, count, options);
  at = 0;
  do {
    const std::vector<Index> copies = b.of(index);
    for (Index i = 0; i < y.storage_bits; ++i, ++at) {
      for (const Index bit : copies) {
        set_bit(out, bit + i, get_bit(result, at));
      }
    }
  } while (advance(index, from.shape()));
  return out;
}

/// Axes 0 .. rank - 1 in any order.
inline Indices random_order(Random& random, int rank) {
  Indices order = Indices::filled(rank, 0);
  std::iota(order.begin(), order.end(), 0);
  for (int i = rank; i > 1; --i) {
    std::swap(order[i - 1], order[int(pick(random, 0, i - 1))]);
  }
  return order;
}

/// Any box of `sizes` elements, by axis of the view.
inline View random_window(Random& random, const View& view,
                          const Indices& sizes) {
  Indices begin;
  for (int axis = 0; axis < sizes.size(); ++axis) {
    begin.push_back(pick(random, 0, view.shape()[axis] - sizes[axis]));
  }
  return window(view, begin, sizes);
}

}  // namespace ashlar::test
