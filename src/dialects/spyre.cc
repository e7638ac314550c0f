// SpyreTensorLayout over the core's sticks and digits.
#include "ashlar/dialects/spyre.h"

#include <algorithm>
#include <utility>

#include "src/base/checked.h"
#include "src/notation/spyre.h"

namespace ashlar::spyre {
namespace {

constexpr std::string_view kWhere = "spyre";
constexpr Index kStickBytes = 128;

DeviceDims dims_of(const Stick& stick, const Indices& size,
                   DataFormats format) {
  const BoundLayout bound =
      ashlar::bind(stick, Shape(size), AxisNames(), element_of(format));
  SpyreForm form = spyre_form(bound);
  require(form.why_not.empty(), ErrorKind::bug, kWhere,
          "sticks have no device dims: ", form.why_not);
  return {std::move(form.dims.device_size), std::move(form.dims.dim_map)};
}

// Torch-Spyre's own words, so that callers who match them go on working.
void check_padded(const Indices& padded_size, const Indices& dim_order,
                  Index unit) {
  require(padded_size.size() == dim_order.size(), ErrorKind::invalid, "",
          "Invalid arguments: padded_size.size() != dim_order.size()");
  if (dim_order.empty()) return;
  const Index stick_dim = dim_order[dim_order.size() - 1];
  if (stick_dim < 0 || stick_dim >= padded_size.size()) return;  // below
  require(padded_size[static_cast<int>(stick_dim)] % unit == 0,
          ErrorKind::invalid, "",
          "Invalid padding: padded_size[stick_dim] not even multiple of "
          "elems_in_stick");
}

Index product(std::span<const Index> sizes) {
  Index out = 1;
  for (const Index size : sizes) out = checked_multiply(out, size, kWhere);
  return out;
}

}  // namespace

std::optional<DeviceDims> device_dims(const BoundLayout& layout) {
  SpyreForm form = spyre_form(layout);
  if (!form.why_not.empty()) form = spyre_form(canonical(layout));
  if (!form.why_not.empty()) return std::nullopt;
  return DeviceDims{std::move(form.dims.device_size),
                    std::move(form.dims.dim_map)};
}

SpyreTensorLayout::SpyreTensorLayout(const Indices& size, const Format& dtype,
                                     PadDims pad)
    : device_dtype_(device_format(dtype)) {
  Stick stick;
  stick.pad = pad == PadDims::all ? Stick::Pad::all : Stick::Pad::stick;
  dims_ = dims_of(stick, size, device_dtype_);
}

SpyreTensorLayout::SpyreTensorLayout(const Indices& padded_size,
                                     const Format& dtype,
                                     const Indices& dim_order,
                                     StickFormat format)
    : format_(format), device_dtype_(device_format(dtype)) {
  const bool is_dense = format == StickFormat::dense;
  check_padded(padded_size, dim_order, is_dense ? elems_per_stick() : 1);
  Stick stick;
  stick.order = dim_order;
  stick.padded = padded_size;
  stick.fill = is_dense ? Stick::Fill::dense : Stick::Fill::sparse;
  dims_ = dims_of(stick, padded_size, device_dtype_);
  // A sparse stick is a gap to the core; here it still names its dim.
  if (!is_dense && !dim_order.empty()) {
    dims_.dim_map.back() = static_cast<int>(dim_order[dim_order.size() - 1]);
  }
}

SpyreTensorLayout::SpyreTensorLayout(std::vector<Index> device_size,
                                     std::vector<int> dim_map,
                                     int num_stick_dims, StickFormat format,
                                     DataFormats device_dtype)
    : dims_{std::move(device_size), std::move(dim_map)},
      num_stick_dims_(num_stick_dims),
      format_(format),
      device_dtype_(device_dtype) {
  const std::size_t count = dims_.device_size.size();
  require(count > 0, ErrorKind::invalid, kWhere,
          "device_size is empty, expected at least the size of a stick");
  require(dims_.dim_map.size() == count, ErrorKind::invalid, kWhere,
          "dim_map has ", dims_.dim_map.size(), " entries for ", count,
          " device dimensions");
  for (std::size_t i = 0; i < count; ++i) {
    require(dims_.device_size[i] >= 0, ErrorKind::invalid, kWhere,
            "device dimension ", i, " has negative size ",
            dims_.device_size[i]);
    require(dims_.dim_map[i] >= -1 && dims_.dim_map[i] < kMaxRank,
            ErrorKind::invalid, kWhere, "dim_map has the entry ",
            dims_.dim_map[i], ", expected -1 to ", kMaxRank - 1);
  }
  require(
      num_stick_dims >= 0 && static_cast<std::size_t>(num_stick_dims) <= count,
      ErrorKind::invalid, kWhere, "num_stick_dims is ", num_stick_dims,
      ", expected 0 to ", count);
}

std::vector<Index> SpyreTensorLayout::device_strides() const {
  std::vector<Index> strides;
  const std::span<const Index> sizes = device_size();
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    strides.push_back(product(sizes.subspan(i + 1)));
  }
  return strides;
}

Index SpyreTensorLayout::elems_per_stick() const {
  return spyre::elems_per_stick(device_dtype_);
}

Indices SpyreTensorLayout::host_dim_order() const {
  Indices order;
  const std::vector<int>& map = dim_map();
  if (map.size() < 2 || map[map.size() - 2] < 0) return order;
  order.push_back(map[map.size() - 2]);
  for (std::size_t i = 0; i + 2 < map.size(); ++i) order.push_back(map[i]);
  return order;
}

Index SpyreTensorLayout::num_sticks() const {
  const std::span<const Index> sizes = device_size();
  return product(sizes.first(sizes.size() - 1));
}

Index SpyreTensorLayout::bytes() const {
  return checked_multiply(num_sticks(), kStickBytes, kWhere);
}

Layout SpyreTensorLayout::to_layout(const Shape& size) const {
  require(format_ != StickFormat::sparse_multi, ErrorKind::unsupported, kWhere,
          "which lanes of a SparseMulti stick are in use is not documented");
  SpyreDims dims{device_size(), dim_map()};
  if (format_ == StickFormat::sparse) dims.dim_map.back() = -1;
  return digits_of(dims, size, AxisNames());
}

BoundLayout SpyreTensorLayout::bind(const Shape& size) const {
  return ashlar::bind(to_layout(size), size, AxisNames(),
                      element_of(device_dtype_));
}

std::string to_string(const SpyreTensorLayout& layout) {
  return concat("SpyreTensorLayout(device_size=[",
                join(layout.device_size(), ", "), "], dim_map =[",
                join(layout.dim_map(), ", "),
                "], num_stick_dims=", layout.num_stick_dims(),
                ", format=", to_string(layout.format()),
                ", device_dtype=", to_string(layout.device_dtype()), ")");
}

}  // namespace ashlar::spyre
