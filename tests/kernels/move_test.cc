// Runs of bytes, on every target, at every alignment and length.
#include "src/kernels/move.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "tests/kernels/kernel_check.h"

namespace ashlar::kernels {
namespace {

using test::Bytes;
using test::numbered;

TEST(MoveTest, CopiesRunsOfEveryLengthToEveryAlignment) {
  const Bytes in = numbered(400);
  test::on_every_target([&] {
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
  test::on_every_target([&] {
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
      copy_runs(in.data(), out.data(), {run, 1, 0, 0}, moves.data(),
                moves.size(), Store::cached, fetch);
      EXPECT_EQ(out, expected) << run;
    }
  });
}

TEST(MoveTest, PullsRunsOfAllLengths) {
  const Bytes in = numbered(9000);
  test::on_every_target([&] {
    for (std::size_t count = 0; count < 60; ++count) {
      std::vector<Span> runs;
      Bytes expected;
      for (std::size_t i = 0; i < count; ++i) {
        const std::size_t run = i * 37 % 150;
        const auto from = static_cast<std::int64_t>(i * 1009 % 8800);
        runs.push_back({from, std::ssize(expected), run});
        expected.insert(expected.end(), in.begin() + from,
                        in.begin() + from + static_cast<std::int64_t>(run));
      }
      Bytes out(expected.size() + 64, 0xee);
      expected.resize(out.size(), 0xee);
      pull_runs(in.data(), out.data(), runs.data(), runs.size());
      ASSERT_EQ(out, expected) << count;
    }
  });
}

TEST(MoveTest, SendsLongRunsAndFetchesMeanwhile) {
  const Bytes in = numbered(20000);
  const std::vector<std::int64_t> lines = {0, 64, 8000};
  test::on_every_target([&] {
    for (const auto into :
         {Fetch::Into::nothing, Fetch::Into::l1, Fetch::Into::l2}) {
      const Fetch fetch{in.data(), lines.data(), lines.size(), into};
      for (const Store store : {Store::cached, Store::streamed}) {
        for (const std::size_t run : {4095u, 4160u, 4225u, 9000u}) {
          const auto end = static_cast<std::int64_t>(run);
          const std::vector<Span> runs = {{7, 3, run}, {300, end + 20, run}};
          Bytes out(20000, 0xee);
          Bytes expected = out;
          for (const Span& each : runs) {
            std::copy_n(in.begin() + each.in, run, expected.begin() + each.out);
          }
          send_runs(in.data(), out.data(), runs.data(), runs.size(), store,
                    fetch);
          ASSERT_EQ(out, expected) << run;
        }
      }
    }
  });
}

TEST(MoveTest, CopiesRowsOfRuns) {
  const Bytes in = numbered(9000);
  test::on_every_target([&] {
    for (const std::size_t run : {1u, 4u, 16u, 24u, 32u, 64u, 128u}) {
      for (const std::size_t rows : {1u, 2u, 3u, 7u, 16u}) {
        const std::vector<Move> moves = {{0, 4000}, {300, 0}};
        Bytes out(9000, 0xee);
        Bytes expected = out;
        copy_runs(in.data(), out.data(), {run, rows, 250, 150}, moves.data(),
                  moves.size(), Store::cached, {});
        for (const Move& move : moves) {
          for (std::size_t r = 0; r < rows; ++r) {
            std::copy_n(
                in.begin() + move.in + static_cast<long>(r) * 250, run,
                expected.begin() + move.out + static_cast<long>(r) * 150);
          }
        }
        ASSERT_EQ(out, expected) << run << " x " << rows;
      }
    }
  });
}

TEST(MoveTest, StreamsWholeAlignedLines) {
  const Bytes in = numbered(4096 + 64);
  test::on_every_target([&] {
    std::vector<std::uint8_t> memory(4096 + 64, 0xee);
    auto* out = memory.data();
    out += (64 - reinterpret_cast<std::uintptr_t>(out) % 64) % 64;
    const std::vector<Move> moves = {{3, 1024}, {500, 0}, {1501, 2048}};
    copy_runs(in.data(), out, {192, 1, 0, 0}, moves.data(), moves.size(),
              Store::streamed, {});
    for (const Move& move : moves) {
      EXPECT_EQ(std::memcmp(out + move.out, in.data() + move.in, 192), 0);
    }
    EXPECT_EQ(out[192], 0xee);
    EXPECT_EQ(out[1023], 0xee);
  });
}

}  // namespace
}  // namespace ashlar::kernels
