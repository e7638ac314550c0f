// reshape.cc - other axes for the same row-major order.
#include <numeric>
#include <vector>

#include "ashlar/tensor_view.h"
#include "src/base/checked.h"
#include "src/base/require.h"
#include "src/tensor/form.h"
#include "src/tensor/rewrite.h"
#include "src/tensor/transfer.h"

namespace ashlar {
namespace {

constexpr std::string_view kWhere = "tensor";

/// The shape that is asked for, with the size that was left open.
Shape shape_for(const Tensor& tensor, Indices sizes) {
  const Index all = tensor.shape().volume();
  int open = -1;
  Index known = 1;
  for (int axis = 0; axis < sizes.size(); ++axis) {
    if (sizes[axis] == -1) {
      require(open < 0, ErrorKind::invalid, kWhere, "(", join(sizes, ", "),
              ") leaves more than one size open");
      open = axis;
    } else {
      known = checked_multiply(known, sizes[axis], kWhere);
    }
  }
  if (open >= 0 && known > 0) sizes[open] = all / known;
  const bool is_same = open < 0 || known > 0;
  require(is_same && Shape(sizes).volume() == all, ErrorKind::invalid, kWhere,
          all, " elements of ", to_string(tensor.shape()),
          " cannot have the shape (", join(sizes, ", "), ")");
  return Shape(sizes);
}

/// Axes of the old shape that hold the same elements as axes of the new one.
struct Group {
  std::vector<int> old_axes;
  std::vector<int> new_axes;
};

std::vector<int> large_axes(const Shape& shape) {
  std::vector<int> axes;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    if (shape[axis] > 1) axes.push_back(axis);
  }
  return axes;
}

/// The smallest groups, outermost first. Axes of size 1 are in none.
std::vector<Group> groups_of(const Shape& from, const Shape& to) {
  const std::vector<int> old_axes = large_axes(from);
  const std::vector<int> new_axes = large_axes(to);
  std::vector<Group> out;
  auto old_axis = old_axes.begin();
  auto new_axis = new_axes.begin();
  while (old_axis != old_axes.end()) {
    Group group;
    Index have = 1;
    Index want = 1;
    do {
      if (have <= want) {
        have *= from[*old_axis];
        group.old_axes.push_back(*old_axis++);
      } else {
        want *= to[*new_axis];
        group.new_axes.push_back(*new_axis++);
      }
    } while (have != want);
    out.push_back(std::move(group));
  }
  return out;
}

/// Writes old axes as digits of new ones.
class Rewriter {
 public:
  Rewriter(const Spec& old, const Shape& shape) : old_(old), shape_(shape) {}

  Digits rewrite(const Digits& digits) {
    // Axes with one index are always 0.
    for (int axis = 0; axis < old_.shape.rank(); ++axis) {
      names_[old_name(axis)] = "0";
    }
    for (const Group& group : groups_of(old_.shape, shape_)) add(group);
    Digits out = renamed(digits, names_);
    out.lets.insert(out.lets.begin(), lets_.begin(), lets_.end());
    return out;
  }

 private:
  void add(const Group& group) {
    const std::string source = source_of(group);
    if (group.old_axes.size() == 1) {
      names_[old_name(group.old_axes.front())] = source;
      return;
    }
    Index div = 1;
    for (std::size_t k = group.old_axes.size(); k-- > 0;) {
      const int axis = group.old_axes[k];
      const std::string name = concat("old.", axis);
      lets_.push_back({name, term_of(source, div, old_.shape[axis])});
      names_[old_name(axis)] = name;
      div *= old_.shape[axis];
    }
  }

  /// What the new axes of a group are together.
  std::string source_of(const Group& group) {
    const int first = group.new_axes.front();
    if (group.new_axes.size() == 1) return default_name(first);
    DigitText all;
    for (const int axis : group.new_axes) {
      all.join.push_back(term_of(default_name(axis)));
    }
    const std::string name = concat("new.", first);
    lets_.push_back({name, {all, {}}});
    return name;
  }

  std::string old_name(int axis) const { return std::string(old_.names[axis]); }

  const Spec& old_;
  Shape shape_;
  std::vector<LetText> lets_;
  std::map<std::string, std::string> names_;
};

}  // namespace

Tensor reshape(const Tensor& tensor, const Indices& sizes) {
  const Shape shape = shape_for(tensor, sizes);
  if (shape == View(tensor.spec()).shape()) return tensor;
  if (shape.volume() == 0) {
    Spec spec;
    spec.shape = shape;
    spec.format = tensor.format();
    return empty(spec);
  }
  Spec spec;
  try {
    spec = spec_with(
        tensor.spec(), shape, {},
        Rewriter(tensor.spec(), shape).rewrite(to_digits(tensor.layout())));
  } catch (const Error& error) {
    refuse_tensor(concat(to_string(tensor.spec()), " cannot have the shape ",
                         to_string(shape), " where it is: ", error.problem()),
                  "reshape(unpad(tensor), sizes) copies it");
  }
  const BoundLayout layout = bind(spec);
  if (layout.bytes() != tensor.bytes()) {
    fail(ErrorKind::bug, kWhere, to_string(tensor.spec()), " has become ",
         to_string(spec));
  }
  return TensorAccess::make(spec, layout, tensor.storage(),
                            TensorAccess::slots(tensor),
                            TensorAccess::form(tensor).around);
}

}  // namespace ashlar
