// Cells of any number of parts, on every target.
#include "src/kernels/cells.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/kernels/kernel_check.h"

namespace ashlar::kernels {
namespace {

TEST(CellsTest, TakeEachByteFromItsPart) {
  const test::Bytes in = test::numbered(600);
  test::on_every_target([&] {
    for (std::int32_t most = 1; most <= 16; ++most) {
      std::vector<Cell> cells;
      std::vector<CellPart> parts;
      std::vector<CellOrder> orders;
      test::Bytes out(500, 0xee);
      test::Bytes expected = out;
      for (std::int32_t c = 0; c < 20; ++c) {
        const std::int32_t count = 1 + c % most;
        cells.push_back({(19 - c) * 23 + 1, count});
        for (std::int32_t p = 0; p < count; ++p) {
          const std::int32_t start = (c * 131 + p * 57) % 580;
          parts.push_back({start, static_cast<std::int32_t>(orders.size())});
          CellOrder order;
          for (std::int32_t i = 0; i < 16; ++i) {
            const bool is_here = i % count == p;
            const std::int32_t from = (i * 7 + c) % 16;
            order.from[i] = is_here ? static_cast<std::uint8_t>(from) : kNoByte;
            if (!is_here) continue;
            expected[static_cast<std::size_t>(cells.back().out + i)] =
                in[static_cast<std::size_t>(start + from)];
          }
          orders.push_back(order);
        }
      }
      move_cells(in.data(), out.data(), cells.data(), cells.size(),
                 parts.data(), orders.data());
      ASSERT_EQ(out, expected) << most;
    }
  });
}

}  // namespace
}  // namespace ashlar::kernels
