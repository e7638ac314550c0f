// inflate.h - what zip files compress with, undone.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ashlar {

/// The bytes of a raw deflate stream; throws std::runtime_error if it is
/// broken or holds more than `most` bytes.
std::string inflate(std::string_view in, std::size_t most);

}  // namespace ashlar
