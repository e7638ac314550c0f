// comparison.h - casts by kernels next to the codec, on all instruction sets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "ashlar/cast_policy.h"
#include "ashlar/element.h"
#include "src/cast/route.h"

namespace ashlar::test {

/// The instruction sets of this machine that the kernels were compiled for.
std::vector<std::int64_t> targets();

/// The word that the codec makes of a word. An error if it refuses to.
std::uint64_t codec_word(const Element& from, std::uint64_t word,
                         const Element& to, const CastPolicy& policy);

/// Casts arrays with the kernels of every target, and counts where they differ
/// from the codec.
class Comparison {
 public:
  Comparison(const Element& from, const Element& to, const CastPolicy& policy);

  /// Compares `count` elements at `in`, which begin a byte.
  void run(const std::byte* in, std::int64_t count);

  std::int64_t differing() const { return differing_; }
  /// The first few that differ, a line each.
  const std::vector<std::string>& examples() const { return examples_; }

 private:
  void expect(const std::byte* in, std::int64_t begin, std::int64_t end);
  void compare(const std::byte* in, std::int64_t begin, std::int64_t end,
               std::int64_t target);
  void report(const std::byte* in, std::int64_t begin, std::size_t count,
              std::int64_t target);

  Element from_;
  Element to_;
  CastPolicy policy_;
  Route route_;
  std::vector<std::byte> expected_;
  std::vector<std::byte> found_;
  std::mutex mutex_;  ///< of what follows
  std::int64_t differing_ = 0;
  std::vector<std::string> examples_;
};

}  // namespace ashlar::test
