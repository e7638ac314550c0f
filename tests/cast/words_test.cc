// Storage words: codes in them, and arrays of them of any width.
#include "src/cast/words.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "ashlar/format.h"
#include "src/format/known.h"

namespace ashlar {
namespace {

using Words = std::vector<std::uint64_t>;

Words random_words(std::size_t count, int bits) {
  std::mt19937_64 random(static_cast<std::uint64_t>(bits));
  Words out(count);
  for (std::uint64_t& word : out)
    word = random() & low_bits<std::uint64_t>(bits);
  return out;
}

/// Bit by bit: bit b of word i is bit i * bits + b of the array.
std::vector<std::byte> packed(const Words& words, int bits) {
  const std::size_t width = static_cast<std::size_t>(bits);
  std::vector<std::byte> out((words.size() * width + 7) / 8);
  for (std::size_t at = 0; at < words.size() * width; ++at) {
    const std::uint64_t bit = words[at / width] >> at % width & 1;
    out[at / 8] |= static_cast<std::byte>(bit << at % 8);
  }
  return out;
}

TEST(WordsTest, ReadsEveryWidthAndCount) {
  for (int bits = 1; bits <= 64; ++bits) {
    for (const std::size_t count : {0u, 1u, 2u, 3u, 7u, 8u, 9u, 16u, 37u}) {
      const Words words = random_words(count, bits);
      const auto bytes = packed(words, bits);
      Words out(count, 1);
      read_words(bytes.data(), bits, 0, count, out.data());
      EXPECT_EQ(out, words) << bits << " bits";
    }
  }
}

TEST(WordsTest, WritesEveryWidthAndCount) {
  for (int bits = 1; bits <= 64; ++bits) {
    for (const std::size_t count : {0u, 1u, 2u, 3u, 7u, 8u, 9u, 16u, 37u}) {
      const Words words = random_words(count, bits);
      const auto expected = packed(words, bits);
      std::vector<std::byte> out(expected.size() + 1, std::byte{0xff});
      write_words(words.data(), bits, 0, count, out.data());
      EXPECT_EQ(out.back(), std::byte{0xff}) << bits << " bits";
      out.pop_back();
      EXPECT_EQ(out, expected) << bits << " bits";
    }
  }
}

TEST(WordsTest, StartsAtAnyElementThatBeginsAByte) {
  for (int bits = 1; bits <= 64; ++bits) {
    const Words words = random_words(41, bits);
    const auto bytes = packed(words, bits);
    for (std::size_t first = 0; first < words.size(); ++first) {
      if (first * static_cast<std::size_t>(bits) % 8 != 0) continue;
      const std::size_t count = words.size() - first;
      const auto from = static_cast<std::int64_t>(first);
      Words out(count);
      read_words(bytes.data(), bits, from, count, out.data());
      EXPECT_TRUE(
          std::equal(out.begin(), out.end(),
                     words.begin() + static_cast<std::ptrdiff_t>(first)))
          << bits << " bits from " << first;
      auto copy = bytes;
      std::fill(copy.begin() + static_cast<std::ptrdiff_t>(
                                   first * static_cast<std::size_t>(bits) / 8),
                copy.end(), std::byte{0xee});
      write_words(out.data(), bits, from, count, copy.data());
      EXPECT_EQ(copy, bytes) << bits << " bits from " << first;
    }
  }
}

TEST(WordsTest, SplitsWordsIntoCodeAndSign) {
  const auto code = code_of_word<std::uint64_t>(kF8E4M3Fn, 0xff);
  EXPECT_EQ(code.bits, 0x7fu);
  EXPECT_TRUE(code.sign);
  const Element i8 = kI8;
  EXPECT_EQ(code_of_word<std::uint64_t>(i8, 0xff).bits, 0xffu);
  EXPECT_FALSE(code_of_word<std::uint64_t>(i8, 0xff).sign);
}

TEST(WordsTest, IgnoresBitsBesideTheCode) {
  const Element e = parse_format("f6_e3m2fn_w8s2").element();
  for (std::uint64_t word = 0; word < 256; ++word) {
    const auto code = code_of_word(e, word);
    EXPECT_EQ(word_of_code(e, code), word & 0xfcu);
  }
  const auto tf32 = code_of_word<std::uint64_t>(kTf32, 0xffffffff);
  EXPECT_EQ(word_of_code(kTf32, tf32), 0xffffe000u);
  const auto ue4m3 = code_of_word<std::uint64_t>(kUe4M3, 0xff);
  EXPECT_EQ(word_of_code(kUe4M3, ue4m3), 0x7fu);
}

TEST(WordsTest, KeepsCodesOfEveryNamedFormatUpTo64Bits) {
  for (const NamedFormat& named : formats()) {
    const Element& e = named.format.element();
    if (named.format.is_block() || e.storage_bits > 64) continue;
    for (const std::uint64_t word : random_words(50, e.bits)) {
      const std::uint64_t stored = word << e.storage_shift;
      EXPECT_EQ(word_of_code(e, code_of_word(e, stored)), stored) << named.name;
    }
  }
}

}  // namespace
}  // namespace ashlar
