// A worker moves each block once, whole or cut short.
#include "src/plan/worker.h"

#include <gtest/gtest.h>

#include <vector>

#include "ashlar/spec.h"

namespace ashlar {
namespace {

TEST(WorkerTest, MovesAChunkWhenTheNextOneIsKnown) {
  const Side in(ashlar::bind(parse_spec("u8[8x64] row")));
  const Side out(ashlar::bind(parse_spec("u8[8x64] col")));
  const Program program = make_program(in, out, Widths{}, {64, 8});
  std::vector<std::byte> source(512);
  for (std::size_t i = 0; i < 512; ++i) source[i] = std::byte(i % 251);
  std::vector<std::byte> target(512, std::byte{0xff});
  const Job job{program, in, out, nullptr, source.data(), target.data(), {}, 1};
  Worker worker(job, kernels::Ends::own);
  const Place first{0, 0, Indices{0, 0}};
  worker.add(first);
  EXPECT_EQ(target[0], std::byte{0xff});
  EXPECT_FALSE(worker.finish().happened());
  EXPECT_EQ(target[0], source[0]);
  EXPECT_EQ(target[1], source[64]);
  EXPECT_EQ(target[8], source[1]);
}

TEST(WorkerTest, CutsChunksShortAtTheEdge) {
  const Side in(ashlar::bind(parse_spec("u8[5x7] row")));
  const Side out(ashlar::bind(parse_spec("u8[5x7] [a:8, b:8]")));
  const Program program = make_program(in, out, Widths{}, {64, 64});
  std::vector<std::byte> source(35, std::byte{1});
  std::vector<std::byte> target(64, std::byte{0});
  const Job job{program, in, out, nullptr, source.data(), target.data(), {}, 1};
  EXPECT_FALSE(run(job).happened());
  for (std::size_t i = 0; i < 64; ++i) {
    EXPECT_EQ(target[i], std::byte(i / 8 < 5 && i % 8 < 7));
  }
}

TEST(WorkerTest, GoesOnThroughPaddingButNotBeyondTheSource) {
  // Rows of 7 codes that begin with bytes: the eighth may be anything. The last
  // row has none behind it, and the buffer ends there.
  const Side in(ashlar::bind(parse_spec("u8[64x7] row")));
  const Side out(ashlar::bind(parse_spec("u8[64x7] [b/8, a, b%8]")));
  std::vector<std::byte> source(64 * 7);
  for (std::size_t i = 0; i < source.size(); ++i) source[i] = std::byte(i % 99);
  for (const Gaps gaps : {Gaps::kept, Gaps::free}) {
    const Program program = make_program(in, out, Widths{}, {64, 64}, gaps);
    EXPECT_GT(program.reach, 0);
    std::vector<std::byte> target(64 * 8, std::byte{0xee});
    const Job job{program,       in, out, nullptr, source.data(),
                  target.data(), {}, 1};
    EXPECT_FALSE(run(job).happened());
    std::size_t kept = 0;
    for (std::size_t i = 0; i < target.size(); ++i) {
      if (i % 8 < 7) {
        ASSERT_EQ(target[i], source[i / 8 * 7 + i % 8]) << i;
      } else if (target[i] == std::byte{0xee}) {
        ++kept;
      }
    }
    EXPECT_EQ(kept == 64, gaps == Gaps::kept);
  }
}

}  // namespace
}  // namespace ashlar
