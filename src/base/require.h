// require.h - the one way the library throws.
#pragma once

#include <string>
#include <string_view>

#include "ashlar/error.h"
#include "src/base/concat.h"

namespace ashlar {

template <class... Parts>
[[noreturn]] void fail(ErrorKind kind, std::string_view where,
                       const Parts&... problem) {
  throw Error(kind, std::string(where), concat(problem...));
}

/// Throws unless `ok`. The parts are only joined when the check fails.
template <class... Parts>
void require(bool ok, ErrorKind kind, std::string_view where,
             const Parts&... problem) {
  if (!ok) fail(kind, where, problem...);
}

}  // namespace ashlar
