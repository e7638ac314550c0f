// fixed.cc - the table of functions, rounding, and what happens on overflow.
#include "ashlar/fixed.h"

#include <optional>

#include "src/base/require.h"
#include "src/fixed/estimate.h"
#include "src/fixed/exact.h"

namespace ashlar {
namespace {

constexpr FixedFunctionInfo kFunctions[] = {
    {FixedFunction::add, "add", 2},     {FixedFunction::sub, "sub", 2},
    {FixedFunction::mul, "mul", 2},     {FixedFunction::div, "div", 2},
    {FixedFunction::rem, "rem", 2},     {FixedFunction::pow, "pow", 2},
    {FixedFunction::abs, "abs", 1},     {FixedFunction::neg, "neg", 1},
    {FixedFunction::floor, "floor", 1}, {FixedFunction::ceil, "ceil", 1},
    {FixedFunction::round, "round", 1}, {FixedFunction::sqrt, "sqrt", 1},
    {FixedFunction::exp, "exp", 1},     {FixedFunction::exp2, "exp2", 1},
    {FixedFunction::ln, "ln", 1},       {FixedFunction::log2, "log2", 1},
    {FixedFunction::log10, "log10", 1}, {FixedFunction::sin, "sin", 1},
    {FixedFunction::cos, "cos", 1},     {FixedFunction::tan, "tan", 1},
    {FixedFunction::asin, "asin", 1},   {FixedFunction::acos, "acos", 1},
    {FixedFunction::atan, "atan", 1},   {FixedFunction::sinh, "sinh", 1},
    {FixedFunction::cosh, "cosh", 1},   {FixedFunction::tanh, "tanh", 1},
    {FixedFunction::asinh, "asinh", 1}, {FixedFunction::acosh, "acosh", 1},
    {FixedFunction::atanh, "atanh", 1}, {FixedFunction::erf, "erf", 1},
};

const FixedFunctionInfo& info_of(FixedFunction function) {
  return kFunctions[static_cast<std::size_t>(function)];
}

std::string call_text(FixedFunction function, const FixedRaw& a,
                      const FixedRaw& b) {
  return concat(name_of(function), "(", to_string(a),
                operands_of(function) == 2 ? concat(", ", to_string(b)) : "",
                ")");
}

/// The estimate in raw units, if its error leaves no choice.
std::optional<FixedValue> settled(const Estimate& found, int shift) {
  if (found.is_huge) return FixedValue{{}, found.negative, true};
  const Wide half = power_of_two(shift - 1);
  const Wide error = power_of_two(found.error_bits);
  const Wide above = (found.value + error + half) >> shift;
  if (found.value < error) {
    if (above.is_zero()) return FixedValue{};
    return std::nullopt;
  }
  const Wide below = (found.value - error + half) >> shift;
  if (below != above) return std::nullopt;
  return FixedValue{below, found.negative};
}

/// Ziv's way: the more precision the less likely that the error matters. The
/// last step has several times the bits that any argument was seen to need.
FixedValue evaluate_closely(FixedFunction function, int fraction_bits,
                            const FixedRaw& a, const FixedRaw& b) {
  for (const int guard : {72, 192, 320}) {
    const int p = fraction_bits + guard;
    const auto value =
        settled(estimate(function, fraction_bits, a, b, p), guard);
    if (value) return *value;
  }
  const Estimate last =
      estimate(function, fraction_bits, a, b, fraction_bits + 320);
  return {shift_nearest_even(last.value, 320), last.negative};
}

void check(const FixedPoint& type) {
  require(type.bits >= 2 && type.bits <= 128, ErrorKind::invalid, "fixed point",
          "a type of ", type.bits, " bits; there must be 2 to 128");
  require(type.fraction_bits >= 0 && type.fraction_bits <= 127,
          ErrorKind::invalid, "fixed point", type.fraction_bits,
          " fraction bits; there must be 0 to 127");
}

FixedRaw wrapped(const FixedValue& value, const FixedPoint& type) {
  const Wide size =
      Wide(lowest(type).magnitude) + Wide(highest(type).magnitude) + Wide(1);
  Wide rest = Wide::divide(value.magnitude, size).remainder;
  if (value.negative && !rest.is_zero()) rest = size - rest;
  if (rest <= Wide(highest(type).magnitude)) return {rest.low128(), false};
  return {(size - rest).low128(), true};
}

FixedRaw in_range(const FixedValue& value, const FixedPoint& type,
                  IntegerOverflow overflow, FixedFunction function,
                  const FixedRaw& a, const FixedRaw& b) {
  const FixedRaw limit = value.negative ? lowest(type) : highest(type);
  if (!value.is_huge && value.magnitude <= Wide(limit.magnitude)) {
    return {value.magnitude.low128(),
            value.negative && !value.magnitude.is_zero()};
  }
  if (overflow == IntegerOverflow::saturate) return limit;
  require(overflow == IntegerOverflow::wrap, ErrorKind::limit, "fixed point",
          call_text(function, a, b), " is beyond ", to_string(limit), ", the ",
          value.negative ? "lowest" : "highest", " of ", to_string(type),
          "; saturate and wrap would give a number");
  require(!value.is_huge, ErrorKind::limit, "fixed point",
          call_text(function, a, b), " of ", to_string(type),
          " is too large to wrap; saturate would give a number");
  return wrapped(value, type);
}

}  // namespace

std::span<const FixedFunctionInfo> fixed_functions() { return kFunctions; }

std::string_view name_of(FixedFunction function) {
  return info_of(function).name;
}

int operands_of(FixedFunction function) { return info_of(function).operands; }

FixedFunction parse_fixed_function(std::string_view name) {
  for (const auto& info : kFunctions) {
    if (info.name == name) return info.function;
  }
  std::string known;
  for (const auto& info : kFunctions) {
    if (!known.empty()) known += ", ";
    known += info.name;
  }
  fail(ErrorKind::invalid, "fixed point", "no function is called '",
       name.substr(0, 40), "'; there are ", known);
}

FixedRaw evaluate(FixedFunction function, const FixedPoint& type,
                  const FixedRaw& a, const FixedRaw& b,
                  IntegerOverflow overflow) {
  check(type);
  const std::string_view problem =
      why_undefined(function, type.fraction_bits, a, b);
  require(problem.empty(), ErrorKind::data, "fixed point",
          call_text(function, a, b), " of ", to_string(type),
          " has no value: ", problem);
  const auto exact = evaluate_exactly(function, type.fraction_bits, a, b);
  const FixedValue value =
      exact ? *exact : evaluate_closely(function, type.fraction_bits, a, b);
  return in_range(value, type, overflow, function, a, b);
}

}  // namespace ashlar
