// tcast_plain.cc - floats that are data types of their own: codes, and back.
#include "src/dialects/tcast_plain.h"

#include <cmath>
#include <vector>

#include "src/base/require.h"
#include "src/format/elements.h"
#include "src/tensor/transfer.h"

namespace ashlar::tcast {
namespace {

/// One code in each word.
Format in_own_words(const Format& format) {
  const int bits = format.element().bits;
  const int word = bits <= 8 ? 8 : bits <= 16 ? 16 : 32;
  return Format(in_words(format.element(), word));
}

/// Whether compressed codes share bytes: as bits, all but those of whole bytes.
bool is_packed(const Format& format, const Options& options) {
  return options.castmode == CastMode::compress && format.element().bits < 8;
}

/// Row major on the host.
ashlar::Tensor in_rows(const ashlar::Tensor& tensor) {
  const ashlar::Tensor out = copy(tensor, View(tensor.spec()));
  return {row_of(out.shape(), out.format()), out.storage()};
}

/// The last axis of codes, which packing makes shorter.
struct Lines {
  Lines(const Shape& shape, const Packing& packing)
      : length(shape.rank() > 0 ? shape[shape.rank() - 1] : 1),
        count(length > 0 ? shape.volume() / length : 0),
        bytes(packed_bytes(packing, length)) {
    Indices sizes(shape.sizes());
    if (sizes.size() > 0) sizes[sizes.size() - 1] = bytes;
    packed = Shape(sizes);
  }

  Index length;
  Index count;
  Index bytes;
  Shape packed;
};

Packing packing_of(const Format& format, const Options& options) {
  return Packing(format.element().bits, options.packing);
}

std::span<std::uint8_t> words_of(const ashlar::Tensor& tensor) {
  const std::span<std::byte> bytes = tensor.storage().mutable_bytes();
  return {reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size()};
}

std::size_t size_of(Index count) { return static_cast<std::size_t>(count); }

ConvertOptions saturating(const Options& options) {
  ConvertOptions out;
  out.policy.rounding = rounding_of(options.roundmode);
  out.policy.overflow = Overflow::saturate_finite;
  out.policy.seed = options.seed;
  return out;
}

}  // namespace

Rounding rounding_of(RoundMode mode) {
  switch (mode) {
    case RoundMode::zero:
      return Rounding::nearest_zero;
    case RoundMode::away:
      return Rounding::nearest_away;
    case RoundMode::even:
      return Rounding::nearest_even;
    case RoundMode::stochastic:
      break;
  }
  return Rounding::stochastic;
}

ashlar::Tensor plain_codes(const ashlar::Tensor& tensor, const Format& format,
                           const Options& options) {
  const ashlar::Tensor codes = to(to(in_rows(tensor), Format()),
                                  in_own_words(format), saturating(options));
  if (!is_packed(format, options)) return codes;
  const Packing packing = packing_of(format, options);
  const Lines lines(tensor.shape(), packing);
  const ashlar::Tensor out = zeros(row_of(lines.packed, parse_format("u8")));
  const std::span<std::byte> bytes = out.storage().mutable_bytes();
  for (Index i = 0; i < lines.count; ++i) {
    pack(words_of(codes).subspan(size_of(i * lines.length),
                                 size_of(lines.length)),
         packing,
         bytes.subspan(size_of(i * lines.bytes), size_of(lines.bytes)));
  }
  return out;
}

ashlar::Tensor plain_numbers(const ashlar::Tensor& codes, const Format& format,
                             const Shape& shape, const Options& options) {
  if (!is_packed(format, options)) return codes;
  const Packing packing = packing_of(format, options);
  const Lines lines(shape, packing);
  const ashlar::Tensor out = zeros(row_of(shape, in_own_words(format)));
  const std::span<const std::byte> bytes = codes.storage().bytes();
  for (Index i = 0; i < lines.count; ++i) {
    unpack(bytes.subspan(size_of(i * lines.bytes), size_of(lines.bytes)),
           packing,
           words_of(out).subspan(size_of(i * lines.length),
                                 size_of(lines.length)));
  }
  return out;
}

ashlar::Tensor plain_vcast(const ashlar::Tensor& tensor, const Format& format,
                           const Options& options) {
  const ashlar::Tensor numbers = to(in_rows(tensor), Format());
  const ashlar::Tensor back = copy(
      to(to(numbers, in_own_words(format), saturating(options)), Format()));
  const std::span<const std::byte> in = numbers.storage().bytes();
  const std::span<std::byte> out = back.storage().mutable_bytes();
  const auto* from = reinterpret_cast<const float*>(in.data());
  auto* into = reinterpret_cast<float*>(out.data());
  for (std::size_t i = 0; i < in.size() / sizeof(float); ++i) {
    if (std::isnan(from[i])) {
      into[i] = from[i];
    } else if (into[i] == 0) {
      into[i] = std::copysign(0.0F, from[i]);
    }
  }
  return to(back, tensor.format());
}

}  // namespace ashlar::tcast
