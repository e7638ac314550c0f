// run.h - carries out a program on memory.
#pragma once

#include <cstddef>
#include <span>

#include "src/cast/route.h"
#include "src/plan/program.h"
#include "src/plan/side.h"

namespace ashlar {

struct Job {
  const Program& program;
  const Side& in_side;
  const Side& out_side;
  const Route* route = nullptr;  ///< a cast, or null
  // Blocks count their bits from here.
  const std::byte* in = nullptr;
  std::byte* out = nullptr;
  kernels::Store store = kernels::Store::cached;
  int threads = 0;
  // Where each unit is, if they lie apart. The program has been made for that.
  // The bits of blocks count from `in` and `out`, the lowest unit then.
  std::span<const std::span<const std::byte>> in_units = {};
  std::span<const std::span<std::byte>> out_units = {};
};

/// The first element, in row-major order of blocks, that a cast refused.
Refusal run(const Job& job);

}  // namespace ashlar
