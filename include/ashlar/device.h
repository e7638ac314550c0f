// device.h - where tensors can be: what it holds, and what it would refuse.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ashlar/convert.h"
#include "ashlar/spec.h"

namespace ashlar {

/// The bytes of a tensor, one piece for each unit (core, bank), in row-major
/// order of the units.
using UnitBytes = std::span<const std::span<std::byte>>;
using ConstUnitBytes = std::span<const std::span<const std::byte>>;

/// Memory of a device that holds one tensor, each unit (core, bank) with bytes
/// of its own. Freed with the last handle; it keeps what it needs of its device
/// alive.
class DeviceBuffer {
 public:
  virtual ~DeviceBuffer() = default;

  /// Bytes of every unit, as many as BoundLayout::bytes_per_unit.
  virtual std::int64_t unit_bytes() const = 0;
  virtual std::int64_t unit_count() const = 0;
  /// Where it begins, the same in every unit.
  virtual std::int64_t address() const = 0;

  /// The units as memory of this process, for copies to and from the host; none
  /// for devices that only copy themselves. Nobody but a device's own copies
  /// may use them: host and device never share memory.
  virtual UnitBytes units() = 0;
};

/// A device. Devices are shared; a tensor keeps the one it is on alive. Any
/// number of threads may use one.
class Device {
 public:
  virtual ~Device() = default;

  /// `sim:0`
  virtual std::string name() const = 0;

  /// Why a tensor of this spec cannot be here, in words that an error may end
  /// with; nothing if it can, as far as the rules say. Room is another matter.
  virtual std::optional<std::string> why_not(const Spec& spec) const = 0;

  /// The same tensor in the form it takes here unless told otherwise: placed in
  /// the memory that the device prefers, and in a layout that it takes. Shape
  /// and format stay what they are. Unless a device knows better, it is as it
  /// was, in one piece.
  virtual Spec default_spec(const Spec& spec) const;

  /// Room for a tensor, whose placement names a memory of this device. What it
  /// holds is undefined. An error with the figures if there is none, and then
  /// nothing has changed.
  virtual std::shared_ptr<DeviceBuffer> allocate(const Spec& spec) = 0;

  // Copies, by plans from one spec or view to another. Memory of the host comes
  // as one piece a unit of its side of the plan, usually one. Unless a device
  // knows better, they run on this machine through DeviceBuffer::units.

  /// From the host to a tensor here.
  virtual void upload(const Plan& plan, ConstUnitBytes from, DeviceBuffer& to);
  /// From a tensor here to the host.
  virtual void download(const Plan& plan, DeviceBuffer& from, UnitBytes to);
  /// From a tensor here to another one here.
  virtual void copy(const Plan& plan, DeviceBuffer& from, DeviceBuffer& to);
};

/// The device that is called so: `host`, `sim:0`, ... The same one every time
/// until it is closed. Simulated devices need not be opened before: they are
/// Wormholes then (see open_sim). An error for what is not there.
std::shared_ptr<Device> open_device(std::string_view name);
std::shared_ptr<Device> open_device(const Memory& memory);

/// `sim:0`: what a memory is part of; `host` has no number.
std::string device_name(const Memory& memory);

/// The names of those that are open, `host` first.
std::vector<std::string> open_devices();

/// Makes `device` the one of its name. An error if that is taken.
void add_device(std::shared_ptr<Device> device);

/// Forgets a device. Tensors keep it alive as long as they need it. An error if
/// none of this name is open, or for the host.
void close_device(std::string_view name);

}  // namespace ashlar
