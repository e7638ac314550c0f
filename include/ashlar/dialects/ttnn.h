// ttnn.h - tensors in the words of Tenstorrent's ttnn.
//
// Shapes, figures and error texts are ttnn's; where an element lies follows
// from the core's layouts and placements, which `to_spec` translates to.
#pragma once

#include <vector>

#include "ashlar/dialects/ttnn_memory.h"
#include "ashlar/dialects/ttnn_shape.h"
#include "ashlar/dialects/ttnn_types.h"
#include "ashlar/spec.h"

namespace ashlar::ttnn {

/// How a tensor of any shape is kept.
struct TensorLayout {
  DataType dtype = DataType::bfloat16;
  Layout layout = Layout::tile;
  Tile tile;  ///< of the tile layout
  MemoryConfig memory_config;
  Indices alignment;  ///< what sizes are padded to; empty: as the layout needs
};

/// A shape and a layout that fit each other, and what follows from them.
class TensorSpec {
 public:
  TensorSpec(const ashlar::Shape& logical_shape, const TensorLayout& layout);
  /// If the shape is padded, so is the tensor.
  TensorSpec(const Shape& shape, const TensorLayout& layout);
  /// The layout whose padded shape is `padded_shape`.
  static TensorSpec from_padded_shape(const ashlar::Shape& logical_shape,
                                      const ashlar::Shape& padded_shape,
                                      TensorLayout layout);

  const Indices& logical_shape() const { return logical_; }
  const Indices& padded_shape() const { return padded_; }
  Shape2D logical_2d_shape() const;
  /// Of the matrix in memory: all axes but the last joined, padding included.
  Shape2D physical_shape() const { return physical_; }
  const Indices& alignment() const { return alignment_; }
  Shape2D page_shape() const;
  Index page_size_bytes() const;
  Index packed_buffer_size_bytes() const;
  /// As ttnn prints them: from logical sizes, so that outer ones do not match
  /// the memory where the height is padded.
  Indices strides() const;

  const TensorLayout& tensor_layout() const { return layout_; }
  DataType dtype() const { return layout_.dtype; }
  Layout layout() const { return layout_.layout; }
  const Tile& tile() const { return layout_.tile; }
  /// With both shard specs, where there is an equivalent.
  const MemoryConfig& memory_config() const { return layout_.memory_config; }

 private:
  Indices logical_;
  TensorLayout layout_;
  Indices alignment_;
  Indices padded_;
  Shape2D physical_;
};

/// How the pages of a sharded tensor are dealt to cores.
struct BufferDistribution {
  Indices tensor_shape_in_pages;  ///< axes merged where that changes nothing
  Indices shard_shape_in_pages;
  Index num_shards = 0;
  std::vector<CoreCoord> cores;  ///< in the order in which shards are dealt
  Index num_cores_with_data = 0;
  Index max_num_dev_pages_per_core = 0;
};

BufferDistribution distribution_of(const TensorSpec& spec);

/// The pages of the tensor that a core holds, in order; -1 is padding.
struct CorePages {
  CoreCoord core;
  std::vector<Index> pages;

  bool operator==(const CorePages&) const = default;
};

std::vector<CorePages> page_mapping(const TensorSpec& spec);

/// The device that a tensor goes to. By default as large as a Wormhole.
struct Target {
  Name device = "sim";
  Index index = 0;
  Index dram_banks = 12;
  Index l1_banks = 64;
};

/// The same tensor in the words of the core, in the memory of a device. An
/// error where these do not suffice: shards of a tensor that is padded more
/// than its layout needs, on cores that do not begin at (0, 0).
Spec to_spec(const TensorSpec& spec, const Target& target = {});
/// On the host, where ttnn keeps pages in order, sharded or not.
Spec to_host_spec(const TensorSpec& spec);

}  // namespace ashlar::ttnn
