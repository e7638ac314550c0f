// host.h - this machine as a device like any other.
#pragma once

#include "ashlar/device.h"

namespace ashlar {

/// Takes everything that has a layout. Units lie apart here, too.
class HostDevice final : public Device {
 public:
  std::string name() const override;
  std::optional<std::string> why_not(const Spec& spec) const override;
  Spec default_spec(const Spec& spec) const override;
  std::shared_ptr<DeviceBuffer> allocate(const Spec& spec) override;
};

}  // namespace ashlar
