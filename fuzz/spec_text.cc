// Any bytes as a spec: an Error, or a value whose print reads back equal and
// whose layout keeps its promises. Nothing here looks at every element.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "ashlar/notation.h"
#include "ashlar/spec.h"
#include "fuzz/fuzz_check.h"

namespace {

using ashlar::fuzz::check;
using ashlar::fuzz::unless_refused;

/// The corners of the tensor and the middle, in every field.
void check_round_trip(const ashlar::BoundLayout& layout) {
  const ashlar::Shape& shape = layout.shape();
  for (int probe = 0; probe < 8; ++probe) {
    ashlar::Indices index;
    for (int axis = 0; axis < shape.rank(); ++axis) {
      const ashlar::Index last = shape[axis] - 1;
      if (last < 0) return;  // an empty tensor has no index
      index.push_back(probe == 7 ? last / 2 : (probe >> axis % 3 & 1) * last);
    }
    const ashlar::Found found = layout.find(layout.position(index));
    check(found.index == index && found.bit == 0 &&
          found.field == layout.data_field());
  }
}

/// Every position is an element or padding, and says which.
void check_inverse(const ashlar::BoundLayout& layout) {
  const ashlar::Index bits = layout.bits_per_unit();
  if (bits == 0 || layout.unit_total() == 0) return;
  for (const ashlar::Index bit : {bits - 1, bits / 2, bits / 3, bits / 7}) {
    ashlar::Position position;
    position.bit = bit;
    for (std::size_t u = 0; u < layout.units().size(); ++u) {
      if (layout.units()[u].digit < 0) continue;
      position.unit[u] = (layout.units()[u].extent - 1) / 2;
    }
    const ashlar::Found found = layout.find(position);
    if (!found.index) continue;
    ashlar::Position back = layout.position(*found.index, found.field);
    back.bit += found.bit;
    check(back == position);
  }
}

/// Whatever binds can be written, simplified and recognised without an error.
void check_layout(const ashlar::BoundLayout& layout) {
  const ashlar::Element& element = layout.fields()[0].element;
  check_round_trip(layout);
  check_inverse(layout);
  const ashlar::Digits written = ashlar::to_digits(layout);
  check(ashlar::parse_digits(to_string(written)) == written);
  check(ashlar::bind(written, layout.shape(), layout.names(), element) ==
        layout);
  const ashlar::BoundLayout simple = ashlar::canonical(layout);
  check_round_trip(simple);
  check(ashlar::canonical(simple) == simple);
  check(ashlar::same_function(layout, simple) != false);
  check(ashlar::stable_hash(layout) == ashlar::stable_hash(simple));
  const ashlar::BoundLayout again = ashlar::bind(
      ashlar::recognise(layout), layout.shape(), layout.names(), element);
  check(ashlar::same_function(layout, again) != false);
}

/// What another notation says is read back as the same function; an empty
/// tensor has none.
void check_notations(const ashlar::BoundLayout& layout) {
  for (const ashlar::Index size : layout.shape().sizes()) {
    if (size == 0) return;
  }
  const ashlar::Element& element = layout.fields()[0].element;
  for (const ashlar::Translation& to : ashlar::translate(layout)) {
    check(to.text.empty() != to.why_not.empty());
    if (to.text.empty()) continue;
    const ashlar::BoundLayout again =
        ashlar::bind(ashlar::read_notation(to.notation, to.text, layout.shape(),
                                           layout.names(), element),
                     layout.shape(), layout.names(), element);
    check(ashlar::same_function(layout, again) != false);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto spec = unless_refused([&] { return ashlar::parse_spec(text); });
  if (!spec) return 0;
  check(ashlar::parse_spec(ashlar::to_string(*spec)) == *spec);
  const auto layout = unless_refused([&] { return ashlar::bind(*spec); });
  if (!layout) return 0;
  check_layout(*layout);
  check_notations(*layout);
  return 0;
}
