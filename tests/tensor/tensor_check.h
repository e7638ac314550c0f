// tensor_check.h - small things that tests of tensors share.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "ashlar/error.h"
#include "ashlar/tensor.h"
#include "tests/support/random_blocks.h"

namespace ashlar::test {

/// What an error says, or that there was none.
inline std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

/// 0, 1, 2, ... in row-major order, modulo `wrap`.
inline std::vector<double> counted(Index count, Index wrap = Index{1} << 40) {
  std::vector<double> out;
  for (Index i = 0; i < count; ++i) {
    out.push_back(static_cast<double>(i % wrap));
  }
  return out;
}

/// A tensor of such numbers. The default wrap fits all formats from i8 on.
inline Tensor counting(const Spec& spec, Index wrap = 100) {
  const std::vector<double> all = counted(spec.shape.volume(), wrap);
  return make(spec, std::span<const double>(all));
}
inline Tensor counting(std::string_view spec, Index wrap = 100) {
  return counting(parse_spec(spec), wrap);
}

/// Calls `work` with every index of a shape, in row-major order.
inline void for_each_index(const Shape& shape,
                           const std::function<void(const Indices&)>& work) {
  for (Index i = 0; i < shape.volume(); ++i) work(unravel(i, shape));
}

/// A spec on the host with a layout such as people write, or one in digits.
inline Spec random_host_spec(Random& random, std::span<const Index> sizes,
                             const Format& format) {
  Spec spec = random_blocks(random, sizes, format, 4);
  spec.placement.memory = {};
  return spec;
}

}  // namespace ashlar::test
