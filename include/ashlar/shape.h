// shape.h - how large a tensor is: sizes, indices and the names of axes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "ashlar/name.h"

namespace ashlar {

using Index = std::int64_t;

/// No tensor has more axes than this.
inline constexpr int kMaxRank = 8;

/// Up to `kMaxRank` numbers, one per axis, without a heap allocation.
class Indices {
 public:
  constexpr Indices() = default;
  Indices(std::initializer_list<Index> items);
  explicit Indices(std::span<const Index> items);
  /// `size` times `value`.
  static Indices filled(int size, Index value);

  constexpr int size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  /// Unchecked, as in an array: 0 <= i < size().
  constexpr Index& operator[](int i) {
    return items_[static_cast<std::size_t>(i)];
  }
  constexpr Index operator[](int i) const {
    return items_[static_cast<std::size_t>(i)];
  }
  constexpr Index* data() { return items_.data(); }
  constexpr const Index* data() const { return items_.data(); }
  constexpr Index* begin() { return data(); }
  constexpr Index* end() { return data() + size_; }
  constexpr const Index* begin() const { return data(); }
  constexpr const Index* end() const { return data() + size_; }

  /// An error if there are `kMaxRank` items already.
  void push_back(Index item);

  constexpr bool operator==(const Indices&) const = default;

 private:
  std::array<Index, kMaxRank> items_ = {};  // zero beyond size_, so == is plain
  int size_ = 0;
};

/// The sizes of the axes of a tensor, outermost first, and the sizes they are
/// padded to. Rank 0 is a scalar; sizes may be zero.
class Shape {
 public:
  Shape() = default;
  Shape(std::initializer_list<Index> sizes);
  explicit Shape(std::span<const Index> sizes);
  /// Each padded size must be at least the size.
  Shape(std::initializer_list<Index> sizes,
        std::initializer_list<Index> padded);
  Shape(std::span<const Index> sizes, std::span<const Index> padded);

  int rank() const { return sizes_.size(); }
  /// The size of an axis; -1 is the last one.
  Index operator[](int axis) const;
  /// The padded size of an axis; -1 is the last one.
  Index padded(int axis) const;
  std::span<const Index> sizes() const { return sizes_; }
  std::span<const Index> padded_sizes() const { return padded_; }

  /// How many elements; 1 for rank 0. An error beyond 2^63 - 1.
  Index volume() const;
  /// How many elements with padding. An error beyond 2^63 - 1.
  Index padded_volume() const;
  bool is_padded() const { return sizes_ != padded_; }

  bool operator==(const Shape&) const = default;

 private:
  Indices sizes_;
  Indices padded_;
};

/// "[14[32], 28[32]]"; the padded size only where it differs.
std::string to_string(const Shape& shape);

/// Reads "[14[32], 28[32]]", "14[32]x28[32]", "5x100x150", "5,100,150", and
/// "[]" or nothing for rank 0.
Shape parse_shape(std::string_view text);

/// Row-major steps, in elements, through the padded sizes. All zero if one of
/// these is zero.
Indices strides(const Shape& shape);

/// The shape that both stretch to, by NumPy's rule: axes are aligned at the
/// last one, and their sizes are equal or one of them is 1. Not padded.
Shape broadcast(const Shape& a, const Shape& b);
/// The same for any number of shapes; rank 0 for none.
Shape broadcast(std::span<const Shape> shapes);

/// The position of `index` among the elements in row-major order, padding not
/// counted. An error unless `index` lies inside the sizes of `shape`.
Index ravel(std::span<const Index> index, const Shape& shape);
Index ravel(std::initializer_list<Index> index, const Shape& shape);

/// The index of the element at `position`: the inverse of `ravel`.
Indices unravel(Index position, const Shape& shape);

/// What the axes are called: a, b, c, ... h unless said otherwise. A name is a
/// letter or `_`, then letters, digits, `_` and `.`, at most 15 characters. No
/// two axes share one.
class AxisNames {
 public:
  AxisNames();
  /// Names the first axes. The others keep their default names, or get unused
  /// ones of them.
  AxisNames(std::initializer_list<std::string_view> names);
  explicit AxisNames(std::span<const std::string_view> names);

  /// Every axis that a tensor can have is named.
  static constexpr int size() { return kMaxRank; }
  std::string_view operator[](int axis) const;
  /// The axis called `name`, or -1.
  int find(std::string_view name) const;
  /// Whether the first `rank` axes have their default names.
  bool is_default(int rank) const;

  bool operator==(const AxisNames&) const = default;

 private:
  std::array<Name, kMaxRank> names_ = {};
};

}  // namespace ashlar
