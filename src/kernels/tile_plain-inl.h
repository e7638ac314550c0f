// tile_plain-inl.h - rows of block floats, one number after the other.
#if defined(ASHLAR_KERNELS_TILE_PLAIN_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASHLAR_KERNELS_TILE_PLAIN_INL_H_
#undef ASHLAR_KERNELS_TILE_PLAIN_INL_H_
#else
#define ASHLAR_KERNELS_TILE_PLAIN_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

// Vectors whose size is known, and that can be shuffled.
#undef ASHLAR_TILE_VECTORS
#if HWY_HAVE_SCALABLE || HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
#define ASHLAR_TILE_VECTORS 0
#else
#define ASHLAR_TILE_VECTORS 1
#endif

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {

inline constexpr std::size_t kInBlock = 16;  // numbers under an exponent
inline constexpr std::size_t kRowGroup = 4;

/// Codes are first whole numbers with a sign, of up to 2^kBits: one more than
/// fits, as that is where rounding ends.
template <int kBits>
inline constexpr int kDropped = 24 - kBits;

#if !ASHLAR_TILE_VECTORS

template <bool kHalf>
HWY_INLINE std::uint32_t bits_at(const std::uint8_t* in, std::size_t i) {
  std::uint32_t bits = 0;
  if constexpr (kHalf) {
    std::uint16_t upper = 0;
    std::memcpy(&upper, in + 2 * i, 2);
    bits = std::uint32_t{upper} << 16;
  } else {
    std::memcpy(&bits, in + 4 * i, 4);
  }
  return bits;
}

template <int kBits>
HWY_INLINE int whole_number(std::uint32_t bits, std::uint32_t shared) {
  const std::uint32_t own = bits >> 23 & 0xff;
  if (own == 0) return 0;
  constexpr int kDrop = kDropped<kBits>;
  const std::uint32_t number = (0x800000u | (bits & 0x7fffffu)) >>
                               std::min<std::uint32_t>(shared - own, 31);
  const std::uint32_t is_odd = number >> kDrop & 1;
  const auto rounded =
      static_cast<int>((number + (1u << (kDrop - 1)) - 1 + is_odd) >> kDrop);
  return bits >> 31 != 0 ? -rounded : rounded;
}

template <int kBits, bool kHalf>
HWY_INLINE void encode_rows(const std::uint8_t* in, std::int64_t pitch,
                            std::uint8_t* exponents, std::int8_t* codes) {
  for (std::size_t r = 0; r < kRowGroup; ++r, in += pitch) {
    std::uint32_t shared = 0;
    for (std::size_t i = 0; i < kInBlock; ++i) {
      shared = std::max(shared, bits_at<kHalf>(in, i) >> 23 & 0xff);
    }
    exponents[r] = static_cast<std::uint8_t>(shared);
    for (std::size_t i = 0; i < kInBlock; ++i) {
      codes[r * kInBlock + i] = static_cast<std::int8_t>(
          std::min(127, whole_number<kBits>(bits_at<kHalf>(in, i), shared)));
    }
  }
}

HWY_INLINE void stream_bytes(const std::uint8_t* in, std::uint8_t* out,
                             std::size_t size) {
  std::memcpy(out, in, size);
}

template <int kBits, bool kStream>
HWY_INLINE void pack_codes(const std::int8_t* in, std::size_t count,
                           std::uint8_t* out) {
  constexpr std::size_t kPer = 8 / (kBits + 1);
  for (std::size_t i = 0; i < count; i += kPer) {
    unsigned byte = 0;
    for (std::size_t k = 0; k < kPer; ++k) {
      const int number = in[i + k];
      const int size =
          std::min(number < 0 ? -number : number, (1 << kBits) - 1);
      byte |= static_cast<unsigned>(size | (number < 0 ? 1 << kBits : 0))
              << (k * (kBits + 1));
    }
    out[i / kPer] = static_cast<std::uint8_t>(byte);
  }
}

template <int kBits>
HWY_INLINE const std::uint8_t* unpack_codes(const std::uint8_t* in,
                                            std::size_t count,
                                            std::uint8_t* out) {
  constexpr std::size_t kPer = 8 / (kBits + 1);
  for (std::size_t i = 0; i < count; ++i) {
    const unsigned code = unsigned{in[i / kPer]} >> (i % kPer * (kBits + 1));
    out[i] = static_cast<std::uint8_t>(code << (7 - kBits));
  }
  return out;
}

template <bool kHalf, bool kStream>
HWY_INLINE void decode_row(const std::uint8_t* codes, std::uint8_t exponent,
                           std::uint8_t* out) {
  for (std::size_t i = 0; i < kInBlock; ++i) {
    const unsigned whole = codes[i] & 0x7fu;
    std::uint32_t bits = std::uint32_t{codes[i]} >> 7 << 31;
    if (whole != 0) {
      const auto number = static_cast<std::int32_t>(
          std::bit_cast<std::uint32_t>(static_cast<float>(whole)) +
          ((std::uint32_t{exponent} - 133) << 23));
      bits = number < 0 ? 0 : bits | static_cast<std::uint32_t>(number);
    }
    if constexpr (kHalf) {
      const auto upper = static_cast<std::uint16_t>(bits >> 16);
      std::memcpy(out + 2 * i, &upper, 2);
    } else {
      std::memcpy(out + 4 * i, &bits, 4);
    }
  }
}

#endif

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
