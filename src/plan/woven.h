// woven.h - which lines to weave, and what is known of them then.
#pragma once

#include <vector>

#include "src/plan/weaving.h"

namespace ashlar {

/// What this processor weaves best.
struct Woven {
  std::vector<Pass> passes;
  bool is_direct = false;  ///< to the destination itself
};

/// Long lines if it has them. Short ones are woven to a work area unless few
/// lines of a cache are begun at once, and not at all if they stay as they are:
/// runs do that as well.
Woven weave(const std::vector<Strand>& direct,
            const std::vector<Strand>& to_work, Index width,
            bool can_be_direct);

/// How many lines of a cache are begun before one of them is done.
Index lines_at_once(const Pass& pass);

/// Whether a pass puts nothing but whole lines elsewhere.
bool only_copies(const Pass& pass);

/// Whether lines of the source are read one after the other, as they lie.
bool reads_in_order(const Pass& pass);

}  // namespace ashlar
