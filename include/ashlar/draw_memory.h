// draw_memory.h - pictures of the memories of a device.
#pragma once

#include <string>

#include "ashlar/draw.h"
#include "ashlar/memory_map.h"

namespace ashlar {

/// Each memory as a bar of addresses, a list of what lies there, and how much
/// each core or bank holds. Of the options, slices have no meaning here.
std::string draw_text(const MemoryMap& map, const TextOptions& options = {});

/// The same as one self-contained SVG image.
std::string draw_svg(const MemoryMap& map);

}  // namespace ashlar
