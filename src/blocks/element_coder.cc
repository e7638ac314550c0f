// element_coder.cc - the codec, with the limits that blocks put on elements.
#include "src/blocks/element_coder.h"

#include <algorithm>

#include "src/base/require.h"
#include "src/cast/philox.h"
#include "src/cast/words.h"

namespace ashlar {
namespace {

constexpr int kWordBits = 16;
/// Wide enough for all quotients that a zero point may be added to.
constexpr int kStepBits = 40;

CastPolicy policy_of(const QuantizePolicy& policy, Overflow overflow) {
  CastPolicy out;
  out.rounding = policy.rounding;
  out.overflow = overflow;
  out.nan = NanPolicy::canonical;
  out.missing_nan = policy.missing_nan;
  out.negative_zero = policy.negative_zero;
  out.integer_overflow = IntegerOverflow::saturate;
  return out;
}

}  // namespace

ElementCoder::ElementCoder(const Element& element, const QuantizePolicy& policy)
    : element_(element),
      policy_(policy),
      finite_(element, policy_of(policy, Overflow::saturate_finite)),
      special_(element, policy_of(policy, element.has_infinity()
                                              ? Overflow::none
                                              : Overflow::saturate_finite)),
      steps_(fixed_element(kStepBits, element.fraction_bits),
             policy_of(policy, Overflow::saturate_finite)),
      decoder_(element) {
  require(element.bits + element.storage_shift <= kWordBits,
          ErrorKind::unsupported, "quantize", "elements of ",
          to_string(element), " are wider than ", kWordBits, " bits");
  require(policy.missing_nan != MissingNan::error, ErrorKind::unsupported,
          "quantize", "NaN cannot be refused here");
}

std::uint32_t ElementCoder::random(std::size_t index) const {
  return policy_.rounding == Rounding::stochastic
             ? random_bits(policy_.seed, index)
             : 0;
}

ElementCoder::Code ElementCoder::symmetric(Code code) const {
  if (element_.kind == ElementKind::floating || !element_.is_signed) {
    return code;
  }
  const Bits lowest = element_.representation == Representation::offset_binary
                          ? Bits{0}
                          : Bits{1} << (element_.bits - 1);
  if (element_.representation != Representation::sign_magnitude &&
      code.bits == lowest) {
    ++code.bits;
  }
  return code;
}

std::uint16_t ElementCoder::encode(const Exact& number,
                                   std::size_t index) const {
  const auto& encoder = number.kind == Exact::Kind::finite ? finite_ : special_;
  const Code code = symmetric(encoder(number, random(index)).code);
  return static_cast<std::uint16_t>(word_of_code<Bits>(element_, code));
}

std::uint16_t ElementCoder::encode_above(const Exact& number,
                                         std::uint32_t zero,
                                         std::size_t index) const {
  const auto code = steps_(number, random(index)).code;
  const std::int64_t steps = static_cast<std::int64_t>(code.bits << 24) >> 24;
  const std::int64_t largest = (std::int64_t{1} << element_.bits) - 1;
  const std::int64_t sum =
      std::clamp<std::int64_t>(steps + std::int64_t{zero}, 0, largest);
  return static_cast<std::uint16_t>(
      word_of_code<Bits>(element_, {static_cast<Bits>(sum), false}));
}

Exact ElementCoder::decode(std::uint16_t word) const {
  return decoder_(code_of_word<Bits>(element_, word));
}

Exact ElementCoder::decode_above(std::uint16_t word, std::uint32_t zero) const {
  const auto code = code_of_word<Bits>(element_, word);
  Exact out =
      exact_integer(static_cast<std::int64_t>(code.bits) - std::int64_t{zero});
  out.exponent = -element_.fraction_bits;
  return out;
}

bool ElementCoder::holds(std::uint16_t word) const {
  const Bits used = low_bits<Bits>(element_.bits) << element_.storage_shift;
  return (word & ~used) == 0;
}

}  // namespace ashlar
