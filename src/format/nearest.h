// nearest.h - what somebody may have meant by a name that is not known.
#pragma once

#include <string>
#include <string_view>

namespace ashlar {

/// How many characters must be inserted, removed, replaced or swapped with
/// their neighbour to make one text of the other; case does not count.
int edit_distance(std::string_view a, std::string_view b);

/// A hint with the known formats that are spelled most like `name`.
std::string nearest_formats(std::string_view name);

}  // namespace ashlar
