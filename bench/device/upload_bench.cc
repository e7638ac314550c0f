// What copies of 1 GiB to and from a simulated device reach of what memory
// allows. Each is compared with the fastest loop that reads and writes as many
// bytes, in the same run. Arguments: a part of the rows' names, numbers of
// threads.
#include <algorithm>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ashlar/sim.h"
#include "bench/support/bench_main.h"
#include "bench/support/huge_buffer.h"
#include "bench/support/ratio_table.h"

namespace ashlar::bench {
namespace {

constexpr std::int64_t kBytes = std::int64_t{1} << 30;
constexpr double kBar = .75;

/// A device with room for all of it, wherever it is put.
constexpr const char* kDevice = "any(cores=8x8, l1=32MiB, banks=12, dram=2GiB)";

struct Row {
  const char* name;
  const char* host;
  const char* device;
  double bar = kBar;
};

constexpr Row kRows[] = {
    {"bf16 interleaved tiles", "bf16[32768x16384] row",
     "bf16[32768x16384] ttnn on sim:0/dram interleaved(12)"},
    {"f32 interleaved tiles", "f32[16384x16384] row",
     "f32[16384x16384] ttnn on sim:0/dram interleaved(12)"},
    {"bf16 block shards", "bf16[32768x16384] row",
     "bf16[32768x16384] ttnn on sim:0/l1 block(8x8)"},
    {"f32 block shards", "f32[16384x16384] row",
     "f32[16384x16384] ttnn on sim:0/l1 block(8x8)"},
    {"bf16 height shards", "bf16[32768x16384] row",
     "bf16[32768x16384] ttnn on sim:0/l1 height(8x8)"},
    {"f32 height shards", "f32[16384x16384] row",
     "f32[16384x16384] ttnn on sim:0/l1 height(8x8)"},
    {"bf16 sticks", "bf16[64x8192x1024] row",
     "bf16[64x8192x1024] stick(128B, pad=all) on sim:0/dram"},
    {"f32 sticks", "f32[64x4096x1024] row",
     "f32[64x4096x1024] stick(128B, pad=all) on sim:0/dram"},
    {"f16 to dlfloat16 sticks", "f16[64x8192x1024] row",
     "dlfloat16[64x8192x1024] stick(128B, pad=all) on sim:0/dram", 0},
};

enum class Direction { up, down };

/// What all rows share. The loops that set the limit run between the memory of
/// the host and a second block that is as large as the device's.
struct Bench {
  std::shared_ptr<SimDevice> device = make_sim(parse_sim_config(kDevice));
  HugeBuffer host{static_cast<std::size_t>(kBytes)};
  HugeBuffer other{static_cast<std::size_t>(kBytes)};

  std::span<std::byte> host_bytes() const {
    return {host.data(), static_cast<std::size_t>(kBytes)};
  }
};

/// A tensor on the device, all of its memory touched.
std::shared_ptr<DeviceBuffer> allocate(const Bench& bench, const Row& row) {
  bench.device->trim();
  const Spec spec = parse_spec(row.device);
  auto buffer = bench.device->allocate(spec);
  const std::span<const std::byte> in[] = {bench.host_bytes()};
  bench.device->upload(plan(parse_spec(row.host), spec), in, *buffer);
  return buffer;
}

Work work_of(const Bench& bench, const Row& row, Direction direction,
             const std::shared_ptr<DeviceBuffer>& buffer, int threads) {
  ConvertOptions options;
  options.threads = threads;
  const Spec host = parse_spec(row.host);
  const Spec there = parse_spec(row.device);
  Work work;
  work.elements = static_cast<double>(host.shape.volume());
  if (direction == Direction::up) {
    const Plan p = plan(host, there, options);
    work.run = [p, buffer, &bench] {
      const std::span<const std::byte> in[] = {bench.host_bytes()};
      bench.device->upload(p, in, *buffer);
    };
    work.traffic = {bench.host.data(), bench.other.data(), kBytes, kBytes};
  } else {
    const Plan p = plan(there, host, options);
    work.run = [p, buffer, &bench] {
      const std::span<std::byte> out[] = {bench.host_bytes()};
      bench.device->download(p, *buffer, out);
    };
    work.traffic = {bench.other.data(), bench.host.data(), kBytes, kBytes};
  }
  return work;
}

void add(RatioTable& table, const Bench& bench, const Row& row,
         Direction direction) {
  const std::string way = direction == Direction::up ? "up" : "down";
  const auto buffer = allocate(bench, row);
  table.add({std::string(row.name) + ", " + way,
             [&](int threads) {
               return work_of(bench, row, direction, buffer, threads);
             },
             {row.bar > 0 ? Bar::Of::ratio : Bar::Of::nothing, row.bar}});
}

void run(const std::string& part, const std::vector<int>& threads) {
  std::vector<Row> rows;
  std::ranges::copy_if(kRows, std::back_inserter(rows), [&](const Row& row) {
    return std::string(row.name).find(part) != std::string::npos;
  });
  const Bench bench;
  RatioTable table("copies of 1 GiB to and from a device", threads,
                   2 * static_cast<int>(rows.size()), {1, 5});
  for (const Row& row : rows) {
    add(table, bench, row, Direction::up);
    add(table, bench, row, Direction::down);
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
