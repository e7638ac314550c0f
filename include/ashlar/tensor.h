// tensor.h - a spec and its bytes: making, reading, writing and moving them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ashlar/convert.h"
#include "ashlar/device.h"
#include "ashlar/storage.h"

namespace ashlar {

struct TensorForm;

/// A spec and a storage, nothing else. A copy shares the bytes: what is written
/// through one is read through the other. Any number of threads may read.
class Tensor {
 public:
  /// f32[0] row.
  Tensor();
  /// The storage has exactly the bytes that the spec takes, all units one after
  /// the other; on a device, the units that the spec has.
  Tensor(const Spec& spec, Storage storage);

  const Spec& spec() const;
  const Storage& storage() const { return storage_; }
  /// The function from index to position. Its shape knows the padded sizes.
  const BoundLayout& layout() const;

  /// Without padding.
  const Shape& shape() const { return spec().shape; }
  const Format& format() const { return spec().format; }
  /// Padding included, all units together.
  std::int64_t bytes() const { return storage_.size(); }

 private:
  friend struct TensorAccess;

  Tensor(std::shared_ptr<const TensorForm> form, Storage storage);

  std::shared_ptr<const TensorForm> form_;
  Storage storage_;
};

// Making. A spec whose placement names the memory of a device is made there: on
// the device that is given, or on the one that `open_device` finds.

/// What it holds is undefined.
Tensor empty(const Spec& spec, const std::shared_ptr<Device>& device = nullptr);
/// Zeros, in the padding as well.
Tensor zeros(const Spec& spec, const std::shared_ptr<Device>& device = nullptr);
/// `value` everywhere, rounded as a cast would do it.
Tensor full(const Spec& spec, double value,
            const std::shared_ptr<Device>& device = nullptr);

/// Values in row-major order, cast to the format of the spec. There are as many
/// as the tensor has elements.
Tensor make(const Spec& spec, std::initializer_list<double> values,
            const ConvertOptions& options = {});
Tensor make(const Spec& spec, std::span<const float> values,
            const ConvertOptions& options = {});
Tensor make(const Spec& spec, std::span<const double> values,
            const ConvertOptions& options = {});
Tensor make(const Spec& spec, std::span<const std::int64_t> values,
            const ConvertOptions& options = {});

/// A copy of bytes that lie as the spec says, padding included.
Tensor make_from_bytes(const Spec& spec, std::span<const std::byte> bytes);

/// Somebody else's bytes as they are, without a copy. `keeper` keeps them alive
/// for as long as there is a tensor on them.
Tensor borrow(const Spec& spec, std::span<const std::byte> bytes,
              std::shared_ptr<const void> keeper);
Tensor borrow(const Spec& spec, std::span<std::byte> bytes,
              std::shared_ptr<const void> keeper,
              Access access = Access::read_write);

// One element, by its index without padding. On a device, each is a copy from
// or to there.

/// Exact, but that numbers of more than 53 bits are rounded.
double read(const Tensor& tensor, const Indices& index);
/// Rounded as a cast would do it.
void write(const Tensor& tensor, const Indices& index, double value,
           const CastPolicy& policy = {});
/// The word as it is stored, of at most 64 bits.
std::uint64_t read_word(const Tensor& tensor, const Indices& index);
void write_word(const Tensor& tensor, const Indices& index, std::uint64_t word);

/// All elements in row-major order.
std::vector<double> values(const Tensor& tensor);
/// The same as integers; one that is none, or too large, is an error.
std::vector<std::int64_t> integers(const Tensor& tensor);

/// Whether all elements have the same format and the same bits, wherever they
/// lie. Padding does not count.
bool same_bits(const Tensor& a, const Tensor& b);

// Moving: everything goes through `plan`. The result has bytes of its own,
// unless the tensor is already as asked for: then it is the tensor itself.

/// The same elements in another form, on the device that the spec names: the
/// one of the tensor, the one that is given, or the one `open_device` finds.
Tensor to(const Tensor& tensor, const Spec& spec,
          const ConvertOptions& options = {});
Tensor to(const Tensor& tensor, const Spec& spec,
          const std::shared_ptr<Device>& device,
          const ConvertOptions& options = {});
Tensor to(const Tensor& tensor, const Format& format,
          const ConvertOptions& options = {});
Tensor to(const Tensor& tensor, const Layout& layout,
          const ConvertOptions& options = {});
Tensor to(const Tensor& tensor, const Placement& placement,
          const ConvertOptions& options = {});
/// In the form that the device prefers, unless the tensor is there already.
Tensor to(const Tensor& tensor, const std::shared_ptr<Device>& device,
          const ConvertOptions& options = {});
/// Into memory of the host, in one piece.
Tensor to_host(const Tensor& tensor, const ConvertOptions& options = {});

/// Bytes of its own, in the same place, padding as it is.
Tensor copy(const Tensor& tensor);
/// The elements of a part, row major on the host. The view is one of
/// tensor.spec(), as in `copy(t, window(t.spec(), {0, 8}, {4, 4}))`.
Tensor copy(const Tensor& tensor, const View& part);
/// Writes the elements of `from` over those of a tensor of the same shape, or
/// over those of a part of one. Padding stays as it is.
void assign(const Tensor& into, const Tensor& from,
            const ConvertOptions& options = {});
void assign(const Tensor& into, const View& part, const Tensor& from,
            const ConvertOptions& options = {});

// Padding belongs to the layout; what it holds is a state of the bytes.

/// Whether there are slots that hold no element.
bool has_padding(const Tensor& tensor);

/// Row major, each axis with as many slots as said, the new ones holding
/// `value`. The shape stays what it is.
Tensor pad(const Tensor& tensor, const Indices& padded, double value = 0);
/// Row major on the host, without padding.
Tensor unpad(const Tensor& tensor);

/// What padding holds, as far as is known: since it was filled, only elements
/// have been written.
Padding padding(const Tensor& tensor);
/// Writes `value`, and nothing else than padding.
void fill_padding(const Tensor& tensor, double value);

/// A slot that is not as it should be.
struct PaddingFault {
  Position position;
  std::uint64_t found = 0;     ///< the first 64 bits
  std::uint64_t expected = 0;  ///< likewise
  std::string text;            ///< where and what, for people
};

/// The first slot of the padding that does not hold what `padding` says; an
/// error if that is undefined.
std::optional<PaddingFault> verify_padding(const Tensor& tensor);
/// The same for something that it ought to hold.
std::optional<PaddingFault> verify_padding(const Tensor& tensor,
                                           const Padding& expected);

}  // namespace ashlar
