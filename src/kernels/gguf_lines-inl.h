// gguf_lines-inl.h - pieces of any size to whole lines, with AVX-512.
#if defined(ASHLAR_KERNELS_GGUF_LINES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASHLAR_KERNELS_GGUF_LINES_INL_H_
#undef ASHLAR_KERNELS_GGUF_LINES_INL_H_
#else
#define ASHLAR_KERNELS_GGUF_LINES_INL_H_
#endif

#include <cstring>

#include "src/kernels/encode_avx3-inl.h"
#include "src/kernels/lines-inl.h"

#if ASHLAR_HAS_AVX3
HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {

/// Streams what is written piece by piece, in whole lines. Without that it
/// writes straight to the output.
class LineWriter {
 public:
  HWY_INLINE LineWriter(std::uint8_t* out, Store store)
      : out_(out), streams_(store == Store::streamed) {
    if (streams_) {
      first_ = size_ = reinterpret_cast<std::uintptr_t>(out) % kLine;
      out_ -= first_;
    }
  }

  /// Where the next piece goes.
  HWY_INLINE std::uint8_t* place() { return streams_ ? lines_ + size_ : out_; }

  template <std::size_t kSize>
  HWY_INLINE void take() {
    static_assert(kSize <= kMaxPiece);
    if (!streams_) {
      out_ += kSize;
      return;
    }
    size_ += kSize;
    const std::uint8_t* line = lines_;
    if (first_ != 0 && size_ >= kLine) {
      std::memcpy(out_ + first_, lines_ + first_, kLine - first_);
      first_ = 0;
      next(line);
    }
    while (size_ >= kLine) {
      write(_mm512_load_si512(line), out_, std::true_type{});
      next(line);
    }
    _mm512_store_si512(lines_, _mm512_load_si512(line));
  }

  /// Where the output goes on, after what was taken.
  HWY_INLINE std::uint8_t* finish() {
    if (!streams_) return out_;
    hwy::FlushStream();
    if (size_ > first_) {
      std::memcpy(out_ + first_, lines_ + first_, size_ - first_);
    }
    return out_ + size_;
  }

 private:
  static constexpr std::size_t kMaxPiece = 640;

  HWY_INLINE void next(const std::uint8_t*& line) {
    line += kLine;
    out_ += kLine;
    size_ -= kLine;
  }

  std::uint8_t* out_;  ///< of the first line, when streaming
  bool streams_;
  std::size_t first_ = 0;  ///< bytes of the first line that are not ours
  std::size_t size_ = 0;
  alignas(64) std::uint8_t lines_[kMaxPiece + 2 * kLine] = {};
};

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
