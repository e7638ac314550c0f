// parts_plan.cc - what each part of a block format takes of a shape.
#include "src/tensor/parts_plan.h"

#include <algorithm>

#include "src/base/checked.h"
#include "src/base/require.h"
#include "src/tensor/transfer.h"

namespace ashlar {
namespace {

constexpr std::string_view kWhere = "parts";
constexpr int kMaxDataBits = 16;
constexpr int kMaxScaleBits = 32;

bool has_rows(const Block& block) {
  return block.sub_rows > 1 ||
         std::ranges::any_of(block.scales, [](const ScaleLevel& level) {
           return level.rows > 1 || level.scope == ScaleLevel::Scope::columns;
         });
}

int axis_of(const Format& format, const Shape& shape) {
  require(format.is_block(), ErrorKind::invalid, kWhere, format.name(),
          " is no block format");
  const Block& block = *format.block();
  const int axis = block.axis < 0 ? block.axis + shape.rank() : block.axis;
  require(axis >= 0 && axis < shape.rank(), ErrorKind::invalid, kWhere,
          "tiles of ", format.name(), " run along axis ", block.axis,
          ", which ", to_string(shape), " does not have");
  require(axis > 0 || !has_rows(block), ErrorKind::invalid, kWhere, "tiles of ",
          format.name(), " have several rows, but ", to_string(shape),
          " has no axis before axis ", block.axis);
  return axis;
}

/// The axis of the tiles last, the one before it, if there is one, before it.
Indices order_of(const Format& format, const Shape& shape) {
  const int axis = axis_of(format, shape);
  Indices out;
  for (int i = 0; i < shape.rank(); ++i) {
    if (i != axis && i != axis - 1) out.push_back(i);
  }
  if (axis > 0) out.push_back(axis - 1);
  out.push_back(axis);
  return out;
}

Indices in_order(const Shape& shape, const Indices& order) {
  Indices out;
  for (const Index axis : order) {
    out.push_back(shape[static_cast<int>(axis)]);
  }
  return out;
}

BlockExtent extent_of(const Indices& sizes) {
  const int rank = sizes.size();
  BlockExtent out{1, rank > 1 ? sizes[rank - 2] : 1, sizes[rank - 1]};
  for (int i = 0; i + 2 < rank; ++i) {
    out.outer = checked_multiply(out.outer, sizes[i], kWhere);
  }
  return out;
}

int width_of(const Element& element, int most, std::string_view what) {
  const int width = element.bits + element.storage_shift;
  require(width <= most, ErrorKind::unsupported, kWhere, what, " of ",
          to_string(element), " are wider than ", most, " bits");
  return width;
}

Format words_for(int width) {
  return parse_format(width <= 8 ? "u8" : width <= 16 ? "u16" : "u32");
}

Index product_but_last(const Indices& sizes) {
  Index out = 1;
  for (int i = 0; i + 1 < sizes.size(); ++i) {
    out = checked_multiply(out, sizes[i], kWhere);
  }
  return out;
}

/// One code in each word, lines along the last axis.
PartPlan in_words(const Indices& sizes, const Format& format, int width) {
  PartPlan out;
  out.sizes = sizes;
  out.format = format;
  out.width = width;
  out.lines = product_but_last(sizes);
  out.length = sizes[sizes.size() - 1];
  return out;
}

/// The same with lines of bytes.
PartPlan packed(PartPlan part, PackOrder order) {
  part.order = order;
  part.is_packed = true;
  part.format = parse_format("u8");
  part.sizes[part.sizes.size() - 1] =
      packed_bytes(Packing(part.width, order), part.length);
  return part;
}

}  // namespace

PartsPlan::PartsPlan(const Format& format, const Shape& shape, PartsForm form)
    : format_(format),
      form_(form),
      order_(order_of(format, shape)),
      moved_(in_order(shape, order_)),
      grids_(format_, extent_of(moved_)) {}

Indices PartsPlan::order_back() const {
  Indices out = order_;
  for (int i = 0; i < order_.size(); ++i) {
    out[static_cast<int>(order_[i])] = i;
  }
  return out;
}

Indices PartsPlan::sizes(Index rows, Index cols) const {
  Indices out = moved_;
  const int rank = out.size();
  out[rank - 1] = cols;
  if (rank > 1) out[rank - 2] = rows;
  return out;
}

PartPlan PartsPlan::data() const {
  const int width = width_of(format_.element(), kMaxDataBits, "elements");
  const auto& sparsity = format_.block()->sparsity;
  Indices sizes = moved_;
  if (is_compressed() && sparsity) {
    Index& cols = sizes[sizes.size() - 1];
    cols =
        checked_multiply(div_up(cols, sparsity->group), sparsity->kept, kWhere);
  }
  const PartPlan out = in_words(sizes, words_for(width), width);
  if (!is_compressed() || width > 8) return out;
  return packed(out, form_ == PartsForm::dense ? PackOrder::dense
                                               : PackOrder::containers);
}

PartPlan PartsPlan::part(const ScaleLevel& level, const TileGrid& grid,
                         const Element& element) const {
  const int width = width_of(element, kMaxScaleBits, "scales or zero points");
  const bool is_word = element.storage_bits == 16 || element.storage_bits == 32;
  const bool is_single = level.scope == ScaleLevel::Scope::tensor;
  const BlockExtent& tiles = grid.tiles();
  PartPlan out = in_words(
      is_single ? Indices{1} : sizes(tiles.rows, tiles.cols),
      width > 8 && is_word ? Format(element) : words_for(width), width);
  out.is_single = is_single;
  if (!is_compressed() || width >= 8) return out;
  return packed(out, PackOrder::containers);
}

PartPlan PartsPlan::scale() const {
  const ScaleLevel& level = format_.block()->scales[0];
  return part(level, grids_.tiles(), level.element);
}

std::optional<PartPlan> PartsPlan::outer_scale() const {
  if (format_.block()->scales.size() < 2) return std::nullopt;
  const ScaleLevel& level = format_.block()->scales[1];
  return part(level, grids_.outer_tiles(), level.element);
}

std::optional<PartPlan> PartsPlan::top_scale() const {
  if (format_.block()->scales.size() < 3) return std::nullopt;
  const ScaleLevel& level = format_.block()->scales[2];
  return part(level, grids_.top_tiles(), level.element);
}

std::optional<PartPlan> PartsPlan::zero() const {
  const Block& block = *format_.block();
  if (!block.zero) return std::nullopt;
  return part(block.scales[0], grids_.tiles(), block.zero->element);
}

PartPlan PartsPlan::by_subtile(int width) const {
  const Block& block = *format_.block();
  const ScaleLevel& level = block.scales[0];
  const BlockExtent& tiles = grids_.tiles().tiles();
  const bool is_single = level.scope == ScaleLevel::Scope::tensor;
  const Index rows = grids_.has_subtiles() ? level.rows / block.sub_rows : 1;
  const Index cols = grids_.has_subtiles() ? level.cols / block.sub_cols : 1;
  PartPlan out;
  if (!is_compressed()) {
    out =
        in_words(is_single ? Indices{1}
                           : sizes(checked_multiply(tiles.rows, rows, kWhere),
                                   checked_multiply(tiles.cols, cols, kWhere)),
                 words_for(width), width);
  } else {
    const Index bytes =
        packed_bytes(Packing(width, PackOrder::dense), grids_.subtiles());
    out = in_words(
        is_single
            ? Indices{bytes}
            : sizes(tiles.rows, checked_multiply(tiles.cols, bytes, kWhere)),
        words_for(width), width);
    out.order = PackOrder::dense;
    out.is_packed = true;
    out.lines = grids_.tiles().count();
    out.length = grids_.subtiles();
  }
  out.is_single = is_single;
  return out;
}

std::optional<PartPlan> PartsPlan::meta() const {
  const auto& codebook = format_.block()->codebook;
  if (!codebook || codebook->meta_bits == 0) return std::nullopt;
  return by_subtile(codebook->meta_bits);
}

std::optional<PartPlan> PartsPlan::offset() const {
  if (format_.block()->offset_bits == 0) return std::nullopt;
  return by_subtile(format_.block()->offset_bits);
}

std::optional<PartPlan> PartsPlan::mask() const {
  if (!format_.block()->sparsity) return std::nullopt;
  const PartPlan out = in_words(moved_, parse_format("bool"), 1);
  return is_compressed() ? packed(out, PackOrder::containers) : out;
}

PartSpec PartsPlan::spec(const PartPlan& part) const {
  if (part.is_single) return {Shape(part.sizes), part.format};
  Indices sizes = part.sizes;
  for (int i = 0; i < order_.size(); ++i) {
    sizes[static_cast<int>(order_[i])] = part.sizes[i];
  }
  return {Shape(sizes), part.format};
}

Tensor ordered(const Tensor& tensor, const Indices& order, int threads) {
  bool is_same = true;
  for (int i = 0; i < order.size(); ++i) is_same = is_same && order[i] == i;
  if (!is_same) {
    return row_copy(tensor, permuted(View(tensor.spec()), order), threads);
  }
  return to(tensor, row_of(tensor.shape(), tensor.format()),
            on_threads(threads));
}

PartSpecs part_specs(const Format& format, const Shape& shape, PartsForm form) {
  const PartsPlan plan(format, shape, form);
  const auto spec = [&](const std::optional<PartPlan>& part) {
    return part ? std::optional(plan.spec(*part)) : std::nullopt;
  };
  return {plan.spec(plan.data()),   plan.spec(plan.scale()),
          spec(plan.outer_scale()), spec(plan.top_scale()),
          spec(plan.zero()),        spec(plan.meta()),
          spec(plan.offset()),      spec(plan.mask())};
}

}  // namespace ashlar
