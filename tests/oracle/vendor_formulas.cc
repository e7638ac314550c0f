#include <cstddef>

#include "tests/oracle/vendor_images.h"

namespace ashlar::test {
namespace {

using Number = std::int64_t;

Number up(Number a, Number b) { return (a + b - 1) / b; }

Number product(const Sizes& sizes) {
  Number out = 1;
  for (const Number size : sizes) out *= size;
  return out;
}

Sizes unravel(Number number, const Sizes& sizes) {
  Sizes out(sizes.size());
  for (std::size_t i = sizes.size(); i-- > 0;) {
    out[i] = number % sizes[i];
    number /= sizes[i];
  }
  return out;
}

Number row_major(const Sizes& index, const Sizes& sizes) {
  Number out = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    out = out * sizes[i] + index[i];
  }
  return out;
}

// `slots` slots, with element i of `elements` at offset_of(i).
template <class Offset>
Image image_of(Number elements, Number slots, Offset offset_of) {
  Image out(static_cast<std::size_t>(slots), kPad);
  for (Number i = 0; i < elements; ++i) {
    out.at(static_cast<std::size_t>(offset_of(i))) = i;
  }
  return out;
}

// One step of the document's formula: the minor-most dims are cut by `tile`.
void apply_tiling(const Sizes& tile, Sizes& index, Sizes& dims) {
  const std::size_t lead = dims.size() - tile.size();
  Sizes new_index(index.begin(), index.begin() + std::ptrdiff_t(lead));
  Sizes new_dims(dims.begin(), dims.begin() + std::ptrdiff_t(lead));
  for (std::size_t i = 0; i < tile.size(); ++i) {
    new_index.push_back(index[lead + i] / tile[i]);
    new_dims.push_back(up(dims[lead + i], tile[i]));
  }
  for (std::size_t i = 0; i < tile.size(); ++i) {
    new_index.push_back(index[lead + i] % tile[i]);
    new_dims.push_back(tile[i]);
  }
  index = new_index;
  dims = new_dims;
}

}  // namespace

Image onednn(const Sizes& dims, std::string_view outer,
             const std::vector<std::pair<std::int64_t, int>>& inner) {
  Sizes blocks(dims.size(), 1);
  Number inner_size = 1;
  for (const auto& [size, dim] : inner) {
    blocks[static_cast<std::size_t>(dim)] *= size;
    inner_size *= size;
  }
  Sizes strides(dims.size());
  Number stride = inner_size;
  for (std::size_t i = outer.size(); i-- > 0;) {
    const auto dim = static_cast<std::size_t>(outer[i] - 'a');
    strides[dim] = stride;
    stride *= up(dims[dim], blocks[dim]);
  }
  return image_of(product(dims), stride, [&](Number i) {
    Sizes pos = unravel(i, dims);
    Number offset = 0;
    Number block_stride = 1;
    for (std::size_t k = inner.size(); k-- > 0;) {
      Number& p = pos[static_cast<std::size_t>(inner[k].second)];
      offset += p % inner[k].first * block_stride;
      p /= inner[k].first;
      block_stride *= inner[k].first;
    }
    for (std::size_t d = 0; d < dims.size(); ++d) {
      offset += pos[d] * strides[d];
    }
    return offset;
  });
}

Image xla(const Sizes& dims, const std::vector<Sizes>& tilings) {
  Sizes all = dims;
  Sizes origin(dims.size());
  for (const Sizes& tile : tilings) apply_tiling(tile, origin, all);
  return image_of(product(dims), product(all), [&](Number i) {
    Sizes index = unravel(i, dims);
    Sizes now = dims;
    for (const Sizes& tile : tilings) apply_tiling(tile, index, now);
    return row_major(index, now);
  });
}

Image xla_combined(const Sizes& dims, std::int64_t t0, std::int64_t t1) {
  // Combining neighbours does not change row-major numbers.
  return xla({dims[0] * dims[1], dims[2] * dims[3]}, {{t0, t1}});
}

Image scale_tiles(std::int64_t m, std::int64_t k_blocks) {
  const Number atoms_wide = up(k_blocks, 4);
  const Number slots = up(m, 128) * atoms_wide * 512;
  return image_of(m * k_blocks, slots, [&](Number i) {
    const Number row = i / k_blocks;
    const Number k = i % k_blocks;
    const Number atom = row / 128 * atoms_wide + k / 4;
    return atom * 512 + row % 32 * 16 + row / 32 % 4 * 4 + k % 4;
  });
}

Image swizzled_rows(std::int64_t rows, std::int64_t cols,
                    std::int64_t row_bytes, int bits, int base, int shift) {
  // Whole periods of the swizzle, so that nothing leaves the buffer.
  const Number period = Number{1} << (bits + base + shift);
  const Number bytes = up(rows * row_bytes, period) * period;
  return image_of(rows * cols, bytes / 2, [&](Number i) {
    const Number offset = i / cols * row_bytes + i % cols * 2;
    const Number mask = ((Number{1} << bits) - 1) << (base + shift);
    return (offset ^ ((offset & mask) >> shift)) / 2;
  });
}

Image xor_square(std::int64_t size) {
  return image_of(size * size, size * size, [&](Number i) {
    const Number t = i / size;
    return t * size + ((i % size) ^ t);
  });
}

Image block_cyclic(std::int64_t m, std::int64_t n, std::int64_t mb,
                   std::int64_t nb, std::int64_t p, std::int64_t q) {
  // Every process has room for the fullest one's share.
  const Number local_rows = up(m, mb * p) * mb;
  const Number local_cols = up(n, nb * q) * nb;
  const Number local = local_rows * local_cols;
  return image_of(m * n, p * q * local, [&](Number at) {
    const Number i = at / n;
    const Number j = at % n;
    const Number process = i / mb % p * q + j / nb % q;
    const Number li = i / (mb * p) * mb + i % mb;
    const Number lj = j / (nb * q) * nb + j % nb;
    return process * local + lj * local_rows + li;
  });
}

}  // namespace ashlar::test
