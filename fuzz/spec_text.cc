// Any bytes as a spec: an Error, or a value whose print reads back equal and
// whose layout takes positions back to their indices.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "ashlar/error.h"
#include "ashlar/spec.h"

namespace {

void check(bool ok) {
  if (!ok) __builtin_trap();
}

/// The corners of the tensor and a few indices in between.
void check_round_trip(const ashlar::BoundLayout& layout) {
  const ashlar::Shape& shape = layout.shape();
  for (int probe = 0; probe < 8; ++probe) {
    ashlar::Indices index;
    for (int axis = 0; axis < shape.rank(); ++axis) {
      const ashlar::Index last = shape[axis] - 1;
      if (last < 0) return;  // an empty tensor has no index
      index.push_back(probe == 7 ? last / 2 : (probe >> axis % 3 & 1) * last);
    }
    const ashlar::Position position = layout.position(index);
    const ashlar::Found found = layout.find(position);
    check(found.index == index && found.bit == 0 &&
          found.field == layout.data_field());
  }
}

void check_layout(const ashlar::Spec& spec) {
  const ashlar::BoundLayout layout = ashlar::bind(spec);
  check_round_trip(layout);
  const ashlar::BoundLayout again =
      ashlar::bind(ashlar::to_digits(layout), spec.shape, spec.names,
                   spec.format.element());
  check(again == layout);
  const ashlar::BoundLayout simple = ashlar::canonical(layout);
  check_round_trip(simple);
  check(ashlar::same_function(layout, simple) != false);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const ashlar::Spec spec = ashlar::parse_spec(text);
    check(ashlar::parse_spec(ashlar::to_string(spec)) == spec);
    check_layout(spec);
  } catch (const ashlar::Error& error) {
    check(error.kind() != ashlar::ErrorKind::bug);
  }
  return 0;
}
