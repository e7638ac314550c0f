// parse.h - reads a format inside a larger text.
#pragma once

#include <optional>
#include <string_view>

#include "ashlar/format.h"
#include "src/base/cursor.h"

namespace ashlar {

/// Reads a format up to the first character that cannot be part of one, such
/// as `[`.
Format read_format(Cursor& cursor);

/// The same, where only an element code will do.
Element read_element(Cursor& cursor);
/// The same inside a block format: `@` is not looked for.
Element read_element_name(Cursor& cursor);

/// Reads `cb42f1346_e2m3fn` or, with numbers, `cb10_i8(-1,1)`.
Codebook read_codebook(Cursor& cursor);

/// The element code of this name, or nothing.
std::optional<Element> find_element(std::string_view name);

}  // namespace ashlar
