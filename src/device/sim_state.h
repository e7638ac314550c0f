// sim_state.h - the memories of a simulated device, and what lies in them.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "ashlar/sim.h"
#include "src/device/free_list.h"
#include "src/device/paging.h"
#include "src/device/unit_memory.h"

namespace ashlar {

/// A tensor in the memory of a device. Nothing of it changes once it is placed.
struct SimTensor {
  Spec spec;
  BoundLayout layout;
  SimMemory memory = SimMemory::dram;
  Paging paging;
  std::vector<Index> seats;  ///< the unit of the memory by unit of the tensor
  Index address = 0;         ///< of its first page
  Index room = 0;            ///< in each unit of the memory, guards included
};

/// One memory: its addresses, its bytes, and the tensors by address.
struct SimBank {
  SimBank(const SimConfig& config, SimMemory which);

  Index units;
  Index bytes;
  Index reserved;
  Index page_alignment;
  FreeList free;
  UnitMemory memory;
  std::vector<std::shared_ptr<const SimTensor>> tensors;
};

struct SimState {
  SimState(const SimConfig& config, Index number);

  SimBank& bank(SimMemory memory) {
    return banks[static_cast<std::size_t>(memory)];
  }
  Index guard() const;  ///< bytes on each side, as addresses are aligned

  /// Finds room for a tensor and sets its address and room. An error without
  /// room, and then nothing has changed.
  void place(const std::shared_ptr<SimTensor>& tensor);
  /// Makes room where a tensor was, if it was anywhere.
  void remove(const SimTensor& tensor) noexcept;

  // With the lock held:
  void write_guards(const SimTensor& tensor);
  /// Empty unless somebody wrote beside the tensor.
  std::string broken_guard(const SimTensor& tensor);

  const SimConfig config;
  const Index number;
  std::mutex lock;  ///< for the banks and what was broken
  std::array<SimBank, 2> banks;
  std::string broken;  ///< the first broken guard of a tensor that is gone

  std::atomic<Index> uploads = 0;
  std::atomic<Index> downloads = 0;
  std::atomic<Index> copies = 0;
  std::atomic<Index> bytes_in = 0;
  std::atomic<Index> bytes_out = 0;
  std::atomic<Index> bytes_inside = 0;
};

/// What `SimDevice::allocate` hands out.
class SimBuffer final : public DeviceBuffer {
 public:
  /// Nowhere yet: `place` finds room, once.
  SimBuffer(std::shared_ptr<SimState> state, std::shared_ptr<SimTensor> tensor);
  ~SimBuffer() override;
  SimBuffer(const SimBuffer&) = delete;
  SimBuffer& operator=(const SimBuffer&) = delete;

  void place();

  std::int64_t unit_bytes() const override {
    return tensor_->layout.bytes_per_unit();
  }
  std::int64_t unit_count() const override { return std::ssize(units_); }
  std::int64_t address() const override { return tensor_->address; }
  UnitBytes units() override { return units_; }

  const SimState& state() const { return *state_; }
  const SimTensor& tensor() const { return *tensor_; }

 private:
  std::shared_ptr<SimState> state_;
  std::shared_ptr<SimTensor> tensor_;
  std::vector<std::span<std::byte>> units_;
};

/// The map of a device whose tensors these are.
MemoryMap map_of(SimState& state);

}  // namespace ashlar
