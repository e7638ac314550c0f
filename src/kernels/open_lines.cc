// open_lines.cc - puts lines together before they are streamed.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/open_lines.cc"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include <algorithm>
#include <cstring>
#include <utility>
// The line above includes this file once per target.
#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "src/kernels/fetch-inl.h"
#include "src/kernels/lines-inl.h"
#include "src/kernels/open_lines.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Bytes = hn::CappedTag<std::uint8_t, kLine>;

HWY_INLINE std::size_t within_line(const std::uint8_t* at) {
  return reinterpret_cast<std::uintptr_t>(at) % kLine;
}

#if ASHLAR_HAS_AVX3

/// What is kept of a line, up to byte `at`, and `bytes` more.
HWY_INLINE auto joined(const std::uint8_t* kept, const std::uint8_t* in,
                       std::size_t at, std::size_t bytes) {
  const Bytes d;
  const auto before = hn::FirstN(d, at);
  const auto now = hn::AndNot(before, hn::FirstN(d, at + bytes));
  return hn::IfThenElse(before, hn::Load(d, kept),
                        hn::MaskedLoad(now, d, in - at));
}

HWY_INLINE void keep(std::uint8_t* kept, const std::uint8_t* in, std::size_t at,
                     std::size_t bytes) {
  hn::Store(joined(kept, in, at, bytes), Bytes(), kept);
}

HWY_INLINE void stream_joined(const std::uint8_t* kept, const std::uint8_t* in,
                              std::size_t at, std::uint8_t* out) {
  hn::Stream(joined(kept, in, at, kLine - at), Bytes(), out);
}

#else

HWY_INLINE void keep(std::uint8_t* kept, const std::uint8_t* in, std::size_t at,
                     std::size_t bytes) {
  copy_some<kLine>(in, kept + at, bytes);
}

HWY_INLINE void stream_joined(std::uint8_t* kept, const std::uint8_t* in,
                              std::size_t at, std::uint8_t* out) {
  keep(kept, in, at, kLine - at);
  copy_line<true>(kept, out);
}

#endif

/// Stores a part of a line as it is.
HWY_INLINE void close(OpenLines::Parts& parts, std::size_t place) {
  std::uint8_t* end = std::exchange(parts.end[place], nullptr);
  if (end == nullptr) return;
  const std::size_t begin = parts.begin[place];
  const std::size_t size = within_line(end - 1) + 1 - begin;
  copy_some<kLine>(parts.bytes[place] + begin, end - size, size);
}

/// The end of a run, which may be followed by the head of the next one.
HWY_INLINE void close_tail(OpenLines::Places& places, std::size_t place) {
  std::uint8_t* end = places.tails.end[place];
  if (end == nullptr) return;
  const std::size_t at = within_line(end);
  const std::size_t next = place + 1 < places.count ? place + 1 : 0;
  std::uint8_t* line = end - at;
  const bool is_whole = at != 0 && places.tails.begin[place] == 0 &&
                        places.heads.end[next] == line + kLine &&
                        places.heads.begin[next] == at;
  if (!is_whole) return close(places.tails, place);
  stream_joined(places.tails.bytes[place], places.heads.bytes[next] + at, at,
                line);
  places.tails.end[place] = places.heads.end[next] = nullptr;
}

/// Adds to a line, which ends here or later.
HWY_INLINE void add(OpenLines::Places& places, std::size_t place,
                    const std::uint8_t* in, std::uint8_t* out,
                    std::size_t bytes) {
  OpenLines::Parts& tails = places.tails;
  const std::size_t at = within_line(out);
  std::uint8_t* kept = tails.bytes[place];
  if (tails.end[place] != out) {
    close_tail(places, place);
    tails.begin[place] = static_cast<std::uint8_t>(at);
  }
  tails.end[place] = nullptr;
  if (at + bytes < kLine) {
    keep(kept, in, at, bytes);
    tails.end[place] = out + bytes;
  } else if (tails.begin[place] == 0) {
    stream_joined(kept, in, at, out - at);
  } else {
    close(places.heads, place);
    keep(kept, in, at, bytes);
    std::memcpy(places.heads.bytes[place], kept, kLine);
    places.heads.begin[place] = tails.begin[place];
    places.heads.end[place] = out + bytes;
  }
}

void send_target(OpenLines::Places& places, const std::uint8_t* in,
                 std::uint8_t* out, const Span* runs, std::size_t count,
                 const Fetch& fetch) {
  places.count = std::min(count, OpenLines::kPlaces);
  const std::size_t pieces = count + lines_of(runs, count);
  with_fetcher(fetch, pieces, [&](auto& fetcher) HWY_ATTR {
    std::size_t place = OpenLines::kPlaces - 1;
    std::uint8_t* end = nullptr;
    for (std::size_t i = 0; i < count; ++i) {
      fetcher.step();
      const std::size_t run = runs[i].count;
      const std::uint8_t* from = in + runs[i].in;
      std::uint8_t* to = out + runs[i].out;
      if (to != end) place = (place + 1) % OpenLines::kPlaces;
      end = to + run;
      const std::size_t head = std::min(run, (kLine - within_line(to)) % kLine);
      if (head > 0) add(places, place, from, to, head);
      std::size_t k = head;
      for (; k + kAhead + kLine <= run; k += kLine) {
        fetcher.step_or_fetch(from + k, kAhead);
        copy_line<true>(from + k, to + k);
      }
      for (; k + kLine <= run; k += kLine) {
        fetcher.step();
        copy_line<true>(from + k, to + k);
      }
      if (k < run) add(places, place, from + k, to + k, run - k);
    }
  });
}

void flush_target(OpenLines::Places& places) {
  for (std::size_t place = 0; place < OpenLines::kPlaces; ++place) {
    close_tail(places, place);
  }
  for (std::size_t place = 0; place < OpenLines::kPlaces; ++place) {
    close(places.heads, place);
  }
}

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ashlar::kernels {

HWY_EXPORT(send_target);
HWY_EXPORT(flush_target);

void OpenLines::send(const std::uint8_t* in, std::uint8_t* out,
                     const Span* runs, std::size_t count, const Fetch& fetch) {
  if (!places_) {
    places_ = std::make_unique_for_overwrite<Places>();
    places_->tails.end.fill(nullptr);
    places_->heads.end.fill(nullptr);
  }
  HWY_DYNAMIC_DISPATCH(send_target)
  (*places_, in, out, runs, count, fetch);
}

void OpenLines::flush() {
  if (places_) HWY_DYNAMIC_DISPATCH(flush_target)(*places_);
}

}  // namespace ashlar::kernels
#endif
