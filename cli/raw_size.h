// raw_size.h - whether bytes can be what a spec says.
#pragma once

#include <cstdint>
#include <string>

#include "ashlar/spec.h"
#include "cli/file.h"

namespace ashlar::cli {

/// How many bytes a file has that `spec` describes: those of all units, one
/// after the other, padding included.
std::int64_t raw_bytes(const Spec& spec);

/// A spec that such a file may have been written by, as a sentence: the same
/// elements without padding, or elements of another width. Empty if none is
/// likely.
std::string likely_reading(const Spec& spec, std::int64_t bytes);

/// An error unless `file` has as many bytes as `spec`.
void check_size(const Spec& spec, const InputFile& file);

}  // namespace ashlar::cli
