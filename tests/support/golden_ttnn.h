// golden_ttnn.h - tiles of tt-metal's host code, and what they were made of.
#pragma once

#include <cstdint>

#include "tests/support/golden.h"

namespace ashlar {

class GoldenTtnn : public GoldenTest {
 protected:
  /// `batch` matrices of numbers in the order of rows. Extracts may have fewer
  /// rows.
  struct Source {
    const char* name;
    std::int64_t batch;
    std::int64_t width;
  };

  static constexpr Source kSources[] = {
      {"arange_2x64x64", 2, 64}, {"batch_3x2x33x40", 6, 40},
      {"edge_64x128", 1, 128},   {"normal_64x96", 1, 96},
      {"pad_14x28", 1, 28},      {"ties_32x64", 1, 64}};

  GoldenTtnn() : GoldenTest("blocks/ttnn", "ttnn") {}
};

}  // namespace ashlar
