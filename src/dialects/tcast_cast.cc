// tcast_cast.cc - TensorCast's casts, on the quantiser and the parts of the
// core.
#include <utility>

#include "ashlar/dialects/tcast.h"
#include "ashlar/sparsity.h"
#include "src/base/require.h"
#include "src/dialects/tcast_plain.h"

namespace ashlar::tcast {

/// Fills in tensors, for the functions below.
struct TensorAccess {
  static Tensor make(const ashlar::Tensor& from, const DataType& dtype,
                     const Options& options) {
    Tensor out;
    out.dtype_ = dtype;
    out.options_ = options;
    out.shape_ = Shape(from.shape().sizes());
    out.original_ = from.format();
    return out;
  }

  static Tensor with(const Tensor& tensor, CastMode mode) {
    Tensor out = tensor;
    out.options_.castmode = mode;
    return out;
  }

  static ashlar::Tensor& tensor(Tensor& of) { return of.tensor_; }
  static std::optional<Parts>& parts(Tensor& of) { return of.parts_; }
  static const Options& options(const Tensor& of) { return of.options_; }
};

namespace {

ScaleRule rule_of(ScaleMode mode) {
  switch (mode) {
    case ScaleMode::floor:
      return ScaleRule::floor;
    case ScaleMode::ceil:
      return ScaleRule::ceil;
    case ScaleMode::midmax:
      return ScaleRule::midmax;
    case ScaleMode::option3:
      return ScaleRule::even;
    case ScaleMode::topbinade:
      break;
  }
  return ScaleRule::rceil;
}

QuantizePolicy policy_of(const Format& format, const Options& options) {
  QuantizePolicy policy = quantize_profile("tensorcast").policy(format);
  policy.rounding = rounding_of(options.roundmode);
  policy.rule = rule_of(options.scalemode);
  policy.seed = options.seed;
  return policy;
}

PartsForm form_of(const Options& options) {
  if (options.castmode != CastMode::compress) return PartsForm::uncompressed;
  return options.packing == PackOrder::dense ? PartsForm::dense
                                             : PartsForm::compressed;
}

void check(const Options& options, const DataType& dtype,
           const ScaleData& scaledata) {
  require(options.packing == PackOrder::containers ||
              options.packing == PackOrder::dense,
          ErrorKind::invalid, "tcast", "packing in ", name_of(options.packing),
          ", expected containers or dense");
  const bool has_scales =
      scaledata.scale || scaledata.zero || scaledata.tenscale;
  require(!has_scales || dtype.format.is_block(), ErrorKind::invalid, "tcast",
          "scales are given, but ", dtype.name, " has none");
}

QuantizeOptions given_by(const ScaleData& scaledata) {
  QuantizeOptions out;
  out.scale = scaledata.scale;
  out.outer_scale = scaledata.tenscale;
  out.zero = scaledata.zero;
  out.better = scaledata.better;
  return out;
}

std::optional<ashlar::Tensor> part_of(
    const std::optional<Parts>& parts,
    std::optional<ashlar::Tensor> Parts::*part) {
  return parts ? (*parts).*part : std::nullopt;
}

/// Codes in another mode than the virtual one.
Tensor recast(const Tensor& tensor, CastMode mode) {
  Tensor out = TensorAccess::with(tensor, mode);
  const Options& options = TensorAccess::options(out);
  if (!tensor.parts()) {
    const Format& format = tensor.dtype().format;
    TensorAccess::tensor(out) =
        tensor.castmode() == CastMode::virtual_cast
            ? plain_codes(tensor.tensor(), format, options)
            : plain_codes(plain_numbers(tensor.tensor(), format,
                                        tensor.original_shape(),
                                        TensorAccess::options(tensor)),
                          format, options);
    return out;
  }
  std::optional<Parts>& parts = TensorAccess::parts(out);
  parts = to(*tensor.parts(), form_of(options));
  TensorAccess::tensor(out) = parts->data;
  return out;
}

}  // namespace

std::optional<ashlar::Tensor> Tensor::scale() const {
  return parts_ ? std::optional(parts_->scale) : std::nullopt;
}
std::optional<ashlar::Tensor> Tensor::zero() const {
  return part_of(parts_, &Parts::zero);
}
std::optional<ashlar::Tensor> Tensor::meta() const {
  return part_of(parts_, &Parts::meta);
}
std::optional<ashlar::Tensor> Tensor::mask() const {
  return part_of(parts_, &Parts::mask);
}
std::optional<ashlar::Tensor> Tensor::offset() const {
  return part_of(parts_, &Parts::offset);
}
std::optional<ashlar::Tensor> Tensor::tenscale() const {
  return part_of(parts_, &Parts::outer_scale);
}

ScaleData get_scales(const ashlar::Tensor& tensor, const DataType& dtype,
                     const Options& options) {
  const Tensor found = cast(tensor, dtype, options);
  return {found.scale(), found.zero(), found.tenscale(), {}};
}

Tensor cast(const ashlar::Tensor& tensor, const DataType& dtype,
            const Options& options, const ScaleData& scaledata) {
  check(options, dtype, scaledata);
  const Format& format = dtype.format;
  const bool is_virtual = options.castmode == CastMode::virtual_cast;
  Tensor out = TensorAccess::make(tensor, dtype, options);
  if (format.is_block()) {
    std::optional<Parts>& parts = TensorAccess::parts(out);
    parts = quantize(tensor, format, policy_of(format, options),
                     form_of(options), given_by(scaledata));
    TensorAccess::tensor(out) = parts->data;
  } else if (!is_virtual) {
    TensorAccess::tensor(out) = plain_codes(tensor, format, options);
  }
  if (is_virtual) {
    TensorAccess::tensor(out) = vcast(tensor, dtype, options, scaledata);
  }
  return out;
}

Tensor cast(const ashlar::Tensor& tensor, std::string_view dtype,
            const Options& options, const ScaleData& scaledata) {
  return cast(tensor, predefined(dtype), options, scaledata);
}

ashlar::Tensor vcast(const ashlar::Tensor& tensor, const DataType& dtype,
                     const Options& options, const ScaleData& scaledata) {
  check(options, dtype, scaledata);
  const Format& format = dtype.format;
  if (!format.is_block()) return plain_vcast(tensor, format, options);
  return fake_quantize(tensor, format, policy_of(format, options),
                       given_by(scaledata));
}

ashlar::Tensor vcast(const ashlar::Tensor& tensor, std::string_view dtype,
                     const Options& options, const ScaleData& scaledata) {
  return vcast(tensor, predefined(dtype), options, scaledata);
}

ashlar::Tensor upcast(const Tensor& tensor) {
  return upcast(tensor, tensor.original_dtype());
}

ashlar::Tensor upcast(const Tensor& tensor, const Format& format) {
  if (tensor.castmode() == CastMode::virtual_cast) {
    return to(tensor.tensor(), format);
  }
  if (tensor.parts()) return dequantize(*tensor.parts(), format);
  return to(
      plain_numbers(tensor.tensor(), tensor.dtype().format,
                    tensor.original_shape(), TensorAccess::options(tensor)),
      format);
}

Tensor compress(const Tensor& tensor) {
  return recast(tensor, CastMode::compress);
}

Tensor uncompress(const Tensor& tensor) {
  return recast(tensor, CastMode::actual);
}

ashlar::Tensor sparse(const ashlar::Tensor& tensor, int stile, int dense,
                      int dim) {
  return prune(tensor, Sparsity{dense, stile}, dim);
}

}  // namespace ashlar::tcast
