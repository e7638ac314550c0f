// tcast_types.cc - TensorCast's scales and data types, read as block formats.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "ashlar/dialects/tcast.h"
#include "src/base/checked.h"
#include "src/dialects/tcast_code.h"
#include "src/dialects/tcast_table.h"
#include "src/format/elements.h"
#include "src/format/nearest.h"

namespace ashlar::tcast {
namespace {

constexpr int kMaxTile = 1024;

/// Scales have no sign: of those in a byte or little more it is left out.
Element as_scale(Code& code, const Part& part) {
  Element element = read_element(code, part);
  if (element.kind != ElementKind::floating) {
    code.fail(part, concat("the scale '", part.text,
                           "' is neither a float nor a power of two"));
  }
  const bool needs_sign = element.specials == Specials::negative_zero_nan ||
                          element.specials == Specials::negative_zero_nan_inf;
  if (element.bits > 9 || !element.is_signed || needs_sign) return element;
  return in_words(float_element(element.exponent_bits, element.mantissa_bits,
                                element.bias, element.specials, Sign::absent),
                  8);
}

/// An integer zero point is the code of zero, so it has no sign either.
Element as_zero(Code& code, const Part& part) {
  const Element element = read_element(code, part);
  if (is_exponent(element)) {
    code.fail(part, concat("the zero point '", part.text,
                           "' is neither a float nor an integer"));
  }
  if (element.kind != ElementKind::integer) return element;
  return integer_element(element.bits, Sign::absent);
}

/// `t32s8n2m4`.
struct TileCode {
  Part part;
  int size = 0;
  int sub = 0;
  int offset = 0;
  int kept = 0;
  int group = 0;
  int dim = -1;
};

bool is_tile(const Part& part) {
  const std::string& text = part.text;
  return text == "t" || (text.size() > 1 && text[0] == 't' &&
                         std::string_view("0123456789sond").find(text[1]) !=
                             std::string_view::npos);
}

TileCode read_tile(Code& code, const Part& part) {
  TileCode tile;
  tile.part = part;
  Scan scan(part.text);
  scan.accept("t");
  scan.accept_number(tile.size);
  bool ok = !scan.accept("s") || scan.accept_number(tile.sub);
  ok = ok && (!scan.accept("o") || scan.accept_number(tile.offset));
  if (ok && scan.accept("n")) {
    ok = scan.accept_number(tile.kept) && scan.accept("m") &&
         scan.accept_number(tile.group);
  }
  ok = ok && (!scan.accept("d") || scan.accept_number(tile.dim));
  if (!ok || !scan.at_end()) {
    code.fail(part, concat("'", part.text, "' is not a tile"),
              "use one such as t32, t32s8, t16s2o1, t32n2m4 or t32d0");
  }
  if (tile.size != 0 &&
      (!is_power_of_two(tile.size) || tile.size < 2 || tile.size > kMaxTile)) {
    code.fail(part, concat("a tile of ", tile.size,
                           ", expected a power of two from 2 to ", kMaxTile,
                           ", or 0 for a channel"));
  }
  return tile;
}

using Scope = ScaleLevel::Scope;

void set_tile(Code& code, const TileCode& tile, Block& block) {
  ScaleLevel& level = block.scales.front();
  level.scope = tile.size == 0 ? Scope::channel : Scope::tile;
  level.cols = std::max(tile.size, 1);
  if (tile.sub > 0) {
    block.sub_rows = 1;
    block.sub_cols = tile.sub;
  }
  block.offset_bits = tile.offset;
  if (tile.group > 0) block.sparsity = Sparsity{tile.kept, tile.group};
  if (tile.dim > 7) {
    code.fail(tile.part, concat("dim ", tile.dim, ", expected 0 to 7"));
  }
  if (tile.dim >= 0) block.axis = tile.dim;
}

void set_rows(Code& code, const TileCode& rows, const TileCode& cols,
              Block& block) {
  if (rows.dim >= 0 || cols.dim >= 0) {
    code.fail(rows.dim >= 0 ? rows.part : cols.part,
              "two tiles are along the last two dims",
              "leave out the d, or use one tile");
  }
  if (rows.group > 0) {
    code.fail(rows.part, "only the tile of the last dim can be sparse");
  }
  if (rows.size == 0 && cols.size == 0) {
    code.fail(rows.part, "only one of two tiles can be a channel",
              "leave out both for a scale of the tensor");
  }
  if (rows.size == 0) {
    block.scales.front().scope = Scope::columns;
  } else {
    block.scales.front().rows = rows.size;
  }
  if (rows.sub > 0 || cols.sub > 0) {
    block.sub_rows = rows.sub > 0 ? rows.sub : rows.size;
    block.sub_cols = cols.sub > 0 ? cols.sub : cols.size;
  }
  block.offset_bits = std::max(rows.offset, cols.offset);
}

/// Takes the tiles from the end.
std::vector<TileCode> take_tiles(Code& code, std::vector<Part>& parts) {
  std::vector<TileCode> tiles;
  while (parts.size() > 1 && is_tile(parts.back())) {
    if (tiles.size() == 2) code.fail(parts.back(), "more than two tiles");
    tiles.insert(tiles.begin(), read_tile(code, parts.back()));
    parts.pop_back();
  }
  return tiles;
}

/// Which of the numbers is what; the tensor scale and the zero may be missing.
struct Roles {
  std::optional<Part> tensor;
  Part scale;
  std::optional<Part> zero;
};

Roles roles_of(Code& code, std::vector<Part> parts, bool has_tile) {
  const bool multi = parts.front().text == "multi" && parts.size() > 1;
  const Part first = parts.front();
  if (multi) parts.erase(parts.begin());
  if (parts.size() > 3) code.fail(parts[3], "more than three numbers");
  const bool has_tensor = multi || parts.size() == 3;
  if (has_tensor && parts.size() < 2) {
    code.fail(first, "multi needs two numbers, for the tensor and for tiles");
  }
  if (has_tensor && !has_tile) {
    code.fail(first, "a scale beside that of the tensor needs a tile",
              "add one, as in multi_float32_e4m3fn_t16");
  }
  Roles roles;
  std::size_t next = 0;
  if (has_tensor) roles.tensor = parts[next++];
  roles.scale = parts[next++];
  if (next < parts.size()) roles.zero = parts[next];
  return roles;
}

void add_zero(Code& code, const Part& part, Block& block) {
  if (is_exponent(block.scales.front().element)) {
    code.fail(part, "a zero point needs a float scale");
  }
  block.zero = ZeroPoint{as_zero(code, part)};
}

Number scaled(const Number& number, const Block& scale) {
  if (number.codebook) return number;
  Element element = number.element;
  if (element.kind == ElementKind::integer && element.is_signed &&
      element.bits > 1 && is_exponent(scale.scales.front().element)) {
    element = fraction_of(element);
  }
  return {in_words(element, element.bits), {}};
}

Format unscaled(Code& code, const Number& number) {
  const bool is_float = number.element.kind == ElementKind::floating &&
                        !is_exponent(number.element);
  if (!is_float) {
    code.fail(code.whole(), concat("'", code.text(), "' needs a scale"),
              "only floats are data types of their own");
  }
  return Format(number.element);
}

void check_zero(Code& code, const Number& number, const Block& scale) {
  const bool is_unsigned = !number.codebook && !number.element.is_signed &&
                           number.element.kind == ElementKind::integer;
  if (is_unsigned && !scale.zero) {
    code.fail(code.whole(), concat("'", code.text(), "' needs a zero point"),
              "add one to the scale, as in float16_int8_t32");
  }
  if (!is_unsigned && scale.zero) {
    code.fail(code.whole(),
              concat("'", code.text(),
                     "' has a sign, so there "
                     "is no zero point"),
              "use a number such as uint8, or leave out the zero point");
  }
}

Format format_of(std::string_view number_code, std::string_view scale_code) {
  Code code(number_code);
  const Number read = read_number(code);
  if (scale_code.empty()) return unscaled(code, read);
  Block block = scale(scale_code);
  if (is_exponent(read.element)) {
    code.fail(code.whole(), concat("'", code.text(),
                                   "' has no zero and can only be a scale"));
  }
  check_zero(code, read, block);
  const Number number = scaled(read, block);
  block.codebook = number.codebook;
  return Format(number.element, std::move(block));
}

std::string nearest_type(std::string_view name) {
  const DataType* nearest = nullptr;
  int least = 3;
  for (const DataType& type : datatypes()) {
    const int distance = edit_distance(name.substr(0, 32), type.name);
    if (distance >= least) continue;
    least = distance;
    nearest = &type;
  }
  if (nearest == nullptr) return "use a name such as mxfp8e4 or int8_F";
  return concat("did you mean ", nearest->name, "?");
}

}  // namespace

Block scale(std::string_view text) {
  Code code(text);
  std::vector<Part> parts = code.parts();
  const std::vector<TileCode> tiles = take_tiles(code, parts);
  const Roles roles = roles_of(code, std::move(parts), !tiles.empty());
  Block block;
  block.scales.push_back({as_scale(code, roles.scale), Scope::tensor});
  if (!tiles.empty()) set_tile(code, tiles.back(), block);
  if (tiles.size() == 2) set_rows(code, tiles[0], tiles[1], block);
  if (roles.tensor) {
    block.scales.push_back({as_scale(code, *roles.tensor), Scope::tensor});
  }
  if (roles.zero) add_zero(code, *roles.zero, block);
  return block;
}

DataType datatype(std::string_view number, std::string_view scale,
                  std::string_view name) {
  if (number.empty() && scale.empty()) return predefined(name);
  Format format = format_of(number, scale);
  if (!name.empty()) return {std::string(name), std::move(format)};
  return {scale.empty() ? lower(number) : lower(concat(number, '_', scale)),
          std::move(format)};
}

const DataType& predefined(std::string_view name) {
  if (const DataType* type = find_type(name)) return *type;
  Code code(name);
  code.fail(code.whole(), concat("'", name, "' is not a data type"),
            nearest_type(name));
}

}  // namespace ashlar::tcast
