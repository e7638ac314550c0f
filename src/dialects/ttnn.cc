// ttnn.cc - TensorSpec and the figures that follow from it.
#include "ashlar/dialects/ttnn.h"

#include <algorithm>
#include <utility>

#include "src/base/checked.h"
#include "src/dialects/ttnn_rules.h"
#include "src/dialects/ttnn_text.h"

namespace ashlar::ttnn {
namespace {

Index element_bytes(DataType dtype) { return format_of(dtype).bits() / 8; }

}  // namespace

TensorSpec::TensorSpec(const ashlar::Shape& logical_shape,
                       const TensorLayout& layout)
    : logical_(logical_shape.sizes()),
      layout_(layout),
      alignment_(effective_alignment(layout)),
      padded_(padded_shape_of(logical_, alignment_)),
      physical_(physical_shape_of(logical_, alignment_)) {
  check_shards(layout_.memory_config, physical_);
  check_dtype(layout_.dtype, layout_.layout);
  layout_.memory_config =
      with_both_shard_specs(layout_.memory_config, padded_, physical_);
}

TensorSpec::TensorSpec(const Shape& shape, const TensorLayout& layout)
    : TensorSpec(shape.core().is_padded()
                     ? from_padded_shape(
                           shape.core(),
                           ashlar::Shape(shape.core().padded_sizes()), layout)
                     : TensorSpec(shape.core(), layout)) {}

TensorSpec TensorSpec::from_padded_shape(const ashlar::Shape& logical_shape,
                                         const ashlar::Shape& padded_shape,
                                         TensorLayout layout) {
  layout.alignment = alignment_from(Indices(logical_shape.sizes()),
                                    Indices(padded_shape.sizes()), layout);
  return TensorSpec(logical_shape, layout);
}

Shape2D TensorSpec::logical_2d_shape() const {
  Shape2D out{1, size_at(logical_, -1)};
  for (int i = -2; i >= -logical_.size(); --i) {
    out.height = checked_multiply(out.height, size_at(logical_, i), kWhere);
  }
  return out;
}

Shape2D TensorSpec::page_shape() const {
  if (layout() == Layout::tile) return {tile().height(), tile().width()};
  if (physical_.height == 0 || physical_.width == 0) {
    return {1, 4 / element_bytes(dtype())};
  }
  const MemoryConfig& config = memory_config();
  if (config.shard_spec() &&
      config.memory_layout() != TensorMemoryLayout::height_sharded) {
    return {1, config.shard_spec()->shape.width};
  }
  if (config.is_sharded() && config.nd_shard_spec()) {
    return {1, size_at(config.nd_shard_spec()->shard_shape, -1)};
  }
  return {1, physical_.width};
}

Index TensorSpec::page_size_bytes() const {
  if (layout() == Layout::tile) {
    return tile().size_bytes(data_format_of(dtype()));
  }
  return checked_multiply(page_shape().width, element_bytes(dtype()), kWhere);
}

Index TensorSpec::packed_buffer_size_bytes() const {
  if (physical_.height == 0 || physical_.width == 0) return 0;
  const Shape2D page = page_shape();
  require(
      physical_.width % page.width == 0 && physical_.height % page.height == 0,
      ErrorKind::invalid, kWhere, "Physical size ", text(physical_),
      " must be multiple of page size ", text(page));
  const Index pages = checked_multiply(physical_.height / page.height,
                                       physical_.width / page.width, kWhere);
  return checked_multiply(pages, page_size_bytes(), kWhere);
}

Indices TensorSpec::strides() const {
  const int rank = logical_.size();
  Indices out = Indices::filled(rank, 1);
  for (int i = rank - 2; i >= 0; --i) {
    out[i] = checked_multiply(out[i + 1], logical_[i + 1], kWhere);
    const int from_end = i + 1 - rank;
    if (from_end >= -alignment_.size()) {
      out[i] = align(out[i], size_at(alignment_, from_end));
    }
  }
  return out;
}

}  // namespace ashlar::ttnn
