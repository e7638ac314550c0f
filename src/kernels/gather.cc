// gather.cc - loads and stores, as many a cycle as there are.
#include "src/kernels/gather.h"

#include <bit>
#include <cstring>

namespace ashlar::kernels {
namespace {

constexpr bool kIsLittle = std::endian::native == std::endian::little;

template <class Word, class At>
void gather_words(const std::uint8_t* in, const At* at, std::size_t count,
                  std::uint8_t* out) {
  constexpr std::size_t kUnit = sizeof(At) == 2 ? sizeof(Word) : 1;
  const auto load = [&](std::size_t i) {
    Word word;
    std::memcpy(&word,
                in + static_cast<std::ptrdiff_t>(at[i]) *
                         static_cast<std::ptrdiff_t>(kUnit),
                sizeof word);
    return word;
  };
  // Several loads before their stores: compilers cannot know that a store
  // changes none of what is loaded next. Bytes are put together in a register:
  // a word that is stored in parts would be waited for.
  constexpr std::size_t kAtOnce = 8;
  std::size_t i = 0;
  for (; i + kAtOnce <= count; i += kAtOnce) {
    if constexpr (sizeof(Word) == 1 && kIsLittle) {
      std::uint64_t all = 0;
      for (std::size_t k = kAtOnce; k-- > 0;) all = all << 8 | load(i + k);
      std::memcpy(out + i, &all, sizeof all);
    } else {
      Word words[kAtOnce];
      for (std::size_t k = 0; k < kAtOnce; ++k) words[k] = load(i + k);
      std::memcpy(out + i * sizeof(Word), words, sizeof words);
    }
  }
  for (; i < count; ++i) {
    const Word word = load(i);
    std::memcpy(out + i * sizeof(Word), &word, sizeof word);
  }
}

template <class At>
void gather_any(const std::uint8_t* in, const At* at, std::size_t count,
                std::size_t element_bytes, std::uint8_t* out) {
  switch (element_bytes) {
    case 1:
      return gather_words<std::uint8_t>(in, at, count, out);
    case 2:
      return gather_words<std::uint16_t>(in, at, count, out);
    case 4:
      return gather_words<std::uint32_t>(in, at, count, out);
    default:
      return gather_words<std::uint64_t>(in, at, count, out);
  }
}

template <std::size_t kBytes>
void copy_hops(const std::uint8_t* in, const Hop* hops, std::size_t count,
               std::uint8_t* out) {
  for (std::size_t i = 0; i < count; ++i) {
    std::memcpy(out + hops[i].out, in + hops[i].in, kBytes);
  }
}

}  // namespace

void gather(const std::uint8_t* in, const std::int32_t* at, std::size_t count,
            std::size_t element_bytes, std::uint8_t* out) {
  gather_any(in, at, count, element_bytes, out);
}

void gather(const std::uint8_t* in, const std::uint16_t* at, std::size_t count,
            std::size_t element_bytes, std::uint8_t* out) {
  gather_any(in, at, count, element_bytes, out);
}

void gather_runs(const std::uint8_t* in, const Hop* hops, std::size_t count,
                 std::size_t bytes, std::uint8_t* out) {
  switch (bytes) {
    case 4:
      return copy_hops<4>(in, hops, count, out);
    case 8:
      return copy_hops<8>(in, hops, count, out);
    default:
      return copy_hops<kHopBytes>(in, hops, count, out);
  }
}

}  // namespace ashlar::kernels
