// fetch-inl.h - prefetches between other work; included once per SIMD target.
#if defined(ASHLAR_KERNELS_FETCH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASHLAR_KERNELS_FETCH_INL_H_
#undef ASHLAR_KERNELS_FETCH_INL_H_
#else
#define ASHLAR_KERNELS_FETCH_INL_H_
#endif

#include <hwy/highway.h>

#include "src/kernels/move.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {

/// Hands out prefetches in as many shares as there are pieces of work.
class Fetcher {
 public:
  HWY_INLINE Fetcher(const Fetch& fetch, std::size_t pieces)
      : base_(fetch.base),
        next_(fetch.lines),
        end_(fetch.into == Fetch::Into::nothing ? fetch.lines
                                                : fetch.lines + fetch.count),
        into_l1_(fetch.into == Fetch::Into::l1),
        share_(pieces == 0 ? 0 : (fetch.count + pieces - 1) / pieces) {}

  HWY_INLINE void step() {
    for (std::size_t i = 0; i < share_ && next_ != end_; ++i) {
      const std::uint8_t* line = base_ + *next_++;
      if (into_l1_) {
        __builtin_prefetch(line, 0, 3);
      } else {
        __builtin_prefetch(line, 0, 2);
      }
    }
  }

 private:
  const std::uint8_t* base_;
  const std::int64_t* next_;
  const std::int64_t* end_;
  bool into_l1_;
  std::size_t share_;
};

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
