// storage.h - the bytes of a tensor: whose they are, and who keeps them alive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "ashlar/convert.h"
#include "ashlar/device.h"

namespace ashlar {

struct StorageBlock;

/// What may be done with bytes that are not ours.
enum class Access : std::uint8_t { read_only, read_write };

/// How a file is mapped.
enum class FileMapping : std::uint8_t {
  read_only,
  copy_on_write,  ///< writes stay in memory, the file is left as it is
  shared,         ///< writes reach the file
};

/// A handle on bytes. Copies share them, so that what is written through one is
/// read through all; the bytes live as long as any handle does.
class Storage {
 public:
  enum class Kind : std::uint8_t { owned, borrowed, mapped, device };

  /// Owned, no bytes.
  Storage();

  /// Memory of our own, aligned to 64 bytes. What it holds is undefined.
  static Storage owned(std::int64_t bytes);

  /// Somebody else's memory. `keeper` is whatever keeps it alive; it is let go
  /// with the last handle, on whichever thread that is.
  static Storage borrowed(std::span<const std::byte> bytes,
                          std::shared_ptr<const void> keeper);
  static Storage borrowed(std::span<std::byte> bytes,
                          std::shared_ptr<const void> keeper,
                          Access access = Access::read_write);

  /// `size` bytes of a file from `offset` on; -1 for all there are. Nobody may
  /// shorten the file while it is mapped.
  static Storage mapped(const std::string& path,
                        FileMapping mapping = FileMapping::read_only,
                        std::int64_t offset = 0, std::int64_t size = -1);

  /// Memory of a device, which is kept alive as well.
  static Storage on_device(std::shared_ptr<DeviceBuffer> buffer,
                           std::shared_ptr<Device> device);

  Kind kind() const;
  /// On a device: of all units together.
  std::int64_t size() const { return size_; }
  bool is_read_only() const;

  /// An error on a device, whose memory is no memory of the host.
  std::span<const std::byte> bytes() const;
  /// An error if they may only be read. What padding holds is unknown from here
  /// on, since it can be written.
  std::span<std::byte> mutable_bytes() const;

  /// `size` bytes from `offset` on, which keep all of them alive. An error on a
  /// device.
  Storage part(std::int64_t offset, std::int64_t size) const;

  /// Whether both are handles on the same bytes, or parts of the same.
  bool shares_with(const Storage& other) const {
    return block_ == other.block_;
  }

  /// Null unless it is on a device.
  const std::shared_ptr<DeviceBuffer>& buffer() const;
  const std::shared_ptr<Device>& device() const;

 private:
  friend class PaddingNote;

  explicit Storage(std::shared_ptr<StorageBlock> block);
  void require_host() const;
  void require_writable() const;

  std::shared_ptr<StorageBlock> block_;
  std::int64_t offset_ = 0;
  std::int64_t size_ = 0;
};

/// "owned", "borrowed", "mapped", "device".
std::string to_string(Storage::Kind kind);

/// Blocks that were freed are kept for the next ones, up to a bound. This lets
/// them all go.
void trim_storage();

}  // namespace ashlar
