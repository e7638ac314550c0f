// padding.h - the bits of a layout that hold no element.
#pragma once

#include <array>
#include <functional>
#include <span>

#include "ashlar/bound_layout.h"

namespace ashlar {

/// Finds padding block by block: whole ones at once, and full ones are never
/// looked into.
class PaddingMap {
 public:
  /// The layout has to outlive the map.
  explicit PaddingMap(const BoundLayout& layout);

  /// False with XORs or records: each element would have to be asked for.
  bool is_known() const { return is_known_; }

  /// The outermost digit cuts the memory of a unit into slots of so many bits,
  /// which can be looked at one by one.
  Index slots() const { return slots_; }
  Index slot_bits() const { return slot_bits_; }

  using Visit = std::function<void(Index begin, Index end)>;

  /// Calls `visit` for the stretches of padding in slots [first, last) of a
  /// unit, from low to high; none touches the next. After `most` questions it
  /// gives up, and says that all that is left is padding.
  void for_each(Index unit, Index first, Index last, Index most,
                const Visit& visit) const;

 private:
  static constexpr std::size_t kSources = kMaxRank + kMaxJoins;

  /// What is known of each axis and join once some digits are.
  struct State {
    std::array<Index, kSources> low = {};   ///< what known digits add up to
    std::array<Index, kSources> open = {};  ///< most that the others can add
    std::array<int, kMaxJoins> left = {};   ///< digits of joins to be known
  };

  struct Parts {
    Index full = 0;
    Index used = 0;
  };

  class Walk;

  void count_sources();
  bool fix(State& state, int digit, Index value) const;
  bool fix_terms(State& state, std::size_t join) const;
  bool fix_unit(State& state, Index unit) const;
  bool is_outside(const State& state) const;
  bool is_open(const State& state, std::uint8_t but) const;
  Parts parts(const State& state, const Digit& digit) const;

  const BoundLayout& layout_;
  std::span<const Digit> levels_;  ///< of the memory, outermost first
  std::array<bool, kMaxDigits> has_holes_ = {};  ///< a level, or one inside
  std::array<bool, kMaxJoins> has_gaps_ = {};    ///< not every value is used
  std::array<Index, kSources> sizes_ = {};
  State start_;
  Index slots_ = 1;
  Index slot_bits_ = 0;
  bool is_known_ = true;
};

}  // namespace ashlar
