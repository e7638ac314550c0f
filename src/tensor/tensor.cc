// tensor.cc - a spec and a storage that fit each other.
#include "ashlar/tensor.h"

#include <array>

#include "src/base/require.h"
#include "src/tensor/form.h"
#include "src/tensor/transfer.h"

namespace ashlar {
namespace {

constexpr std::string_view kWhere = "tensor";
constexpr std::size_t kKept = 8;

std::shared_ptr<const TensorForm> make_form(
    std::shared_ptr<const BoundSpec> bound,
    std::shared_ptr<const void> slots = nullptr,
    Around around = Around::nothing) {
  auto form = std::make_shared<TensorForm>();
  form->bound = std::move(bound);
  if (slots == nullptr) slots = std::make_shared<char>();
  form->slots = std::move(slots);
  form->around = around;
  return form;
}

const std::shared_ptr<const TensorForm>& no_elements() {
  static const auto* const only = [] {
    Spec spec;
    spec.shape = Shape{0};
    return new std::shared_ptr(make_form(bound_spec(spec)));
  }();
  return *only;
}

void check_units(const Spec& spec, const BoundLayout& layout,
                 DeviceBuffer& buffer) {
  require(buffer.unit_bytes() == layout.bytes_per_unit() &&
              buffer.unit_count() == layout.unit_total(),
          ErrorKind::invalid, kWhere, "there are ", buffer.unit_count(),
          " units of ", buffer.unit_bytes(), " bytes, but ", to_string(spec),
          " takes ", layout.unit_total(), " of ", layout.bytes_per_unit());
}

}  // namespace

Tensor::Tensor() : form_(no_elements()) {}

Tensor::Tensor(std::shared_ptr<const TensorForm> form, Storage storage)
    : form_(std::move(form)), storage_(std::move(storage)) {}

Tensor::Tensor(const Spec& spec, Storage storage)
    : form_(make_form(bound_spec(spec))), storage_(std::move(storage)) {
  const bool is_device = storage_.kind() == Storage::Kind::device;
  require(is_on_host(spec) != is_device, ErrorKind::invalid, kWhere,
          "the bytes are on ", is_device ? "a device" : "the host", ", but ",
          to_string(spec), " is not");
  require(storage_.size() == layout().bytes(), ErrorKind::invalid, kWhere,
          "there are ", storage_.size(), " bytes, but ", to_string(spec),
          " takes ", layout().bytes());
  if (is_device) check_units(spec, layout(), *storage_.buffer());
}

const Spec& Tensor::spec() const { return form_->bound->spec; }
const BoundLayout& Tensor::layout() const { return form_->bound->layout; }

std::shared_ptr<const BoundSpec> bound_spec(const Spec& spec) {
  thread_local std::array<std::shared_ptr<const BoundSpec>, kKept> kept;
  thread_local std::size_t oldest = 0;
  for (const auto& each : kept) {
    if (each != nullptr && each->spec == spec) return each;
  }
  auto bound = std::make_shared<const BoundSpec>(BoundSpec{spec, bind(spec)});
  kept[oldest] = bound;
  oldest = (oldest + 1) % kKept;
  return bound;
}

Tensor TensorAccess::make(std::shared_ptr<const BoundSpec> bound,
                          Storage storage, std::shared_ptr<const void> slots,
                          Around around) {
  return {make_form(std::move(bound), std::move(slots), around),
          std::move(storage)};
}

Tensor TensorAccess::make(const Spec& spec, const BoundLayout& layout,
                          Storage storage, std::shared_ptr<const void> slots,
                          Around around) {
  return make(std::make_shared<const BoundSpec>(BoundSpec{spec, layout}),
              std::move(storage), std::move(slots), around);
}

}  // namespace ashlar
