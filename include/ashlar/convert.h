// convert.h - tensors from any form to any other: one mover for all of them.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "ashlar/cast_policy.h"
#include "ashlar/spec.h"

namespace ashlar {

/// What the padding of the result holds.
struct Padding {
  enum class Kind : std::uint8_t {
    undefined,  ///< whatever is convenient
    zero,       ///< bits that are all zero
    fill,       ///< the code of `value`
  };

  Kind kind = Kind::undefined;
  double value = 0;

  /// NaN fills as well as any other number.
  bool operator==(const Padding& other) const {
    return kind == other.kind && std::bit_cast<std::uint64_t>(value) ==
                                     std::bit_cast<std::uint64_t>(other.value);
  }
};

struct ConvertOptions {
  CastPolicy policy = {};
  Padding padding = {};
  int threads = 0;  ///< at most so many; 0 for as many as there are

  bool operator==(const ConvertOptions&) const = default;
};

/// How to get from one form to another, worked out once. Immutable; copies
/// share it, and any number of threads may run it.
class Plan {
 public:
  const Spec& from() const;
  const Spec& to() const;
  const ConvertOptions& options() const;

  /// How many bytes `run` reads and writes: whole buffers, padding included,
  /// the units (cores, banks, ranks) one after the other.
  std::int64_t in_bytes() const;
  std::int64_t out_bytes() const;

  /// Converts. The buffers have exactly these sizes and must not overlap; they
  /// may have any alignment.
  void run(std::span<const std::byte> in, std::span<std::byte> out) const;

  /// Loops, kernel, blocks and bytes, for people.
  std::string explain() const;

 private:
  friend Plan plan(const Spec& from, const Spec& to,
                   const ConvertOptions& options);
  std::shared_ptr<const struct PlanState> state_;
};

/// The plan for two specs of one shape. Plans are kept, so asking again costs
/// little.
Plan plan(const Spec& from, const Spec& to, const ConvertOptions& options = {});

/// plan(from, to, options).run(in, out)
void convert(const Spec& from, std::span<const std::byte> in, const Spec& to,
             std::span<std::byte> out, const ConvertOptions& options = {});

}  // namespace ashlar
