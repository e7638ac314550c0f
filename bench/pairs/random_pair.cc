// random_pair.cc - the formats that there are most of.
#include "bench/pairs/random_pair.h"

#include <algorithm>
#include <string_view>

#include "tests/support/random_blocks.h"

namespace ashlar::bench {
namespace {

/// What is moved, and what it becomes on the way.
constexpr std::string_view kMoved[] = {"i8",  "i8",  "bf16", "f16",
                                       "f32", "f32", "f64",  "u4"};
constexpr std::string_view kCasts[][2] = {
    {"f32", "bf16"},      {"bf16", "f32"}, {"f32", "f16"}, {"f32", "f8_e4m3fn"},
    {"f8_e4m3fn", "f16"}, {"u4", "i8"},    {"i8", "u4"},   {"f32", "f64"}};

}  // namespace

Specs random_specs(test::Random& random, Casts casts) {
  const bool is_cast = test::chance(random, 15) && casts == Casts::sometimes;
  const auto kind = static_cast<std::size_t>(test::pick(random, 0, 7));
  const Format from = parse_format(is_cast ? kCasts[kind][0] : kMoved[kind]);
  const Format to = parse_format(is_cast ? kCasts[kind][1] : kMoved[kind]);
  const auto sizes = test::random_sizes(
      random, kPairBytes * 8 / std::max(from.bits(), to.bits()));
  Specs out;
  out.from = test::random_blocks(random, sizes, from, kMostPadding);
  out.to = test::random_blocks(random, sizes, to, kMostPadding);
  return out;
}

}  // namespace ashlar::bench
