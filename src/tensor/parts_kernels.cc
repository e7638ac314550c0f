// parts_kernels.cc - straight from the bytes of a tensor to those of its parts.
#include "src/tensor/parts_kernels.h"

#include "src/blocks/fast_quantize.h"
#include "src/format/known.h"
#include "src/tensor/transfer.h"

namespace ashlar {
namespace {

using kernels::Wide;

/// What kernels read and write; everything else goes through f32.
Format wide_format(const Format& format) {
  return format.element() == kBf16 && !format.is_block() ? format : Format();
}

Wide wide_of(const Format& format) {
  return format.element() == kBf16 ? Wide::bf16 : Wide::f32;
}

Tensor empty_part(const PartPlan& part) {
  return empty(row_of(Shape(part.sizes), part.format));
}

std::span<std::byte> bytes_of(const std::optional<Tensor>& tensor) {
  return tensor ? tensor->storage().mutable_bytes() : std::span<std::byte>();
}

/// None unless a code has a byte or less.
std::optional<Packing> packing_of(const PartPlan& part) {
  if (part.is_packed) return Packing(part.width, part.order);
  if (part.format.bits() != 8) return std::nullopt;
  return Packing();
}

struct Packings {
  Packing data;
  Packing zero;
};

std::optional<Packings> packings_of(const PartsPlan& plan) {
  const auto data = packing_of(plan.data());
  const auto zero = plan.zero() ? packing_of(*plan.zero()) : Packing();
  if (!data || !zero || plan.scale().is_packed) return std::nullopt;
  return Packings{*data, *zero};
}

}  // namespace

std::optional<Parts> quantize_by_kernels(const Tensor& tensor,
                                         const Format& format,
                                         const QuantizePolicy& policy,
                                         PartsForm form, int threads) {
  const PartsPlan plan(format, tensor.shape(), form);
  const auto packings = packings_of(plan);
  if (!packings || plan.top_scale() || plan.meta() || plan.offset() ||
      plan.mask()) {
    return std::nullopt;
  }
  const auto optional_part = [](const std::optional<PartPlan>& part) {
    return part ? std::optional(empty_part(*part)) : std::nullopt;
  };
  Parts out;
  out.format = format;
  out.shape = Shape(tensor.shape().sizes());
  out.form = form;
  out.data = empty_part(plan.data());
  out.scale = empty_part(plan.scale());
  out.outer_scale = optional_part(plan.outer_scale());
  out.zero = optional_part(plan.zero());
  const Format wide = wide_format(tensor.format());
  const Tensor numbers =
      to(ordered(tensor, plan.order(), threads), wide, on_threads(threads));
  const BlockBytes bytes{
      bytes_of(out.data), bytes_of(out.scale), bytes_of(out.outer_scale),
      bytes_of(out.zero), packings->data,      packings->zero};
  if (!quantize_fast(format, policy, plan.grids().extent(), wide_of(wide),
                     numbers.storage().bytes(), bytes, threads)) {
    return std::nullopt;
  }
  const auto put_back = [&](Tensor& part, const PartPlan& planned) {
    if (planned.is_single) return;
    part = ordered(part, plan.order_back(), threads);
  };
  put_back(out.data, plan.data());
  put_back(out.scale, plan.scale());
  if (out.outer_scale) put_back(*out.outer_scale, *plan.outer_scale());
  if (out.zero) put_back(*out.zero, *plan.zero());
  return out;
}

namespace {

/// Whether parts are all there are, and each is what the plan says.
bool is_as_planned(const PartsPlan& plan, const Parts& parts) {
  const auto is_same = [&](const std::optional<PartPlan>& part,
                           const std::optional<Tensor>& tensor) {
    if (!part || !tensor) return !part && !tensor;
    const PartSpec spec = plan.spec(*part);
    return Shape(tensor->shape().sizes()) == spec.shape &&
           tensor->format() == spec.format;
  };
  return is_same(plan.data(), parts.data) &&
         is_same(plan.scale(), parts.scale) &&
         is_same(plan.outer_scale(), parts.outer_scale) &&
         is_same(plan.zero(), parts.zero) && !plan.meta() && !parts.meta &&
         !plan.offset() && !parts.offset && !plan.mask() && !parts.mask &&
         !plan.top_scale() && !parts.top_scale;
}

}  // namespace

std::optional<Tensor> dequantize_by_kernels(const Parts& parts,
                                            const Format& format,
                                            const QuantizePolicy& policy,
                                            int threads) {
  const PartsPlan plan(parts.format, parts.shape, parts.form);
  const auto packings = packings_of(plan);
  if (!packings || !is_as_planned(plan, parts)) return std::nullopt;
  const auto row = [&](const std::optional<Tensor>& tensor,
                       const std::optional<PartPlan>& part) {
    if (!part) return std::optional<Tensor>();
    return std::optional(
        ordered(*tensor, part->is_single ? Indices{0} : plan.order(), threads));
  };
  const auto data = row(parts.data, plan.data());
  const auto scale = row(parts.scale, plan.scale());
  const auto outer = row(parts.outer_scale, plan.outer_scale());
  const auto zero = row(parts.zero, plan.zero());
  const auto read = [](const std::optional<Tensor>& tensor) {
    const std::span<const std::byte> bytes =
        tensor ? tensor->storage().bytes() : std::span<const std::byte>();
    // Nothing is written through it.
    return std::span(const_cast<std::byte*>(bytes.data()), bytes.size());
  };
  const BlockBytes bytes{read(data), read(scale),    read(outer),
                         read(zero), packings->data, packings->zero};
  const Format wide = wide_format(format);
  const Tensor out = empty(row_of(Shape(plan.moved()), wide));
  if (!dequantize_fast(parts.format, policy, plan.grids().extent(), bytes,
                       wide_of(wide), out.storage().mutable_bytes(), threads)) {
    return std::nullopt;
  }
  return to(ordered(out, plan.order_back(), threads), format,
            on_threads(threads));
}

}  // namespace ashlar
