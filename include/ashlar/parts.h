// parts.h - a tensor in a block format, as the tensors that it is made of.
#pragma once

#include <cstdint>
#include <optional>

#include "ashlar/quantize.h"
#include "ashlar/rotate.h"
#include "ashlar/tensor.h"

namespace ashlar {

/// How the parts of a quantised tensor are stored.
enum class PartsForm : std::uint8_t {
  /// A code in each word. Everything that sparsity drops is there, as 0.
  uncompressed,
  /// Codes narrower than a byte share bytes, in containers of 1, 2, 4 or 8
  /// bits. Only what sparsity keeps is there.
  compressed,
  /// The same, with the codes of the data as a bit stream without gaps.
  dense,
};

/// What a part is before it has bytes: row major on the host.
struct PartSpec {
  Shape shape;
  Format format;

  bool operator==(const PartSpec&) const = default;
};

/// All parts that a block format has. Each has the axes of the tensor, in the
/// same order, but that what belongs to a scale of the whole tensor is [1].
///
/// Where codes share bytes they do so along the axis of the tiles: the first
/// one is in the lowest bits, and each line along that axis begins with a byte.
struct PartSpecs {
  /// u8 or u16. Compressed: less what sparsity drops, groups counted whole.
  PartSpec data;
  /// One for each tile, cut ones included. u8 up to 8 bits, else as it is.
  PartSpec scale;
  std::optional<PartSpec> outer_scale;  ///< one for each tile of the next level
  std::optional<PartSpec> top_scale;    ///< likewise of the third
  std::optional<PartSpec> zero;         ///< one for each scale
  /// u8: the number of the table, for each tile or subtile. Compressed: each
  /// tile has whole bytes, its subtiles row by row.
  std::optional<PartSpec> meta;
  std::optional<PartSpec> offset;  ///< of each subtile, as meta
  /// bool, of the shape of the tensor: true is kept. Compressed: u8, a bit
  /// each.
  std::optional<PartSpec> mask;

  bool operator==(const PartSpecs&) const = default;
};

/// The parts of a tensor of that shape. An error if the format is no block
/// format, or if its tiles do not run along an axis of the shape.
PartSpecs part_specs(const Format& format, const Shape& shape,
                     PartsForm form = PartsForm::compressed);

/// A tensor in a block format.
struct Parts {
  Format format;
  Shape shape;
  PartsForm form = PartsForm::compressed;
  // As `part_specs` says, in any layout and anywhere.
  Tensor data;
  Tensor scale;
  std::optional<Tensor> outer_scale;
  std::optional<Tensor> top_scale;
  std::optional<Tensor> zero;
  std::optional<Tensor> meta;
  std::optional<Tensor> offset;
  std::optional<Tensor> mask;
  /// What was done to the numbers before, and is undone by `dequantize`.
  std::optional<Rotation> rotation = {};
};

/// What a tensor is quantised with, besides a policy.
struct QuantizeOptions {
  // Given instead of found: each as `part_specs` says for the form that is
  // asked for.
  std::optional<Tensor> scale = {};
  std::optional<Tensor> outer_scale = {};
  std::optional<Tensor> top_scale = {};
  std::optional<Tensor> zero = {};
  BetterTable better = {};  ///< as in GivenScales
  /// Done first, along the axis of the tiles, whose size is a multiple of that
  /// of the rotation.
  std::optional<Rotation> rotation = {};
};

/// The codes of a tensor. Its numbers become f32 first.
Parts quantize(const Tensor& tensor, const Format& format,
               const QuantizePolicy& policy = {},
               PartsForm form = PartsForm::compressed,
               const QuantizeOptions& options = {});

/// The numbers that parts stand for, row major on the host. Of the policy only
/// the alignment counts. An error if the parts are not what `part_specs` says,
/// or hold what the format does not have.
Tensor dequantize(const Parts& parts, const Format& format = {},
                  const QuantizePolicy& policy = {});

/// A tensor as it comes back, except that a negative number that becomes 0
/// keeps its sign: in its own format, row major on the host. Given parts are
/// uncompressed.
Tensor fake_quantize(const Tensor& tensor, const Format& format,
                     const QuantizePolicy& policy = {},
                     const QuantizeOptions& options = {});

/// The same codes in another form. There and back is bit for bit the same.
Parts to(const Parts& parts, PartsForm form);
inline Parts compress(const Parts& parts) {
  return to(parts, PartsForm::compressed);
}
inline Parts uncompress(const Parts& parts) {
  return to(parts, PartsForm::uncompressed);
}

}  // namespace ashlar
