// orion_fixed_trig.cc - Orion's tables of sine, arc tangent and erf, and what
// is built on them.
#include <algorithm>
#include <array>
#include <vector>

#include "src/base/require.h"
#include "src/dialects/orion_fixed_math.h"
#include "src/fixed/wide.h"

namespace ashlar::orion {

struct Math::Row {
  UInt128 start = 0;
  UInt128 low = 0;
  UInt128 high = 0;
};

namespace {

// The tables are made of correctly rounded values with far more bits.
constexpr FixedPoint kFine = {128, 120, FixedRange::twos_complement};

Wide fine(FixedFunction function, const Wide& argument) {
  return Wide(
      evaluate(function, kFine, FixedRaw(argument.low128(), false)).magnitude);
}

UInt128 to_nearest(const Wide& number, int fraction_bits) {
  return shift_nearest_even(number, kFine.fraction_bits - fraction_bits)
      .low128();
}

UInt128 truncated(const Wide& number, int fraction_bits) {
  return (number >> (kFine.fraction_bits - fraction_bits)).low128();
}

struct Step {
  UInt128 up_to;
  UInt128 value;
};

constexpr int kSineRows = 256;
constexpr int kArcRows = 100;

/// `start` and `low` of every row, and one more for the last row's `high`.
struct Tables {
  std::array<UInt128, kSineRows + 1> sine_start;
  std::array<UInt128, kSineRows + 1> sine;
  std::array<UInt128, kArcRows + 1> arc_start;
  std::array<UInt128, kArcRows + 1> arc;
  std::vector<Step> erf;

