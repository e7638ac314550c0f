// rows.h - where kernels read and write, and how.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ashlar::kernels {

/// Streamed stores bypass the cache; worth it when the output does not fit.
enum class Store : std::uint8_t { cached, streamed };

/// Outputs from here on would only sweep the cache clean.
inline constexpr std::size_t kStreamBytes = std::size_t{4} << 20;

constexpr Store store_for(std::size_t bytes) {
  return bytes >= kStreamBytes ? Store::streamed : Store::cached;
}

/// From one place to another, in bytes from where a block begins.
struct Move {
  std::int64_t in = 0;
  std::int64_t out = 0;
};

/// So many bytes, or codes of a few bits, side by side.
struct Span {
  std::int64_t in = 0;
  std::int64_t out = 0;
  std::size_t count = 0;
};

/// Some bits of a byte.
struct Mend {
  std::int64_t in = 0;
  std::int64_t out = 0;
  std::uint8_t mask = 0;
};

/// Who writes the rest of the bytes in which rows of codes begin and end.
enum class Ends : std::uint8_t {
  own,     ///< nobody else while we do
  shared,  ///< other threads, at the same time
};

/// Cache lines that will be read next, in bytes from `base`.
struct Fetch {
  enum class Into : std::uint8_t { nothing, l1, l2 };

  const std::uint8_t* base = nullptr;
  const std::int64_t* lines = nullptr;
  std::size_t count = 0;
  Into into = Into::nothing;
};

/// Where a kernel does the same again.
struct Rows {
  static constexpr Move kHere = {};

  const Move* moves = &kHere;
  std::size_t count = 1;
  Store store = Store::cached;
  /// Rows are whole lines of the output, or follow each other until one is
  /// full, and have a multiple of so many bytes. What comes after them is
  /// fetched meanwhile.
  static constexpr std::size_t kLeastOfLine = 64;
  bool make_lines = false;
  Fetch fetch = {};
};

/// Rows, or runs, that are on their way from memory while others are taken.
inline constexpr std::size_t kRowsAhead = 24;

/// Asks for two lines with which the row begins that comes so many after row
/// `i`; processors see for themselves how it goes on.
inline void fetch_later_row(const std::uint8_t* in, const Rows& rows,
                            std::size_t i) {
  const std::size_t later = i + kRowsAhead;
  if (later >= rows.count) return;
  __builtin_prefetch(in + rows.moves[later].in);
  __builtin_prefetch(in + rows.moves[later].in + 64);
}

/// Asks for the lines in which so many bytes begin and end, which are going to
/// be written: stores wait for either.
inline void fetch_to_write(const std::uint8_t* begin, std::size_t bytes) {
  if (bytes == 0) return;
  __builtin_prefetch(begin, 1, 3);
  __builtin_prefetch(begin + bytes - 1, 1, 3);
}

/// Asks for lines at once. Worth it where what follows would wait for one after
/// the other.
inline void fetch_all(const Fetch& fetch) {
  for (std::size_t i = 0; i < fetch.count; ++i) {
    __builtin_prefetch(fetch.base + fetch.lines[i], 0, 2);
  }
}

/// Just one.
constexpr Rows one_row(Store store) { return {&Rows::kHere, 1, store}; }

}  // namespace ashlar::kernels
