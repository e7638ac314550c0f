// storage.cc - handles, and what may be done through them.
#include "ashlar/storage.h"

#include "src/base/checked.h"
#include "src/base/pool.h"
#include "src/base/require.h"
#include "src/storage/block.h"

namespace ashlar {
namespace {

constexpr std::string_view kWhere = "storage";

std::shared_ptr<StorageBlock> make_block(Storage::Kind kind, Access access,
                                         std::span<std::byte> bytes,
                                         std::shared_ptr<const void> keeper) {
  auto block = std::make_shared<StorageBlock>();
  block->kind = kind;
  block->access = access;
  block->bytes = bytes;
  block->keeper = std::move(keeper);
  return block;
}

/// All handles on nothing share one block.
std::shared_ptr<StorageBlock> no_bytes() {
  static const auto* const only = new std::shared_ptr<StorageBlock>(
      make_block(Storage::Kind::owned, Access::read_write, {}, nullptr));
  return *only;
}

std::string_view words(Storage::Kind kind) {
  return kind == Storage::Kind::mapped ? "of a file that is mapped"
                                       : "borrowed";
}

}  // namespace

Storage::Storage() : Storage(no_bytes()) {}

Storage::Storage(std::shared_ptr<StorageBlock> block)
    : block_(std::move(block)), size_(std::ssize(block_->bytes)) {}

Storage Storage::owned(std::int64_t bytes) {
  if (bytes == 0) return {};
  std::shared_ptr<std::byte> memory = take_memory(bytes);
  const std::span all(memory.get(), static_cast<std::size_t>(bytes));
  return Storage(make_block(Kind::owned, Access::read_write, all, memory));
}

Storage Storage::borrowed(std::span<const std::byte> bytes,
                          std::shared_ptr<const void> keeper) {
  // Nothing is written through a handle that is read-only.
  const std::span all(const_cast<std::byte*>(bytes.data()), bytes.size());
  return borrowed(all, std::move(keeper), Access::read_only);
}

Storage Storage::borrowed(std::span<std::byte> bytes,
                          std::shared_ptr<const void> keeper, Access access) {
  return Storage(make_block(Kind::borrowed, access, bytes, std::move(keeper)));
}

Storage Storage::on_device(std::shared_ptr<DeviceBuffer> buffer,
                           std::shared_ptr<Device> device) {
  require(buffer != nullptr && device != nullptr, ErrorKind::invalid, kWhere,
          "there is no memory of a device, or no device");
  auto block = make_block(Kind::device, Access::read_write, {}, nullptr);
  block->buffer = std::move(buffer);
  block->device = std::move(device);
  const std::int64_t size = checked_multiply(
      block->buffer->unit_bytes(), block->buffer->unit_count(), kWhere);
  Storage out(std::move(block));
  out.size_ = size;
  return out;
}

Storage::Kind Storage::kind() const { return block_->kind; }

bool Storage::is_read_only() const {
  return block_->access == Access::read_only;
}

void Storage::require_host() const {
  if (kind() != Kind::device) return;
  throw Error(ErrorKind::invalid, std::string(kWhere),
              concat("the bytes are on ", block_->device->name(),
                     ", and no memory of the host"),
              "to_host(tensor) copies them");
}

void Storage::require_writable() const {
  if (!is_read_only()) return;
  throw Error(ErrorKind::invalid, std::string(kWhere),
              concat("the bytes are ", words(kind()), ", and may only be read"),
              "copy(tensor) has bytes of its own");
}

std::span<const std::byte> Storage::bytes() const {
  require_host();
  return block_->bytes.subspan(static_cast<std::size_t>(offset_),
                               static_cast<std::size_t>(size_));
}

std::span<std::byte> Storage::mutable_bytes() const {
  const std::span<std::byte> bytes = PaddingNote::writable(*this);
  PaddingNote::note_write(*this, nullptr);
  return bytes;
}

Storage Storage::part(std::int64_t offset, std::int64_t size) const {
  require_host();
  require(offset >= 0 && offset <= size_ && size >= 0 && size <= size_ - offset,
          ErrorKind::invalid, kWhere, size, " bytes from ", offset,
          " on are not inside of ", size_);
  Storage out = *this;
  out.offset_ += offset;
  out.size_ = size;
  return out;
}

const std::shared_ptr<DeviceBuffer>& Storage::buffer() const {
  return block_->buffer;
}

const std::shared_ptr<Device>& Storage::device() const {
  return block_->device;
}

Padding PaddingNote::get(const Storage& storage, const void* slots) {
  StorageBlock& block = *storage.block_;
  const std::lock_guard lock(block.mutex);
  return slots != nullptr && block.slots.get() == slots ? block.padding
                                                        : Padding{};
}

void PaddingNote::set(const Storage& storage, std::shared_ptr<const void> slots,
                      const Padding& padding) {
  StorageBlock& block = *storage.block_;
  const std::lock_guard lock(block.mutex);
  block.slots = std::move(slots);
  // What was there before, nobody knows.
  block.padding = padding.kind == Padding::Kind::kept ? Padding{} : padding;
}

std::span<std::byte> PaddingNote::writable(const Storage& storage) {
  storage.require_host();
  storage.require_writable();
  return storage.block_->bytes.subspan(
      static_cast<std::size_t>(storage.offset_),
      static_cast<std::size_t>(storage.size_));
}

void PaddingNote::note_write(const Storage& storage, const void* slots) {
  StorageBlock& block = *storage.block_;
  const std::lock_guard lock(block.mutex);
  if (slots != nullptr && block.slots.get() == slots) return;
  block.slots = nullptr;
  block.padding = {};
}

std::string to_string(Storage::Kind kind) {
  switch (kind) {
    case Storage::Kind::owned:
      return "owned";
    case Storage::Kind::borrowed:
      return "borrowed";
    case Storage::Kind::mapped:
      return "mapped";
    case Storage::Kind::device:
      return "device";
  }
  fail(ErrorKind::bug, kWhere, "no such kind");
}

void trim_storage() { release_kept_memory(); }

}  // namespace ashlar
