// gguf_table.cc - IQ4_NL's places in a table; TQ1_0 and TQ2_0, ternary.
#include <algorithm>
#include <cmath>

#include "src/blocks/gguf_records.h"
#include "src/kernels/gguf_number.h"

namespace ashlar {
namespace {

using kernels::inverse;
using kernels::Largest;
using kernels::read_half;
using kernels::write_half;

constexpr int kValues[16] = {-127, -104, -83, -65, -49, -35, -22, -10,
                             1,    13,   25,  38,  53,  69,  89,  113};

/// The nearest values of 32 numbers; of two the upper one.
void nearest_places(const float* x, float factor, int* places) {
  float twice[32];
  for (int j = 0; j < 32; ++j) {
    const float scaled = factor * x[j];
    twice[j] = scaled + scaled;
  }
  std::fill_n(places, 32, 0);
  for (int i = 1; i < 16; ++i) {
    const auto middle = static_cast<float>(kValues[i - 1] + kValues[i]);
    for (int j = 0; j < 32; ++j) places[j] += twice[j] >= middle ? 1 : 0;
  }
}

/// All that ggml calls zero is below this.
constexpr float kNothing = 1e-15f;

/// Three times `digits` of base 3 in a byte, as a fraction of 256 rounded up.
std::uint8_t byte_of_digits(int digits) {
  return static_cast<std::uint8_t>((digits * 256 + 242) / 243);
}

/// Digit `n` of the five in a byte, from -1 to 1.
float digit_of(std::uint8_t byte, int n) {
  constexpr int kPowers[5] = {1, 3, 9, 27, 81};
  const int rest = byte * kPowers[n] & 255;
  return static_cast<float>((rest * 3 >> 8) - 1);
}

/// -1, 0 or 1 in units of the scale, plus 1.
class Ternary {
 public:
  Ternary(const float* numbers, std::uint8_t* scale_at) {
    const kernels::Ordinary<256> x(numbers);
    const float largest = x.largest_magnitude();
    write_half(largest, scale_at);
    const float id = inverse(largest);
    for (int i = 0; i < 256; ++i) {
      digits_[i] = kernels::nearest_away(x[i] * id) + 1;
    }
  }

  int operator[](int i) const { return digits_[i]; }

 private:
  int digits_[256];
};

/// A stretch of TQ1_0: `bytes` bytes, and byte m holds `digits` numbers that
/// are `bytes` apart, the first in the highest digit.
struct Stretch {
  int bytes;
  int digits;
};

constexpr Stretch kStretches[] = {{32, 5}, {16, 5}, {4, 4}};

}  // namespace

void encode_iq4_nl(const float* x, std::uint8_t* record) {
  Largest largest;
  for (int j = 0; j < 32; ++j) largest.add(x[j]);
  int places[32];
  float d = 0;
  if (largest.magnitude < kNothing) {
    std::fill_n(places, 32, 8);
  } else {
    const float id = 1 / (largest.number / -127);
    nearest_places(x, id, places);
    float with_x = 0;
    float with_value = 0;
    for (int j = 0; j < 32; ++j) {
      const auto value = static_cast<float>(kValues[places[j]]);
      const float weight = x[j] * x[j];
      with_x += weight * value * x[j];
      with_value += weight * value * value;
    }
    d = with_x / with_value;
  }
  write_half(d, record);
  for (int j = 0; j < 16; ++j) {
    record[2 + j] = static_cast<std::uint8_t>(places[j] | places[j + 16] << 4);
  }
}

void decode_iq4_nl(const std::uint8_t* record, float* x) {
  const float d = read_half(record);
  for (int j = 0; j < 16; ++j) {
    x[j] = d * static_cast<float>(kValues[record[2 + j] & 15]);
    x[j + 16] = d * static_cast<float>(kValues[record[2 + j] >> 4]);
  }
}

void encode_tq1_0(const float* x, std::uint8_t* record) {
  const Ternary ternary(x, record + 52);
  int first = 0;
  for (const auto& [bytes, digits] : kStretches) {
    for (int m = 0; m < bytes; ++m) {
      int sum = 0;
      for (int n = 0; n < 5; ++n) {
        sum = sum * 3 + (n < digits ? ternary[first + m + n * bytes] : 0);
      }
      record[m] = byte_of_digits(sum);
    }
    record += bytes;
    first += bytes * digits;
  }
}

void decode_tq1_0(const std::uint8_t* record, float* x) {
  const float d = read_half(record + 52);
  for (const auto& [bytes, digits] : kStretches) {
    for (int n = 0; n < digits; ++n) {
      for (int m = 0; m < bytes; ++m) *x++ = digit_of(record[m], n) * d;
    }
    record += bytes;
  }
}

void encode_tq2_0(const float* x, std::uint8_t* record) {
  const Ternary ternary(x, record + 64);
  for (int m = 0; m < 64; ++m) {
    int byte = 0;
    for (int n = 0; n < 4; ++n) {
      byte |= ternary[m / 32 * 128 + n * 32 + m % 32] << 2 * n;
    }
    record[m] = static_cast<std::uint8_t>(byte);
  }
}

void decode_tq2_0(const std::uint8_t* record, float* x) {
  const float d = read_half(record + 64);
  for (int i = 0; i < 256; ++i) {
    const int code = record[i / 128 * 32 + i % 32] >> i / 32 % 4 * 2 & 3;
    x[i] = static_cast<float>(code - 1) * d;
  }
}

}  // namespace ashlar
