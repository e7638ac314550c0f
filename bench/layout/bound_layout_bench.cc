// What a question to a bound layout costs. Times are per question: tens of
// nanoseconds are the aim, whatever the size of the tensor.
#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "ashlar/spec.h"

namespace ashlar {
namespace {

struct Case {
  const char* name;
  const char* spec;
};

constexpr Case kCases[] = {
    {"row", "bf16[4096x4096] row"},
    {"tile", "bf16[4096x4096] tile(32x32)"},
    {"faces", "bf16[4096x4096] ttnn"},
    {"stick", "f16[64x1024x1024] stick(128B)"},
    {"block_shard", "bf16[4096x4096] ttnn on sim:0/l1 block(8x8)"},
    {"interleaved", "bf16[4096x4096] ttnn on sim:0/dram interleaved(12)"},
    {"xor", "f16[h=4096, w=64] [h/8, h%8, w/8 ^ h%8, w%8]"},
    {"odd", "f32[1000x700] [a/48, b/36, a%48, b%36]"},
};

// Indices all over the tensor, so that no branch is learnt by heart.
constexpr std::size_t kProbes = 1024;

std::array<Indices, kProbes> indices_of(const Shape& shape) {
  std::array<Indices, kProbes> out;
  std::uint64_t state = 1;
  for (Indices& index : out) {
    for (int axis = 0; axis < shape.rank(); ++axis) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      index.push_back(static_cast<Index>(
          (state >> 33) % static_cast<std::uint64_t>(shape[axis])));
    }
  }
  return out;
}

void BM_Position(benchmark::State& state, const char* spec) {
  const BoundLayout layout = bind(parse_spec(spec));
  const auto indices = indices_of(layout.shape());
  const int field = layout.data_field();
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        layout.position_unchecked(indices[i++ % kProbes].data(), field));
  }
}

void BM_CheckedPosition(benchmark::State& state, const char* spec) {
  const BoundLayout layout = bind(parse_spec(spec));
  const auto indices = indices_of(layout.shape());
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(layout.position(indices[i++ % kProbes]));
  }
}

void BM_Find(benchmark::State& state, const char* spec) {
  const BoundLayout layout = bind(parse_spec(spec));
  const auto indices = indices_of(layout.shape());
  std::array<Position, kProbes> positions;
  for (std::size_t k = 0; k < kProbes; ++k) {
    positions[k] = layout.position(indices[k]);
  }
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(layout.find(positions[i++ % kProbes]));
  }
}

void BM_Bind(benchmark::State& state, const char* text) {
  const Spec spec = parse_spec(text);
  const Digits digits = lower(spec);
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        bind(digits, spec.shape, spec.names, spec.format.element()));
  }
}

void BM_Canonical(benchmark::State& state, const char* text) {
  const BoundLayout layout = bind(parse_spec(text));
  for (auto _ : state) benchmark::DoNotOptimize(canonical(layout));
}

void BM_ParseSpec(benchmark::State& state, const char* text) {
  for (auto _ : state) benchmark::DoNotOptimize(parse_spec(text));
}

const bool kRegistered = [] {
  const struct {
    const char* name;
    void (*run)(benchmark::State&, const char*);
  } questions[] = {
      {"position/", BM_Position},   {"position_checked/", BM_CheckedPosition},
      {"find/", BM_Find},           {"bind/", BM_Bind},
      {"canonical/", BM_Canonical}, {"parse_spec/", BM_ParseSpec},
  };
  for (const auto& question : questions) {
    for (const Case& c : kCases) {
      benchmark::RegisterBenchmark(
          (std::string(question.name) + c.name).c_str(), question.run, c.spec)
          ->Unit(benchmark::kNanosecond);
    }
  }
  return true;
}();

}  // namespace
}  // namespace ashlar
