// repack_orders.cc - other orders of scales and codes, other representations.
#include <algorithm>
#include <cstring>
#include <string_view>

#include "ashlar/repack_blocks.h"
#include "src/base/apart.h"
#include "src/base/checked.h"
#include "src/base/require.h"

namespace ashlar {
namespace {

constexpr std::int64_t kTileRows = 128;
constexpr std::int64_t kTileCols = 4;

void check_scales(std::span<const std::byte> linear, std::int64_t rows,
                  std::int64_t cols, std::span<const std::byte> swizzled,
                  std::string_view where) {
  const std::int64_t padded = swizzled_scale_bytes(rows, cols);
  const std::int64_t count = checked_multiply(rows, cols, "scales");
  require(linear.size() == static_cast<std::size_t>(count), ErrorKind::invalid,
          where, rows, " x ", cols, " scales are ", count, " bytes, there are ",
          linear.size());
  require(swizzled.size() == static_cast<std::size_t>(padded),
          ErrorKind::invalid, where, rows, " x ", cols, " scales take ", padded,
          " bytes in tiles of 128 x 4, there are ", swizzled.size());
  require(is_apart(linear, swizzled), ErrorKind::invalid, where,
          "input and output share memory");
}

/// Calls `move(linear, swizzled, count)` for the columns of every row that
/// share a tile.
template <class Move>
void for_rows_of_tiles(std::int64_t rows, std::int64_t cols, const Move& move) {
  const std::int64_t tiles = div_up(cols, kTileCols);
  for (std::int64_t r = 0; r < rows; ++r) {
    const std::int64_t in_tile = r % 32 * 16 + r % kTileRows / 32 * 4;
    for (std::int64_t c = 0; c < cols; c += kTileCols) {
      const std::int64_t tile = r / kTileRows * tiles + c / kTileCols;
      move(r * cols + c, tile * 512 + in_tile, std::min(kTileCols, cols - c));
    }
  }
}

/// Where codes are: in words of 8 nibbles, or in bytes.
struct Int4Matrix {
  Int4Order order;
  std::int64_t rows;
  std::int64_t cols;

  void check(std::span<const std::byte> bytes, std::string_view name) const {
    constexpr std::string_view kWhere = "repack_int4";
    const bool is_awq = order == Int4Order::awq;
    require(order != Int4Order::gptq || rows % 8 == 0, ErrorKind::invalid,
            kWhere, "gptq keeps 8 rows together, the matrix has ", rows);
    require(order == Int4Order::gptq || cols % (is_awq ? 8 : 2) == 0,
            ErrorKind::invalid, kWhere, is_awq ? "awq keeps 8" : "rows keep 2",
            " columns together, the matrix has ", cols);
    const std::int64_t size = checked_multiply(rows, cols, "codes") / 2;
    require(bytes.size() == static_cast<std::size_t>(size), ErrorKind::invalid,
            kWhere, rows, " x ", cols, " codes of four bits take ", size,
            " bytes, the ", name, " has ", bytes.size());
  }

