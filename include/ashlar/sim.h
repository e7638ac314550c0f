// sim.h - a simulated accelerator: cores with L1, banks of DRAM, real
// addresses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ashlar/device.h"
#include "ashlar/memory_map.h"

namespace ashlar {

/// What a simulated device has, and which tensors it takes. Written
/// `wormhole`, or `wormhole(cores=7x8, banks=6)` where it differs.
struct SimConfig {
  /// Whose formats, layouts and placements are taken.
  enum class Rules {
    any,
    wormhole,
    blackhole,
    tt_tensor,  ///< before ttnn: rank 4, rows of even size, whole tiles
    spyre,
  };
  /// Of row-major tensors on Tenstorrent devices.
  enum class Widths {
    four_bytes,  ///< rows have a multiple of 4 bytes, as ttnn once asked for
    any,
  };

  Rules rules = Rules::wormhole;
  CoreGrid cores = {8, 8};
  Index l1_bytes = 1'499'136;   ///< of each core
  Index l1_reserved = 103'712;  ///< of these, the first, for firmware
  Index l1_alignment = 16;      ///< of pages
  Index dram_banks = 12;
  Index dram_bytes = Index{1} << 30;  ///< of each bank
  Index dram_reserved = 0;
  Index dram_alignment = 32;  ///< of pages, and of all buffers, in L1 as well
  Widths widths = Widths::four_bytes;
  /// Bytes before and after every buffer that tell whether somebody wrote
  /// there; 0 for none. Tests want them.
  Index guard_bytes = 0;

  bool operator==(const SimConfig&) const = default;
};

/// The names of the profiles: those of the rules.
std::vector<std::string_view> sim_profiles();

/// Reads a profile and what differs from it, in any order: `cores=7x8`,
/// `l1=1MiB`, `l1_reserved=0`, `l1_alignment=16`, `banks=6`, `dram=2GiB`,
/// `dram_reserved=32`, `dram_alignment=64`, `widths=any`, `guard=64`.
SimConfig parse_sim_config(std::string_view text);
/// The one spelling; `parse_sim_config` reads it back as an equal value.
std::string to_string(const SimConfig& config);

/// The two memories of a device. A core is a unit of L1, a bank one of DRAM.
enum class SimMemory { dram, l1 };

/// What a memory has, in bytes of each unit: addresses are the same in all.
struct MemoryUse {
  Index units = 0;
  Index bytes = 0;  ///< without what is reserved
  Index allocated = 0;
  Index free = 0;
  Index largest_free = 0;
  Index buffers = 0;

  /// How much of what is free is not in the largest block: 0 to 1.
  double fragmentation() const;

  bool operator==(const MemoryUse&) const = default;
};

/// What copies have moved. Bytes are those of the elements on the device, and
/// of the padding if that was filled.
struct Traffic {
  Index uploads = 0;
  Index downloads = 0;
  Index copies = 0;
  Index bytes_in = 0;
  Index bytes_out = 0;
  Index bytes_inside = 0;  ///< from one tensor on the device to another

  bool operator==(const Traffic&) const = default;
};

/// Where a page (tile, row, stick) of a tensor is.
struct PagePlace {
  Index page = 0;  ///< in row-major order of the tensor; -1: only padding
  Index unit = 0;  ///< the core (row by row) or bank
  Index address = 0;

  bool operator==(const PagePlace&) const = default;
};

struct SimState;

/// Buffers lie at the same address in every unit of their memory: in DRAM at
/// the lowest one with enough room, in L1 at the highest. Bank i of a tensor
/// is bank i of DRAM or, in L1, core i, row by row; so are cores that are only
/// counted. Cores of shards in DRAM are the banks x of row y = 0. Pages lie at
/// multiples of the alignment of their memory. All of it is memory of this
/// process, each unit apart, and costs what has been touched.
class SimDevice final : public Device {
 public:
  /// `sim:NUMBER`. An error for sizes that make no sense.
  explicit SimDevice(const SimConfig& config, Index number = 0);
  ~SimDevice() override;

  const SimConfig& config() const;

  std::string name() const override;
  std::optional<std::string> why_not(const Spec& spec) const override;
  Spec default_spec(const Spec& spec) const override;
  std::shared_ptr<DeviceBuffer> allocate(const Spec& spec) override;
  void upload(const Plan& plan, ConstUnitBytes from, DeviceBuffer& to) override;
  void download(const Plan& plan, DeviceBuffer& from, UnitBytes to) override;
  void copy(const Plan& plan, DeviceBuffer& from, DeviceBuffer& to) override;

  MemoryUse use(SimMemory memory) const;
  /// The bytes of tensors in each unit, without what is only kept free because
  /// other units have something at the same address.
  std::vector<Index> bytes_by_unit(SimMemory memory) const;
  MemoryMap memory_map() const;

  Traffic traffic() const;
  void reset_traffic();

  /// The memory that a buffer of this device is in.
  SimMemory memory_of(const DeviceBuffer& buffer) const;
  /// The bytes of a page and those from one page to the next.
  Index page_bytes(const DeviceBuffer& buffer) const;
  Index page_stride(const DeviceBuffer& buffer) const;
  /// The unit of the memory that each unit of the tensor is.
  std::vector<Index> units_of(const DeviceBuffer& buffer) const;
  /// All pages, unit by unit of the tensor, as they lie.
  std::vector<PagePlace> page_table(const DeviceBuffer& buffer) const;

  /// The bytes at an address, as the device sees them. An error unless they are
  /// all in pages of one tensor. Pages are apart where they are not as long as
  /// their stride, so ask for one at a time.
  std::vector<std::byte> read(SimMemory memory, Index unit, Index address,
                              Index bytes) const;

  /// Who wrote beside a buffer, if somebody did: now, or before it was freed.
  std::optional<std::string> broken_guard() const;

  /// Gives memory that no buffer holds back to the operating system; until then
  /// the device keeps what was touched, to be fast.
  void trim();

 private:
  std::shared_ptr<SimState> state_;
};

/// A device that only its holders know.
std::shared_ptr<SimDevice> make_sim(const SimConfig& config = {},
                                    Index number = 0);

/// A device that `open_device("sim:NUMBER")` finds. An error if there is one.
std::shared_ptr<SimDevice> open_sim(Index number, const SimConfig& config);

/// "dram", "l1"
std::string_view name_of(SimMemory memory);

}  // namespace ashlar
