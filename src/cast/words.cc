// words.cc - words of any width up to 64 bits, lowest bits first.
#include "src/cast/words.h"

namespace ashlar {
namespace {

template <class Word>
void read_whole(const std::byte* in, std::size_t count, std::uint64_t* words) {
  for (std::size_t i = 0; i < count; ++i) {
    Word word;
    std::memcpy(&word, in + i * sizeof(Word), sizeof(Word));
    words[i] = word;
  }
}

template <class Word>
void write_whole(const std::uint64_t* words, std::size_t count,
                 std::byte* out) {
  for (std::size_t i = 0; i < count; ++i) {
    const auto word = static_cast<Word>(words[i]);
    std::memcpy(out + i * sizeof(Word), &word, sizeof(Word));
  }
}

/// A stream of words from the start of a byte on. Words of up to 32 bits go by
/// four bytes at a time.
void read_stream(const std::byte* in, int bits, std::size_t count,
                 std::uint64_t* words) {
  WideBits have = 0;
  int held = 0;
  // Four bytes at a time only where they are sure to be there.
  const std::size_t total = (count * static_cast<std::size_t>(bits) + 7) / 8;
  std::size_t read = 0;
  for (std::size_t i = 0; i < count; ++i) {
    while (held < bits) {
      const std::size_t step = read + 4 <= total ? 4 : 1;
      std::uint32_t next = 0;
      std::memcpy(&next, in + read, step);
      have |= static_cast<WideBits>(next) << held;
      read += step;
      held += static_cast<int>(8 * step);
    }
    words[i] = static_cast<std::uint64_t>(have) & low_bits<std::uint64_t>(bits);
    have >>= bits;
    held -= bits;
  }
}

void write_stream(const std::uint64_t* words, int bits, std::size_t count,
                  std::byte* out) {
  WideBits have = 0;
  int held = 0;
  for (std::size_t i = 0; i < count; ++i) {
    have |= static_cast<WideBits>(words[i]) << held;
    for (held += bits; held >= 32; held -= 32) {
      const auto next = static_cast<std::uint32_t>(have);
      std::memcpy(out, &next, sizeof next);
      out += sizeof next;
      have >>= 32;
    }
  }
  for (; held > 0; held -= 8) {
    *out++ = static_cast<std::byte>(have & 0xff);
    have >>= 8;
  }
}

}  // namespace

void read_words(const std::byte* in, int bits, std::int64_t first,
                std::size_t count, std::uint64_t* words) {
  const std::byte* from = in + first / 8 * bits + first % 8 * bits / 8;
  if (bits == 8) return read_whole<std::uint8_t>(from, count, words);
  if (bits == 16) return read_whole<std::uint16_t>(from, count, words);
  if (bits == 32) return read_whole<std::uint32_t>(from, count, words);
  if (bits == 64) return read_whole<std::uint64_t>(from, count, words);
  read_stream(from, bits, count, words);
}

void write_words(const std::uint64_t* words, int bits, std::int64_t first,
                 std::size_t count, std::byte* out) {
  std::byte* to = out + first / 8 * bits + first % 8 * bits / 8;
  if (bits == 8) return write_whole<std::uint8_t>(words, count, to);
  if (bits == 16) return write_whole<std::uint16_t>(words, count, to);
  if (bits == 32) return write_whole<std::uint32_t>(words, count, to);
  if (bits == 64) return write_whole<std::uint64_t>(words, count, to);
  write_stream(words, bits, count, to);
}

}  // namespace ashlar
