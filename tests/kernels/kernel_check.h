// kernel_check.h - runs kernels on every instruction set, and at any place.
#pragma once

// Kernels are made for more targets than Highway lists by itself. Nothing that
// includes it may come before.
#ifndef HWY_WANT_AVX3_DL
#define HWY_WANT_AVX3_DL 1
#endif
#include <gtest/gtest.h>
#include <hwy/highway.h>

#if !(HWY_TARGETS & HWY_AVX3_DL) && HWY_ARCH_X86
#error "include this file before Highway"
#endif

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <random>
#include <string>
#include <vector>

#include "src/cast/words.h"
#include "src/format/codec.h"
#include "src/format/known.h"

#ifdef __SSE2__
#include <xmmintrin.h>
#endif

namespace ashlar::kernels::test {

using Bytes = std::vector<std::uint8_t>;

/// Bytes that tell where they came from, as far as bytes can.
inline Bytes numbered(std::size_t size) {
  Bytes out(size);
  for (std::size_t i = 0; i < size; ++i) {
    out[i] = static_cast<std::uint8_t>(i * 167 + i / 251);
  }
  return out;
}

/// Calls `work` once for every instruction set that this CPU offers.
template <class Work>
void on_every_target(const Work& work) {
  std::vector<std::int64_t> targets = hwy::SupportedAndGeneratedTargets();
  if (std::find(targets.begin(), targets.end(), HWY_STATIC_TARGET) ==
      targets.end()) {
    targets.push_back(HWY_STATIC_TARGET);
  }
  for (const std::int64_t target : targets) {
    SCOPED_TRACE(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    work();
    hwy::SetSupportedTargetsForTest(0);
    if (testing::Test::HasFatalFailure()) return;
  }
}

/// Control words of the floating-point unit: subnormals flushed on the way out
/// and in, and the rounding modes, alone and together.
inline std::vector<unsigned> float_environments() {
#ifdef __SSE2__
  constexpr unsigned kMasked = 0x1f80;
  return {kMasked | 0x8000, kMasked | 0x0040, kMasked | 0x8040,
          kMasked | 0x2000, kMasked | 0x4000, kMasked | 0x6000,
          kMasked | 0xa040, kMasked | 0xc040, kMasked | 0xe040};
#else
  return {};
#endif
}

/// Sets the control word while it lives.
class FloatEnvironment {
 public:
#ifdef __SSE2__
  explicit FloatEnvironment(unsigned word) : before_(_mm_getcsr()) {
    _mm_setcsr(word);
  }
  ~FloatEnvironment() { _mm_setcsr(before_); }
#else
  explicit FloatEnvironment(unsigned word) : before_(word) {}
#endif
  FloatEnvironment(const FloatEnvironment&) = delete;
  FloatEnvironment& operator=(const FloatEnvironment&) = delete;

 private:
  unsigned before_;
};

/// Memory that begins a cache line and ends where it ends, so that a sanitizer
/// sees the first byte too many.
class Block {
 public:
  explicit Block(std::size_t size)
      : data_(static_cast<std::uint8_t*>(
            ::operator new(std::max<std::size_t>(size, 1), kLine))) {}
  ~Block() { ::operator delete(data_, kLine); }
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;
  std::uint8_t* data() { return data_; }

 private:
  static constexpr std::align_val_t kLine{64};
  std::uint8_t* data_;
};

inline constexpr std::uint8_t kCanary = 0xa5;
inline constexpr std::size_t kMargin = 64;

/// What `kernel(in, out)` writes, both so many bytes behind a cache line, with
/// canaries around the output.
template <class Kernel>
Bytes run_at(const Bytes& in, std::size_t in_shift, std::size_t out_size,
             std::size_t out_shift, const Kernel& kernel) {
  Block source(in_shift + in.size());
  std::copy(in.begin(), in.end(), source.data() + in_shift);
  const std::size_t size = kMargin + out_shift + out_size + kMargin;
  Block target(size);
  std::fill_n(target.data(), size, kCanary);
  std::uint8_t* out = target.data() + kMargin + out_shift;
  kernel(source.data() + in_shift, out);
  const auto is_canary = [](std::uint8_t byte) { return byte == kCanary; };
  EXPECT_TRUE(std::all_of(target.data(), out, is_canary)) << "before";
  EXPECT_TRUE(std::all_of(out + out_size, target.data() + size, is_canary))
      << "behind";
  return {out, out + out_size};
}

template <class Item>
Bytes bytes_of(const std::vector<Item>& items) {
  Bytes out(items.size() * sizeof(Item));
  if (!items.empty()) std::memcpy(out.data(), items.data(), out.size());
  return out;
}

/// Word `i` of `size` bytes.
inline std::uint64_t word_at(const Bytes& bytes, std::size_t size,
                             std::size_t i) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes.data() + i * size, size);
  return word;
}

