// move.h - kernels that move bytes without looking at them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "src/kernels/rows.h"

namespace ashlar::kernels {

/// One run of bytes. Streams whole lines if that is asked for.
void copy_run(const std::uint8_t* in, std::uint8_t* out, std::size_t bytes,
              Store store);

/// Runs to anywhere, and meanwhile what is to be fetched. Streams the whole
/// lines of each.
void send_runs(const std::uint8_t* in, std::uint8_t* out, const Span* runs,
               std::size_t count, Store store, const Fetch& fetch);

/// Runs from anywhere, which come from memory while others are copied.
void pull_runs(const std::uint8_t* in, std::uint8_t* out, const Span* runs,
               std::size_t count);

/// Rows of runs: `rows` of them, so many bytes apart on either side.
struct Runs {
  std::size_t run = 0;  ///< bytes
  std::size_t rows = 1;
  std::int64_t in_pitch = 0;
  std::int64_t out_pitch = 0;
};

/// Rows of runs in many places, and meanwhile what is to be fetched. They may
/// be streamed if all runs are whole aligned lines.
void copy_runs(const std::uint8_t* in, std::uint8_t* out, const Runs& runs,
               const Move* moves, std::size_t count, Store store,
               const Fetch& fetch);

/// in[r * in_pitch + c] to out[c * out_pitch + r], elements of 1, 2, 4 or 8
/// bytes, pitches in bytes.
void transpose(const std::uint8_t* in, std::int64_t in_pitch, std::uint8_t* out,
               std::int64_t out_pitch, std::size_t rows, std::size_t columns,
               std::size_t element_bytes);

/// Transposes of the same size, and meanwhile what is to be fetched.
void transposes(const std::uint8_t* in, std::int64_t in_pitch,
                std::uint8_t* out, std::int64_t out_pitch, std::size_t rows,
                std::size_t columns, std::size_t element_bytes,
                const Move* moves, std::size_t count, const Fetch& fetch);

}  // namespace ashlar::kernels
