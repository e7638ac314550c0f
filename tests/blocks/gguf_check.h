// gguf_check.h - records of GGUF made and read in one line.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <span>
#include <vector>

#include "ashlar/gguf_blocks.h"

namespace ashlar::test {

using Records = std::vector<std::uint8_t>;

inline Records encoded(RecordKind kind, const std::vector<float>& numbers,
                       const RecordOptions& options = {}) {
  Records out(static_cast<std::size_t>(
      record_bytes(kind, static_cast<std::int64_t>(numbers.size()))));
  encode_records(kind, numbers, std::as_writable_bytes(std::span(out)),
                 options);
  return out;
}

inline std::vector<float> decoded(RecordKind kind, const Records& records,
                                  const RecordOptions& options = {}) {
  const RecordInfo& info = info_of(kind);
  const auto bytes = static_cast<std::size_t>(info.bytes);
  std::vector<float> out(records.size() / bytes *
                         static_cast<std::size_t>(info.elements));
  decode_records(kind, std::as_bytes(std::span(records)), out, options);
  return out;
}

/// One record: the given numbers, and then zeros.
inline std::vector<float> record_of(RecordKind kind,
                                    std::vector<float> numbers) {
  numbers.resize(static_cast<std::size_t>(info_of(kind).elements));
  return numbers;
}

inline std::vector<float> normal_numbers(std::size_t count, unsigned seed,
                                         float spread = 1) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal(0, spread);
  std::vector<float> out(count);
  for (float& x : out) x = normal(random);
  return out;
}

/// Numbers of all magnitudes and kinds: any bits at all.
inline std::vector<float> any_numbers(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<float> out(count);
  for (float& x : out) {
    const auto bits = static_cast<std::uint32_t>(random());
    std::memcpy(&x, &bits, 4);
  }
  return out;
}

/// The same bits, NaN included.
inline std::vector<std::uint32_t> bits_of(const std::vector<float>& numbers) {
  std::vector<std::uint32_t> out(numbers.size());
  if (!out.empty()) std::memcpy(out.data(), numbers.data(), 4 * out.size());
  return out;
}

inline std::vector<RecordKind> encodable_kinds() {
  std::vector<RecordKind> out;
  for (const RecordInfo& info : record_kinds()) {
    if (info.can_encode) out.push_back(info.kind);
  }
  return out;
}

}  // namespace ashlar::test
