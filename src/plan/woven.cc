// woven.cc - long lines, or short ones that suit the caches.
#include "src/plan/woven.h"

#include <algorithm>
#include <span>

#include "src/base/cache_line.h"

namespace ashlar {
namespace {

using kernels::Weave;

/// Lines of the destination that are written in parts.
constexpr Index kMostAtOnce = 2;
/// Bytes of lines that all processors weave, if they weave any.
constexpr Index kShortLine = 16;

/// Where the lines of a group are, with those of the one beside it.
std::vector<Index> with_next(const Weave& weave, std::span<const Index> at,
                             Index next) {
  std::vector<Index> out;
  for (std::size_t i = 0; i < std::size_t{1} << weave.stages; ++i) {
    out.push_back(at[i]);
    if (next != 0) out.push_back(at[i] + next);
  }
  std::sort(out.begin(), out.end());
  return out;
}

/// Whether so many bytes stay together, or soon do, that long lines are worth
/// it wherever there are any.
bool picks_pieces(const Pass& pass) {
  return pass.weave.granule > 1 || pass.weave.rises;
}

Woven weave_lines_of(Index line, const std::vector<Strand>& direct,
                     const std::vector<Strand>& to_work, Index width,
                     bool can_be_direct) {
  Woven out;
  if (can_be_direct) {
    out.passes = weave_block(direct, width, WeaveOrder::destination, line);
    out.is_direct =
        line == kLineBytes ||
        (out.passes.size() == 1 && lines_at_once(out.passes[0]) <= kMostAtOnce);
  }
  if (!out.is_direct) {
    out.passes = weave_block(to_work, width, WeaveOrder::source, line);
  }
  const bool is_idle =
      line < kLineBytes && out.passes.size() == 1 && only_copies(out.passes[0]);
  return is_idle ? Woven() : out;
}

}  // namespace

Index lines_at_once(const Pass& pass) {
  const Weave& weave = pass.weave;
  const std::size_t lines = std::size_t{1} << weave.stages;
  std::span<const Index> places = weave.out_at;
  if (!pass.places.empty()) places = std::span(pass.places).first(lines);
  std::vector<Index> at = with_next(weave, places, weave.out_next);
  for (Index& each : at) each /= kLineBytes;
  return std::unique(at.begin(), at.end()) - at.begin();
}

bool only_copies(const Pass& pass) {
  if (pass.weave.stages > 0) return false;
  for (std::size_t i = 0; i < pass.weave.line; ++i) {
    if (pass.weave.tables[0][i] != i) return false;
  }
  return true;
}

bool reads_in_order(const Pass& pass) {
  const auto line = static_cast<Index>(pass.weave.line);
  const std::vector<Index> in_at =
      with_next(pass.weave, pass.weave.in_at, pass.weave.in_next);
  for (std::size_t i = 0; i < in_at.size(); ++i) {
    if (in_at[i] != static_cast<Index>(i) * line) return false;
  }
  for (std::size_t g = 0; g < pass.groups.size(); ++g) {
    if (pass.groups[g].in != static_cast<Index>(g) * std::ssize(in_at) * line) {
      return false;
    }
  }
  return true;
}

Woven weave(const std::vector<Strand>& direct,
            const std::vector<Strand>& to_work, Index width,
            bool can_be_direct) {
  const auto line = static_cast<Index>(kernels::woven_line());
  Woven out = weave_lines_of(line, direct, to_work, width, can_be_direct);
  const bool is_done =
      line < kLineBytes || kernels::weaves_bytes() ||
      (!out.passes.empty() && std::ranges::all_of(out.passes, picks_pieces));
  if (is_done) return out;
  return weave_lines_of(kShortLine, direct, to_work, width, can_be_direct);
}

}  // namespace ashlar
