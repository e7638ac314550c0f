// fast_check.h - numbers, formats and policies to try kernels of blocks with.
#pragma once

#include <bit>
#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "ashlar/packing.h"
#include "ashlar/quantize.h"
#include "src/blocks/fast_quantize.h"
#include "src/blocks/grid.h"
#include "src/format/known.h"

namespace ashlar::test {

using kernels::Wide;

inline const std::vector<const char*> kFastFormats = {
    "f8_e4m3fn@e8m0:32",
    "f8_e5m2@e8m0:32",
    "f6_e3m2fn@e8m0:32",
    "f6_e2m3fn@e8m0:16",
    "f4_e2m1fn@e8m0:32",
    "f4_e2m1fn@e8m0:128",
    "f8_e4m3fnuz@e8m0:64",
    "f8_e3m4@e8m0:24",
    "q1.6@e8m0:32",
    "q1.2@e8m0:32",
    "q1.0@e8m0:32",
    "f4_e2m1fn@ue4m3:16+f32:tensor",
    "f8_e4m3fn@f32:128",
    "f8_e4m3fn@f32:3x32",
    "f8_e5m2@bf16:2xchannel",
    "f4_e2m1fn@f32:tensor",
    "i8@f32:32",
    "i8@f16:64",
    "i8@bf16:channel",
    "i4@f16:32",
    "i4@bf16:128",
    "i3@f32:16",
    "i2@f32:16",
    "u8@f32:32",
    "u8@f32:32,zero=u8",
    "u4@f16:32,zero=u4",
    "u4@f16:channel,zero=u4",
    "u8@f32:tensor,zero=u8",
};

/// Some policy that kernels can have; others are left to the engine anyway.
inline QuantizePolicy some_policy(std::mt19937& random) {
  const auto pick = [&](unsigned count) {
    return static_cast<std::uint8_t>(random() % count);
  };
  QuantizePolicy out;
  out.rule = static_cast<ScaleRule>(pick(8));
  out.non_finite = static_cast<NonFinite>(pick(2));
  out.zero_tile = static_cast<ZeroTile>(pick(4));
  out.smallest_scale = static_cast<SmallestScale>(pick(2));
  out.scale_order = static_cast<ScaleOrder>(pick(2));
  out.division = static_cast<Division>(pick(2));
  out.negative_zero = pick(4) == 0 ? NegativeZero::drop : NegativeZero::keep;
  if (pick(16) == 0) out.rounding = Rounding::toward_zero;
  return out;
}

/// Stretches of numbers of one sort: of a normal distribution, of few bits, of
/// any bits, zeros, subnormals, huge ones, and now and then one that is not
/// finite.
inline std::vector<float> some_numbers(std::mt19937& random,
                                       std::size_t count) {
  std::normal_distribution<float> normal;
  std::vector<float> out(count);
  unsigned sort = 0;
  int power = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (i % 16 == 0) {
      sort = static_cast<unsigned>(random() % 9);
      power = static_cast<int>(random() % 40) - 20;
    }
    const auto bits = static_cast<std::uint32_t>(random());
    switch (sort) {
      case 0:
        out[i] = std::bit_cast<float>(bits & 0x80000000u);
        break;
      case 1:
        out[i] = std::ldexp(
            static_cast<float>(static_cast<int>(bits % 129)) - 64, power);
        break;
      case 2:
        out[i] = std::bit_cast<float>(bits & 0x807fffffu);
        break;
      case 3:
        out[i] = std::ldexp(normal(random), bits % 2 == 0 ? 124 : -124);
        break;
      case 4:
        out[i] = bits % 61 == 0 ? std::bit_cast<float>(bits | 0x7f800000u)
                                : normal(random);
        break;
      case 5:
        out[i] = bits % 61 == 0 ? std::bit_cast<float>(bits)
                                : std::ldexp(normal(random), power);
        break;
      default:
        out[i] = std::ldexp(normal(random), power);
    }
  }
  return out;
}

/// The same as bf16, cut off, and what that stands for.
inline std::vector<std::uint16_t> cut_to_bf16(std::vector<float>& numbers) {
  std::vector<std::uint16_t> out;
  for (float& x : numbers) {
    const auto bits = std::bit_cast<std::uint32_t>(x);
    out.push_back(static_cast<std::uint16_t>(bits >> 16));
    x = std::bit_cast<float>(bits & 0xffff0000u);
  }
  return out;
}

/// Bytes of everything that a format has, with room to see what is not written.
struct FastParts {
  std::vector<std::byte> data;
  std::vector<std::byte> scales;
  std::vector<std::byte> outer_scales;
  std::vector<std::byte> zeros;
  Packing data_packing;
  Packing zero_packing;

  BlockBytes bytes() {
    return {data, scales, outer_scales, zeros, data_packing, zero_packing};
  }
  bool operator==(const FastParts&) const = default;
};

inline std::size_t scale_bytes(const Element& element) {
  return element.bits > 16 ? 4 : element.bits > 8 ? 2 : 1;
}

inline std::vector<std::byte> packed(const std::vector<std::uint8_t>& codes,
                                     std::int64_t length,
                                     const Packing& packing) {
  std::vector<std::byte> out;
  const auto n = static_cast<std::size_t>(length);
  std::vector<std::byte> line(
      static_cast<std::size_t>(packed_bytes(packing, length)));
  for (std::size_t at = 0; n > 0 && at < codes.size(); at += n) {
    pack(std::span(codes).subspan(at, n), packing, line);
    out.insert(out.end(), line.begin(), line.end());
  }
  return out;
}

inline std::vector<std::byte> words(const std::vector<std::uint32_t>& codes,
                                    std::size_t size) {
  std::vector<std::byte> out(codes.size() * size);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    std::memcpy(out.data() + i * size, &codes[i], size);
  }
  return out;
}

/// What the engine makes of numbers, as bytes.
inline FastParts parts_of(const Format& format, const BlockCodes& codes,
                          PackOrder order) {
  const Block& block = *format.block();
  FastParts out;
  out.data_packing = Packing(format.element().bits, order);
  const std::vector<std::uint8_t> data(codes.data.begin(), codes.data.end());
  out.data = packed(data, codes.extent.cols, out.data_packing);
  out.scales = words(codes.scales, scale_bytes(block.scales[0].element));
  out.outer_scales = words(codes.outer_scales, 4);
  if (!block.zero) return out;
  out.zero_packing = Packing(block.zero->element.bits);
  const std::vector<std::uint8_t> zeros(codes.zeros.begin(), codes.zeros.end());
  out.zeros =
      packed(zeros, BlockGrids(format, codes.extent).tiles().tiles().cols,
             out.zero_packing);
  return out;
}

}  // namespace ashlar::test
