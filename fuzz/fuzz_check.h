// fuzz_check.h - what fuzz targets demand.
#pragma once

#include <optional>

#include "ashlar/error.h"

namespace ashlar::fuzz {

inline void check(bool ok) {
  if (!ok) __builtin_trap();
}

/// What `call` returns, or nothing if it throws an Error that is not our own.
template <class Call>
auto unless_refused(Call call) -> std::optional<decltype(call())> {
  try {
    return call();
  } catch (const Error& error) {
    check(error.kind() != ErrorKind::bug);
    check(error.excerpt().at <= error.excerpt().text.size());
    return std::nullopt;
  }
}

}  // namespace ashlar::fuzz
