// move.cc - runs of bytes, a line at a time where they are long enough.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/move.cc"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include <algorithm>
#include <cstring>
#include <type_traits>
// The line above includes this file once per target.
#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "src/kernels/fetch-inl.h"
#include "src/kernels/lines-inl.h"
#include "src/kernels/move.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <std::size_t kCount>
using Count = std::integral_constant<std::size_t, kCount>;

/// Bytes of a run.
constexpr std::size_t kShortRun = 4 * kLine;

/// A run of any length, and a share of the fetching with every line.
template <class Fetcher>
HWY_INLINE void copy_long(const std::uint8_t* in, std::uint8_t* out,
                          std::size_t bytes, Fetcher& fetcher) {
  std::size_t i = 0;
  for (; i + kLine <= bytes; i += kLine) {
    fetcher.step();
    copy_line<false>(in + i, out + i);
  }
  if (i == bytes) return;
  fetcher.step();
  copy_some<kLine>(in + i, out + i, bytes - i);
}

/// A run that may begin and end inside of lines.
template <bool kStream, class Fetcher>
HWY_INLINE void send_run(const std::uint8_t* in, std::uint8_t* out,
                         std::size_t bytes, Fetcher& fetcher) {
  // Short runs begin anywhere in a line, and to guess where costs more than
  // stores that cross lines.
  if (!kStream && bytes <= kShortRun) {
    return copy_long(in, out, bytes, fetcher);
  }
  const std::size_t skew = reinterpret_cast<std::uintptr_t>(out) % kLine;
  const std::size_t head = std::min(bytes, (kLine - skew) % kLine);
  copy_some<kLine>(in, out, head);
  std::size_t i = head;
  for (; i + kAhead + kLine <= bytes; i += kLine) {
    fetcher.step_or_fetch(in + i, kAhead);
    copy_line<kStream>(in + i, out + i);
  }
  for (; i + kLine <= bytes; i += kLine) {
    fetcher.step();
    copy_line<kStream>(in + i, out + i);
  }
  copy_some<kLine>(in + i, out + i, bytes - i);
}

void send_runs_target(const std::uint8_t* in, std::uint8_t* out,
                      const Span* runs, std::size_t count, Store store,
                      const Fetch& fetch) {
  with_fetcher(fetch, lines_of(runs, count), [&](auto& fetcher) HWY_ATTR {
    for (std::size_t i = 0; i < count; ++i) {
      const auto& [from, to, bytes] = runs[i];
      if (store == Store::streamed) {
        send_run<true>(in + from, out + to, bytes, fetcher);
        continue;
      }
      const Span& later = runs[std::min(i + kRowsAhead, count - 1)];
      fetch_to_write(out + later.out, later.count);
      send_run<false>(in + from, out + to, bytes, fetcher);
    }
  });
}

void pull_runs_target(const std::uint8_t* in, std::uint8_t* out,
                      const Span* runs, std::size_t count) {
  Fetcher<Fetch::Into::nothing> none({nullptr, nullptr, 1, {}}, 1);
  for (std::size_t i = 0; i < count; ++i) {
    const Span& later = runs[std::min(i + kRowsAhead, count - 1)];
    hwy::Prefetch(in + later.in);
    const auto& [from, to, bytes] = runs[i];
    copy_long(in + from, out + to, bytes, none);
  }
}

/// Runs shorter than a line, with one step of fetching for each line of them.
template <std::size_t kRun, class Fetcher>
HWY_INLINE void copy_short(const std::uint8_t* in, std::uint8_t* out,
                           const Runs& runs, Fetcher& fetcher) {
  constexpr std::size_t kRows = std::max<std::size_t>(1, kLine / kRun);
  std::size_t r = 0;
  for (; r + kRows <= runs.rows; r += kRows) {
    fetcher.step();
    for (std::size_t i = 0; i < kRows; ++i) {
      std::memcpy(out, in, kRun);
      in += runs.in_pitch;
      out += runs.out_pitch;
    }
  }
  if (r == runs.rows) return;
  fetcher.step();
  for (; r < runs.rows; ++r) {
    std::memcpy(out, in, kRun);
    in += runs.in_pitch;
    out += runs.out_pitch;
  }
}

/// Single runs, with one step of fetching for each line of them.
template <std::size_t kRun, class Fetcher>
HWY_INLINE void copy_single(const std::uint8_t* in, std::uint8_t* out,
                            const Move* moves, std::size_t count,
                            Fetcher& fetcher) {
  constexpr std::size_t kStep = kLine / kRun;
  for (std::size_t i = 0; i < count;) {
    fetcher.step();
    const std::size_t end = std::min(count, i + kStep);
    for (; i < end; ++i) {
      std::memcpy(out + moves[i].out, in + moves[i].in, kRun);
    }
  }
}

