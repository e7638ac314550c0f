// file.h - writes files whole or not at all.
#pragma once

#include <string>
#include <string_view>

namespace ashlar::cli {

enum class Overwrite { refuse, allow };

/// Writes `text` beside `path` and then moves it there, so that nobody sees
/// half a file. An existing file is an error unless `overwrite` allows it.
void write_file(const std::string& path, std::string_view text,
                Overwrite overwrite);

}  // namespace ashlar::cli
