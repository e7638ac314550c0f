// kernel_plan.cc - scale rules as numbers that are added, elements as limits.
#include "src/blocks/kernel_plan.h"

#include <bit>
#include <cmath>

#include "src/blocks/element_coder.h"
#include "src/blocks/grid.h"
#include "src/blocks/scale_finder.h"
#include "src/cast/kernel_args.h"
#include "src/format/known.h"

namespace ashlar {
namespace {

using Kind = kernels::BlockScale::Kind;

constexpr std::uint32_t kInfinity = 0x7f800000u;

/// Scales that are words of 8, 16 or 32 bits which kernels know.
std::optional<Kind> kind_of(const ScaleLevel& level) {
  const Element& e = level.element;
  if (level.sense != ScaleLevel::Sense::multiplier || e.storage_shift != 0) {
    return std::nullopt;
  }
  if (is_exponent(e)) {
    const bool fits = e.bits == 8 && e.bias >= 0 && e.bias <= 254;
    return fits ? std::optional(Kind::power) : std::nullopt;
  }
  if (e == kF32) return Kind::f32;
  if (e == kBf16) return Kind::bf16;
  if (e == kF16) return Kind::f16;
  if (e == kUe4M3 || e == kUe5M3) return Kind::small;
  return std::nullopt;
}

/// What the kernels know of blocks: plain scales, one outer scale at most.
bool is_plain(const Format& format, const QuantizePolicy& policy) {
  const Block& block = *format.block();
  if (policy.alignment != Alignment::exact || block.codebook ||
      block.sparsity || block.offset_bits > 0 || block.sub_cols > 0 ||
      block.scales.size() > 2 || !kind_of(block.scales[0])) {
    return false;
  }
  if (block.scales.size() == 1) return true;
  const ScaleLevel& outer = block.scales[1];
  return outer.scope == ScaleLevel::Scope::tensor && outer.element == kF32 &&
         outer.sense == ScaleLevel::Sense::multiplier &&
         *kind_of(block.scales[0]) != Kind::power;
}

std::size_t tile_of(const Format& format, const BlockExtent& extent) {
  return static_cast<std::size_t>(
      BlockGrids(format, extent).tiles().tile().cols);
}

/// The largest mantissa, as bits of f32, that a rule does not carry over to the
/// next power of two.
std::uint32_t last_mantissa(ScaleRule rule, const Largest& largest) {
  const auto bits_of = [](double mantissa) {
    const double bits = std::ldexp(mantissa - 1, 23);
    return bits >= 0x800000 ? 0x7fffffu : static_cast<std::uint32_t>(bits);
  };
  const auto below = [&](int mantissa_bits) {
    return 0x7fffffu - (1u << (22 - mantissa_bits));
  };
  switch (rule) {
    case ScaleRule::ceil:
      return 0;
    case ScaleRule::midmax:
      return bits_of(largest.mantissa +
                     std::ldexp(0.5, -largest.mantissa_bits));
    case ScaleRule::even:
      return below(largest.mantissa_bits);
    case ScaleRule::even_f4:
      return below(1);
    case ScaleRule::rceil:
      return bits_of(largest.mantissa);
    default:
      return 0x7fffff;
  }
}

void set_power(const Format& format, const QuantizePolicy& policy,
               kernels::BlockScale& out) {
  const Element& e = format.block()->scales[0].element;
  const Largest largest = largest_number(format);
  const ScaleRule rule = resolved(policy.rule, format);
  out.carry = 0x7fffff - last_mantissa(rule, largest);
  out.offset = e.bias - 127 - largest.exponent;
  out.last = static_cast<std::int32_t>(max_magnitude(e));
  out.unit = 127 + e.bias + format.element().fraction_bits;
  // Logarithms are rounded up next to powers of two only.
  if (rule == ScaleRule::floor_log2) out.odd_mantissa = 0x7fff00;
}

void set_real(const Format& format, const QuantizePolicy& policy, float over,
              kernels::BlockScale& out) {
  const Element& e = format.block()->scales[0].element;
  const auto top = static_cast<float>(largest_number(format).number);
  out.divisors[0] = top;
  out.divisors[1] = over;
  if (policy.scale_order == ScaleOrder::outer_first) {
    out.divisors[0] = f32_multiply(top, over);
    out.divisors[1] = 1;
  }
  out.outer = over;
  out.outer_inverse = f32_divide(1, over);
  out.is_reciprocal = policy.division == Division::reciprocal;
  if (out.kind == Kind::f16) {
    out.least = 113u << 23;
    out.most = 0x477fe000;
  } else if (out.kind == Kind::bf16) {
    out.most = 0x7f7f0000;
  } else if (out.kind == Kind::small) {
    out.least = 0;
    out.mantissa_bits = e.mantissa_bits;
    out.bias = e.bias;
    out.limit = std::bit_cast<std::uint32_t>(
        static_cast<float>(largest_number(e).number));
    out.smallest = policy.smallest_scale == SmallestScale::normal
                       ? 1 << e.mantissa_bits
                       : 1;
  }
}

bool set_element(const Format& format, const QuantizePolicy& policy,
                 bool is_power, kernels::BlockElement& out) {
  using ElementIs = kernels::BlockElement::Kind;
  Element e = format.element();
  const auto& zero = format.block()->zero;
  if (e.bits > 8 || e.storage_shift != 0) return false;
  out.mask = (1u << e.bits) - 1;
  if (e.kind == ElementKind::floating) {
    e.storage_bits = 8;
    CastPolicy rules;
    rules.overflow = Overflow::saturate_finite;
    const auto how = encode_float(e, rules);
    if (zero || !how || !kernels::rounds_by_adding(*how)) return false;
    out.kind = ElementIs::floating;
    out.floating = *how;
    if (policy.negative_zero == NegativeZero::drop) {
      out.floating.has_negative_zero = false;
    }
    return true;
  }
  if (e.representation != Representation::twos_complement || e.bits < 2 ||
      (e.fraction_bits != 0 && !is_power)) {
    return false;
  }
  const auto high = static_cast<float>((1 << magnitude_bits(e)) - 1);
  out.kind = ElementIs::integer;
  out.high = high;
  out.low = -high;
  if (e.is_signed && !zero) return true;
  out.kind = ElementIs::above;
  out.has_no_zero = !zero;
  if (!zero) return true;
  const Element& z = zero->element;
  out.zero_most = (1 << std::min(z.bits, e.bits)) - 1;
  return !is_power && !e.is_signed && z.kind == ElementKind::integer &&
         z.bits <= 8 && z.storage_shift == 0 && e.fraction_bits == 0;
}

void set_decoding(const Element& e, kernels::DecodeBlocks& how) {
  using DecodeIs = kernels::DecodeBlocks::Kind;
  how.has_infinity = e.has_infinity();
  if (e.kind != ElementKind::floating) {
    const bool is_signed = e.bits == 8 && e.is_signed &&
                           e.representation == Representation::twos_complement;
    if (is_signed && e.fraction_bits >= 0 && e.fraction_bits < 64) {
      how.kind = DecodeIs::integer;
      how.multiplier = std::ldexp(1.0F, -e.fraction_bits);
    }
    return;
  }
  if (!e.is_signed || !e.has_zero || !e.has_subnormals ||
      has_nan_at_negative_zero(e) || e.bias < 0 || e.bias > 127) {
    return;
  }
  how.kind = DecodeIs::floating;
  how.sign = 1u << magnitude_bits(e);
  how.magnitude = how.sign - 1;
  how.shift = 23 - e.mantissa_bits;
  how.sign_shift = 31 - magnitude_bits(e);
  how.multiplier = std::ldexp(1.0F, 127 - e.bias);
  how.largest = static_cast<std::uint8_t>(max_magnitude(e));
}

float outer_number(const Format& format, std::uint32_t outer) {
  return format.block()->scales.size() > 1 ? std::bit_cast<float>(outer) : 1;
}

bool is_ordinary(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  return bits >= 1u << 23 && bits < kInfinity;
}

}  // namespace

std::optional<kernels::EncodeBlocks> encode_plan(const Format& format,
                                                 const QuantizePolicy& policy,
                                                 const BlockExtent& extent,
                                                 std::uint32_t outer) {
  if (!is_plain(format, policy) || policy.rounding != Rounding::nearest_even ||
      policy.missing_nan == MissingNan::error ||
      !is_ordinary(outer_number(format, outer))) {
    return std::nullopt;
  }
  kernels::EncodeBlocks out;
  out.scale.kind = *kind_of(format.block()->scales[0]);
  const bool is_power = out.scale.kind == Kind::power;
  if (!set_element(format, policy, is_power, out.element)) return std::nullopt;
  if (is_power) {
    set_power(format, policy, out.scale);
  } else {
    set_real(format, policy, outer_number(format, outer), out.scale);
    const auto& scale = out.scale;
    if (!is_ordinary(scale.divisors[0]) || !is_ordinary(scale.outer_inverse)) {
      return std::nullopt;
    }
  }
  out.scale.zero_word = ScaleFinder(format, policy).word(Range(), outer);
  out.tile = tile_of(format, extent);
  return out;
}

std::optional<DecodePlan> decode_plan(const Format& format,
                                      const QuantizePolicy& policy,
                                      const BlockExtent& extent,
                                      std::uint32_t outer) {
  const Element& e = format.element();
  if (!is_plain(format, policy) || e.bits > 8 || e.storage_shift != 0 ||
      (format.block()->scales.size() > 1 &&
       std::bit_cast<std::uint32_t>(outer_number(format, outer)) >=
           kInfinity)) {
    return std::nullopt;
  }
  const auto& zero = format.block()->zero;
  const bool counts_up = zero && zero->element.kind == ElementKind::integer &&
                         zero->element.bits <= 8 &&
                         zero->element.storage_shift == 0 &&
                         e.representation == Representation::twos_complement;
  if (zero && !counts_up) return std::nullopt;
  DecodePlan out;
  const Element& scale = format.block()->scales[0].element;
  out.how.scale = *kind_of(format.block()->scales[0]);
  out.how.bias = scale.bias;
  out.how.mantissa_bits = scale.mantissa_bits;
  out.how.nan = static_cast<std::uint32_t>(max_magnitude(scale)) + 1;
  out.how.outer = outer_number(format, outer);
  out.how.has_zeros = counts_up;
  const ElementCoder coder(e, policy);
  for (unsigned code = 0; code < 1u << e.bits; ++code) {
    const auto word = static_cast<std::uint16_t>(code);
    const float number =
        to_f32(counts_up ? coder.decode_above(word, 0) : coder.decode(word));
    // Products have but one NaN; a power of two leaves it its sign.
    const bool is_one = is_nan(number) && out.how.scale != Kind::power;
    out.numbers[code] = is_one ? std::bit_cast<float>(0x7fc00000u) : number;
  }
  set_decoding(e, out.how);
  out.how.tile = tile_of(format, extent);
  return out;
}

}  // namespace ashlar
