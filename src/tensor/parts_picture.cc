// parts_picture.cc - parts by name, with their shapes and what they belong to.
#include "src/tensor/parts_picture.h"

#include <utility>

#include "src/base/concat.h"

namespace ashlar {
namespace {

std::string spec_text(std::string_view name, const PartSpec& spec) {
  return concat(name, ": ", spec.format.name(), to_string(spec.shape));
}

std::string axis_name(const PartsPlan& plan, int from_last) {
  const int rank = plan.order().size();
  return from_last > rank ? ""
                          : concat("axis ", plan.order()[rank - from_last]);
}

/// What the parts of one tile, or the elements, have besides scales.
std::vector<std::string> others_of(const Format& format, const PartsPlan& plan,
                                   const PartSpecs& specs) {
  const Block& block = *format.block();
  std::vector<std::string> out;
  if (specs.zero) {
    out.push_back(concat(spec_text("zero", *specs.zero), " of ",
                         to_string(block.zero->element),
                         ", one for each scale"));
  }
  const std::string per_scale =
      concat(", ", plan.grids().subtiles(), " for each scale");
  if (specs.meta) out.push_back(spec_text("meta", *specs.meta) + per_scale);
  if (specs.offset) {
    out.push_back(spec_text("offset", *specs.offset) + per_scale);
  }
  if (specs.mask) {
    out.push_back(spec_text("mask", *specs.mask) + ", a bit for each element");
  }
  return out;
}

}  // namespace

PictureLevel::PictureLevel(std::string name, const TileGrid& grid,
                           PartSpec spec, const Element& element)
    : name_(std::move(name)),
      grid_(grid),
      spec_(std::move(spec)),
      element_(element) {}

std::string PictureLevel::heading() const {
  const std::string own = to_string(element_);
  const std::string of = own == spec_.format.name() ? "" : concat(" of ", own);
  return spec_text(name_, spec_) + of;
}

PartsPicture::PartsPicture(const Format& format, const Shape& shape) {
  const PartsPlan plan(format, shape, PartsForm::compressed);
  const PartSpecs specs = part_specs(format, shape);
  const std::vector<ScaleLevel>& scales = format.block()->scales;
  levels.emplace_back("scale", plan.grids().tiles(), specs.scale,
                      scales[0].element);
  if (specs.outer_scale) {
    levels.emplace_back("outer scale", plan.grids().outer_tiles(),
                        *specs.outer_scale, scales[1].element);
  }
  if (specs.top_scale) {
    levels.emplace_back("top scale", plan.grids().top_tiles(), *specs.top_scale,
                        scales[2].element);
  }
  others = others_of(format, plan, specs);
  data = spec_text("data", specs.data);
  row_axis = axis_name(plan, 2);
  col_axis = axis_name(plan, 1);
  rows = plan.grids().extent().rows;
  cols = plan.grids().extent().cols;
}

std::string range_text(Index begin, Index end) {
  return end - begin <= 1 ? concat(begin) : concat(begin, "..", end - 1);
}

}  // namespace ashlar
