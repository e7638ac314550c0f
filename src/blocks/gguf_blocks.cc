// gguf_blocks.cc - the kinds of records of GGUF, and many of them at once.
#include "ashlar/gguf_blocks.h"

#include <algorithm>
#include <optional>

#include "src/base/apart.h"
#include "src/base/checked.h"
#include "src/base/parallel.h"
#include "src/base/require.h"
#include "src/base/usual_arithmetic.h"
#include "src/blocks/gguf_records.h"
#include "src/kernels/gguf_one.h"
#include "src/kernels/gguf_records.h"

namespace ashlar {
namespace {

using Kind = RecordKind;
namespace k = kernels;

constexpr RecordCodec kCodecs[] = {
    {{Kind::q8_0, "Q8_0", 8, 32, 34, true}, k::encode_q8_0, k::decode_q8_0},
    {{Kind::q4_0, "Q4_0", 2, 32, 18, true}, k::encode_q4_0, k::decode_q4_0},
    {{Kind::q4_1, "Q4_1", 3, 32, 20, true}, k::encode_q4_1, k::decode_q4_1},
    {{Kind::q5_0, "Q5_0", 6, 32, 22, true}, k::encode_q5_0, k::decode_q5_0},
    {{Kind::q5_1, "Q5_1", 7, 32, 24, true}, k::encode_q5_1, k::decode_q5_1},
    {{Kind::mxfp4, "MXFP4", 39, 32, 17, true},
     k::encode_mxfp4,
     k::decode_mxfp4},
    {{Kind::nvfp4, "NVFP4", 40, 64, 36, true},
     k::encode_nvfp4,
     k::decode_nvfp4},
    {{Kind::iq4_nl, "IQ4_NL", 20, 32, 18, true}, encode_iq4_nl, decode_iq4_nl},
    {{Kind::tq1_0, "TQ1_0", 34, 256, 54, true}, encode_tq1_0, decode_tq1_0},
    {{Kind::tq2_0, "TQ2_0", 35, 256, 66, true}, encode_tq2_0, decode_tq2_0},
    {{Kind::q2_k, "Q2_K", 10, 256, 84, false}, nullptr, decode_q2_k},
    {{Kind::q3_k, "Q3_K", 11, 256, 110, false}, nullptr, decode_q3_k},
    {{Kind::q4_k, "Q4_K", 12, 256, 144, true}, encode_q4_k, decode_q4_k},
    {{Kind::q5_k, "Q5_K", 13, 256, 176, false}, nullptr, decode_q5_k},
    {{Kind::q6_k, "Q6_K", 14, 256, 210, true}, encode_q6_k, decode_q6_k},
};

constexpr std::size_t kKinds = std::size(kCodecs);

constexpr std::array<RecordInfo, kKinds> kInfos = [] {
  std::array<RecordInfo, kKinds> out = {};
  for (std::size_t i = 0; i < kKinds; ++i) out[i] = kCodecs[i].info;
  return out;
}();

const RecordCodec& codec_of(RecordKind kind, std::string_view where) {
  const auto i = static_cast<std::size_t>(kind);
  require(i < kKinds, ErrorKind::invalid, where, "there is no kind of records ",
          i);
  return kCodecs[i];
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// The kinds that have kernels.
std::optional<kernels::GgufKind> kernel_of(RecordKind kind) {
  switch (kind) {
    case RecordKind::q8_0:
      return kernels::GgufKind::q8_0;
    case RecordKind::q4_0:
      return kernels::GgufKind::q4_0;
    case RecordKind::mxfp4:
      return kernels::GgufKind::mxfp4;
    default:
      return std::nullopt;
  }
}

/// Enough numbers for a thread to be worth its start.
constexpr std::int64_t kGrain = std::int64_t{1} << 16;

/// How many records there are, after checking all sizes.
std::int64_t check_sizes(const RecordInfo& info, std::size_t numbers,
                         std::span<const std::byte> number_bytes,
                         std::span<const std::byte> records,
                         std::string_view where) {
  const auto count = static_cast<std::int64_t>(numbers);
  require(count % info.elements == 0, ErrorKind::invalid, where, count,
          " numbers do not fill records of ", info.name, ", which hold ",
          info.elements, "; pad them to a multiple of that");
  const std::int64_t bytes =
      checked_multiply(count / info.elements, info.bytes, "bytes of records");
  require(static_cast<std::size_t>(bytes) == records.size(), ErrorKind::invalid,
          where, count, " numbers take ", bytes, " bytes as ", info.name,
          ", the records have ", records.size());
  require(is_apart(number_bytes, records), ErrorKind::invalid, where,
          "numbers and records share memory");
  return count / info.elements;
}

/// Calls `work(begin, end)` for stretches of records.
template <class Work>
void for_records(const RecordInfo& info, std::int64_t count, int threads,
                 const Work& work) {
  const std::int64_t grain =
      threads == 1 ? std::max<std::int64_t>(count, 1) : kGrain / info.elements;
  parallel_for(count, grain, threads,
               [&](std::int64_t begin, std::int64_t end) {
                 const UsualArithmetic usual;
                 work(begin, end);
               });
}

}  // namespace

std::span<const RecordCodec> record_codecs() { return kCodecs; }

std::span<const RecordInfo> record_kinds() { return kInfos; }

const RecordInfo& info_of(RecordKind kind) {
  codec_of(kind, "records");
  return kInfos[static_cast<std::size_t>(kind)];
}

const RecordInfo* find_record_kind(std::string_view name) {
  const auto found =
      std::find_if(kInfos.begin(), kInfos.end(), [&](const RecordInfo& info) {
        return std::equal(name.begin(), name.end(), info.name.begin(),
                          info.name.end(),
                          [](char a, char b) { return lower(a) == lower(b); });
      });
  return found == kInfos.end() ? nullptr : &*found;
}

std::int64_t record_bytes(RecordKind kind, std::int64_t count) {
  const RecordInfo& info = info_of(kind);
  require(count >= 0 && count % info.elements == 0, ErrorKind::invalid,
          "records", count, " numbers do not fill records of ", info.name,
          ", which hold ", info.elements);
  return checked_multiply(count / info.elements, info.bytes,
                          "bytes of records");
}

void encode_records(RecordKind kind, std::span<const float> numbers,
                    std::span<std::byte> records,
                    const RecordOptions& options) {
  constexpr std::string_view kWhere = "encode_records";
  const RecordCodec& codec = codec_of(kind, kWhere);
  const RecordInfo& info = codec.info;
  require(codec.encode != nullptr, ErrorKind::unsupported, kWhere, info.name,
          " can be decoded, but not encoded");
  const std::int64_t count = check_sizes(
      info, numbers.size(), std::as_bytes(numbers), records, kWhere);
  const bool is_other =
      kind == RecordKind::q8_0 && options.rules == RecordRules::activations;
  const auto encode =
      is_other ? kernels::encode_q8_0_activations : codec.encode;
  const auto kernel = is_other ? std::nullopt : kernel_of(kind);
  const kernels::Store store = kernels::store_for(records.size());
  for_records(
      info, count, options.threads, [&](std::int64_t begin, std::int64_t end) {
        const float* in = numbers.data() + begin * info.elements;
        auto* out = reinterpret_cast<std::uint8_t*>(records.data()) +
                    begin * info.bytes;
        if (kernel) {
          return kernels::encode_gguf(
              *kernel, in, static_cast<std::size_t>(end - begin), out, store);
        }
        for (std::int64_t i = 0; i < end - begin; ++i) {
          encode(in + i * info.elements, out + i * info.bytes);
        }
      });
}

void decode_records(RecordKind kind, std::span<const std::byte> records,
                    std::span<float> numbers, const RecordOptions& options) {
  constexpr std::string_view kWhere = "decode_records";
  const RecordCodec& codec = codec_of(kind, kWhere);
  const RecordInfo& info = codec.info;
  const std::int64_t count = check_sizes(
      info, numbers.size(), std::as_bytes(numbers), records, kWhere);
  const auto kernel = kernel_of(kind);
  const kernels::Store store = kernels::store_for(numbers.size_bytes());
  for_records(
      info, count, options.threads, [&](std::int64_t begin, std::int64_t end) {
        const auto* in = reinterpret_cast<const std::uint8_t*>(records.data()) +
                         begin * info.bytes;
        float* out = numbers.data() + begin * info.elements;
        if (kernel) {
          return kernels::decode_gguf(
              *kernel, in, static_cast<std::size_t>(end - begin), out, store);
        }
        for (std::int64_t i = 0; i < end - begin; ++i) {
          codec.decode(in + i * info.bytes, out + i * info.elements);
        }
      });
}

}  // namespace ashlar
