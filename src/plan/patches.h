// patches.h - bytes of a table that can move together.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ashlar/shape.h"
#include "src/kernels/gather.h"
#include "src/kernels/squares.h"
#include "src/plan/cells.h"

namespace ashlar {

/// What does the work of a table: first the hops, then the patches; or cells.
struct Patches {
  std::vector<kernels::Hop> hops;
  Index hop_bytes = kernels::kHopBytes;
  std::vector<kernels::Patch> patches;
  std::vector<kernels::PatchOrder> orders;  ///< of patches
  Cells cells;
};

/// Bytes behind either area that may be read, or written, and mean nothing.
inline constexpr Index kPatchSlack = kernels::kHopBytes;

/// For a table of where elements of `width` bytes are, which follow each other
/// in the work area, among `in_bytes` of the staging area. None if the table
/// itself is as fast.
std::optional<Patches> find_patches(std::span<const std::int32_t> at,
                                    Index width, Index in_bytes);

}  // namespace ashlar
