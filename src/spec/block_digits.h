// block_digits.h - where a block format keeps its scales.
#pragma once

#include "ashlar/spec.h"

namespace ashlar {

/// The digits of a spec of a block format. Tiles are records of `scale` and
/// `data`; in rows these two, and what else there is, follow each other. An
/// error that says why if the layout has no place for the parts.
Digits lower_blocks(const Spec& spec);

}  // namespace ashlar
