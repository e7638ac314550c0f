// block_rows.cc - the fields of a record that there is once.
#include "src/tensor/block_rows.h"

#include <algorithm>
#include <vector>

#include "ashlar/block_tensor.h"
#include "src/base/checked.h"
#include "src/base/require.h"
#include "src/tensor/parts_kernels.h"
#include "src/tensor/transfer.h"

namespace ashlar {
namespace {

constexpr std::string_view kWhere = "tensor";
/// So many elements are quantised at once.
constexpr Index kSliceElements = Index{1} << 20;

const Field& field_called(const BoundLayout& layout, std::string_view name) {
  const auto found = std::ranges::find_if(
      layout.fields(), [&](const Field& f) { return f.name.view() == name; });
  require(found != layout.fields().end(), ErrorKind::bug, kWhere,
          "there is no field ", name);
  return *found;
}

bool is_row(const Spec& spec) { return spec.layout == Layout(RowMajor()); }

/// A part of the first axis.
struct Slice {
  Index begin = 0;
  Index count = 1;
};

/// Slices that share no scales.
std::vector<Slice> slices_of(const Spec& spec) {
  const Block& block = *spec.format.block();
  const Shape& shape = spec.shape;
  const int rank = shape.rank();
  const bool is_along_rows = block.axis == -1 || block.axis == rank - 1;
  const bool is_apart = block.scales.size() == 1 &&
                        block.scales[0].scope != ScaleLevel::Scope::tensor;
  if (rank < 2 || !is_along_rows || !is_apart) return {{0, shape[0]}};
  const Index each = shape.volume() / shape[0];
  Index step = std::max<Index>(1, kSliceElements / each);
  if (rank == 2) step = round_up(step, block.scales[0].rows, kWhere);
  std::vector<Slice> out;
  for (Index at = 0; at < shape[0]; at += step) {
    out.push_back({at, std::min(step, shape[0] - at)});
  }
  return out;
}

/// The sizes of a slice.
Shape shape_of(const Spec& spec, const Slice& slice) {
  Indices sizes(spec.shape.sizes());
  sizes[0] = slice.count;
  return Shape(sizes);
}

/// Where it is in the tensor.
View window_of(const Spec& spec, const Slice& slice) {
  Indices begin = Indices::filled(spec.shape.rank(), 0);
  begin[0] = slice.begin;
  return window(View(spec), begin, Indices(shape_of(spec, slice).sizes()));
}

/// A slice of numbers, in rows; without a copy if that is how they are.
Tensor slice_of(const Tensor& tensor, const Slice& slice, int threads) {
  const Spec& spec = tensor.spec();
  if (slice.count == spec.shape[0]) return tensor;
  const bool is_plain = is_row(spec) && spec.placement == Placement() &&
                        spec.format.bits() % 8 == 0;
  if (!is_plain) return row_copy(tensor, window_of(spec, slice), threads);
  const Index bytes = tensor.bytes() / spec.shape[0];
  return {row_of(shape_of(spec, slice), spec.format),
          tensor.storage().part(slice.begin * bytes, slice.count * bytes)};
}

/// The codes of the data by themselves: as the spec has them, and those of a
/// slice as parts have them, in rows that begin with bytes.
Spec placed_codes(const Spec& spec) {
  Spec out = spec;
  out.format = Format(spec.format.element());
  return out;
}
Spec rows_of_codes(const Spec& spec, const Slice& slice) {
  Spec out = placed_codes(spec);
  out.shape = shape_of(spec, slice);
  out.layout = RowMajor{.align = {1, Length::Unit::bytes}};
  return out;
}

/// Where the parts of slices are in the bytes of a tensor.
class PartPlaces {
 public:
  struct Range {
    Index begin = 0;
    Index size = 0;
  };

  PartPlaces(const Spec& spec, const BoundLayout& layout)
      : spec_(spec), layout_(layout) {}

  /// The codes of all slices, in whatever order.
  Range all_data() const { return range_of("data"); }
  Range data(const Slice& slice) const { return slice_of("data", slice, 1); }
  /// Of scales and zero points.
  Range part(std::string_view name, const Slice& slice) const {
    const Index rows = spec_.format.block()->scales[0].rows;
    return slice_of(name, slice, spec_.shape.rank() == 2 ? rows : 1);
  }

