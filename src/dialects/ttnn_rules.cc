// ttnn_rules.cc - padding and validity, as ttnn has them.
#include "src/dialects/ttnn_rules.h"

#include <algorithm>

#include "src/base/checked.h"
#include "src/device/sim_rules.h"
#include "src/dialects/ttnn_text.h"

namespace ashlar::ttnn {
namespace {

constexpr auto kInvalid = ErrorKind::invalid;

Indices default_alignment(const TensorLayout& layout) {
  if (layout.layout == Layout::tile) {
    return {layout.tile.height(), layout.tile.width()};
  }
  const MemoryConfig& config = layout.memory_config;
  if (config.shard_spec()) return {config.shard_spec()->shape.width};
  if (config.nd_shard_spec()) {
    return {size_at(config.nd_shard_spec()->shard_shape, -1)};
  }
  return {1};
}

void check_tile_alignment(const Indices& alignment, const Tile& tile) {
  require(alignment.size() >= 2, kInvalid, kWhere,
          "Alignment should have at least 2 dimensions for Tile layout");
  require(size_at(alignment, -1) % tile.width() == 0, kInvalid, kWhere,
          "Wrong custom Tensor Layout alignment ", alignment_text(alignment),
          ". For Tile layout innermost dimension should be multiple of tile "
          "width ",
          tile.width(), ".");
  require(size_at(alignment, -2) % tile.height() == 0, kInvalid, kWhere,
          "Wrong custom Tensor Layout alignment ", alignment_text(alignment),
          ". For Tile layout second innermost dimension should be multiple of "
          "tile height ",
          tile.height(), ".");
}

void check_row_alignment(const Indices& alignment, const MemoryConfig& config) {
  require(!alignment.empty(), kInvalid, kWhere,
          "Alignment must contain at least one dimension for Row Major "
          "layout.");
  if (!config.shard_spec() ||
      config.memory_layout() == TensorMemoryLayout::height_sharded) {
    return;
  }
  const Index width = config.shard_spec()->shape.width;
  const Index unit = size_at(alignment, -1);
  require(unit != 0 && width % unit == 0, kInvalid, kWhere,
          "Alignment mismatch for sharded tensor: Expected physical shard "
          "shape ",
          width, " to be aligned to ", unit,
          " along the width for Row Major layout.");
}

void check_tile_shards(const TensorLayout& layout) {
  const MemoryConfig& config = layout.memory_config;
  if (!config.is_sharded() || layout.layout != Layout::tile) return;
  const Tile& tile = layout.tile;
  const auto fits = [&](Index height, Index width) {
    return height % tile.height() == 0 && width % tile.width() == 0;
  };
  if (const auto& shard = config.shard_spec()) {
    require(fits(shard->shape.height, shard->shape.width), kInvalid, kWhere,
            "Physical shard shape ", text(shard->shape), " must be tile ",
            text(tile), " sized!");
  } else if (const auto& nd = config.nd_shard_spec()) {
    require(fits(size_at(nd->shard_shape, -2), size_at(nd->shard_shape, -1)),
            kInvalid, kWhere, "Physical shard shape ",
            shape_text(nd->shard_shape), " must be tile ", text(tile),
            " sized!");
  }
}

/// Shards of no elements divide nothing.
void check_shard_sizes(const MemoryConfig& config) {
  bool is_empty = false;
  if (const auto& shard = config.shard_spec()) {
    is_empty = shard->shape.height < 1 || shard->shape.width < 1;
  }
  if (const auto& nd = config.nd_shard_spec()) {
    is_empty |= std::ranges::any_of(nd->shard_shape,
                                    [](Index size) { return size < 1; });
    require(!nd->shard_shape.empty(), kInvalid, kWhere,
            "Shard rank must be at least 1!");
  }
  require(!is_empty, kInvalid, kWhere,
          "Shard shape must have non zero volume!");
}

}  // namespace

Index align(Index value, Index multiple) {
  return multiple == 0 ? value : round_up(value, multiple, kWhere);
}

Index size_at(const Indices& shape, int from_end) {
  const int at = shape.size() + from_end;
  return at < 0 ? 1 : shape[at];
}

Indices effective_alignment(const TensorLayout& layout) {
  check_shard_sizes(layout.memory_config);
  const Indices least = default_alignment(layout);
  Indices out = least;
  if (!layout.alignment.empty()) {
    const int rank = std::max(layout.alignment.size(), least.size());
    for (const Index value : layout.alignment) {
      require(value >= 0, kInvalid, kWhere, "the alignment ",
              alignment_text(layout.alignment), " has negative entries");
    }
    out = Indices::filled(rank, 1);
    for (int i = -1; i >= -rank; --i) {
      const bool is_needed = i >= -least.size();
      out[rank + i] = align(size_at(layout.alignment, i),
                            is_needed ? size_at(least, i) : 0);
    }
  }
  require(out.size() <= 2 || !layout.memory_config.shard_spec(), kInvalid,
          kWhere,
          "Tensor must be interleaved if alignment has rank greater than 2!");
  if (layout.layout == Layout::tile) {
    check_tile_alignment(out, layout.tile);
  } else {
    check_row_alignment(out, layout.memory_config);
  }
  check_tile_shards(layout);
  return out;
}

Indices padded_shape_of(const Indices& shape, const Indices& alignment) {
  const int rank = std::max(shape.size(), alignment.size());
  Indices padded = Indices::filled(rank, 1);
  Index rows = 1;  // of the matrix in memory, as far as padded
  for (int i = -1; i >= -rank; --i) {
    const Index size = size_at(shape, i);
    Index& out = padded[rank + i];
    out = size;
    if (i < -alignment.size()) continue;
    const Index unit = size_at(alignment, i);
    if (i >= -2) {
      out = align(size, unit);
    } else if (unit != 0 && rows % unit != 0) {
      require(rows != 0 && unit % rows == 0, kInvalid, kWhere,
              "Padded shape can't be deducted from TensorLayout parameters ",
              alignment_text(alignment), " and Shape ", shape_text(shape));
      out = align(size, unit / rows);
    }
    if (i < -1) rows = checked_multiply(rows, out, kWhere);
  }
  return padded;
}

Shape2D physical_shape_of(const Indices& shape, const Indices& alignment) {
  Shape2D out;
  const int rank = std::max(shape.size(), alignment.size());
  for (int i = -1; i >= -rank; --i) {
    Index& side = i == -1 ? out.width : out.height;
    side = checked_multiply(side, size_at(shape, i), kWhere);
    if (i >= -alignment.size()) side = align(side, size_at(alignment, i));
  }
  return out;
}

Indices alignment_from(const Indices& logical, const Indices& padded,
                       const TensorLayout& layout) {
  if (logical == padded) return {};
  const int rank = padded.size();
  bool is_2d = true;
  for (int i = -3; i >= -rank; --i) {
    is_2d = is_2d && size_at(logical, i) == size_at(padded, i);
  }
  if (const auto& shard = layout.memory_config.shard_spec()) {
    require(is_2d, kInvalid, kWhere, "Tensor with shape ", shape_text(logical),
            " (", shape_text(padded),
            ") cannot be sharded because alignment will have rank greater than "
            "2!");
    if (layout.layout == Layout::tile) return {};
    return {shard->shape.width};
  }
  // Tiles pad to whole tiles by themselves; only more than that is said.
  const auto inner = [&](int i, Index tile) {
    const bool is_said = layout.layout == Layout::row_major ||
                         size_at(padded, i) > align(size_at(logical, i), tile);
    return is_said ? size_at(padded, i) : tile;
  };
  Indices out = Indices::filled(is_2d ? std::min(rank, 2) : rank, 1);
  const int size = out.size();
  if (size >= 1) out[size - 1] = inner(-1, layout.tile.width());
  if (size >= 2) out[size - 2] = inner(-2, layout.tile.height());
  if (is_2d) return out;
  Index rows = size_at(padded, -2);
  for (int i = -3; i >= -rank; --i) {
    rows = checked_multiply(rows, size_at(padded, i), kWhere);
    out[size + i] = rows;
  }
  for (Index& value : out) value = std::max<Index>(value, 1);
  return out;
}

void check_dtype(DataType dtype, Layout layout) {
  const bool is_block =
      dtype == DataType::bfloat8_b || dtype == DataType::bfloat4_b;
  require(dtype != DataType::invalid, kInvalid, kWhere, kKnownDtypes);
  require(!is_block || layout == Layout::tile, kInvalid, kWhere,
          kBlocksAreTiles);
  require(dtype != DataType::fp8_e4m3 || layout == Layout::row_major, kInvalid,
          kWhere, kFp8IsRows);
}

}  // namespace ashlar::ttnn
