// device_check.h - tensors on simulated devices, for tests.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "ashlar/sim.h"

namespace ashlar::test {

/// The same tensor on the host, row by row.
inline Spec on_host(const Spec& spec) {
  return {spec.shape, spec.format, RowMajor(), {}, spec.names};
}

/// Elements with the codes 0, 1, 2, ..., as far as they fit.
inline std::vector<std::byte> iota(const Spec& spec) {
  const auto size = static_cast<std::size_t>(spec.format.bits() / 8);
  const auto count = static_cast<std::size_t>(spec.shape.volume());
  std::vector<std::byte> out(count * size);
  for (std::size_t i = 0; i < count; ++i) {
    std::memcpy(out.data() + i * size, &i, std::min(size, sizeof i));
  }
  return out;
}

/// A tensor on the device that holds `bytes`, which are in order of rows.
inline std::shared_ptr<DeviceBuffer> upload(
    Device& device, const Spec& spec, const std::vector<std::byte>& bytes,
    const ConvertOptions& options = {}) {
  auto buffer = device.allocate(spec);
  const std::span<const std::byte> in[] = {bytes};
  device.upload(plan(on_host(spec), spec, options), in, *buffer);
  return buffer;
}

/// What a tensor on the device holds, in order of rows.
inline std::vector<std::byte> download(Device& device, const Spec& spec,
                                       DeviceBuffer& buffer) {
  std::vector<std::byte> bytes(
      static_cast<std::size_t>(bind(on_host(spec)).bytes()));
  const std::span<std::byte> out[] = {bytes};
  device.download(plan(spec, on_host(spec)), buffer, out);
  return bytes;
}

}  // namespace ashlar::test
