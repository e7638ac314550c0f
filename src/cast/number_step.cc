// number_step.cc - blocks of ordinary numbers, and the others one by one.
#include "src/cast/number_step.h"

#include <algorithm>

#include "src/cast/number_args.h"

namespace ashlar {
namespace {

using kernels::Rows;

class NumberStep final : public Step {
 public:
  NumberStep(const Element& from, const Element& to, const CastPolicy& policy,
             const kernels::NumberWords& how)
      : from_(from), to_(to), policy_(policy), how_(how) {}

  bool run(const std::byte* in, std::byte* out, std::size_t count,
           const Rows& rows) const override {
    const auto in_bytes = static_cast<std::size_t>(how_.from.bytes);
    const auto out_bytes = static_cast<std::size_t>(how_.to.bytes);
    for (std::size_t r = 0; r < rows.count; ++r) {
      kernels::fetch_later_row(reinterpret_cast<const std::uint8_t*>(in), rows,
                               r);
      for (std::size_t at = 0; at < count; at += kBlock) {
        const bool is_good = run_block(in + rows.moves[r].in + at * in_bytes,
                                       out + rows.moves[r].out + at * out_bytes,
                                       std::min(kBlock, count - at));
        if (!is_good) return false;
      }
    }
    return true;
  }

 private:
  static constexpr std::size_t kBlock = 512;
  /// The codec takes as long to begin as for so many numbers.
  static constexpr std::size_t kBegin = 8;

  bool run_block(const std::byte* in, std::byte* out, std::size_t count) const {
    std::uint8_t left[kBlock];
    if (kernels::convert(in, out, count, how_, nullptr, left)) return true;
    const auto number = count - static_cast<std::size_t>(std::count(
                                    left, left + count, std::uint8_t{0}));
    if (number * kBegin > count) return by_codec(in, out, 0, count);
    for (std::size_t i = 0; i < count; ++i) {
      if (left[i] != 0 && !by_codec(in, out, i, 1)) return false;
    }
    return true;
  }

  bool by_codec(const std::byte* in, std::byte* out, std::size_t first,
                std::size_t count) const {
    const Refusal refusal = cast_generic(
        from_, in + first * static_cast<std::size_t>(how_.from.bytes), to_,
        out + first * static_cast<std::size_t>(how_.to.bytes), 0,
        static_cast<std::int64_t>(count), 0, policy_);
    return !refusal.happened();
  }

  Element from_;
  Element to_;
  CastPolicy policy_;
  kernels::NumberWords how_;
};

}  // namespace

std::unique_ptr<const Step> number_step(const Element& from, const Element& to,
                                        const CastPolicy& policy) {
  // Which numbers are drawn depends on where elements are, which steps are not
  // told.
  if (policy.rounding == Rounding::stochastic) return nullptr;
  const auto how = number_words(from, to, policy);
  if (!how) return nullptr;
  return std::make_unique<const NumberStep>(from, to, policy, *how);
}

}  // namespace ashlar
