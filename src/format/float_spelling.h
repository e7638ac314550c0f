// float_spelling.h - the generic names of floats: e5m6, float24, binary8p3.
#pragma once

#include <string>
#include <string_view>

#include "src/format/spelling.h"

namespace ashlar {

/// The name that `read_float` reads back.
std::string spell_float(const Element& element);

/// `[u]eXmY[bZ]`, then one of
///   (nothing)   ieee at 8 bits and more, finite below
///   ieee        infinities and NaN in the largest exponent
///   f           finite: no infinity, no NaN
///   fn          NaN in the largest code at 8 bits and more, finite below
///   fnuz        NaN in the code of -0 at 8 bits and more, finite below
///   fnan fnanuz the same NaN at any width
///   in inuz     with the largest code left for infinity
///   ninf        the largest code is NaN and infinity
/// then `_nosub` and `_nozero`. `eXm0` and `eXm0fnu` have neither sign nor
/// zero, and NaN in the largest code. The bias is 2^(X-1) - 1 unless given.
Spelling read_float(std::string_view name);

/// TensorCast's `floatK` and `bfloatK`.
Spelling read_float_width(std::string_view name);

/// IEEE P3109's `binaryKpP`, signed and with infinities unless said.
Spelling read_p3109(std::string_view name);

}  // namespace ashlar
