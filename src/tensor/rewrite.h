// rewrite.h - layouts for other tensors on the same bytes.
#pragma once

#include <map>
#include <string>

#include "ashlar/spec.h"

namespace ashlar {

/// The same digits with other names for axes; "0" for an axis with one index.
Digits renamed(const Digits& digits,
               const std::map<std::string, std::string>& names);

/// `source / div % radix : alloc`.
TermText term_of(std::string_view source, Index div = 1, Index radix = 0,
                 Index alloc = 0);

/// The name that axis `axis` has by default.
std::string default_name(int axis);

/// A spec of these digits in the memory of another one, under a short name if
/// there is one.
Spec spec_with(const Spec& old, const Shape& shape, const AxisNames& names,
               const Digits& digits);

}  // namespace ashlar
