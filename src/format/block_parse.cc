// block_parse.cc - reads the scales and properties of a block format.
#include <algorithm>
#include <array>
#include <utility>

#include "src/base/concat.h"
#include "src/format/blocks.h"
#include "src/format/nearest.h"
#include "src/format/parse.h"

namespace ashlar {
namespace {

using Scope = ScaleLevel::Scope;
using Sense = ScaleLevel::Sense;

std::int64_t read_side(Cursor& in) { return in.number("a number of elements"); }

void read_size(Cursor& in, std::int64_t& rows, std::int64_t& cols) {
  rows = 1;
  cols = read_side(in);
  if (!in.accept('x')) return;
  rows = cols;
  cols = read_side(in);
}

ScaleLevel read_scale(Cursor& in) {
  ScaleLevel level;
  level.element = read_element_name(in);
  in.expect(':', "after the format of a scale");
  if (in.accept_word("tensor")) {
    level.scope = Scope::tensor;
  } else if (in.accept_word("channel")) {
    level.scope = Scope::channel;
  } else if (in.accept('*')) {
    level.scope = Scope::columns;
    in.expect('x', "after all rows");
    level.cols = read_side(in);
  } else if (in.number_ahead()) {
    level.cols = read_side(in);
    if (in.accept('x')) {
      level.rows = std::exchange(level.cols, 1);
      level.scope = in.accept_word("channel") ? Scope::channel : Scope::tile;
      if (level.scope == Scope::tile) level.cols = read_side(in);
    }
  } else {
    in.fail_expected("a tile such as 32, 128x128 or *x32, channel or tensor");
  }
  return level;
}

int read_int(Cursor& in, std::string_view purpose) {
  in.peek();
  const std::size_t begin = in.position();
  const std::int64_t number = in.number(purpose);
  if (number > 1000) in.fail_at(begin, concat(number, " is too large"));
  return static_cast<int>(number);
}

void read_zero(Cursor& in, Block& block) {
  block.zero = ZeroPoint{read_element_name(in)};
}

void read_axis(Cursor& in, Block& block) {
  const bool from_last = in.accept('-');
  in.peek();
  const std::size_t begin = in.position();
  const int number = read_int(in, "the number of an axis");
  if (from_last && number == 0) {
    in.fail_at(begin, "axis -0", "use 0 for the first axis, -1 for the last");
  }
  block.axis = from_last ? -number : number;
}

void read_sub(Cursor& in, Block& block) {
  read_size(in, block.sub_rows, block.sub_cols);
}

void read_offset(Cursor& in, Block& block) {
  in.peek();
  const std::size_t begin = in.position();
  block.offset_bits = read_int(in, "a number of bits");
  if (block.offset_bits == 0) in.fail_at(begin, "an offset of 0 bits");
}

void read_sparse(Cursor& in, Block& block) {
  Sparsity sparsity;
  sparsity.kept = read_int(in, "how many numbers are stored");
  in.expect(':', "before the size of a group");
  sparsity.group = read_int(in, "the size of a group");
  block.sparsity = sparsity;
}

void read_divisor(Cursor& in, Block& block) {
  do {
    in.peek();
    const std::size_t begin = in.position();
    const int level = read_int(in, "the number of a scale, 1 for the finest");
    if (level < 1 || static_cast<std::size_t>(level) > block.scales.size()) {
      in.fail_at(begin, concat("scale ", level, ", expected 1 to ",
                               block.scales.size()));
    }
    block.scales[static_cast<std::size_t>(level) - 1].sense = Sense::divisor;
  } while (in.accept('+'));
}

struct Property {
  std::string_view name;
  void (*read)(Cursor&, Block&);
};

constexpr std::array<Property, 6> kProperties = {{{"zero", read_zero},
                                                  {"axis", read_axis},
                                                  {"sub", read_sub},
                                                  {"offset", read_offset},
                                                  {"sparse", read_sparse},
                                                  {"divisor", read_divisor}}};

[[noreturn]] void fail_unknown(Cursor& in, std::size_t begin) {
  const std::string name(in.text().substr(begin, in.position() - begin));
  const auto* nearest = &kProperties[0];
  for (const Property& each : kProperties) {
    if (edit_distance(name, each.name) < edit_distance(name, nearest->name)) {
      nearest = &each;
    }
  }
  if (edit_distance(name, nearest->name) <= 2) {
    in.fail_at(begin, concat("'", name, "' is not a property"),
               concat("did you mean ", nearest->name, "?"));
  }
  in.fail_at(begin, concat("'", name, "' is not a property"),
             "there are zero, axis, sub, offset, sparse and divisor");
}

void read_properties(Cursor& in, Block& block) {
  std::array<bool, kProperties.size()> seen = {};
  while (in.accept(',')) {
    in.peek();
    const std::size_t begin = in.position();
    const std::string_view name = in.name("a property such as zero or axis");
    const auto* found = std::ranges::find(kProperties, name, &Property::name);
    if (found == kProperties.end()) fail_unknown(in, begin);
    const auto index = static_cast<std::size_t>(found - kProperties.begin());
    if (std::exchange(seen[index], true)) {
      in.fail_at(begin, concat("'", name, "' is given twice"));
    }
    if (name == "divisor" && in.peek() != '=') {
      block.scales.back().sense = Sense::divisor;
      continue;
    }
    in.expect('=', concat("after '", name, "'"));
    found->read(in, block);
  }
}

}  // namespace

Block read_block(Cursor& cursor) {
  Block block;
  cursor.expect('@', "before the scales");
  do {
    cursor.peek();
    const std::size_t begin = cursor.position();
    block.scales.push_back(read_scale(cursor));
    if (block.scales.size() > kMaxScaleLevels) {
      cursor.fail_at(
          begin, concat("more than ", kMaxScaleLevels, " levels of scales"));
    }
  } while (cursor.accept('+'));
  read_properties(cursor, block);
  return block;
}

}  // namespace ashlar
