// cute.h - the parts of CuTe's notation: strided digits and the swizzle.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ashlar/bound_layout.h"
#include "src/base/cursor.h"

namespace ashlar {

/// Swizzle<bits, base, shift>: `bits` bits of an offset, from bit `base` on,
/// are XORed with those `shift` bits higher. With a negative shift, the bits
/// from `base` on are the ones that are XORed into higher ones.
struct Swizzle {
  int bits = 0;
  int base = 0;
  int shift = 0;

  /// The lowest bit that is changed, and the lowest that decides.
  int target() const { return shift < 0 ? base - shift : base; }
  int source() const { return shift < 0 ? base : base + shift; }
};

/// A digit with a stride; of a list, outermost first, with dense strides.
struct StridedDigit {
  DigitText digit;   // source "0": a gap
  Index stride = 1;  // in elements
  Index alloc = 1;
  bool is_top = false;
  std::vector<DigitText> xors;
};

/// `Sw<3,4,3> o`, and what CuTe prints between that and the layout; nothing if
/// there is no swizzle. In front of a pointer, it counts bytes of elements of
/// `element_bits`.
std::optional<Swizzle> read_swizzle(Cursor& in, Index element_bits);

/// Cuts the digits that `swizzle` touches, and adds its XORs. A reason if that
/// would not be a layout.
std::string apply_swizzle(const Swizzle& swizzle,
                          std::vector<StridedDigit>& digits);

/// The one swizzle that all XORs of `layout` are, or why there is none.
struct FoundSwizzle {
  Swizzle swizzle;
  std::string why_not;
};
FoundSwizzle find_swizzle(const BoundLayout& layout);

}  // namespace ashlar
