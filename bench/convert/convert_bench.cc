// What conversions between layouts reach of what memory allows. Each is
// compared with the fastest loop that reads and writes as many bytes, in the
// same run. Arguments: a part of the rows' names, numbers of threads.
#include <hwy/detect_targets.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "ashlar/convert.h"
#include "bench/support/bench_main.h"
#include "bench/support/huge_buffer.h"
#include "bench/support/ratio_table.h"

namespace ashlar::bench {
namespace {

struct Row {
  const char* name;
  const char* from;
  const char* to;
  double intel_bar;  ///< of Sapphire Rapids
  double amd_bar;    ///< of Zen 4
};

/// What two threads should bring, if memory has it.
constexpr double kScaling = 1.6;

/// Processors whose memories were not studied have none: theirs may have other
/// physics.
double bar_here(const Row& row) {
#if HWY_ARCH_X86
  if (__builtin_cpu_is("intel")) return row.intel_bar;
  if (__builtin_cpu_is("amd")) return row.amd_bar;
#endif
  return 0;
}

constexpr Row kRows[] = {
    {"f32 copy", "f32[4096x4096] row", "f32[4096x4096] row", 0, 0},
    {"f32 tile", "f32[4096x4096] row", "f32[4096x4096] tile(32x32)", .90, .78},
    {"f32 tile, faces", "f32[4096x4096] row", "f32[4096x4096] ttnn", .90, .78},
    {"bf16 tile", "bf16[4096x4096] row", "bf16[4096x4096] tile(32x32)", .90,
     .75},
    {"bf16 tile, faces", "bf16[4096x4096] row", "bf16[4096x4096] ttnn", .90,
     .75},
    {"i8 tile", "i8[4096x4096] row", "i8[4096x4096] tile(32x32)", .80, .60},
    {"i8 tile, faces", "i8[4096x4096] row", "i8[4096x4096] ttnn", .80, .60},
    {"f32 untile", "f32[4096x4096] ttnn", "f32[4096x4096] row", .85, .88},
    {"bf16 untile", "bf16[4096x4096] ttnn", "bf16[4096x4096] row", .75, .75},
    {"i8 untile", "i8[4096x4096] ttnn", "i8[4096x4096] row", .60, .55},
    {"f32 tile to faces", "f32[4096x4096] tile(32x32)", "f32[4096x4096] ttnn",
     .90, .75},
    {"f32 blocks of 48 to 32", "f32[4032x4096] [a/48, b, a%48]",
     "f32[4032x4096] [a/32, b, a%32]", .85, .60},
    {"f16 stickify", "f16[64x1024x1024] row",
     "f16[64x1024x1024] [b, c/64, a, c%64]", .95, .75},
    {"f16 unstickify", "f16[64x1024x1024] [b, c/64, a, c%64]",
     "f16[64x1024x1024] row", .95, .75},
    {"f32 nchw to nChw16c", "f32[n=64, c=256, h=64, w=64] [n, c, h, w]",
     "f32[n=64, c=256, h=64, w=64] [n, c/16, h, w, c%16]", .90, .75},
    {"f32 nChw16c to nchw",
     "f32[n=64, c=256, h=64, w=64] [n, c/16, h, w, c%16]",
     "f32[n=64, c=256, h=64, w=64] [n, c, h, w]", .75, .80},
    {"f32 nchw to nhwc", "f32[n=64, c=256, h=64, w=64] [n, c, h, w]",
     "f32[n=64, c=256, h=64, w=64] [n, h, w, c]", .70, .65},
    {"bf16 VNNI", "bf16[4096x4096] row", "bf16[4096x4096] [a/2, b, a%2]", .90,
     .75},
    {"bf16 XLA (8,128)(2,1)", "bf16[4096x4096] row",
     "bf16[4096x4096] [a/8, b/128, a/2%4, b%128, a%2]", .90, .75},
    {"f32 OIhw16i16o 3x3", "f32[o=1024, i=1024, h=3, w=3] [o, i, h, w]",
     "f32[o=1024, i=1024, h=3, w=3] [o/16, i/16, h, w, i%16, o%16]", .60, .45},
    {"f32 transpose 4096", "f32[4096x4096] row", "f32[4096x4096] col", .75,
     .60},
    {"bf16 transpose 4096", "bf16[4096x4096] row", "bf16[4096x4096] col", .65,
     .40},
    {"i8 transpose 4096", "i8[4096x4096] row", "i8[4096x4096] col", .55, .40},
    {"f32 transpose 4224", "f32[4224x4224] row", "f32[4224x4224] col", .75,
     .80},
    {"bf16 transpose 4224", "bf16[4224x4224] row", "bf16[4224x4224] col", .65,
     .65},
    {"i8 transpose 4224", "i8[4224x4224] row", "i8[4224x4224] col", .55, .60},
    {"f32 abc to acb", "f32[64x1024x1024] row", "f32[64x1024x1024] [a, c, b]",
     .75, .60},
    {"f32 abc to cba", "f32[64x1024x1024] row", "f32[64x1024x1024] [c, b, a]",
     .75, .60},
    {"f32 transpose 4089", "f32[4089x4089] row", "f32[4089x4089] col", .45,
     .45},
    {"f32 tile, faces, 4089", "f32[4089x4089] row", "f32[4089x4089] ttnn", .45,
     .45},
    {"bf16 transposed faces", "bf16[4096x4096] row",
     "bf16[4096x4096] [a/32, b/32, b/16%2, a/16%2, b%16, a%16]", .70, .55},
    {"f32 to bf16", "f32[4096x4096] row", "bf16[4096x4096] row", .90, .90},
    {"f32 to bf16, faces", "f32[4096x4096] row", "bf16[4096x4096] ttnn", .85,
     .70},
    {"f32 to bf16, transposed", "f32[4096x4096] row", "bf16[4096x4096] col",
     .55, .45},
};

/// Whole lines, as the plain loops want them, in the ratio of the formats.
Traffic traffic_of(const Plan& plan, const HugeBuffer& in,
                   const HugeBuffer& out) {
  const std::int64_t volume = plan.from().shape().volume() / 64 * 64;
  const auto bytes = [&](const View& view) {
    return volume * view.format().bits() / 8;
  };
  return {in.data(), out.data(), bytes(plan.from()), bytes(plan.to())};
}

Work work_of(const Row& row, const HugeBuffer& in, const HugeBuffer& out,
             int threads) {
  ConvertOptions options;
  options.threads = threads;
  const Plan p = plan(parse_spec(row.from), parse_spec(row.to), options);
  Work work;
  work.run = [p, &in, &out] {
    p.run({in.data(), static_cast<std::size_t>(p.in_bytes())},
          {out.data(), static_cast<std::size_t>(p.out_bytes())});
  };
  work.traffic = traffic_of(p, in, out);
  work.elements = static_cast<double>(p.from().shape().volume());
  return work;
}

void run(const std::string& part, const std::vector<int>& threads) {
  std::vector<Row> rows;
  for (const Row& row : kRows) {
    if (std::string(row.name).find(part) != std::string::npos) {
      rows.push_back(row);
    }
  }
  constexpr std::size_t kLargest = std::size_t{300} << 20;
  const HugeBuffer in(kLargest);
  const HugeBuffer out(kLargest);
  RatioTable table("conversions of 16 to 256 MiB", threads,
                   static_cast<int>(rows.size()), {0.5, 5});
  for (const Row& row : rows) {
    const double bar = bar_here(row);
    table.add({row.name,
               [&](int count) { return work_of(row, in, out, count); },
               {bar > 0 ? Bar::Of::ratio : Bar::Of::nothing, bar},
               kScaling});
  }
  table.finish();
}

}  // namespace
}  // namespace ashlar::bench

int main(int argc, char** argv) {
  return ashlar::bench::bench_main([&] {
    const auto [part, threads] = ashlar::bench::row_words(argc, argv);
    ashlar::bench::run(part, threads);
  });
}
