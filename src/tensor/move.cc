// move.cc - from one form to another, and from one place to another.
#include "src/base/require.h"
#include "src/storage/block.h"
#include "src/tensor/block_move.h"
#include "src/tensor/form.h"
#include "src/tensor/transfer.h"

namespace ashlar {
namespace {

constexpr std::string_view kWhere = "tensor";

void check_shape(const Tensor& tensor, const Spec& spec) {
  if (View(spec).shape() == View(tensor.spec()).shape()) return;
  refuse_tensor(concat("a tensor of ", to_string(tensor.shape()),
                       " cannot become ", to_string(spec)),
                "reshape(tensor, sizes) gives it another shape");
}

/// Whether nothing has to be done.
bool is_already(const Tensor& tensor, const Spec& spec,
                const std::shared_ptr<Device>& device,
                const ConvertOptions& options) {
  return tensor.spec() == spec && tensor.storage().device() == device &&
         (!options.padding.is_filled() || !has_padding(tensor) ||
          padding(tensor) == options.padding) &&
         options.policy == CastPolicy{};
}

/// The device that a spec is on: that of the tensor, or the one that is open
/// under this name.
std::shared_ptr<Device> device_for(const Tensor& tensor, const Spec& spec) {
  if (is_on_host(spec)) return nullptr;
  const auto& here = tensor.storage().device();
  const std::string name = device_name(spec.placement.memory);
  return here != nullptr && here->name() == name ? here : open_device(name);
}

void check_part(const Tensor& tensor, const View& part) {
  require(part.spec() != nullptr && *part.spec() == tensor.spec(),
          ErrorKind::invalid, kWhere, to_string(part), " is no part of ",
          to_string(tensor.spec()));
}

}  // namespace

Tensor to(const Tensor& tensor, const Spec& spec,
          const std::shared_ptr<Device>& device,
          const ConvertOptions& options) {
  check_shape(tensor, spec);
  const std::shared_ptr<Device> target = is_on_host(spec) ? nullptr : device;
  if (is_already(tensor, spec, target, options)) return tensor;
  if (has_blocks(tensor.spec(), spec)) {
    return move_blocks(tensor, spec, target, options);
  }
  Tensor out = empty(spec, target);
  transfer(plan(tensor.spec(), spec, options), tensor.storage(), out.storage());
  PaddingNote::set(out.storage(), TensorAccess::slots(out), options.padding);
  return out;
}

Tensor to(const Tensor& tensor, const Spec& spec,
          const ConvertOptions& options) {
  return to(tensor, spec, device_for(tensor, spec), options);
}

Tensor to(const Tensor& tensor, const Format& format,
          const ConvertOptions& options) {
  Spec spec = tensor.spec();
  spec.format = format;
  return to(tensor, spec, options);
}

Tensor to(const Tensor& tensor, const Layout& layout,
          const ConvertOptions& options) {
  Spec spec = tensor.spec();
  spec.layout = layout;
  return to(tensor, spec, options);
}

Tensor to(const Tensor& tensor, const Placement& placement,
          const ConvertOptions& options) {
  Spec spec = tensor.spec();
  spec.placement = placement;
  return to(tensor, spec, options);
}

Tensor to(const Tensor& tensor, const std::shared_ptr<Device>& device,
          const ConvertOptions& options) {
  require(device != nullptr, ErrorKind::invalid, kWhere, "there is no device");
  if (tensor.storage().device() == device) {
    return to(tensor, tensor.spec(), device, options);
  }
  return to(tensor, device->default_spec(tensor.spec()), device, options);
}

Tensor to_host(const Tensor& tensor, const ConvertOptions& options) {
  return to(tensor, Placement{}, options);
}

Tensor copy(const Tensor& tensor) {
  Tensor out = empty(tensor.spec(), tensor.storage().device());
  transfer_bytes(tensor.storage(), out.storage(), tensor.layout().unit_total());
  PaddingNote::set(out.storage(), TensorAccess::slots(out), padding(tensor));
  return out;
}

Tensor copy(const Tensor& tensor, const View& part) {
  check_part(tensor, part);
  const Spec spec = row_spec(part, tensor.format());
  Tensor out = empty(spec);
  transfer(plan(part, spec), tensor.storage(), out.storage());
  return out;
}

void assign(const Tensor& into, const View& part, const Tensor& from,
            const ConvertOptions& options) {
  check_part(into, part);
  require(!options.padding.is_filled() ||
              TensorAccess::form(into).around == Around::nothing,
          ErrorKind::invalid, kWhere,
          "the padding of a window is not filled: other elements are there");
  // Nothing is read from where it is written.
  const Tensor source = from.storage().shares_with(into.storage())
                            ? copy(from, from.spec())
                            : from;
  transfer(plan(View(source.spec()), part, with_padding_kept(options)),
           source.storage(), into.storage());
  const auto& slots = TensorAccess::slots(into);
  if (!options.padding.is_filled()) {
    PaddingNote::note_write(into.storage(), slots.get());
  } else {
    PaddingNote::set(into.storage(), slots, options.padding);
  }
}

void assign(const Tensor& into, const Tensor& from,
            const ConvertOptions& options) {
  assign(into, into.spec(), from, options);
}

}  // namespace ashlar
