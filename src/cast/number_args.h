// number_args.h - formats and policies for the kernel that casts any number.
#pragma once

#include <optional>

#include "ashlar/cast_policy.h"
#include "ashlar/element.h"
#include "src/kernels/number_words.h"

namespace ashlar {

/// How ordinary numbers of one format become another's; empty if the kernel
/// cannot do exactly what is asked, or has no such words.
std::optional<kernels::NumberWords> number_words(const Element& from,
                                                 const Element& to,
                                                 const CastPolicy& policy);

}  // namespace ashlar
