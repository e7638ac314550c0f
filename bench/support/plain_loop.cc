// plain_loop.cc - loads, exclusive or, stores; nothing that takes time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bench/support/plain_loop.cc"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include <cstring>
#include <numeric>
#include <type_traits>
#include <utility>
// The line above includes this file once per target.
#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "bench/support/plain_loop.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::bench::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

enum class How { plain, fetched, streamed };

constexpr std::size_t kLine = 64;
constexpr std::size_t kAhead = 4096;

/// One step: `reads` lines in, and `writes` lines out that depend on all of
/// them.
template <How kHow>
HWY_INLINE void move_step(const std::uint8_t* in, std::uint8_t* out,
                          std::size_t reads, std::size_t writes) {
  const hn::CappedTag<std::uint8_t, kLine> d;
  if (kHow != How::plain) {
    for (std::size_t r = 0; r < reads; ++r) {
      hwy::Prefetch(in + r * kLine + kAhead);
    }
  }
  for (std::size_t at = 0; at < kLine; at += hn::Lanes(d)) {
    auto all = hn::Load(d, in + at);
    for (std::size_t r = 1; r < reads; ++r) {
      all = hn::Xor(all, hn::Load(d, in + r * kLine + at));
    }
    for (std::size_t w = 0; w < writes; ++w) {
      if (kHow == How::streamed) {
        hn::Stream(all, d, out + w * kLine + at);
      } else {
        hn::Store(all, d, out + w * kLine + at);
      }
    }
  }
}

template <How kHow, class Reads, class Writes>
void move_steps(const std::uint8_t* in, std::uint8_t* out, std::size_t steps,
                Reads reads, Writes writes) {
  for (std::size_t i = 0; i < steps; ++i) {
    move_step<kHow>(in, out, reads, writes);
    in += reads * kLine;
    out += writes * kLine;
  }
  if (kHow == How::streamed) hwy::FlushStream();
}

/// The common ratios are constants, so that their loops are unrolled.
template <How kHow>
void move(const std::uint8_t* in, std::uint8_t* out, std::size_t steps,
          std::size_t reads, std::size_t writes) {
  bool done = false;
  const auto at = [&]<std::size_t kReads, std::size_t kWrites>() {
    if (done || reads != kReads || writes != kWrites) return;
    move_steps<kHow>(in, out, steps,
                     std::integral_constant<std::size_t, kReads>(),
                     std::integral_constant<std::size_t, kWrites>());
    done = true;
  };
  at.template operator()<1, 1>();
  at.template operator()<2, 1>();
  at.template operator()<1, 2>();
  at.template operator()<4, 1>();
  at.template operator()<1, 4>();
  at.template operator()<8, 1>();
  at.template operator()<1, 8>();
  at.template operator()<8, 3>();
  at.template operator()<16, 3>();
  at.template operator()<3, 16>();
  if (!done) move_steps<kHow>(in, out, steps, reads, writes);
}

void move_plain(const std::uint8_t* in, std::uint8_t* out, std::size_t steps,
                std::size_t reads, std::size_t writes) {
  move<How::plain>(in, out, steps, reads, writes);
}

void move_fetched(const std::uint8_t* in, std::uint8_t* out, std::size_t steps,
                  std::size_t reads, std::size_t writes) {
  move<How::fetched>(in, out, steps, reads, writes);
}

void move_streamed(const std::uint8_t* in, std::uint8_t* out, std::size_t steps,
                   std::size_t reads, std::size_t writes) {
  move<How::streamed>(in, out, steps, reads, writes);
}

}  // namespace ashlar::bench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ashlar::bench {
namespace {

HWY_EXPORT(move_plain);
HWY_EXPORT(move_fetched);
HWY_EXPORT(move_streamed);

using Move = void (*)(const std::uint8_t* in, std::uint8_t* out,
                      std::size_t steps, std::size_t reads, std::size_t writes);

void copy(const std::uint8_t* in, std::uint8_t* out, std::size_t steps,
          std::size_t reads, std::size_t) {
  std::memcpy(out, in, steps * reads * 64);
}

/// Each thread moves its own part `times` times: nobody waits in between.
Contender loop(const Traffic& traffic, Team& team, std::string_view name,
               Move move) {
  const auto lines_in = static_cast<std::size_t>(traffic.bytes_in / 64);
  const auto lines_out = static_cast<std::size_t>(traffic.bytes_out / 64);
  const std::size_t steps = std::gcd(lines_in, lines_out);
  const std::size_t reads = lines_in / steps;
  const std::size_t writes = lines_out / steps;
  const auto* in = reinterpret_cast<const std::uint8_t*>(traffic.in);
  auto* target = reinterpret_cast<std::uint8_t*>(traffic.out);
  Contender out;
  out.name = name;
  out.run = [=, &team](int times) {
    team.run([&](int i) {
      const auto threads = static_cast<std::size_t>(team.threads());
      const auto first = steps * static_cast<std::size_t>(i) / threads;
      const auto last = steps * static_cast<std::size_t>(i + 1) / threads;
      for (int k = 0; k < times; ++k) {
        move(in + first * reads * 64, target + first * writes * 64,
             last - first, reads, writes);
      }
    });
  };
  return out;
}

}  // namespace

std::vector<Contender> plain_loops(const Traffic& traffic, Team& team) {
  Contender streamed =
      loop(traffic, team, "non-temporal", &HWY_DYNAMIC_DISPATCH(move_streamed));
  if (traffic.bytes_in == traffic.bytes_out) {
    return {std::move(streamed), loop(traffic, team, "memcpy", copy)};
  }
  return {
      std::move(streamed),
      loop(traffic, team, "ordinary", &HWY_DYNAMIC_DISPATCH(move_plain)),
      loop(traffic, team, "prefetched", &HWY_DYNAMIC_DISPATCH(move_fetched))};
}

}  // namespace ashlar::bench
#endif
