// scale_finder.h - finds the scale that suits the numbers of a tile.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>

#include "ashlar/quantize.h"
#include "src/blocks/scale.h"
#include "src/blocks/scale_rule.h"

namespace ashlar {

/// How far the numbers of a tile go. Kept by their bits.
class Range {
 public:
  void add(float number);

  bool has_nan() const { return has_nan_; }
  bool has_infinity() const { return has_infinity_; }
  /// Whether NaN is all there is.
  bool is_nan() const { return has_nan_ && !has_infinity_ && !has_finite_; }
  /// The largest finite magnitudes; 0 if there are none.
  float below_zero() const { return std::bit_cast<float>(negative_); }
  float above_zero() const { return std::bit_cast<float>(positive_); }
  float magnitude() const {
    return std::bit_cast<float>(std::max(negative_, positive_));
  }

 private:
  std::uint32_t negative_ = 0;
  std::uint32_t positive_ = 0;
  bool has_nan_ = false;
  bool has_infinity_ = false;
  bool has_finite_ = false;
};

/// The words that a scale is under: of the second level and of the third one,
/// as far as there are any.
struct OuterWords {
  std::uint32_t outer;
  std::uint32_t top;

  // Mostly there is one at most.
  OuterWords(std::uint32_t outer_word = 0, std::uint32_t top_word = 0)
      : outer(outer_word), top(top_word) {}
};

/// Finds scales and zero points, as a policy says.
class ScaleFinder {
 public:
  ScaleFinder(const Format& format, const QuantizePolicy& policy);

  /// The word of a scale of scales of scales. NaN and infinity are for the
  /// tiles, here and below.
  std::uint32_t top_word(const Range& range) const;
  /// The word of a scale of scales under a word of the third level.
  std::uint32_t outer_word(const Range& range, std::uint32_t top = 0) const;
  /// The word of a tile's scale under the others.
  std::uint32_t word(const Range& range, OuterWords outer) const;
  /// What all of them do to numbers.
  TileScale scale(std::uint32_t word, OuterWords outer) const;
  /// How many powers of two below the tile a part of it can go.
  std::uint8_t offset(const Range& part, std::uint32_t word,
                      OuterWords outer) const;
  /// The word of a zero point under a scale that was found.
  std::uint32_t zero_word(const Range& range, const TileScale& scale) const;

 private:
  float size_of(const Range& range) const;
  std::uint32_t zero_tile_word(OuterWords outer) const;
  std::uint32_t word_of_size(float size, OuterWords outer) const;
  /// The word of a level above scales, for numbers that reach `size`, if what
  /// is below can hold numbers up to `goal`.
  std::uint32_t outer_word_of(const ScaleWords& words, float size,
                              float goal) const;
  std::uint32_t at_least_smallest(const ScaleWords& words, float value) const;
  float value_of_size(float size, OuterWords outer) const;
  std::optional<OuterScale> outer_scale(OuterWords outer) const;

  const Format& format_;
  QuantizePolicy policy_;
  ScaleWords inner_;
  std::optional<ScaleWords> outer_;
  std::optional<ScaleWords> top_;
  Largest largest_;
  float largest_f32_;
  ScaleRule rule_;
};

}  // namespace ashlar
