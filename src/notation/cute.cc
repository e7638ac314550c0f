// CuTe's shape:stride, one mode an axis, strides in elements.
#include "src/notation/cute.h"

#include <algorithm>
#include <utility>

#include "src/base/checked.h"
#include "src/notation/notations.h"
#include "src/notation/plain.h"

namespace ashlar {
namespace {

constexpr int kMaxDepth = 8;

/// A number, or numbers in parentheses.
struct Tree {
  Index value = 0;
  bool is_leaf = true;
  std::vector<Tree> items;
  std::size_t begin = 0;  // in the text
};

class TreeReader {
 public:
  explicit TreeReader(Cursor& in) : in_(in) {}

  Tree read(std::string_view item) { return read(item, 0); }

 private:
  Tree read(std::string_view item, int depth) {
    Tree tree;
    in_.peek();
    tree.begin = in_.position();
    if (!in_.accept('(')) {
      refuse_sign(item);
      in_.accept('_');  // how CuTe prints what is known at compile time
      tree.value = in_.number(item);
      if (++leaves_ > kMaxDigits) {
        in_.fail_at(tree.begin, concat("more than ", kMaxDigits, " numbers"));
      }
      return tree;
    }
    tree.is_leaf = false;
    if (depth >= kMaxDepth) {
      in_.fail_at(tree.begin, concat("nested more than ", kMaxDepth, " deep"));
    }
    if (in_.accept(')')) return tree;
    do {
      tree.items.push_back(read(item, depth + 1));
      if (tree.items.size() > kMaxDigits) {
        in_.fail_at(tree.begin, concat("more than ", kMaxDigits, " modes"));
      }
    } while (in_.accept(','));
    in_.expect(')', "after the modes");
    return tree;
  }

  void refuse_sign(std::string_view item) {
    const std::size_t begin = in_.position();
    if (!in_.accept('-')) return;
    in_.fail_at(begin, concat("negative: ", item),
                "a layout counts upwards; reverse the axis in a view");
  }

  Cursor& in_;
  int leaves_ = 0;
};

/// Reads a text into digits, outermost first.
class Reader {
 public:
  Reader(Cursor& in, const Subject& subject) : in_(in), subject_(subject) {}

  Digits run() {
    const auto swizzle = read_swizzle(in_, subject_.element.storage_bits);
    in_.peek();
    const std::size_t begin = in_.position();
    Tree shape = TreeReader(in_).read("a size");
    in_.expect(':', "between shape and stride");
    Tree stride = TreeReader(in_).read("a stride");
    split_modes(begin, shape, stride);
    sort_digits(begin);
    if (swizzle && !is_empty()) {
      const std::string why = apply_swizzle(*swizzle, digits_);
      if (!why.empty()) in_.fail_at(begin, why);
    }
    Digits out;
    for (StridedDigit& digit : digits_) {
      out.memory.terms.push_back(
          {std::move(digit.digit), std::move(digit.xors)});
    }
    return out;
  }

 private:
  void split_modes(std::size_t begin, Tree& shape, Tree& stride) {
    const auto rank = static_cast<std::size_t>(subject_.shape.rank());
    if (rank == 1 && (shape.is_leaf || shape.items.size() > 1)) {
      wrap(shape);
      wrap(stride);
    }
    if (shape.is_leaf || shape.items.size() != rank) {
      in_.fail_at(begin, concat("the layout has ",
                                shape.is_leaf ? 1 : shape.items.size(),
                                " modes, the tensor has ", rank, " axes"));
    }
    if (stride.is_leaf || stride.items.size() != rank) fail_shape(stride);
    for (std::size_t axis = 0; axis < rank; ++axis) {
      add_mode(static_cast<int>(axis), shape.items[axis], stride.items[axis]);
    }
  }

  static void wrap(Tree& tree) {
    Tree outer;
    outer.is_leaf = false;
    outer.begin = tree.begin;
    outer.items.push_back(std::move(tree));
    tree = std::move(outer);
  }

  [[noreturn]] void fail_shape(const Tree& stride) {
    in_.fail_at(stride.begin, "the strides are not nested as the sizes are");
  }

  void add_mode(int axis, const Tree& shape, const Tree& stride) {
    const std::size_t first = digits_.size();
    Index places = 1;
    add_leaves(axis, shape, stride, places);
    if (places < subject_.shape[axis]) {
      in_.fail_at(shape.begin,
                  concat("mode ", axis, " has ", places, " places, axis ",
                         subject_.names[axis], " has ", subject_.shape[axis]));
    }
    if (digits_.size() > first) digits_.back().is_top = true;
  }

  /// The first of several sizes is the least significant digit.
  void add_leaves(int axis, const Tree& shape, const Tree& stride,
                  Index& places) {
    if (shape.is_leaf != stride.is_leaf ||
        shape.items.size() != stride.items.size()) {
      fail_shape(stride);
    }
    for (std::size_t i = 0; i < shape.items.size(); ++i) {
      add_leaves(axis, shape.items[i], stride.items[i], places);
    }
    if (!shape.is_leaf || shape.value == 1) return;
    if (places == 0) in_.fail_at(shape.begin, "a size after the size 0");
    add_digit(axis, places, shape.value, stride.value);
    places = checked_multiply(places, shape.value, "cute");
  }

  void add_digit(int axis, Index div, Index radix, Index stride) {
    StridedDigit digit;
    digit.digit.source = subject_.names[axis];
    digit.digit.div = div;
    digit.digit.radix = radix;
    digit.alloc = radix;
    digit.stride = stride;
    digits_.push_back(std::move(digit));
  }

