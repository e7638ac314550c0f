// cast_options.h - the part of a command line that says how to cast.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <ostream>
#include <string>

#include "ashlar/cast_policy.h"

namespace ashlar::cli {

/// What the command line says about casts; empty where it says nothing.
struct PolicyWords {
  std::string rounding;
  std::string overflow;
  std::string integer_overflow;
  std::string nan;
  std::string profile;
  std::uint64_t seed = 0;

  bool operator==(const PolicyWords&) const = default;
};

void add_cast_options(CLI::App& app, PolicyWords& words);

/// All profiles, a line each.
void print_profiles(std::ostream& out);

/// The default one if none is named.
const CastProfile& profile_of(const PolicyWords& words);

/// The choices of the profile, but for those that are named. `--overflow` is
/// about the format that is cast to: integers and fixed point have words of
/// their own, unless `--integer-overflow` is given for these.
CastPolicy policy_of(const PolicyWords& words, const Element& from,
                     const Element& to);

}  // namespace ashlar::cli
