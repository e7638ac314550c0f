// pack_rows.cc - codes by words of eight, and long rows by vectors.
#include "src/kernels/pack_rows.h"

#include <cstring>
#include <type_traits>

#include "src/kernels/pack_bits.h"
#include "src/kernels/pack_words.h"

namespace ashlar::kernels {
namespace {

using Byte = std::uint8_t;

/// Rows of so many codes are worth a call of their own.
constexpr std::size_t kLongRow = 128;

/// The code at a bit. Only bytes that it is in are read.
template <int kBits>
Byte code_at(const Byte* in, std::int64_t bit) {
  const Byte* at = in + bit / 8;
  const int shift = static_cast<int>(bit % 8);
  unsigned word = static_cast<unsigned>(at[0]) >> shift;
  if (shift + kBits > 8) word |= static_cast<unsigned>(at[1]) << (8 - shift);
  return static_cast<Byte>(word & ((1u << kBits) - 1));
}

template <int kBits>
void set_code(Byte* out, std::int64_t bit, Byte code) {
  Byte* at = out + bit / 8;
  const int shift = static_cast<int>(bit % 8);
  const unsigned mask = ((1u << kBits) - 1) << shift;
  const unsigned word = static_cast<unsigned>(code) << shift & mask;
  at[0] = static_cast<Byte>((at[0] & ~mask) | (word & 0xff));
  if (mask > 0xff) {
    at[1] = static_cast<Byte>((at[1] & ~(mask >> 8)) | word >> 8);
  }
}

template <int kBits>
void pack_row(const Byte* codes, Byte* out, std::int64_t bit,
              std::size_t count) {
  for (; count > 0 && bit % 8 != 0; --count, bit += kBits) {
    set_code<kBits>(out, bit, *codes++);
  }
  Byte* to = out + bit / 8;
  const std::size_t whole = count / 8 * 8;
  if (whole >= kLongRow) {
    pack_stream(codes, whole, kBits, FirstCode::low, to);
    codes += whole;
  } else {
    const PackWord pack(kBits, FirstCode::low, (1u << kBits) - 1);
    for (std::size_t i = 0; i < whole; i += 8, codes += 8, to += kBits) {
      Byte word[8];
      pack(codes, word);
      std::memcpy(to, word, kBits);
    }
  }
  bit += static_cast<std::int64_t>(whole) * kBits;
  for (count -= whole; count > 0; --count, bit += kBits) {
    set_code<kBits>(out, bit, *codes++);
  }
}

template <int kBits>
void unpack_row(const Byte* in, std::int64_t bit, Byte* codes,
                std::size_t count) {
  for (; count > 0 && bit % 8 != 0; --count, bit += kBits) {
    *codes++ = code_at<kBits>(in, bit);
  }
  const Byte* from = in + bit / 8;
  const std::size_t whole = count / 8 * 8;
  if (whole >= kLongRow) {
    unpack_stream(from, whole, kBits, FirstCode::low, codes);
    codes += whole;
  } else {
    const UnpackWord unpack(kBits, FirstCode::low, (1u << kBits) - 1);
    for (std::size_t i = 0; i < whole; i += 8, codes += 8, from += kBits) {
      Byte word[8] = {};
      std::memcpy(word, from, kBits);
      unpack(word, codes);
    }
  }
  bit += static_cast<std::int64_t>(whole) * kBits;
  for (count -= whole; count > 0; --count, bit += kBits) {
    *codes++ = code_at<kBits>(in, bit);
  }
}

/// Calls `work` with the width as a constant.
template <class Work>
void with_bits(int bits, const Work& work) {
  switch (bits) {
    case 1:
      return work(std::integral_constant<int, 1>());
    case 2:
      return work(std::integral_constant<int, 2>());
    case 3:
      return work(std::integral_constant<int, 3>());
    case 4:
      return work(std::integral_constant<int, 4>());
    case 5:
      return work(std::integral_constant<int, 5>());
    case 6:
      return work(std::integral_constant<int, 6>());
    default:
      return work(std::integral_constant<int, 7>());
  }
}

}  // namespace

void pack_rows(const std::uint8_t* codes, std::uint8_t* out, std::int64_t start,
               const Move* moves, std::size_t rows, std::size_t count, int bits,
               const Fetch& fetch) {
  with_bits(bits, [&](auto width) {
    std::size_t fetched = 0;
    for (std::size_t i = 0; i < rows; ++i) {
      for (; fetched < fetch.count * (i + 1) / rows; ++fetched) {
        __builtin_prefetch(fetch.base + fetch.lines[fetched], 0, 2);
      }
      pack_row<width()>(codes + moves[i].in, out, start + moves[i].out, count);
    }
  });
}

void unpack_rows(const std::uint8_t* in, std::int64_t start,
                 std::uint8_t* codes, const Move* moves, std::size_t rows,
                 std::size_t count, int bits) {
  with_bits(bits, [&](auto width) {
    for (std::size_t i = 0; i < rows; ++i) {
      unpack_row<width()>(in, start + moves[i].in, codes + moves[i].out, count);
    }
  });
}

void gather_codes(const std::uint8_t* in, std::int64_t start,
                  const std::int64_t* at, std::size_t count, int bits,
                  std::uint8_t* codes) {
  with_bits(bits, [&](auto width) {
    for (std::size_t i = 0; i < count; ++i) {
      codes[i] = code_at<width()>(in, start + at[i]);
    }
  });
}

}  // namespace ashlar::kernels
