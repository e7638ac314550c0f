// block_digits.cc - scales beside elements, as fields of records.
#include "src/spec/block_digits.h"

#include <utility>
#include <vector>

#include "src/base/checked.h"
#include "src/layout/lower.h"

namespace ashlar {
namespace {

constexpr std::string_view kWhere = "spec";
constexpr Index kTileAlignment = 16;  // bytes, of the codes in a tile
constexpr Index kPartAlignment = 64;  // bytes, of the parts of a tensor

/// A digit inside of a tile, and what it counts.
struct PageDigit {
  bool is_row = false;
  Index div = 1;
  Index radix = 1;
};

/// The same digits that lowering gives a tile, in the same order.
std::vector<PageDigit> page_digits(const Tile& tile) {
  const Index face_rows = tile.face_rows == 0 ? tile.rows : tile.face_rows;
  const Index face_cols = tile.face_cols == 0 ? tile.cols : tile.face_cols;
  std::vector<PageDigit> out;
  for (const PageDigit& each :
       {PageDigit{true, face_rows, tile.rows / face_rows},
        PageDigit{false, face_cols, tile.cols / face_cols},
        PageDigit{true, 1, face_rows}, PageDigit{false, 1, face_cols}}) {
    if (each.radix != 1) out.push_back(each);
  }
  return out;
}

[[noreturn]] void refuse_tile(const Spec& spec, std::string_view problem) {
  throw Error(ErrorKind::unsupported, std::string(kWhere),
              concat(to_string(spec.format), " cannot be in ",
                     to_string(spec.layout), ": ", problem),
              "mxfp4[64x64] row and bfp8_b[64x64] tile(32x32, faces=16x16) "
              "keep scales");
}

void check_parts(const Spec& spec) {
  const Block& block = *spec.format.block();
  require(!block.codebook && !block.sparsity && block.offset_bits == 0,
          ErrorKind::unsupported, kWhere, to_string(spec.format),
          " has tables, masks or offsets, which a layout does not place; "
          "quantize(tensor, format) makes its parts");
  for (const ScaleLevel& level : block.scales) {
    using Scope = ScaleLevel::Scope;
    const bool has_place = level.scope == Scope::tile ||
                           level.scope == Scope::channel ||
                           level.scope == Scope::tensor;
    require(has_place && block.scales.size() <= 2, ErrorKind::unsupported,
            kWhere, to_string(spec.format),
            " has scales that a layout does not place; quantize(tensor, "
            "format) makes its parts");
  }
}

const ScaleLevel& tile_level(const Spec& spec, const Tile& tile) {
  const Block& block = *spec.format.block();
  const ScaleLevel& level = block.scales[0];
  if (block.scales.size() != 1 || block.zero ||
      level.scope != ScaleLevel::Scope::tile) {
    refuse_tile(spec, "tiles hold one scale for each block and nothing else");
  }
  if (block.axis != -1 && block.axis != spec.shape.rank() - 1) {
    refuse_tile(spec, "the blocks do not run along the last axis");
  }
  if (tile.order == Tile::Order::transposed) {
    refuse_tile(spec, "in transposed tiles blocks do not follow each other");
  }
  return level;
}

/// The part of a digit that tells blocks apart; nothing if all of it is inside
/// of a block.
std::vector<TermText> block_term(const TermText& term, const PageDigit& digit,
                                 Index block) {
  if (digit.div >= block) return {term};
  if (digit.div * digit.radix <= block) return {};
  TermText out = term;
  const Index inside = block / digit.div;
  const Index radix = digit.radix / inside;
  if (term.digit.source == "0") {
    out.digit.alloc = radix;
  } else {
    out.digit.div = checked_multiply(term.digit.div, inside, kWhere);
    out.digit.radix = radix;
    out.digit.alloc = 0;
  }
  return {out};
}

/// Whether the elements of a block follow each other in a tile.
bool is_run(const std::vector<PageDigit>& digits, const ScaleLevel& level) {
  Index run = 1;
  const Index count = checked_multiply(level.rows, level.cols, kWhere);
  for (std::size_t i = digits.size(); i-- > 0 && run < count;) {
    const PageDigit& digit = digits[i];
    const Index block = digit.is_row ? level.rows : level.cols;
    if (digit.div >= block) return false;
    const Index inside = std::min(digit.radix, block / digit.div);
    run *= inside;
    if (inside < digit.radix && run < count) return false;
  }
  return run == count;
}

FieldText field_of(std::string_view name, const Element& element,
                   std::vector<TermText> terms) {
  return {std::string(name), element, {std::move(terms), {}}};
}

bool shares_bytes(const Element& element) {
  const int bits = element.storage_bits;
  return bits == 1 || bits == 2 || bits == 4;
}

Element whole_bytes(const Element& element) {
  return element.storage_bits % 8 == 0 ? element : parse_format("u8").element();
}

/// More slots for the scales, so that codes are aligned.
void align_scales(const Spec& spec, std::vector<TermText>& terms, Index scales,
                  Index size) {
  const Index bytes = checked_multiply(scales, size, kWhere);
  const Index slots = round_up(bytes, kTileAlignment, kWhere) / size;
  if (slots == scales) return;
  if (terms.empty()) terms.push_back(term("0", 1, 0, 1));
  DigitText& first = terms.front().digit;
  const Index now = first.alloc != 0 ? first.alloc : first.radix;
  const Index all = checked_multiply(slots, now, kWhere);
  if (all % scales != 0) {
    refuse_tile(spec, "the scales of a tile do not fill multiples of 16 bytes");
  }
  first.alloc = all / scales;
}

Digits lower_tiles(const Spec& spec, const Tile& tile) {
  const ScaleLevel& level = tile_level(spec, tile);
  Digits out = place(spec.layout, spec.placement, spec.shape, spec.names,
                     spec.format.element());
  const std::vector<PageDigit> digits = page_digits(tile);
  const bool fits = tile.rows % level.rows == 0 && tile.cols % level.cols == 0;
  if (!fits || !is_run(digits, level)) {
    refuse_tile(spec, concat("the ", level.rows, "x", level.cols,
                             " elements under a scale do not follow each "
                             "other there"));
  }
  std::vector<TermText>& terms = out.memory.terms;
  const auto inside = terms.end() - static_cast<std::ptrdiff_t>(digits.size());
  const std::vector<TermText> page(inside, terms.end());
  terms.erase(inside, terms.end());
  std::vector<TermText> scales;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const Index block = digits[i].is_row ? level.rows : level.cols;
    for (TermText& kept : block_term(page[i], digits[i], block)) {
      scales.push_back(std::move(kept));
    }
  }
  const Element scale = whole_bytes(level.element);
  const Index count =
      checked_multiply(tile.rows / level.rows, tile.cols / level.cols, kWhere);
  align_scales(spec, scales, count, scale.storage_bits / 8);
  out.memory.fields = {field_of("scale", scale, std::move(scales)),
                       field_of("data", spec.format.element(), page)};
  return out;
}

/// Parts of a tensor one after the other.
class RowParts {
 public:
  explicit RowParts(const Spec& spec) : spec_(spec) {}

