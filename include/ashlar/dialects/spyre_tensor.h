// spyre_tensor.h - tensors on Spyre, in the words of Torch-Spyre.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>

#include "ashlar/dialects/spyre.h"
#include "ashlar/tensor.h"

namespace ashlar::spyre {

/// A tensor on a device: sticks there, in a number format of the device, and
/// what torch knows of it. Copies share the bytes.
class SpyreTensor {
 public:
  const Shape& size() const { return tensor_.shape(); }
  /// Of the host, in elements. The device has no strides.
  const Indices& stride() const { return stride_; }
  /// What torch calls it by. The device may keep it in another one.
  const Format& dtype() const { return dtype_; }
  const SpyreTensorLayout& device_tensor_layout() const { return layout_; }

  /// The elements as they are on the device, for everything else.
  const Tensor& tensor() const { return tensor_; }

 private:
  friend struct SpyreAccess;
  SpyreTensor(Tensor tensor, SpyreTensorLayout layout, const Format& dtype,
              const Indices& stride);

  Tensor tensor_;
  SpyreTensorLayout layout_;
  Format dtype_;
  Indices stride_;
};

// To the device. Elements become those of the device format, dlfloat16 for
// float16. Padding is zero, unless the options ask for something else. The
// layout is the default one, SpyreTensorLayout(size, dtype), if none is given.

SpyreTensor to(const Tensor& tensor, const std::shared_ptr<Device>& device,
               const ConvertOptions& options = {});
SpyreTensor to(const Tensor& tensor, const std::shared_ptr<Device>& device,
               const SpyreTensorLayout& device_layout,
               const ConvertOptions& options = {});

/// From a tensor of torch: any strides, any offset. `bytes` is its storage.
SpyreTensor to(const StridedArray& array, std::span<const std::byte> bytes,
               const std::shared_ptr<Device>& device,
               const ConvertOptions& options = {});
SpyreTensor to(const StridedArray& array, std::span<const std::byte> bytes,
               const std::shared_ptr<Device>& device,
               const SpyreTensorLayout& device_layout,
               const ConvertOptions& options = {});

/// The same tensor in another layout, on the same device. The tensor itself if
/// it has this one.
SpyreTensor to(const SpyreTensor& tensor,
               const SpyreTensorLayout& device_layout,
               const ConvertOptions& options = {});

/// What it holds is undefined, in the padding as well.
SpyreTensor empty(const Indices& size, const Format& dtype,
                  const std::shared_ptr<Device>& device);
SpyreTensor empty(const Indices& size, const Format& dtype,
                  const std::shared_ptr<Device>& device,
                  const SpyreTensorLayout& device_layout);
/// The strides are those of the host: the device does not know them, and a copy
/// from there has them again. None is negative.
SpyreTensor empty_strided(const Indices& size, const Indices& stride,
                          const Format& dtype,
                          const std::shared_ptr<Device>& device);
SpyreTensor empty_strided(const Indices& size, const Indices& stride,
                          const Format& dtype,
                          const std::shared_ptr<Device>& device,
                          const SpyreTensorLayout& device_layout);

/// Writes all of a tensor of the same size, padding included.
void assign(const SpyreTensor& into, const StridedArray& from,
            std::span<const std::byte> bytes,
            const ConvertOptions& options = {});

// Back to the host, in the dtype that it was made with. Padding is not read.

/// With the strides that torch would give it: its own if elements fill memory
/// without gaps, else row major.
Tensor cpu(const SpyreTensor& tensor, const ConvertOptions& options = {});
/// Into an array of the same size, whose elements must not share a place.
void cpu(const SpyreTensor& tensor, const StridedArray& into,
         std::span<std::byte> bytes, const ConvertOptions& options = {});

/// The layout of any tensor on a device, however it came there. Nothing on the
/// host, and where Torch-Spyre has no words for it.
std::optional<SpyreTensorLayout> device_tensor_layout(const Tensor& tensor);

}  // namespace ashlar::spyre
