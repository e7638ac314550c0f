// transfer.cc - one buffer on either side, or the units of a device.
#include "src/tensor/transfer.h"

#include <vector>

#include "src/base/require.h"
#include "src/storage/block.h"

namespace ashlar {
namespace {

constexpr std::string_view kWhere = "tensor";

template <class Byte>
std::vector<std::span<Byte>> cut(std::span<Byte> bytes, Index units,
                                 Index unit_bytes) {
  std::vector<std::span<Byte>> out;
  const auto size = static_cast<std::size_t>(unit_bytes);
  for (std::size_t u = 0; u < static_cast<std::size_t>(units); ++u) {
    out.push_back(bytes.subspan(u * size, size));
  }
  return out;
}

bool is_device(const Storage& storage) {
  return storage.kind() == Storage::Kind::device;
}

/// The same bytes on the host, all units one after the other.
Storage staged(const Storage& storage) {
  Storage out = Storage::owned(storage.size());
  transfer_bytes(storage, out, storage.buffer()->unit_count());
  return out;
}

/// Bytes as they are, in units.
Spec byte_spec(Index units, Index unit_bytes) {
  Spec spec = parse_spec("u8[0x0] unit=a | [b]");
  spec.shape = Shape{units, unit_bytes};
  return spec;
}

}  // namespace

void transfer(const Plan& plan, const Storage& from, const Storage& to) {
  if (is_device(from) && is_device(to)) {
    if (from.device() == to.device()) {
      from.device()->copy(plan, *from.buffer(), *to.buffer());
    } else {
      transfer(plan, staged(from), to);
    }
  } else if (is_device(from)) {
    from.device()->download(plan, *from.buffer(),
                            cut(PaddingNote::writable(to), plan.out_units(),
                                plan.out_unit_bytes()));
  } else if (is_device(to)) {
    to.device()->upload(
        plan, cut(from.bytes(), plan.in_units(), plan.in_unit_bytes()),
        *to.buffer());
  } else {
    plan.run(from.bytes(), PaddingNote::writable(to));
  }
}

void transfer_bytes(const Storage& from, const Storage& to, Index units) {
  if (from.size() == 0) return;
  const Spec spec = byte_spec(units, from.size() / units);
  transfer(plan(spec, spec), from, to);
}

void transfer_unit(const Storage& from, Index unit, Index units,
                   const Storage& to) {
  if (to.size() == 0) return;
  const View all = byte_spec(units, from.size() / units);
  const View one = byte_spec(1, to.size());
  transfer(plan(window(all, {unit, 0}, {1, to.size()}), one), from, to);
}

Storage allocate(const Spec& spec, const BoundLayout& layout,
                 const std::shared_ptr<Device>& device) {
  if (is_on_host(spec)) return Storage::owned(layout.bytes());
  const std::string name = device_name(spec.placement.memory);
  const auto target = device == nullptr ? open_device(name) : device;
  require(target->name() == name, ErrorKind::invalid, kWhere, to_string(spec),
          " is on ", name, ", but the device is ", target->name());
  if (const auto reason = target->why_not(spec)) {
    fail(ErrorKind::unsupported, name, to_string(spec),
         " cannot be here: ", *reason);
  }
  return Storage::on_device(target->allocate(spec), target);
}

bool is_on_host(const Spec& spec) {
  return spec.placement.memory.device == Name("host");
}

Spec row_spec(const View& view, const Format& format) {
  Spec spec;
  spec.shape = view.shape();
  spec.format = format;
  spec.names = view.names();
  return spec;
}

Spec row_of(const Shape& shape, const Format& format) {
  Spec spec;
  spec.shape = Shape(shape.sizes());
  spec.format = format;
  return spec;
}

Tensor row_copy(const Tensor& tensor, const View& part, int threads) {
  const Spec spec = row_of(part.shape(), tensor.format());
  Tensor out = empty(spec);
  transfer(plan(part, spec, on_threads(threads)), tensor.storage(),
           out.storage());
  return out;
}

}  // namespace ashlar
