// Programs with small blocks: edges, threads and stores change nothing.
#include "src/plan/run.h"

#include <gtest/gtest.h>

#include <vector>

#include "ashlar/spec.h"

namespace ashlar {
namespace {

using Bytes = std::vector<std::byte>;

Bytes run_with(const Side& in, const Side& out, const Bytes& source,
               const ChunkSize& size, int threads, kernels::Store store) {
  const Index width = in.element_bits() / 8;
  const Program program =
      make_program(in, out, {width * 8, width * 8, width, false}, size);
  Bytes target(std::size_t(out.bytes()), std::byte{0x77});
  Job job{program,       in,    out,    nullptr, source.data(),
          target.data(), store, threads};
  EXPECT_FALSE(run(job).happened());
  return target;
}

TEST(RunTest, BlocksThreadsAndStoresGiveTheSameBytes) {
  constexpr const char* kPairs[][2] = {
      {"f32[67x131] row", "f32[67x131] ttnn"},
      {"bf16[67x131] ttnn", "bf16[67x131] row"},
      {"i8[67x131] row", "i8[67x131] col"},
      {"f64[67x131] col", "f64[67x131] tile(8x8)"},
      {"bf16[67x131] row", "bf16[67x131] [a/2, b, a%2]"},
  };
  for (const auto& [from, to] : kPairs) {
    SCOPED_TRACE(std::string(from) + " -> " + to);
    const Side in(ashlar::bind(parse_spec(from)));
    const Side out(ashlar::bind(parse_spec(to)));
    Bytes source(std::size_t(in.bytes()));
    for (std::size_t i = 0; i < source.size(); ++i) {
      source[i] = std::byte((i * 37 + i / 256) & 0xff);
    }
    const Bytes expected =
        run_with(in, out, source, {}, 1, kernels::Store::cached);
    for (const ChunkSize size :
         {ChunkSize{64, 16}, ChunkSize{512, 64}, ChunkSize{4096, 32},
          ChunkSize{1 << 20, 4096}}) {
      for (const int threads : {1, 2, 0}) {
        for (const auto store :
             {kernels::Store::cached, kernels::Store::streamed}) {
          EXPECT_TRUE(run_with(in, out, source, size, threads, store) ==
                      expected)
              << size.bytes << ' ' << size.run << ' ' << threads;
        }
      }
    }
  }
}

}  // namespace
}  // namespace ashlar
