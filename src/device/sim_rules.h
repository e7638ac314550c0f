// sim_rules.h - which tensors a simulated device takes, and on which units.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ashlar/sim.h"

namespace ashlar {

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
