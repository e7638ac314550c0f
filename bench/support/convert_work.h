// convert_work.h - a conversion as something to measure.
#pragma once

#include "ashlar/convert.h"
#include "bench/support/huge_buffer.h"
#include "bench/support/ratio_table.h"

namespace ashlar::bench {

/// What the buffers of a conversion must hold: both forms, and what the plain
/// loops move, which is whole cache lines and no padding.
struct ConvertBytes {
  std::int64_t in = 0;
  std::int64_t out = 0;
};
ConvertBytes convert_bytes(const Plan& plan);

/// Runs `plan` between buffers of that size. There must be elements.
Work convert_work(const Plan& plan, const HugeBuffer& in,
                  const HugeBuffer& out);

/// Bytes of the integers that memory has to hold for a format; 0 stands for
/// floats, as `HugeBuffer` has it.
std::size_t integer_bytes(const Format& format);

}  // namespace ashlar::bench
