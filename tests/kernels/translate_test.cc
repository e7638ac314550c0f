// Tables of bytes: every value, every length, every place.
#include "src/kernels/translate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/kernels/kernel_check.h"

namespace ashlar::kernels {
namespace {

using test::Bytes;

template <class Word, class Entry>
std::array<Word, 256> table_of(const Entry& entry) {
  std::array<Word, 256> out = {};
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = static_cast<Word>(entry(i));
  }
  return out;
}

/// From those that take no steps to those that take one to every row.
std::vector<ByteTable> tables() {
  using Byte = std::uint8_t;
  std::vector<ByteTable> out = {
      {},
      table_of<Byte>([](std::size_t i) { return i / 16 * 77 + 5; }),
      table_of<Byte>([](std::size_t i) { return i; }),
      table_of<Byte>([](std::size_t i) { return 255 - i; }),
      table_of<Byte>([](std::size_t i) {  // i8 to u4
        return i < 128 ? std::min<std::size_t>(i, 15) : 0;
      }),
      table_of<Byte>([](std::size_t i) { return i * i * 89 + i / 5 + 13; }),
  };
  for (std::size_t row = 0; row < 16; ++row) {
    out.push_back(table_of<Byte>(
        [row](std::size_t i) { return i / 16 == row ? i * 37 + 1 : i / 128; }));
  }
  const auto words = test::random_words(256, 3);
  out.push_back(table_of<Byte>([&](std::size_t i) { return words[i]; }));
  return out;
}

/// Bytes of every length up to some vectors, all values among them, at all
/// places in turn.
template <class Word, class Translation>
void check_words(const std::array<Word, 256>& table,
                 const Translation& translation) {
  for (std::size_t count = 0; count < 300; ++count) {
    const Bytes in = test::numbered(count);
    const Bytes out =
        test::run_at(in, count % 7, count * sizeof(Word), count % 5,
                     [&](const std::uint8_t* from, std::uint8_t* to) {
                       translate(from, to, count, translation);
                     });
    for (std::size_t i = 0; i < count; ++i) {
      ASSERT_EQ(test::word_at(out, sizeof(Word), i), table[in[i]])
          << i << " of " << count;
    }
  }
}

TEST(TranslateTest, LooksUpEveryByte) {
  test::on_every_target([&] {
    for (const ByteTable& table : tables()) {
      check_words(table, Translation(table));
    }
  });
}

TEST(TranslateTest, LooksUpWordsOfEveryWidth) {
  const std::vector<ByteTable> bytes = tables();
  test::on_every_target([&] {
    for (std::size_t k = 0; k < bytes.size(); ++k) {
      const auto words = table_of<std::uint16_t>([&](std::size_t i) {
        return bytes[k][i] * 256u + bytes[bytes.size() - 1 - k][i];
      });
      check_words(words, WordTranslation(words));
      const auto plain = table_of<std::uint16_t>(
          [&](std::size_t i) { return bytes[k][i] * 256u; });
      check_words(plain, WordTranslation(plain));
    }
    const auto wide = table_of<std::uint32_t>(
        [](std::size_t i) { return i * 0x01234567u + 89; });
    check_words(wide, wide);
    const auto wider = table_of<std::uint64_t>(
        [](std::size_t i) { return i * 0x0123456789abcdefu + 13; });
    check_words(wider, wider);
  });
}

TEST(TranslateTest, BeginsAndEndsAnywhere) {
  const ByteTable table = tables().back();
  const auto words = table_of<std::uint16_t>(
      [&](std::size_t i) { return i < 40 ? i * 300 : 7; });
  const Translation bytes(table);
  const WordTranslation pairs(words);
  test::on_every_target([&] {
    for (std::size_t shift = 0; shift < 64; ++shift) {
      for (const std::size_t count : {17u, 47u, 64u, 131u}) {
        const Bytes in = test::numbered(count);
        const Bytes out = test::run_at(in, shift, count, 63 - shift,
                                       [&](const auto* from, auto* to) {
                                         translate(from, to, count, bytes);
                                       });
        const Bytes wide = test::run_at(in, shift, 2 * count, shift,
                                        [&](const auto* from, auto* to) {
                                          translate(from, to, count, pairs);
                                        });
        for (std::size_t i = 0; i < count; ++i) {
          ASSERT_EQ(out[i], table[in[i]]);
          ASSERT_EQ(test::word_at(wide, 2, i), words[in[i]]);
        }
      }
    }
  });
}

TEST(TranslateTest, TakesStepsOnlyWhereRowsDiffer) {
  const std::vector<ByteTable> all = tables();
  EXPECT_EQ(Translation(all[0]).all_steps, 0u);
  EXPECT_EQ(Translation(all[1]).all_steps, 0u);
  EXPECT_EQ(Translation(all[2]).all_steps, 2u);  // one for each half
  EXPECT_EQ(Translation(all[4]).all_steps, 2u);
  EXPECT_EQ(Translation(all.back()).all_steps, 16u);
  EXPECT_EQ(Translation(all.back()).low_steps, 8u);
}

TEST(TranslateTest, FindsTheOneByteThatHasAnEntry) {
  test::on_every_target([&] {
    for (const std::size_t count : {1u, 15u, 16u, 31u, 63u, 64u, 65u, 200u}) {
      for (const int value : {0, 1, 63, 64, 127, 128, 255}) {
        ByteTable table = {};
        table[static_cast<std::size_t>(value)] = value % 2 == 0 ? 0x80 : 1;
        const Translation translation(table);
        const auto other = static_cast<std::uint8_t>(value + 1);
        Bytes in(count, other);
        ASSERT_FALSE(any(in.data(), count, translation));
        for (std::size_t i = 0; i < count; ++i) {
          in.assign(count, other);
          in[i] = static_cast<std::uint8_t>(value);
          ASSERT_TRUE(any(in.data(), count, translation))
              << i << " of " << count;
          ASSERT_FALSE(any(in.data(), i, translation)) << i << " of " << count;
        }
      }
    }
  });
}

TEST(TranslateTest, FindsEntriesInEveryTable) {
  test::on_every_target([&] {
    for (const ByteTable& table : tables()) {
      const Translation translation(table);
      for (std::size_t value = 0; value < 256; ++value) {
        const Bytes in(40, static_cast<std::uint8_t>(value));
        for (const std::size_t count : {3u, 20u, 40u}) {
          ASSERT_EQ(any(in.data(), count, translation), table[value] != 0);
        }
      }
    }
  });
}

}  // namespace
}  // namespace ashlar::kernels
