// block_explain.cc - which way numbers take to a block format and back.
#include "ashlar/block_tensor.h"
#include "src/base/checked.h"
#include "src/base/concat.h"
#include "src/tensor/block_move.h"
#include "src/tensor/block_rows.h"
#include "src/tensor/form.h"
#include "src/tensor/parts_kernels.h"
#include "src/tensor/placed_tiles.h"
#include "src/tensor/transfer.h"

namespace ashlar {
namespace {

enum class Way : std::uint8_t { quantize, dequantize };

std::string counted(Index count, std::string_view one, std::string_view many) {
  return concat(count, ' ', count == 1 ? one : many);
}

std::string tiles_text(const BoundSpec& bound, const QuantizePolicy& policy) {
  const PlacedTiles grid(bound.spec, bound.layout);
  const BlockTile& tile = grid.tile();
  const Index count =
      grid.tile_rows() * div_up(grid.width(), tile.shape().cols);
  const bool is_fast = TileCodec(tile, policy, 0).is_fast();
  return concat(counted(count, "tile", "tiles"), " of ", tile.bytes(),
                " bytes, ", is_fast ? "by kernel" : "by the engine");
}

/// As large as matters for whether there is a kernel: along the axis of the
/// blocks, and for one of them across.
Shape probe_of(const Spec& spec) {
  const Block& block = *spec.format.block();
  const int rank = spec.shape.rank();
  const int axis = block.axis < 0 ? block.axis + rank : block.axis;
  Indices sizes(spec.shape.sizes());
  for (int i = 0; i < rank; ++i) {
    if (i == axis) continue;
    const Index most = i == axis - 1 ? block.scales[0].rows : 1;
    sizes[i] = std::min(sizes[i], most);
  }
  return Shape(sizes);
}

/// Found out by trying.
bool has_kernel(const Spec& spec, const QuantizePolicy& policy, Way way) {
  const Tensor ones = full(row_of(probe_of(spec), Format()), 1);
  const PartsForm form = form_of_rows(spec.format);
  if (way == Way::quantize) {
    return quantize_by_kernels(ones, spec.format, policy, form).has_value();
  }
  const Parts parts = quantize(ones, spec.format, policy, form);
  return dequantize_by_kernels(parts, Format(), policy).has_value();
}

std::string rows_text(const Spec& spec, const QuantizePolicy& policy, Way way) {
  return concat(counted(slices_of_rows(spec), "slice", "slices"),
                " along the first axis, ",
                has_kernel(spec, policy, way) ? "by kernel" : "by the engine");
}

std::string step_text(const BoundSpec& bound, const ConvertOptions& options,
                      Way way) {
  const Spec& spec = bound.spec;
  const QuantizePolicy policy = policy_for(
      spec.format, way == Way::quantize ? options.policy : CastPolicy());
  return concat(way == Way::quantize ? "quantises " : "dequantises ",
                is_tiled(spec) ? tiles_text(bound, policy)
                               : rows_text(spec, policy, way));
}

/// Tiles that are the same are copied, unless their padding is to be filled.
bool copies_tiles(const Spec& from, const Spec& to,
                  const ConvertOptions& options) {
  return from.format == to.format && is_tiled(to) && from.layout == to.layout &&
         options.padding.kind != Padding::Kind::fill;
}

std::string way_text(const BoundSpec& from, const BoundSpec& to,
                     const ConvertOptions& options) {
  if (from.spec.shape.volume() == 0) return "way      there is nothing to do\n";
  if (copies_tiles(from.spec, to.spec, options)) {
    return "way      copies tiles as they are\n";
  }
  if (has_same_blocks(from.spec, to.spec)) {
    return "way      moves codes, and copies scales as they are\n";
  }
  std::string out;
  const auto add = [&](const BoundSpec& bound, Way way) {
    if (!bound.spec.format.is_block()) return;
    out += concat(out.empty() ? "way      " : "then     ",
                  step_text(bound, options, way), '\n');
  };
  add(from, Way::dequantize);
  add(to, Way::quantize);
  return out;
}

}  // namespace

std::string explain_blocks(const Spec& from, const Spec& to,
                           const ConvertOptions& options) {
  if (!has_blocks(from, to)) return plan(from, to, options).explain();
  check_same_shape(from, to);
  const auto source = bound_spec(from);
  const auto target = bound_spec(to);
  return concat("from     ", to_string(from), "\nto       ", to_string(to),
                "\nbytes    ", source->layout.bytes(), " read, ",
                target->layout.bytes(), " written\n",
                way_text(*source, *target, options));
}

}  // namespace ashlar