  Digits run() && {
    const Block& block = *spec_.format.block();
    Digits out;
    if (spec_.layout == Layout(RowMajor())) {
      add_data();
    } else {
      out.lets = add_placed_data();
    }
    add("scale", block.scales[0].element, block.scales[0]);
    if (block.scales.size() > 1) {
      add("outer", block.scales[1].element, block.scales[1]);
    }
    if (block.zero) add("zero", block.zero->element, block.scales[0]);
    out.memory.fields = std::move(fields_);
    return out;
  }

 private:
  using Scope = ScaleLevel::Scope;

  int axis() const {
    const int axis = spec_.format.block()->axis;
    return axis < 0 ? spec_.shape.rank() + axis : axis;
  }

  void push(FieldText field, Index bytes) {
    if (!fields_.empty()) {
      const Index rest =
          (kPartAlignment - end_ % kPartAlignment) % kPartAlignment;
      if (rest != 0) {
        fields_.push_back(field_of(concat("gap", fields_.size()),
                                   parse_format("u8").element(),
                                   {term("0", 1, 0, rest)}));
      }
      end_ += rest;
    }
    end_ = checked_add(end_, bytes, "bytes of a tensor");
    fields_.push_back(std::move(field));
  }

  void add_data() {
    const Element& element = spec_.format.element();
    const int rank = spec_.shape.rank();
    const Index bits = element.storage_bits;
    std::vector<TermText> terms;
    Index slots = 1;
    for (int i = 0; i < rank; ++i) {
      const Index size = spec_.shape[i];
      Index padded = size;
      if (i == rank - 1 && bits < 8) {
        // Rows begin with bytes.
        while (checked_multiply(padded, bits, kWhere) % 8 != 0) ++padded;
        require(padded * bits / 8 == div_up(size * bits, 8),
                ErrorKind::unsupported, kWhere, "rows of ", size, " ",
                to_string(element), " do not end with a byte");
        require(bits % 8 == 0 || axis() == rank - 1, ErrorKind::unsupported,
                kWhere, to_string(spec_.format),
                " packs codes along another axis than the last one, which row "
                "does not");
      }
      terms.push_back(term(spec_.names[i], 1, 0, padded == size ? 0 : padded));
      slots = checked_multiply(slots, padded, "elements");
    }
    push(field_of("data", element, std::move(terms)),
         div_up(checked_multiply(slots, bits, "bits"), 8));
  }