  /// The nibble of a code; even ones are the low ones of their bytes.
  std::int64_t place(std::int64_t r, std::int64_t c) const {
    constexpr std::int64_t kAwq[8] = {0, 4, 1, 5, 2, 6, 3, 7};
    switch (order) {
      case Int4Order::rows:
        return r * cols + c;
      case Int4Order::awq:
        return r * cols + c / 8 * 8 + kAwq[c % 8];
      default:
        return (r / 8 * cols + c) * 8 + r % 8;
    }
  }
};

/// Eight codes: word i of eight gets code i of each, lowest nibble first.
void transpose(std::uint32_t (&words)[8]) {
  constexpr std::uint32_t kLow[3] = {0x0000ffff, 0x00ff00ff, 0x0f0f0f0f};
  for (int step = 0; step < 3; ++step) {
    const int apart = 4 >> step;
    const int bits = 4 * apart;
    for (int i = 0; i < 8; ++i) {
      if ((i & apart) != 0) continue;
      const std::uint32_t swapped =
          (words[i] >> bits ^ words[i + apart]) & kLow[step];
      words[i] ^= swapped << bits;
      words[i + apart] ^= swapped;
    }
  }
}

/// Every second nibble to the lower half, the others to the upper one.
std::uint32_t part_nibbles(std::uint32_t word) {
  const auto even = [](std::uint32_t x) {
    x &= 0x0f0f0f0f;
    x = (x | x >> 4) & 0x00ff00ff;
    return (x | x >> 8) & 0x0000ffff;
  };
  return even(word) | even(word >> 4) << 16;
}

std::uint32_t weave_nibbles(std::uint32_t word) {
  const auto spread = [](std::uint32_t x) {
    x = (x | x << 8) & 0x00ff00ff;
    return (x | x << 4) & 0x0f0f0f0f;
  };
  return spread(word & 0xffff) | spread(word >> 16) << 4;
}

/// Where the word of 8 codes is, in bytes: of row `r` and column `c`, or of
/// that column after `c` whose number the row has among eight.
std::size_t word_place(const Int4Matrix& m, std::int64_t r, std::int64_t c) {
  const std::int64_t word = m.order == Int4Order::gptq
                                ? r / 8 * m.cols + c + r % 8
                                : (r * m.cols + c) / 8;
  return static_cast<std::size_t>(4 * word);
}

/// Eight rows of eight columns at a time, or as many rows as there are.
void repack_words(const std::byte* in, const Int4Matrix& from, std::byte* out,
                  const Int4Matrix& to) {
  for (std::int64_t first = 0; first < from.rows; first += 8) {
    const std::int64_t rows = std::min<std::int64_t>(8, from.rows - first);
    for (std::int64_t c = 0; c < from.cols; c += 8) {
      std::uint32_t words[8] = {};
      for (std::int64_t i = 0; i < rows; ++i) {
        std::memcpy(&words[i], in + word_place(from, first + i, c), 4);
        if (from.order == Int4Order::awq) words[i] = weave_nibbles(words[i]);
      }
      if ((from.order == Int4Order::gptq) != (to.order == Int4Order::gptq)) {
        transpose(words);
      }
      for (std::int64_t i = 0; i < rows; ++i) {
        if (to.order == Int4Order::awq) words[i] = part_nibbles(words[i]);
        std::memcpy(out + word_place(to, first + i, c), &words[i], 4);
      }
    }
  }
}

void repack_nibbles(const std::byte* in, const Int4Matrix& from, std::byte* out,
                    const Int4Matrix& to) {
  for (std::int64_t r = 0; r < from.rows; ++r) {
    for (std::int64_t c = 0; c < from.cols; ++c) {
      const std::int64_t at = from.place(r, c);
      const std::int64_t place = to.place(r, c);
      const std::byte code = in[at / 2] >> at % 2 * 4 & std::byte{15};
      // The low nibble of a byte is not always the first to come.
      const std::byte other = out[place / 2] & std::byte{0xf0} >> place % 2 * 4;
      out[place / 2] = other | code << place % 2 * 4;
    }
  }
}

/// A number of `bits` bits, or of -0: which the lowest one stands for.
struct Integer {
  bool is_negative;
  int magnitude;
};

Integer read_integer(int code, int bits, Representation from) {
  const int half = 1 << (bits - 1);
  switch (from) {
    case Representation::sign_magnitude:
      return {code >= half, code % half};
    case Representation::offset_binary:
      return {code < half, code < half ? half - code : code - half};
    default:
      return {code >= half, code < half ? code : 2 * half - code};
  }
}

int write_integer(const Integer& x, int bits, Representation to) {
  const int half = 1 << (bits - 1);
  const int number = x.is_negative ? -x.magnitude : x.magnitude;
  switch (to) {
    case Representation::sign_magnitude:
      return x.magnitude + (x.is_negative ? half : 0);
    case Representation::offset_binary:
      return number + half;
    default:
      return number & (2 * half - 1);
  }
}

}  // namespace

std::int64_t swizzled_scale_bytes(std::int64_t rows, std::int64_t cols) {
  require(rows >= 0 && cols >= 0, ErrorKind::invalid, "scales", rows, " x ",
          cols, " is no size of a matrix");
  return checked_multiply(round_up(rows, kTileRows, "rows of scales"),
                          round_up(cols, kTileCols, "columns of scales"),
                          "bytes of scales");
}

void swizzle_scales(std::span<const std::byte> linear, std::int64_t rows,
                    std::int64_t cols, std::span<std::byte> swizzled) {
  check_scales(linear, rows, cols, swizzled, "swizzle_scales");
  if (rows % kTileRows != 0 || cols % kTileCols != 0) {
    std::fill(swizzled.begin(), swizzled.end(), std::byte{0});
  }
  for_rows_of_tiles(
      rows, cols, [&](std::int64_t in, std::int64_t out, std::int64_t count) {
        std::copy_n(linear.data() + in, count, swizzled.data() + out);
      });
}

void unswizzle_scales(std::span<const std::byte> swizzled, std::int64_t rows,
                      std::int64_t cols, std::span<std::byte> linear) {
  check_scales(linear, rows, cols, swizzled, "unswizzle_scales");
  for_rows_of_tiles(
      rows, cols, [&](std::int64_t out, std::int64_t in, std::int64_t count) {
        std::copy_n(swizzled.data() + in, count, linear.data() + out);
      });
}

void repack_int4(std::span<const std::byte> in, Int4Order from,
                 std::span<std::byte> out, Int4Order to, std::int64_t rows,
                 std::int64_t cols) {
  require(rows >= 0 && cols >= 0, ErrorKind::invalid, "repack_int4", rows,
          " x ", cols, " is no size of a matrix");
  const Int4Matrix source{from, rows, cols};
  const Int4Matrix target{to, rows, cols};
  source.check(in, "input");
  target.check(out, "output");
  require(is_apart(in, out), ErrorKind::invalid, "repack_int4",
          "input and output share memory");
  const auto move = cols % 8 == 0 ? repack_words : repack_nibbles;
  move(in.data(), source, out.data(), target);
}

void represent_integers(std::span<const std::uint8_t> codes, int bits,
                        Representation from, Representation to,
                        std::span<std::uint8_t> out) {
  constexpr std::string_view kWhere = "represent_integers";
  require(bits >= 2 && bits <= 8, ErrorKind::invalid, kWhere,
          "codes have 2 to 8 bits, not ", bits);
  require(codes.size() == out.size(), ErrorKind::invalid, kWhere, "there are ",
          codes.size(), " codes, and place for ", out.size());
  require(is_apart(std::as_bytes(codes), std::as_bytes(out)),
          ErrorKind::invalid, kWhere, "input and output share memory");
  const int half = 1 << (bits - 1);
  const bool has_minus_zero = to == Representation::sign_magnitude;
  std::uint8_t words[256];
  bool is_there[256];
  for (int code = 0; code < 2 * half; ++code) {
    const Integer x = read_integer(code, bits, from);
    is_there[code] = has_minus_zero ? x.magnitude < half
                                    : !x.is_negative || x.magnitude != 0;
    words[code] = static_cast<std::uint8_t>(
        is_there[code] ? write_integer(x, bits, to) : 0);
  }
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const int code = codes[i] & (2 * half - 1);
    require(is_there[code], ErrorKind::data, kWhere, "number ", i, " is ",
            has_minus_zero ? -half : 0, has_minus_zero ? "" : " with a minus",
            ", which the other representation has not");
    out[i] = words[code];
  }
}

}  // namespace ashlar
