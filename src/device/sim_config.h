// sim_config.h - checks of what a simulated device has.
#pragma once

#include "ashlar/sim.h"

namespace ashlar {

/// Throws unless all sizes make sense.
void check(const SimConfig& config);

/// "wormhole"
std::string_view profile_name(SimConfig::Rules rules);

}  // namespace ashlar
