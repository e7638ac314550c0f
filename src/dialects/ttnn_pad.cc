// ttnn_pad.cc - rows with more around them, and without.
#include <algorithm>

#include "src/base/checked.h"
#include "src/dialects/ttnn_form.h"
#include "src/dialects/ttnn_rules.h"
#include "src/dialects/ttnn_text.h"

namespace ashlar::ttnn {
namespace {

constexpr auto kInvalid = ErrorKind::invalid;

void require_rows(const Tensor& tensor, std::string_view what) {
  require(tensor.storage_type() != StorageType::device, kInvalid, kWhere,
          "Tensor must be on host for ", what);
  require(tensor.layout() == Layout::row_major, kInvalid, kWhere,
          "Tensor layout must be ROW_MAJOR for ", what);
}

/// The memory of rows with the padding as elements.
ashlar::Tensor with_padding(const Tensor& tensor) {
  const Spec spec{ashlar::Shape(tensor.padded_shape()),
                  tensor.core().format(),
                  RowMajor(),
                  {},
                  {}};
  return {spec, tensor.buffer()};
}

TensorLayout rows_like(const Tensor& tensor) {
  TensorLayout out;
  out.dtype = tensor.dtype();
  out.layout = Layout::row_major;
  // Shards of the old shape may not be shards of the new one.
  if (!tensor.memory_config().is_sharded()) {
    out.memory_config = tensor.memory_config();
  }
  return out;
}

}  // namespace

Tensor pad(const Tensor& tensor, const Shape& output,
           const Indices& input_start, double value) {
  require_rows(tensor, "padding");
  const TensorSpec spec(output, rows_like(tensor));
  const Spec target = core_spec(spec, nullptr);
  const ashlar::Tensor out = full(target, value);
  if (has_padding(out)) fill_padding(out, value);
  const Indices& sizes = tensor.spec().logical_shape();
  assign(out, window(View(target), input_start, sizes), tensor.core());
  return {spec, out};
}

Tensor unpad(const Tensor& tensor, const Indices& start, const Indices& end) {
  require_rows(tensor, "unpadding");
  require(start.size() == end.size(), kInvalid, kWhere, "the start has ",
          start.size(), " numbers, the end ", end.size());
  Indices sizes = end;
  for (int i = 0; i < sizes.size(); ++i) {
    require(start[i] >= 0 && end[i] >= start[i], kInvalid, kWhere, "axis ", i,
            " ends at ", end[i], " and starts at ", start[i]);
    sizes[i] = checked_add(end[i] - start[i], 1, kWhere);
  }
  const ashlar::Tensor memory = with_padding(tensor);
  return {TensorSpec(ashlar::Shape(sizes), rows_like(tensor)),
          copy(memory, window(View(memory.spec()), start, sizes))};
}

Tensor pad_to_tile(const Tensor& tensor, double value) {
  const Indices& sizes = tensor.spec().logical_shape();
  Indices padded = sizes;
  for (int i = std::max(0, padded.size() - 2); i < padded.size(); ++i) {
    padded[i] = align(padded[i], kTileSize);
  }
  return pad(tensor, Shape(sizes, padded), Indices::filled(sizes.size(), 0),
             value);
}

Tensor unpad_from_tile(const Tensor& tensor, const Shape& output) {
  const Indices& sizes = tensor.spec().logical_shape();
  const Indices& padded = tensor.padded_shape();
  const Indices wanted(output.core().sizes());
  for (int i = -3; i >= -std::max(sizes.size(), wanted.size()); --i) {
    require(size_at(sizes, i) == size_at(wanted, i), kInvalid, kWhere,
            "Input shape must match output shape apart from last 2 dims");
  }
  for (const int i : {-2, -1}) {
    require(size_at(padded, i) % kTileSize == 0, kInvalid, kWhere,
            "Last 2 dims of input shape must be multiples of 32");
  }
  for (const int i : {-2, -1}) {
    require(size_at(padded, i) - kTileSize < size_at(wanted, i) &&
                size_at(wanted, i) <= size_at(padded, i),
            kInvalid, kWhere,
            "Last 2 dims of output must be within range to have been padded "
            "to input");
  }
  Indices end = wanted;
  for (Index& last : end) --last;
  return unpad(tensor, Indices::filled(end.size(), 0), end);
}

}  // namespace ashlar::ttnn
