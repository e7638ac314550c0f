// view.h - what a conversion reads or writes: a tensor, a part, or an array.
#pragma once

#include <string>
#include <variant>

#include "ashlar/spec.h"

namespace ashlar {

/// An array as NumPy, PyTorch and DLPack describe one. Its elements have whole
/// bytes.
struct StridedArray {
  Shape shape;
  Format format;
  Indices steps;     ///< elements from one index of an axis to the next
  Index offset = 0;  ///< the element of the buffer where index 0 is

  bool operator==(const StridedArray&) const = default;
};

/// A tensor, or a box of it, with its axes in any order. A plain value that
/// knows nothing of memory.
class View {
 public:
  View(const Spec& spec);  // NOLINT: a tensor is a view of itself
  /// Steps may be negative, and 0 to repeat. The step of an axis with one index
  /// has no meaning and becomes 0. An error if the array begins before the
  /// buffer.
  View(const StridedArray& array);  // NOLINT

  /// The sizes in the order of the view. Not padded.
  const Shape& shape() const { return shape_; }
  const Format& format() const;
  /// The names of the axes in the order of the view.
  AxisNames names() const;

  /// The tensor this is a view of; null for an array with steps.
  const Spec* spec() const { return std::get_if<Spec>(&root_); }
  /// The array; windows and permutations of one are other arrays. Null for a
  /// view of a tensor.
  const StridedArray* array() const {
    return std::get_if<StridedArray>(&root_);
  }
  /// Where the box starts, by axis of the tensor.
  const Indices& begin() const { return begin_; }
  /// Axis i of the view is axis order()[i] of the tensor.
  const Indices& order() const { return order_; }

  /// Whether there is nothing in the tensor that is not in the view.
  bool has_everything() const;
  /// Whether it is a tensor and nothing else: all of it, axes as they are.
  bool is_spec() const;

  bool operator==(const View&) const = default;

 private:
  friend View window(const View& view, const Indices& begin,
                     const Indices& sizes);
  friend View permuted(const View& view, const Indices& order);

  std::variant<Spec, StridedArray> root_;
  Indices begin_;
  Indices order_;
  Shape shape_;
};

/// The box of `sizes` elements from index `begin` on, which becomes index 0.
View window(const View& view, const Indices& begin, const Indices& sizes);

/// The same elements with axis order[i] as axis i.
View permuted(const View& view, const Indices& order);

/// The spec, or `f32[64x64] row window(3:13, 0:64) permuted(1, 0)`, or
/// `f32[3x4] steps(4, -1) offset(3)`.
std::string to_string(const View& view);

}  // namespace ashlar
