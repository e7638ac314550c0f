// tcast_table.h - looks up TensorCast's data types by name.
#pragma once

#include <string_view>

#include "ashlar/dialects/tcast.h"

namespace ashlar::tcast {

/// The predefined type of this name, or null.
const DataType* find_type(std::string_view name);

}  // namespace ashlar::tcast
