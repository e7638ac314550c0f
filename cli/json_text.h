// json_text.h - JSON that people can read, too.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace ashlar::cli {

/// Keys stay in the order in which they were added.
using Json = nlohmann::ordered_json;

/// Indented, but what fits on a line is on one line. Ends in a newline.
std::string json_text(const Json& document);

}  // namespace ashlar::cli
