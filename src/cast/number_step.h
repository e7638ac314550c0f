// number_step.h - casts of any two formats that have words of whole bytes.
#pragma once

#include <memory>

#include "src/cast/route.h"

namespace ashlar {

/// A step by the kernel for any number, with the codec for what that leaves;
/// null if there is none. For what has no kernel of its own.
std::unique_ptr<const Step> number_step(const Element& from, const Element& to,
                                        const CastPolicy& policy);

}  // namespace ashlar
