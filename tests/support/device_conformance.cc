// device_conformance.cc - the list, and forms that devices may take.
#include "tests/support/device_conformance.h"

#include "ashlar/sim.h"
#include "tests/support/fake_device.h"

namespace ashlar::test {
namespace {

std::optional<std::string> sim_complaint(Device& device) {
  const auto& sim = dynamic_cast<SimDevice&>(device);
  if (auto broken = sim.broken_guard()) return broken;
  for (const SimMemory memory : {SimMemory::dram, SimMemory::l1}) {
    const MemoryUse use = sim.use(memory);
    if (use.buffers != 0) return "there are buffers that nobody has";
    if (use.free != use.bytes || use.largest_free != use.free) {
      return "not all memory is free in one piece";
    }
  }
  return std::nullopt;
}

std::optional<std::string> fake_complaint(Device& device) {
  const auto& fake = dynamic_cast<FakeDevice&>(device);
  if (fake.live() != 0) return "there are buffers that nobody has";
  if (fake.is_damaged()) return "somebody wrote beside a unit";
  return std::nullopt;
}

DeviceCase sim_case(const char* name, const char* config) {
  return {name, [config] { return make_sim(parse_sim_config(config)); },
          sim_complaint};
}

/// Of a unit: several of these fit on every device.
constexpr Index kMostBytes = 100000;

/// What follows the name of the device.
constexpr const char* kPlacements[] = {
    "",
    "/dram",
    "/l1",
    "/dram interleaved(3)",
    "/dram interleaved(12)",
    "/dram interleaved(8)",
    "/l1 interleaved(64)",
    "/l1 height(4)",
    "/l1 height(2x4)",
    "/l1 width(3)",
    "/l1 block(2x2)",
    "/l1 block(3x2, order=col)",
    "/l1 nd(4, shard=32x32)",
    "/dram height(3)",
};

constexpr const char* kLayouts[] = {"row", "tile(32x32)",
                                    "tile(32x32, faces=16x16)", "stick(128B)",
                                    "stick(128B, pad=all)"};

}  // namespace

const std::vector<DeviceCase>& device_cases() {
  static const std::vector<DeviceCase> all = {
      {"host", [] { return open_device("host"); }, nullptr},
      sim_case("sim_any", "any(guard=64)"),
      sim_case("sim_wormhole", "wormhole(guard=64)"),
      sim_case("sim_blackhole", "blackhole(guard=64)"),
      sim_case("sim_spyre", "spyre(guard=64)"),
      {"cuda", [] { return open_device("cuda:0"); }, nullptr},
      {"fake", [] { return std::make_shared<FakeDevice>(); }, fake_complaint},
  };
  return all;
}

std::vector<Spec> specs_for(const Device& device, const Spec& host) {
  std::vector<Spec> out;
  const auto add = [&](const Spec& spec) {
    if (device.why_not(spec)) return;
    if (bind(spec).bytes_per_unit() <= kMostBytes) out.push_back(spec);
  };
  add(device.default_spec(host));
  for (const char* layout : kLayouts) {
    for (const char* placement : kPlacements) {
      Spec spec = host;
      spec.layout = parse_layout(layout);
      spec.placement = parse_placement("on " + device.name() + placement);
      add(spec);
    }
  }
  return out;
}

}  // namespace ashlar::test
