// ttnn_shape.h - ttnn.Shape: the sizes of the data, and those it is padded to.
#pragma once

#include <initializer_list>
#include <span>
#include <string>

#include "ashlar/shape.h"

namespace ashlar::ttnn {

/// The shape of a tensor of rank 1 to 8 as ttnn has it until the end of 2024:
/// `Shape({14, 28}, {32, 32})` has 14 rows of 28 in memory for 32 rows of 32.
/// Sizes, indices and comparisons with plain numbers mean the data.
class Shape {
 public:
  /// Not padded.
  Shape(std::initializer_list<Index> shape);
  explicit Shape(std::span<const Index> shape);
  /// Each padded size must be at least the size.
  Shape(std::initializer_list<Index> shape,
        std::initializer_list<Index> padded_shape);
  Shape(std::span<const Index> shape, std::span<const Index> padded_shape);
  explicit Shape(const ashlar::Shape& shape);

  int rank() const { return shape_.rank(); }
  /// The size of an axis without padding; -1 is the last one.
  Index operator[](int axis) const { return shape_[axis]; }
  const Index* begin() const { return shape_.sizes().data(); }
  const Index* end() const { return begin() + rank(); }
  /// How many elements there are in memory, padding included.
  Index volume() const { return shape_.padded_volume(); }

  /// The padded sizes as a shape that is not padded.
  Shape with_tile_padding() const;
  /// With ones in front, or without the ones that are there.
  Shape to_rank(int rank) const;

  /// The same in the words of the core.
  const ashlar::Shape& core() const { return shape_; }

  /// Both kinds of sizes count.
  bool operator==(const Shape&) const = default;
  /// Only the sizes of the data count.
  bool operator==(const Indices& sizes) const;

 private:
  ashlar::Shape shape_;
};

/// "ttnn.Shape([14[32], 28[32]])"; the padded size only where it differs.
std::string to_string(const Shape& shape);

}  // namespace ashlar::ttnn
