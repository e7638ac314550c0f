// apart.h - whether two stretches of memory share a byte.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

namespace ashlar {

inline bool is_apart(std::span<const std::byte> a,
                     std::span<const std::byte> b) {
  const std::less<const std::byte*> before;  // a total order, unlike <
  return a.empty() || b.empty() || !before(a.data(), b.data() + b.size()) ||
         !before(b.data(), a.data() + a.size());
}

}  // namespace ashlar