/// Runs of whole lines; of kLines if that is not 0.
template <bool kStream, std::size_t kLines, class Fetcher>
HWY_INLINE void copy_whole_lines(const std::uint8_t* in, std::uint8_t* out,
                                 const Runs& runs, Fetcher& fetcher) {
  const std::size_t lines = kLines != 0 ? kLines : runs.run / kLine;
  for (std::size_t r = 0; r < runs.rows; ++r) {
    for (std::size_t i = 0; i < lines; ++i) {
      fetcher.step();
      copy_line<kStream>(in + i * kLine, out + i * kLine);
    }
    in += runs.in_pitch;
    out += runs.out_pitch;
  }
}

/// Rows of runs in many places, by length of the runs.
template <class Fetcher>
void copy_all(const std::uint8_t* in, std::uint8_t* out, const Runs& runs,
              const Move* moves, std::size_t count, Store store,
              Fetcher& fetcher) {
  const auto each = [&](auto copy) HWY_ATTR {
    for (std::size_t i = 0; i < count; ++i) {
      copy(in + moves[i].in, out + moves[i].out);
    }
  };
  const auto whole_lines = [&](auto stream, auto lines) HWY_ATTR {
    each([&](const std::uint8_t* from, std::uint8_t* to) HWY_ATTR {
      copy_whole_lines<stream(), lines()>(from, to, runs, fetcher);
    });
  };
  const auto by_lines = [&](auto stream) HWY_ATTR {
    if (runs.run == kLine) return whole_lines(stream, Count<1>());
    if (runs.run == 2 * kLine) return whole_lines(stream, Count<2>());
    whole_lines(stream, Count<0>());
  };
  const auto short_runs = [&](auto run) HWY_ATTR {
    if (runs.rows == 1) {
      return copy_single<run()>(in, out, moves, count, fetcher);
    }
    each([&](const std::uint8_t* from, std::uint8_t* to)
             HWY_ATTR { copy_short<run()>(from, to, runs, fetcher); });
  };
  if (runs.run % kLine == 0) {
    return store == Store::streamed ? by_lines(std::true_type())
                                    : by_lines(std::false_type());
  }
  switch (runs.run) {
    case 1:
      return short_runs(Count<1>());
    case 2:
      return short_runs(Count<2>());
    case 4:
      return short_runs(Count<4>());
    case 8:
      return short_runs(Count<8>());
    case 16:
      return short_runs(Count<16>());
    case 32:
      return short_runs(Count<32>());
    default:
      break;
  }
  each([&](const std::uint8_t* from, std::uint8_t* to) HWY_ATTR {
    for (std::size_t r = 0; r < runs.rows; ++r) {
      copy_long(from, to, runs.run, fetcher);
      from += runs.in_pitch;
      to += runs.out_pitch;
    }
  });
}

void copy_runs_target(const std::uint8_t* in, std::uint8_t* out,
                      const Runs& runs, const Move* moves, std::size_t count,
                      Store store, const Fetch& fetch) {
  const std::size_t lines = runs.run >= kLine
                                ? runs.rows * ((runs.run + kLine - 1) / kLine)
                                : (runs.rows * runs.run + kLine - 1) / kLine;
  const bool is_single = runs.rows == 1 && runs.run < kLine;
  const std::size_t steps =
      is_single ? (count * runs.run + kLine - 1) / kLine : count * lines;
  with_fetcher(fetch, steps, [&](auto& fetcher) HWY_ATTR {
    copy_all(in, out, runs, moves, count, store, fetcher);
  });
}

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ashlar::kernels {

HWY_EXPORT(send_runs_target);
HWY_EXPORT(pull_runs_target);
HWY_EXPORT(copy_runs_target);

void copy_run(const std::uint8_t* in, std::uint8_t* out, std::size_t bytes,
              Store store) {
  const Span all = {0, 0, bytes};
  send_runs(in, out, &all, 1, store, {});
}

void send_runs(const std::uint8_t* in, std::uint8_t* out, const Span* runs,
               std::size_t count, Store store, const Fetch& fetch) {
  HWY_DYNAMIC_DISPATCH(send_runs_target)(in, out, runs, count, store, fetch);
}

void pull_runs(const std::uint8_t* in, std::uint8_t* out, const Span* runs,
               std::size_t count) {
  HWY_DYNAMIC_DISPATCH(pull_runs_target)(in, out, runs, count);
}

void copy_runs(const std::uint8_t* in, std::uint8_t* out, const Runs& runs,
               const Move* moves, std::size_t count, Store store,
               const Fetch& fetch) {
  HWY_DYNAMIC_DISPATCH(copy_runs_target)
  (in, out, runs, moves, count, store, fetch);
}

}  // namespace ashlar::kernels
#endif
