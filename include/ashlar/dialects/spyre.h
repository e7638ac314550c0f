// spyre.h - the words of Torch-Spyre for layouts of sticks.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ashlar/format.h"
#include "ashlar/layout.h"

namespace ashlar::spyre {

/// How elements fill a stick of 128 bytes.
enum class StickFormat {
  dense,         ///< side by side
  sparse,        ///< one in each stick, as a reduction along it leaves them
  sparse_multi,  ///< two in each stick, in lanes that are not documented
};

/// "StickFormat.Dense", ...
std::string to_string(StickFormat format);

/// The number formats of the device, numbered as in Torch-Spyre.
enum class DataFormats {
  sen169_fp16,
  ieee_fp32,
  invalid,
  sen143_fp8,
  sen152_fp8,
  sen153_fp9,
  senint2,
  senint4,
  senint8,
  senint16,
  senint24,
  ieee_int64,
  ieee_int32,
  senuint32,
  senuint2,
  ieee_fp16,
  boolean,
  bfloat16,
  sen18f_fp24,
};

/// All of them, in order.
std::span<const DataFormats> data_formats();
/// "SEN169_FP16", ...
std::string_view name_of(DataFormats format);
/// "DataFormats.SEN169_FP16", ...
std::string to_string(DataFormats format);
/// Reads both.
DataFormats parse_data_format(std::string_view text);

/// How many elements fill a stick. An error for the formats that cannot be
/// stored: INVALID, SEN153_FP9, SENINT24 and SEN18F_FP24.
Index elems_per_stick(DataFormats format);

/// The element that the core stores for `format`. An error for the same ones.
Element element_of(DataFormats format);

/// The format in which the device keeps tensors that torch calls by this
/// dtype: `float16`, `torch.float16`, `qint8`, ...
DataFormats device_format(std::string_view torch_dtype);
/// The same for a format of ours. An error where Torch-Spyre has none.
DataFormats device_format(const Format& dtype);

/// Which dims the default layout pads to whole sticks. Size 1 stays 1, except
/// in the stick dim.
enum class PadDims {
  all,    ///< Python's pad_all_dims=True
  stick,  ///< Python's pad_all_dims=False
};

/// A dense row-major array, and which axis each of its dims is a digit of.
struct DeviceDims {
  std::vector<Index> device_size;
  std::vector<int> dim_map;  ///< -1: no axis

  bool operator==(const DeviceDims&) const = default;
};

/// `layout` in these terms, or nothing: `write_notation` says why.
std::optional<DeviceDims> device_dims(const BoundLayout& layout);

/// The layout of a tensor on the device: a vocabulary for `Stick` and for
/// digits, which do the work.
class SpyreTensorLayout {
 public:
  /// The default, "generic stick" layout: sticks along the last dim, tiled
  /// against the first. Rank 0 is one stick.
  SpyreTensorLayout(const Indices& size, const Format& dtype,
                    PadDims pad = PadDims::all);

  /// Sticks along the last dim of `dim_order`, tiled against its first. The
  /// stick dim must be padded to whole sticks already.
  SpyreTensorLayout(const Indices& padded_size, const Format& dtype,
                    const Indices& dim_order,
                    StickFormat format = StickFormat::dense);

  /// Anything else. Of the dims of one axis the last is least significant.
  SpyreTensorLayout(std::vector<Index> device_size, std::vector<int> dim_map,
                    int num_stick_dims, StickFormat format,
                    DataFormats device_dtype);

  const std::vector<Index>& device_size() const { return dims_.device_size; }
  const std::vector<int>& dim_map() const { return dims_.dim_map; }
  int num_stick_dims() const { return num_stick_dims_; }
  StickFormat format() const { return format_; }
  DataFormats device_dtype() const { return device_dtype_; }

  /// The step of each device dim, in elements.
  std::vector<Index> device_strides() const;
  Index elems_per_stick() const;
  /// The dim tiled against the sticks first, the stick dim last: what the
  /// second constructor takes. Empty for rank 0.
  Indices host_dim_order() const;
  /// The last device dim is one stick, whatever its size.
  Index num_sticks() const;
  /// What the runtime allocates: 128 bytes a stick.
  Index bytes() const;

  /// The same layout for the core, of a tensor whose axes have their default
  /// names. An error if `size` does not fit into the device dims.
  Layout to_layout(const Shape& size) const;
  /// Where everything is. Offsets are those of `element_of(device_dtype())`.
  BoundLayout bind(const Shape& size) const;

  bool operator==(const SpyreTensorLayout&) const = default;

 private:
  DeviceDims dims_;
  int num_stick_dims_ = 1;
  StickFormat format_ = StickFormat::dense;
  DataFormats device_dtype_ = DataFormats::sen169_fp16;
};

/// As Torch-Spyre prints it, blank before `=[` included.
std::string to_string(const SpyreTensorLayout& layout);

}  // namespace ashlar::spyre
