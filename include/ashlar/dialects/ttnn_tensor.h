// ttnn_tensor.h - ttnn's tensors: a core tensor, and ttnn's words for it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ashlar/dialects/ttnn.h"
#include "ashlar/tensor.h"

namespace ashlar::ttnn {

/// Whose memory a tensor is in.
enum class StorageType { owned, device, borrowed };
/// "OWNED_HOST_STORAGE", "DEVICE_STORAGE", "BORROWED_HOST_STORAGE"
std::string_view name_of(StorageType type);

/// Whether memory is freed that other tensors share.
enum class Force { no, yes };

struct TensorBody;

/// A TensorSpec and a core tensor that lies as it says. A copy is the same
/// tensor: what is written through one is read through the other, and when one
/// is deallocated both are.
class Tensor {
 public:
  /// `tensor` is `to_host_spec(spec)`, or what `to_spec` says of its device.
  Tensor(const TensorSpec& spec, ashlar::Tensor tensor);

  const TensorSpec& spec() const;
  /// The sizes with their padding, without axes that padding adds in front: 5
  /// numbers in a tile are 5[32]. An error for rank 0.
  Shape shape() const;
  const Indices& padded_shape() const { return spec().padded_shape(); }
  DataType dtype() const { return spec().dtype(); }
  Layout layout() const { return spec().layout(); }
  /// On the host, the one that `to` takes to a device.
  const MemoryConfig& memory_config() const { return spec().memory_config(); }

  /// Known after the tensor is deallocated, too, as all of the above.
  StorageType storage_type() const;
  bool is_allocated() const;
  /// The elements, for everything that core tensors can do. It keeps the memory
  /// if it is copied. This and what follows is an error after `deallocate`.
  const ashlar::Tensor& core() const;
  const Storage& buffer() const { return core().storage(); }
  /// An error for tensors on the host.
  const std::shared_ptr<Device>& device() const;

  /// Frees the memory if no other tensor shares it or, on a device, if forced.
  /// Then all tensors that share it are without; no other thread may be using
  /// one of them. Borrowed memory is not ours: forcing that is an error.
  void deallocate(Force force = Force::no);

 private:
  std::shared_ptr<TensorBody> body_;
};

DataType get_dtype(const Tensor& tensor);
Layout get_layout(const Tensor& tensor);
const MemoryConfig& get_memory_config(const Tensor& tensor);
/// Python's ttnn.deallocate, which forces by default.
void deallocate(Tensor& tensor, Force force = Force::yes);

// Making: from numbers in row-major order, one for each element. Numbers are
// cast as tt-metal does: floats to integers are cut off. What does not fit into
// an integer is an error. Padding holds `pad_value`.

/// On the host, or on `device` as the memory config says.
Tensor from_span(std::span<const float> values, const TensorSpec& spec,
                 const std::shared_ptr<Device>& device = nullptr,
                 double pad_value = 0);
Tensor from_span(std::span<const double> values, const TensorSpec& spec,
                 const std::shared_ptr<Device>& device = nullptr,
                 double pad_value = 0);
Tensor from_span(std::span<const std::int64_t> values, const TensorSpec& spec,
                 const std::shared_ptr<Device>& device = nullptr,
                 double pad_value = 0);
Tensor from_values(std::initializer_list<double> values, const TensorSpec& spec,
                   const std::shared_ptr<Device>& device = nullptr,
                   double pad_value = 0);

/// Somebody else's elements, row by row, without a copy; `keeper` keeps them
/// alive. Only ROW_MAJOR tensors without padding can be borrowed.
Tensor from_borrowed_data(std::span<const std::byte> bytes, const Shape& shape,
                          DataType dtype, std::shared_ptr<const void> keeper);
Tensor from_borrowed_data(std::span<std::byte> bytes, const Shape& shape,
                          DataType dtype, std::shared_ptr<const void> keeper,
                          Access access = Access::read_write);

/// All elements in row-major order, without padding.
std::vector<double> to_vector(const Tensor& tensor);

// Moving. A tensor that is already as asked for is handed back as it is.

struct ToLayoutOptions {
  std::optional<DataType> dtype = {};
  std::optional<MemoryConfig> memory_config = {};
  double pad_value = 0;
};

/// To tiles, padded at the bottom and at the right, or to rows without padding.
/// The shape stays what it is.
Tensor to_layout(const Tensor& tensor, Layout layout,
                 const ToLayoutOptions& options = {});

/// Another data type, cast as tt-metal's host code does.
Tensor to_dtype(const Tensor& tensor, DataType dtype);

Tensor to_device(const Tensor& tensor, const std::shared_ptr<Device>& device,
                 const MemoryConfig& config = kDramMemoryConfig);
/// As the tensor's own memory config says.
Tensor to(const Tensor& tensor, const std::shared_ptr<Device>& device);
Tensor to(const Tensor& tensor, const std::shared_ptr<Device>& device,
          const MemoryConfig& config);
/// To the host, where pages lie in order, sharded or not.
Tensor cpu(const Tensor& tensor);
Tensor from_device(const Tensor& tensor);

/// Spread in another way, on the same device.
Tensor to_memory_config(const Tensor& tensor, const MemoryConfig& config,
                        std::optional<DataType> dtype = {});
/// The same for a tensor on the host, which goes to `device`.
Tensor to_memory_config(const Tensor& tensor, const MemoryConfig& config,
                        const std::shared_ptr<Device>& device);

// Padding, of ROW_MAJOR tensors on the host.

/// A tensor of shape `output` with `value` everywhere but in the box from
/// `input_start` on, where the elements of `tensor` are.
Tensor pad(const Tensor& tensor, const Shape& output,
           const Indices& input_start, double value);
/// The box from `start` to `end`, the end included. It may reach into padding.
Tensor unpad(const Tensor& tensor, const Indices& start, const Indices& end);
/// The last two sizes padded to multiples of 32; the shape stays what it is.
Tensor pad_to_tile(const Tensor& tensor, double value);
/// The other way round: the elements of a shape that was padded to tiles.
Tensor unpad_from_tile(const Tensor& tensor, const Shape& output);

}  // namespace ashlar::ttnn
