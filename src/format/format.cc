// format.cc - a format as a value.
#include "ashlar/format.h"

#include <utility>

#include "src/base/require.h"
#include "src/format/describe.h"
#include "src/format/elements.h"

namespace ashlar {
namespace {

void check(const Element& element) {
  const std::string problem = why_not(element);
  require(problem.empty(), ErrorKind::invalid, "format", problem);
}

void check(const Block& block) {
  require(!block.scales.empty(), ErrorKind::invalid, "format",
          "the block format '", block.name, "' has no scale");
  for (const ScaleLevel& level : block.scales) {
    check(level.element);
    require(level.rows >= 1 && level.cols >= 1, ErrorKind::invalid, "format",
            "a scale for ", level.rows, "x", level.cols,
            " elements, expected 1x1 or more");
  }
}

}  // namespace

Format::Format(const Element& element) : element_(element) { check(element); }

Format::Format(const Element& element, Block block) : Format(element) {
  check(block);
  block_ = std::make_shared<const Block>(std::move(block));
}

std::string Format::name() const {
  return block_ ? block_->name : to_string(element_);
}

std::string Format::description() const {
  for (const NamedFormat& row : formats()) {
    if (row.format == *this) return std::string(row.description);
  }
  return describe(element_);
}

double Format::bits_per_element() const {
  double bits = element_.storage_bits;
  if (!block_) return bits;
  for (const ScaleLevel& level : block_->scales) {
    if (level.scope == ScaleLevel::Scope::tensor) continue;
    const auto rows = static_cast<double>(level.rows);
    const auto cols = static_cast<double>(level.cols);
    bits += level.element.storage_bits / (rows * cols);
  }
  return bits;
}

bool Format::operator==(const Format& other) const {
  if (element_ != other.element_) return false;
  if (block_ == other.block_) return true;
  return block_ && other.block_ && *block_ == *other.block_;
}

std::string to_string(const Format& format) { return format.name(); }

}  // namespace ashlar
