// suggest.h - what someone may have meant.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace ashlar::cli {

/// How many letters must be put in, left out, changed or swapped.
int distance(std::string_view a, std::string_view b);

/// The nearest of `known`, if it is near; else nothing.
std::string suggest(std::string_view word, std::span<const std::string> known);

}  // namespace ashlar::cli
