// map_facts.h - what text and SVG pictures of memories have in common.
#pragma once

#include <string>
#include <vector>

#include "ashlar/memory_map.h"

namespace ashlar {

/// "64 cores of 1,499,136 bytes"
std::string size_text(const MapMemory& memory);
/// "8,192 used, 1,387,232 free, 103,712 reserved in each core", and the largest
/// block if that is not all that is free.
std::string use_text(const MapMemory& memory);
/// What a block is: a spec, without the memory it is in, or "free".
std::string block_title(const MapMemory& memory, const MapBlock& block);
/// "4 cores, 4 pages of 2,048 bytes each, 12.5 % padding"; nothing unless it is
/// a tensor.
std::string block_facts(const MapMemory& memory, const MapBlock& block);

/// How wide to draw each block if all of them are to have `total`: as their
/// bytes, but `least` at least. Empty if there is no room for so many.
std::vector<Index> bar_widths(const std::vector<MapBlock>& blocks, Index total,
                              Index least);

/// Bytes of pages with elements in each unit.
std::vector<Index> bytes_held(const MapMemory& memory);

/// The unit in which all of `bytes` are short numbers: 1 and "bytes", 1024 and
/// "KiB", ...
struct ByteUnit {
  Index bytes = 1;
  std::string name = "bytes";
};
ByteUnit unit_for(const std::vector<Index>& bytes);

/// "12.5" for 12800 bytes in KiB; at most one decimal.
std::string in_unit(Index bytes, const ByteUnit& unit);

/// How many units a row of a picture shows.
Index columns_of(const MapMemory& memory);

bool has_tensors(const MapMemory& memory);

}  // namespace ashlar
