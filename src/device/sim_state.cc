// sim_state.cc - allocation, with the figures if there is no room.
#include "src/device/sim_state.h"

#include <algorithm>

#include "src/base/checked.h"
#include "src/device/sim_config.h"
#include "src/device/sim_rules.h"

namespace ashlar {
namespace {

// Guards are told from zeros, from ones and from most numbers.
constexpr std::byte kGuard{0xC5};
// New memory holds what is neither zero nor what was there before.
constexpr std::byte kFresh{0xA7};

[[noreturn]] void fail_room(const SimState& state, const SimBank& bank,
                            const SimTensor& tensor) {
  const Index used = std::ssize(tensor.seats);
  const Index total =
      checked_multiply(checked_multiply(tensor.paging.page_bytes(),
                                        tensor.paging.count(), "device"),
                       used, "device");
  const Index capacity = bank.free.capacity();
  throw Error(
      ErrorKind::memory, concat("sim:", state.number),
      concat("Out of Memory: Not enough space to allocate ", total, " B ",
             tensor.memory == SimMemory::l1 ? "L1" : "DRAM", " buffer across ",
             used, " banks, where each bank needs to store ",
             tensor.paging.room(), " B, but bank size is ", capacity,
             " B (allocated: ", capacity - bank.free.free(),
             " B, free: ", bank.free.free(),
             " B, largest free block: ", bank.free.largest(), " B)"),
      tensor.paging.room() > capacity
          ? "spread it over more banks or cores, or take another memory"
          : "free tensors, spread it over more banks or cores, or take "
            "another memory");
}

auto by_address(std::vector<std::shared_ptr<const SimTensor>>& tensors,
                Index address) {
  return std::ranges::lower_bound(
      tensors, address, {}, [](const auto& each) { return each->address; });
}

bool holds(std::span<const std::byte> bytes, std::byte value) {
  return std::ranges::all_of(bytes,
                             [=](std::byte each) { return each == value; });
}

}  // namespace

SimBank::SimBank(const SimConfig& config, SimMemory which)
    : units(unit_count(config, which)),
      bytes(which == SimMemory::l1 ? config.l1_bytes : config.dram_bytes),
      reserved(which == SimMemory::l1 ? config.l1_reserved
                                      : config.dram_reserved),
      page_alignment(which == SimMemory::l1 ? config.l1_alignment
                                            : config.dram_alignment),
      free(reserved, bytes,
           std::max(config.l1_alignment, config.dram_alignment),
           which == SimMemory::l1 ? FreeList::From::top
                                  : FreeList::From::bottom),
      memory(units, bytes) {}

SimState::SimState(const SimConfig& configuration, Index its_number)
    : config(configuration),
      number(its_number),
      banks{SimBank(configuration, SimMemory::dram),
            SimBank(configuration, SimMemory::l1)} {}

Index SimState::guard() const {
  return round_up(config.guard_bytes,
                  std::max(config.l1_alignment, config.dram_alignment),
                  "device");
}

void SimState::place(const std::shared_ptr<SimTensor>& tensor) {
  const std::lock_guard hold(lock);
  SimBank& own = bank(tensor->memory);
  const Index room = tensor->paging.room();
  // A tensor of nothing takes nothing.
  const Index around = room == 0 ? 0 : guard();
  const Index total = round_up(checked_add(room, 2 * around, "device"),
                               own.free.alignment(), "device");
  own.memory.reserve();
  if (own.tensors.capacity() == own.tensors.size()) {
    own.tensors.reserve(2 * own.tensors.size() + 8);
  }
  const std::optional<Index> address = own.free.take(total);
  if (!address) fail_room(*this, own, *tensor);
  tensor->room = total;
  tensor->address = *address + around;
  if (room == 0) return;
  own.tensors.insert(by_address(own.tensors, tensor->address), tensor);
  write_guards(*tensor);
}

void SimState::remove(const SimTensor& tensor) noexcept {
  if (tensor.room == 0) return;
  const std::lock_guard hold(lock);
  SimBank& own = bank(tensor.memory);
  if (broken.empty()) broken = broken_guard(tensor);
  own.free.give_back(tensor.address - guard(), tensor.room);
  const auto found = by_address(own.tensors, tensor.address);
  if (found != own.tensors.end()) own.tensors.erase(found);
}

void SimState::write_guards(const SimTensor& tensor) {
  if (guard() == 0 || tensor.room == 0) return;
  const UnitMemory& memory = bank(tensor.memory).memory;
  for (const Index seat : tensor.seats) {
    const auto all = memory.at(seat, tensor.address - guard(), tensor.room);
    std::ranges::fill(all, kGuard);
    std::ranges::fill(
        memory.at(seat, tensor.address, tensor.layout.bytes_per_unit()),
        kFresh);
  }
}

std::string SimState::broken_guard(const SimTensor& tensor) {
  if (guard() == 0 || tensor.room == 0) return {};
  const UnitMemory& memory = bank(tensor.memory).memory;
  const Index size = tensor.layout.bytes_per_unit();
  const Index after = tensor.room - guard() - size;
  for (const Index seat : tensor.seats) {
    const bool is_clean =
        holds(memory.at(seat, tensor.address - guard(), guard()), kGuard) &&
        holds(memory.at(seat, tensor.address + size, after), kGuard);
    if (is_clean) continue;
    return concat("somebody wrote beside ", to_string(tensor.spec), " at ",
                  tensor.address, " of unit ", seat);
  }
  return {};
}

SimBuffer::SimBuffer(std::shared_ptr<SimState> state,
                     std::shared_ptr<SimTensor> tensor)
    : state_(std::move(state)), tensor_(std::move(tensor)) {
  units_.reserve(tensor_->seats.size());
}

SimBuffer::~SimBuffer() { state_->remove(*tensor_); }

void SimBuffer::place() {
  state_->place(tensor_);
  const UnitMemory& memory = state_->bank(tensor_->memory).memory;
  for (const Index seat : tensor_->seats) {
    memory.expect_large(seat, tensor_->address, unit_bytes());
    units_.push_back(memory.at(seat, tensor_->address, unit_bytes()));
  }
}

}  // namespace ashlar
