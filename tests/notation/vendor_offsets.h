// vendor_offsets.h - where the vendors' own formulas put an element.
#pragma once

#include <utility>
#include <vector>

#include "ashlar/shape.h"

namespace ashlar::test {

using Sizes = std::vector<Index>;

inline Index cover(Index a, Index b) { return (a + b - 1) / b; }

/// A blocked memory descriptor: peel the inner blocks off the position from
/// the last one on, then walk the outer dims from the last one on.
struct OneDnn {
  Sizes dims;
  std::vector<int> outer;                    // dims, outermost first
  std::vector<std::pair<Index, int>> inner;  // (size, dim), outermost first

  Index operator()(Sizes at) const { return walk(std::move(at)).first; }
  Index slots() const { return walk(Sizes(dims.size(), 0)).second; }

 private:
  std::pair<Index, Index> walk(Sizes at) const {
    Index offset = 0;
    Index step = 1;
    Sizes block(dims.size(), 1);
    for (std::size_t i = inner.size(); i-- > 0;) {
      const auto dim = static_cast<std::size_t>(inner[i].second);
      offset += at[dim] % inner[i].first * step;
      at[dim] /= inner[i].first;
      step *= inner[i].first;
      block[dim] *= inner[i].first;
    }
    for (std::size_t i = outer.size(); i-- > 0;) {
      const auto dim = static_cast<std::size_t>(outer[i]);
      offset += at[dim] * step;
      step *= cover(dims[dim], block[dim]);
    }
    return {offset, step};
  }
};

/// Repeated tiling as in XLA's document; a tile size of 0 is a star.
struct Xla {
  Sizes dims;
  Sizes minor_to_major;
  std::vector<Sizes> tiles;

  Index operator()(const Sizes& at) const { return walk(at).first; }
  Index slots() const { return walk(Sizes(dims.size(), 0)).second; }

 private:
  std::pair<Index, Index> walk(const Sizes& at) const {
    Sizes e;
    Sizes d;
    for (std::size_t i = minor_to_major.size(); i-- > 0;) {
      e.push_back(at[static_cast<std::size_t>(minor_to_major[i])]);
      d.push_back(dims[static_cast<std::size_t>(minor_to_major[i])]);
    }
    for (const Sizes& tile : tiles) apply(tile, e, d);
    Index offset = 0;
    Index slots = 1;
    for (std::size_t i = 0; i < d.size(); ++i) {
      offset = offset * d[i] + e[i];
      slots *= d[i];
    }
    return {offset, slots};
  }

  static void apply(const Sizes& tile, Sizes& e, Sizes& d) {
    while (d.size() < tile.size()) {
      e.insert(e.begin(), 0);
      d.insert(d.begin(), 1);
    }
    const std::size_t first = d.size() - tile.size();
    Sizes outer_e, outer_d, inner_e, inner_d;
    Index joined_e = 0;
    Index joined_d = 1;
    for (std::size_t i = 0; i < tile.size(); ++i) {
      joined_e = joined_e * d[first + i] + e[first + i];
      joined_d *= d[first + i];
      if (tile[i] == 0) continue;
      outer_e.push_back(joined_e / tile[i]);
      outer_d.push_back(cover(joined_d, tile[i]));
      inner_e.push_back(joined_e % tile[i]);
      inner_d.push_back(tile[i]);
      joined_e = 0;
      joined_d = 1;
    }
    e.resize(first);
    d.resize(first);
    e.insert(e.end(), outer_e.begin(), outer_e.end());
    e.insert(e.end(), inner_e.begin(), inner_e.end());
    d.insert(d.end(), outer_d.begin(), outer_d.end());
    d.insert(d.end(), inner_d.begin(), inner_d.end());
  }
};

/// A CuTe layout: one list of (size, stride) an axis, the first one fastest;
/// the last is not wrapped around.
struct Cute {
  std::vector<std::vector<std::pair<Index, Index>>> modes;

  Index operator()(const Sizes& at) const {
    Index offset = 0;
    for (std::size_t axis = 0; axis < modes.size(); ++axis) {
      Index left = at[axis];
      for (std::size_t i = 0; i < modes[axis].size(); ++i) {
        const auto [size, stride] = modes[axis][i];
        const bool is_last = i + 1 == modes[axis].size();
        offset += (is_last ? left : left % size) * stride;
        left /= size;
      }
    }
    return offset;
  }
};

/// Swizzle<bits, base, shift> of an offset.
inline Index swizzled(Index offset, int bits, int base, int shift) {
  const Index mask = (Index{1} << bits) - 1;
  if (shift >= 0) {
    return offset ^ ((offset & (mask << (base + shift))) >> shift);
  }
  return offset ^ ((offset & (mask << base)) << -shift);
}

/// The scale of row m, column k: 512-byte tiles of 128x4, tiles row by row.
struct ScaleTiles {
  Index cols = 0;

  Index operator()(const Sizes& at) const {
    const Index m = at[0];
    const Index k = at[1];
    const Index tile = m / 128 * cover(cols, 4) + k / 4;
    return tile * 512 + m % 32 * 16 + m % 128 / 32 * 4 + k % 4;
  }
};

/// ScaLAPACK: who owns a global index, and under which local one.
struct Cyclic {
  Index block = 1;
  Index processes = 1;

  Index owner(Index global) const { return global / block % processes; }
  Index local(Index global) const {
    return global / (block * processes) * block + global % block;
  }
  /// Local indices that every process has room for.
  Index room(Index size) const {
    return cover(size, block * processes) * block;
  }
};

/// zDNN: pages of 32 sticks; a page holds 32 values of the third dim.
struct Zdnn {
  enum class Kind { feature, kernel, weights };
  Kind kind = Kind::feature;
  Sizes dims;
  Index bytes = 2;

  Index operator()(const Sizes& at) const {
    const Index cells = 128 / bytes;
    if (kind == Kind::kernel) {
      const Index page = at[3] / 64 * dims[0] * dims[1] * cover(dims[2], 32) +
                         (at[0] * dims[1] + at[1]) * cover(dims[2], 32) +
                         at[2] / 32;
      return page * 2048 + at[2] % 32 * 64 + at[3] % 64;
    }
    const bool pairs = kind == Kind::weights;
    const Index row = pairs ? at[2] / 2 : at[2];
    const Index rows = pairs ? cover(dims[2], 2) : dims[2];
    const Index lanes = pairs ? 64 : cells;
    const Index page = (at[0] * cover(dims[3], lanes) + at[3] / lanes) *
                           dims[1] * cover(rows, 32) +
                       at[1] * cover(rows, 32) + row / 32;
    const Index lane = pairs ? 2 * (at[3] % 64) + at[2] % 2 : at[3] % lanes;
    return page * 32 * cells + row % 32 * cells + lane;
  }
};

}  // namespace ashlar::test
