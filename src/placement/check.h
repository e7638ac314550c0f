// check.h - what every placement must obey, parsed or built by hand.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ashlar/placement.h"

namespace ashlar {

/// Throws with a hint; the other errors of this layer need none.
[[noreturn]] void refuse(std::string problem, std::string hint);

/// The first two ranges that share a core, as "(0,0)-(1,1) and (1,1)"; empty
/// if there are none.
std::string overlap(const std::vector<CoreRange>& ranges);

std::string to_string(const CoreRange& range);

/// Throw unless all numbers are in their limits and ranges do not overlap.
void check(const Cores& cores);
void check(const Sharded& sharded);
void check(const Placement& placement);

}  // namespace ashlar
