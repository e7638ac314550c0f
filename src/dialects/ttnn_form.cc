// ttnn_form.cc - the one way by which tensors of ttnn change their form.
#include "src/dialects/ttnn_form.h"

#include <bit>

#include "src/dialects/ttnn_core.h"
#include "src/dialects/ttnn_text.h"

namespace ashlar::ttnn {
namespace {

/// What padding holds, if that is known, or zeros.
Padding known_padding(const ashlar::Tensor& tensor) {
  const Padding known = padding(tensor);
  return known.kind == Padding::Kind::undefined ? padding_of(0) : known;
}

}  // namespace

Spec core_spec(const TensorSpec& spec, const Device* device) {
  return device == nullptr ? to_host_spec(spec)
                           : to_spec(spec, target_of(*device));
}

CastPolicy cast_policy(const Format& from, const Format& to) {
  if (from == to) return {};
  CastPolicy policy = cast_profile("ttnn").policy(from.element(), to.element());
  const bool is_cut =
      from.kind() == ElementKind::floating && to.kind() == ElementKind::integer;
  if (is_cut) policy.rounding = Rounding::toward_zero;
  return policy;
}

Padding padding_of(double value) {
  const bool is_zero = std::bit_cast<std::uint64_t>(value) == 0;
  return {is_zero ? Padding::Kind::zero : Padding::Kind::fill, value};
}

Tensor reformed(const Tensor& tensor, const TensorLayout& layout,
                const std::shared_ptr<Device>& device,
                std::optional<double> pad_value) {
  const ashlar::Tensor& old = tensor.core();
  const TensorSpec spec(ashlar::Shape(tensor.spec().logical_shape()), layout);
  const Spec target = core_spec(spec, device.get());
  if (old.spec() == target && old.storage().device() == device &&
      tensor.memory_config() == spec.memory_config()) {
    return tensor;
  }
  ConvertOptions options;
  options.policy = cast_policy(old.format(), target.format);
  options.padding = pad_value ? padding_of(*pad_value) : known_padding(old);
  return {spec, ashlar::to(old, target, device, options)};
}

}  // namespace ashlar::ttnn
