// tcast.h - the words of TensorCast: numbers, scales, data types and casts.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ashlar/packing.h"
#include "ashlar/parts.h"

namespace ashlar::tcast {

/// An element code or, if there is a codebook, places in it.
struct Number {
  Element element;
  std::shared_ptr<const Codebook> codebook = {};
};

/// Reads a number code, in any case and with or without `torch.`:
///   eXmY[bZ][ieee|fn|fnuz|inuz]  floats; eXm0 is a power of two
///   floatK bfloatK intK uintK
///   binary8p1 to binary8p6       IEEE P3109
///   float8_e4m3fnuz and the like torch's types, with torch's bias
///   cb..., icb44fi_...           codebooks, as `parse_codebook` has them
/// Bare names are IEEE's, and e4m3fnuz and e5m2fnuz have the bias 7 and 15.
Number number(std::string_view code);

/// Reads a scale code. What it says is a block without an element:
///   [multi_]number[_number[_number]][_tile[_tile]]
///   tile: t<size>[s<subtile>][o<offset bits>][n<kept>m<group>][d<dim>]
/// One number is the scale, two are scale and zero point, or after `multi_`
/// tensor scale and scale; three are all of them. Without a tile the scale is
/// for the tensor; t and t0 are a channel, two tiles the last two dims, one of
/// which may be a channel.
Block scale(std::string_view code);

/// A format under the name that TensorCast, or its user, gives it.
struct DataType {
  std::string name;
  Format format;

  bool operator==(const DataType&) const = default;
};

/// A number under a scale, or on its own. Integers under a power of two are
/// i / 2^(bits - 2), from -2 to 2; codes of scaled types are stored without
/// gaps. Without a name it is called by its codes; with nothing but a name it
/// is the predefined type.
DataType datatype(std::string_view number, std::string_view scale = {},
                  std::string_view name = {});

/// Every type that TensorCast has a name for: mxfp8e4, int8_Fc, mxfp4s, ...
std::span<const DataType> datatypes();

/// The one called `name`; case matters, as in int8_F and int8_f.
const DataType& predefined(std::string_view name);

// Casts. Numbers become f32 first, whatever they were; scales and zero points
// are rounded to even; everything saturates.

/// Which neighbour an element becomes. The first three differ in ties only.
enum class RoundMode : std::uint8_t { zero, away, even, stochastic };

/// Which power of two scales a tile, as ScaleRule has it; option3 is `even`
/// there, and topbinade `rceil`.
enum class ScaleMode : std::uint8_t { floor, ceil, midmax, option3, topbinade };

/// What a cast leaves in the tensor.
enum class CastMode : std::uint8_t {
  virtual_cast,  ///< the numbers that codes stand for, as they were stored
  actual,        ///< a code in each word
  compress,      ///< codes that share bytes; only what sparsity keeps
};

struct Options {
  RoundMode roundmode = RoundMode::even;
  ScaleMode scalemode = ScaleMode::floor;
  CastMode castmode = CastMode::actual;
  /// Of compressed data: containers, or dense without gaps.
  PackOrder packing = PackOrder::containers;
  std::uint64_t seed = 0;  ///< of stochastic rounding

  bool operator==(const Options&) const = default;
};

/// A tensor in a data type. Copies share the bytes.
class Tensor {
 public:
  const DataType& dtype() const { return dtype_; }
  CastMode castmode() const { return options_.castmode; }
  bool is_compressed() const { return castmode() == CastMode::compress; }
  /// Of what was cast.
  const Shape& original_shape() const { return shape_; }
  const Format& original_dtype() const { return original_; }

  /// Codes, as `part_specs` says; codes of a type without a scale have their
  /// own format if they do not share bytes. Numbers after a virtual cast.
  const ashlar::Tensor& tensor() const { return tensor_; }
  // The others, where the type has them: as `part_specs` says for compressed
  // tensors, else as it says for uncompressed ones.
  std::optional<ashlar::Tensor> scale() const;
  std::optional<ashlar::Tensor> zero() const;
  std::optional<ashlar::Tensor> meta() const;    ///< of codebooks
  std::optional<ashlar::Tensor> mask() const;    ///< of sparsity: 1 is kept
  std::optional<ashlar::Tensor> offset() const;  ///< of subtiles
  std::optional<ashlar::Tensor> tenscale() const;
  /// All of them, for everything else; nothing for types without a scale.
  const std::optional<Parts>& parts() const { return parts_; }

 private:
  friend struct TensorAccess;

  DataType dtype_;
  Options options_;
  Shape shape_;
  Format original_;
  ashlar::Tensor tensor_;
  std::optional<Parts> parts_;
};

/// What a cast can be given instead of finding it. Scales are as a tensor of
/// the same cast mode has them; those of a virtual cast are as for `actual`.
struct ScaleData {
  std::optional<ashlar::Tensor> scale = {};
  std::optional<ashlar::Tensor> zero = {};
  std::optional<ashlar::Tensor> tenscale = {};
  BetterTable better = {};  ///< which table of a codebook is, as in GivenScales
};

/// What `cast` finds.
ScaleData get_scales(const ashlar::Tensor& tensor, const DataType& dtype,
                     const Options& options = {});

/// Casts to a type, or to the predefined one of that name.
Tensor cast(const ashlar::Tensor& tensor, const DataType& dtype,
            const Options& options = {}, const ScaleData& scaledata = {});
Tensor cast(const ashlar::Tensor& tensor, std::string_view dtype,
            const Options& options = {}, const ScaleData& scaledata = {});

/// The numbers that the codes stand for, in the format that the tensor has, row
/// major on the host. A negative number that becomes 0 is -0, and NaN stays, in
/// types that have neither, too. The cast mode does not count.
ashlar::Tensor vcast(const ashlar::Tensor& tensor, const DataType& dtype,
                     const Options& options = {},
                     const ScaleData& scaledata = {});
ashlar::Tensor vcast(const ashlar::Tensor& tensor, std::string_view dtype,
                     const Options& options = {},
                     const ScaleData& scaledata = {});

/// Back from any cast mode: to the format that was cast, or to another one.
ashlar::Tensor upcast(const Tensor& tensor);
ashlar::Tensor upcast(const Tensor& tensor, const Format& format);

/// The same codes in another cast mode. There and back between `actual` and
/// `compress` changes nothing.
Tensor compress(const Tensor& tensor);
Tensor uncompress(const Tensor& tensor);

/// Keeps the `dense` largest magnitudes of every `stile` numbers along a dim,
/// with their signs, and makes the others 0. Among equals the first ones are
/// kept, and NaN counts as largest.
ashlar::Tensor sparse(const ashlar::Tensor& tensor, int stile, int dense,
                      int dim = -1);

}  // namespace ashlar::tcast
