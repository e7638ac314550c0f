// mend.h - bits of a byte that others may have a share in.
#pragma once

#include <atomic>
#include <cstdint>

#include "src/kernels/rows.h"

namespace ashlar::kernels {

/// Sets the bits of a mask; the others stay, or become what others make them.
inline void mend_bits(std::uint8_t& byte, unsigned mask, unsigned bits,
                      Ends ends) {
  const auto mended = [&](std::uint8_t old) {
    return static_cast<std::uint8_t>((old & ~mask) | (bits & mask));
  };
  if (ends == Ends::own) {
    byte = mended(byte);
    return;
  }
  const std::atomic_ref<std::uint8_t> shared(byte);
  std::uint8_t old = shared.load(std::memory_order_relaxed);
  while (!shared.compare_exchange_weak(old, mended(old),
                                       std::memory_order_relaxed)) {
  }
}

}  // namespace ashlar::kernels