/// Fails at the first few words that differ, and says what they came from.
inline void expect_words(const Bytes& out, const Bytes& expected,
                         std::size_t size, const Bytes& in, std::size_t in_size,
                         const std::string& what) {
  ASSERT_EQ(out.size(), expected.size()) << what;
  if (out == expected) return;
  int shown = 0;
  for (std::size_t i = 0; i < out.size() / size && shown < 4; ++i) {
    if (word_at(out, size, i) == word_at(expected, size, i)) continue;
    ++shown;
    ADD_FAILURE() << what << ", element " << i << std::hex << ": "
                  << word_at(in, in_size, i) << " gave "
                  << word_at(out, size, i) << ", expected "
                  << word_at(expected, size, i);
  }
}

/// The words that the codec makes of words of another format.
inline Bytes codec_words(const Element& from, const Bytes& in,
                         const Element& to, const CastPolicy& policy) {
  const auto in_size = static_cast<std::size_t>(from.storage_bits / 8);
  const auto out_size = static_cast<std::size_t>(to.storage_bits / 8);
  const Decoder<std::uint64_t> decoder(from, policy);
  const Encoder<std::uint64_t> encoder(to, policy);
  Bytes out(in.size() / in_size * out_size);
  for (std::size_t i = 0; i < in.size() / in_size; ++i) {
    const auto code = code_of_word(from, word_at(in, in_size, i));
    const std::uint64_t word = word_of_code(to, encoder(decoder(code)).code);
    std::memcpy(out.data() + i * out_size, &word, out_size);
  }
  return out;
}

inline std::vector<std::uint32_t> random_words(std::size_t count,
                                               unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::uint32_t> out(count);
  for (std::uint32_t& word : out) word = static_cast<std::uint32_t>(random());
  return out;
}

/// f32 bits that casts get wrong if anything: zeros, subnormals, the largest
/// numbers, infinities and NaNs with payloads, of both signs.
inline std::vector<std::uint32_t> special_f32() {
  std::vector<std::uint32_t> out;
  for (const std::uint32_t bits :
       {0x00000000u, 0x00000001u, 0x00000002u, 0x00000003u, 0x00200000u,
        0x003fffffu, 0x00400000u, 0x00400001u, 0x00600000u, 0x007fffffu,
        0x00800000u, 0x00800001u, 0x3f800000u, 0x7effffffu, 0x7f000000u,
        0x7f7f0000u, 0x7f7f7fffu, 0x7f7f8000u, 0x7f7fffffu, 0x7f800000u,
        0x7f800001u, 0x7f80ffffu, 0x7fbfffffu, 0x7fc00000u, 0x7fc12345u,
        0x7fffffffu}) {
    out.push_back(bits);
    out.push_back(bits | 0x80000000u);
  }
  return out;
}

/// f32 bits of a positive number, or of the nearest f32.
inline std::uint32_t f32_of(double value) {
  return std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

/// The number of a magnitude code, which may be one beyond the last.
inline double value_of(const Element& e, std::uint64_t magnitude) {
  const Scaled value = scaled(e, magnitude);
  return std::ldexp(static_cast<double>(value.significand), value.exponent);
}

/// f32 bits around everything where a cast to `e` changes its mind: numbers of
/// codes, midpoints, and their neighbours in f32; of 16 bits a part of them.
inline std::vector<std::uint32_t> boundaries_f32(const Element& e) {
  std::vector<std::uint32_t> out = special_f32();
  const std::uint64_t last = max_magnitude(e) + 1;
  const std::uint64_t step = last > 4096 ? 37 : 1;
  for (std::uint64_t code = 0; code <= last; ++code) {
    const std::uint64_t mantissa =
        code & ((std::uint64_t{1} << e.mantissa_bits) - 1);
    const bool is_edge = mantissa < 2 || code < 40 || code + 40 > last;
    if (code % step != 0 && !is_edge) continue;
    const double here = value_of(e, code);
    const double middle = (here + value_of(e, code + 1)) / 2;
    for (const double value : {here, middle}) {
      const std::uint32_t bits = f32_of(value);
      for (const std::uint32_t near : {bits - 1, bits, bits + 1}) {
        if ((near & 0x7fffffffu) > 0x7f800000u) continue;  // below 0
        out.push_back(near);
        out.push_back(near ^ 0x80000000u);
      }
    }
  }
  const auto random = random_words(1000, static_cast<unsigned>(last));
  out.insert(out.end(), random.begin(), random.end());
  return out;
}

}  // namespace ashlar::kernels::test
