// processor.cc - asks who made it, and what else it can do.
#include "src/base/processor.h"

namespace ashlar {

RowsFollowed rows_followed() {
#if defined(__x86_64__) || defined(__i386__)
  static const RowsFollowed found = [] {
    if (__builtin_cpu_is("intel") == 0) return RowsFollowed::none;
    // Came with Ice Lake.
    return __builtin_cpu_supports("gfni") != 0 ? RowsFollowed::many
                                               : RowsFollowed::some;
  }();
  return found;
#else
  return RowsFollowed::none;
#endif
}

}  // namespace ashlar
