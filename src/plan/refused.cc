// refused.cc - which element it was that a cast would not take.
#include <string>

#include "ashlar/cast.h"
#include "src/base/require.h"
#include "src/cast/words.h"
#include "src/format/elements.h"
#include "src/plan/state.h"

namespace ashlar {
namespace {

/// The next index in row-major order; false after the last one.
bool advance(Indices& index, const Shape& shape) {
  for (int axis = shape.rank(); axis-- > 0;) {
    if (++index[axis] < shape[axis]) return true;
    index[axis] = 0;
  }
  return false;
}

}  // namespace

void fail_refused(const PlanState& plan, const Buffers& buffers) {
  const Shape& shape = plan.from.shape();
  const Element& from = plan.from.format().element();
  const Element& to = plan.to.format().element();
  CastOptions options;
  options.policy = plan.options.policy;
  Indices index = Indices::filled(shape.rank(), 0);
  do {
    // One element, moved to the start of a buffer of its own.
    const Index bit = plan.in.at(index.data());
    std::byte word[40] = {};
    for (Index i = 0; i < from.storage_bits; ++i) {
      const std::byte byte = buffers.in_at((bit + i) / 8, plan.in.unit_bytes());
      const bool is_set = (byte >> static_cast<int>((bit + i) % 8) &
                           std::byte{1}) != std::byte{0};
      if (is_set) word[i / 8] |= static_cast<std::byte>(1 << i % 8);
    }
    std::byte target[40];
    const auto bytes = [](const Element& e) {
      return static_cast<std::size_t>(packed_bytes(e, 1));
    };
    try {
      cast(from, {word, bytes(from)}, to, {target, bytes(to)}, 1, options);
    } catch (const Error& error) {
      // "element 0 is ..." of the array of one.
      const std::string& problem = error.problem();
      const std::size_t rest = problem.find(" is ");
      throw Error(
          error.kind(), "convert",
          concat("element [", join(index, ", "), "]", problem.substr(rest)),
          error.hint());
    }
  } while (advance(index, shape));
  fail(ErrorKind::bug, "convert",
       "an element was refused that no cast refuses");
}

}  // namespace ashlar
