// weave.cc - any permutation of the pieces of some lines, in registers.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/weave.cc"
// Bytes of two registers are picked by one instruction from Ice Lake and Zen 4
// on, pairs of them wherever there is AVX-512. Elsewhere lines have 16 bytes.
#ifndef HWY_WANT_AVX3_DL
#define HWY_WANT_AVX3_DL 1
#endif
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>
// The line above includes this file once per target.
#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "src/kernels/fetch-inl.h"
#include "src/kernels/lines-inl.h"
#include "src/kernels/weave.h"
#include "src/kernels/weave_cells-inl.h"
#include "src/kernels/weave_lines-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {

#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3

std::size_t woven_line_target() { return kLine; }
// Where there are no shorter lines, pairs of bytes have to do.
bool weaves_bytes_target() {
  return HWY_TARGET <= HWY_AVX3_DL || !ASHLAR_WEAVES_CELLS;
}

#else

std::size_t woven_line_target() { return ASHLAR_WEAVES_CELLS ? kCell : 0; }
bool weaves_bytes_target() { return false; }

using Lines = std::array<Weave::Table, Weave::kMaxLines>;

void weave_plainly(const Weave& weave, Lines& lines) {
  const auto pick = [&](const Weave::Table& table, const Weave::Table& a,
                        const Weave::Table& b) {
    Weave::Table line;
    for (std::size_t k = 0; k < weave.line; ++k) {
      line[k] = table[k] < weave.line ? a[table[k]] : b[table[k] - weave.line];
    }
    return line;
  };
  if (weave.stages == 0) lines[0] = pick(weave.tables[0], lines[0], lines[0]);
  const std::size_t count = std::size_t{1} << weave.stages;
  for (std::size_t s = 0, apart = 1; apart < count; ++s, apart *= 2) {
    for (std::size_t i = 0; i < count; ++i) {
      if ((i & apart) != 0) continue;
      const Weave::Table a = lines[i];
      const Weave::Table b = lines[i + apart];
      lines[i] = pick(weave.tables[2 * s], a, b);
      lines[i + apart] = pick(weave.tables[2 * s + 1], a, b);
    }
  }
}

void weave_long_lines(const Weave& weave, const std::uint8_t* in,
                      std::uint8_t* out, const WeaveGroups& groups, Store,
                      const Fetch& fetch) {
  const std::size_t each = std::size_t{1} << weave.stages;
  const auto weave_group = [&](const std::uint8_t* from, std::uint8_t* to,
                               const std::int64_t* out_at) {
    Lines lines;
    for (std::size_t i = 0; i < each; ++i) {
      std::memcpy(lines[i].data(), from + weave.in_at[i], weave.line);
    }
    weave_plainly(weave, lines);
    for (std::size_t i = 0; i < each; ++i) {
      std::memcpy(to + out_at[i], lines[i].data(), weave.line);
    }
  };
  with_fetcher(fetch, groups.count, [&](auto& fetcher) {
    for (std::size_t g = 0; g < groups.count; ++g) {
      fetcher.step();
      const auto& [from, to] = groups.moves[g];
      const std::int64_t* out_at = groups.places != nullptr
                                       ? groups.places + g * each
                                       : weave.out_at.data();
      weave_group(in + from, out + to, out_at);
      if (weave.line == kLine) continue;
      weave_group(in + from + weave.in_next, out + to + weave.out_next, out_at);
    }
  });
}

#endif

