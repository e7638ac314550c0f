// element.cc - one element, and all of them as numbers.
#include "src/tensor/element.h"

#include <algorithm>

#include "ashlar/cast.h"
#include "src/base/require.h"
#include "src/storage/block.h"
#include "src/tensor/block_move.h"
#include "src/tensor/form.h"
#include "src/tensor/transfer.h"

namespace ashlar {
namespace {

constexpr std::string_view kWhere = "tensor";

/// Whether the word is where the definition says, and nowhere else.
bool is_in_reach(const Tensor& tensor) {
  if (tensor.storage().kind() == Storage::Kind::device) return false;
  if (tensor.layout().element_bits() > 64) return false;
  for (const Unit& unit : tensor.layout().units()) {
    if (unit.digit < 0 && unit.extent > 1) return false;
  }
  return true;
}

/// The bit of an element, the units one after the other.
Index bit_of(const Tensor& tensor, const Indices& index) {
  const BoundLayout& layout = tensor.layout();
  const Position at = layout.position(index, layout.data_field());
  Index unit = 0;
  for (std::size_t u = 0; u < layout.units().size(); ++u) {
    unit = unit * layout.units()[u].extent + at.unit[u];
  }
  return unit * layout.bytes_per_unit() * 8 + at.bit;
}

/// At most 64 bits touch at most nine bytes.
std::uint64_t load(std::span<const std::byte> bytes, Index bit, Index count) {
  const auto first = static_cast<std::size_t>(bit / 8);
  const auto shift = static_cast<int>(bit % 8);
  const auto touched = static_cast<std::size_t>((shift + count + 7) / 8);
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < touched && i < 8; ++i) {
    word |= static_cast<std::uint64_t>(bytes[first + i]) << (8 * i);
  }
  word >>= shift;
  if (touched == 9) {
    word |= static_cast<std::uint64_t>(bytes[first + 8]) << (64 - shift);
  }
  const auto mask =
      count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
  return word & mask;
}

void store(std::span<std::byte> bytes, Index bit, Index count,
           std::uint64_t word) {
  for (Index i = 0; i < count;) {
    const auto at = static_cast<std::size_t>((bit + i) / 8);
    const auto shift = static_cast<int>((bit + i) % 8);
    const Index bits = std::min<Index>(8 - shift, count - i);
    const auto mask = static_cast<std::uint8_t>(((1U << bits) - 1) << shift);
    const auto part = static_cast<std::uint8_t>((word >> i) << shift);
    bytes[at] = static_cast<std::byte>(
        (static_cast<std::uint8_t>(bytes[at]) & ~mask) | (part & mask));
    i += bits;
  }
}

void check_index(const Tensor& tensor, const Indices& index) {
  ravel(index, tensor.shape());
}

/// One element, as a view.
View view_of(const Tensor& tensor, const Indices& index) {
  check_index(tensor, index);
  return window(View(tensor.spec()), index,
                Indices::filled(tensor.shape().rank(), 1));
}

/// One element as a tensor of its own on the host.
Tensor fetch(const Tensor& tensor, const Indices& index) {
  return copy(tensor, view_of(tensor, index));
}

void require_word(const Tensor& tensor) {
  const Index bits = tensor.layout().element_bits();
  require(bits <= 64, ErrorKind::unsupported, kWhere, "an element of ",
          to_string(tensor.format()), " has ", bits,
          " bits, and a word at most 64");
}

template <class Value>
std::vector<Value> all(const Tensor& tensor, std::string_view format,
                       int threads = 0) {
  if (tensor.format().is_block()) {
    return all<Value>(numbers_of_blocks(tensor, threads), format, threads);
  }
  const Spec spec = row_spec(tensor.spec(), parse_format(format));
  std::vector<Value> out(static_cast<std::size_t>(spec.shape.volume()));
  transfer(plan(tensor.spec(), spec, on_threads(threads)), tensor.storage(),
           Storage::borrowed(std::as_writable_bytes(std::span(out)), nullptr));
  return out;
}

}  // namespace

double read(const Tensor& tensor, const Indices& index) {
  if (tensor.format().is_block()) return read_block(tensor, index);
  if (tensor.layout().element_bits() > 64) {
    return values(fetch(tensor, index)).front();
  }
  return decode(tensor.format().element(), read_word(tensor, index));
}

void write(const Tensor& tensor, const Indices& index, double value,
           const CastPolicy& policy) {
  if (tensor.format().is_block()) refuse_block_write(tensor);
  if (tensor.layout().element_bits() <= 64) {
    write_word(tensor, index, encode(tensor.format().element(), value, policy));
    return;
  }
  const View part = view_of(tensor, index);
  const std::span<const double> one(&value, 1);
  ConvertOptions options;
  options.policy = policy;
  assign(tensor, part, make(row_spec(part, parse_format("f64")), one), options);
}

std::uint64_t read_word(const Tensor& tensor, const Indices& index) {
  require_word(tensor);
  if (!is_in_reach(tensor))
    return read_word(fetch(tensor, index), Indices::filled(index.size(), 0));
  check_index(tensor, index);
  return load(tensor.storage().bytes(), bit_of(tensor, index),
              tensor.layout().element_bits());
}

void write_word(const Tensor& tensor, const Indices& index,
                std::uint64_t word) {
  if (tensor.format().is_block()) refuse_block_write(tensor);
  require_word(tensor);
  const Index bits = tensor.layout().element_bits();
  require(bits == 64 || word >> bits == 0, ErrorKind::invalid, kWhere, "word ",
          word, " has more bits than the ", bits, " of ",
          to_string(tensor.format()));
  if (!is_in_reach(tensor)) {
    const View part = view_of(tensor, index);
    const Tensor one = empty(row_spec(part, tensor.format()));
    write_word(one, Indices::filled(index.size(), 0), word);
    assign(tensor, part, one);
    return;
  }
  check_index(tensor, index);
  store(PaddingNote::writable(tensor.storage()), bit_of(tensor, index), bits,
        word);
  PaddingNote::note_write(tensor.storage(), TensorAccess::slots(tensor).get());
}

std::vector<double> values(const Tensor& tensor) { return values(tensor, 0); }

std::vector<double> values(const Tensor& tensor, int threads) {
  return all<double>(tensor, "f64", threads);
}

std::vector<std::int64_t> integers(const Tensor& tensor) {
  return all<std::int64_t>(tensor, "i64");
}

bool same_bits(const Tensor& a, const Tensor& b) {
  if (a.shape() != b.shape() || a.format() != b.format()) return false;
  if (a.format().is_block()) {
    return same_bits(numbers_of_blocks(a), numbers_of_blocks(b));
  }
  const Tensor x = copy(a, a.spec());
  const Tensor y = copy(b, b.spec());
  return std::ranges::equal(x.storage().bytes(), y.storage().bytes());
}

}  // namespace ashlar
