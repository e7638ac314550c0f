// loops.h - what can be said of, and done to, the loops of two layouts.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "src/plan/chunk.h"
#include "src/plan/refine.h"

namespace ashlar {

/// Neighbours on one axis that are even together become one.
void merge(std::vector<Loop>& loops);

/// Over one dim, by even steps on both sides.
bool is_even_dim(const Loop& loop);

/// The loop along elements.
std::optional<std::size_t> find_along(const std::vector<Loop>& loops,
                                      const Widths& widths, Which side);

/// Elements of a few bits that stay side by side make whole bytes, which are
/// then the elements.
void widen(Refined& refined, Widths& widths);

}  // namespace ashlar