  Tables(int fraction_bits, const Circle& circle);
};

Tables::Tables(int fraction_bits, const Circle& circle) {
  const Wide pi = fine(FixedFunction::acos, Wide()) << 1;
  for (std::size_t i = 0; i < sine.size(); ++i) {
    const Wide angle = (pi * Wide(i)) >> 9;
    sine_start[i] = to_nearest(angle, fraction_bits);
    sine[i] = to_nearest(fine(FixedFunction::sin, angle), fraction_bits);
  }
  const auto ratio = [](std::uint64_t above, std::uint64_t below) {
    return (Wide(above) << kFine.fraction_bits).divided_by(below);
  };
  for (std::size_t i = 0; i < arc.size(); ++i) {
    const Wide tangent = ratio(7 * i, 1000);
    arc_start[i] = to_nearest(tangent, fraction_bits);
    arc[i] = to_nearest(fine(FixedFunction::atan, tangent), fraction_bits);
  }
  for (std::uint64_t k = 0; k <= 340; k += k < 200 ? 1 : 10) {
    erf.push_back(
        {truncated(ratio(k, 100), fraction_bits),
         truncated(fine(FixedFunction::erf, ratio(k, 100)), fraction_bits)});
  }
  for (const Mistyped& row : circle.sine_starts) {
    sine_start[static_cast<std::size_t>(row.slot)] = row.start;
  }
  for (const Mistyped& row : circle.arc_starts) {
    arc_start[static_cast<std::size_t>(row.slot)] = row.start;
  }
}

const Tables& tables_of(const TypeInfo& info) {
  if (info.fraction_bits == 16) {
    static const Tables made(16, *info.circle);
    return made;
  }
  if (info.fraction_bits == 23) {
    static const Tables made(23, *info.circle);
    return made;
  }
  static const Tables made(32, *info.circle);
  return made;
}

}  // namespace

void Math::require_tables(std::string_view function) const {
  require(info_.circle->sine_step != 0, ErrorKind::unsupported, "orion",
          function, " of ", info_.name,
          ": Orion looks it up in a table that follows no rule, and that is "
          "not modelled");
}

FixedRaw Math::interpolate(UInt128 at, const Row& row, UInt128 step) const {
  if (at < row.start) overflow("sub");
  const FixedRaw part = div({at - row.start, false}, {step, false});
  return add(mul(part, {row.high - row.low, false}), {row.low, false});
}

FixedRaw Math::sin(const FixedRaw& a) const {
  require_tables("sin");
  const Circle& circle = *info_.circle;
  const UInt128 turned = a.magnitude % circle.two_pi;
  const bool flips = turned / circle.pi == 1;
  UInt128 angle = turned % circle.pi;
  if (angle >= circle.half_pi) angle = circle.pi - angle;
  const auto slot = static_cast<std::size_t>(
      std::min<UInt128>(angle / circle.sine_step, kSineRows - 1));
  const Tables& tables = tables_of(info_);
  const Row row = {tables.sine_start[slot], tables.sine[slot],
                   tables.sine[slot + 1]};
  const FixedRaw value = interpolate(angle, row, circle.sine_step);
  return {value.magnitude, a.negative != flips && value.magnitude != 0};
}

FixedRaw Math::cos(const FixedRaw& a) const {
  require_tables("cos");
  return sin(sub({info_.circle->half_pi, false}, a));
}

FixedRaw Math::tan(const FixedRaw& a) const {
  require_tables("tan");
  const FixedRaw sine = sin(a);
  const FixedRaw cosine = cos(a);
  if (cosine.magnitude == 0) panic("tan undefined");
  return div(sine, cosine);
}

FixedRaw Math::atan(const FixedRaw& a) const {
  require_tables("atan");
  const Circle& circle = *info_.circle;
  FixedRaw tangent(a.magnitude, false);
  const bool inverts = tangent.magnitude > info_.one();
  if (inverts) tangent = div(one_, tangent);
  const bool shifts = tangent.magnitude > circle.seven_tenths;
  if (shifts) {
    const FixedRaw third(circle.third_of_root_3, false);
    tangent = div(sub(tangent, third), add(one_, mul(tangent, third)));
  }
  const auto slot = static_cast<std::size_t>(
      std::min<UInt128>(tangent.magnitude / circle.arc_step, kArcRows - 1));
  const Tables& tables = tables_of(info_);
  const Row row = {tables.arc_start[slot], tables.arc[slot],
                   tables.arc[slot + 1]};
  FixedRaw angle = interpolate(tangent.magnitude, row, circle.arc_step);
  if (shifts) angle = add(angle, {circle.sixth_of_pi, false});
  if (inverts) angle = sub(angle, {circle.half_pi, false});
  return {angle.magnitude, a.negative};
}

FixedRaw Math::asin(const FixedRaw& a) const {
  if (a.magnitude == info_.one()) {
    return {info_.circle->half_pi, a.negative};
  }
  return atan(div(a, sqrt(sub(one_, mul(a, a)))));
}

FixedRaw Math::acos(const FixedRaw& a) const {
  const FixedRaw angle = asin(sqrt(sub(one_, mul(a, a))));
  return a.negative ? sub({info_.circle->pi, false}, angle) : angle;
}

FixedRaw Math::sinh(const FixedRaw& a) const {
  const FixedRaw power = exp(a);
  return div(sub(power, div(one_, power)), two_);
}

FixedRaw Math::cosh(const FixedRaw& a) const {
  const FixedRaw power = exp(a);
  return div(add(power, div(one_, power)), two_);
}

FixedRaw Math::tanh(const FixedRaw& a) const {
  const FixedRaw power = exp(a);
  const FixedRaw inverse = div(one_, power);
  return div(sub(power, inverse), add(power, inverse));
}

FixedRaw Math::asinh(const FixedRaw& a) const {
  return ln(add(a, sqrt(add(mul(a, a), one_))));
}

FixedRaw Math::acosh(const FixedRaw& a) const {
  return ln(add(a, sqrt(sub(mul(a, a), one_))));
}

FixedRaw Math::atanh(const FixedRaw& a) const {
  return div(ln(div(add(one_, a), sub(one_, a))), two_);
}

FixedRaw Math::erf(const FixedRaw& a) const {
  require_tables("erf");
  const std::vector<Step>& steps = tables_of(info_).erf;
  const auto step =
      std::lower_bound(steps.begin(), steps.end(), a.magnitude,
                       [](const Step& s, UInt128 x) { return s.up_to < x; });
  return {step == steps.end() ? info_.one() : step->value, a.negative};
}

}  // namespace ashlar::orion
