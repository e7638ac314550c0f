// open_lines.h - lines that come in parts, and leave when they are whole.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "src/kernels/rows.h"

namespace ashlar::kernels {

/// What is written past the cache has to be whole lines: a line of which a part
/// is stored as usual is read first, and everything behind it waits. So where
/// runs begin or end inside of a line, that part is kept until the other comes.
/// A run often goes on in the next call, and at last where the next run of its
/// own call began. One for each thread.
class OpenLines {
 public:
  /// Like send_runs with streamed stores, but not everything is written. A run
  /// that begins where the one before it ends is the same run.
  void send(const std::uint8_t* in, std::uint8_t* out, const Span* runs,
            std::size_t count, const Fetch& fetch);

  /// Writes what is left.
  void flush();

  static constexpr std::size_t kPlaces = 256;
  static constexpr std::size_t kBytes = 64;

  /// Parts of lines, one for each run of a call.
  struct Parts {
    alignas(kBytes) std::uint8_t bytes[kPlaces][kBytes];
    std::array<std::uint8_t*, kPlaces> end;   ///< of a part, or null
    std::array<std::uint8_t, kPlaces> begin;  ///< in its line
  };

  struct Places {
    Parts tails;            ///< what runs ended with, or began and ended with
    Parts heads;            ///< what they began with, up to the end of a line
    std::size_t count = 1;  ///< of places that are used
  };

 private:
  std::unique_ptr<Places> places_;
};

}  // namespace ashlar::kernels
