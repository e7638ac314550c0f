// usual_profile.h - how a format is quantised unless somebody says otherwise.
#pragma once

#include "ashlar/quantize.h"

namespace ashlar {

/// Tenstorrent's block floats are made as tt-metal's host does it, all else by
/// the library's own choices.
const QuantizeProfile& usual_profile(const Format& format);

}  // namespace ashlar
