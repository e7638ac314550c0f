// host.cc - buffers of this machine.
#include "src/device/host.h"

#include <cstdlib>
#include <limits>
#include <new>

#include "src/base/cache_line.h"
#include "src/base/checked.h"

namespace ashlar {
namespace {

struct Free {
  void operator()(std::byte* bytes) const { std::free(bytes); }
};

class HostBuffer final : public DeviceBuffer {
 public:
  explicit HostBuffer(const BoundLayout& layout)
      : unit_bytes_(layout.bytes_per_unit()) {
    // Units start with cache lines.
    const Index step = round_up(unit_bytes_, kLineBytes, "host");
    const Index total = checked_multiply(step, layout.unit_total(), "host");
    if (total > 0) {
      bytes_.reset(static_cast<std::byte*>(
          std::aligned_alloc(kLineBytes, static_cast<std::size_t>(total))));
      require(bytes_ != nullptr, ErrorKind::memory, "host", "there are no ",
              total, " bytes of memory left");
    }
    units_.reserve(static_cast<std::size_t>(layout.unit_total()));
    for (Index i = 0; i < layout.unit_total(); ++i) {
      units_.emplace_back(bytes_.get() + i * step,
                          static_cast<std::size_t>(unit_bytes_));
    }
  }

  std::int64_t unit_bytes() const override { return unit_bytes_; }
  std::int64_t unit_count() const override { return std::ssize(units_); }
  std::int64_t address() const override {
    return static_cast<std::int64_t>(
        reinterpret_cast<std::uintptr_t>(bytes_.get()));
  }
  UnitBytes units() override { return units_; }

 private:
  std::int64_t unit_bytes_;
  std::unique_ptr<std::byte, Free> bytes_;
  std::vector<std::span<std::byte>> units_;
};

}  // namespace

std::string HostDevice::name() const { return "host"; }

std::optional<std::string> HostDevice::why_not(const Spec& spec) const {
  if (device_name(spec.placement.memory) != name()) {
    return concat("it is placed on ", device_name(spec.placement.memory));
  }
  try {
    bind(spec);
  } catch (const Error& error) {
    return error.problem();
  }
  return std::nullopt;
}

Spec HostDevice::default_spec(const Spec& spec) const {
  Spec out = spec;
  out.placement = {{}, {}, spec.placement.ranks};
  return out;
}

std::shared_ptr<DeviceBuffer> HostDevice::allocate(const Spec& spec) {
  if (const auto why = why_not(spec)) {
    fail(ErrorKind::unsupported, "host", to_string(spec),
         " cannot be here: ", *why);
  }
  return std::make_shared<HostBuffer>(bind(spec));
}

}  // namespace ashlar
