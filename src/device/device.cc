// device.cc - copies of devices that leave them to this machine.
#include "ashlar/device.h"

#include <vector>

#include "src/base/require.h"

namespace ashlar {
namespace {

std::vector<std::span<const std::byte>> readable(UnitBytes units) {
  return {units.begin(), units.end()};
}

}  // namespace

Spec Device::default_spec(const Spec& spec) const {
  Spec out = spec;
  if (device_name(spec.placement.memory) == name()) return out;
  out.placement.memory = parse_placement("on " + name()).memory;
  out.placement.spread = {};
  return out;
}

void Device::upload(const Plan& plan, ConstUnitBytes from, DeviceBuffer& to) {
  plan.run(from, to.units());
}

void Device::download(const Plan& plan, DeviceBuffer& from, UnitBytes to) {
  plan.run(readable(from.units()), to);
}

void Device::copy(const Plan& plan, DeviceBuffer& from, DeviceBuffer& to) {
  plan.run(readable(from.units()), to.units());
}

std::string device_name(const Memory& memory) {
  if (memory.device == Name("host")) return "host";
  return concat(memory.device.view(), ':', memory.index);
}

}  // namespace ashlar
