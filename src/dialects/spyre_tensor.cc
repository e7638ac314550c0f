// spyre_tensor.cc - Torch-Spyre's calls over tensors, views and plans.
#include "ashlar/dialects/spyre_tensor.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "src/base/checked.h"
#include "src/base/require.h"
#include "src/notation/spyre.h"
#include "src/storage/block.h"
#include "src/tensor/form.h"
#include "src/tensor/transfer.h"

namespace ashlar::spyre {

struct SpyreAccess {
  static SpyreTensor make(Tensor tensor, const SpyreTensorLayout& layout,
                          const Format& dtype, const Indices& stride) {
    return {std::move(tensor), layout, dtype, stride};
  }
};

namespace {

constexpr std::string_view kWhere = "spyre";

/// A sparse stick is a gap to the core.
DeviceDims core_dims(const SpyreTensorLayout& layout) {
  DeviceDims dims{layout.device_size(), layout.dim_map()};
  if (layout.format() == StickFormat::sparse) dims.dim_map.back() = -1;
  return dims;
}

/// The sizes that the dims of each axis have room for.
Indices padded_sizes(const DeviceDims& dims, int rank) {
  Indices padded = Indices::filled(rank, 1);
  for (std::size_t i = 0; i < dims.dim_map.size(); ++i) {
    const int axis = dims.dim_map[i];
    if (axis < 0 || axis >= rank) continue;
    padded[axis] = checked_multiply(padded[axis], dims.device_size[i], kWhere);
  }
  return padded;
}

/// Sticks where they say the same, since devices know them as pages.
Layout layout_on_device(const SpyreTensorLayout& layout, const Shape& size) {
  Layout digits = layout.to_layout(size);
  const DeviceDims dims = core_dims(layout);
  const Indices order = layout.host_dim_order();
  if (order.size() != size.rank()) return digits;
  Stick ordered;
  if (!std::ranges::is_sorted(order)) ordered.order = order;
  Stick all = ordered;
  all.pad = Stick::Pad::all;
  Stick given = ordered;
  given.padded = padded_sizes(dims, size.rank());
  for (Stick stick : {all, ordered, given}) {
    if (layout.format() == StickFormat::sparse) {
      stick.fill = Stick::Fill::sparse;
    }
    try {
      const BoundLayout bound = ashlar::bind(stick, size, AxisNames(),
                                             element_of(layout.device_dtype()));
      const SpyreForm form = spyre_form(bound);
      if (form.why_not.empty() && form.dims.device_size == dims.device_size &&
          form.dims.dim_map == dims.dim_map) {
        return stick;
      }
    } catch (const Error&) {
      continue;  // no sticks, then
    }
  }
  return digits;
}

Spec spec_on(const Device& device, const Shape& size,
             const SpyreTensorLayout& layout) {
  Spec spec;
  spec.shape = Shape(size.sizes());
  spec.format = Format(element_of(layout.device_dtype()));
  spec.layout = layout_on_device(layout, spec.shape);
  const Layout kept = spec.layout;
  spec = device.default_spec(spec);
  spec.layout = kept;
  return spec;
}

/// Whether elements with these strides fill memory, each with a place of its
/// own: torch keeps such strides when it copies, and no others.
bool is_dense(const Shape& size, const Indices& stride) {
  std::vector<int> axes(static_cast<std::size_t>(size.rank()));
  std::iota(axes.begin(), axes.end(), 0);
  std::ranges::sort(axes, {}, [&](int axis) { return stride[axis]; });
  Index expected = 1;
  for (const int axis : axes) {
    if (size[axis] == 0) return true;
    if (size[axis] == 1) continue;
    if (stride[axis] != expected) return false;
    expected = checked_multiply(expected, size[axis], kWhere);
  }
  return true;
}

Indices kept_stride(const Shape& size, const Indices& stride) {
  return is_dense(size, stride) ? stride : strides(size);
}

/// The strides of a tensor of the core, if it has any worth keeping.
Indices stride_of(const Tensor& tensor) {
  const BoundLayout& layout = tensor.layout();
  const Shape& size = tensor.shape();
  Indices stride = strides(size);
  if (size.volume() == 0 || layout.fields().size() != 1) return stride;
  const Indices origin = Indices::filled(size.rank(), 0);
  Indices found = stride;
  for (int axis = 0; axis < size.rank(); ++axis) {
    if (size[axis] == 1) continue;
    Indices next = origin;
    next[axis] = 1;
    found[axis] = (layout.position(next).bit - layout.position(origin).bit) /
                  layout.element_bits();
  }
  const bool is_plain =
      is_dense(size, found) &&
      same_function(
          ashlar::bind(Strided{found}, Shape(size.sizes()), tensor.spec().names,
                       layout.fields()[0].element),
          layout) == true;
  return is_plain ? found : stride;
}

ConvertOptions with_zeros(ConvertOptions options) {
  if (options.padding.kind == Padding::Kind::undefined) {
    options.padding.kind = Padding::Kind::zero;
  }
  return options;
}

void check_device(const std::shared_ptr<Device>& device) {
  require(device != nullptr, ErrorKind::invalid, kWhere, "there is no device");
}

void check_same_size(const Shape& size, const StridedArray& array) {
  require(std::ranges::equal(array.shape.sizes(), size.sizes()),
          ErrorKind::invalid, kWhere, "the tensor has the size ",
          to_string(size), ", the array ", to_string(array.shape));
}

void check_room(std::int64_t needed, std::size_t there) {
  require(static_cast<std::int64_t>(there) >= needed, ErrorKind::invalid,
          kWhere, "the array reaches to byte ", needed,
          " of its storage, which has ", there);
}

void upload(const Tensor& into, const StridedArray& from,
            std::span<const std::byte> bytes, const ConvertOptions& options) {
  const ConvertOptions filled = with_zeros(options);
  const Plan copy = plan(View(from), View(into.spec()), filled);
  check_room(copy.in_bytes(), bytes.size());
  transfer(copy, Storage::borrowed(bytes, nullptr), into.storage());
  PaddingNote::set(into.storage(), TensorAccess::slots(into), filled.padding);
}

SpyreTensor empty_with(const Shape& size, const Indices& stride,
                       const Format& dtype,
                       const std::shared_ptr<Device>& device,
                       const SpyreTensorLayout& layout) {
  check_device(device);
  device_format(dtype);  // an error if torch has no such dtype there
  return SpyreAccess::make(
      ashlar::empty(spec_on(*device, size, layout), device), layout, dtype,
      stride);
}

std::optional<DataFormats> format_named(const Element& element) {
  for (const DataFormats format : data_formats()) {
    try {
      if (element_of(format) == element) return format;
    } catch (const Error&) {
      continue;  // it cannot be stored
    }
  }
  return std::nullopt;
}

}  // namespace

SpyreTensor::SpyreTensor(Tensor tensor, SpyreTensorLayout layout,
                         const Format& dtype, const Indices& stride)
    : tensor_(std::move(tensor)),
      layout_(std::move(layout)),
      dtype_(dtype),
      stride_(stride) {}

SpyreTensor to(const Tensor& tensor, const std::shared_ptr<Device>& device,
               const ConvertOptions& options) {
  return to(tensor, device,
            SpyreTensorLayout(Indices(tensor.shape().sizes()), tensor.format()),
            options);
}

SpyreTensor to(const Tensor& tensor, const std::shared_ptr<Device>& device,
               const SpyreTensorLayout& device_layout,
               const ConvertOptions& options) {
  check_device(device);
  device_format(tensor.format());
  return SpyreAccess::make(
      ashlar::to(tensor, spec_on(*device, tensor.shape(), device_layout),
                 device, with_zeros(options)),
      device_layout, tensor.format(), stride_of(tensor));
}

SpyreTensor to(const StridedArray& array, std::span<const std::byte> bytes,
               const std::shared_ptr<Device>& device,
               const ConvertOptions& options) {
  return to(array, bytes, device,
            SpyreTensorLayout(Indices(array.shape.sizes()), array.format),
            options);
}

SpyreTensor to(const StridedArray& array, std::span<const std::byte> bytes,
               const std::shared_ptr<Device>& device,
               const SpyreTensorLayout& device_layout,
               const ConvertOptions& options) {
  // It refuses what is no array, before there is a tensor.
  const View checked(array);
  SpyreTensor out =
      empty_with(checked.shape(), kept_stride(array.shape, array.steps),
                 array.format, device, device_layout);
  upload(out.tensor(), array, bytes, options);
  return out;
}

SpyreTensor to(const SpyreTensor& tensor,
               const SpyreTensorLayout& device_layout,
               const ConvertOptions& options) {
  const auto& device = tensor.tensor().storage().device();
  check_device(device);
  return SpyreAccess::make(
      ashlar::to(tensor.tensor(),
                 spec_on(*device, tensor.size(), device_layout), device,
                 with_zeros(options)),
      device_layout, tensor.dtype(), tensor.stride());
}

SpyreTensor empty(const Indices& size, const Format& dtype,
                  const std::shared_ptr<Device>& device) {
  return empty(size, dtype, device, SpyreTensorLayout(size, dtype));
}

SpyreTensor empty(const Indices& size, const Format& dtype,
                  const std::shared_ptr<Device>& device,
                  const SpyreTensorLayout& device_layout) {
  const Shape shape(size);
  return empty_with(shape, strides(shape), dtype, device, device_layout);
}

SpyreTensor empty_strided(const Indices& size, const Indices& stride,
                          const Format& dtype,
                          const std::shared_ptr<Device>& device) {
  return empty_strided(size, stride, dtype, device,
                       SpyreTensorLayout(size, dtype));
}

SpyreTensor empty_strided(const Indices& size, const Indices& stride,
                          const Format& dtype,
                          const std::shared_ptr<Device>& device,
                          const SpyreTensorLayout& device_layout) {
  require(size.size() == stride.size(), ErrorKind::invalid, kWhere,
          "there are ", size.size(), " sizes and ", stride.size(), " strides");
  for (const Index step : stride) {
    require(step >= 0, ErrorKind::invalid, kWhere, "the stride ", step,
            " is negative");
  }
  return empty_with(Shape(size), stride, dtype, device, device_layout);
}

void assign(const SpyreTensor& into, const StridedArray& from,
            std::span<const std::byte> bytes, const ConvertOptions& options) {
  check_same_size(into.size(), from);
  upload(into.tensor(), from, bytes, options);
}

Tensor cpu(const SpyreTensor& tensor, const ConvertOptions& options) {
  Spec spec;
  spec.shape = tensor.size();
  spec.format = tensor.dtype();
  const Indices stride = kept_stride(tensor.size(), tensor.stride());
  if (stride != strides(tensor.size())) spec.layout = Strided{stride};
  return ashlar::to(tensor.tensor(), spec, options);
}

void cpu(const SpyreTensor& tensor, const StridedArray& into,
         std::span<std::byte> bytes, const ConvertOptions& options) {
  check_same_size(tensor.size(), into);
  const Plan copy = plan(View(tensor.tensor().spec()), View(into), options);
  check_room(copy.out_bytes(), bytes.size());
  transfer(copy, tensor.tensor().storage(),
           Storage::borrowed(bytes, nullptr, Access::read_write));
}

std::optional<SpyreTensorLayout> device_tensor_layout(const Tensor& tensor) {
  if (tensor.storage().kind() != Storage::Kind::device) return std::nullopt;
  const auto format = format_named(tensor.layout().fields()[0].element);
  auto dims = device_dims(tensor.layout());
  if (!format || !dims) return std::nullopt;
  std::vector<int>& map = dims->dim_map;
  // One element a stick: the dim before the tiled one is the stick dim.
  StickFormat sticks = StickFormat::dense;
  if (tensor.shape().rank() > 0 && map.size() >= 2 && map.back() < 0 &&
      dims->device_size.back() == elems_per_stick(*format)) {
    sticks = StickFormat::sparse;
    map.back() = map.size() == 2 ? map[0] : map[map.size() - 3];
  }
  return SpyreTensorLayout(dims->device_size, map, 1, sticks, *format);
}

}  // namespace ashlar::spyre
