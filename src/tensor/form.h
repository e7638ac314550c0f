// form.h - what a tensor knows besides its bytes, and how one is put together.
#pragma once

#include <memory>
#include <utility>

#include "ashlar/error.h"
#include "ashlar/tensor.h"

namespace ashlar {

/// Which other elements lie between those of a tensor.
enum class Around : std::uint8_t {
  nothing,
  others,  ///< what is padding here may be elements of another tensor
};

/// A spec, and the function that it stands for.
struct BoundSpec {
  Spec spec;
  BoundLayout layout;
};

/// The few that a thread has used last are kept, since binding takes longer
/// than moving a little data.
std::shared_ptr<const BoundSpec> bound_spec(const Spec& spec);

struct TensorForm {
  std::shared_ptr<const BoundSpec> bound;
  /// The same for all tensors on the same bytes with padding in the same slots.
  std::shared_ptr<const void> slots;
  Around around = Around::nothing;
};

struct TensorAccess {
  /// A tensor on bytes that have the right size.
  static Tensor make(std::shared_ptr<const BoundSpec> bound, Storage storage,
                     std::shared_ptr<const void> slots = nullptr,
                     Around around = Around::nothing);
  static Tensor make(const Spec& spec, const BoundLayout& layout,
                     Storage storage,
                     std::shared_ptr<const void> slots = nullptr,
                     Around around = Around::nothing);

  static const TensorForm& form(const Tensor& tensor) { return *tensor.form_; }
  static const std::shared_ptr<const void>& slots(const Tensor& tensor) {
    return tensor.form_->slots;
  }
};

/// An error that names the call that helps.
[[noreturn]] inline void refuse_tensor(std::string problem, std::string hint) {
  throw Error(ErrorKind::invalid, "tensor", std::move(problem),
              std::move(hint));
}

}  // namespace ashlar
