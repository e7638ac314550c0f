// The same conversions by oneDNN's reorder and by ours, in turns. Built where
// oneDNN is installed. Arguments: a part of the rows' names.
#include <omp.h>

#include <cstdio>
#include <oneapi/dnnl/dnnl.hpp>
#include <string>
#include <vector>

#include "ashlar/convert.h"
#include "bench/support/bench_main.h"
#include "bench/support/convert_work.h"
#include "bench/support/interleave.h"

namespace ashlar::bench {
namespace {

using Tag = dnnl::memory::format_tag;
using Type = dnnl::memory::data_type;

struct Row {
  const char* name;
  const char* from;
  const char* to;
  std::vector<dnnl_dim_t> dims;
  Type in_type;
  Type out_type;
  Tag in_tag;
  Tag out_tag;
};

const Row kRows[] = {
    {"f32 copy",
     "f32[4096x4096] row",
     "f32[4096x4096] row",
     {4096, 4096},
     Type::f32,
     Type::f32,
     Tag::ab,
     Tag::ab},
    {"f32 transpose",
     "f32[4096x4096] row",
     "f32[4096x4096] col",
     {4096, 4096},
     Type::f32,
     Type::f32,
     Tag::ab,
     Tag::ba},
    {"bf16 transpose",
     "bf16[4096x4096] row",
     "bf16[4096x4096] col",
     {4096, 4096},
     Type::bf16,
     Type::bf16,
     Tag::ab,
     Tag::ba},
    {"i8 transpose",
     "i8[4096x4096] row",
     "i8[4096x4096] col",
     {4096, 4096},
     Type::s8,
     Type::s8,
     Tag::ab,
     Tag::ba},
    {"f32 transpose 4089",
     "f32[4089x4089] row",
     "f32[4089x4089] col",
     {4089, 4089},
     Type::f32,
     Type::f32,
     Tag::ab,
     Tag::ba},
    {"bf16 VNNI",
     "bf16[4096x4096] row",
     "bf16[4096x4096] [b/64, a/32, a/2%16, b%64, a%2]",
     {4096, 4096},
     Type::bf16,
     Type::bf16,
     Tag::ab,
     Tag::BA16a64b2a},
    {"f32 acb",
     "f32[64x1024x1024] row",
     "f32[64x1024x1024] [a, c, b]",
     {64, 1024, 1024},
     Type::f32,
     Type::f32,
     Tag::abc,
     Tag::acb},
    {"f32 cba",
     "f32[64x1024x1024] row",
     "f32[64x1024x1024] [c, b, a]",
     {64, 1024, 1024},
     Type::f32,
     Type::f32,
     Tag::abc,
     Tag::cba},
    {"f32 nchw to nChw16c",
     "f32[64x256x64x64] row",
     "f32[64x256x64x64] [a, b/16, c, d, b%16]",
     {64, 256, 64, 64},
     Type::f32,
     Type::f32,
     Tag::abcd,
     Tag::aBcd16b},
    {"f32 nChw16c to nchw",
     "f32[64x256x64x64] [a, b/16, c, d, b%16]",
     "f32[64x256x64x64] row",
     {64, 256, 64, 64},
     Type::f32,
     Type::f32,
     Tag::aBcd16b,
     Tag::abcd},
    {"f32 nchw to nhwc",
     "f32[64x256x64x64] row",
     "f32[64x256x64x64] [a, c, d, b]",
     {64, 256, 64, 64},
     Type::f32,
     Type::f32,
     Tag::abcd,
     Tag::acdb},
    {"f32 OIhw16i16o",
     "f32[1024x1024x3x3] row",
     "f32[1024x1024x3x3] [a/16, b/16, c, d, b%16, a%16]",
     {1024, 1024, 3, 3},
     Type::f32,
     Type::f32,
     Tag::abcd,
     Tag::ABcd16b16a},
    {"f32 to bf16",
     "f32[4096x4096] row",
     "bf16[4096x4096] row",
     {4096, 4096},
     Type::f32,
     Type::bf16,
     Tag::ab,
     Tag::ab},
};

void run_row(const Row& row, const HugeBuffer& in, const HugeBuffer& out) {
  ConvertOptions options;
  options.threads = 1;
  const Work ours = convert_work(
      plan(parse_spec(row.from), parse_spec(row.to), options), in, out);
  dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  dnnl::stream stream(engine);
  dnnl::memory from({row.dims, row.in_type, row.in_tag}, engine, in.data());
  dnnl::memory to({row.dims, row.out_type, row.out_tag}, engine, out.data());
  dnnl::reorder reorder(from, to);
  const std::vector<Contender> contenders = {
      {[&](int times) {
         for (int i = 0; i < times; ++i) ours.run();
       },
       "ashlar"},
      {[&](int times) {
         for (int i = 0; i < times; ++i) {
           reorder.execute(stream, from, to);
           stream.wait();
         }
       },
       "oneDNN"}};
  const auto times = interleave(contenders, {0.5, 5});
  const double bytes = ours.traffic.bytes();
  const double mine = median(times[0].seconds);
  const double theirs = median(times[1].seconds);
  std::printf("%-22s %8.1f %8.1f %8.2f\n", row.name, bytes / mine / 1e9,
              bytes / theirs / 1e9, theirs / mine);
  std::fflush(stdout);
}

void run(const std::string& part) {
  omp_set_num_threads(1);
  const HugeBuffer in(std::size_t{300} << 20);
  const HugeBuffer out(std::size_t{300} << 20);
  const dnnl_version_t* version = dnnl_version();
  std::printf("one thread, GB/s; oneDNN %d.%d.%d\n\n%-22s %8s %8s %8s\n",
              version->major, version->minor, version->patch, "", "ashlar",
              "oneDNN", "times");
  for (const Row& row : kRows) {
    if (std::string(row.name).find(part) != std::string::npos) {
      run_row(row, in, out);
    }
  }
}

}  // namespace
}  // namespace ashlar::bench

int main(int argc, char** argv) {
  return ashlar::bench::bench_main(
      [&] { ashlar::bench::run(argc > 1 ? argv[1] : ""); });
}
