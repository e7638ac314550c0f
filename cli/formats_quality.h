// formats_quality.h - how much of random numbers block formats keep.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "cli/formats_bits.h"

namespace ashlar::cli {

/// The numbers that formats are measured with.
struct Sample {
  std::int64_t rows = 128;
  std::int64_t columns = 1024;
};

/// Signal to quantisation noise, in decibels.
struct Quality {
  enum class Kind { format, record };

  std::string name;
  Kind kind = Kind::format;
  double bits = 0;      ///< of an element, scales included
  double gaussian = 0;  ///< of numbers with a standard deviation of 1
  double outliers = 0;  ///< of these, if one in a hundred is 10 times as large
};

/// Of the block formats and GGUF records that match, as in `mx*`, or of the
/// block format that is spelled so. An error if there are none. GGUF's records
/// are made as ggml makes them, all else by the library's own rules.
std::vector<Quality> qualities(const std::string& name,
                               const Sample& sample = {});

/// Schema "ashlar.formats.quality/1", ending in a newline.
std::string json_of(const std::vector<Quality>& rows,
                    const Sample& sample = {});

void print_qualities(std::ostream& out, const std::vector<Quality>& rows,
                     const Look& look, const Sample& sample = {});

}  // namespace ashlar::cli
