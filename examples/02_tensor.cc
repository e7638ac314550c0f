// 02_tensor.cc - a tensor in tiles, on cores, and back; what its padding holds.
#include <iostream>
#include <vector>

#include "ashlar/print.h"
#include "ashlar/tensor_view.h"

int main() {
  using ashlar::Tensor;

  // Numbers in row-major order, whatever the layout will be.
  std::vector<float> numbers;
  for (int i = 0; i < 100 * 70; ++i) numbers.push_back(static_cast<float>(i));
  const Tensor rows = ashlar::make(ashlar::parse_spec("i32[100x70] row"),
                                   std::span<const float>(numbers));
  std::cout << to_string(rows) << "\n\n";

  // Tiles pad by themselves. What the padding holds is known if it is filled.
  ashlar::ConvertOptions options;
  options.padding.kind = ashlar::Padding::Kind::zero;
  const Tensor tiles = to(rows, ashlar::Tile{32, 32}, options);
  std::cout << describe(tiles) << '\n'
            << "padding is " << (verify_padding(tiles) ? "not zero" : "zero")
            << "\n\n";

  // The memory itself is a tensor, too, on the same bytes.
  const Tensor memory = physical(tiles);
  std::cout << describe(memory) << '\n';
  write(tiles, {33, 34}, -1);
  std::cout << "tile (1, 1), row 1, column 2 holds "
            << read(memory, {1, 1, 1, 2}) << "\n\n";

  // On the cores of a simulated accelerator, each with bytes of its own.
  const Tensor cores =
      to(tiles, ashlar::parse_placement("on sim:0/l1 block(2x2)"), options);
  std::cout << describe(cores) << '\n';
  const ashlar::CoreCoord core = core_of(cores, {99, 69});
  std::cout << "element (99, 69) is on core (" << core.x << ", " << core.y
            << "), which holds\n  " << describe(shard(cores, {1, 1})) << '\n';

  // There and back is the identity.
  const bool is_same = same_bits(to_host(cores), tiles);
  std::cout << "there and back: " << (is_same ? "the same bits" : "different")
            << '\n';
  return is_same ? 0 : 1;
}
