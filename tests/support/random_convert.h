// random_convert.h - conversions of every kind.
#pragma once

#include "tests/support/convert_check.h"
#include "tests/support/random_layout.h"

namespace ashlar::test {

/// How many elements there are.
enum class CaseSize {
  small,  ///< at most some ten thousand
  any,    ///< now and then enough to fill more than a cache
};

/// Layouts nobody would write or such as people do, formats of every width,
/// the same or with casts, padding, threads and alignment: all at random.
ConvertCase random_case(Random& random, CaseSize size);

/// The same without casts.
ConvertCase random_move(Random& random, CaseSize size);

}  // namespace ashlar::test
