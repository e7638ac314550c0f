// block.h - what all handles on the same bytes share.
#pragma once

#include <memory>
#include <mutex>
#include <utility>

#include "ashlar/storage.h"

namespace ashlar {

struct StorageBlock {
  Storage::Kind kind = Storage::Kind::owned;
  Access access = Access::read_write;
  std::span<std::byte> bytes = {};  ///< of the host
  std::shared_ptr<const void> keeper = {};
  // Of a device. The buffer goes first when the block goes.
  std::shared_ptr<Device> device = {};
  std::shared_ptr<DeviceBuffer> buffer = {};

  std::mutex mutex = {};
  // What padding holds, for those who call the same slots padding.
  std::shared_ptr<const void> slots = {};
  Padding padding = {};
};

/// What is known of the padding of a tensor. Tensors whose padding is in the
/// same slots have the same `slots`; what others write is taken to be anywhere.
class PaddingNote {
 public:
  static Padding get(const Storage& storage, const void* slots);
  static void set(const Storage& storage, std::shared_ptr<const void> slots,
                  const Padding& padding);
  /// The bytes to write elements of a tensor in. What is known of its padding
  /// stays; an error as for Storage::mutable_bytes.
  static std::span<std::byte> writable(const Storage& storage);
  /// Elements of a tensor were written, and nothing but elements.
  static void note_write(const Storage& storage, const void* slots);
};

}  // namespace ashlar
