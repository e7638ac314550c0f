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
                   std::size_t run, std::size_t skew, const Fetch& fetch = {}) {
  const Bytes in = test::numbered(rows * width);
  Destination out(skew + rows * pitch);
  Bytes expected = out.bytes;
  for (std::size_t r = 0; r < rows; ++r) {
    std::copy_n(in.data() + r * width, width,
                expected.data() + out.start + skew + r * pitch);
  }
  OpenLines lines;
  for (std::size_t at = 0; at < width; at += run) {
    std::vector<Span> runs;
    for (std::size_t r = 0; r < rows; ++r) {
      runs.push_back({static_cast<std::int64_t>(r * width + at),
                      static_cast<std::int64_t>(r * pitch + at),
                      std::min(run, width - at)});
    }
    lines.send(in.data(), out.data(skew), runs.data(), runs.size(), fetch);
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

TEST(OpenLinesTest, LongRowsWhateverIsFetchedMeanwhile) {
  const Bytes source(1 << 12);
  const std::vector<std::int64_t> places = {0, 64, 1000, 4032};
  test::on_every_target([&] {
    for (const auto into :
         {Fetch::Into::nothing, Fetch::Into::l1, Fetch::Into::l2}) {
      const Fetch fetch = {source.data(), places.data(), places.size(), into};
      for (const std::size_t width : {4095u, 4160u, 4161u, 20000u}) {
        for (const std::size_t skew : {0u, 33u}) {
          check_columns(3, width + 13, width, width, skew, fetch);
          check_columns(3, width + 64, width, 5000, skew, fetch);
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
      // Of one length, or of many.
      const std::size_t most = 1 + random() % 150;
      const std::size_t least = round % 2 == 0 ? most : 1;
      const std::size_t skew = random() % 64;
      std::vector<Span> runs;
      for (std::size_t at = 0; at < in.size();) {
        const std::size_t run = least + random() % (most - least + 1);
        const std::size_t bytes = std::min(run, in.size() - at);
        const auto place = static_cast<std::int64_t>(at);
        runs.push_back({place, place, bytes});
        at += bytes;
      }
      // Some in their order, so that they go on where the last one ended.
      if (round % 3 != 0) std::shuffle(runs.begin(), runs.end(), random);
      const std::size_t count = runs.size();
      Destination out(skew + in.size());
      Bytes expected = out.bytes;
      std::copy(in.begin(), in.end(), expected.data() + out.start + skew);
      OpenLines lines;
      for (std::size_t first = 0; first < count;) {
        const std::size_t some =
            std::min<std::size_t>(count - first, 1 + random() % 20);
        lines.send(in.data(), out.data(skew), runs.data() + first, some, {});
        first += some;
      }
      lines.flush();
      ASSERT_EQ(out.bytes, expected) << most << ", " << skew;
    }
  });
}

TEST(OpenLinesTest, NothingIsWrittenTwice) {
  // What others wrote into a line meanwhile stays.
  const Bytes in = test::numbered(64);
  Destination out(64);
  const Span here = {0, 0, 20};
  OpenLines lines;
  lines.send(in.data(), out.data(0), &here, 1, {});
  std::fill_n(out.data(20), 44, std::uint8_t{0x11});
  lines.flush();
  EXPECT_EQ(std::memcmp(out.data(0), in.data(), 20), 0);
  EXPECT_EQ(Bytes(out.data(20), out.data(64)), Bytes(44, 0x11));
  lines.flush();
}

}  // namespace
}  // namespace ashlar::kernels
