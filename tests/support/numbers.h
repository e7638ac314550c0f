// numbers.h - tensors of numbers that differ from one to the next.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "ashlar/tensor.h"

namespace ashlar::test {

/// Numbers of both signs of which f32 can say few exactly.
inline Tensor numbers_in(const Spec& spec) {
  std::vector<float> values;
  for (Index i = 0; i < spec.shape.volume(); ++i) {
    values.push_back(static_cast<float>(i * 37 % 251 - 125) /
                     static_cast<float>(1 + i % 7));
  }
  return make(spec, std::span<const float>(values));
}
inline Tensor numbers(const Shape& shape) {
  Spec spec;
  spec.shape = shape;
  return numbers_in(spec);
}

/// Numbers of both signs that any float of 16 bits can say.
inline Tensor sixteenths(const Shape& shape,
                         const std::string& format = "f32") {
  Spec spec;
  spec.shape = shape;
  spec.format = parse_format(format);
  std::vector<double> values;
  for (Index i = 0; i < shape.volume(); ++i) {
    values.push_back(static_cast<double>(i * 37 % 251 - 125) / 16);
  }
  return make(spec, std::span<const double>(values));
}

}  // namespace ashlar::test
