// CuTe's Swizzle<B,M,S> as XOR terms, and XOR terms as a swizzle.
#include <algorithm>
#include <bit>
#include <cstdlib>
#include <set>
#include <utility>

#include "src/base/checked.h"
#include "src/notation/cute.h"
#include "src/notation/plain.h"

namespace ashlar {
namespace {

constexpr int kMaxBit = 62;

int log2_of(Index value) {
  return std::countr_zero(static_cast<std::uint64_t>(value));
}

/// The bits of an offset that a digit decides.
struct Span {
  int first = 0;
  int end = 0;
};

bool has_bits(const StridedDigit& digit) {
  return is_power_of_two(digit.stride) && is_power_of_two(digit.alloc);
}

Span span_of(const StridedDigit& digit) {
  const int first = log2_of(digit.stride);
  return {first, first + log2_of(digit.alloc)};
}

/// The same end for any number of slots.
int end_of(const StridedDigit& digit) {
  const auto last = static_cast<std::uint64_t>(digit.alloc) - 1;
  return log2_of(digit.stride) + static_cast<int>(std::bit_width(last));
}

std::string describe(const StridedDigit& digit) {
  if (digit.digit.source == "0") return concat("the gap 0:", digit.alloc);
  return concat("the factor ", digit.alloc, " of axis ", digit.digit.source);
}

/// Splits digits at bits, so that a swizzle finds whole ones.
class Cutter {
 public:
  Cutter(const Swizzle& swizzle, std::vector<StridedDigit>& digits)
      : swizzle_(swizzle), digits_(digits) {}

  std::string run() {
    const int top = std::max(swizzle_.target(), swizzle_.source());
    const int end = std::min(kMaxBit, top + swizzle_.bits);
    for (std::size_t i = digits_.size(); i-- > 0;) {
      const Index stride = digits_[i].stride;
      if (stride >> end != 0 || is_power_of_two(stride)) continue;
      return concat("a swizzle needs powers of two, the stride ", stride,
                    " of ", describe(digits_[i]), " is none");
    }
    for (const int bit : cuts()) {
      if (std::string why = cut(bit); !why.empty()) return why;
    }
    return {};
  }

 private:
  /// The ends of both ranges, and where digits end inside the other one.
  std::set<int> cuts() const {
    const int distance = swizzle_.target() - swizzle_.source();
    std::set<int> out;
    const auto add_range = [&](int first, int to_other) {
      const int end = first + swizzle_.bits;
      out.insert({first, end});
      const auto add_between = [&](int bit) {
        if (bit > first && bit < end) out.insert(bit + to_other);
      };
      for (const StridedDigit& digit : digits_) {
        if (!is_power_of_two(digit.stride)) continue;
        add_between(log2_of(digit.stride));
      }
      if (!digits_.empty() && is_power_of_two(digits_[0].stride)) {
        add_between(end_of(digits_[0]));
      }
    };
    add_range(swizzle_.source(), distance);
    add_range(swizzle_.target(), -distance);
    return out;
  }

  std::string cut(int bit) {
    for (std::size_t i = 0; i < digits_.size(); ++i) {
      if (!is_power_of_two(digits_[i].stride)) continue;
      const int first = log2_of(digits_[i].stride);
      if (bit <= first || bit - first >= kMaxBit) continue;
      const Index low = Index{1} << (bit - first);
      if (low >= digits_[i].alloc) continue;
      return split(i, low);
    }
    return {};
  }

  /// Cuts `low` slots off the digit at `at`.
  std::string split(std::size_t at, Index low) {
    const StridedDigit whole = digits_[at];
    const bool is_gap = whole.digit.source == "0";
    const bool is_exact =
        (at == 0 || whole.alloc % low == 0) &&
        (is_gap || whole.is_top || whole.digit.radix % low == 0);
    if (!is_exact) {
      return concat("the swizzle cuts ", describe(whole), " at ", low);
    }
    StridedDigit outer = whole;
    StridedDigit inner = whole;
    outer.stride = whole.stride * low;
    outer.alloc = div_up(whole.alloc, low);
    inner.alloc = low;
    inner.is_top = false;
    outer.digit.alloc = outer.alloc;
    inner.digit.alloc = low;
    if (!is_gap) {
      outer.digit.div = checked_multiply(whole.digit.div, low, "cute");
      outer.digit.radix = div_up(whole.digit.radix, low);
      inner.digit.radix = low;
    }
    if (outer.digit.radix == 1 && !outer.is_top) {  // nothing but slots
      outer.digit = DigitText{"0", {}, 1, 0, outer.alloc};
    }
    digits_[at] = outer;
    digits_.insert(digits_.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                   inner);
    return {};
  }

