// registry.cc - the devices of this process by name.
#include <algorithm>
#include <charconv>
#include <mutex>

#include "ashlar/sim.h"
#include "src/base/require.h"
#include "src/device/host.h"

namespace ashlar {
namespace {

constexpr std::string_view kWhere = "device";

/// Those that are open, and the lock for the list.
struct Registry {
  std::mutex lock;
  std::vector<std::shared_ptr<Device>> open = {std::make_shared<HostDevice>()};

  auto find(std::string_view name) {
    return std::ranges::find(open, name,
                             [](const auto& each) { return each->name(); });
  }
};

Registry& registry() {
  static Registry all;
  return all;
}

/// The number in `sim:NUMBER`; nothing if that is not what `name` is.
std::optional<Index> sim_number(std::string_view name) {
  constexpr std::string_view kSim = "sim:";
  if (!name.starts_with(kSim)) return std::nullopt;
  name.remove_prefix(kSim.size());
  Index number = 0;
  const char* end = name.data() + name.size();
  const auto read = std::from_chars(name.data(), end, number);
  const bool is_number = read.ec == std::errc() && read.ptr == end;
  const bool is_canonical = name == "0" || !name.starts_with('0');
  if (!is_number || !is_canonical || number < 0 || number >= kMaxUnitCount) {
    return std::nullopt;
  }
  return number;
}

}  // namespace

std::shared_ptr<Device> open_device(std::string_view name) {
  Registry& all = registry();
  const std::lock_guard guard(all.lock);
  if (const auto found = all.find(name); found != all.open.end()) return *found;
  const std::optional<Index> number = sim_number(name);
  if (!number) {
    throw Error(ErrorKind::unsupported, std::string(kWhere),
                concat("there is no device '", name.substr(0, 40), "'"),
                "this build has host and sim:0, sim:1, ...");
  }
  return all.open.emplace_back(make_sim({}, *number));
}

std::shared_ptr<Device> open_device(const Memory& memory) {
  return open_device(device_name(memory));
}

std::vector<std::string> open_devices() {
  Registry& all = registry();
  const std::lock_guard guard(all.lock);
  std::vector<std::string> names;
  for (const auto& each : all.open) names.push_back(each->name());
  return names;
}

void add_device(std::shared_ptr<Device> device) {
  require(device != nullptr, ErrorKind::invalid, kWhere,
          "there is none to add");
  Registry& all = registry();
  const std::lock_guard guard(all.lock);
  if (all.find(device->name()) != all.open.end()) {
    throw Error(ErrorKind::invalid, std::string(kWhere),
                concat(device->name(), " is open already"),
                concat("close_device(\"", device->name(), "\") first"));
  }
  all.open.push_back(std::move(device));
}

void close_device(std::string_view name) {
  std::shared_ptr<Device> last;  // outlives the lock
  Registry& all = registry();
  const std::lock_guard guard(all.lock);
  require(name != "host", ErrorKind::invalid, kWhere,
          "the host cannot be closed");
  const auto found = all.find(name);
  require(found != all.open.end(), ErrorKind::invalid, kWhere, "no device '",
          name.substr(0, 40), "' is open");
  last = std::move(*found);
  all.open.erase(found);
}

}  // namespace ashlar
