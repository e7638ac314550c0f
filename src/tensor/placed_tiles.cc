// placed_tiles.cc - tiles that lie equally far apart are done at once.
#include "src/tensor/placed_tiles.h"

#include <algorithm>
#include <cstring>

#include "src/base/checked.h"
#include "src/base/parallel.h"

namespace ashlar {
namespace {

constexpr std::string_view kWhere = "tensor";

BlockTile tile_of(const Spec& spec) {
  const Tile& tile = std::get<Tile>(spec.layout);
  return BlockTile(
      spec.format,
      {tile.rows, tile.cols, tile.face_rows == 0 ? tile.rows : tile.face_rows,
       tile.face_cols == 0 ? tile.cols : tile.face_cols});
}

/// Calls work(first, count, step) for stretches of offsets with one distance.
template <class Work>
void for_each_stretch(const std::vector<Index>& offsets, Index size,
                      const Work& work) {
  const auto count = std::ssize(offsets);
  for (std::ptrdiff_t first = 0; first < count;) {
    std::ptrdiff_t end = first + 1;
    const auto at = [&](std::ptrdiff_t i) {
      return offsets[static_cast<std::size_t>(i)];
    };
    const Index step = end < count ? at(end) - at(first) : size;
    while (end < count && at(end) - at(end - 1) == step) ++end;
    work(first, end - first, step);
    first = end;
  }
}

Index size_of(const HostRows& rows) {
  return rows.numbers == kernels::TileRow::Numbers::f32 ? 4 : 2;
}

/// Calls work(run, byte of the first number, byte of the first tile).
template <class Work>
void for_each_run(const PlacedTiles& grid, const HostRows& rows, Index begin,
                  Index end, kernels::Store store, int threads,
                  const Work& work) {
  const Index cols = grid.tile().shape().cols;
  const auto one_row = [&](Index row) {
    const std::vector<Index> offsets = grid.offsets(row);
    const Index line = (grid.first_row(row) - rows.first) * rows.pitch;
    for_each_stretch(
        offsets, grid.tile().bytes(),
        [&](std::ptrdiff_t first, std::ptrdiff_t count, Index step) {
          TileRun run;
          run.rows = grid.row_count(row);
          run.cols = std::min(count * cols, grid.width() - first * cols);
          run.pitch = rows.pitch;
          run.step = step;
          run.numbers = rows.numbers;
          run.store = store;
          work(run, line + first * cols * size_of(rows),
               offsets[static_cast<std::size_t>(first)]);
        });
  };
  parallel_for(end - begin, 1, threads, [&](Index from, Index to) {
    for (Index row = begin + from; row < begin + to; ++row) one_row(row);
  });
}

}  // namespace

PlacedTiles::PlacedTiles(const Spec& spec, const BoundLayout& layout)
    : layout_(layout), tile_(tile_of(spec)) {
  const Shape& shape = spec.shape;
  const int rank = shape.rank();
  if (rank >= 1) width_ = shape[rank - 1];
  if (rank >= 2) height_ = shape[rank - 2];
  for (int axis = 0; axis + 2 < rank; ++axis) {
    matrices_ = checked_multiply(matrices_, shape[axis], kWhere);
  }
  down_ = div_up(height_, tile_.shape().rows);
  if (width_ == 0 || height_ == 0) matrices_ = 0;
  for (const Unit& unit : layout.units()) {
    require(unit.digit >= 0 || unit.extent == 1, ErrorKind::unsupported, kWhere,
            to_string(spec),
            " is on several ranks as a whole; make it on one "
            "and send it to the others");
  }
}

Index PlacedTiles::first_row(Index tile_row) const {
  return tile_row / down_ * height_ + tile_row % down_ * tile_.shape().rows;
}

Index PlacedTiles::row_count(Index tile_row) const {
  return std::min(tile_.shape().rows,
                  height_ - tile_row % down_ * tile_.shape().rows);
}

Index PlacedTiles::tile_row_of(Index row) const {
  if (height_ == 0) return 0;
  return row / height_ * down_ + row % height_ / tile_.shape().rows;
}

Index PlacedTiles::offset_of(const Indices& index) const {
  // The first scale of a tile is its first byte.
  constexpr int kScale = 1;
  Indices first = index;
  const int rank = index.size();
  const TileShape& shape = tile_.shape();
  if (rank >= 1) first[rank - 1] -= first[rank - 1] % shape.cols;
  if (rank >= 2) first[rank - 2] -= first[rank - 2] % shape.rows;
  const Position at = layout_.position(first, kScale);
  Index unit = 0;
  for (std::size_t u = 0; u < layout_.units().size(); ++u) {
    unit = unit * layout_.units()[u].extent + at.unit[u];
  }
  return unit * layout_.bytes_per_unit() + at.bit / 8;
}

std::vector<Index> PlacedTiles::offsets(Index tile_row) const {
  const Shape& shape = layout_.shape();
  const int rank = shape.rank();
  Indices index = Indices::filled(rank, 0);
  Index matrix = tile_row / down_;
  for (int axis = rank - 3; axis >= 0; --axis) {
    index[axis] = matrix % shape[axis];
    matrix /= shape[axis];
  }
  if (rank >= 2) index[rank - 2] = tile_row % down_ * tile_.shape().rows;
  std::vector<Index> out;
  for (Index col = 0; col < width_; col += tile_.shape().cols) {
    if (rank >= 1) index[rank - 1] = col;
    out.push_back(offset_of(index));
  }
  return out;
}

void encode_rows(const PlacedTiles& grid, const TileCodec& codec,
                 const HostRows& rows, const std::byte* numbers, Index begin,
                 Index end, std::span<std::byte> tiles, int threads) {
  for_each_run(grid, rows, begin, end, kernels::store_for(tiles.size()),
               threads, [&](const TileRun& run, Index number, Index tile) {
                 codec.encode(run, numbers + number, tiles.data() + tile);
               });
}

void decode_rows(const PlacedTiles& grid, const TileCodec& codec,
                 const HostRows& rows, std::span<const std::byte> tiles,
                 Index begin, Index end, std::byte* numbers, int threads) {
  const auto written = static_cast<std::size_t>(
      (end - begin) * grid.tile().shape().rows * grid.width() * size_of(rows));
  for_each_run(grid, rows, begin, end, kernels::store_for(written), threads,
               [&](const TileRun& run, Index number, Index tile) {
                 codec.decode(run, tiles.data() + tile, numbers + number);
               });
}

void copy_tiles(const PlacedTiles& from, std::span<const std::byte> in,
                const PlacedTiles& to, std::span<std::byte> out, int threads) {
  const auto size = static_cast<std::size_t>(from.tile().bytes());
  parallel_for(from.tile_rows(), 1, threads, [&](Index begin, Index end) {
    for (Index row = begin; row < end; ++row) {
      const std::vector<Index> sources = from.offsets(row);
      const std::vector<Index> targets = to.offsets(row);
      for (std::size_t i = 0; i < sources.size(); ++i) {
        std::memcpy(out.data() + targets[i], in.data() + sources[i], size);
      }
    }
  });
}

}  // namespace ashlar
