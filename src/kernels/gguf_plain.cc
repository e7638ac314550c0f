// gguf_plain.cc - Q8_0, Q4_0, Q4_1, Q5_0 and Q5_1: whole numbers times a scale.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "src/kernels/gguf_number.h"
#include "src/kernels/gguf_one.h"

namespace ashlar::kernels {
namespace {

constexpr int kCount = 32;
constexpr int kHalf = kCount / 2;

/// Codes of 4 bits: number j is in the low, j + 16 in the high nibble of byte
/// j. Bits above go to `high`, number j to its bit j.
void write_codes(const std::uint8_t (&codes)[kCount], std::uint8_t* nibbles,
                 std::uint8_t* high) {
  for (int j = 0; j < kHalf; ++j) {
    nibbles[j] = static_cast<std::uint8_t>((codes[j] & 15) |
                                           (codes[j + kHalf] & 15) << 4);
  }
  if (high == nullptr) return;
  for (int i = 0; i < 4; ++i) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, codes + 8 * i, 8);
    // Bit 4 of each byte, brought to the top byte by one multiplication.
    high[i] = static_cast<std::uint8_t>(
        (eight >> 4 & 0x0101010101010101u) * 0x0102040810204080u >> 56);
  }
}

void read_codes(const std::uint8_t* nibbles, const std::uint8_t* high,
                int (&codes)[kCount]) {
  std::uint32_t fifth = 0;
  if (high != nullptr) std::memcpy(&fifth, high, 4);
  for (int j = 0; j < kHalf; ++j) {
    codes[j] = nibbles[j] & 15;
    codes[j + kHalf] = nibbles[j] >> 4;
  }
  for (int j = 0; j < kCount; ++j) {
    codes[j] |= static_cast<int>(fifth >> j & 1) << 4;
  }
}

/// The first number of the largest magnitude.
float largest_of(const Ordinary<kCount>& x) {
  const float most = x.largest_magnitude();
  if (most == 0) return 0;
  return *std::find_if(x.begin(), x.end(), [most](float number) {
    return std::fabs(number) == most;
  });
}

/// Codes that stand for -middle and up: the number of the largest magnitude
/// gets code 0, whatever its sign.
void encode_signed(const Ordinary<kCount>& x, int middle, std::uint8_t* record,
                   std::uint8_t* high, std::uint8_t* nibbles) {
  const auto offset = static_cast<float>(middle);
  const float d = largest_of(x) / -offset;
  const float id = inverse(d);
  write_half(d, record);
  std::uint8_t codes[kCount];
  for (int j = 0; j < kCount; ++j) {
    const float scaled = x[j] * id;
    codes[j] = static_cast<std::uint8_t>(
        whole(scaled + (offset + 0.5f), 2 * middle - 1));
  }
  write_codes(codes, nibbles, high);
}

void decode_signed(const std::uint8_t* record, int middle,
                   const std::uint8_t* high, const std::uint8_t* nibbles,
                   float* x) {
  const float d = read_half(record);
  int codes[kCount];
  read_codes(nibbles, high, codes);
  for (int j = 0; j < kCount; ++j) {
    x[j] = static_cast<float>(codes[j] - middle) * d;
  }
}

struct Ends {
  float least;
  float most;
};

/// The smallest and the largest number; of 0 and -0 the first one.
Ends ends_of(const Ordinary<kCount>& x) {
  constexpr int kLanes = 8;
  float least[kLanes];
  float most[kLanes];
  std::copy_n(x.begin(), kLanes, least);
  std::copy_n(x.begin(), kLanes, most);
  for (int i = kLanes; i < kCount; i += kLanes) {
    for (int j = 0; j < kLanes; ++j) {
      least[j] = x[i + j] < least[j] ? x[i + j] : least[j];
      most[j] = x[i + j] > most[j] ? x[i + j] : most[j];
    }
  }
  const float low = *std::min_element(least, least + kLanes);
  const float high = *std::max_element(most, most + kLanes);
  return {*std::find(x.begin(), x.end(), low), high};
}

/// Codes from the smallest number up.
void encode_from_least(const Ordinary<kCount>& x, int last,
                       std::uint8_t* record, std::uint8_t* high,
                       std::uint8_t* nibbles) {
  const auto [least, most] = ends_of(x);
  const float d = (most - least) / static_cast<float>(last);
  const float id = inverse(d);
  write_half(d, record);
  write_half(least, record + 2);
  std::uint8_t codes[kCount];
  for (int j = 0; j < kCount; ++j) {
    const float scaled = (x[j] - least) * id;
    codes[j] = static_cast<std::uint8_t>(whole(scaled + 0.5f, last));
  }
  write_codes(codes, nibbles, high);
}

void decode_from_least(const std::uint8_t* record, const std::uint8_t* high,
                       const std::uint8_t* nibbles, float* x) {
  const float d = read_half(record);
  const float least = read_half(record + 2);
  int codes[kCount];
  read_codes(nibbles, high, codes);
  for (int j = 0; j < kCount; ++j) {
    const float scaled = static_cast<float>(codes[j]) * d;
    x[j] = scaled + least;
  }
}

}  // namespace

void encode_q8_0(const float* numbers, std::uint8_t* record) {
  const Ordinary<kCount> x(numbers);
  const float d = x.largest_magnitude() / 127;
  const float id = inverse(d);
  write_half(d, record);
  for (int j = 0; j < kCount; ++j) {
    record[2 + j] = static_cast<std::uint8_t>(nearest_away(x[j] * id));
  }
}

void encode_q8_0_activations(const float* numbers, std::uint8_t* record) {
  const Ordinary<kCount> x(numbers);
  const float most = x.largest_magnitude();
  float id = most == 0 ? 0 : 127 / most;
  if (std::isinf(id)) id = 0;
  write_half(most / 127, record);
  for (int j = 0; j < kCount; ++j) {
    const int code = nearest(x[j] * id, -127, 127);
    record[2 + j] = static_cast<std::uint8_t>(code);
  }
}

void decode_q8_0(const std::uint8_t* record, float* x) {
  const float d = read_half(record);
  for (int j = 0; j < kCount; ++j) {
    x[j] = static_cast<float>(static_cast<std::int8_t>(record[2 + j])) * d;
  }
}

void encode_q4_0(const float* x, std::uint8_t* record) {
  encode_signed(Ordinary<kCount>(x), 8, record, nullptr, record + 2);
}

void decode_q4_0(const std::uint8_t* record, float* x) {
  decode_signed(record, 8, nullptr, record + 2, x);
}

void encode_q5_0(const float* x, std::uint8_t* record) {
  encode_signed(Ordinary<kCount>(x), 16, record, record + 2, record + 6);
}

void decode_q5_0(const std::uint8_t* record, float* x) {
  decode_signed(record, 16, record + 2, record + 6, x);
}

void encode_q4_1(const float* x, std::uint8_t* record) {
  encode_from_least(Ordinary<kCount>(x), 15, record, nullptr, record + 4);
}

void decode_q4_1(const std::uint8_t* record, float* x) {
  decode_from_least(record, nullptr, record + 4, x);
}

void encode_q5_1(const float* x, std::uint8_t* record) {
  encode_from_least(Ordinary<kCount>(x), 31, record, record + 4, record + 8);
}

void decode_q5_1(const std::uint8_t* record, float* x) {
  decode_from_least(record, record + 4, record + 8, x);
}

}  // namespace ashlar::kernels
