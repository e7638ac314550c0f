// scale.h - the words of scales, and what they do to numbers.
#pragma once

#include <cstdint>
#include <optional>

#include "ashlar/quantize.h"
#include "src/blocks/f32.h"

namespace ashlar {

/// The words of one level of scales.
class ScaleWords {
 public:
  explicit ScaleWords(const ScaleLevel& level);

  /// Whether all scales are powers of two, and 0 is none of them.
  bool is_power() const { return is_power_; }
  bool is_divisor() const { return is_divisor_; }
  const Element& element() const { return element_; }

  Exact decode(std::uint32_t word) const;
  /// The nearest one; too large ones saturate. `value` is not negative.
  std::uint32_t encode(float value) const;
  /// 2^exponent, or what is nearest to it, of powers of two.
  std::uint32_t power(int exponent) const;
  std::uint32_t largest() const;
  std::uint32_t smallest_positive() const;
  /// NaN, or the largest if there is none.
  std::uint32_t nan() const;

 private:
  Element element_;
  bool is_power_;
  bool is_divisor_;
};

/// A word of a level.
struct ScaleWord {
  const ScaleWords& words;
  std::uint32_t word;
};

/// All scales that a scale is under, as one number.
struct OuterScale {
  Exact number;
  bool is_divisor = false;
  bool is_power = false;  ///< of two

  explicit OuterScale(const ScaleWord& outer);
  /// The same, under a coarser one: their product, rounded to f32.
  OuterScale under(const ScaleWord& coarser) const;
};

/// What the numbers of a tile are divided by to become elements.
class TileScale {
 public:
  /// A scale, and what it is under, if anything.
  TileScale(const ScaleWord& inner, const std::optional<OuterScale>& outer,
            Division division);

  bool is_nan() const { return is_nan_; }
  /// Whether all that is under it is 0.
  bool is_zero() const;
  /// Divided by two to a power; of powers of two only.
  TileScale lowered(int offset) const;

  /// A number as an element has to hold it: exact under powers of two, else
  /// rounded to f32; 0 under NaN, and with its sign under 0.
  Exact down(float number) const;
  /// What an element stands for, rounded once.
  float up(const Exact& element) const;

 private:
  enum class Kind : std::uint8_t { power, multiplier, divisor };
  void set_reciprocal(const ScaleWord& inner,
                      const std::optional<OuterScale>& outer);

  Kind kind_ = Kind::power;
  bool is_nan_ = false;
  int exponent_ = 0;
  float factor_ = 1;
  std::optional<float> reciprocal_;
};

}  // namespace ashlar
