// fake_device.h - a device that holds anything, with guards around each unit.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "ashlar/device.h"

namespace ashlar::test {

/// Every unit has a block of its own, filled with rubbish when it is allocated,
/// and bytes before and after it that nobody may write.
class FakeDevice : public Device {
 public:
  explicit FakeDevice(std::string name = "fake:0") : name_(std::move(name)) {}

  std::string name() const override { return name_; }
  std::optional<std::string> why_not(const Spec& spec) const override;
  std::shared_ptr<DeviceBuffer> allocate(const Spec& spec) override;

  /// How many buffers there are now.
  std::int64_t live() const { return *live_; }
  /// Whether somebody wrote outside of a unit, of any buffer so far freed.
  bool is_damaged() const { return *damaged_; }

 private:
  std::string name_;
  std::shared_ptr<std::atomic<std::int64_t>> live_ =
      std::make_shared<std::atomic<std::int64_t>>(0);
  std::shared_ptr<std::atomic<bool>> damaged_ =
      std::make_shared<std::atomic<bool>>(false);
};

}  // namespace ashlar::test
