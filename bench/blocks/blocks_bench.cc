// What block formats reach of what memory allows: numbers to codes and scales,
// and back, compared with the fastest loop that reads and writes as many bytes
// in the same run; a time by itself means nothing on a shared machine.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "ashlar/cast.h"
#include "ashlar/gguf_blocks.h"
#include "bench/support/huge_buffer.h"
#include "bench/support/ratio_table.h"
#include "src/blocks/fast_codebook.h"
#include "src/blocks/fast_quantize.h"
#include "src/kernels/two_of_four.h"

namespace ashlar::bench {
namespace {

using kernels::Wide;

constexpr std::int64_t kDramElements = std::int64_t{64} << 20;
constexpr std::int64_t kCacheElements = std::int64_t{64} << 10;
constexpr std::int64_t kCols = 4096;
/// GB/s of f32: 200 million elements a second.
constexpr double kTablesBar = 0.8;

/// One format of the table. Bars are ratios to the limit.
struct Subject {
  const char* name;
  const char* format;
  double encode_bar;
  double decode_bar;
};

constexpr Subject kSubjects[] = {
    {"mxfp8_e4m3", "mxfp8_e4m3", 0.70, 0.65},
    {"mxfp8_e5m2", "mxfp8_e5m2", 0.70, 0.65},
    {"mxfp6_e2m3", "mxfp6_e2m3", 0.70, 0.65},
    {"mxfp4", "mxfp4", 0.70, 0.65},
    {"mxint8", "mxint8", 0.70, 0.65},
    {"nvfp4", "nvfp4", 0.70, 0.65},
    {"int8 of 32, f32", "i8@f32:32", 0.70, 0.65},
    {"int8 of 128, f32", "i8@f32:128", 0.70, 0.65},
    {"int8 by channel", "int8_channel", 0.70, 0.65},
    {"int4 of 32, f16", "int4_g32", 0.60, 0.65},
    {"int4 of 128, f16", "int4_g128", 0.60, 0.65},
    {"uint4 of 32, zeros", "uint4_g32", 0.60, 0.65},
    {"fp8 of 1x128, f32", "f8_e4m3fn@f32:128", 0.70, 0.65},
    {"fp8 of 128x128, f32", "f8_e4m3fn@f32:128x128", 0.70, 0.65},
};

struct RecordSubject {
  RecordKind kind;
  double encode_bar;
  double decode_bar;
};

constexpr RecordSubject kRecords[] = {
    {RecordKind::q8_0, 0.60, 0.65},
    {RecordKind::q4_0, 0.50, 0.65},
    {RecordKind::mxfp4, 0.70, 0.65},
};

/// Normal numbers, whose size changes now and then.
void fill(float* out, std::int64_t count) {
  constexpr std::int64_t kDrawn = std::int64_t{1} << 20;
  std::mt19937 random(4);
  std::normal_distribution<float> normal;
  float scale = 1;
  for (std::int64_t i = 0; i < std::min(kDrawn, count); ++i) {
    if (i % 100 == 0) {
      scale = std::ldexp(1.0f, static_cast<int>(random() % 12) - 7);
    }
    out[i] = normal(random) * scale;
  }
  for (std::int64_t i = kDrawn; i < count; i += kDrawn) {
    std::memcpy(out + i, out, kDrawn * sizeof(float));
  }
}

/// The arrays of everything that is measured, large enough for any of it.
struct Arrays {
  HugeBuffer f32{kDramElements * 4};
  HugeBuffer bf16{kDramElements * 2};
  HugeBuffer out{kDramElements * 4};
  HugeBuffer data{kDramElements * 5 / 4};
  HugeBuffer scales{kDramElements / 4};
  HugeBuffer zeros{kDramElements / 16};
  HugeBuffer outer{64};

  Arrays() {
    fill(reinterpret_cast<float*>(f32.data()), kDramElements);
    const auto count = static_cast<std::size_t>(kDramElements);
    cast(Element(), {f32.data(), count * 4}, parse_format("bf16").element(),
         {bf16.data(), count * 2}, kDramElements);
  }