void weave_target(const Weave& weave, const std::uint8_t* in, std::uint8_t* out,
                  const WeaveGroups& groups, Store store, const Fetch& fetch) {
#if ASHLAR_WEAVES_CELLS
  if (weave.line == kCell) {
    return weave_cells(weave, in, out, groups, store, fetch);
  }
#endif
  weave_long_lines(weave, in, out, groups, store, fetch);
}

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ashlar::kernels {

HWY_EXPORT(woven_line_target);
HWY_EXPORT(weaves_bytes_target);
HWY_EXPORT(weave_target);

namespace {

constexpr std::size_t kLongLine = sizeof(Weave::Table);

std::size_t table_count(const Weave& weave) {
  return weave.stages == 0 ? 1 : 2 * static_cast<std::size_t>(weave.stages);
}

/// Whether a table picks whole, aligned pieces of so many bytes.
bool picks_whole(const Weave& weave, std::size_t table, std::size_t granule) {
  const Weave::Table& at = weave.tables[table];
  for (std::size_t i = 0; i < weave.line; ++i) {
    const std::size_t first = i / granule * granule;
    if (at[first] % granule != 0) return false;
    if (at[i] != at[first] + (i - first)) return false;
  }
  return true;
}

/// Of the stage that a table belongs to.
std::size_t granule_of(const Weave& weave, std::size_t table) {
  const std::size_t rising = weave.granule << table / 2;
  return weave.rises ? std::min<std::size_t>(8, rising) : weave.granule;
}

/// Whether all tables pick whole granules.
bool picks_whole(const Weave& weave) {
  for (std::size_t t = 0; t < table_count(weave); ++t) {
    if (!picks_whole(weave, t, granule_of(weave, t))) return false;
  }
  return true;
}

/// Whether every stage interleaves such pieces of halves.
bool interleaves(const Weave& weave, std::size_t granule) {
  const std::size_t half = weave.line / 2;
  for (std::size_t t = 0; t < table_count(weave); ++t) {
    for (std::size_t i = 0; i < weave.line; ++i) {
      const std::size_t piece = i / granule;
      const std::size_t from = piece / 2 * granule + i % granule + t % 2 * half;
      if (weave.tables[t][i] != from + piece % 2 * weave.line) return false;
    }
  }
  return weave.stages > 0 && granule << weave.stages <= weave.line;
}

/// Little-endian lanes; no number of a granule needs more than a byte.
void set_lanes(const Weave& weave, std::size_t table, Weave::Table& lanes) {
  const std::size_t granule = granule_of(weave, table);
  for (std::size_t i = 0; i < lanes.size(); i += granule) {
    lanes[i] = static_cast<std::uint8_t>(weave.tables[table][i] / granule);
  }
}

void set_cells(const Weave& weave, std::size_t table, Weave::Table& lanes) {
  constexpr std::uint8_t kNothing = 0x80;
  for (std::size_t i = 0; i < 2 * weave.line; ++i) {
    const std::uint8_t from = weave.tables[table][i % weave.line];
    const bool is_first = from < weave.line;
    lanes[i] = is_first ? from : kNothing;
    lanes[2 * weave.line + i] =
        is_first ? kNothing : static_cast<std::uint8_t>(from - weave.line);
  }
}

}  // namespace

void finish(Weave& weave) {
  const bool is_long = weave.line == kLongLine;
  weave.granule = 8;
  weave.rises = false;
  while (!picks_whole(weave)) weave.granule /= 2;
  weave.rises = true;
  weave.rises = is_long && weave.granule <= 2 && picks_whole(weave);
  weave.interleaved =
      !is_long && interleaves(weave, weave.granule) ? weave.granule : 0;
  for (std::size_t t = 0; t < weave.tables.size(); ++t) {
    weave.lanes[t] = {};
    (is_long ? set_lanes : set_cells)(weave, t, weave.lanes[t]);
  }
}

std::size_t woven_line() { return HWY_DYNAMIC_DISPATCH(woven_line_target)(); }

bool weaves_bytes() { return HWY_DYNAMIC_DISPATCH(weaves_bytes_target)(); }

void weave_lines(const Weave& weave, const std::uint8_t* in, std::uint8_t* out,
                 const WeaveGroups& groups, Store store, const Fetch& fetch) {
  HWY_DYNAMIC_DISPATCH(weave_target)
  (weave, in, out, groups, store, fetch);
}

}  // namespace ashlar::kernels
#endif
