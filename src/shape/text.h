// text.h - reads the sizes of a shape inside a larger text.
#pragma once

#include "ashlar/shape.h"
#include "src/base/cursor.h"

namespace ashlar {

/// Reads `5x100x150`, `5, 100, 150` or `14[32], 28[32]` up to the first token
/// that does not continue it. Reads nothing, and gives rank 0, unless a number
/// comes next.
Shape read_sizes(Cursor& cursor);

}  // namespace ashlar