 private:
  Range range_of(std::string_view name) const {
    const Field& field = field_called(layout_, name);
    return {field.bit_offset / 8, field.bits / 8};
  }

  /// If `per` elements of the first axis share what is in there.
  Range slice_of(std::string_view name, const Slice& slice, Index per) const {
    const Range all = range_of(name);
    if (slice.count == spec_.shape[0]) return all;
    const Index each = all.size / div_up(spec_.shape[0], per);
    return {all.begin + slice.begin / per * each,
            div_up(slice.count, per) * each};
  }

  const Spec& spec_;
  const BoundLayout& layout_;
};

using Range = PartPlaces::Range;

void write_part(const Tensor& part, const Range& range,
                std::span<std::byte> out) {
  const auto bytes = part.storage().bytes();
  require(std::ssize(bytes) == range.size, ErrorKind::bug, kWhere, "a part of ",
          bytes.size(), " bytes has ", range.size);
  std::ranges::copy(bytes, out.begin() + range.begin);
}

Tensor part_at(const PartSpec& part, const Storage& bytes, const Range& range) {
  return {row_of(part.shape, part.format), bytes.part(range.begin, range.size)};
}

void write_data(const Tensor& data, const Spec& spec, const PartPlaces& places,
                const Slice& slice, std::span<std::byte> out, int threads) {
  if (is_row(spec)) return write_part(data, places.data(slice), out);
  const auto [begin, size] = places.all_data();
  convert(View(rows_of_codes(spec, slice)), data.storage().bytes(),
          window_of(placed_codes(spec), slice),
          out.subspan(static_cast<std::size_t>(begin),
                      static_cast<std::size_t>(size)),
          with_padding_kept(on_threads(threads)));
}

/// A view of rows; a copy of anything else.
Tensor data_at(const PartSpec& part, const Spec& spec, const PartPlaces& places,
               const Slice& slice, const Storage& bytes, int threads) {
  if (is_row(spec)) return part_at(part, bytes, places.data(slice));
  const Spec row = rows_of_codes(spec, slice);
  const Storage rows = Storage::owned(ashlar::bind(row).bytes());
  const auto [begin, size] = places.all_data();
  convert(window_of(placed_codes(spec), slice), bytes.part(begin, size).bytes(),
          View(row), rows.mutable_bytes(), on_threads(threads));
  return part_at(part, rows, {0, rows.size()});
}

Parts parts_of(const Spec& spec, const PartPlaces& places, const Slice& slice,
               const Storage& bytes, int threads = 0) {
  Parts out;
  out.format = spec.format;
  out.shape = shape_of(spec, slice);
  out.form = form_of_rows(spec.format);
  const PartSpecs specs = part_specs(out.format, out.shape, out.form);
  const auto part = [&](const PartSpec& each, std::string_view name) {
    return part_at(each, bytes, places.part(name, slice));
  };
  out.data = data_at(specs.data, spec, places, slice, bytes, threads);
  out.scale = part(specs.scale, "scale");
  if (specs.outer_scale) out.outer_scale = part(*specs.outer_scale, "outer");
  if (specs.zero) out.zero = part(*specs.zero, "zero");
  return out;
}

/// By kernels where there are some; the engine has one thread.
Parts quantized(const Tensor& numbers, const Format& format,
                const BlockWork& work) {
  const PartsForm form = form_of_rows(format);
  auto parts =
      quantize_by_kernels(numbers, format, work.policy, form, work.threads);
  return parts ? *std::move(parts)
               : quantize(numbers, format, work.policy, form);
}
Tensor dequantized(const Parts& parts, const Format& format,
                   const BlockWork& work) {
  auto numbers =
      dequantize_by_kernels(parts, format, work.policy, work.threads);
  return numbers ? *std::move(numbers) : dequantize(parts, format, work.policy);
}

/// All codes, as they lie in their field.
View codes_of(const Spec& spec) {
  const Slice all = {0, spec.shape[0]};
  return is_row(spec) ? rows_of_codes(spec, all) : placed_codes(spec);
}

template <class Byte>
std::span<Byte> field_of(std::span<Byte> bytes, const Field& field) {
  return bytes.subspan(static_cast<std::size_t>(field.bit_offset / 8),
                       static_cast<std::size_t>(field.bits / 8));
}

}  // namespace

PartsForm form_of_rows(const Format& format) {
  const int bits = format.element().storage_bits;
  require(bits < 8 || bits % 8 == 0, ErrorKind::unsupported, kWhere,
          format.name(), " has words of ", bits,
          " bits, which are neither whole bytes nor less than one");
  const bool is_container = bits == 1 || bits == 2 || bits == 4 || bits >= 8;
  return is_container ? PartsForm::compressed : PartsForm::dense;
}

Index slices_of_rows(const Spec& spec) { return std::ssize(slices_of(spec)); }

void write_block_rows(const Tensor& tensor, const Spec& spec,
                      const BoundLayout& layout, const BlockWork& work,
                      std::span<std::byte> out) {
  if (out.empty()) return;
  std::ranges::fill(out, std::byte{0});
  const PartPlaces places(spec, layout);
  for (const Slice& slice : slices_of(spec)) {
    const Parts parts =
        quantized(slice_of(tensor, slice, work.threads), spec.format, work);
    write_data(parts.data, spec, places, slice, out, work.threads);
    write_part(parts.scale, places.part("scale", slice), out);
    if (parts.outer_scale) {
      write_part(*parts.outer_scale, places.part("outer", slice), out);
    }
    if (parts.zero) write_part(*parts.zero, places.part("zero", slice), out);
  }
}

bool has_same_blocks(const Spec& from, const Spec& to) {
  const auto is_in_rows = [](const Spec& spec) {
    return !std::holds_alternative<Tile>(spec.layout);
  };
  return from.format == to.format && from.shape == to.shape &&
         is_in_rows(from) && is_in_rows(to);
}

void move_block_rows(const Spec& from, const BoundLayout& source,
                     std::span<const std::byte> in, const Spec& to,
                     const BoundLayout& target, std::span<std::byte> out,
                     int threads) {
  if (out.empty()) return;
  std::ranges::fill(out, std::byte{0});
  const PartSpecs parts =
      part_specs(to.format, to.shape, form_of_rows(to.format));
  convert(codes_of(from), field_of(in, field_called(source, "data")),
          codes_of(to), field_of(out, field_called(target, "data")),
          with_padding_kept(on_threads(threads)));
  const auto copy = [&](std::string_view name) {
    std::ranges::copy(field_of(in, field_called(source, name)),
                      field_of(out, field_called(target, name)).begin());
  };
  copy("scale");
  if (parts.outer_scale) copy("outer");
  if (parts.zero) copy("zero");
}

Parts parts_in(const Spec& spec, const BoundLayout& layout,
               const Storage& bytes) {
  const Slice all = {0, spec.shape[0]};
  return parts_of(spec, PartPlaces(spec, layout), all, bytes);
}

Parts parts(const Tensor& tensor) {
  require(tensor.format().is_block(), ErrorKind::invalid, kWhere,
          to_string(tensor.spec()), " is of no block format and has no parts");
  if (std::holds_alternative<Tile>(tensor.spec().layout)) {
    throw Error(ErrorKind::unsupported, std::string(kWhere),
                concat("the parts of ", to_string(tensor.spec()),
                       " are not apart: each tile has its scales"),
                "quantize(tensor, format) makes parts of its numbers");
  }
  return parts_in(tensor.spec(), tensor.layout(), tensor.storage());
}

void read_block_rows(const Spec& spec, const BoundLayout& layout,
                     const Storage& bytes, const BlockWork& work,
                     const Format& format, const UseNumbers& use) {
  if (bytes.size() == 0) return;
  const PartPlaces places(spec, layout);
  for (const Slice& slice : slices_of(spec)) {
    const Parts parts = parts_of(spec, places, slice, bytes, work.threads);
    use(slice.begin, dequantized(parts, format, work));
  }
}

}  // namespace ashlar
