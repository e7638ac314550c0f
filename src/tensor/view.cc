// view.cc - boxes and orders of axes on the same bytes.
#include "ashlar/view.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "ashlar/tensor_view.h"
#include "src/base/require.h"
#include "src/tensor/form.h"
#include "src/tensor/rewrite.h"
#include "src/tensor/transfer.h"

namespace ashlar {
namespace {

struct Box {
  Indices begin;
  Indices sizes;
};

[[noreturn]] void refuse_box(const Tensor& tensor, const Box& box,
                             std::string_view reason) {
  refuse_tensor(
      concat("the box of (", join(box.sizes, ", "), ") from (",
             join(box.begin, ", "), ") on of ", to_string(tensor.spec()),
             " is no tensor on the same bytes: ", reason),
      "copy(tensor, window(tensor.spec(), begin, sizes)) copies it");
}

/// The digits of an axis in memory, the lowest first.
std::vector<Digit> digits_of(const BoundLayout& layout, int axis) {
  std::vector<Digit> out;
  for (const Digit& digit : layout.digits(layout.fields()[0])) {
    if (digit.source == axis) out.push_back(digit);
  }
  std::ranges::stable_sort(out, {}, &Digit::div);
  return out;
}

bool has_xor(const BoundLayout& layout) {
  return std::ranges::any_of(layout.digits(),
                             [](const Digit& d) { return d.xor_count > 0; });
}

/// Whether index `begin + i` lies at the place of `begin` plus that of `i`, for
/// all i below `size`: no digit carries. Not so if a join or a unit has some of
/// the digits.
bool adds_up(const std::vector<Digit>& digits, Index all, Index begin,
             Index size) {
  Index reach = 1;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const Digit& digit = digits[i];
    if (digit.div != reach) return false;
    reach *= digit.radix;
    if (i + 1 == digits.size()) break;  // it carries into nothing
    const Index own = begin / digit.div % digit.radix;
    const Index most = std::min(digit.radix - 1, (size - 1) / digit.div);
    if (own + most >= digit.radix) return false;
  }
  return reach >= all;
}

/// The same digits for the sizes of a box. All keep their slots, but those
/// before which nothing changes.
Digits digits_for(const BoundLayout& layout, const Indices& sizes) {
  Digits out = to_digits(layout);
  const auto bound = layout.digits(layout.fields()[0]);
  bool is_first = true;
  for (std::size_t i = 0; i < bound.size(); ++i) {
    DigitText& text = out.memory.terms[i].digit;
    const int axis = bound[i].source;
    Index radix = bound[i].radix;
    const bool is_cut = axis < kMaxRank && sizes[axis] < layout.shape()[axis];
    if (is_cut) {
      const bool is_top = digits_of(layout, axis).back() == bound[i];
      if (is_top) radix = (sizes[axis] - 1) / bound[i].div + 1;
      text.radix = is_top ? 0 : radix;
    }
    // Gaps before the first element that moves are gaps of the whole tensor.
    text.alloc = is_first && axis != kNoSource ? 0 : bound[i].alloc;
    if (is_first && axis == kNoSource) text.alloc = 1;
    if (text.alloc == radix && axis != kNoSource) text.alloc = 0;
    is_first = is_first && radix == 1;
  }
  return out;
}

void check_cut(const Tensor& tensor, const Box& box) {
  const BoundLayout& layout = tensor.layout();
  if (tensor.storage().kind() == Storage::Kind::device) {
    refuse_box(tensor, box, "it is on a device");
  }
  if (layout.unit_total() != 1 || layout.fields().size() != 1) {
    refuse_box(tensor, box, "the tensor is spread over units, or has fields");
  }
  for (int axis = 0; axis < layout.shape().rank(); ++axis) {
    const Index all = layout.shape()[axis];
    if (box.sizes[axis] == all) continue;
    if (adds_up(digits_of(layout, axis), all, box.begin[axis],
                box.sizes[axis]) &&
        (box.begin[axis] == 0 || !has_xor(layout))) {
      continue;
    }
    refuse_box(tensor, box,
               concat("along axis ", layout.names()[axis],
                      " it does not begin and end where blocks do"));
  }
}

Tensor cut(const Tensor& tensor, const Box& box) {
  const BoundLayout& layout = tensor.layout();
  check_cut(tensor, box);
  const Index bit = layout.position(box.begin).bit;
  Spec spec;
  try {
    spec = spec_with(tensor.spec(), Shape(box.sizes), tensor.spec().names,
                     digits_for(layout, box.sizes));
  } catch (const Error& error) {
    refuse_box(tensor, box, error.problem());
  }
  const BoundLayout bound = bind(spec);
  if (bit % 8 != 0) refuse_box(tensor, box, "it does not begin with a byte");
  if (bit / 8 + bound.bytes() > tensor.bytes()) {
    refuse_box(tensor, box, "its last rows would reach beyond the end");
  }
  return TensorAccess::make(spec, bound,
                            tensor.storage().part(bit / 8, bound.bytes()),
                            nullptr, Around::others);
}

}  // namespace

Tensor window(const Tensor& tensor, const Indices& begin,
              const Indices& sizes) {
  const View view = window(View(tensor.spec()), begin, sizes);
  if (view.has_everything()) return tensor;
  if (view.shape().volume() == 0) {
    return empty(row_spec(view, tensor.format()));
  }
  return cut(tensor, {begin, sizes});
}

Tensor permuted(const Tensor& tensor, const Indices& order) {
  const View view = permuted(View(tensor.spec()), order);
  if (view.is_spec()) return tensor;
  const Spec& old = tensor.spec();
  const bool is_default = old.names.is_default(old.shape.rank());
  std::map<std::string, std::string> names;
  for (int i = 0; is_default && i < order.size(); ++i) {
    names[default_name(static_cast<int>(order[i]))] = default_name(i);
  }
  const Spec spec =
      spec_with(old, view.shape(), is_default ? AxisNames() : view.names(),
                renamed(to_digits(tensor.layout()), names));
  return TensorAccess::make(spec, bind(spec), tensor.storage(),
                            TensorAccess::slots(tensor),
                            TensorAccess::form(tensor).around);
}

}  // namespace ashlar
