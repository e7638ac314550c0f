// convert.h - tensors from any form to any other: one mover for all of them.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "ashlar/cast_policy.h"
#include "ashlar/view.h"

namespace ashlar {

struct PlanState;

/// What the padding of the result holds.
struct Padding {
  enum class Kind : std::uint8_t {
    undefined,  ///< whatever is convenient
    zero,       ///< bits that are all zero
    fill,       ///< the code of `value`
    kept,       ///< what was there before
  };

  Kind kind = Kind::undefined;
  double value = 0;

  /// Whether it is written for its own sake.
  bool is_filled() const { return kind == Kind::zero || kind == Kind::fill; }

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
  const View& from() const;
  const View& to() const;
  const ConvertOptions& options() const;

  /// How many bytes `run` reads and writes: whole buffers, padding included,
  /// the units (cores, banks, ranks) one after the other. Of an array with
  /// steps, up to its last element.
  std::int64_t in_bytes() const;
  std::int64_t out_bytes() const;
  /// How many units there are, and the bytes of each.
  std::int64_t in_units() const;
  std::int64_t out_units() const;
  std::int64_t in_unit_bytes() const;
  std::int64_t out_unit_bytes() const;

  /// Converts. The buffers have exactly these sizes, or more for an array with
  /// steps, and must not overlap; they may have any alignment. Of the output
  /// only the view is written, and padding of a whole tensor unless it is to be
  /// kept. Of the input, bytes between and behind elements may be read.
  void run(std::span<const std::byte> in, std::span<std::byte> out) const;

  /// The same with a buffer for each unit, in row-major order of the units.
  void run(std::span<const std::span<const std::byte>> in,
           std::span<const std::span<std::byte>> out) const;

  /// Loops, kernel, blocks and bytes, for people.
  std::string explain() const;

 private:
  friend Plan plan(const Spec& from, const Spec& to,
                   const ConvertOptions& options);
  friend Plan plan(const View& from, const View& to,
                   const ConvertOptions& options);
  explicit Plan(std::shared_ptr<const PlanState> state);

  std::shared_ptr<const PlanState> state_;
};

/// The plan for two tensors or views of one shape. Plans are kept, so asking
/// again costs little. Elements of the destination must not share a place, and
/// padding can be filled in whole tensors only.
Plan plan(const Spec& from, const Spec& to, const ConvertOptions& options = {});
Plan plan(const View& from, const View& to, const ConvertOptions& options = {});

/// plan(from, to, options).run(in, out)
void convert(const Spec& from, std::span<const std::byte> in, const Spec& to,
             std::span<std::byte> out, const ConvertOptions& options = {});
void convert(const View& from, std::span<const std::byte> in, const View& to,
             std::span<std::byte> out, const ConvertOptions& options = {});

}  // namespace ashlar
