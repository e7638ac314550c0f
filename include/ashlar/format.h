// format.h - how numbers are coded: element codes, blocks with scales, names.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ashlar/element.h"

namespace ashlar {

/// One level of scales: every number under a scale is multiplied by it.
struct ScaleLevel {
  enum class Scope : std::uint8_t {
    tile,    ///< one scale for rows x cols elements of the last two axes
    tensor,  ///< one scale for everything
  };

  Element element;
  Scope scope = Scope::tile;
  std::int64_t rows = 1;
  std::int64_t cols = 1;

  bool operator==(const ScaleLevel&) const = default;
};

/// What a block format adds to its element code.
struct Block {
  std::string name;
  std::vector<ScaleLevel> scales;  ///< finest first

  bool operator==(const Block&) const = default;
};

/// A number format: an element code and, for block formats, a description of
/// the blocks. A small value; copies share the description.
class Format {
 public:
  /// f32.
  Format() = default;
  /// Any element code that makes sense; an error if it contradicts itself.
  explicit Format(const Element& element);
  Format(const Element& element, Block block);

  const Element& element() const { return element_; }
  /// Null unless this is a block format.
  const Block* block() const { return block_.get(); }
  bool is_block() const { return block_ != nullptr; }

  /// The canonical name: `parse_format` reads it back as an equal format. Block
  /// formats are called as their description says.
  std::string name() const;
  /// What it is and who uses it, in one sentence.
  std::string description() const;

  /// From one element to the next, scales not counted.
  int bits() const { return element_.storage_bits; }
  /// The same with the scales of full blocks shared out.
  double bits_per_element() const;

  ElementKind kind() const { return element_.kind; }
  bool is_signed() const { return element_.is_signed; }
  bool has_infinity() const { return element_.has_infinity(); }
  bool has_nan() const { return element_.has_nan(); }
  bool has_negative_zero() const { return element_.has_negative_zero(); }

  // The numbers below are those of the element code, before any scale. They
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
