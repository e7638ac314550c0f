// memory_map.cc - a map of the memories of a simulated device.
#include "ashlar/memory_map.h"

#include <algorithm>

#include "src/base/checked.h"
#include "src/device/sim_state.h"

namespace ashlar {
namespace {

using Kind = MapBlock::Kind;
using Tensors = std::vector<std::shared_ptr<const SimTensor>>;

MapBlock plain(Kind kind, Index begin, Index end) {
  MapBlock out;
  out.kind = kind;
  out.address = begin;
  out.bytes = end - begin;
  return out;
}

/// Counts the pages with elements in each unit of the memory.
std::vector<Index> held_by(const SimTensor& tensor, Index units) {
  std::vector<Index> out(static_cast<std::size_t>(units));
  for (std::size_t unit = 0; unit < tensor.seats.size(); ++unit) {
    Index& count = out[static_cast<std::size_t>(tensor.seats[unit])];
    for (Index i = 0; i < tensor.paging.count(); ++i) {
      const Index page =
          tensor.paging.page_at(tensor.layout, static_cast<Index>(unit), i);
      if (page >= 0) ++count;
    }
  }
  return out;
}

MapBlock block_of(const SimTensor& tensor, Index units, Index guard) {
  MapBlock out;
  out.kind = Kind::tensor;
  out.address = tensor.address;
  out.bytes = tensor.room - 2 * guard;
  out.spec = to_string(tensor.spec);
  out.units = std::ssize(tensor.seats);
  out.unit_bytes = tensor.layout.bytes_per_unit();
  out.data_bytes = div_up(checked_multiply(tensor.spec.shape.volume(),
                                           tensor.spec.format.bits(), "device"),
                          8);
  out.pages = tensor.paging.count();
  out.page_bytes = tensor.paging.page_bytes();
  out.page_stride = tensor.paging.stride();
  out.held = held_by(tensor, units);
  return out;
}

/// The blocks of one memory; guards count as reserved.
std::vector<MapBlock> blocks_of(const SimBank& bank, const Tensors& tensors,
                                const std::vector<FreeList::Block>& free,
                                Index guard) {
  std::vector<MapBlock> out;
  for (const auto& tensor : tensors) {
    out.push_back(block_of(*tensor, bank.units, guard));
  }
  for (const FreeList::Block& block : free) {
    out.push_back(plain(Kind::free, block.begin, block.end));
  }
  std::ranges::sort(out, {}, &MapBlock::address);
  std::vector<MapBlock> all;
  Index at = 0;
  for (MapBlock& block : out) {
    if (block.address > at) {
      all.push_back(plain(Kind::reserved, at, block.address));
    }
    at = block.address + block.bytes;
    all.push_back(std::move(block));
  }
  if (at < bank.bytes) all.push_back(plain(Kind::reserved, at, bank.bytes));
  return all;
}

}  // namespace

Index MapMemory::bytes_of(MapBlock::Kind kind) const {
  Index sum = 0;
  for (const MapBlock& block : blocks) {
    if (block.kind == kind) sum += block.bytes;
  }
  return sum;
}

Index MapMemory::largest_free() const {
  Index most = 0;
  for (const MapBlock& block : blocks) {
    if (block.kind == Kind::free) most = std::max(most, block.bytes);
  }
  return most;
}

Index MapMemory::data_bytes() const {
  Index sum = 0;
  for (const MapBlock& block : blocks) sum += block.data_bytes;
  return sum;
}

MemoryMap map_of(SimState& state) {
  MemoryMap out;
  out.device = concat("sim:", state.number);
  out.config = to_string(state.config);
  for (const SimMemory which : {SimMemory::l1, SimMemory::dram}) {
    const SimBank& bank = state.bank(which);
    Tensors tensors;
    std::vector<FreeList::Block> free;
    {
      const std::lock_guard hold(state.lock);
      tensors = bank.tensors;
      free = bank.free.blocks();
    }
    const bool is_l1 = which == SimMemory::l1;
    out.memories.push_back({std::string(name_of(which)),
                            is_l1 ? "core" : "bank", bank.units,
                            is_l1 ? state.config.cores.cols : 0, bank.bytes,
                            blocks_of(bank, tensors, free, state.guard())});
  }
  return out;
}

}  // namespace ashlar
