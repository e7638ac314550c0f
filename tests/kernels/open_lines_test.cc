// Lines that come in parts: whatever the order, in the end all is there.
#include "src/kernels/open_lines.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

#include "tests/kernels/kernel_check.h"

namespace ashlar::kernels {
namespace {

using test::Bytes;

/// A destination that begins inside of a line, with others' bytes around.
struct Destination {
  explicit Destination(std::size_t size) : bytes(size + 192, 0xee) {
    const auto at = reinterpret_cast<std::uintptr_t>(bytes.data());
    start = (64 - at % 64) % 64 + 64;
  }
  std::uint8_t* data(std::size_t skew) { return bytes.data() + start + skew; }

  Bytes bytes;
  std::size_t start = 0;
};

/// Rows that are `pitch` bytes apart, cut into columns of `run` bytes, as
/// chunks are sent: all rows of a column at once.
void check_columns(std::size_t rows, std::size_t pitch, std::size_t width,
                   std::size_t run, std::size_t skew) {
  const Bytes in = test::numbered(rows * width);
  Destination out(skew + rows * pitch);
  Bytes expected = out.bytes;
  for (std::size_t r = 0; r < rows; ++r) {
    std::copy_n(in.data() + r * width, width,
                expected.data() + out.start + skew + r * pitch);
  }
  OpenLines lines;
  for (std::size_t at = 0; at < width; at += run) {
    std::vector<Move> moves;
    for (std::size_t r = 0; r < rows; ++r) {
      moves.push_back({static_cast<std::int64_t>(r * width + at),
                       static_cast<std::int64_t>(r * pitch + at)});
    }
    lines.send(in.data(), out.data(skew), std::min(run, width - at),
               moves.data(), moves.size(), {});
  }
  lines.flush();
  ASSERT_EQ(out.bytes, expected)
      << rows << " rows of " << width << " bytes, " << pitch << " apart, by "
      << run << ", from " << skew;
}

TEST(OpenLinesTest, RowsThatGoOnInTheNextCall) {
  test::on_every_target([] {
    for (const std::size_t run : {1u, 7u, 16u, 63u, 64u, 65u, 100u, 256u}) {
      for (const std::size_t width : {1u, 64u, 129u, 500u}) {
        for (const std::size_t gap : {0u, 1u, 13u, 64u}) {
          for (const std::size_t skew : {0u, 1u, 33u, 63u}) {
            check_columns(5, width + gap, width, run, skew);
          }
        }
      }
    }
  });
}

TEST(OpenLinesTest, MoreRowsThanPlaces) {
  test::on_every_target([] {
    check_columns(OpenLines::kPlaces + 3, 77, 77, 20, 5);
    check_columns(3 * OpenLines::kPlaces, 130, 129, 50, 0);
  });
}

TEST(OpenLinesTest, RunsInAnyOrder) {
  std::mt19937 random(7);
  const Bytes in = test::numbered(6000);
  test::on_every_target([&] {
    for (int round = 0; round < 50; ++round) {
      const std::size_t run = 1 + random() % 150;
      const std::size_t count = in.size() / run;
      const std::size_t skew = random() % 64;
      std::vector<Move> moves;
      for (std::size_t i = 0; i < count; ++i) {
        const auto at = static_cast<std::int64_t>(i * run);
        moves.push_back({at, at});
      }
      std::shuffle(moves.begin(), moves.end(), random);
      Destination out(skew + in.size());
      Bytes expected = out.bytes;
      std::copy_n(in.data(), count * run, expected.data() + out.start + skew);
      OpenLines lines;
      for (std::size_t first = 0; first < count;) {
        const std::size_t some =
            std::min<std::size_t>(count - first, 1 + random() % 20);
        lines.send(in.data(), out.data(skew), run, moves.data() + first, some,
                   {});
        first += some;
      }
      lines.flush();
      ASSERT_EQ(out.bytes, expected) << run << ", " << skew;
    }
  });
}

TEST(OpenLinesTest, NothingIsWrittenTwice) {
  // What others wrote into a line meanwhile stays.
  const Bytes in = test::numbered(64);
  Destination out(64);
  const Move here;
  OpenLines lines;
  lines.send(in.data(), out.data(0), 20, &here, 1, {});
  std::fill_n(out.data(20), 44, std::uint8_t{0x11});
  lines.flush();
  EXPECT_EQ(std::memcmp(out.data(0), in.data(), 20), 0);
  EXPECT_EQ(Bytes(out.data(20), out.data(64)), Bytes(44, 0x11));
  lines.flush();
}

}  // namespace
}  // namespace ashlar::kernels