  /// Elements in any order; what the order gives names to.
  std::vector<LetText> add_placed_data() {
    const Element& element = spec_.format.element();
    Digits digits = lower(spec_.layout, spec_.shape, spec_.names, element);
    if (!digits.places.empty() || !digits.memory.fields.empty()) {
      refuse_tile(spec_, "units and fields have no scales");
    }
    const Index bits =
        ashlar::bind(digits, spec_.shape, spec_.names, element).bits_per_unit();
    if (bits % 8 != 0) refuse_tile(spec_, "its codes do not end with a byte");
    if (element.storage_bits % 8 != 0 && axis() != spec_.shape.rank() - 1) {
      refuse_tile(spec_, "its blocks do not run along the last axis");
    }
    push(field_of("data", element, std::move(digits.memory.terms)), bits / 8);
    return std::move(digits.lets);
  }

  void add(std::string_view name, const Element& element,
           const ScaleLevel& level) {
    const int rank = spec_.shape.rank();
    // Codes that share bytes do so along a row, which begins with a byte.
    const Index in_byte = shares_bytes(element) && level.scope == Scope::tile
                              ? 8 / element.storage_bits
                              : 1;
    require(in_byte == 1 || axis() == rank - 1, ErrorKind::unsupported, kWhere,
            to_string(spec_.format), " packs its ", name,
            " along another axis than the last one, which row does not");
    std::vector<TermText> terms;
    Index count = 1;
    for (int i = 0; i < rank; ++i) {
      const bool is_all = level.scope == Scope::tensor ||
                          (level.scope == Scope::channel && i == axis());
      if (is_all) continue;
      const Index div = i == axis()       ? level.cols
                        : i == axis() - 1 ? level.rows
                                          : 1;
      const Index tiles = div_up(spec_.shape[i], div);
      const Index slots =
          i == axis() ? round_up(tiles, in_byte, kWhere) : tiles;
      terms.push_back(term(spec_.names[i], div, 0, slots == tiles ? 0 : slots));
      count = checked_multiply(count, slots, "scales");
    }
    const Element stored = in_byte > 1 ? element : whole_bytes(element);
    push(field_of(name, stored, std::move(terms)),
         checked_multiply(count, stored.storage_bits, "scales") / 8);
  }

  const Spec& spec_;
  std::vector<FieldText> fields_;
  Index end_ = 0;
};

}  // namespace

Digits lower_blocks(const Spec& spec) {
  check_parts(spec);
  if (const auto* tile = std::get_if<Tile>(&spec.layout)) {
    return lower_tiles(spec, *tile);
  }
  const bool is_whole =
      std::holds_alternative<std::monostate>(spec.placement.spread) &&
      !spec.placement.ranks;
  if (!is_whole) {
    refuse_tile(spec, "rows that are spread over units have no scales");
  }
  const Block& block = *spec.format.block();
  const int rank = spec.shape.rank();
  const int axis = block.axis < 0 ? rank + block.axis : block.axis;
  const Index rows = block.scales.back().rows;
  require(axis >= 0 && axis < rank && (axis > 0 || rows == 1),
          ErrorKind::invalid, kWhere, to_string(spec.format),
          " has tiles along an axis that a tensor of rank ", rank,
          " does not have");
  return RowParts(spec).run();
}

}  // namespace ashlar
