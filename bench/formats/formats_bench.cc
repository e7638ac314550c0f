// What casts between number formats reach of what memory allows. Every cast is
// compared with the fastest loop that reads and writes as many bytes in the
// same run; a time by itself means nothing on a shared machine.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ashlar/cast.h"
#include "ashlar/format.h"
#include "bench/support/bench_main.h"
#include "bench/support/huge_buffer.h"
#include "bench/support/ratio_table.h"

namespace ashlar::bench {
namespace {

constexpr std::int64_t kDramElements = std::int64_t{64} << 20;
constexpr std::int64_t kCacheElements = std::int64_t{64} << 10;

enum class Way { there, back, both };

/// Casts from `from` to each of the formats in `to`, or back, or both.
struct Family {
  const char* from;
  std::vector<const char*> to;
  Way way;
  Bar bar;
  CastPolicy policy = {};
  const char* note = "";
};

std::vector<Family> families() {
  const auto ratio = [](double least) { return Bar{Bar::Of::ratio, least}; };
  const Bar codec{Bar::Of::f32_rate, 1};
  CastPolicy saturate;
  saturate.integer_overflow = IntegerOverflow::saturate;
  CastPolicy truncate;
  truncate.rounding = Rounding::toward_zero;
  CastPolicy stochastic;
  stochastic.rounding = Rounding::stochastic;
  return {
      {"f32", {"bf16", "f16"}, Way::both, ratio(0.90)},
      {"f32",
       {"f8_e4m3fn", "f8_e5m2", "f8_e4m3fnuz", "f8_e5m2fnuz"},
       Way::both,
       ratio(0.85)},
      {"bf16", {"f8_e4m3fn", "f8_e5m2"}, Way::there, ratio(0.70)},
      {"f16", {"f8_e4m3fn"}, Way::there, ratio(0.70)},
      {"f32",
       {"f6_e3m2fn", "f6_e2m3fn", "f4_e2m1fn_w8"},
       Way::both,
       ratio(0.70)},
      {"f32",
       {"f6_e3m2fn_w6", "f4_e2m1fn"},
       Way::both,
       ratio(0.70),
       {},
       ", packed"},
      {"f32", {"dlfloat16"}, Way::both, ratio(0.70)},
      {"f32", {"i8", "u8"}, Way::there, ratio(0.70), saturate, ", saturate"},
      {"f32", {"i8", "u8"}, Way::back, ratio(0.70)},
      {"f32", {"q16.16", "q5.26"}, Way::there, {}, saturate, ", saturate"},
      {"f32", {"q16.16", "q5.26"}, Way::back, {}},
      {"f32", {"f8_e4m3fn"}, Way::there, codec, truncate, ", toward zero"},
      {"f32", {"e5m6", "tf32"}, Way::there, codec},
      {"f64", {"f8_e4m3fn"}, Way::there, codec},
      {"f32", {"f8_e4m3fn"}, Way::there, codec, stochastic, ", stochastic"},
  };
}

/// One cast of the table.
struct Row {
  Element from;
  Element to;
  CastPolicy policy;
  std::string name;
  Bar bar;
};

/// Those whose names contain `part`.
std::vector<Row> rows(const std::string& part) {
  std::vector<Row> all;
  for (const Family& family : families()) {
    const Element from = parse_format(family.from).element();
    const auto add = [&](const Element& a, const Element& b) {
      const std::string name =
          to_string(a) + " -> " + to_string(b) + family.note;
      if (name.find(part) == std::string::npos) return;
      all.push_back({a, b, family.policy, name, family.bar});
    };
    for (const char* name : family.to) {
      const Element to = parse_format(name).element();
      if (family.way != Way::back) add(from, to);
      if (family.way != Way::there) add(to, from);
    }
  }
  return all;
}

/// Normal numbers over a dozen binades, and a zero now and then.
void fill(float* out, std::int64_t count) {
  constexpr std::int64_t kDrawn = std::int64_t{1} << 20;
  std::mt19937 random(4);
  std::normal_distribution<float> normal;
  for (std::int64_t i = 0; i < std::min(kDrawn, count); ++i) {
    const int scale = static_cast<int>(random() % 12) - 7;
    out[i] = random() % 1000 == 0 ? 0.0f : std::ldexp(normal(random), scale);
  }
  for (std::int64_t i = kDrawn; i < count; i += kDrawn) {
    std::memcpy(out + i, out, kDrawn * sizeof(float));
  }
}

/// The arrays of all casts, large enough for any of them.
struct Arrays {
  HugeBuffer numbers{kDramElements * 4};  ///< f32, what all inputs are made of
  HugeBuffer in{kDramElements * 8};
  HugeBuffer out{kDramElements * 8};

  Arrays() { fill(reinterpret_cast<float*>(numbers.data()), kDramElements); }

