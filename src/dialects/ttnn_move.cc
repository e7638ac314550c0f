// ttnn_move.cc - layouts, data types, devices and memories of tensors.
#include "ashlar/dialects/ttnn_tensor.h"
#include "src/base/require.h"
#include "src/device/sim_rules.h"
#include "src/dialects/ttnn_form.h"
#include "src/dialects/ttnn_text.h"

namespace ashlar::ttnn {
namespace {

/// The device that a tensor is on; none for the host.
const std::shared_ptr<Device>& place_of(const Tensor& tensor) {
  return tensor.buffer().device();
}

void require_device(const std::shared_ptr<Device>& device) {
  require(device != nullptr, ErrorKind::invalid, kWhere,
          "there is no device; open_device(\"sim:0\") is one");
}

void require_spread(const MemoryConfig& config) {
  const bool is_block =
      config.memory_layout() == TensorMemoryLayout::block_sharded;
  require(!is_block || !config.is_dram(), ErrorKind::unsupported, kWhere,
          kNoBlocksInDram);
}

}  // namespace

Tensor to_layout(const Tensor& tensor, Layout layout,
                 const ToLayoutOptions& options) {
  TensorLayout next = tensor.spec().tensor_layout();
  std::optional<double> pad_value;
  if (layout != next.layout) {
    next.layout = layout;
    next.alignment = {};  // rows lose their padding, tiles get what they need
    pad_value = options.pad_value;
  }
  if (options.dtype) next.dtype = *options.dtype;
  if (options.memory_config) next.memory_config = *options.memory_config;
  return reformed(tensor, next, place_of(tensor), pad_value);
}

Tensor to_dtype(const Tensor& tensor, DataType dtype) {
  TensorLayout next = tensor.spec().tensor_layout();
  next.dtype = dtype;
  return reformed(tensor, next, place_of(tensor));
}

Tensor to(const Tensor& tensor, const std::shared_ptr<Device>& device,
          const MemoryConfig& config) {
  require_device(device);
  TensorLayout next = tensor.spec().tensor_layout();
  next.memory_config = config;
  return reformed(tensor, next, device);
}

Tensor to(const Tensor& tensor, const std::shared_ptr<Device>& device) {
  return to(tensor, device, tensor.memory_config());
}

Tensor to_device(const Tensor& tensor, const std::shared_ptr<Device>& device,
                 const MemoryConfig& config) {
  return to(tensor, device, config);
}

Tensor cpu(const Tensor& tensor) {
  return reformed(tensor, tensor.spec().tensor_layout(), nullptr);
}

Tensor from_device(const Tensor& tensor) { return cpu(tensor); }

Tensor to_memory_config(const Tensor& tensor, const MemoryConfig& config,
                        std::optional<DataType> dtype) {
  require(tensor.storage_type() == StorageType::device, ErrorKind::invalid,
          kWhere,
          "the tensor is on the host; to_memory_config(tensor, config, device) "
          "takes it to a device");
  require_spread(config);
  TensorLayout next = tensor.spec().tensor_layout();
  next.memory_config = config;
  if (dtype) next.dtype = *dtype;
  return reformed(tensor, next, place_of(tensor));
}

Tensor to_memory_config(const Tensor& tensor, const MemoryConfig& config,
                        const std::shared_ptr<Device>& device) {
  require_spread(config);
  return to(tensor, device, config);
}

}  // namespace ashlar::ttnn
