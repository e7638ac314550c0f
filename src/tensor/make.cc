// make.cc - tensors out of nothing, values, bytes.
#include "ashlar/cast.h"
#include "src/base/require.h"
#include "src/storage/block.h"
#include "src/tensor/block_move.h"
#include "src/tensor/form.h"
#include "src/tensor/transfer.h"

namespace ashlar {
namespace {

constexpr std::string_view kWhere = "tensor";

/// Values of a format in row-major order, or as another view says.
Tensor make_from(const View& view, const Storage& values, const Spec& spec,
                 const std::shared_ptr<Device>& device,
                 const ConvertOptions& options) {
  if (spec.format.is_block()) {
    const Spec numbers = row_spec(view, view.format());
    Tensor row = empty(numbers);
    transfer(plan(view, numbers), values, row.storage());
    const auto target = is_on_host(spec) || device != nullptr
                            ? device
                            : open_device(device_name(spec.placement.memory));
    return move_blocks(row, spec, target, options);
  }
  Tensor out = empty(spec, device);
  transfer(plan(view, spec, options), values, out.storage());
  PaddingNote::set(out.storage(), TensorAccess::slots(out), options.padding);
  return out;
}

template <class Value>
Tensor make_of(const Spec& spec, std::span<const Value> values,
               std::string_view format, const ConvertOptions& options) {
  const Index count = spec.shape.volume();
  require(std::ssize(values) == count, ErrorKind::invalid, kWhere, "there are ",
          values.size(), " values, but ", to_string(spec), " has ", count,
          " elements");
  return make_from(row_spec(spec, parse_format(format)),
                   Storage::borrowed(std::as_bytes(values), nullptr), spec,
                   nullptr, options);
}

Tensor filled(const Spec& spec, double value,
              const std::shared_ptr<Device>& device, const Padding& padding) {
  StridedArray one;
  one.shape = Shape(spec.shape.sizes());
  one.format = parse_format("f64");
  one.steps = Indices::filled(spec.shape.rank(), 0);
  const std::span<const double> values(&value, 1);
  ConvertOptions options;
  options.padding = padding;
  return make_from(one, Storage::borrowed(std::as_bytes(values), nullptr), spec,
                   device, options);
}

}  // namespace

Tensor empty(const Spec& spec, const std::shared_ptr<Device>& device) {
  auto bound = bound_spec(spec);
  Storage storage = allocate(spec, bound->layout, device);
  return TensorAccess::make(std::move(bound), std::move(storage));
}

Tensor zeros(const Spec& spec, const std::shared_ptr<Device>& device) {
  return filled(spec, 0, device, {Padding::Kind::zero, 0});
}

Tensor full(const Spec& spec, double value,
            const std::shared_ptr<Device>& device) {
  return filled(spec, value, device, {});
}

Tensor make(const Spec& spec, std::initializer_list<double> values,
            const ConvertOptions& options) {
  return make(spec, std::span<const double>(values.begin(), values.size()),
              options);
}

Tensor make(const Spec& spec, std::span<const float> values,
            const ConvertOptions& options) {
  return make_of(spec, values, "f32", options);
}

Tensor make(const Spec& spec, std::span<const double> values,
            const ConvertOptions& options) {
  return make_of(spec, values, "f64", options);
}

Tensor make(const Spec& spec, std::span<const std::int64_t> values,
            const ConvertOptions& options) {
  return make_of(spec, values, "i64", options);
}

Tensor make_from_bytes(const Spec& spec, std::span<const std::byte> bytes) {
  const Tensor source = borrow(spec, bytes, nullptr);
  return copy(source);
}

Tensor borrow(const Spec& spec, std::span<const std::byte> bytes,
              std::shared_ptr<const void> keeper) {
  require(is_on_host(spec), ErrorKind::invalid, kWhere, to_string(spec),
          " is on a device, and memory of the host cannot be borrowed for it");
  return {spec, Storage::borrowed(bytes, std::move(keeper))};
}

Tensor borrow(const Spec& spec, std::span<std::byte> bytes,
              std::shared_ptr<const void> keeper, Access access) {
  require(is_on_host(spec), ErrorKind::invalid, kWhere, to_string(spec),
          " is on a device, and memory of the host cannot be borrowed for it");
  return {spec, Storage::borrowed(bytes, std::move(keeper), access)};
}

}  // namespace ashlar
