// Reads the choices of a cast.
#include "cli/cast_options.h"

#include <algorithm>

namespace ashlar::cli {

void add_cast_options(CLI::App& app, PolicyWords& words) {
  app.add_option("--round", words.rounding,
                 "nearest_even, toward_zero, stochastic, ...")
      ->type_name("RULE");
  app.add_option("--overflow", words.overflow,
                 "saturate_finite, none, ...; integers: saturate, wrap")
      ->type_name("RULE");
  app.add_option("--integer-overflow", words.integer_overflow,
                 "the same, then --overflow is for floats only")
      ->type_name("RULE");
  app.add_option("--nan", words.nan,
                 "quiet, payload, canonical, all_ones or error")
      ->type_name("RULE");
  app.add_option("--profile", words.profile,
                 "cast as others do: cuda, torch, ml_dtypes, ...")
      ->type_name("NAME");
  app.add_option("--seed", words.seed, "of stochastic rounding")
      ->type_name("N");
}

void print_profiles(std::ostream& out) {
  for (const CastProfile& profile : cast_profiles()) {
    std::string name(profile.name);
    name.resize(std::max<std::size_t>(name.size() + 2, 12), ' ');
    out << "  " << name << profile.description << '\n';
  }
}

const CastProfile& profile_of(const PolicyWords& words) {
  return words.profile.empty() ? cast_profiles()[0]
                               : cast_profile(words.profile);
}

CastPolicy policy_of(const PolicyWords& words, const Element& from,
                     const Element& to) {
  CastPolicy policy = profile_of(words).policy(from, to);
  if (!words.rounding.empty()) {
    policy.rounding = parse_rounding(words.rounding);
  }
  const bool is_for_floats =
      to.kind == ElementKind::floating || !words.integer_overflow.empty();
  if (!words.overflow.empty() && is_for_floats) {
    policy.overflow = parse_overflow(words.overflow);
  } else if (!words.overflow.empty()) {
    policy.integer_overflow = parse_integer_overflow(words.overflow);
  }
  if (!words.integer_overflow.empty()) {
    policy.integer_overflow = parse_integer_overflow(words.integer_overflow);
  }
  if (!words.nan.empty()) {
    policy.nan = parse_nan_policy(words.nan);
    // Who refuses NaN does not want it to become a number, either.
    if (policy.nan == NanPolicy::error) policy.missing_nan = MissingNan::error;
  }
  policy.seed = words.seed;
  return policy;
}

}  // namespace ashlar::cli
