// format.cc - a format as a value.
#include "ashlar/format.h"

#include <algorithm>
#include <utility>

#include "src/base/require.h"
#include "src/format/blocks.h"
#include "src/format/codebook.h"
#include "src/format/describe.h"
#include "src/format/elements.h"
#include "src/format/table.h"

namespace ashlar {
namespace {

void check(const Element& element) {
  const std::string problem = why_not(element);
  require(problem.empty(), ErrorKind::invalid, "format", problem);
}

/// What people call it, or all of it as text.
std::string name_of(const Element& element, const Block& block) {
  std::string text = spell(element, block);
  for (const BlockRow& row : block_rows()) {
    if (row.text == text) return std::string(row.name);
  }
  return text;
}

Block checked(const Element& element, Block block) {
  const std::string problem = why_not(element, block);
  require(problem.empty(), ErrorKind::invalid, "format", problem);
  if (block.codebook) {
    block.codebook =
        std::make_shared<const Codebook>(canonical(*block.codebook));
  }
  block.name = name_of(element, block);
  return block;
}

Element places_in(const Block& block) {
  require(block.codebook != nullptr, ErrorKind::invalid, "format",
          "without a codebook a block format needs an element");
  const int bits = block.codebook->index_bits;
  return codebook_element(std::clamp(bits, 1, kMaxIndexBits));
}

}  // namespace

bool Block::operator==(const Block& other) const {
  const auto same_book = [&] {
    if (codebook == other.codebook) return true;
    return codebook && other.codebook && *codebook == *other.codebook;
  };
  return name == other.name && scales == other.scales && axis == other.axis &&
         zero == other.zero && sub_rows == other.sub_rows &&
         sub_cols == other.sub_cols && offset_bits == other.offset_bits &&
         sparsity == other.sparsity && same_book();
}

Format::Format(const Element& element) : element_(element) { check(element); }

Format::Format(const Element& element, Block block)
    : element_(element),
      block_(
          std::make_shared<const Block>(checked(element, std::move(block)))) {}

Format::Format(Block block) : Format(places_in(block), block) {}

std::string Format::name() const {
  return block_ ? block_->name : to_string(element_);
}

std::string Format::description() const {
  for (const NamedFormat& row : formats()) {
    if (row.format == *this) return std::string(row.description);
  }
  return block_ ? describe(element_, *block_) : describe(element_);
}

double Format::bits_per_element() const {
  double bits = element_.storage_bits;
  if (!block_) return bits;
  const auto per = [](std::int64_t of, std::int64_t rows, std::int64_t cols) {
    return static_cast<double>(of) /
           (static_cast<double>(rows) * static_cast<double>(cols));
  };
  const Block& block = *block_;
  const ScaleLevel& fine = block.scales.front();
  const bool has_tiles = fine.scope == ScaleLevel::Scope::tile;
  for (const ScaleLevel& level : block.scales) {
    if (level.scope != ScaleLevel::Scope::tile) break;
    bits += per(level.element.storage_bits, level.rows, level.cols);
  }
  if (block.zero && has_tiles) {
    bits += per(block.zero->element.storage_bits, fine.rows, fine.cols);
  }
  const int meta = block.codebook ? block.codebook->meta_bits : 0;
  if (block.sub_cols > 0) {
    bits += per(meta + block.offset_bits, block.sub_rows, block.sub_cols);
  } else if (has_tiles) {
    bits += per(meta, fine.rows, fine.cols);
  }
  if (!block.sparsity) return bits;
  const Sparsity& sparsity = *block.sparsity;
  return bits * sparsity.kept / sparsity.group + 1;  // the mask
}

bool Format::operator==(const Format& other) const {
  if (element_ != other.element_) return false;
  if (block_ == other.block_) return true;
  return block_ && other.block_ && *block_ == *other.block_;
}

std::string to_string(const Format& format) { return format.name(); }

}  // namespace ashlar
