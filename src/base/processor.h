// processor.h - what the processor does with memory by itself.
#pragma once

#include <cstdint>

namespace ashlar {

/// How many rows at once the processor reads ahead by itself, as long as each
/// goes on for a page. Where it does, what is asked for beside that waits for
/// the same few places as lines that are streamed; elsewhere only what is asked
/// for comes in time.
enum class RowsFollowed : std::uint8_t {
  none,  ///< as AMD's
  some,  ///< as Intel's that came before Ice Lake: up to 32, better 16
  many,  ///< as Intel's since then
};
RowsFollowed rows_followed();

}  // namespace ashlar
