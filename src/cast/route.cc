// route.cc - kernels, tables and packing; the codec where none of them fits.
#include "src/cast/route.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>
#include <utility>

#include "src/cast/kernel_args.h"
#include "src/cast/number_step.h"
#include "src/cast/words.h"
#include "src/format/known.h"
#include "src/kernels/pack_bits.h"
#include "src/kernels/translate.h"
#include "src/kernels/wide_floats.h"

namespace ashlar {
namespace {

using kernels::one_row;
using kernels::Rows;
using kernels::Store;

/// Of a kernel: what it does with short rows.
enum class ShortRows : std::uint8_t { alone, in_lines };

/// A kernel call with all its arguments as a step.
template <class Call, ShortRows kRows>
class CallStep final : public Step {
 public:
  explicit CallStep(Call call) : call_(std::move(call)) {}
  bool run(const std::byte* in, std::byte* out, std::size_t count,
           const Rows& rows) const override {
    return call_(in, out, count, rows);
  }
  bool makes_lines() const override { return kRows == ShortRows::in_lines; }

 private:
  Call call_;
};

template <ShortRows kRows = ShortRows::alone, class Call>
std::unique_ptr<const Step> step(Call call) {
  return std::make_unique<const CallStep<Call, kRows>>(std::move(call));
}

std::unique_ptr<const Step> from_wide(kernels::Wide source, const Element& to,
                                      const CastPolicy& policy) {
  const auto how = encode_float(to, policy);
  if (!how) return nullptr;
  return step<ShortRows::in_lines>(
      [source, how = *how](const std::byte* in, std::byte* out,
                           std::size_t count, const Rows& rows) {
        kernels::encode(in, source, out, count, how, rows);
        return true;
      });
}

std::unique_ptr<const Step> from_f32(const Element& to,
                                     const CastPolicy& policy) {
  if (const auto how = encode_integer(to, policy)) {
    const auto out_of_range =
        policy.integer_overflow == IntegerOverflow::saturate
            ? kernels::OutOfRange::saturate
            : kernels::OutOfRange::report;
    return step<ShortRows::in_lines>(
        [how = *how, out_of_range](const std::byte* in, std::byte* out,
                                   std::size_t count, const Rows& rows) {
          return kernels::encode(reinterpret_cast<const float*>(in), out, count,
                                 how, out_of_range, rows);
        });
  }
  return from_wide(kernels::Wide::f32, to, policy);
}

std::unique_ptr<const Step> to_f32(const Element& from,
                                   const CastPolicy& policy) {
  const auto call = [](const auto& how) {
    return step([how](const std::byte* in, std::byte* out, std::size_t count,
                      const Rows& rows) {
      kernels::decode(in, reinterpret_cast<float*>(out), count, how, rows);
      return true;
    });
  };
  if (const auto how = decode_float(from, policy)) return call(*how);
  if (const auto how = decode_integer(from, policy)) return call(*how);
  return nullptr;
}

/// Two steps with f32 between them, in blocks that stay in the cache.
class ThroughF32 final : public Step {
 public:
  ThroughF32(std::unique_ptr<const Step> to, std::unique_ptr<const Step> from,
             const Element& source, const Element& target)
      : to_f32_(std::move(to)),
        from_f32_(std::move(from)),
        in_bytes_(static_cast<std::size_t>(source.storage_bits / 8)),
        out_bytes_(static_cast<std::size_t>(target.storage_bits / 8)) {}

  bool run(const std::byte* in, std::byte* out, std::size_t count,
           const Rows& rows) const override {
    constexpr std::size_t kBlock = 2048;
    alignas(64) float floats[kBlock];
    auto* middle = reinterpret_cast<std::byte*>(floats);
    bool is_good = true;
    for (std::size_t r = 0; r < rows.count; ++r) {
      for (std::size_t at = 0; at < count; at += kBlock) {
        const std::size_t n = std::min(kBlock, count - at);
        const std::byte* from = in + rows.moves[r].in + at * in_bytes_;
        std::byte* to = out + rows.moves[r].out + at * out_bytes_;
        is_good = to_f32_->run(from, middle, n, one_row(Store::cached)) &&
                  from_f32_->run(middle, to, n, one_row(rows.store)) && is_good;
      }
    }
    return is_good;
  }

