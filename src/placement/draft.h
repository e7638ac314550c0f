// draft.h - a list of digits while placement adds units to it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ashlar/placement.h"

namespace ashlar {

/// floor(name / div): a number from 0 to extent - 1 that digits are taken
/// from. Without a name it is zero, as the index of an axis that is not there.
struct Quantity {
  std::string name;
  Index div = 1;
  Index extent = 1;
};

/// floor(quantity / div) mod radix (0: what is left) in `slots` (0: as many as
/// it takes values).
TermText digit(const Quantity& quantity, Index div = 1, Index radix = 0,
               Index slots = 0);

/// Zero in `slots` slots.
TermText gap(Index slots);

/// A page of the layout: never cut, and axes are padded to whole ones.
struct Page {
  Index rows = 1;
  Index cols = 1;
};

/// What is to be placed, and the digits written so far.
struct Draft {
  Layout layout;
  Indices sizes;
  std::vector<std::string> names;  ///< of the axes, one a size
  Element element;
  Page page;
  Digits digits;

  int rank() const { return sizes.size(); }
  /// The axis; the zero quantity where `axis` is negative.
  Quantity axis(int axis) const;
  /// To what the index of `axis` is padded so that whole pages fit.
  Index page_of(int axis) const;

  /// A name for a let that is not taken: `wish`, or `wish` with a number.
  std::string fresh(std::string_view wish) const;
  /// The row-major index of `terms`, whose extents make `extent`.
  Quantity let(std::string_view wish, std::vector<TermText> terms,
               Index extent);
  void unit(std::string_view name, TermText term);

  /// The layout with these sizes and names of axes, written out.
  std::vector<TermText> lower(const Indices& of,
                              const std::vector<std::string>& called) const;
};

/// One axis of a shard: which part of `axis` a shard holds.
struct Cut {
  Quantity axis;
  Index shard = 1;
  Index page = 1;
  enum class Spread { yes, no } spread = Spread::yes;

  /// Which shard: floor(axis / shard).
  Quantity index() const;
};

/// Writes the layout of one shard, the digits local to it, to the end of the
/// memory. One cut an axis, outermost first.
void write_shard(Draft& draft, const std::vector<Cut>& cuts);

/// The axes up to `last` as one number: pages stay whole, and the outermost
/// axis is not padded. The axis itself if there is only one.
Quantity joined_axes(Draft& draft, int last);

/// How cores are numbered: on a grid, or just counted.
struct CoreUnits {
  explicit CoreUnits(const Sharded& sharded);

  /// The cores, each holding what `shard` has at its number; with `wrap`,
  /// starting over when all cores have something.
  enum class Wrap { no, yes };
  void write(Draft& draft, const Quantity& shard, Wrap wrap) const;

  Index count = 1;
  bool is_grid = false;
  CoreGrid grid;
  Sharded::Order order = Sharded::Order::row;
};

void place_matrix(Draft& draft, const Sharded& sharded);
void place_nd(Draft& draft, const Sharded& sharded);
void place_interleaved(Draft& draft, const Interleaved& interleaved);
void place_ranks(Draft& draft, const Ranks& ranks);

}  // namespace ashlar
