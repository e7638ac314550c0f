// padding.cc - what is in the slots that hold no element.
#include <algorithm>
#include <bit>

#include "ashlar/draw.h"
#include "src/base/require.h"
#include "src/storage/block.h"
#include "src/tensor/form.h"
#include "src/tensor/transfer.h"

namespace ashlar {
namespace {

constexpr std::string_view kWhere = "tensor";

/// The bytes of a tensor on the host, all units one after the other.
Storage bytes_of(const Tensor& tensor) {
  if (tensor.storage().kind() != Storage::Kind::device) {
    return tensor.storage();
  }
  Storage out = Storage::owned(tensor.bytes());
  transfer_bytes(tensor.storage(), out, tensor.layout().unit_total());
  return out;
}

/// The bytes that a tensor would have if its padding held something else.
Storage with_padding(const Tensor& tensor, const Padding& padding) {
  ConvertOptions options;
  options.padding = padding;
  Storage out = Storage::owned(tensor.bytes());
  transfer(plan(tensor.spec(), tensor.spec(), options), tensor.storage(), out);
  return out;
}

std::uint64_t word_at(std::span<const std::byte> unit, Index bit, Index count) {
  std::uint64_t word = 0;
  for (Index i = 0; i < std::min<Index>(count, 64); ++i) {
    const auto at = static_cast<std::size_t>((bit + i) / 8);
    if (at >= unit.size()) break;
    const auto byte = static_cast<std::uint64_t>(unit[at]);
    word |= (byte >> (bit + i) % 8 & 1) << i;
  }
  return word;
}

std::string hex(std::uint64_t word, Index bits) {
  std::string out = "0x";
  for (Index i = (std::min<Index>(bits, 64) + 3) / 4; i-- > 0;) {
    out += "0123456789abcdef"[word >> (4 * i) & 15];
  }
  return out;
}

PaddingFault fault_at(const BoundLayout& layout,
                      std::span<const std::byte> found,
                      std::span<const std::byte> expected, Index byte) {
  const auto at = static_cast<std::size_t>(byte);
  const auto changed = static_cast<unsigned>(found[at] ^ expected[at]);
  const Index bits = layout.element_bits();
  Index unit = byte / layout.bytes_per_unit();
  Index bit = byte % layout.bytes_per_unit() * 8 + std::countr_zero(changed);
  bit -= bit % bits;  // of the slot, which all have the same size
  const auto size = static_cast<std::size_t>(layout.bytes_per_unit());
  const auto begin = static_cast<std::size_t>(unit) * size;
  PaddingFault fault;
  fault.position.bit = bit;
  for (std::size_t u = layout.units().size(); u-- > 0;) {
    fault.position.unit[u] = unit % layout.units()[u].extent;
    unit /= layout.units()[u].extent;
  }
  fault.found = word_at(found.subspan(begin, size), bit, bits);
  fault.expected = word_at(expected.subspan(begin, size), bit, bits);
  const std::string where = unit_text(layout, fault.position);
  fault.text =
      concat(where, where.empty() ? "" : " ", "byte ", bit / 8,
             bit % 8 == 0 ? "" : concat(" bit ", bit % 8), " holds ",
             hex(fault.found, bits), ", expected ", hex(fault.expected, bits));
  return fault;
}

}  // namespace

bool has_padding(const Tensor& tensor) {
  const BoundLayout& layout = tensor.layout();
  if (tensor.format().is_block()) {
    const auto* tile = std::get_if<Tile>(&tensor.spec().layout);
    if (tile == nullptr) return false;
    const Index size = tile->rows * tile->cols;
    const Index volume = tensor.shape().volume();
    return volume % size != 0 ||
           volume / size * (layout.fields()[0].entry_bits / 8) !=
               layout.bytes();
  }
  Index copies = 1;
  for (const Unit& unit : layout.units()) {
    if (unit.digit < 0) copies *= unit.extent;
  }
  // What is bound has been checked: neither product overflows.
  return layout.shape().volume() * copies * layout.element_bits() !=
         layout.bytes() * 8;
}

Tensor pad(const Tensor& tensor, const Indices& padded, double value) {
  const Shape shape(tensor.shape().sizes(), padded);  // checks the sizes
  Spec spec = tensor.spec();
  spec.placement = {};
  Digits digits;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    DigitText digit;
    digit.source = std::string(spec.names[axis]);
    if (shape.padded(axis) != shape[axis]) digit.alloc = shape.padded(axis);
    digits.memory.terms.push_back({digit, {}});
  }
  spec.layout = digits;
  spec.layout = recognise(bind(spec));
  ConvertOptions options;
  options.padding = {Padding::Kind::fill, value};
  return to(tensor, spec, options);
}

Tensor unpad(const Tensor& tensor) {
  return to(tensor, row_spec(tensor.spec(), tensor.format()));
}

Padding padding(const Tensor& tensor) {
  return PaddingNote::get(tensor.storage(), TensorAccess::slots(tensor).get());
}

void fill_padding(const Tensor& tensor, double value) {
  if (TensorAccess::form(tensor).around == Around::others) {
    refuse_tensor(
        "what is padding of a window may be elements of the whole tensor",
        "copy(tensor) has padding of its own");
  }
  const Padding fill{Padding::Kind::fill, value};
  transfer_bytes(with_padding(tensor, fill), tensor.storage(),
                 tensor.layout().unit_total());
  PaddingNote::set(tensor.storage(), TensorAccess::slots(tensor), fill);
}

std::optional<PaddingFault> verify_padding(const Tensor& tensor) {
  const Padding known = padding(tensor);
  if (known.kind == Padding::Kind::undefined && has_padding(tensor)) {
    refuse_tensor("nothing is known about what the padding holds",
                  "verify_padding(tensor, expected) says what it should hold");
  }
  return verify_padding(tensor, known);
}

std::optional<PaddingFault> verify_padding(const Tensor& tensor,
                                           const Padding& expected) {
  if (!has_padding(tensor)) return std::nullopt;
  require(expected.is_filled(), ErrorKind::invalid, kWhere,
          "padding that is undefined may hold anything");
  const Storage found = bytes_of(tensor);
  const Storage wanted = with_padding(tensor, expected);
  const auto [at, other] = std::ranges::mismatch(found.bytes(), wanted.bytes());
  if (at == found.bytes().end()) return std::nullopt;
  return fault_at(tensor.layout(), found.bytes(), wanted.bytes(),
                  at - found.bytes().begin());
}

}  // namespace ashlar
