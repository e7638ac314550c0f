// sim_rules.h - which tensors a simulated device takes, and on which units.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ashlar/sim.h"

namespace ashlar {

// What ttnn says is quoted word for word, so that it can be looked up; here for
// all who say it.
inline constexpr std::string_view kKnownDtypes =
    "Only UINT32, INT32, FLOAT32, UINT16, UINT8, BFLOAT16, BFLOAT8_B, or "
    "BFLOAT4_B dtypes are supported on device!";
inline constexpr std::string_view kBlocksAreTiles =
    "Only TILE layout is supported for BFLOAT8_B dtype!";
inline constexpr std::string_view kFp8IsRows =
    "Only ROW_MAJOR layout is supported for FP8_E4M3 dtype!";
inline constexpr std::string_view kInvalidTile =
    "Tile size is not valid for our hardware";
inline constexpr std::string_view kNoBlocksInDram =
    "We don't support DRAM block sharding";

/// The memory that a placement on the device means; nothing if it has none of
/// this name.
std::optional<SimMemory> memory_named(std::string_view name);

Index unit_count(const SimConfig& config, SimMemory memory);

/// The unit of a memory for each unit of a tensor, or why there is none.
struct Seats {
  std::vector<Index> units;
  std::string problem;
};

Seats seats_of(const SimConfig& config, SimMemory memory, const Spec& spec,
               const BoundLayout& layout);

/// Why the shapes, formats and layouts of a device do not include this one.
std::optional<std::string> why_not_form(const SimConfig& config,
                                        const Spec& spec);

/// Why the rows of a tensor have no width that the device takes.
std::optional<std::string> why_not_width(const SimConfig& config,
                                         const Spec& spec,
                                         const BoundLayout& layout);

/// The layout that a device keeps a tensor in unless told otherwise.
Layout default_layout(const SimConfig& config, const Layout& layout);

}  // namespace ashlar
