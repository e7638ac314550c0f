// parts_plan.h - the axes, sizes and packing of the parts of a tensor.
#pragma once

#include <cstdint>
#include <optional>

#include "ashlar/packing.h"
#include "ashlar/parts.h"
#include "src/blocks/grid.h"

namespace ashlar {

/// How one part is stored. The axes are in the order of the engine: the one of
/// the tiles is the last.
struct PartPlan {
  Indices sizes;     ///< of the tensor
  Format format;     ///< of its words
  int width = 8;     ///< bits of a code
  Index lines = 0;   ///< codes are packed by line
  Index length = 0;  ///< of a line, in codes
  PackOrder order = PackOrder::containers;
  bool is_packed = false;
  bool is_single = false;  ///< one for the tensor, which has its axes no more

  Index count() const { return lines * length; }
};

/// How all of them are, for a tensor of some shape.
class PartsPlan {
 public:
  PartsPlan(const Format& format, const Shape& shape, PartsForm form);

  const BlockGrids& grids() const { return grids_; }
  /// Axis i of the engine is axis order()[i] of the tensor.
  const Indices& order() const { return order_; }
  /// The same the other way round.
  Indices order_back() const;

  /// The sizes of the tensor in the order of the engine.
  const Indices& moved() const { return moved_; }

  PartPlan data() const;
  PartPlan scale() const;
  std::optional<PartPlan> outer_scale() const;
  std::optional<PartPlan> top_scale() const;
  std::optional<PartPlan> zero() const;
  std::optional<PartPlan> meta() const;
  std::optional<PartPlan> offset() const;
  std::optional<PartPlan> mask() const;

  PartSpec spec(const PartPlan& part) const;

 private:
  bool is_compressed() const { return form_ != PartsForm::uncompressed; }
  /// With other sizes along the last two axes.
  Indices sizes(Index rows, Index cols) const;
  PartPlan part(const ScaleLevel& level, const TileGrid& grid,
                const Element& element) const;
  PartPlan by_subtile(int width) const;

  Format format_;  // keeps the block alive that the grids refer to
  PartsForm form_;
  Indices order_;
  Indices moved_;
  BlockGrids grids_;
};

/// The elements with their axes in another order, row major on the host. The
/// tensor itself if it is so already.
Tensor ordered(const Tensor& tensor, const Indices& order, int threads = 0);

}  // namespace ashlar
