// comparison.cc - the codec answers once; every target is held against it.
#include "tests/exhaust/comparison.h"

#include <hwy/highway.h>
#include <hwy/targets.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <limits>

#include "ashlar/cast.h"
#include "src/base/parallel.h"
#include "src/base/require.h"
#include "src/cast/words.h"
#include "src/format/decoder.h"
#include "src/format/encoder.h"

namespace ashlar::test {
namespace {

constexpr std::int64_t kPiece = 64 * 1024;
constexpr std::int64_t kBlock = 256;
constexpr std::size_t kMostExamples = 10;

std::size_t byte_of(const Element& e, std::int64_t index) {
  return static_cast<std::size_t>(index / 8 * e.storage_bits);
}

std::vector<std::uint64_t> words_of(const Element& e, const std::byte* bytes,
                                    std::int64_t first, std::size_t count) {
  std::vector<std::uint64_t> words(count);
  read_words(bytes, e.storage_bits, first, count, words.data());
  return words;
}

/// Words by decoder and encoder alone: no tables, no vectors.
class Codec {
 public:
  Codec(const Element& from, const Element& to, const CastPolicy& policy)
      : from_(from), to_(to), decoder_(from, policy), encoder_(to, policy) {}

  std::uint64_t operator()(std::uint64_t word) const {
    const auto encoded = encoder_(decoder_(code_of_word(from_, word)));
    require(encoded.status == CodecStatus::ok, ErrorKind::data, "exhaust",
            "the codec refuses word ", word);
    return word_of_code(to_, encoded.code);
  }

 private:
  Element from_;
  Element to_;
  Decoder<std::uint64_t> decoder_;
  Encoder<std::uint64_t> encoder_;
};

}  // namespace

std::vector<std::int64_t> targets() {
  hwy::SetSupportedTargetsForTest(0);
  std::vector<std::int64_t> all = hwy::SupportedAndGeneratedTargets();
  // Where this one is the floor, it is not listed unless it is the best.
  if (std::find(all.begin(), all.end(), HWY_STATIC_TARGET) == all.end()) {
    all.push_back(HWY_STATIC_TARGET);
  }
  return all;
}

std::uint64_t codec_word(const Element& from, std::uint64_t word,
                         const Element& to, const CastPolicy& policy) {
  return Codec(from, to, policy)(word);
}

Comparison::Comparison(const Element& from, const Element& to,
                       const CastPolicy& policy)
    : from_(from),
      to_(to),
      policy_(policy),
      route_(from, to, policy, std::numeric_limits<std::int64_t>::max()) {}

void Comparison::run(const std::byte* in, std::int64_t count) {
  const auto bytes = static_cast<std::size_t>(packed_bytes(to_, count));
  expected_.resize(bytes);
  found_.resize(bytes);
  parallel_for(count, kPiece, 0, [&](std::int64_t begin, std::int64_t end) {
    expect(in, begin, end);
  });
  for (const std::int64_t target : targets()) {
    hwy::SetSupportedTargetsForTest(target);
    std::memset(found_.data(), 0xa5, bytes);
    parallel_for(count, kPiece, 0, [&](std::int64_t begin, std::int64_t end) {
      compare(in, begin, end, target);
    });
  }
  hwy::SetSupportedTargetsForTest(0);
}

void Comparison::expect(const std::byte* in, std::int64_t begin,
                        std::int64_t end) {
  const Codec codec(from_, to_, policy_);
  std::uint64_t words[kBlock];
  for (std::int64_t at = begin; at < end; at += kBlock) {
    const auto count = static_cast<std::size_t>(std::min(kBlock, end - at));
    read_words(in, from_.storage_bits, at, count, words);
    for (std::size_t i = 0; i < count; ++i) words[i] = codec(words[i]);
    write_words(words, to_.storage_bits, at, count, expected_.data());
  }
}

/// Every other piece is streamed.
void Comparison::compare(const std::byte* in, std::int64_t begin,
                         std::int64_t end, std::int64_t target) {
  const auto store = begin / kPiece % 2 == 0 ? kernels::Store::cached
                                             : kernels::Store::streamed;
  const Refusal refusal = route_.cast(in, found_.data(), begin, end, 0, store);
  require(!refusal.happened(), ErrorKind::data, "exhaust",
          "the kernels refuse element ", refusal.index);
  const std::size_t first = byte_of(to_, begin);
  const auto bytes = static_cast<std::size_t>(packed_bytes(to_, end - begin));
  if (std::memcmp(&expected_[first], &found_[first], bytes) != 0) {
    report(in, begin, static_cast<std::size_t>(end - begin), target);
  }
}

void Comparison::report(const std::byte* in, std::int64_t begin,
                        std::size_t count, std::int64_t target) {
  const auto words = words_of(from_, in, begin, count);
  const auto expected = words_of(to_, expected_.data(), begin, count);
  const auto found = words_of(to_, found_.data(), begin, count);
  const std::lock_guard lock(mutex_);
  for (std::size_t i = 0; i < count; ++i) {
    if (expected[i] == found[i]) continue;
    ++differing_;
    if (examples_.size() >= kMostExamples) continue;
    char line[160];
    std::snprintf(
        line, sizeof line, "%s: 0x%llx gives 0x%llx, the codec 0x%llx",
        hwy::TargetName(target), static_cast<unsigned long long>(words[i]),
        static_cast<unsigned long long>(found[i]),
        static_cast<unsigned long long>(expected[i]));
    examples_.emplace_back(line);
  }
}

}  // namespace ashlar::test