  const HugeBuffer& numbers(Wide wide) const {
    return wide == Wide::f32 ? f32 : bf16;
  }
};

std::size_t width_of(Wide wide) { return wide == Wide::f32 ? 4 : 2; }

std::span<std::byte> part(const HugeBuffer& buffer, std::int64_t bytes) {
  return {buffer.data(), static_cast<std::size_t>(bytes)};
}

/// Whole cache lines, which is what plain loops move, in a simple ratio.
std::int64_t in_lines(double bytes) {
  return static_cast<std::int64_t>(bytes) / 4096 * 4096;
}

/// Where everything of a format goes.
BlockBytes bytes_of(const Arrays& arrays, const Format& format,
                    const BlockExtent& extent) {
  const Block& block = *format.block();
  const BlockCounts counts = block_counts(format, extent);
  const Packing packing(format.element().bits);
  BlockBytes out;
  out.data_packing = packing;
  out.data = part(arrays.data, packed_bytes(packing, counts.data));
  out.scales = part(arrays.scales,
                    counts.scales * block.scales[0].element.storage_bits / 8);
  out.outer_scales = part(arrays.outer, counts.outer_scales * 4);
  if (block.zero) {
    out.zero_packing = Packing(block.zero->element.bits);
    out.zeros =
        part(arrays.zeros, packed_bytes(out.zero_packing, counts.zeros));
  }
  return out;
}

enum class Way { there, back };

Work work_of(const Arrays& arrays, const Subject& subject, Wide wide, Way way,
             std::int64_t count) {
  const Format format = parse_format(subject.format);
  const BlockExtent extent{1, count / kCols, kCols};
  const auto codes =
      std::make_shared<BlockBytes>(bytes_of(arrays, format, extent));
  const auto width = static_cast<std::int64_t>(width_of(wide));
  const auto numbers = part(arrays.numbers(wide), count * width);
  const auto back = part(arrays.out, count * width);
  const auto encode = [=] {
    quantize_fast(format, {}, extent, wide, numbers, *codes, 1);
  };
  const double code_bytes = static_cast<double>(
      codes->data.size() + codes->scales.size() + codes->zeros.size());
  const auto number_bytes = static_cast<double>(numbers.size());
  Work work;
  work.elements = static_cast<double>(count);
  if (way == Way::there) {
    work.run = encode;
    work.traffic = {numbers.data(), codes->data.data(), in_lines(number_bytes),
                    in_lines(code_bytes)};
  } else {
    encode();
    work.run = [=] {
      dequantize_fast(format, {}, extent, *codes, wide, back, 1);
    };
    work.traffic = {codes->data.data(), back.data(), in_lines(code_bytes),
                    in_lines(number_bytes)};
  }
  return work;
}

Work work_of(const Arrays& arrays, const RecordSubject& subject, Way way,
             std::int64_t count) {
  const auto bytes = record_bytes(subject.kind, count);
  const auto records = part(arrays.data, bytes);
  const std::span numbers{reinterpret_cast<float*>(arrays.f32.data()),
                          static_cast<std::size_t>(count)};
  const std::span back{reinterpret_cast<float*>(arrays.out.data()),
                       static_cast<std::size_t>(count)};
  RecordOptions options;
  options.threads = 1;
  const RecordKind kind = subject.kind;
  Work work;
  work.elements = static_cast<double>(count);
  const auto encode = [=] { encode_records(kind, numbers, records, options); };
  const auto code_bytes = in_lines(static_cast<double>(bytes));
  if (way == Way::there) {
    work.run = encode;
    work.traffic = {arrays.f32.data(), arrays.data.data(), count * 4,
                    code_bytes};
  } else {
    encode();
    work.run = [=] { decode_records(kind, records, back, options); };
    work.traffic = {arrays.data.data(), arrays.out.data(), code_bytes,
                    count * 4};
  }
  return work;
}

/// 2:4: what is kept, and a byte for each number that says whether it is.
Work sparse_work(const Arrays& arrays, Wide wide, std::int64_t count) {
  const auto* in =
      reinterpret_cast<const std::uint8_t*>(arrays.numbers(wide).data());
  auto* const kept = reinterpret_cast<std::uint8_t*>(arrays.out.data());
  auto* const mask = reinterpret_cast<std::uint8_t*>(arrays.data.data());
  const auto width = static_cast<std::int64_t>(width_of(wide));
  const kernels::Store store =
      kernels::store_for(static_cast<std::size_t>(count * width / 2));
  Work work;
  work.elements = static_cast<double>(count);
  work.run = [=] {
    kernels::keep_two_of_four(in, wide, static_cast<std::size_t>(count / 4),
                              {kept, mask}, store);
  };
  work.traffic = {arrays.numbers(wide).data(), arrays.out.data(), count * width,
                  count * width / 2 + count};
  return work;
}

/// A table for 8 elements out of 16 tables: codes that are not packed yet. It
/// is far from what memory allows, so that a fourth of the elements will do.
Work codebook_work(const Arrays& arrays, std::int64_t count) {
  const std::int64_t some = std::max(count / 4, kCols);
  const Format format = parse_format("icb44fi_e2m3fn@e8m0:32,sub=8");
  const BlockExtent extent{1, some / kCols, kCols};
  const std::span numbers{reinterpret_cast<const float*>(arrays.f32.data()),
                          static_cast<std::size_t>(some)};
  Work work;
  work.elements = static_cast<double>(some);
  work.run = [=] { quantize_by_tables(format, numbers, extent, {}, 1); };
  work.traffic = {arrays.f32.data(), arrays.data.data(), some * 4,
                  in_lines(static_cast<double>(some) * 2.25)};
  return work;
}

/// A row of both tables.
struct Row {
  std::string name;
  std::function<Work(std::int64_t count)> work;
  double bar;
  Bar::Of of = Bar::Of::ratio;
};

std::vector<Row> rows(const Arrays& arrays, const std::string& wanted) {
  std::vector<Row> all;
  const auto add = [&](const std::string& name, double bar, auto work) {
    if (name.find(wanted) == std::string::npos) return;
    const bool is_rate = bar == kTablesBar;
    all.push_back(
        {name, work, bar, is_rate ? Bar::Of::f32_rate : Bar::Of::ratio});
  };
  for (const Way way : {Way::there, Way::back}) {
    const bool is_there = way == Way::there;
    for (const Subject& subject : kSubjects) {
      for (const Wide wide : {Wide::f32, Wide::bf16}) {
        const std::string number = wide == Wide::f32 ? "f32" : "bf16";
        const std::string name = subject.name;
        add(is_there ? number + " -> " + name : name + " -> " + number,
            is_there ? subject.encode_bar : subject.decode_bar,
            [&arrays, &subject, wide, way](std::int64_t count) {
              return work_of(arrays, subject, wide, way, count);
            });
      }
    }
    for (const Wide wide : {Wide::f32, Wide::bf16}) {
      if (!is_there) break;
      add(wide == Wide::f32 ? "f32 -> 2:4" : "bf16 -> 2:4", 0.50,
          [&arrays, wide](std::int64_t count) {
            return sparse_work(arrays, wide, count);
          });
    }
    if (is_there) {
      add("f32 -> 16 tables", kTablesBar, [&arrays](std::int64_t count) {
        return codebook_work(arrays, count);
      });
    }
    for (const RecordSubject& subject : kRecords) {
      const std::string name =
          "GGUF " + std::string(info_of(subject.kind).name);
      add(is_there ? "f32 -> " + name : name + " -> f32",
          is_there ? subject.encode_bar : subject.decode_bar,
          [&arrays, &subject, way](std::int64_t count) {
            return work_of(arrays, subject, way, count);
          });
    }
  }
  return all;
}

void table(const std::vector<Row>& all, std::int64_t count, bool has_bars,
           const char* title, const Budget& budget) {
  RatioTable out(title, {1}, static_cast<int>(all.size()), budget);
  for (const Row& row : all) {
    const Bar bar{has_bars ? row.of : Bar::Of::nothing, row.bar};
    out.add({row.name, [&](int) { return row.work(count); }, bar});
  }
  if (has_bars) out.finish();
}

/// What others reach, published or measured elsewhere.
void peers() {
  std::puts(
      "\nPublished, or measured elsewhere; not run here. One thread, on Intel\n"
      "machines with AVX-512.\n"
      "By those of a memcpy of f32:\n"
      "  ggml: q8_0 0.58, q4_0 0.22, mxfp4 0.062, nvfp4 0.017, q4_K 0.005;\n"
      "        decoding q8_0 0.75, q4_0 0.43, mxfp4 0.35\n"
      "  MX by operations of torch 0.016; torch.quantize_per_tensor 0.15\n"
      "  oneDNN, f32 to s8 with a scale 0.67\n"
      "In GB/s of f32:\n"
      "  tt-metal: mxfp8 0.40, mxfp4 0.24, mxint8 0.30, bfp8_b 0.30, bfp4_b "
      "0.25;\n"
      "            decoding mxfp8 0.55, mxfp4 0.47, mxint8 4.5, bfp8_b 2.2\n"
      "  TensorCast: mxfp8 0.025, mxfp4 0.024, int8 0.10, 2:4 0.046,\n"
      "              a codebook of 16 tables 0.0015");
}

void run(const std::string& wanted) {
  std::puts(
      "One thread. Packed codes and scales are written and read.\n"
      "limit  GB/s of the fastest plain loop that moves as many bytes between\n"
      "       the same arrays, measured in turn with the kernel\n"
      "ratio  of the two, the median over all turns\n"
      "nvfp4  reads its numbers twice, for the scale of all of them; loops\n"
      "       that did so would reach 0.53 of the limit\n"
      "~      other programs left too few processors");
  const Arrays arrays;
  const std::vector<Row> all = rows(arrays, wanted);
  table(all, kDramElements, true, "64 Mi elements, in DRAM", {0.6, 5});
  table(all, kCacheElements, false, "64 Ki elements, in L2; there are no bars",
        {0.08, 11});
  if (wanted.empty()) peers();
}

}  // namespace
}  // namespace ashlar::bench

/// `blocks_bench mxfp4` measures what has "mxfp4" in its name.
int main(int argc, char** argv) {
  try {
    ashlar::bench::run(argc > 1 ? argv[1] : "");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
  }
}
