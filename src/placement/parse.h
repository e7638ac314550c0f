// parse.h - reads a placement in the middle of a longer text.
#pragma once

#include "ashlar/placement.h"
#include "src/base/cursor.h"

namespace ashlar {

/// Reads `on MEMORY [SPREAD] [RANKS]` if the word `on` comes next; otherwise
/// takes nothing and gives the default placement.
Placement read_placement(Cursor& cursor);

}  // namespace ashlar
