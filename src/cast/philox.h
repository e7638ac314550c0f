// philox.h - random bits that depend on a seed and an index, nothing else.
#pragma once

#include <array>
#include <cstdint>

namespace ashlar {

/// Philox4x32-10: four random words for each counter under a key.
constexpr std::array<std::uint32_t, 4> philox(std::uint64_t key,
                                              std::uint64_t counter) {
  constexpr std::uint64_t kMultiplier0 = 0xd2511f53;
  constexpr std::uint64_t kMultiplier1 = 0xcd9e8d57;
  auto key0 = static_cast<std::uint32_t>(key);
  auto key1 = static_cast<std::uint32_t>(key >> 32);
  std::array<std::uint32_t, 4> word = {
      static_cast<std::uint32_t>(counter),
      static_cast<std::uint32_t>(counter >> 32), 0, 0};
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t product0 = kMultiplier0 * word[0];
    const std::uint64_t product1 = kMultiplier1 * word[2];
    word = {static_cast<std::uint32_t>(product1 >> 32) ^ word[1] ^ key0,
            static_cast<std::uint32_t>(product1),
            static_cast<std::uint32_t>(product0 >> 32) ^ word[3] ^ key1,
            static_cast<std::uint32_t>(product0)};
    key0 += 0x9e3779b9;  // the golden ratio
    key1 += 0xbb67ae85;  // the square root of 3
  }
  return word;
}

/// The 32 random bits of element `index`, four elements to a counter.
constexpr std::uint32_t random_bits(std::uint64_t seed, std::uint64_t index) {
  return philox(seed, index / 4)[index % 4];
}

}  // namespace ashlar
