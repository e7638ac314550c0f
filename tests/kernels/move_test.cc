// Runs and transposes, on every target, at every alignment and length.
#include "src/kernels/move.h"

#include <gtest/gtest.h>
#include <hwy/highway.h>
#include <hwy/targets.h>

#include <cstring>
#include <string>
#include <vector>

namespace ashlar::kernels {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes numbered(std::size_t size) {
  Bytes out(size);
  for (std::size_t i = 0; i < size; ++i) {
    out[i] = static_cast<std::uint8_t>(i * 167 + i / 251);
  }
  return out;
}

/// Calls `check` with each target that the machine has.
template <class Check>
void on_every_target(Check check) {
  for (std::int64_t rest = hwy::SupportedTargets(); rest != 0;
       rest &= rest - 1) {
    const std::int64_t target = rest & -rest;
    hwy::SetSupportedTargetsForTest(target);
    SCOPED_TRACE(hwy::TargetName(target));
    check();
    hwy::SetSupportedTargetsForTest(0);
  }
}

TEST(MoveTest, CopiesRunsOfEveryLengthToEveryAlignment) {
  const Bytes in = numbered(400);
  on_every_target([&] {
    for (const Store store : {Store::cached, Store::streamed}) {
      for (std::size_t skew = 0; skew < 64; ++skew) {
        for (std::size_t run = 0; run <= 200; run += run < 70 ? 1 : 13) {
          Bytes out(400, 0xee);
          Bytes expected = out;
          copy_run(in.data() + skew / 2, out.data() + skew, run, store);
          std::copy_n(in.begin() + static_cast<long>(skew / 2), run,
                      expected.begin() + static_cast<long>(skew));
          ASSERT_EQ(out, expected) << skew << ' ' << run;
        }
      }
    }
  });
}

TEST(MoveTest, CopiesManyRunsAndFetchesMeanwhile) {
  const Bytes in = numbered(4000);
  on_every_target([&] {
    for (const std::size_t run :
         {1u, 2u, 3u, 4u, 8u, 12u, 16u, 32u, 48u, 64u, 65u, 100u, 128u}) {
      std::vector<Move> moves;
      Bytes expected(4000, 0xee);
      for (int i = 0; i < 25; ++i) {
        moves.push_back({i * 7 % 25 * 150, i * 130});
        std::copy_n(in.begin() + moves.back().in, run,
                    expected.begin() + moves.back().out);
      }
      std::vector<std::int64_t> lines = {0, 64, 128, 1000};
      const Fetch fetch{in.data(), lines.data(), lines.size(), Fetch::Into::l2};
      Bytes out(4000, 0xee);
      copy_runs(in.data(), out.data(), moves.data(), moves.size(), run,
                Store::cached, fetch);
      EXPECT_EQ(out, expected) << run;
    }
  });
}

TEST(MoveTest, StreamsWholeAlignedLines) {
  const Bytes in = numbered(4096 + 64);
  on_every_target([&] {
    std::vector<std::uint8_t> memory(4096 + 64, 0xee);
    auto* out = memory.data();
    out += (64 - reinterpret_cast<std::uintptr_t>(out) % 64) % 64;
    const std::vector<Move> moves = {{3, 1024}, {500, 0}, {1501, 2048}};
    copy_runs(in.data(), out, moves.data(), moves.size(), 192, Store::streamed,
              {});
    for (const Move& move : moves) {
      EXPECT_EQ(std::memcmp(out + move.out, in.data() + move.in, 192), 0);
    }
    EXPECT_EQ(out[192], 0xee);
    EXPECT_EQ(out[1023], 0xee);
  });
}

TEST(MoveTest, TransposesEverySizeAndWidth) {
  const Bytes in = numbered(60000);
  on_every_target([&] {
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

}  // namespace
}  // namespace ashlar::kernels