  /// Where nothing is, strides of 0 are as good as any.
  bool is_empty() const {
    const auto has_no_stride = [](const StridedDigit& digit) {
      return digit.stride == 0;
    };
    return std::ranges::find(subject_.shape.sizes(), 0) !=
               subject_.shape.sizes().end() &&
           std::ranges::any_of(digits_, has_no_stride);
  }

  /// Sorts by stride, and turns strides into slots.
  void sort_digits(std::size_t begin) {
    std::ranges::stable_sort(digits_, std::ranges::greater{},
                             &StridedDigit::stride);
    if (!is_empty()) set_all_slots(begin);
    for (int axis = 0; axis < subject_.shape.rank(); ++axis) {
      const auto is_of_axis = [&](const StridedDigit& digit) {
        return digit.digit.source == subject_.names[axis];
      };
      if (subject_.shape[axis] == 0 &&
          std::ranges::none_of(digits_, is_of_axis)) {
        add_digit(axis, 1, 1, 1);  // even an empty axis needs a place
      }
    }
  }

  void set_all_slots(std::size_t begin) {
    Index inner = 1;  // the stride of the digit inside
    for (std::size_t i = digits_.size(); i-- > 0;) {
      const Index stride = digits_[i].stride;
      if (stride == 0) {
        in_.fail_at(begin,
                    concat(describe(digits_[i]),
                           " has stride 0: its elements would share a "
                           "place"),
                    "repeat elements in a view instead");
      }
      const bool is_last = i + 1 == digits_.size();
      const Index filled = is_last ? 1 : digits_[i + 1].alloc;
      if (stride % inner != 0) {
        in_.fail_at(begin, concat(describe(digits_[i]), " has stride ", stride,
                                  ", which is no multiple of the stride ",
                                  inner, " of ", describe(digits_[i + 1])));
      }
      const Index slots = stride / inner;
      if (slots < filled) {
        in_.fail_at(begin, concat(describe(digits_[i]), " with stride ", stride,
                                  " overlaps ", describe(digits_[i + 1]),
                                  " with stride ", inner));
      }
      if (!is_last && slots > filled) set_slots(digits_[i + 1], slots);
      if (is_last && slots > 1) gap_ = slots;
      inner = stride;
    }
    if (gap_ > 1) add_gap();
  }

  static void set_slots(StridedDigit& digit, Index slots) {
    digit.alloc = slots;
    digit.digit.alloc = slots;
  }

  void add_gap() {
    StridedDigit gap;
    gap.digit.source = "0";
    set_slots(gap, gap_);
    digits_.push_back(std::move(gap));
  }

  static std::string describe(const StridedDigit& digit) {
    return concat("the factor ", digit.digit.radix, " of axis ",
                  digit.digit.source);
  }

  Cursor& in_;
  const Subject& subject_;
  std::vector<StridedDigit> digits_;
  Index gap_ = 1;
};

// ---- writing

/// Sizes and strides of one axis, least significant first.
struct Mode {
  std::vector<Index> sizes;
  std::vector<Index> strides;
};

Mode mode_of(int axis, std::vector<Factor> factors) {
  std::erase_if(factors, [axis](const Factor& factor) {
    return factor.axis != axis || factor.size() == 1;
  });
  std::ranges::stable_sort(factors, {}, &Factor::div);
  Mode mode;
  for (const Factor& factor : factors) {
    if (!mode.sizes.empty() &&
        mode.strides.back() * mode.sizes.back() == factor.stride) {
      mode.sizes.back() *= factor.size();
      continue;
    }
    mode.sizes.push_back(factor.size());
    mode.strides.push_back(factor.stride);
  }
  if (mode.sizes.empty()) return {{1}, {0}};
  return mode;
}

std::string print(const std::vector<Index>& numbers) {
  if (numbers.size() == 1) return concat(numbers.front());
  return concat('(', join(numbers, ","), ')');
}

/// Strides say what lies between digits, but not what follows the last one.
std::string why_not_end(const BoundLayout& layout,
                        const std::vector<Factor>& factors) {
  for (std::size_t i = 0; i < factors.size(); ++i) {
    if (factors[i].alloc == 1) continue;
    if (factors[i].axis >= 0 && !factors[i].leaves_gap()) return {};
    return concat(describe_gap(layout, factors, i), ", at the end of memory");
  }
  return {};
}

}  // namespace

Digits read_cute(Cursor& in, const Subject& subject) {
  return Reader(in, subject).run();
}

Written write_cute(const BoundLayout& layout) {
  for (const auto why_not :
       {why_not_units, why_not_records, why_not_joins, why_not_blocks}) {
    if (std::string why = why_not(layout); !why.empty()) return {{}, why};
  }
  const FoundSwizzle found = find_swizzle(layout);
  if (!found.why_not.empty()) return {{}, found.why_not};
  const std::vector<Factor> factors = factors_of(layout);
  if (std::string why = why_not_end(layout, factors); !why.empty()) {
    return {{}, why};
  }
  std::vector<std::string> sizes;
  std::vector<std::string> strides;
  for (int axis = 0; axis < layout.shape().rank(); ++axis) {
    const Mode mode = mode_of(axis, factors);
    sizes.push_back(print(mode.sizes));
    strides.push_back(print(mode.strides));
  }
  std::string text;
  if (found.swizzle.bits > 0) {
    text = concat("Sw<", found.swizzle.bits, ',', found.swizzle.base, ',',
                  found.swizzle.shift, "> o ");
  }
  return {concat(text, '(', join(sizes, ","), "):(", join(strides, ","), ')'),
          {}};
}

}  // namespace ashlar