  const Swizzle& swizzle_;
  std::vector<StridedDigit>& digits_;
};

int read_bit_count(Cursor& in, std::string_view what) {
  in.accept('_');  // how CuTe prints what is known at compile time
  const std::size_t begin = in.position();
  const Index value = in.number(what);
  if (value > kMaxBit) {
    in.fail_at(begin, concat(what, " is ", value, ", at most ", kMaxBit,
                             " is possible"));
  }
  return static_cast<int>(value);
}

void expect_composition(Cursor& in) {
  if (!in.accept_word("o")) in.fail_expected("'o' before the layout");
}

/// `smem_ptr[16b](unset) o`: a swizzle in front of a pointer counts bytes.
/// Returns its base in elements.
int read_pointer(Cursor& in, std::size_t begin, int base, Index element_bits) {
  in.expect('[', "after smem_ptr");
  const std::size_t at = in.position();
  if (in.number("the bits of an element") != element_bits) {
    in.fail_at(
        at, concat("the elements of the tensor have ", element_bits, " bits"));
  }
  if (!in.accept_word("b")) in.fail_expected("b, for bits");
  in.expect(']', "after the bits of an element");
  in.expect('(', "after smem_ptr");
  in.name("unset, the address,");
  in.expect(')', "after the address");
  expect_composition(in);
  if (!is_power_of_two(element_bits)) {
    in.fail_at(begin, concat("elements of ", element_bits,
                             " bits do not fill bytes evenly"));
  }
  const int moved = base + 3 - log2_of(element_bits);
  if (moved < 0) in.fail_at(begin, "the swizzle moves parts of elements");
  return moved;
}

/// `0 o`, the offset that CuTe prints between a swizzle and its layout.
void skip_offset(Cursor& in) {
  in.peek();
  const std::size_t begin = in.position();
  in.accept('_');
  if (!in.number_ahead()) return in.rewind(begin);
  const Index offset = in.number("an offset");
  if (!in.accept_word("o")) return in.rewind(begin);  // it was a shape
  if (offset != 0) {
    in.fail_at(begin, "the swizzle starts at an offset",
               "an offset belongs to a view");
  }
}

}  // namespace

std::optional<Swizzle> read_swizzle(Cursor& in, Index element_bits) {
  in.peek();
  const std::size_t begin = in.position();
  if (!in.accept_word("Sw") && !in.accept_word("Swizzle")) return std::nullopt;
  Swizzle swizzle;
  in.expect('<', "after Sw");
  swizzle.bits = read_bit_count(in, "the width of a swizzle");
  in.expect(',', "in a swizzle");
  swizzle.base = read_bit_count(in, "the base of a swizzle");
  in.expect(',', "in a swizzle");
  const bool is_negative = in.accept('-');
  swizzle.shift = read_bit_count(in, "the shift of a swizzle");
  if (is_negative) swizzle.shift = -swizzle.shift;
  in.expect('>', "after a swizzle");
  if (std::abs(swizzle.shift) < swizzle.bits) {
    in.fail_at(begin, concat("the shift ", swizzle.shift, " is less than the ",
                             swizzle.bits, " bits"));
  }
  expect_composition(in);
  if (in.accept_word("smem_ptr")) {
    swizzle.base = read_pointer(in, begin, swizzle.base, element_bits);
  } else {
    skip_offset(in);
  }
  return swizzle;
}

std::string apply_swizzle(const Swizzle& swizzle,
                          std::vector<StridedDigit>& digits) {
  if (swizzle.bits == 0) return {};
  if (std::string why = Cutter(swizzle, digits).run(); !why.empty()) return why;
  const int distance = swizzle.target() - swizzle.source();
  for (StridedDigit& source : digits) {
    if (source.digit.source == "0" || !is_power_of_two(source.stride)) continue;
    const int first = log2_of(source.stride);
    if (first < swizzle.source() || first >= swizzle.source() + swizzle.bits) {
      continue;
    }
    const auto target =
        std::ranges::find_if(digits, [&](const StridedDigit& digit) {
          return has_bits(digit) && digit.alloc > 1 &&
                 span_of(digit).first == first + distance;
        });
    const bool is_outermost = &source == digits.data();
    if (target != digits.end() && is_outermost &&
        end_of(source) - first == end_of(*target) - span_of(*target).first) {
      source.alloc = target->alloc;  // nothing is after it: it can be padded
      source.digit.alloc = target->alloc;
    }
    if (target == digits.end() || target->alloc != source.alloc) {
      return concat("the swizzle would move elements past the end, by ",
                    describe(source));
    }
    target->xors.push_back(source.digit);
  }
  return {};
}

FoundSwizzle find_swizzle(const BoundLayout& layout) {
  FoundSwizzle found;
  const auto digits = layout.digits(layout.fields()[0]);
  const auto refuse = [&](std::size_t at) {
    found.why_not = concat("XOR terms cannot be written as one swizzle: ",
                           digit_text(layout, at));
    return found;
  };
  std::vector<Span> targets;
  for (std::size_t i = digits.size(); i-- > 0;) {
    const Digit& digit = digits[i];
    if (digit.xor_count == 0) continue;
    const std::size_t other = digit.xors[0];
    const Field& memory = layout.fields()[0];
    const bool in_memory = other >= memory.first &&
                           other < std::size_t{memory.first} + memory.count;
    if (digit.xor_count > 1 || !in_memory) return refuse(i);
    const Index stride = digit.stride / layout.element_bits();
    const Digit& source = layout.digits()[other];
    const Index from = source.stride / layout.element_bits();
    if (!is_power_of_two(stride) || !is_power_of_two(from) ||
        !is_power_of_two(source.alloc)) {
      return refuse(i);
    }
    const int first = log2_of(stride);
    const int shift = log2_of(from) - first;
    if (!targets.empty() &&
        (shift != found.swizzle.shift || first != targets.back().end)) {
      return refuse(i);
    }
    found.swizzle.shift = shift;
    targets.push_back({first, first + log2_of(digit.alloc)});
  }
  if (targets.empty()) return found;
  found.swizzle.bits = targets.back().end - targets.front().first;
  found.swizzle.base = targets.front().first + std::min(found.swizzle.shift, 0);
  if (std::abs(found.swizzle.shift) >= found.swizzle.bits) return found;
  const auto first = std::ranges::find_if(
      digits, [](const Digit& digit) { return digit.xor_count > 0; });
  return refuse(static_cast<std::size_t>(first - digits.begin()));
}

}  // namespace ashlar
