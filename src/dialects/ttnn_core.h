// ttnn_core.h - from ttnn's words to the core's.
#pragma once

#include "ashlar/device.h"
#include "ashlar/dialects/ttnn.h"

namespace ashlar::ttnn {

Sharded::Order order_of(ShardOrientation orientation);

/// How the shards of a spec are dealt; nothing if it is not sharded.
std::optional<Sharded> sharded_of(const TensorSpec& spec);

/// The padded tensor, every element of which has a place: the shape in which
/// pages are counted, with names for the axes that padding adds in front.
struct PaddedTensor {
  ashlar::Shape shape;
  AxisNames names;
  ashlar::Layout layout;
  int added = 0;
};

PaddedTensor padded_tensor(const TensorSpec& spec);

/// A device in the words of `to_spec`. An error for what is not simulated.
Target target_of(const Device& device);

}  // namespace ashlar::ttnn
