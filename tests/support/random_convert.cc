// random_convert.cc - picks both sides, and everything that may differ.
#include "tests/support/random_convert.h"

#include <cmath>
#include <limits>
#include <string_view>

#include "tests/support/random_blocks.h"

namespace ashlar::test {
namespace {

constexpr double kMostPadding = 4;

// Logarithms of the most elements: mostly, at times, and rarely. The last is
// more than what is written past the caches.
constexpr int kMostBits = 14;
constexpr int kManyBits = 17;
constexpr int kHugeBits = 23;

// Every width that can be moved.
constexpr std::string_view kMoved[] = {
    "u1",  "u2",  "u3_w3", "u4",  "u5_w5", "f6_e3m2fn_w6", "u7_w7",
    "i8",  "u8",  "bf16",  "i16", "u24",   "f32",          "i32",
    "u48", "f64", "i64",   "f32", "bf16",  "i8",           "bool"};

// And every kind of number.
constexpr std::string_view kCast[] = {
    "u1",        "u4",          "i8",        "u8",       "i16",          "i32",
    "i64",       "bf16",        "f16",       "f32",      "f64",          "tf32",
    "f8_e4m3fn", "f8_e5m2fnuz", "f4_e2m1fn", "q16.16",   "f6_e3m2fn_w6", "u24",
    "bool",      "dlfloat16",   "e8m0",      "f6_e3m2fn"};

Format any_format(Random& random, std::span<const std::string_view> names) {
  return parse_format(names[static_cast<std::size_t>(
      pick(random, 0, static_cast<Index>(names.size()) - 1))]);
}

Spec spec_of(const RandomLayout& layout, const Format& format) {
  Spec spec;
  spec.shape = Shape(layout.sizes);
  spec.format = format;
  spec.layout = layout.digits;
  const std::vector<std::string_view> names(layout.names.begin(),
                                            layout.names.end());
  spec.names = AxisNames(names);
  return spec;
}

Index any_volume(Random& random, CaseSize size) {
  Index hundredths = pick(random, 0, kMostBits * 100);
  if (size == CaseSize::any && chance(random, 5)) {
    hundredths = pick(random, 0, kManyBits * 100);
    if (chance(random, 8)) hundredths = pick(random, 2000, kHugeBits * 100);
  }
  return std::llround(std::exp2(static_cast<double>(hundredths) / 100));
}

void choose_layouts(Random& random, CaseSize size, const Format& from,
                    const Format& to, ConvertCase& out) {
  if (chance(random, 50)) {
    const auto sizes = random_sizes(random, any_volume(random, size));
    out.from = random_blocks(random, sizes, from, kMostPadding);
    out.to = random_blocks(random, sizes, to, kMostPadding);
    return;
  }
  RandomLayout shape = random_layout(random);
  // What a record holds has a format of its own.
  const bool has_record = !shape.digits.memory.fields.empty();
  out.from =
      spec_of(has_record ? random_layout_like(random, shape) : shape, from);
  out.to = spec_of(random_layout_like(random, shape), to);
}

CastPolicy any_policy(Random& random, const Element& from) {
  CastPolicy policy;
  policy.integer_overflow = IntegerOverflow::saturate;
  if (chance(random, 50)) return policy;
  // Infinity cannot wrap.
  if (from.kind != ElementKind::floating && chance(random, 30)) {
    policy.integer_overflow = IntegerOverflow::wrap;
  }
  policy.rounding = static_cast<Rounding>(pick(random, 0, 8));
  policy.overflow = static_cast<Overflow>(pick(random, 0, 3));
  policy.nan = static_cast<NanPolicy>(pick(random, 0, 3));
  policy.missing_nan = static_cast<MissingNan>(pick(random, 0, 2));
  policy.negative_zero = static_cast<NegativeZero>(pick(random, 0, 1));
  policy.subnormals = static_cast<Subnormals>(pick(random, 0, 1));
  policy.source_subnormals = static_cast<Subnormals>(pick(random, 0, 1));
  policy.negative = static_cast<Negative>(pick(random, 0, 1));
  policy.seed = random();
  return policy;
}

Padding any_padding(Random& random, const CastPolicy& policy) {
  static constexpr double kValues[] = {
      0,
      1,
      3,
      -1.5,
      0.25,
      1e9,
      std::numeric_limits<double>::infinity(),
      std::numeric_limits<double>::quiet_NaN()};
  if (chance(random, 30)) return {};
  if (chance(random, 20)) return {Padding::Kind::kept, 0};
  if (chance(random, 50)) return {Padding::Kind::zero, 0};
  // What stochastic rounding makes of other numbers depends on their place.
  const bool is_exact = policy.rounding == Rounding::stochastic ||
                        policy.integer_overflow != IntegerOverflow::saturate;
  return {Padding::Kind::fill, kValues[pick(random, 0, is_exact ? 1 : 7)]};
}

Edge any_edge(Random& random) { return static_cast<Edge>(pick(random, 0, 2)); }

void choose_rest(Random& random, ConvertCase& out) {
  static constexpr int kThreads[] = {0, 1, 1, 1, 2, 3, 7};
  out.options.padding = any_padding(random, out.options.policy);
  out.options.threads = kThreads[pick(random, 0, 6)];
  out.in_edge = any_edge(random);
  out.out_edge = any_edge(random);
  out.in_skew = static_cast<std::size_t>(pick(random, 0, 63));
  out.out_skew = static_cast<std::size_t>(pick(random, 0, 63));
  out.seed = random();
}

}  // namespace

ConvertCase random_move(Random& random, CaseSize size) {
  ConvertCase out;
  const Format format = any_format(random, kMoved);
  choose_layouts(random, size, format, format, out);
  // A code to fill with may have to be rounded.
  choose_rest(random, out);
  if (out.options.padding.kind == Padding::Kind::fill) {
    out.options.padding.value = chance(random, 50) ? 1 : 0;
  }
  return out;
}

ConvertCase random_case(Random& random, CaseSize size) {
  if (chance(random, 60)) return random_move(random, size);
  ConvertCase out;
  const Format from = any_format(random, kCast);
  out.options.policy = any_policy(random, from.element());
  choose_layouts(random, size, from, any_format(random, kCast), out);
  choose_rest(random, out);
  return out;
}

}  // namespace ashlar::test
