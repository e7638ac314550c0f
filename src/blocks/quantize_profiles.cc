// quantize_profiles.cc - what other projects do; adding one is a row.
#include <array>

#include "ashlar/quantize.h"
#include "src/base/named.h"
#include "src/blocks/block_float.h"
#include "src/blocks/usual_profile.h"

namespace ashlar {
namespace {

bool has_two_levels(const Format& format) {
  return format.is_block() && format.block()->scales.size() > 1;
}

QuantizePolicy ashlar_policy(const Format&) { return {}; }

/// OCP MX 1.0, section 6.3.
QuantizePolicy ocp(const Format&) {
  QuantizePolicy policy;
  policy.rule = ScaleRule::floor;
  return policy;
}

/// Block scales below the smallest normal number are that number, for tiles of
/// zeros as well.
QuantizePolicy torchao(const Format& format) {
  QuantizePolicy policy;
  policy.rule = ScaleRule::floor;
  policy.smallest_scale = SmallestScale::normal;
  if (has_two_levels(format)) policy.division = Division::reciprocal;
  return policy;
}

/// Elements are the nearest of a list, the first one among equals: that is the
/// one with the smaller magnitude, and never -0.
QuantizePolicy ggml(const Format&) {
  QuantizePolicy policy;
  policy.rule = ScaleRule::floor_log2;
  policy.rounding = Rounding::nearest_zero;
  policy.negative_zero = NegativeZero::drop;
  return policy;
}

/// tt-metal's host code. Its MX scales are those of the finite numbers.
QuantizePolicy ttnn(const Format& format) {
  QuantizePolicy policy;
  policy.rule = ScaleRule::floor_log2;
  if (is_block_float(format)) {
    policy.alignment = Alignment::shifted;
    return policy;
  }
  policy.non_finite = NonFinite::elements;
  policy.zero_tile = ZeroTile::as_one;
  policy.missing_nan = MissingNan::zero;
  return policy;
}

/// The packers of Wormhole and Blackhole.
QuantizePolicy ttnn_device(const Format& format) {
  QuantizePolicy policy = ttnn(format);
  policy.rounding = Rounding::nearest_away;
  if (is_block_float(format)) policy.alignment = Alignment::shifted_twice;
  return policy;
}

QuantizePolicy microxcaling(const Format&) {
  QuantizePolicy policy;
  policy.rule = ScaleRule::floor_log2;
  policy.rounding = Rounding::nearest_away;
  return policy;
}

QuantizePolicy modelopt(const Format&) {
  QuantizePolicy policy;
  policy.rule = ScaleRule::rceil;
  policy.scale_order = ScaleOrder::outer_first;
  policy.zero_tile = ZeroTile::one;
  return policy;
}

QuantizePolicy compressed_tensors(const Format&) {
  QuantizePolicy policy;
  policy.rule = ScaleRule::even_f4;
  policy.zero_tile = ZeroTile::epsilon;
  return policy;
}

QuantizePolicy transformer_engine(const Format&) {
  QuantizePolicy policy;
  policy.rule = ScaleRule::rceil;
  policy.scale_order = ScaleOrder::outer_first;
  policy.division = Division::reciprocal;
  return policy;
}

QuantizePolicy tensorcast(const Format&) {
  QuantizePolicy policy;
  policy.rule = ScaleRule::floor;
  return policy;
}

constexpr std::array kProfiles = {
    QuantizeProfile{"ashlar", "nothing saturates in 8 bits; scales rounded",
                    ashlar_policy},
    QuantizeProfile{"ocp", "OCP MX 1.0: the floor rule", ocp},
    QuantizeProfile{"torchao", "floor; block scales are normal numbers",
                    torchao},
    QuantizeProfile{"ggml", "floor; ties go to the smaller magnitude", ggml},
    QuantizeProfile{"ttnn", "tt-metal's host code: exponents are shifted",
                    ttnn},
    QuantizeProfile{"ttnn_device", "Tenstorrent's packers: ties away, cut off",
                    ttnn_device},
    QuantizeProfile{"microxcaling", "floor; ties go away from zero",
                    microxcaling},
    QuantizeProfile{"modelopt", "NVIDIA ModelOpt: scales of zeros are 1",
                    modelopt},
    QuantizeProfile{"compressed_tensors",
                    "vLLM: even as for f4_e2m1fn; scales of zeros are epsilon",
                    compressed_tensors},
    QuantizeProfile{"transformer_engine",
                    "NVIDIA TransformerEngine: rounded up, by reciprocals",
                    transformer_engine},
    QuantizeProfile{"tensorcast", "AMD TensorCast: the floor rule", tensorcast},
};

}  // namespace

std::span<const QuantizeProfile> quantize_profiles() { return kProfiles; }

const QuantizeProfile& quantize_profile(std::string_view name) {
  return find_named(kProfiles, name, "profile");
}

const QuantizeProfile& usual_profile(const Format& format) {
  return quantize_profile(is_block_float(format) ? "ttnn" : "ashlar");
}

}  // namespace ashlar
