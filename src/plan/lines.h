// lines.h - what a block reads, for fetching the next one ahead.
#pragma once

#include "src/plan/program.h"

namespace ashlar {

/// The cache lines that a whole block reads, from low to high, and the cache
/// they should be fetched into. Lines in a row go to L1. Rows that are far
/// apart go to L2: in L1, at a pitch of a power of two, they would share a few
/// places.
void list_lines(Program& program);

}  // namespace ashlar
