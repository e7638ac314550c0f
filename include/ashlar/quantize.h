// quantize.h - numbers to codes that share scales, and back.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "ashlar/cast_policy.h"
#include "ashlar/format.h"

namespace ashlar {

/// Which power of two scales a tile whose largest magnitude is 2^e * m, with m
/// from 1 up to 2. The largest number of the elements is 2^E * M.
enum class ScaleRule : std::uint8_t {
  automatic,   ///< rceil for elements of 8 bits, even for fewer, floor for ints
  floor,       ///< 2^(e - E), as OCP says
  floor_log2,  ///< the same of a logarithm in f32: twice that if m is nearly 2
  ceil,        ///< twice that unless m is 1
  midmax,      ///< twice that if m is nearer to what would follow M than to M
  even,        ///< twice that if m, rounded as an element is, becomes 2
  even_f4,     ///< as even, with the mantissa of f4_e2m1fn for all elements
  rceil,       ///< twice that if m is above M: nothing saturates
};

/// What becomes of tiles with a NaN or an infinity.
enum class NonFinite : std::uint8_t {
  /// The scale is NaN, or the largest where there is no NaN, and with it the
  /// whole tile. Scales that are no powers of two take infinity as the largest
  /// number there is.
  whole_tile,
  /// They do not count for the scale; each is cast as it is. A tile of NaNs
  /// has a NaN scale; one of infinities, NaNs and zeros the largest scale.
  elements,
};

/// The scale of a tile of zeros. Divisors and scales of scales are 1 then.
enum class ZeroTile : std::uint8_t {
  smallest,  ///< the smallest there is, 0 if that is a scale
  epsilon,   ///< the distance from 1 to the next larger scale
  one,
  as_one,  ///< what a tile has whose largest magnitude is 1
};

/// The least that a scale is if it is no power of two.
enum class SmallestScale : std::uint8_t {
  positive,  ///< the smallest positive number, unless the tile is zero
  normal,    ///< the smallest normal number, always
};

/// How a scale under another one is found.
enum class ScaleOrder : std::uint8_t {
  inner_first,  ///< (largest magnitude / largest element) / outer scale
  outer_first,  ///< largest magnitude / (largest element * outer scale)
};

/// How numbers are divided by scales that are no powers of two.
enum class Division : std::uint8_t {
  divide,      ///< by the product of their scales
  reciprocal,  ///< multiplied by the rounded inverse of that
};

/// How numbers and the power of two that they share meet.
enum class Alignment : std::uint8_t {
  exact,  ///< as numbers do, rounded once
  /// By shifting bits, as ttnn's host does for sign and magnitude: bits that
  /// leave on the right do not count, subnormals are 0, and the largest
  /// exponent of f32 is one as the others.
  shifted,
  /// The same, rounded to 7 bits first and then cut off, as the packers of
  /// Tenstorrent's devices do.
  shifted_twice,
};

/// The choices in which quantisers differ; the defaults are the library's own.
struct QuantizePolicy {
  ScaleRule rule = ScaleRule::automatic;
  Rounding rounding = Rounding::nearest_even;  ///< of elements; scales: even
  NonFinite non_finite = NonFinite::whole_tile;
  ZeroTile zero_tile = ZeroTile::smallest;
  SmallestScale smallest_scale = SmallestScale::positive;
  ScaleOrder scale_order = ScaleOrder::inner_first;
  Division division = Division::divide;
  Alignment alignment = Alignment::exact;
  NegativeZero negative_zero = NegativeZero::keep;
  MissingNan missing_nan = MissingNan::largest;
  std::uint64_t seed = 0;  ///< of stochastic rounding

