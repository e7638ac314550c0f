// element.h - what the bits of one number mean.
#pragma once

#include <cstdint>
#include <string>

namespace ashlar {

enum class ElementKind : std::uint8_t {
  boolean,   ///< 0 or 1
  integer,   ///< whole numbers
  floating,  ///< sign, exponent, mantissa
  fixed,     ///< whole numbers times 2^-fraction_bits
  codebook,  ///< an index into a table of the block description
};

/// Which codes of a float are not finite. "Largest" means the code whose
/// exponent and mantissa bits are all ones.
enum class Specials : std::uint8_t {
  none,                   ///< every code is finite
  ieee,                   ///< largest exponent: infinity, and NaN above it
  largest_nan,            ///< only the largest code, NaN ("fn")
  largest_nan_inf,        ///< the largest code is NaN, the one below infinity
  negative_zero_nan,      ///< only the code of -0, NaN ("fnuz")
  negative_zero_nan_inf,  ///< -0 is NaN, the largest code infinity ("inuz")
  merged,  ///< the largest code stands for NaN and infinity (DLFloat16)
};

/// How a code holds its sign.
enum class Representation : std::uint8_t {
  twos_complement,  ///< also of everything unsigned that is not a float
  sign_magnitude,   ///< sign in the highest used bit; all floats
  offset_binary,    ///< the number plus 2^(bits - 1)
};

/// A complete description of an element code: everything a codec has to know.
/// Trivially copyable, and usable as a template argument. f32 by default.
struct Element {
  ElementKind kind = ElementKind::floating;
  Representation representation = Representation::sign_magnitude;
  Specials specials = Specials::ieee;
  bool is_signed = true;
  bool has_zero = true;        ///< else code 0 is an ordinary number
  bool has_subnormals = true;  ///< else exponent 0 is an ordinary exponent
  std::int8_t exponent_bits = 8;
  std::int8_t mantissa_bits = 23;
  std::int16_t bias = 127;
  std::int16_t fraction_bits = 0;  ///< of fixed point
  std::int16_t bits = 32;          ///< in use, the sign included
  std::int16_t storage_bits = 32;  ///< from one element to the next
  std::int16_t storage_shift = 0;  ///< unused bits below the code

  constexpr bool operator==(const Element&) const = default;

  constexpr bool has_infinity() const {
    return specials == Specials::ieee ||
           specials == Specials::largest_nan_inf ||
           specials == Specials::negative_zero_nan_inf;
  }
  /// Merged NaN-infinity codes count as NaN.
  constexpr bool has_nan() const {
    return specials == Specials::ieee ? mantissa_bits > 0
                                      : specials != Specials::none;
  }
  constexpr bool has_negative_zero() const {
    return is_signed && has_zero &&
           representation == Representation::sign_magnitude &&
           specials != Specials::negative_zero_nan &&
           specials != Specials::negative_zero_nan_inf;
  }
};

/// The canonical name: `bf16`, `q5.26`, `e4m3b8inuz`, ...
std::string to_string(const Element& element);

}  // namespace ashlar
