// known.h - the element codes that have names of their own.
#pragma once

#include "src/format/elements.h"

namespace ashlar {

inline constexpr Element kBool = boolean_element();

inline constexpr Element kF64 = float_element(11, 52, 1023, Specials::ieee);
inline constexpr Element kF32 = float_element(8, 23, 127, Specials::ieee);
/// The upper 19 bits of an f32.
inline constexpr Element kTf32 =
    in_words(float_element(8, 10, 127, Specials::ieee), 32, 13);
inline constexpr Element kF16 = float_element(5, 10, 15, Specials::ieee);
inline constexpr Element kBf16 = float_element(8, 7, 127, Specials::ieee);

inline constexpr Element kF8E4M3Fn =
    float_element(4, 3, 7, Specials::largest_nan);
inline constexpr Element kF8E5M2 = float_element(5, 2, 15, Specials::ieee);
inline constexpr Element kF8E4M3Fnuz =
    float_element(4, 3, 8, Specials::negative_zero_nan);
inline constexpr Element kF8E5M2Fnuz =
    float_element(5, 2, 16, Specials::negative_zero_nan);
inline constexpr Element kF8E4M3B11Fnuz =
    float_element(4, 3, 11, Specials::negative_zero_nan);
inline constexpr Element kF8E4M3 = float_element(4, 3, 7, Specials::ieee);
inline constexpr Element kF8E3M4 = float_element(3, 4, 3, Specials::ieee);

inline constexpr Element kF6E3M2Fn = float_element(3, 2, 3, Specials::none);
inline constexpr Element kF6E2M3Fn = float_element(2, 3, 1, Specials::none);
inline constexpr Element kF4E2M1Fn = float_element(2, 1, 1, Specials::none);

inline constexpr Element kE8M0 = exponent_element(8, 127);
/// A byte whose sign bit is always 0.
inline constexpr Element kUe4M3 =
    in_words(float_element(4, 3, 7, Specials::largest_nan, Sign::absent), 8);
inline constexpr Element kUe5M3 =
    float_element(5, 3, 15, Specials::ieee, Sign::absent);

constexpr Element dlfloat16_element() {
  Element element = float_element(6, 9, 31, Specials::merged);
  element.has_subnormals = false;
  return element;
}
inline constexpr Element kDlfloat16 = dlfloat16_element();

inline constexpr Element kI8 = integer_element(8, Sign::present);

}  // namespace ashlar
