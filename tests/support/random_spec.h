// random_spec.h - specs of every kind, for laws that all of them obey.
#pragma once

#include "ashlar/spec.h"
#include "tests/support/random_layout.h"

namespace ashlar::test {

/// A spec that can be written. It need not make sense: its digits may name
/// axes it does not have, and its shards may not fit.
Spec random_spec(Random& random);

}  // namespace ashlar::test
