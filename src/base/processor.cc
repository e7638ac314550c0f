// processor.cc - asks who made it.
#include "src/base/processor.h"

namespace ashlar {

bool follows_rows() {
#if defined(__x86_64__) || defined(__i386__)
  static const bool is_intel = __builtin_cpu_is("intel") != 0;
  return is_intel;
#else
  return false;
#endif
}

}  // namespace ashlar