 private:
  std::unique_ptr<const Step> to_f32_;
  std::unique_ptr<const Step> from_f32_;
  std::size_t in_bytes_;
  std::size_t out_bytes_;
};

std::unique_ptr<const Step> narrow(kernels::Narrowing narrowing) {
  return step([narrowing](const std::byte* in, std::byte* out,
                          std::size_t count, const Rows& rows) {
    kernels::narrow(reinterpret_cast<const double*>(in),
                    reinterpret_cast<float*>(out), count, narrowing, rows);
    return true;
  });
}

std::unique_ptr<const Step> from_f64(const Element& to,
                                     const CastPolicy& policy) {
  if (to == kF32) {
    return is_ieee(policy) ? narrow(kernels::Narrowing::to_even) : nullptr;
  }
  // f32 has too few bits for anything wider.
  if (to.storage_bits > 16 || policy.nan != NanPolicy::quiet) return nullptr;
  std::unique_ptr<const Step> last = from_f32(to, policy);
  if (!last) return nullptr;
  return std::make_unique<ThroughF32>(narrow(kernels::Narrowing::to_odd),
                                      std::move(last), kF64, to);
}

std::unique_ptr<const Step> to_f64(const Element& from,
                                   const CastPolicy& policy) {
  if (!is_ieee(policy)) return nullptr;
  auto widen = step([](const std::byte* in, std::byte* out, std::size_t count,
                       const Rows& rows) {
    kernels::widen(reinterpret_cast<const float*>(in),
                   reinterpret_cast<double*>(out), count, rows);
    return true;
  });
  if (from == kF32) return widen;
  if (from.storage_bits > 16) return nullptr;
  std::unique_ptr<const Step> first = to_f32(from, policy);
  if (!first) return nullptr;
  return std::make_unique<ThroughF32>(std::move(first), std::move(widen), from,
                                      kF64);
}

/// f32 holds all numbers of 16 bits and fewer that it can decode.
std::unique_ptr<const Step> through_f32(const Element& from, const Element& to,
                                        const CastPolicy& policy) {
  if (from.storage_bits > 16 || policy.nan != NanPolicy::quiet) return nullptr;
  std::unique_ptr<const Step> first = to_f32(from, policy);
  std::unique_ptr<const Step> last = first ? from_f32(to, policy) : nullptr;
  if (!last) return nullptr;
  return std::make_unique<ThroughF32>(std::move(first), std::move(last), from,
                                      to);
}

/// What becomes of each code of 8 bits or fewer, and whether it is refused.
template <class Word, class Words = kernels::WordTable<Word>>
class Table final : public Step {
 public:
  Table(const Element& from, const Element& to, const CastPolicy& policy) {
    std::array<std::byte, 256> codes;
    kernels::WordTable<Word> words = {};
    kernels::ByteTable refused = {};
    for (std::size_t i = 0; i < codes.size(); ++i) {
      codes[i] = static_cast<std::byte>(i);
    }
    const auto cast = [&](std::size_t first, std::int64_t count) {
      return cast_generic(from, &codes[first], to,
                          reinterpret_cast<std::byte*>(&words[first]), 0, count,
                          0, policy)
          .happened();
    };
    // The codec stops where it refuses, and takes longest to begin.
    refuses_ = cast(0, 256);
    for (std::size_t i = 0; i < codes.size() && refuses_; ++i) {
      refused[i] = cast(i, 1) ? 1 : 0;
    }
    words_ = Words(words);
    refused_ = kernels::Translation(refused);
  }

  bool run(const std::byte* in, std::byte* out, std::size_t count,
           const Rows& rows) const override {
    bool is_good = true;
    for (std::size_t r = 0; r < rows.count && is_good; ++r) {
      kernels::fetch_later_row(reinterpret_cast<const std::uint8_t*>(in), rows,
                               r);
      const auto* from =
          reinterpret_cast<const std::uint8_t*>(in + rows.moves[r].in);
      auto* to = reinterpret_cast<std::uint8_t*>(out + rows.moves[r].out);
      kernels::translate(from, to, count, words_);
      is_good = !refuses_ || !kernels::any(from, count, refused_);
    }
    return is_good;
  }

