// format.h - how numbers are coded: element codes, blocks with scales, names.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ashlar/block.h"

namespace ashlar {

/// A number format: an element code and, for block formats, a description of
/// the blocks. A small value; copies share the description.
class Format {
 public:
  /// f32.
  Format() = default;
  /// Any element code that makes sense; an error if it contradicts itself.
  explicit Format(const Element& element);
  /// Also an error if the block contradicts itself or the element.
  Format(const Element& element, Block block);
  /// Codes that are places in the codebook of the block.
  explicit Format(Block block);

  const Element& element() const { return element_; }
  /// Null unless this is a block format.
  const Block* block() const { return block_.get(); }
  bool is_block() const { return block_ != nullptr; }

  /// The canonical name: `parse_format` reads it back as an equal format.
  std::string name() const;
  /// What it is and who uses it, in one sentence.
  std::string description() const;

  /// From one element to the next, scales not counted.
  int bits() const { return element_.storage_bits; }
  /// The same with everything that full tiles have, and less what sparsity
  /// saves. What there is once in a channel or in the tensor does not count.
  double bits_per_element() const;

  ElementKind kind() const { return element_.kind; }
  bool is_signed() const { return element_.is_signed; }
  bool has_infinity() const { return element_.has_infinity(); }
  bool has_nan() const { return element_.has_nan(); }
  bool has_negative_zero() const { return element_.has_negative_zero(); }

  // The numbers below are those of the element code, before any scale; of a
  // codebook, those of all its tables and of the element they are made of. They
  // are exact, except that integers and fixed point of more than 53 bits are
  // rounded to the nearest double. The texts are not rounded.

  double max_finite() const;
  double lowest() const;
  /// The smallest positive number with full precision.
  double smallest_normal() const;
  /// The smallest positive number; smallest_normal() without subnormals.
  double smallest_subnormal() const;
  /// The distance from 1 to the next larger number, whether or not they are
  /// in range.
  double epsilon() const;
  /// "448", "9223372036854775807", "2^31 - 2^-32", ...
  std::string max_text() const;
  std::string lowest_text() const;

  bool operator==(const Format& other) const;

 private:
  Element element_;
  std::shared_ptr<const Block> block_;
};

std::string to_string(const Format& format);

/// Reads a canonical name, another project's spelling of it, or a generic
/// form: `i5`, `q3.12`, `e5m6`, `e4m3b8fnuz`, `binary8p4`, ... An unknown name
/// is an error that says which known ones are near.
///
/// A block format without a name is its element, the scales from the finest to
/// the coarsest, and further properties in any order:
///   f4_e2m1fn@e8m0:32               32 elements of a row share a scale
///   f8_e4m3fn@f32:128x128           a tile of 128 rows and columns does
///   f4_e2m1fn@ue4m3:16+f32:tensor   a scale for 16, another one for all
///   i8@f32:channel                  a scale for all along the last axis
///   i8@f32:4xchannel                the same for four rows
///   i8@f32:*x32                     a scale for 32 elements of all rows
///   u4@f16:32,zero=u4               a zero point for each scale
///   ...,axis=-2                     along the last axis but one; 0: the first
///   q1.6@e8m0:16,sub=2,offset=1     pairs can halve the scale once
///   ...,sparse=2:4                  2 of 4 elements are stored
///   ...,divisor                     by the coarsest scale is divided
///   ...,divisor=1+2                 by the two finest ones is
///   cb42f1346_e2m3fn@e8m0:32,sub=8  8 elements share one of four tables
///   cb10_i8(-1,1)@f16:64            a table of one's own
Format parse_format(std::string_view text);

/// A format with a name of its own.
struct NamedFormat {
  std::string_view name;
  std::vector<std::string_view> aliases;  ///< read in any case
  Format format;
  std::string_view description;
};

/// All of them, in the order in which they are listed to people.
std::span<const NamedFormat> formats();

}  // namespace ashlar
