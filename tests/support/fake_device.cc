// fake_device.cc - rubbish in the units, guards around them.
#include "tests/support/fake_device.h"

#include <algorithm>
#include <cstddef>

#include "ashlar/error.h"

namespace ashlar::test {
namespace {

constexpr std::size_t kGuard = 64;
constexpr std::byte kGuardByte{0xc7};
constexpr std::byte kRubbish{0xa5};

class FakeBuffer : public DeviceBuffer {
 public:
  FakeBuffer(std::int64_t unit_bytes, std::int64_t unit_count,
             std::shared_ptr<std::atomic<std::int64_t>> live,
             std::shared_ptr<std::atomic<bool>> damaged)
      : unit_bytes_(unit_bytes),
        live_(std::move(live)),
        damaged_(std::move(damaged)) {
    const auto size = static_cast<std::size_t>(unit_bytes);
    for (std::int64_t u = 0; u < unit_count; ++u) {
      memory_.emplace_back(size + 2 * kGuard, kGuardByte);
      const std::span unit = std::span(memory_.back()).subspan(kGuard, size);
      std::fill(unit.begin(), unit.end(), kRubbish);
    }
    for (auto& each : memory_) {
      units_.push_back(std::span(each).subspan(kGuard, size));
    }
    ++*live_;
  }
  ~FakeBuffer() override {
    const auto is_guard = [](std::byte b) { return b == kGuardByte; };
    for (const auto& each : memory_) {
      const auto guard = static_cast<std::ptrdiff_t>(kGuard);
      if (!std::all_of(each.begin(), each.begin() + guard, is_guard) ||
          !std::all_of(each.end() - guard, each.end(), is_guard)) {
        *damaged_ = true;
      }
    }
    --*live_;
  }

  std::int64_t unit_bytes() const override { return unit_bytes_; }
  std::int64_t unit_count() const override { return std::ssize(memory_); }
  std::int64_t address() const override { return 4096; }
  UnitBytes units() override { return units_; }

 private:
  std::int64_t unit_bytes_;
  std::shared_ptr<std::atomic<std::int64_t>> live_;
  std::shared_ptr<std::atomic<bool>> damaged_;
  std::vector<std::vector<std::byte>> memory_;
  std::vector<std::span<std::byte>> units_;
};

}  // namespace

std::optional<std::string> FakeDevice::why_not(const Spec& spec) const {
  if (spec.placement.memory.name == Name("none")) {
    return "it has no memory called none";
  }
  try {
    bind(spec);
  } catch (const Error& error) {
    return error.problem();
  }
  return std::nullopt;
}

std::shared_ptr<DeviceBuffer> FakeDevice::allocate(const Spec& spec) {
  const BoundLayout layout = bind(spec);
  return std::make_shared<FakeBuffer>(layout.bytes_per_unit(),
                                      layout.unit_total(), live_, damaged_);
}

}  // namespace ashlar::test
