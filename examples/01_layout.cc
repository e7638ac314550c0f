// 01_layout.cc - a spec, the layout behind it, and the way there and back.
#include <iostream>

#include "ashlar/error.h"
#include "ashlar/spec.h"

namespace {

using ashlar::BoundLayout;
using ashlar::Found;
using ashlar::Index;
using ashlar::Indices;
using ashlar::Position;

void show(const BoundLayout& layout, const Indices& index) {
  const Position at = layout.position(index);
  std::cout << "  (" << index[0] << ", " << index[1] << ") is at";
  for (std::size_t i = 0; i < layout.units().size(); ++i) {
    std::cout << ' ' << layout.units()[i].name.view() << ' ' << at.unit[i];
  }
  std::cout << " byte " << at.bit / 8 << '\n';
}

}  // namespace

int main() {
  // One text says it all: format, shape, layout, placement.
  const ashlar::Spec spec = ashlar::parse_spec(
      "bf16[100x70] tile(32x32, faces=16x16) on sim:0/l1 block(2x2)");
  std::cout << to_string(spec) << '\n';

  // Behind every layout is a list of digits: which part of which index lies
  // where, outermost first. "a" and "b" are the axes.
  std::cout << "  digits  " << to_string(ashlar::lower(spec)) << '\n';

  // Bound to its shape, the layout is a function. It knows its padding.
  const BoundLayout layout = ashlar::bind(spec);
  std::cout << "  padded  " << to_string(layout.shape()) << '\n'
            << "  bytes   " << layout.bytes() << " on " << layout.unit_total()
            << " cores\n"
            << "  run     " << contiguous_run(layout) << " elements\n";

  // From an index to a position...
  show(layout, {0, 0});
  show(layout, {0, 16});  // the next face
  show(layout, {99, 69});

  // ... and back. What lies behind the last column is padding.
  Position at = layout.position(Indices{99, 69});
  const Found found = layout.find(at);
  at.bit += layout.element_bits();
  const bool is_padding = !layout.find(at).index.has_value();
  std::cout << "  back    (" << (*found.index)[0] << ", " << (*found.index)[1]
            << "), and next to it " << (is_padding ? "padding" : "data")
            << '\n';

  // A text that cannot be right says what is wrong with it.
  try {
    ashlar::bind(ashlar::parse_spec("f32[h=100, w=70] [h/32, w, h%16]"));
  } catch (const ashlar::Error& error) {
    std::cout << error.what() << '\n';
  }
  return is_padding ? 0 : 1;
}
