// sim.cc - the simulated device: asks the rules, allocates, copies, reports.
#include "ashlar/sim.h"

#include <algorithm>
#include <utility>

#include "src/base/checked.h"
#include "src/device/sim_config.h"
#include "src/device/sim_rules.h"
#include "src/device/sim_state.h"

namespace ashlar {
namespace {

constexpr std::string_view kWhere = "device";

/// The buffer, if it is one of this device.
const SimBuffer& own(const SimState& state, const DeviceBuffer& buffer) {
  const auto* found = dynamic_cast<const SimBuffer*>(&buffer);
  require(found != nullptr && &found->state() == &state, ErrorKind::invalid,
          kWhere, "the buffer is not one of sim:", state.number);
  return *found;
}

/// How a tensor fits on a device.
struct Fit {
  SimMemory memory = SimMemory::dram;
  BoundLayout layout;
  std::vector<Index> seats;
};

/// Why it does not; else all of `fit` is set.
std::optional<std::string> why_not_fit(const SimState& state, const Spec& spec,
                                       Fit& fit) {
  const std::string name = concat("sim:", state.number);
  const Memory& where = spec.placement.memory;
  if (device_name(where) != name) {
    return concat("it is placed on ", device_name(where), ", not on ", name);
  }
  const auto memory = memory_named(where.name.view());
  if (!memory) {
    return concat(name, " has no memory '", where.name.view(),
                  "', only dram and l1");
  }
  fit.memory = *memory;
  try {
    if (auto why = why_not_form(state.config, spec)) return why;
    fit.layout = bind(spec);
    if (auto why = why_not_width(state.config, spec, fit.layout)) return why;
    Seats seats = seats_of(state.config, *memory, spec, fit.layout);
    if (!seats.problem.empty()) return seats.problem;
    fit.seats = std::move(seats.units);
  } catch (const Error& error) {
    return error.hint().empty() ? error.problem()
                                : concat(error.problem(), "; ", error.hint());
  }
  return std::nullopt;
}

Index bytes_moved(const View& view, Index whole, const Padding& padding) {
  if (view.is_spec() && padding.is_filled()) return whole;
  return div_up(
      checked_multiply(view.shape().volume(), view.format().bits(), kWhere), 8);
}

void add(std::atomic<Index>& counter, Index amount) {
  counter.fetch_add(amount, std::memory_order_relaxed);
}

}  // namespace

double MemoryUse::fragmentation() const {
  if (free == 0) return 0;
  return 1 - static_cast<double>(largest_free) / static_cast<double>(free);
}

SimDevice::SimDevice(const SimConfig& config, Index number) {
  check(config);
  require(number >= 0 && number < kMaxUnitCount, ErrorKind::limit, kWhere,
          "device number ", number, ", expected 0 to ", kMaxUnitCount - 1);
  state_ = std::make_shared<SimState>(config, number);
}

SimDevice::~SimDevice() = default;

const SimConfig& SimDevice::config() const { return state_->config; }

std::string SimDevice::name() const { return concat("sim:", state_->number); }

std::optional<std::string> SimDevice::why_not(const Spec& spec) const {
  Fit fit;
  return why_not_fit(*state_, spec, fit);
}

Spec SimDevice::default_spec(const Spec& spec) const {
  Spec out = spec;
  out.layout = default_layout(config(), spec.layout);
  if (device_name(spec.placement.memory) == name()) return out;
  const bool is_sharded =
      std::holds_alternative<Sharded>(spec.placement.spread);
  const bool has_pages = std::holds_alternative<RowMajor>(out.layout) ||
                         std::holds_alternative<Tile>(out.layout) ||
                         std::holds_alternative<Stick>(out.layout);
  out.placement.memory = {"sim", state_->number, is_sharded ? "l1" : "dram"};
  if (is_sharded) return out;
  out.placement.spread = {};
  if (has_pages && config().dram_banks > 1) {
    out.placement.spread = Interleaved{config().dram_banks};
  }
  return out;
}

std::shared_ptr<DeviceBuffer> SimDevice::allocate(const Spec& spec) {
  Fit fit;
  if (const auto why = why_not_fit(*state_, spec, fit)) {
    throw Error(ErrorKind::unsupported, name(),
                concat(to_string(spec), " cannot be here: ", *why));
  }
  const Index alignment = state_->bank(fit.memory).page_alignment;
  auto tensor = std::make_shared<SimTensor>(SimTensor{
      spec, fit.layout, fit.memory, Paging(spec, fit.layout, alignment),
      std::move(fit.seats), 0, 0});
  auto buffer = std::make_shared<SimBuffer>(state_, std::move(tensor));
  buffer->place();
  return buffer;
}

void SimDevice::upload(const Plan& plan, ConstUnitBytes from,
                       DeviceBuffer& to) {
  own(*state_, to);
  Device::upload(plan, from, to);
  add(state_->uploads, 1);
  add(state_->bytes_in,
      bytes_moved(plan.to(), plan.out_bytes(), plan.options().padding));
}

void SimDevice::download(const Plan& plan, DeviceBuffer& from, UnitBytes to) {
  own(*state_, from);
  Device::download(plan, from, to);
  add(state_->downloads, 1);
  add(state_->bytes_out, bytes_moved(plan.from(), plan.in_bytes(), {}));
}

void SimDevice::copy(const Plan& plan, DeviceBuffer& from, DeviceBuffer& to) {
  own(*state_, from);
  own(*state_, to);
  Device::copy(plan, from, to);
  add(state_->copies, 1);
  add(state_->bytes_inside,
      bytes_moved(plan.to(), plan.out_bytes(), plan.options().padding));
}

MemoryUse SimDevice::use(SimMemory memory) const {
  const std::lock_guard hold(state_->lock);
  const SimBank& bank = state_->bank(memory);
  return {bank.units,
          bank.free.capacity(),
          bank.free.capacity() - bank.free.free(),
          bank.free.free(),
          bank.free.largest(),
          std::ssize(bank.tensors)};
}

std::vector<Index> SimDevice::bytes_by_unit(SimMemory memory) const {
  const std::lock_guard hold(state_->lock);
  const SimBank& bank = state_->bank(memory);
  std::vector<Index> out(static_cast<std::size_t>(bank.units));
  for (const auto& tensor : bank.tensors) {
    for (const Index seat : tensor->seats) {
      out[static_cast<std::size_t>(seat)] += tensor->paging.room();
    }
  }
  return out;
}

MemoryMap SimDevice::memory_map() const { return map_of(*state_); }

Traffic SimDevice::traffic() const {
  return {state_->uploads,  state_->downloads, state_->copies,
          state_->bytes_in, state_->bytes_out, state_->bytes_inside};
}

void SimDevice::reset_traffic() {
  for (auto* counter :
       {&state_->uploads, &state_->downloads, &state_->copies,
        &state_->bytes_in, &state_->bytes_out, &state_->bytes_inside}) {
    *counter = 0;
  }
}

SimMemory SimDevice::memory_of(const DeviceBuffer& buffer) const {
  return own(*state_, buffer).tensor().memory;
}

Index SimDevice::page_bytes(const DeviceBuffer& buffer) const {
  return own(*state_, buffer).tensor().paging.page_bytes();
}

Index SimDevice::page_stride(const DeviceBuffer& buffer) const {
  return own(*state_, buffer).tensor().paging.stride();
}

std::vector<Index> SimDevice::units_of(const DeviceBuffer& buffer) const {
  return own(*state_, buffer).tensor().seats;
}

std::vector<PagePlace> SimDevice::page_table(const DeviceBuffer& buffer) const {
  const SimTensor& tensor = own(*state_, buffer).tensor();
  std::vector<PagePlace> out;
  for (std::size_t unit = 0; unit < tensor.seats.size(); ++unit) {
    for (Index i = 0; i < tensor.paging.count(); ++i) {
      out.push_back(
          {tensor.paging.page_at(tensor.layout, static_cast<Index>(unit), i),
           tensor.seats[unit], tensor.address + i * tensor.paging.stride()});
    }
  }
  return out;
}

std::vector<std::byte> SimDevice::read(SimMemory memory, Index unit,
                                       Index address, Index bytes) const {
  const std::lock_guard hold(state_->lock);
  const SimBank& bank = state_->bank(memory);
  for (const auto& tensor : bank.tensors) {
    const Index stride = tensor->paging.stride();
    const Index page_bytes = tensor->paging.page_bytes();
    const Index begin = address - tensor->address;
    if (begin < 0 || begin >= tensor->paging.room() || bytes < 0 ||
        std::ranges::find(tensor->seats, unit) == tensor->seats.end()) {
      continue;
    }
    const Index page = begin / stride;
    const Index in_page = begin % stride;
    // Bytes of pages follow each other in the memory of this process.
    const Index offset = page * page_bytes + in_page;
    const Index most = stride == page_bytes ? tensor->paging.room() - begin
                                            : page_bytes - in_page;
    if (bytes > most) continue;
    const auto found = bank.memory.at(unit, tensor->address + offset, bytes);
    return {found.begin(), found.end()};
  }
  fail(ErrorKind::invalid, name(), "no tensor has the ", bytes, " bytes at ",
       address, " in unit ", unit, " of ", name_of(memory));
}

std::optional<std::string> SimDevice::broken_guard() const {
  const std::lock_guard hold(state_->lock);
  if (!state_->broken.empty()) return state_->broken;
  for (const SimBank& bank : state_->banks) {
    for (const auto& tensor : bank.tensors) {
      std::string found = state_->broken_guard(*tensor);
      if (!found.empty()) return found;
    }
  }
  return std::nullopt;
}

void SimDevice::trim() {
  const std::lock_guard hold(state_->lock);
  for (const SimBank& bank : state_->banks) {
    for (const FreeList::Block& block : bank.free.blocks()) {
      for (Index unit = 0; unit < bank.units; ++unit) {
        bank.memory.forget(unit, block.begin, block.end - block.begin);
      }
    }
  }
}

std::shared_ptr<SimDevice> make_sim(const SimConfig& config, Index number) {
  return std::make_shared<SimDevice>(config, number);
}

std::shared_ptr<SimDevice> open_sim(Index number, const SimConfig& config) {
  auto out = make_sim(config, number);
  add_device(out);
  return out;
}

}  // namespace ashlar
