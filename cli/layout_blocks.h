// layout_blocks.h - what `ashlar layout` says of the parts of block formats.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/json_text.h"
#include "cli/layout_report.h"

namespace ashlar::cli {

/// A label and a text for each part of a tensor in a block format.
std::vector<std::pair<std::string, std::string>> part_rows(const Spec& spec);

/// The same for programs: format, shape, bytes, and the elements of each.
Json blocks_json(const Spec& spec);

/// All there is to say where the layout has no place for the parts.
std::string unplaced_json(const LayoutReport& report);

/// An error that says why if the layout has no place for the parts: most
/// questions are about places.
void require_places(const LayoutReport& report);

}  // namespace ashlar::cli
