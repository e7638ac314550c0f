// memory_map.h - what lies where in the memories of a device, as a value.
#pragma once

#include <string>
#include <vector>

#include "ashlar/placement.h"

namespace ashlar {

/// A stretch of addresses, the same in every unit of a memory.
struct MapBlock {
  enum class Kind { reserved, tensor, free };

  Kind kind = Kind::free;
  Index address = 0;
  Index bytes = 0;  ///< of each unit
  // Of tensors:
  std::string spec;
  Index units = 0;       ///< that have a part of it
  Index unit_bytes = 0;  ///< of its layout in each of these
  Index data_bytes = 0;  ///< of elements, in all units together
  Index pages = 0;       ///< in each unit
  Index page_bytes = 0;
  Index page_stride = 0;    ///< from one page to the next
  std::vector<Index> held;  ///< by unit of the memory: pages with elements

  bool operator==(const MapBlock&) const = default;
};

/// One kind of memory: the L1 of all cores, or all banks of DRAM.
struct MapMemory {
  std::string name;  ///< "l1"
  std::string unit;  ///< "core", "bank"
  Index units = 1;
  Index columns = 0;             ///< of the grid of cores; 0: there is no grid
  Index bytes = 0;               ///< of each unit
  std::vector<MapBlock> blocks;  ///< by address, all of the memory

  /// Bytes of each unit in blocks of a kind.
  Index bytes_of(MapBlock::Kind kind) const;
  Index largest_free() const;
  /// Bytes of elements in all units together.
  Index data_bytes() const;

  bool operator==(const MapMemory&) const = default;
};

struct MemoryMap {
  std::string device;  ///< "sim:0"
  std::string config;  ///< "wormhole"
  std::vector<MapMemory> memories;

  bool operator==(const MemoryMap&) const = default;
};

}  // namespace ashlar
