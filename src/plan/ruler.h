// ruler.h - how far the values of a loop are apart on either side.
#pragma once

#include <vector>

#include "src/plan/refine.h"

namespace ashlar {

/// Measures loops over the axes of `loops`, which has its starts already.
class Ruler {
 public:
  Ruler(const Side& in, const Side& out, const Refined& loops)
      : in_(in), out_(out), loops_(loops) {}

  /// Sides on which what the dims add does not just add up.
  struct Mixes {
    bool in = false;
    bool out = false;
  };

  /// A loop over one dim that is known to be even.
  Loop even(Loop loop) const;
  /// A loop over one dim that may be anything.
  Loop uneven(Loop loop) const;
  /// A loop over several dims; several loops, if its dims are independent.
  std::vector<Loop> grouped(Loop loop, const Mixes& mixes) const;

 private:
  struct Offsets {
    Index in = 0;
    Index out = 0;

    bool operator==(const Offsets&) const = default;
  };

  int rank() const { return static_cast<int>(loops_.axes.size()); }
  Offsets offsets(const Indices& index) const;
  void list(Loop& loop) const;
  bool list(Loop& loop, const std::vector<Loop>& parts,
            const Mixes& mixes) const;

  const Side& in_;
  const Side& out_;
  const Refined& loops_;
};

}  // namespace ashlar
