// orion_fixed.cc - Orion's fixed-point types by name, and their functions.
#include "ashlar/dialects/orion_fixed.h"

#include "src/base/require.h"
#include "src/dialects/orion_fixed_math.h"
#include "src/dialects/orion_fixed_type.h"

namespace ashlar::orion {
namespace {

constexpr FixedType kTypes[] = {
    FixedType::q5x26,       FixedType::q5x26_unchecked, FixedType::fp8x23,
    FixedType::fp8x23_wide, FixedType::fp16x16,         FixedType::fp16x16_wide,
    FixedType::fp32x32,     FixedType::fp64x64,
};

template <class AnyMath>
FixedRaw arithmetic(const AnyMath& math, FixedFunction function,
                    const FixedRaw& a, const FixedRaw& b) {
  switch (function) {
    case FixedFunction::add:
      return math.add(a, b);
    case FixedFunction::sub:
      return math.sub(a, b);
    case FixedFunction::mul:
      return math.mul(a, b);
    case FixedFunction::div:
      return math.div(a, b);
    case FixedFunction::rem:
      return math.rem(a, b);
    case FixedFunction::pow:
      return math.pow(a, b);
    case FixedFunction::abs:
      return math.abs(a);
    case FixedFunction::neg:
      return math.neg(a);
    case FixedFunction::floor:
      return math.floor(a);
    case FixedFunction::ceil:
      return math.ceil(a);
    case FixedFunction::round:
      return math.round(a);
    case FixedFunction::sqrt:
      return math.sqrt(a);
    case FixedFunction::exp:
      return math.exp(a);
    case FixedFunction::exp2:
      return math.exp2(a);
    case FixedFunction::ln:
      return math.ln(a);
    case FixedFunction::log2:
      return math.log2(a);
    case FixedFunction::log10:
      return math.log10(a);
    default:
      fail(ErrorKind::unsupported, "orion", name_of(function),
           " of Q5.26: the first release has no such function");
  }
}

FixedRaw evaluate_today(const Math& math, FixedFunction function,
                        const FixedRaw& a, const FixedRaw& b) {
  switch (function) {
    case FixedFunction::sin:
      return math.sin(a);
    case FixedFunction::cos:
      return math.cos(a);
    case FixedFunction::tan:
      return math.tan(a);
    case FixedFunction::asin:
      return math.asin(a);
    case FixedFunction::acos:
      return math.acos(a);
    case FixedFunction::atan:
      return math.atan(a);
    case FixedFunction::sinh:
      return math.sinh(a);
    case FixedFunction::cosh:
      return math.cosh(a);
    case FixedFunction::tanh:
      return math.tanh(a);
    case FixedFunction::asinh:
      return math.asinh(a);
    case FixedFunction::acosh:
      return math.acosh(a);
    case FixedFunction::atanh:
      return math.atanh(a);
    case FixedFunction::erf:
      return math.erf(a);
    default:
      return arithmetic(math, function, a, b);
  }
}

void check_operand(const TypeInfo& info, const FixedRaw& x) {
  const bool fits =
      info.magnitude_bits == 128 || x.magnitude >> info.magnitude_bits == 0;
  require(fits, ErrorKind::invalid, "orion", "an operand of ", to_string(x),
          "; a magnitude of ", info.name, " has ", info.magnitude_bits,
          " bits");
}

}  // namespace

std::span<const FixedType> fixed_types() { return kTypes; }

std::string_view name_of(FixedType type) { return info_of(type).name; }

FixedType parse_fixed_type(std::string_view name) {
  std::string known;
  for (const TypeInfo& info : type_infos()) {
    if (info.name == name) return info.type;
    if (!known.empty()) known += ", ";
    known += info.name;
  }
  fail(ErrorKind::invalid, "orion", "no fixed-point type is called '",
       name.substr(0, 40), "'; there are ", known);
}

FixedPoint fixed_point_of(FixedType type) {
  const TypeInfo& info = info_of(type);
  return {info.bits, info.fraction_bits, FixedRange::symmetric};
}

FixedRaw evaluate(FixedFunction function, FixedType type, const FixedRaw& a,
                  const FixedRaw& b) {
  const TypeInfo& info = info_of(type);
  check_operand(info, a);
  if (operands_of(function) == 2) check_operand(info, b);
  if (info.is_first_release()) {
    return arithmetic(FirstMath(info), function, a, b);
  }
  return evaluate_today(Math(info), function, a, b);
}

}  // namespace ashlar::orion
