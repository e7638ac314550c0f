// describe.cc - an element code in words.
#include "src/format/describe.h"

#include <string_view>

#include "src/base/concat.h"
#include "src/format/elements.h"

namespace ashlar {
namespace {

std::string_view describe(Specials specials) {
  switch (specials) {
    case Specials::none:
      return "neither infinity nor NaN";
    case Specials::ieee:
      return "infinity and NaN as in IEEE 754";
    case Specials::largest_nan:
      return "NaN in the largest code, no infinity";
    case Specials::largest_nan_inf:
      return "NaN in the largest code, infinity in the one below";
    case Specials::negative_zero_nan:
      return "NaN in the code of -0, no infinity";
    case Specials::negative_zero_nan_inf:
      return "NaN in the code of -0, infinity in the largest code";
    case Specials::merged:
      return "one code for NaN and infinity";
  }
  return "";
}

std::string describe_float(const Element& e) {
  std::string out =
      concat("a float with ", e.is_signed ? "a sign, " : "",
             static_cast<int>(e.exponent_bits), " exponent and ",
             static_cast<int>(e.mantissa_bits), " mantissa bits, bias ", e.bias,
             "; ", describe(e.specials));
  if (!e.has_zero) {
    out += ", no zero";
  } else if (!e.has_subnormals) {
    out += ", no subnormals";
  }
  return out;
}

std::string describe_fixed(const Element& e) {
  const std::string_view coded =
      !e.is_signed ? "unsigned"
      : e.representation == Representation::sign_magnitude
          ? "a sign and a magnitude"
          : "two's complement";
  return concat("fixed point of ", e.bits, " bits, ", e.fraction_bits,
                " of them fraction, ", coded);
}

std::string describe_integer(const Element& e) {
  const bool offset = e.representation == Representation::offset_binary;
  return concat(e.is_signed ? "" : "unsigned ", "integers of ", e.bits, " bits",
                offset ? ", coded as the number plus half the range" : "");
}

}  // namespace

std::string describe(const Element& element) {
  std::string out =
      element.kind == ElementKind::floating  ? describe_float(element)
      : element.kind == ElementKind::fixed   ? describe_fixed(element)
      : element.kind == ElementKind::boolean ? "truth values"
                                             : describe_integer(element);
  if (element.storage_bits != element.bits) {
    out += concat("; in words of ", element.storage_bits, " bits");
  }
  return out;
}

}  // namespace ashlar
