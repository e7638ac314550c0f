// device_conformance.h - the devices that every promise about devices is
// checked on.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "ashlar/device.h"

namespace ashlar::test {

/// A device under test. New ones are listed in device_conformance.cc, and that
/// is all there is to do.
struct DeviceCase {
  std::string name;  ///< of the tests
  /// A device with nothing on it. An error, whose text is the reason to skip,
  /// if there is none here.
  std::function<std::shared_ptr<Device>()> open;
  /// What is wrong after everything has been freed: memory that is still
  /// taken, bytes that were written beside a tensor. Null: it cannot tell.
  std::function<std::optional<std::string>(Device&)> complaint;
};

/// For the messages of GoogleTest.
inline void PrintTo(const DeviceCase& each, std::ostream* out) {
  *out << each.name;
}

const std::vector<DeviceCase>& device_cases();

/// Forms of one tensor that the device takes: the one it prefers, and with the
/// placements of all kinds that it does not refuse; none of them large.
std::vector<Spec> specs_for(const Device& device, const Spec& host);

}  // namespace ashlar::test
