// philox.cc - Philox4x32-10 in lanes of 64 bits, one counter a lane.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/philox.cc"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
// The line above includes this file once per target.
#include <hwy/highway.h>

#include <algorithm>

#include "src/kernels/philox.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<std::uint64_t>;
using V = hn::Vec<D>;

/// Words of 32 bits in lanes of 64, multiplied to 64 bits.
HWY_INLINE V multiply(V words, std::uint64_t factor) {
#if HWY_TARGET == HWY_SCALAR
  return hn::Mul(words, hn::Set(D(), factor));
#else
  const hn::Repartition<std::uint32_t, D> halves;
  return hn::MulEven(hn::BitCast(halves, words),
                     hn::BitCast(halves, hn::Set(D(), factor)));
#endif
}

HWY_INLINE V low(V x) { return hn::And(x, hn::Set(D(), 0xffffffffu)); }

/// The four words of each counter.
HWY_INLINE void philox(std::uint64_t seed, V counter, V (&word)[4]) {
  word[0] = low(counter);
  word[1] = hn::ShiftRight<32>(counter);
  word[2] = hn::Zero(D());
  word[3] = hn::Zero(D());
  auto key0 = static_cast<std::uint32_t>(seed);
  auto key1 = static_cast<std::uint32_t>(seed >> 32);
  for (int round = 0; round < 10; ++round) {
    const V product0 = multiply(word[0], 0xd2511f53u);
    const V product1 = multiply(word[2], 0xcd9e8d57u);
    word[0] = hn::Xor(hn::Xor(hn::ShiftRight<32>(product1), word[1]),
                      hn::Set(D(), std::uint64_t{key0}));
    word[1] = low(product1);
    word[2] = hn::Xor(hn::Xor(hn::ShiftRight<32>(product0), word[3]),
                      hn::Set(D(), std::uint64_t{key1}));
    word[3] = low(product0);
    key0 += 0x9e3779b9u;  // the golden ratio
    key1 += 0xbb67ae85u;  // the square root of 3
  }
}

void random_words_target(std::uint64_t seed, std::uint64_t first,
                         std::size_t count, std::uint64_t* words) {
  constexpr std::size_t kLanes = hn::MaxLanes(D());
  const std::uint64_t end = first + count;
  for (std::uint64_t start = first / 4; start * 4 < end; start += kLanes) {
    std::uint64_t counters[kLanes];
    for (std::size_t i = 0; i < kLanes; ++i) counters[i] = start + i;
    V word[4];
    philox(seed, hn::LoadU(D(), counters), word);
    std::uint64_t drawn[4][kLanes];
    for (std::size_t k = 0; k < 4; ++k) hn::StoreU(word[k], D(), drawn[k]);
    const std::uint64_t from = std::max(first, start * 4);
    const std::uint64_t to = std::min(end, (start + kLanes) * 4);
    for (std::uint64_t i = from; i < to; ++i) {
      words[i - first] = drawn[i % 4][i / 4 - start];
    }
  }
}

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ashlar::kernels {

HWY_EXPORT(random_words_target);

void random_words(std::uint64_t seed, std::uint64_t first, std::size_t count,
                  std::uint64_t* words) {
  HWY_DYNAMIC_DISPATCH(random_words_target)(seed, first, count, words);
}

}  // namespace ashlar::kernels
#endif
