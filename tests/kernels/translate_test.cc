// Tables of bytes: every value, every length, every place.
#include "src/kernels/translate.h"

#include <gtest/gtest.h>

#include "tests/kernels/kernel_check.h"

namespace ashlar::kernels {
namespace {

using test::Bytes;

TEST(TranslateTest, LooksUpEveryByte) {
  ByteTable table;
  for (std::size_t i = 0; i < table.size(); ++i) {
    table[i] = static_cast<std::uint8_t>(i * 89 + 13);
  }
  test::on_every_target([&] {
    for (std::size_t count = 0; count < 300; ++count) {
      const Bytes in = test::numbered(count);
      const Bytes out =
          test::run_at(in, count % 7, count, count % 5,
                       [&](const std::uint8_t* from, std::uint8_t* to) {
                         translate(from, to, count, table);
                       });
      for (std::size_t i = 0; i < count; ++i) {
        ASSERT_EQ(out[i], table[in[i]]) << i << " of " << count;
      }
    }
  });
}

TEST(TranslateTest, FindsTheOneByteThatHasAnEntry) {
  test::on_every_target([&] {
    for (const std::size_t count : {1u, 63u, 64u, 65u, 200u}) {
      for (const int value : {0, 1, 63, 64, 127, 128, 255}) {
        ByteTable table = {};
        table[static_cast<std::size_t>(value)] = 1;
        const auto other = static_cast<std::uint8_t>(value + 1);
        Bytes in(count, other);
        ASSERT_FALSE(any(in.data(), count, table));
        for (std::size_t i = 0; i < count; ++i) {
          in.assign(count, other);
          in[i] = static_cast<std::uint8_t>(value);
          ASSERT_TRUE(any(in.data(), count, table)) << i << " of " << count;
          ASSERT_FALSE(any(in.data(), i, table)) << i << " of " << count;
        }
      }
    }
  });
}

}  // namespace
}  // namespace ashlar::kernels
