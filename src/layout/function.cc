// Questions about a bound layout as a function: equality, hash, runs.
#include <algorithm>
#include <numeric>

#include "src/base/checked.h"
#include "src/layout/bind.h"
#include "src/layout/write.h"

namespace ashlar {
namespace {

/// Small tensors are compared by looking at every element.
constexpr Index kEnumerable = 1 << 14;

/// Only then are positions sums over the axes.
bool is_separable(const BoundLayout& layout) {
  return layout.joins().empty() &&
         std::ranges::none_of(layout.digits(),
                              [](const Digit& d) { return d.xor_count > 0; });
}

std::vector<Index> divisors_of(const BoundLayout& layout, int axis) {
  std::vector<Index> found;
  for (const Digit& digit : layout.digits()) {
    if (digit.source == axis) found.push_back(digit.div);
  }
  return found;
}

bool has_same_frame(const BoundLayout& a, const BoundLayout& b) {
  const auto same_unit = [](const Unit& x, const Unit& y) {
    return x.name == y.name && x.extent == y.extent &&
           (x.digit < 0) == (y.digit < 0);
  };
  const auto same_part = [](const Field& x, const Field& y) {
    return x.name == y.name && x.element == y.element && x.bits == y.bits &&
           x.parent == y.parent && x.is_record == y.is_record;
  };
  return std::ranges::equal(a.shape().sizes(), b.shape().sizes()) &&
         a.element_bits() == b.element_bits() &&
         std::ranges::equal(a.units(), b.units(), same_unit) &&
         std::ranges::equal(a.fields(), b.fields(), same_part);
}

bool agree_at(const BoundLayout& a, const BoundLayout& b,
              const Indices& index) {
  for (std::size_t f = 0; f < a.fields().size(); ++f) {
    if (a.fields()[f].is_record) continue;
    const int field = static_cast<int>(f);
    if (a.position_unchecked(index.data(), field) !=
        b.position_unchecked(index.data(), field)) {
      return false;
    }
  }
  return true;
}

/// Along an axis both functions grow by steps that only depend on which
/// divisors divide the coordinate. Every combination of divisors that occurs
/// does so first at a least common multiple, so it is enough to look there.
bool agree_along(const BoundLayout& a, const BoundLayout& b, int axis) {
  const Index size = a.shape()[axis];
  std::vector<Index> left = divisors_of(a, axis);
  std::vector<Index> right = divisors_of(b, axis);
  left.push_back(1);
  right.push_back(1);
  Indices index = Indices::filled(a.shape().rank(), 0);
  for (const Index x : left) {
    for (const Index y : right) {
      const auto multiple = try_multiply(x / std::gcd(x, y), y);
      if (!multiple || *multiple >= size) continue;
      for (const Index at : {*multiple - 1, *multiple}) {
        index[axis] = at;
        if (!agree_at(a, b, index)) return false;
      }
    }
  }
  return true;
}

bool agree_everywhere(const BoundLayout& a, const BoundLayout& b) {
  const Shape& shape = a.shape();
  for (Index i = 0; i < shape.volume(); ++i) {
    if (!agree_at(a, b, unravel(i, shape))) return false;
  }
  return true;
}

bool is_empty(const Shape& shape) {
  return std::ranges::find(shape.sizes(), 0) != shape.sizes().end();
}

/// Volume if it is at most `limit`, else nothing; never overflows.
std::optional<Index> volume_up_to(const Shape& shape, Index limit) {
  Index volume = 1;
  for (const Index size : shape.sizes()) {
    const auto product = try_multiply(volume, size);
    if (!product || *product > limit) return std::nullopt;
    volume = *product;
  }
  return volume;
}

}  // namespace

std::optional<bool> same_function(const BoundLayout& a, const BoundLayout& b) {
  if (!has_same_frame(a, b)) return false;
  if (is_empty(a.shape())) return true;
  if (is_separable(a) && is_separable(b)) {
    for (int axis = 0; axis < a.shape().rank(); ++axis) {
      if (!agree_along(a, b, axis)) return false;
    }
    return agree_at(a, b, Indices::filled(a.shape().rank(), 0));
  }
  if (canonical_text(a) == canonical_text(b)) return true;
  for (int axis = 0; axis < a.shape().rank(); ++axis) {
    if (!agree_along(a, b, axis)) return false;
  }
  if (volume_up_to(a.shape(), kEnumerable)) return agree_everywhere(a, b);
  return std::nullopt;
}

std::uint64_t stable_hash(const BoundLayout& layout) {
  const std::string text =
      concat(canonical_text(layout), '|', join(layout.shape().sizes(), "x"),
             '|', layout.element_bits());
  std::uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3u;
  }
  return hash;
}

Index contiguous_run(const BoundLayout& given) {
  const BoundLayout layout = canonical(given);
  const Shape& shape = layout.shape();
  if (is_empty(shape)) return 0;
  const int field = layout.data_field();
  const auto follows = [&](const Indices& before, const Indices& after) {
    Position expected = layout.position_unchecked(before.data(), field);
    expected.bit += layout.element_bits();
    return layout.position_unchecked(after.data(), field) == expected;
  };
  if (!is_separable(layout)) {  // a run can break anywhere: look at all of it
    const Index most =
        volume_up_to(shape, kEnumerable).value_or(Index{kEnumerable});
    Index run = 1;
    while (run < most &&
           follows(unravel(run - 1, shape), unravel(run, shape))) {
      ++run;
    }
    return run;
  }
  Indices last = Indices::filled(shape.rank(), 0);  // of the axes seen so far
  Index run = 1;
  for (int axis = shape.rank() - 1; axis >= 0; --axis) {
    std::vector<Index> steps = divisors_of(layout, axis);
    steps.push_back(1);
    std::ranges::sort(steps);
    for (const Index step : steps) {
      if (step >= shape[axis]) break;
      Indices before = last;
      before[axis] = step - 1;
      Indices after = Indices::filled(shape.rank(), 0);
      after[axis] = step;
      if (!follows(before, after)) return run * step;
    }
    run *= shape[axis];
    last[axis] = shape[axis] - 1;
  }
  return run;
}

}  // namespace ashlar
