// random_layout.h - layouts nobody would write, valid by construction.
#pragma once

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "ashlar/digits.h"

namespace ashlar::test {

using Random = std::mt19937_64;

/// A number from `low` to `high`, both included. The same on every machine,
/// which std::uniform_int_distribution does not promise.
Index pick(Random& random, Index low, Index high);
/// True in `percent` of 100 cases.
bool chance(Random& random, int percent);

/// A layout with everything that binding it needs.
struct RandomLayout {
  Digits digits;
  std::vector<std::string> names;
  std::vector<Index> sizes;
  std::string element;
};

/// Ragged and padded digits, joins, lets, units, gaps, explicit radices, XORs
/// and records, of at most a few hundred elements.
RandomLayout random_layout(Random& random);

/// One without records for the shape of another.
RandomLayout random_layout_like(Random& random, const RandomLayout& shape);

/// The same with a digit dropped, repeated or given another number: hardly
/// ever valid.
RandomLayout corrupted(Random& random, RandomLayout layout);

/// "a=3, b=5", for messages.
std::string shape_text(const RandomLayout& layout);

/// The seed of this run: ASHLAR_TEST_SEED, or a fixed one.
std::uint64_t test_seed();

}  // namespace ashlar::test