  bool operator==(const QuantizePolicy&) const = default;
};

/// Everybody else's choices, under their names: what another project does when
/// it quantises to a format.
struct QuantizeProfile {
  std::string_view name;
  std::string_view description;
  QuantizePolicy (*policy)(const Format& format);
};

/// All of them; the first, `ashlar`, is the default.
std::span<const QuantizeProfile> quantize_profiles();
/// The one called `name`; an unknown name is an error that lists them.
const QuantizeProfile& quantize_profile(std::string_view name);

/// Numbers as the engine takes them: `rows` x `cols` each, tiles along the
/// columns, `outer` times, one after the other.
struct BlockExtent {
  std::int64_t outer = 1;
  std::int64_t rows = 1;
  std::int64_t cols = 0;

  std::int64_t count() const { return outer * rows * cols; }
  bool operator==(const BlockExtent&) const = default;
};

/// All that a block format makes of numbers, one code in each word, in the
/// order of what it belongs to. What a format does not have stays empty.
struct BlockCodes {
  BlockExtent extent;
  /// Of every element; those that sparsity drops are 0.
  std::vector<std::uint16_t> data;
  /// Words of the finest scales, by tile: outer, then rows, then cols of tiles.
  std::vector<std::uint32_t> scales;
  /// Words of the second level, if there is one.
  std::vector<std::uint32_t> outer_scales;
  std::vector<std::uint32_t> top_scales;  ///< likewise of the third
  std::vector<std::uint32_t> zeros;       ///< words, by tile
  std::vector<std::uint8_t> meta;         ///< number of the table, by subtile
  std::vector<std::uint8_t> offsets;      ///< by subtile
  std::vector<std::uint8_t> mask;         ///< by element: 1 is kept

  bool operator==(const BlockCodes&) const = default;
};

/// Whether the numbers that a table makes of a tile, or subtile, are better
/// than those of the best table so far. All are divided by their scale.
using BetterTable = std::function<bool(std::span<const double> candidate,
                                       std::span<const double> best,
                                       std::span<const double> numbers)>;

/// What is given instead of found: words as in BlockCodes, or empty.
struct GivenScales {
  std::span<const std::uint32_t> scales = {};
  std::span<const std::uint32_t> outer_scales = {};
  std::span<const std::uint32_t> zeros = {};
  std::span<const std::uint32_t> top_scales = {};
  /// Which of the tables of a codebook is taken: the first one that no later
  /// one is better than. Empty: the one with the least sum of squared errors,
  /// the first among equals.
  BetterTable better = {};
};

/// How many of each part of a block format belong to numbers of an extent. An
/// error if the format is no block format, or none that can be quantised.
struct BlockCounts {
  std::int64_t data = 0;
  std::int64_t scales = 0;
  std::int64_t outer_scales = 0;
  std::int64_t top_scales = 0;
  std::int64_t zeros = 0;
  std::int64_t meta = 0;
  std::int64_t offsets = 0;
  std::int64_t mask = 0;

  bool operator==(const BlockCounts&) const = default;
};
BlockCounts block_counts(const Format& format, const BlockExtent& extent);

/// Codes of f32 numbers. Tiles that the extent cuts short are as if they went
/// on with zeros. The result does not depend on the floating-point environment.
/// An error if the format is no block format, or if there are more or fewer
/// numbers, or given words, than the extent says.
BlockCodes quantize(const Format& format, std::span<const float> numbers,
                    const BlockExtent& extent,
                    const QuantizePolicy& policy = {},
                    const GivenScales& given = {});

/// The numbers that codes stand for, each rounded to f32 once or twice: the
/// product of element and scale, and the zero point. Of the policy only the
/// alignment counts. An error for codes that do not belong to the format or the
/// extent.
std::vector<float> dequantize(const Format& format, const BlockCodes& codes,
                              const QuantizePolicy& policy = {});

/// Numbers as they come back from `quantize` and `dequantize`, except that a
/// negative one that becomes 0 keeps its sign, whatever the format can hold,
/// unless the policy drops it.
std::vector<float> fake_quantize(const Format& format,
                                 std::span<const float> numbers,
                                 const BlockExtent& extent,
                                 const QuantizePolicy& policy = {},
                                 const GivenScales& given = {});

}  // namespace ashlar