 private:
  Words words_ = {};
  kernels::Translation refused_;
  bool refuses_ = false;
};

/// If so many elements pay for it.
std::unique_ptr<const Step> by_table(const Element& from, const Element& to,
                                     const CastPolicy& policy,
                                     std::int64_t count, std::int64_t pays) {
  if (from.storage_bits != 8 || count < pays ||
      policy.rounding == Rounding::stochastic) {
    return nullptr;
  }
  switch (to.storage_bits) {
    case 8:
      return std::make_unique<Table<std::uint8_t, kernels::Translation>>(
          from, to, policy);
    case 16:
      return std::make_unique<Table<std::uint16_t, kernels::WordTranslation>>(
          from, to, policy);
    case 32:
      return std::make_unique<Table<std::uint32_t>>(from, to, policy);
    case 64:
      return std::make_unique<Table<std::uint64_t>>(from, to, policy);
    default:
      return nullptr;
  }
}

std::unique_ptr<const Step> copy_of(int bits) {
  return step([bits = static_cast<std::size_t>(bits)](
                  const std::byte* in, std::byte* out, std::size_t count,
                  const Rows& rows) {
    const std::size_t bytes = count * bits / 8;
    const std::size_t rest = count * bits % 8;
    for (std::size_t r = 0; r < rows.count; ++r) {
      const std::byte* from = in + rows.moves[r].in;
      std::byte* to = out + rows.moves[r].out;
      std::memcpy(to, from, bytes);
      if (rest > 0)
        to[bytes] = from[bytes] & static_cast<std::byte>((1 << rest) - 1);
    }
    return true;
  });
}

/// A kernel, or two of them with f32 in between.
std::unique_ptr<const Step> by_kernels(const Element& from, const Element& to,
                                       const CastPolicy& policy) {
  std::unique_ptr<const Step> found;
  if (from == kF32) found = from_f32(to, policy);
  if (from == kBf16) found = from_wide(kernels::Wide::bf16, to, policy);
  if (from == kF16) found = from_wide(kernels::Wide::f16, to, policy);
  if (from == kF64) found = from_f64(to, policy);
  if (to == kF32 && from != kF64) found = to_f32(from, policy);
  if (to == kF64) found = to_f64(from, policy);
  const bool are_bytes = from.storage_bits == 8 && to.storage_bits == 8;
  if (!found && !are_bytes) found = through_f32(from, to, policy);
  return found;
}

std::unique_ptr<const Step> pick(const Element& from, const Element& to,
                                 const CastPolicy& policy, std::int64_t count) {
  if (is_copy(from, to, policy)) return copy_of(from.storage_bits);
  // Tables take as long to make as two kernels take for so many, and the codec
  // for fewer.
  constexpr std::int64_t kPaysForKernels = 16384;
  constexpr std::int64_t kPaysForCodec = 4096;
  std::unique_ptr<const Step> found;
  if (to != kF32 && kernels::prefers_tables()) {
    found = by_table(from, to, policy, count, kPaysForKernels);
  }
  if (!found) found = by_kernels(from, to, policy);
  if (!found) found = by_table(from, to, policy, count, kPaysForCodec);
  if (!found) found = number_step(from, to, policy);
  return found;
}

}  // namespace

bool is_copy(const Element& from, const Element& to, const CastPolicy& policy) {
  return from == to &&
         (policy.nan == NanPolicy::quiet || policy.nan == NanPolicy::payload) &&
         policy.negative_zero == NegativeZero::keep &&
         policy.subnormals == Subnormals::keep &&
         policy.source_subnormals == Subnormals::keep &&
         policy.overflow != Overflow::saturate_finite;
}

Route::Route(const Element& from, const Element& to, const CastPolicy& policy,
             std::int64_t count)
    : from_(from),
      to_(to),
      policy_(policy),
      step_(pick(in_whole_bytes(from), in_whole_bytes(to), policy, count)) {}

Refusal Route::cast(const std::byte* in, std::byte* out, std::int64_t begin,
                    std::int64_t end, std::int64_t first, Store store) const {
  if (step_ && begin < end) {
    const std::byte* from = in + begin / 8 * from_.storage_bits;
    std::byte* to = out + begin / 8 * to_.storage_bits;
    const auto count = static_cast<std::size_t>(end - begin);
    const bool is_whole = from_.storage_bits >= 8 && to_.storage_bits >= 8;
    const bool done = is_whole ? step_->run(from, to, count, one_row(store))
                               : cast_packed(from, to, count);
    if (done) return {};
  }
  return cast_generic(from_, in, to_, out, begin, end, first, policy_);
}

Refusal Route::cast_rows(const std::byte* in, std::byte* out,
                         std::int64_t count, const Rows& rows) const {
  if (step_ && step_->run(in, out, static_cast<std::size_t>(count), rows)) {
    return {};
  }
  for (std::size_t r = 0; r < rows.count; ++r) {
    const Refusal refusal =
        cast_generic(from_, in + rows.moves[r].in, to_, out + rows.moves[r].out,
                     0, count, 0, policy_);
    if (refusal.happened()) return refusal;
  }
  return {};
}

/// In blocks that stay in the cache between packing and the kernel.
bool Route::cast_packed(const std::byte* in, std::byte* out,
                        std::size_t count) const {
  using kernels::FirstCode;
  constexpr std::size_t kBlock = 2048;
  alignas(64) std::uint8_t read[kBlock];
  alignas(64) std::uint8_t written[kBlock];
  for (std::size_t at = 0; at < count; at += kBlock) {
    const std::size_t n = std::min(kBlock, count - at);
    const std::byte* from =
        in + at / 8 * static_cast<std::size_t>(from_.storage_bits);
    std::byte* to = out + at / 8 * static_cast<std::size_t>(to_.storage_bits);
    if (from_.storage_bits < 8) {
      kernels::unpack_stream(reinterpret_cast<const std::uint8_t*>(from), n,
                             from_.storage_bits, FirstCode::low, read);
      from = reinterpret_cast<const std::byte*>(read);
    }
    std::byte* target =
        to_.storage_bits < 8 ? reinterpret_cast<std::byte*>(written) : to;
    if (!step_->run(from, target, n, one_row(Store::cached))) return false;
    if (to_.storage_bits < 8) {
      kernels::pack_stream(written, n, to_.storage_bits, FirstCode::low,
                           reinterpret_cast<std::uint8_t*>(to));
    }
  }
  return true;
}

}  // namespace ashlar
