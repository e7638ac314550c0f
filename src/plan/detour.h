// detour.h - two conversions instead of one.
#pragma once

#include <optional>

#include "ashlar/view.h"
#include "src/plan/program.h"
#include "src/plan/side.h"

namespace ashlar {

/// By way of which order, and what both conversions cost.
struct FoundDetour {
  View middle;
  double cost = 0;
};

/// Two layouts may have so little in common that whichever elements go together
/// are alone in their lines on one side. Each of them has more in common with
/// the elements in plain order, one axis or another innermost: that order, if
/// two conversions by way of it cost less than `most`. Its format is that of
/// the smaller elements.
std::optional<FoundDetour> find_detour(const View& from, const View& to,
                                       const Side& in, const Side& out,
                                       const Program& direct, double most);

}  // namespace ashlar
