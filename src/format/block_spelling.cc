// block_spelling.cc - the text of a block format without a name.
#include <algorithm>

#include "src/base/concat.h"
#include "src/format/blocks.h"
#include "src/format/codebook.h"
#include "src/format/describe.h"
#include "src/format/elements.h"

namespace ashlar {
namespace {

using Scope = ScaleLevel::Scope;
using Sense = ScaleLevel::Sense;

std::string tile_text(std::int64_t rows, std::int64_t cols) {
  return rows == 1 ? concat(cols) : concat(rows, 'x', cols);
}

std::string channel_text(std::int64_t rows) {
  return rows == 1 ? "channel" : concat(rows, "xchannel");
}

std::string spell(const ScaleLevel& level) {
  const std::string name = to_string(level.element);
  if (level.scope == Scope::tensor) return name + ":tensor";
  if (level.scope == Scope::channel) {
    return concat(name, ':', channel_text(level.rows));
  }
  if (level.scope == Scope::columns) return concat(name, ":*x", level.cols);
  return concat(name, ':', tile_text(level.rows, level.cols));
}

std::string element_text(const Element& element, const Block& block) {
  if (!block.codebook) return to_string(element);
  return concat(block.codebook->name, words_suffix(element),
                spell_numbers(*block.codebook));
}

/// `,divisor` if it is the coarsest one; else which ones they are.
std::string divisors(const Block& block) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < block.scales.size(); ++i) {
    if (block.scales[i].sense == Sense::divisor) found.push_back(i + 1);
  }
  if (found.empty()) return {};
  if (found.front() == block.scales.size()) return ",divisor";
  return ",divisor=" + join(found, "+");
}

std::string describe(const ScaleLevel& level) {
  const std::string name = to_string(level.element);
  if (level.scope == Scope::tensor) return name + " for the tensor";
  if (level.scope == Scope::channel) {
    return concat(name, " for each ", channel_text(level.rows));
  }
  if (level.scope == Scope::columns) {
    return concat(name, " for ", level.cols, " of all rows");
  }
  return concat(name, " for ", tile_text(level.rows, level.cols));
}

}  // namespace

std::string spell(const Element& element, const Block& block) {
  std::string out = element_text(element, block);
  for (std::size_t i = 0; i < block.scales.size(); ++i) {
    out += concat(i == 0 ? '@' : '+', spell(block.scales[i]));
  }
  if (block.zero) out += ",zero=" + to_string(block.zero->element);
  if (block.axis != -1) out += concat(",axis=", block.axis);
  if (block.sub_cols > 0) {
    out += ",sub=" + tile_text(block.sub_rows, block.sub_cols);
  }
  if (block.offset_bits > 0) out += concat(",offset=", block.offset_bits);
  if (block.sparsity) {
    out += concat(",sparse=", block.sparsity->kept, ':', block.sparsity->group);
  }
  return out + divisors(block);
}

std::string describe(const Element& element, const Block& block) {
  std::vector<std::string> scales;
  for (const ScaleLevel& level : block.scales) {
    scales.push_back(describe(level));
  }
  std::string out = concat(element_text(element, block),
                           " that share scales: ", join(scales, ", "));
  if (block.zero) {
    out += concat("; with zero points, ", to_string(block.zero->element));
  }
  if (block.sparsity) {
    out += concat("; ", block.sparsity->kept, " of ", block.sparsity->group,
                  " are stored");
  }
  return out;
}

}  // namespace ashlar
