// gather.cc - loads and stores, as many a cycle as there are.
#include "src/kernels/gather.h"

#include <cstring>

namespace ashlar::kernels {
namespace {

template <class Word>
void gather_words(const std::uint8_t* in, const std::int32_t* at,
                  std::size_t count, std::uint8_t* out) {
  // Several loads before their stores: compilers cannot know that a store
  // changes none of what is loaded next.
  constexpr std::size_t kAtOnce = 8;
  std::size_t i = 0;
  for (; i + kAtOnce <= count; i += kAtOnce) {
    Word words[kAtOnce];
    for (std::size_t k = 0; k < kAtOnce; ++k) {
      std::memcpy(&words[k], in + at[i + k], sizeof(Word));
    }
    std::memcpy(out + i * sizeof(Word), words, sizeof words);
  }
  for (; i < count; ++i) {
    std::memcpy(out + i * sizeof(Word), in + at[i], sizeof(Word));
  }
}

}  // namespace

void gather(const std::uint8_t* in, const std::int32_t* at, std::size_t count,
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

}  // namespace ashlar::kernels
