// ttnn_tensor.cc - a TensorSpec and a core tensor, made and let go.
#include "ashlar/dialects/ttnn_tensor.h"

#include <string>
#include <utility>

#include "src/base/require.h"
#include "src/dialects/ttnn_form.h"
#include "src/dialects/ttnn_rules.h"
#include "src/dialects/ttnn_text.h"

namespace ashlar::ttnn {

/// What all copies of a tensor share.
struct TensorBody {
  TensorSpec spec;
  StorageType type;
  std::optional<ashlar::Tensor> tensor;  ///< nothing: deallocated
};

namespace {

constexpr auto kInvalid = ErrorKind::invalid;

StorageType type_of(const Storage& storage) {
  switch (storage.kind()) {
    case Storage::Kind::owned:
      return StorageType::owned;
    case Storage::Kind::device:
      return StorageType::device;
    case Storage::Kind::borrowed:
    case Storage::Kind::mapped:
      return StorageType::borrowed;
  }
  fail(ErrorKind::bug, kWhere, "no such storage");
}

template <class Value>
Tensor from_values_of(std::span<const Value> values, std::string_view format,
                      const TensorSpec& spec,
                      const std::shared_ptr<Device>& device, double pad_value) {
  const Spec target = core_spec(spec, device.get());
  require(std::ssize(values) == target.shape.volume(), kInvalid, kWhere,
          "there are ", values.size(), " values, but ",
          shape_text(spec.logical_shape()), " has ", target.shape.volume(),
          " elements");
  const Spec row{target.shape, parse_format(format), RowMajor(), {}, {}};
  ConvertOptions options;
  options.policy = cast_policy(row.format, target.format);
  options.padding = padding_of(pad_value);
  const ashlar::Tensor source = borrow(row, std::as_bytes(values), nullptr);
  ashlar::Tensor out = ashlar::to(source, target, device, options);
  // The values are only lent for this call.
  if (out.storage().shares_with(source.storage())) out = copy(out);
  return {spec, std::move(out)};
}

TensorSpec borrowed_spec(const Shape& shape, DataType dtype) {
  require(!shape.core().is_padded(), kInvalid, kWhere, to_string(shape),
          " is padded, and only tensors without padding can be borrowed");
  TensorLayout layout;
  layout.dtype = dtype;
  layout.layout = Layout::row_major;
  return {shape, layout};
}

}  // namespace

std::string_view name_of(StorageType type) {
  switch (type) {
    case StorageType::owned:
      return "OWNED_HOST_STORAGE";
    case StorageType::device:
      return "DEVICE_STORAGE";
    case StorageType::borrowed:
      return "BORROWED_HOST_STORAGE";
  }
  return "";
}

Tensor::Tensor(const TensorSpec& spec, ashlar::Tensor tensor) {
  const Spec expected = core_spec(spec, tensor.storage().device().get());
  require(tensor.spec() == expected, kInvalid, kWhere, "the tensor is ",
          to_string(tensor.spec()), ", expected ", to_string(expected));
  const StorageType type = type_of(tensor.storage());
  body_ =
      std::make_shared<TensorBody>(TensorBody{spec, type, std::move(tensor)});
}

const TensorSpec& Tensor::spec() const { return body_->spec; }

Shape Tensor::shape() const {
  const Indices& sizes = spec().logical_shape();
  Indices padded = sizes;
  for (int i = -1; i >= -sizes.size(); --i) {
    padded[sizes.size() + i] = size_at(spec().padded_shape(), i);
  }
  return {sizes, padded};
}

StorageType Tensor::storage_type() const { return body_->type; }

bool Tensor::is_allocated() const { return body_->tensor.has_value(); }

const ashlar::Tensor& Tensor::core() const {
  require(is_allocated(), kInvalid, kWhere, "Tensor is not allocated");
  return *body_->tensor;
}

const std::shared_ptr<Device>& Tensor::device() const {
  require(storage_type() == StorageType::device, kInvalid, kWhere,
          "Cannot get the device from a tensor with host storage");
  require(is_allocated(), kInvalid, kWhere,
          "Cannot get the device from a tensor without an allocated buffer");
  return buffer().device();
}

void Tensor::deallocate(Force force) {
  const bool is_forced = force == Force::yes;
  if (storage_type() == StorageType::borrowed) {
    require(!is_forced, kInvalid, kWhere,
            "Cannot deallocate tensor with borrowed storage!");
    return;
  }
  const bool is_alone = body_.use_count() == 1;
  if (is_alone || (is_forced && storage_type() == StorageType::device)) {
    body_->tensor.reset();
  }
}

DataType get_dtype(const Tensor& tensor) { return tensor.dtype(); }

Layout get_layout(const Tensor& tensor) { return tensor.layout(); }

const MemoryConfig& get_memory_config(const Tensor& tensor) {
  return tensor.memory_config();
}

void deallocate(Tensor& tensor, Force force) { tensor.deallocate(force); }

Tensor from_span(std::span<const float> values, const TensorSpec& spec,
                 const std::shared_ptr<Device>& device, double pad_value) {
  return from_values_of(values, "f32", spec, device, pad_value);
}

Tensor from_span(std::span<const double> values, const TensorSpec& spec,
                 const std::shared_ptr<Device>& device, double pad_value) {
  return from_values_of(values, "f64", spec, device, pad_value);
}

Tensor from_span(std::span<const std::int64_t> values, const TensorSpec& spec,
                 const std::shared_ptr<Device>& device, double pad_value) {
  return from_values_of(values, "i64", spec, device, pad_value);
}

Tensor from_values(std::initializer_list<double> values, const TensorSpec& spec,
                   const std::shared_ptr<Device>& device, double pad_value) {
  return from_span(std::span<const double>(values.begin(), values.size()), spec,
                   device, pad_value);
}

Tensor from_borrowed_data(std::span<const std::byte> bytes, const Shape& shape,
                          DataType dtype, std::shared_ptr<const void> keeper) {
  const TensorSpec spec = borrowed_spec(shape, dtype);
  return {spec, borrow(core_spec(spec, nullptr), bytes, std::move(keeper))};
}

Tensor from_borrowed_data(std::span<std::byte> bytes, const Shape& shape,
                          DataType dtype, std::shared_ptr<const void> keeper,
                          Access access) {
  const TensorSpec spec = borrowed_spec(shape, dtype);
  return {spec,
          borrow(core_spec(spec, nullptr), bytes, std::move(keeper), access)};
}

std::vector<double> to_vector(const Tensor& tensor) {
  return values(tensor.core());
}

}  // namespace ashlar::ttnn
