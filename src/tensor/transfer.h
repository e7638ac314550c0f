// transfer.h - runs plans on storages, wherever they are.
#pragma once

#include "ashlar/convert.h"
#include "ashlar/storage.h"
#include "ashlar/tensor.h"

namespace ashlar {

/// Runs `plan` from one storage to another. What is known of the padding of
/// `to` is left to the caller.
void transfer(const Plan& plan, const Storage& from, const Storage& to);

/// All bytes of one storage to another with the same units, padding included.
/// Host memory has as many units as the other side.
void transfer_bytes(const Storage& from, const Storage& to, Index units);

/// The bytes of one unit to host memory of that size.
void transfer_unit(const Storage& from, Index unit, Index units,
                   const Storage& to);

/// New bytes for a spec, on the host or on `device`, whose memory it names. The
/// device of that name if none is given.
Storage allocate(const Spec& spec, const BoundLayout& layout,
                 const std::shared_ptr<Device>& device);

/// At most so many; 0 for as many as there are.
inline ConvertOptions on_threads(int threads) {
  ConvertOptions options;
  options.threads = threads;
  return options;
}
/// The same, but padding that would be undefined stays what it was.
inline ConvertOptions with_padding_kept(ConvertOptions options) {
  if (!options.padding.is_filled()) options.padding = {Padding::Kind::kept, 0};
  return options;
}

bool is_on_host(const Spec& spec);

/// The same shape and names in another format: row major on the host.
Spec row_spec(const View& view, const Format& format);

/// The sizes of a shape without its padding: row major on the host.
Spec row_of(const Shape& shape, const Format& format);

/// The elements of a part of a tensor, as such rows.
Tensor row_copy(const Tensor& tensor, const View& part, int threads = 0);

}  // namespace ashlar
