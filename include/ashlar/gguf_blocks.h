// gguf_blocks.h - the records that GGUF files keep quantised numbers in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace ashlar {

/// The kinds of records. Each holds a fixed count of numbers in a row, with
/// scales and all.
enum class RecordKind : std::uint8_t {
  q8_0,
  q4_0,
  q4_1,
  q5_0,
  q5_1,
  mxfp4,
  nvfp4,
  iq4_nl,
  tq1_0,
  tq2_0,
  q2_k,
  q3_k,
  q4_k,
  q5_k,
  q6_k,
};

struct RecordInfo {
  RecordKind kind;
  std::string_view name;  ///< as in GGUF: "Q4_0", "Q6_K", ...
  int gguf_type;          ///< its number in a file
  std::int64_t elements;  ///< of a record
  std::int64_t bytes;
  /// Whether encode_records makes it; all can be decoded.
  bool can_encode;
};

/// All of them, in the order of the enumeration.
std::span<const RecordInfo> record_kinds();
const RecordInfo& info_of(RecordKind kind);
/// Null if no kind has that name, which may be in any case.
const RecordInfo* find_record_kind(std::string_view name);

/// The bytes of `count` numbers; an error unless they fill whole records.
std::int64_t record_bytes(RecordKind kind, std::int64_t count);

/// Which of ggml's two ways to follow. They differ for q8_0 only.
enum class RecordRules : std::uint8_t {
  /// The reference functions, which write model files: multiply by one over
  /// the scale, ties away from zero.
  files,
  /// What vector code does with activations: multiply by 127 over the largest
  /// magnitude, ties to even.
  activations,
};

struct RecordOptions {
  RecordRules rules = RecordRules::files;
  int threads = 1;  ///< at most so many; 0 is as many as there are
};

// Both functions below do what ggml's do, bit for bit, with every operation
// rounded once: nothing is fused. Their results do not depend on the
// floating-point environment, the CPU or the threads. Sizes must match exactly;
// records may begin anywhere, but not overlap numbers.

/// Numbers to records. Where ggml's result is undefined it is defined here:
///
/// - NaN counts as 0, and an infinity as the largest f32 of its sign. Only
///   iq4_nl has a NaN for a scale then, as in ggml; and in nvfp4 the scale
///   becomes the largest one and the code of an infinity 0, as in ggml.
/// - mxfp4 has scales down to 2^-127 for any smaller numbers. The exponent of
///   the largest number is taken from its bits, while ggml asks `log2f`, which
///   may say one more for the last few numbers below a power of two.
/// - Numbers so small that one over their scale is no f32 have the codes of 0.
/// - Codes of iq4_nl records without numbers above 1e-15 are those of 1, with
///   a scale of 0; ggml leaves those of the record before.
void encode_records(RecordKind kind, std::span<const float> numbers,
                    std::span<std::byte> records,
                    const RecordOptions& options = {});

/// The numbers of records. As in ggml, scales of mxfp4 have no NaN (0xff is
/// 2^128), and nvfp4's 0x7f is 0.
void decode_records(RecordKind kind, std::span<const std::byte> records,
                    std::span<float> numbers,
                    const RecordOptions& options = {});

}  // namespace ashlar
