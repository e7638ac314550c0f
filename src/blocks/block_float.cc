// block_float.cc - the bit fields of f32, shifted, rounded and put back.
#include "src/blocks/block_float.h"

#include <algorithm>
#include <bit>

#include "src/base/require.h"
#include "src/cast/philox.h"
#include "src/format/elements.h"
#include "src/format/number.h"

namespace ashlar {
namespace {

constexpr int kSignificandBits = 24;
constexpr int kPackerBits = 7;  // that devices round to

}  // namespace

bool is_block_float(const Format& format) {
  if (!format.is_block()) return false;
  const Block& block = *format.block();
  const Element& element = format.element();
  const bool is_plain = block.scales.size() == 1 && !block.zero &&
                        !block.codebook && block.offset_bits == 0;
  if (!is_plain) return false;
  const ScaleLevel& level = block.scales[0];
  return element.kind == ElementKind::fixed && element.is_signed &&
         element.representation == Representation::sign_magnitude &&
         element.storage_shift == 0 && element.bits >= 2 &&
         element.bits <= 1 + kPackerBits &&
         element.fraction_bits == element.bits - 2 &&
         level.sense == ScaleLevel::Sense::multiplier &&
         is_exponent(level.element) &&
         level.element.specials == Specials::none &&
         level.element.storage_shift == 0;
}

BlockFloat::BlockFloat(const Format& format, const QuantizePolicy& policy)
    : policy_(policy) {
  require(is_block_float(format), ErrorKind::invalid, "quantize", format.name(),
          " cannot be aligned by shifting: that takes sign and magnitude under "
          "shared exponents without NaN");
  const Element& exponent = format.block()->scales[0].element;
  magnitude_bits_ = format.element().bits - 1;
  rebias_ = 127 - exponent.bias;
  largest_ = (1 << exponent.bits) - 1;
}

std::uint32_t BlockFloat::exponent(float number) const {
  const auto field = std::bit_cast<std::uint32_t>(number) >> 23 & 0xff;
  return static_cast<std::uint32_t>(
      std::clamp(static_cast<int>(field) - rebias_, 0, largest_));
}

std::uint32_t BlockFloat::magnitude(std::uint32_t significand, bool negative,
                                    std::size_t index) const {
  const bool is_twice = policy_.alignment == Alignment::shifted_twice;
  const int bits = is_twice ? kPackerBits : magnitude_bits_;
  const auto split =
      split_at<std::uint64_t>(significand, kSignificandBits - bits);
  const std::uint32_t random = policy_.rounding == Rounding::stochastic
                                   ? random_bits(policy_.seed, index)
                                   : 0;
  const bool up = rounds_up(split, policy_.rounding, negative,
                            (split.whole & 1) != 0, random);
  const auto rounded = std::min<std::uint64_t>(split.whole + (up ? 1 : 0),
                                               low_bits<std::uint64_t>(bits));
  return static_cast<std::uint32_t>(rounded >> (bits - magnitude_bits_));
}

std::uint16_t BlockFloat::encode(float number, std::uint32_t shared,
                                 std::size_t index) const {
  const auto bits = std::bit_cast<std::uint32_t>(number);
  const auto field = static_cast<int>(bits >> 23 & 0xff);
  if (field == 0) return 0;
  const int own = field - rebias_;
  std::uint32_t fraction = bits & 0x7fffff;
  if (own > largest_) fraction = 0x7fffff;
  if (own < 0) fraction = 0;
  // Without its fraction an underflowing number still has its first bit.
  const std::uint32_t significand = 1u << 23 | fraction;
  const int shift = static_cast<int>(shared) - std::clamp(own, 0, largest_);
  const std::uint32_t largest = (1u << magnitude_bits_) - 1;
  const bool negative = bits >> 31 != 0;
  const std::uint32_t rounded =
      shift < 0
          ? largest
          : magnitude(shift >= kSignificandBits ? 0 : significand >> shift,
                      negative, index);
  if (rounded == 0) return 0;
  return static_cast<std::uint16_t>(rounded |
                                    (negative ? 1u << magnitude_bits_ : 0u));
}

float BlockFloat::decode(std::uint16_t word, std::uint32_t shared) const {
  const std::uint32_t largest = (1u << magnitude_bits_) - 1;
  const std::uint32_t magnitude = word & largest;
  const std::uint32_t sign = word >> magnitude_bits_ & 1;
  if (magnitude == 0) return std::bit_cast<float>(sign << 31);
  const int shift =
      magnitude_bits_ - static_cast<int>(std::bit_width(magnitude));
  const int field = static_cast<int>(shared) + rebias_ - shift;
  if (shift > static_cast<int>(shared)) return 0;
  const std::uint32_t fraction = magnitude << (shift + 1) & largest;
  return std::bit_cast<float>(sign << 31 |
                              static_cast<std::uint32_t>(field) << 23 |
                              fraction << (23 - magnitude_bits_));
}

}  // namespace ashlar
