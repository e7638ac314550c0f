// parse.h - the layout parsers, for texts that go on after the layout.
#pragma once

#include "ashlar/layout.h"
#include "src/base/cursor.h"

namespace ashlar {

/// Reads digits, with their lets and places, from the cursor on.
Digits read_digits(Cursor& cursor);

/// Reads sugar or digits from the cursor on.
Layout read_layout(Cursor& cursor);

}  // namespace ashlar
