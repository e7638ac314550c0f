// parse.h - reads a format inside a larger text.
#pragma once

#include "ashlar/format.h"
#include "src/base/cursor.h"

namespace ashlar {

/// Reads a format up to the first character that cannot be part of one, such
/// as `[`.
Format read_format(Cursor& cursor);

/// The same, where only an element code will do.
Element read_element(Cursor& cursor);

}  // namespace ashlar
