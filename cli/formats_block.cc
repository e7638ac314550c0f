// formats_block.cc - block formats in words, and the tables of codebooks.
#include "cli/formats_block.h"

#include <string>
#include <vector>

#include "cli/formats_number.h"

namespace ashlar::cli {
namespace {

using Scope = ScaleLevel::Scope;

std::string bits_text(int bits) {
  return std::to_string(bits) + (bits == 1 ? " bit" : " bits");
}

std::string with_bits(const Element& element) {
  return to_string(element) + ", " + bits_text(element.storage_bits);
}

std::string size_text(std::int64_t rows, std::int64_t cols) {
  return rows == 1 ? std::to_string(cols) + " elements"
                   : std::to_string(rows) + "x" + std::to_string(cols);
}

std::string tables_text(const Codebook& book) {
  const std::string numbers = std::to_string(1 << book.index_bits) +
                              " numbers of " + to_string(book.element);
  if (book.meta_bits == 0) return "a table of " + numbers;
  return "one of " + std::to_string(1 << book.meta_bits) + " tables of " +
         numbers;
}

std::string elements_text(const Format& format) {
  const Block& block = *format.block();
  if (!block.codebook) return with_bits(format.element());
  return bits_text(format.bits()) + ", places in " +
         tables_text(*block.codebook);
}

std::string axis_text(int axis) {
  if (axis == -1) return "a row";
  return "axis " + std::to_string(axis);
}

std::string scale_text(const ScaleLevel& level, int axis) {
  std::string text = with_bits(level.element) + ", one for ";
  const std::string rows =
      level.rows == 1 ? "" : std::to_string(level.rows) + " x ";
  if (level.scope == Scope::tensor) {
    text += "the tensor";
  } else if (level.scope == Scope::channel) {
    text += rows + "all along " + axis_text(axis);
  } else if (level.scope == Scope::columns) {
    text += size_text(1, level.cols) + " of all rows";
  } else if (level.rows == 1) {
    text += size_text(1, level.cols) +
            (axis == -1 ? " of a row" : " along " + axis_text(axis));
  } else {
    text += "a tile of " + size_text(level.rows, level.cols);
  }
  return level.sense == ScaleLevel::Sense::divisor ? text + "; it divides"
                                                   : text;
}

std::string subtile_text(const Block& block) {
  const std::string each =
      size_text(block.sub_rows, block.sub_cols) + "; each has ";
  if (block.offset_bits == 0) {
    return each + bits_text(block.codebook->meta_bits) + " to pick a table";
  }
  return each + bits_text(block.offset_bits) +
         " to say how often its scale is halved";
}

std::string total_text(const Format& format) {
  const std::string text =
      exact_text(format.bits_per_element()) + " bits an element";
  switch (format.block()->scales.back().scope) {
    case Scope::tensor:
      return text + ", without the scale of the tensor";
    case Scope::channel:
      return text + ", without the scales of channels";
    case Scope::columns:
      return text + ", without the scales of columns";
    case Scope::tile:
      break;
  }
  return text;
}

}  // namespace

Facts block_facts(const Format& format) {
  const Block& block = *format.block();
  Facts facts = {{"elements", elements_text(format)}};
  for (const ScaleLevel& level : block.scales) {
    facts.emplace_back("scales", scale_text(level, block.axis));
  }
  if (block.zero) {
    facts.emplace_back("zeros",
                       with_bits(block.zero->element) + ", one for each scale");
  }
  if (block.sub_cols > 0) facts.emplace_back("subtiles", subtile_text(block));
  if (block.sparsity) {
    facts.emplace_back("sparsity",
                       std::to_string(block.sparsity->kept) + " of " +
                           std::to_string(block.sparsity->group) +
                           " elements are stored, and a bit for each that says "
                           "which");
  }
  facts.emplace_back("in all", total_text(format));
  return facts;
}

void print_tables(std::ostream& out, const Codebook& book, const Look& look) {
  Facts facts = {{"means", "a place in the table, counted from 0"}};
  const std::size_t size = std::size_t{1} << book.index_bits;
  const bool is_one = book.meta_bits == 0;
  for (std::size_t at = 0; at < book.numbers.size(); at += size) {
    std::string text;
    for (std::size_t i = 0; i < size; ++i) {
      text += (i == 0 ? "" : " ") + rough_text(book.numbers[at + i], 6);
    }
    facts.emplace_back(is_one ? "table" : "table " + std::to_string(at / size),
                       text);
  }
  print_facts(out, facts, look);
}

}  // namespace ashlar::cli
