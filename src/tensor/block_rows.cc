// block_rows.cc - the fields of a record that there is once.
#include "src/tensor/block_rows.h"

#include <algorithm>

#include "ashlar/block_tensor.h"
#include "src/base/require.h"

namespace ashlar {
namespace {

constexpr std::string_view kWhere = "tensor";

/// Words of other sizes than containers have are a stream.
PartsForm form_of(const Format& format) {
  const int bits = format.element().storage_bits;
  const bool is_container = bits == 1 || bits == 2 || bits == 4 || bits >= 8;
  return is_container ? PartsForm::compressed : PartsForm::dense;
}

const Field& field_called(const BoundLayout& layout, std::string_view name) {
  const auto found = std::ranges::find_if(
      layout.fields(), [&](const Field& f) { return f.name.view() == name; });
  require(found != layout.fields().end(), ErrorKind::bug, kWhere,
          "there is no field ", name);
  return *found;
}

struct Range {
  Index begin = 0;
  Index size = 0;
};

Range range_of(const BoundLayout& layout, std::string_view name) {
  const Field& field = field_called(layout, name);
  return {field.bit_offset / 8, field.bits / 8};
}

void write_part(const Tensor& part, const Range& range,
                std::span<std::byte> out) {
  const auto bytes = part.storage().bytes();
  require(std::ssize(bytes) == range.size, ErrorKind::bug, kWhere, "a part of ",
          bytes.size(), " bytes has ", range.size);
  std::ranges::copy(bytes, out.begin() + range.begin);
}

Tensor part_at(const PartSpec& part, const Storage& bytes, const Range& range) {
  Spec spec;
  spec.shape = part.shape;
  spec.format = part.format;
  return {spec, bytes.part(range.begin, range.size)};
}

bool is_row(const Spec& spec) { return spec.layout == Layout(RowMajor()); }

/// The codes of the data by themselves: as the spec has them, and as parts do,
/// in rows that begin with bytes.
Spec placed_codes(const Spec& spec) {
  Spec out = spec;
  out.format = Format(spec.format.element());
  return out;
}
Spec rows_of_codes(const Spec& spec) {
  Spec out = placed_codes(spec);
  out.layout = RowMajor{.align = {1, Length::Unit::bytes}};
  return out;
}

void write_data(const Tensor& data, const Spec& spec, const Range& range,
                std::span<std::byte> out) {
  if (is_row(spec)) return write_part(data, range, out);
  convert(rows_of_codes(spec), data.storage().bytes(), placed_codes(spec),
          out.subspan(static_cast<std::size_t>(range.begin),
                      static_cast<std::size_t>(range.size)));
}

/// A view of rows; a copy of anything else.
Tensor data_at(const PartSpec& part, const Spec& spec, const Storage& bytes,
               const Range& range) {
  if (is_row(spec)) return part_at(part, bytes, range);
  const Storage rows =
      Storage::owned(ashlar::bind(rows_of_codes(spec)).bytes());
  convert(placed_codes(spec), bytes.part(range.begin, range.size).bytes(),
          rows_of_codes(spec), rows.mutable_bytes());
  return part_at(part, rows, {0, rows.size()});
}

}  // namespace

void write_block_rows(const Tensor& tensor, const Spec& spec,
                      const BoundLayout& layout, const QuantizePolicy& policy,
                      std::span<std::byte> out) {
  if (out.empty()) return;
  const Parts parts =
      quantize(tensor, spec.format, policy, form_of(spec.format));
  std::ranges::fill(out, std::byte{0});
  write_data(parts.data, spec, range_of(layout, "data"), out);
  write_part(parts.scale, range_of(layout, "scale"), out);
  if (parts.outer_scale) {
    write_part(*parts.outer_scale, range_of(layout, "outer"), out);
  }
  if (parts.zero) write_part(*parts.zero, range_of(layout, "zero"), out);
}

Parts parts_in(const Spec& spec, const BoundLayout& layout,
               const Storage& bytes) {
  Parts out;
  out.format = spec.format;
  out.shape = Shape(spec.shape.sizes());
  out.form = form_of(spec.format);
  const PartSpecs specs = part_specs(out.format, out.shape, out.form);
  out.data = data_at(specs.data, spec, bytes, range_of(layout, "data"));
  out.scale = part_at(specs.scale, bytes, range_of(layout, "scale"));
  if (specs.outer_scale) {
    out.outer_scale =
        part_at(*specs.outer_scale, bytes, range_of(layout, "outer"));
  }
  if (specs.zero) {
    out.zero = part_at(*specs.zero, bytes, range_of(layout, "zero"));
  }
  return out;
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

Tensor read_block_rows(const Spec& spec, const BoundLayout& layout,
                       const Storage& bytes, const QuantizePolicy& policy) {
  if (bytes.size() == 0) {
    Spec none;
    none.shape = Shape(spec.shape.sizes());
    return empty(none);
  }
  return dequantize(parts_in(spec, layout, bytes), Format(), policy);
}

}  // namespace ashlar
