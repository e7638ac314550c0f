// profiles.cc - what other projects do when they cast; adding one is a row.
#include <array>

#include "ashlar/cast_policy.h"
#include "src/base/named.h"
#include "src/format/known.h"

namespace ashlar {
namespace {

bool is_power_of_two_format(const Element& e) {
  return e.kind == ElementKind::floating && !e.has_zero;
}

CastPolicy ashlar_policy(const Element&, const Element&) { return {}; }

/// IEEE 754: overflow is infinity, NaN keeps its payload, and what a format
/// cannot hold is refused.
CastPolicy ieee(const Element&, const Element&) {
  CastPolicy policy;
  policy.rounding = Rounding::nearest_even;
  policy.overflow = Overflow::none;
  policy.nan = NanPolicy::payload;
  policy.missing_nan = MissingNan::error;
  return policy;
}

/// OCP 8-bit floats in their saturating mode, and the MX element formats.
CastPolicy ocp(const Element&, const Element& to) {
  CastPolicy policy;
  policy.rounding = Rounding::nearest_even;
  if (to.bits <= 8) policy.overflow = Overflow::saturate_finite;
  return policy;
}

/// The conversions of CUDA 13 with __NV_SATFINITE; its e8m0 rounds up (or
/// toward zero), its tf32 rounds ties away.
CastPolicy cuda(const Element&, const Element& to) {
  CastPolicy policy;
  policy.rounding = Rounding::nearest_even;
  if (is_power_of_two_format(to)) policy.rounding = Rounding::toward_positive;
  if (to == kTf32) policy.rounding = Rounding::nearest_away;
  if (to.bits <= 8) policy.overflow = Overflow::saturate_finite;
  policy.nan = NanPolicy::all_ones;
  policy.missing_nan = MissingNan::largest;
  policy.negative = Negative::magnitude;
  policy.integer_overflow = IntegerOverflow::saturate;
  return policy;
}

CastPolicy ml_dtypes(const Element& from, const Element& to) {
  CastPolicy policy;
  policy.rounding = Rounding::nearest_even;
  policy.overflow = Overflow::none;
  policy.missing_nan = MissingNan::negative_zero;
  if (is_power_of_two_format(to)) {
    policy.rounding = Rounding::nearest_away;
    policy.small_powers = SmallPowers::up;
  }
  // The two have the same exponents, so it cuts f16 short.
  if (from == kF16 && to == kF8E5M2) policy.nan = NanPolicy::payload;
  return policy;
}

/// PyTorch from 2.13 on: e4m3 saturates. Its e8m0 takes the magnitude.
CastPolicy torch(const Element& from, const Element& to) {
  CastPolicy policy = ml_dtypes(from, to);
  policy.nan = NanPolicy::quiet;
  if (to == kF8E4M3Fn) policy.overflow = Overflow::saturate_propagate;
  if (is_power_of_two_format(to)) policy.negative = Negative::magnitude;
  policy.integer_overflow = IntegerOverflow::wrap;
  return policy;
}

/// tt-metal's host code: 8-bit floats have no subnormals in either direction.
CastPolicy ttnn(const Element& from, const Element& to) {
  CastPolicy policy;
  policy.rounding = Rounding::nearest_even;
  policy.nan = NanPolicy::canonical;
  policy.missing_nan = MissingNan::zero;
  if (to.bits <= 8) policy.overflow = Overflow::saturate_finite;
  if (to == kF8E4M3Fn) policy.subnormals = Subnormals::flush;
  if (from == kF8E4M3Fn) policy.source_subnormals = Subnormals::flush;
  return policy;
}

/// ONNX's Cast with saturate = 1: infinity saturates too.
CastPolicy onnx(const Element&, const Element& to) {
  CastPolicy policy;
  policy.rounding = Rounding::nearest_even;
  if (to.bits <= 8) policy.overflow = Overflow::saturate_finite;
  if (is_power_of_two_format(to)) policy.rounding = Rounding::toward_positive;
  if (to.kind != ElementKind::floating) {
    policy.rounding = Rounding::toward_zero;
    policy.integer_overflow = IntegerOverflow::wrap;
  }
  return policy;
}

/// IBM's DLFloat16 converters: ties away, and cut short on the way to bf16.
CastPolicy zdnn(const Element& from, const Element& to) {
  CastPolicy policy;
  if (from == kDlfloat16 && to == kBf16) {
    policy.rounding = Rounding::toward_zero;
  }
  return policy;
}

constexpr std::array kProfiles = {
    CastProfile{"ashlar",
                "nearest even; saturates unless the format has infinity",
                ashlar_policy},
    CastProfile{"ieee", "IEEE 754: overflow is infinity, NaN keeps its payload",
                ieee},
    CastProfile{"ocp", "OCP FP8 and MX: 8 bits and fewer saturate", ocp},
    CastProfile{"cuda", "CUDA 13, __NV_SATFINITE; e8m0 rounds up", cuda},
    CastProfile{"ml_dtypes", "ml_dtypes and JAX: overflow is NaN or infinity",
                ml_dtypes},
    CastProfile{"torch", "PyTorch 2.13: as ml_dtypes, but e4m3 saturates",
                torch},
    CastProfile{"ttnn", "tt-metal's host code: f8_e4m3fn without subnormals",
                ttnn},
    CastProfile{"onnx", "ONNX Cast: saturates; integers are cut off", onnx},
    CastProfile{"zdnn", "IBM zDNN: dlfloat16 is cut short to bf16", zdnn},
};

}  // namespace

std::span<const CastProfile> cast_profiles() { return kProfiles; }

const CastProfile& cast_profile(std::string_view name) {
  return find_named(kProfiles, name, "profile");
}

}  // namespace ashlar