  std::span<std::byte> part(const HugeBuffer& buffer, const Element& element,
                            std::int64_t count) const {
    return {buffer.data(),
            static_cast<std::size_t>(packed_bytes(element, count))};
  }
};

void prepare(const Arrays& arrays, const Element& from, std::int64_t count) {
  CastOptions options;
  options.policy.integer_overflow = IntegerOverflow::saturate;
  const Element f32;
  cast(f32, arrays.part(arrays.numbers, f32, count), from,
       arrays.part(arrays.in, from, count), count, options);
}

Work work_of(const Arrays& arrays, const Row& row, std::int64_t count,
             int threads) {
  const auto in = arrays.part(arrays.in, row.from, count);
  const auto out = arrays.part(arrays.out, row.to, count);
  CastOptions options;
  options.policy = row.policy;
  options.threads = threads;
  Work work;
  work.run = [=] { cast(row.from, in, row.to, out, count, options); };
  work.traffic = {in.data(), out.data(), static_cast<std::int64_t>(in.size()),
                  static_cast<std::int64_t>(out.size())};
  work.elements = static_cast<double>(count);
  return work;
}

void dram_table(const Arrays& arrays, const std::vector<Row>& all) {
  RatioTable table("64 Mi elements, in DRAM", {1, 2},
                   static_cast<int>(all.size()), {0.6, 5});
  for (const Row& row : all) {
    prepare(arrays, row.from, kDramElements);
    table.add({row.name,
               [&](int threads) {
                 return work_of(arrays, row, kDramElements, threads);
               },
               row.bar});
  }
  table.finish();
}

void cache_table(const Arrays& arrays, const std::vector<Row>& all) {
  RatioTable table(
      "64 Ki elements for each thread, in its L2 cache; there are no bars",
      {1, 2}, static_cast<int>(all.size()), {0.08, 11});
  for (const Row& row : all) {
    prepare(arrays, row.from, 2 * kCacheElements);
    table.add({row.name,
               [&](int threads) {
                 return work_of(arrays, row, threads * kCacheElements, threads);
               },
               {}});
  }
}

/// What others reach, measured on another machine: GB/s of f32 by those of
/// memcpy, one thread, 64 Mi elements.
struct Peer {
  const char* from;
  const char* to;
  const char* figures;
};

constexpr Peer kPeers[] = {
    {"f32", "bf16",
     "Highway 0.89, FBGEMM 0.84, oneDNN 0.75, ml_dtypes (Eigen) 0.74"},
    {"f32", "f16", "FBGEMM 0.92, ml_dtypes (Eigen) 0.32, oneDNN 0.006"},
    {"f32", "f8_e4m3fn", "ml_dtypes 0.052, FBGEMM 0.019"},
    {"f32", "f4_e2m1fn_w8", "ml_dtypes 0.034"},
    {"f32", "i8", "oneDNN 0.67, with a scale"},
    {"f8_e4m3fn", "f32", "ml_dtypes 0.07"},
};

/// How fast a cast is next to copies of as many f32.
struct ToCopy {
  double plain = 0;  ///< to memcpy
  double best = 0;   ///< to the fastest loop that copies
};

ToCopy ratio_to_copy(const Arrays& arrays, const Row& row, Team& team) {
  prepare(arrays, row.from, kDramElements);
  const Work work = work_of(arrays, row, kDramElements, 1);
  std::vector<Contender> contenders = {{[&](int) { work.run(); }}};
  const Traffic copy{arrays.numbers.data(), arrays.out.data(),
                     kDramElements * 4, kDramElements * 4};
  for (Contender& loop : plain_loops(copy, team)) {
    contenders.push_back(std::move(loop));
  }
  const auto times = interleave(contenders, {1.0, 5});
  const double seconds = median(times[0].seconds);
  ToCopy ratio;
  ratio.plain = median(times.back().seconds) / seconds;
  ratio.best = ratio.plain;
  for (std::size_t i = 1; i < times.size(); ++i) {
    ratio.best = std::min(ratio.best, median(times[i].seconds) / seconds);
  }
  return ratio;
}

void peers(const Arrays& arrays) {
  std::printf(
      "\nOne thread, 64 Mi elements: GB/s of f32 divided by those of a memcpy "
      "of f32, and of\nthe fastest loop that copies. Ashlar: here and now. The "
      "others: published figures\nfrom an Intel machine with AVX-512, by its "
      "memcpy; they were not run here.\n\n");
  Team team(1);
  for (const Peer& peer : kPeers) {
    Row row{parse_format(peer.from).element(),
            parse_format(peer.to).element(),
            {},
            "",
            {}};
    row.policy.integer_overflow = IntegerOverflow::saturate;
    const std::string name = to_string(row.from) + " -> " + to_string(row.to);
    const ToCopy ratio = ratio_to_copy(arrays, row, team);
    std::printf("%-22s Ashlar %.2f, %.2f; %s\n", name.c_str(), ratio.plain,
                ratio.best, peer.figures);
    std::fflush(stdout);
  }
}

void run(const std::string& part) {
  std::puts(
      "R:W    bytes read and written for an element\n"
      "GB/s   of bytes read and written\n"
      "of f32 GB/s of 4 bytes an element\n"
      "limit  GB/s of the fastest plain loop that moves as many bytes between\n"
      "       the same arrays, measured in turn with the cast\n"
      "ratio  of the two, the median over all turns\n"
      "~      other programs left too few processors");
  const Arrays arrays;
  const std::vector<Row> all = rows(part);
  dram_table(arrays, all);
  cache_table(arrays, all);
  if (part.empty()) peers(arrays);
}

}  // namespace
}  // namespace ashlar::bench

/// `formats_bench bf16` measures the casts with "bf16" in their names.
int main(int argc, char** argv) {
  return ashlar::bench::bench_main(
      [&] { ashlar::bench::run(argc > 1 ? argv[1] : ""); });
}
