// ttnn_check.h - tensors of ttnn, and what lies in memory, for tests.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "ashlar/dialects/ttnn_tensor.h"
#include "ashlar/sim.h"

namespace ashlar::ttnn::test {

/// A spec with the default tile and alignment.
inline TensorSpec spec_of(const Shape& shape, DataType dtype, Layout layout,
                          const MemoryConfig& config = kDramMemoryConfig) {
  TensorLayout out;
  out.dtype = dtype;
  out.layout = layout;
  out.memory_config = config;
  return {shape, out};
}

/// 0, 1, 2, ... modulo `wrap`.
inline std::vector<double> counted(Index count, Index wrap = Index{1} << 40) {
  std::vector<double> out;
  for (Index i = 0; i < count; ++i) {
    out.push_back(static_cast<double>(i % wrap));
  }
  return out;
}

/// A tensor of such numbers, on the host or on a device.
inline Tensor counting(const TensorSpec& spec,
                       const std::shared_ptr<Device>& device = nullptr,
                       Index wrap = 100, double pad_value = 0) {
  const Index count = ashlar::Shape(spec.logical_shape()).volume();
  const std::vector<double> all = counted(count, wrap);
  return from_span(std::span<const double>(all), spec, device, pad_value);
}

/// Memory as 32-bit words.
inline std::vector<std::uint32_t> words(std::span<const std::byte> bytes) {
  std::vector<std::uint32_t> out(bytes.size() / 4);
  std::memcpy(out.data(), bytes.data(), out.size() * 4);
  return out;
}

/// A page of 32-bit words in the L1 of a core.
inline std::vector<std::uint32_t> page_on_core(const SimDevice& device,
                                               const Tensor& tensor,
                                               const CoreCoord& core,
                                               Index slot) {
  const DeviceBuffer& buffer = *tensor.buffer().buffer();
  const Index unit = core.y * device.config().cores.cols + core.x;
  return words(device.read(
      SimMemory::l1, unit,
      tensor.buffer().buffer()->address() + slot * device.page_stride(buffer),
      device.page_bytes(buffer)));
}

}  // namespace ashlar::ttnn::test
