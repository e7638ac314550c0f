// block_check.cc - the contradictions that a block format can have.
#include "src/base/checked.h"
#include "src/base/concat.h"
#include "src/format/blocks.h"
#include "src/format/codebook.h"
#include "src/format/elements.h"

namespace ashlar {
namespace {

using Scope = ScaleLevel::Scope;

constexpr int kMaxAxes = 8;
constexpr int kMaxGroup = 32;

std::string size_text(std::int64_t rows, std::int64_t cols) {
  return rows == 1 ? concat(cols) : concat(rows, 'x', cols);
}

bool is_matrix(const Block& block) {
  for (const ScaleLevel& level : block.scales) {
    if (level.rows > 1 || level.scope == Scope::columns) return true;
  }
  return block.sub_rows > 1;
}

std::string why_not_scale(const ScaleLevel& level) {
  std::string problem = why_not(level.element);
  if (!problem.empty()) return concat("a scale cannot be: ", problem);
  if (level.element.kind == ElementKind::boolean) {
    return "a scale cannot be bool; use a float or a power of two";
  }
  const std::string size = size_text(level.rows, level.cols);
  if (level.rows < 1 || level.cols < 1) {
    return concat("a scale for ", size, " elements, expected 1 or more");
  }
  if (level.rows > kMaxTileSide || level.cols > kMaxTileSide) {
    return concat("a scale for ", size, " elements, expected at most 2^30 ",
                  "along an axis");
  }
  if (level.scope == Scope::tensor && (level.rows > 1 || level.cols > 1)) {
    return concat("a scale for the tensor has no tile, but ", size,
                  " is given");
  }
  if (level.scope == Scope::columns && level.rows > 1) {
    return concat("a scale for all rows is not for ", level.rows, " of them");
  }
  if (level.scope == Scope::channel && level.cols > 1) {
    return concat("a scale for all of a row is not for ", level.cols,
                  " elements of it");
  }
  return {};
}

/// Every tile of a level has to be a whole number of those of the level below.
std::string why_not_order(const ScaleLevel& fine, const ScaleLevel& coarse) {
  if (coarse.scope == Scope::columns && fine.scope <= Scope::columns) {
    const bool is_larger = coarse.cols > fine.cols || fine.scope == Scope::tile;
    if (is_larger && coarse.cols % fine.cols == 0) return {};
    return concat("a scale for ", coarse.cols, " elements of all rows cannot ",
                  "come after one for ", fine.cols,
                  ": it must be for several of those tiles");
  }
  if (fine.scope != Scope::tile || coarse.scope != Scope::tile) {
    const bool is_other_side =
        fine.scope == Scope::columns && coarse.scope == Scope::channel;
    if (coarse.scope <= fine.scope || is_other_side) {
      return "scales must come from the finest to the coarsest: tiles, then "
             "channels, then the tensor";
    }
    if (coarse.scope == Scope::channel && coarse.rows % fine.rows != 0) {
      return concat("tiles of ", fine.rows, " rows do not divide channels of ",
                    coarse.rows);
    }
    return {};
  }
  const bool whole =
      coarse.rows % fine.rows == 0 && coarse.cols % fine.cols == 0;
  const bool larger = coarse.rows > fine.rows || coarse.cols > fine.cols;
  if (whole && larger) return {};
  return concat("a scale for ", size_text(coarse.rows, coarse.cols),
                " cannot come after one for ", size_text(fine.rows, fine.cols),
                ": it must be for several of those tiles");
}

std::string why_not_scales(const Block& block) {
  if (block.scales.empty()) return "a block format needs a scale";
  if (block.scales.size() > kMaxScaleLevels) {
    return concat(block.scales.size(), " levels of scales, expected at most ",
                  kMaxScaleLevels);
  }
  for (std::size_t i = 0; i < block.scales.size(); ++i) {
    std::string problem = why_not_scale(block.scales[i]);
    if (problem.empty() && i > 0) {
      problem = why_not_order(block.scales[i - 1], block.scales[i]);
    }
    if (!problem.empty()) return problem;
  }
  return {};
}

std::string why_not_axis(const Block& block) {
  if (block.axis < -kMaxAxes || block.axis >= kMaxAxes) {
    return concat("axis ", block.axis, ", expected -", kMaxAxes, " to ",
                  kMaxAxes - 1);
  }
  if (is_matrix(block) && (block.axis == 0 || block.axis == -kMaxAxes)) {
    return concat("tiles of several rows need an axis before axis ",
                  block.axis);
  }
  return {};
}

std::string why_not_element(const Element& element, const Block& block) {
  if (element.kind != ElementKind::codebook) {
    if (block.codebook != nullptr) {
      return concat("a codebook needs elements that are places in it, not ",
                    to_string(element));
    }
    std::string problem = why_not(element);
    if (!problem.empty()) return problem;
    if (element.kind == ElementKind::boolean || !element.has_zero) {
      return concat(to_string(element), " cannot be scaled: ",
                    element.has_zero ? "it is no number" : "it has no zero");
    }
    return {};
  }
  if (block.codebook == nullptr) {
    return "its elements are places in a codebook, but it has none";
  }
  std::string problem = why_not(*block.codebook);
  if (!problem.empty()) return problem;
  const int bits = block.codebook->index_bits;
  const Element expected = in_words(
      codebook_element(bits), element.storage_bits, element.storage_shift);
  if (element != expected) {
    return concat("places of ", element.bits, " bits in a codebook with an ",
                  "index of ", bits);
  }
  return why_not_words(element);
}

std::string why_not_subtiles(const Block& block) {
  const ScaleLevel& level = block.scales.front();
  if (block.sub_rows == 0 && block.sub_cols == 0) {
    if (block.offset_bits == 0) return {};
    return "an offset is one of a subtile, but there are no subtiles";
  }
  const std::string size = size_text(block.sub_rows, block.sub_cols);
  if (block.sub_rows < 1 || block.sub_cols < 1) {
    return concat("subtiles of ", size, ", expected 1 or more");
  }
  if (level.scope != Scope::tile) {
    return "subtiles are parts of tiles, but there is no scale for tiles";
  }
  if (level.rows % block.sub_rows != 0 || level.cols % block.sub_cols != 0) {
    return concat("subtiles of ", size, " do not divide the tile of ",
                  size_text(level.rows, level.cols));
  }
  const bool has_tables = block.codebook && block.codebook->meta_bits > 0;
  if (block.offset_bits == 0 && !has_tables) {
    return "subtiles need an offset, or a codebook with several tables to pick "
           "from";
  }
  return {};
}

std::string why_not_offset(const Block& block) {
  if (block.offset_bits == 0) return {};
  if (block.offset_bits < 0 || block.offset_bits > kMaxOffsetBits) {
    return concat("an offset of ", block.offset_bits, " bits, expected 1 to ",
                  kMaxOffsetBits);
  }
  if (!is_exponent(block.scales.front().element)) {
    return concat("an offset is one of powers of two, but the scale is ",
                  to_string(block.scales.front().element));
  }
  if (block.codebook != nullptr) {
    return "subtiles either pick a table or have an offset";
  }
  return {};
}

std::string why_not_zero(const Element& element, const Block& block) {
  if (!block.zero) return {};
  const Element& zero = block.zero->element;
  if (element.kind != ElementKind::integer || element.is_signed) {
    return concat("a zero point is for integers without a sign, but the ",
                  "elements are ", to_string(element));
  }
  if (is_exponent(block.scales.front().element)) {
    return concat("a zero point needs a scale that is no power of two, but it ",
                  "is ", to_string(block.scales.front().element));
  }
  std::string problem = why_not(zero);
  if (!problem.empty()) return concat("a zero point cannot be: ", problem);
  if (zero.kind == ElementKind::floating && zero.has_zero) return {};
  if (zero.kind != ElementKind::integer || zero.is_signed ||
      zero.bits < element.bits) {
    return concat("a zero point is a float or an unsigned integer of ",
                  element.bits, " bits or more, not ", to_string(zero));
  }
  return {};
}

std::string why_not_sparsity(const Block& block) {
  if (!block.sparsity) return {};
  const auto [kept, group] = *block.sparsity;
  const std::string name = concat(kept, ':', group);
  if (!is_power_of_two(kept) || !is_power_of_two(group) || kept >= group ||
      group > kMaxGroup) {
    return concat("sparsity of ", name, ", expected powers of two such as 2:4",
                  ", the second one larger and at most ", kMaxGroup);
  }
  if (is_matrix(block)) {
    return concat(
        "sparsity of ", name, " with tiles of several rows: a mask ",
        "would have to keep as many numbers in every row as in every ",
        "column, and only one axis can be made shorter; use tiles ",
        "along one axis");
  }
  const std::int64_t tile = block.scales.front().cols;
  if (block.scales.front().scope == Scope::tile && tile % group != 0) {
    return concat("sparse groups of ", group, " do not divide the tile of ",
                  tile);
  }
  if (block.sub_cols % group != 0) {
    return concat("sparse groups of ", group, " do not divide the subtile of ",
                  block.sub_cols);
  }
  return {};
}

}  // namespace

std::string why_not(const Element& element, const Block& block) {
  std::string problem = why_not_scales(block);
  if (problem.empty()) problem = why_not_element(element, block);
  if (problem.empty()) problem = why_not_subtiles(block);
  if (problem.empty()) problem = why_not_offset(block);
  if (problem.empty()) problem = why_not_axis(block);
  if (problem.empty()) problem = why_not_zero(element, block);
  if (problem.empty()) problem = why_not_sparsity(block);
  return problem;
}

}  // namespace ashlar
