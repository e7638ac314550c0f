// Transposes of every size and width, on every target.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "src/kernels/move.h"
#include "tests/kernels/kernel_check.h"

namespace ashlar::kernels {
namespace {

using test::Bytes;
using test::numbered;

TEST(TransposeTest, HasEverySizeAndWidth) {
  const Bytes in = numbered(60000);
  test::on_every_target([&] {
    for (const std::size_t width : {1u, 2u, 4u, 8u}) {
      for (const std::size_t rows : {1u, 2u, 3u, 4u, 7u, 8u, 16u, 17u, 40u}) {
        for (const std::size_t columns :
             {1u, 2u, 3u, 4u, 5u, 8u, 15u, 16u, 33u, 70u}) {
          for (const std::size_t gap : {0u, 5u}) {
            const auto in_pitch =
                static_cast<std::int64_t>(columns * width + gap);
            const auto out_pitch =
                static_cast<std::int64_t>(rows * width + gap);
            const auto size = static_cast<std::size_t>(out_pitch) * columns;
            Bytes out(size + 32, 0xee);
            Bytes expected = out;
            transpose(in.data() + 1, in_pitch, out.data() + 16, out_pitch, rows,
                      columns, width);
            for (std::size_t r = 0; r < rows; ++r) {
              for (std::size_t c = 0; c < columns; ++c) {
                std::memcpy(
                    expected.data() + 16 +
                        static_cast<std::int64_t>(c) * out_pitch + r * width,
                    in.data() + 1 + static_cast<std::int64_t>(r) * in_pitch +
                        c * width,
                    width);
              }
            }
            ASSERT_EQ(out, expected)
                << width << ": " << rows << " x " << columns << " + " << gap;
          }
        }
      }
    }
  });
}

TEST(TransposeTest, RowsAPowerOfTwoApartAreNoException) {
  const Bytes in = numbered(2048 * 40);
  test::on_every_target([&] {
    for (const std::size_t width : {1u, 2u, 4u, 8u}) {
      for (const std::size_t columns : {16u, 33u, 100u}) {
        Bytes out(columns * 40 * width, 0xee);
        const auto out_pitch = static_cast<std::int64_t>(40 * width);
        transpose(in.data(), 2048, out.data(), out_pitch, 40, columns, width);
        for (std::size_t r = 0; r < 40; ++r) {
          for (std::size_t c = 0; c < columns; ++c) {
            ASSERT_EQ(std::memcmp(out.data() + (c * 40 + r) * width,
                                  in.data() + r * 2048 + c * width, width),
                      0)
                << width << ": " << r << ", " << c;
          }
        }
      }
    }
  });
}

}  // namespace
}  // namespace ashlar::kernels
