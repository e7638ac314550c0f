// fetch-inl.h - prefetches between other work; included once per SIMD target.
#if defined(ASHLAR_KERNELS_FETCH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASHLAR_KERNELS_FETCH_INL_H_
#undef ASHLAR_KERNELS_FETCH_INL_H_
#else
#define ASHLAR_KERNELS_FETCH_INL_H_
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "src/kernels/move.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {

/// Hands out prefetches in as many shares as there are pieces of work. The last
/// line is fetched again rather than asking whether there are any left.
template <Fetch::Into kInto>
class Fetcher {
 public:
  HWY_INLINE Fetcher(const Fetch& fetch, std::size_t pieces)
      : base_(fetch.base),
        next_(fetch.lines),
        last_(fetch.lines + fetch.count - 1),
        share_((fetch.count + pieces - 1) / pieces) {}

  /// One of those steps in a run that is long enough to say itself what comes
  /// next: it fetches what is read `ahead` bytes later if there is nothing
  /// else.
  HWY_INLINE void step_or_fetch(const std::uint8_t* in, std::size_t ahead) {
    if constexpr (kInto == Fetch::Into::nothing) {
      hwy::Prefetch(in + ahead);
    } else {
      step();
    }
  }

  HWY_INLINE void step() {
    if constexpr (kInto != Fetch::Into::nothing) {
      std::size_t left = share_;
      do {
        __builtin_prefetch(base_ + *next_, 0, kInto == Fetch::Into::l1 ? 3 : 2);
        next_ += next_ != last_ ? 1 : 0;
      } while (--left != 0);
    }
  }

 private:
  const std::uint8_t* base_;
  const std::int64_t* next_;
  const std::int64_t* last_;
  std::size_t share_;
};

/// Calls `work(fetcher)` with one for so many pieces.
template <class Work>
HWY_INLINE void with_fetcher(const Fetch& fetch, std::size_t pieces,
                             const Work& work) {
  using Into = Fetch::Into;
  if (fetch.count == 0 || pieces == 0 || fetch.into == Into::nothing) {
    Fetcher<Into::nothing> none({nullptr, nullptr, 1, Into::nothing}, 1);
    work(none);
  } else if (fetch.into == Into::l1) {
    Fetcher<Into::l1> fetcher(fetch, pieces);
    work(fetcher);
  } else {
    Fetcher<Into::l2> fetcher(fetch, pieces);
    work(fetcher);
  }
}

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
