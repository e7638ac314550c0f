// fast_dequantize.cc - codes to numbers by kernels; odd tiles by the engine.
#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <vector>

#include "src/base/parallel.h"
#include "src/blocks/block_lines.h"
#include "src/blocks/engine.h"
#include "src/blocks/fast_quantize.h"
#include "src/blocks/kernel_plan.h"

namespace ashlar {
namespace {

using kernels::Wide;

std::size_t size_of(std::int64_t count) {
  return static_cast<std::size_t>(count);
}

bool are_below(std::span<const std::uint8_t> codes, int bits) {
  unsigned all = 0;
  for (const std::uint8_t code : codes) all |= code;
  return all >> bits == 0;
}

/// One call of dequantize_fast.
class FastDequantizer {
 public:
  FastDequantizer(const Format& format, const QuantizePolicy& policy,
                  const BlockExtent& extent, const BlockBytes& in, Wide target,
                  std::span<std::byte> numbers)
      : format_(format),
        policy_(policy),
        grids_(format, fast_extent(format, extent)),
        in_(in),
        target_(target),
        width_(target == Wide::f32 ? 4 : 2),
        out_(reinterpret_cast<std::uint8_t*>(numbers.data())),
        lines_(grids_, in),
        codes_(fast_codes(in.data_packing)),
        store_(kernels::store_for(numbers.size())) {}

  bool run(int threads) {
    if (format_.block()->scales.size() > 1) {
      if (in_.outer_scales.size() != sizeof outer_) return false;
      std::memcpy(&outer_, in_.outer_scales.data(), sizeof outer_);
    }
    auto plan = decode_plan(format_, policy_, grids_.extent(), outer_);
    const bool is_cut =
        grids_.tiles().tile().rows > 1 || (plan && plan->how.tile % 2 != 0);
    if (!plan || (is_cut && codes_ != FastCodes::bytes)) return false;
    plan_ = *plan;
    plan_.how.numbers = plan_.numbers.data();
    plan_.how.target = target_;
    plan_.how.is_nibbles = codes_ == FastCodes::nibbles;
    std::atomic<bool> is_good = true;
    parallel_for(lines_.count(), lines_.grain(threads), threads,
                 [&](std::int64_t begin, std::int64_t end) {
                   for (std::int64_t i = begin; i < end; ++i) {
                     if (!decode(lines_.line(i))) is_good = false;
                   }
                 });
    return is_good;
  }

 private:
  /// Codes of a line that has been unpacked, or where they are.
  const std::uint8_t* unpacked(std::span<const std::byte> bytes,
                               const Packing& packing, std::int64_t first,
                               std::int64_t count, std::int64_t cols,
                               std::vector<std::uint8_t>& scratch) const {
    const std::int64_t at = packed_place(packing, first, cols);
    const auto* place =
        reinterpret_cast<const std::uint8_t*>(bytes.data()) + at;
    const bool is_data = bytes.data() == in_.data.data();
    if (fast_codes(packing) == FastCodes::bytes ||
        (is_data && codes_ == FastCodes::nibbles)) {
      return place;
    }
    scratch.resize(size_of(count));
    unpack(bytes.subspan(size_of(at), size_of(packed_bytes(packing, count))),
           packing, scratch);
    return scratch.data();
  }

  /// False if there is a code that the format does not have.
  bool decode(const BlockLine& line) const {
    std::vector<std::uint8_t> codes;
    std::vector<std::uint8_t> zeros;
    kernels::DecodeLines lines;
    lines.codes = unpacked(in_.data, in_.data_packing, line.first, line.count,
                           grids_.extent().cols, codes);
    lines.count = size_of(line.count);
    lines.rows = size_of(line.rows);
    lines.codes_pitch = size_of(packed_bytes(in_.data_packing, lines_.pitch()));
    lines.scales = reinterpret_cast<const std::uint8_t*>(in_.scales.data()) +
                   size_of(line.tile) * plan_.how.scale_bytes();
    if (plan_.how.has_zeros) {
      lines.zeros = unpacked(in_.zeros, in_.zero_packing, line.tile, line.tiles,
                             grids_.tiles().tiles().cols, zeros);
    }
    lines.out = out_ + line.first * width_;
    lines.out_pitch = size_of(lines_.pitch() * width_);
    lines.store = store_;
    if (!check(line, lines)) return false;
    kernels::decode_blocks(plan_.how, lines, [&](std::size_t tile) {
      decode_odd(line, lines, tile);
    });
    return true;
  }

  bool check(const BlockLine& line, const kernels::DecodeLines& lines) const {
    const int bits = format_.element().bits;
    if (bits < 8 && codes_ == FastCodes::bytes) {
      for (std::size_t row = 0; row < lines.rows; ++row) {
        const std::uint8_t* codes = lines.codes + row * lines.codes_pitch;
        if (!are_below({codes, lines.count}, bits)) return false;
      }
    }
    if (bits == 3 && codes_ == FastCodes::nibbles) return false;
    return lines.zeros == nullptr ||
           are_below({lines.zeros, size_of(line.tiles)},
                     format_.block()->zero->element.bits);
  }

  void decode_odd(const BlockLine& line, const kernels::DecodeLines& lines,
                  std::size_t tile) const {
    const std::size_t first = tile * plan_.how.tile;
    const std::size_t cols = std::min(plan_.how.tile, lines.count - first);
    BlockCodes codes;
    codes.extent = {1, line.rows, static_cast<std::int64_t>(cols)};
    for (std::size_t row = 0; row < lines.rows; ++row) {
      const std::uint8_t* in = lines.codes + row * lines.codes_pitch;
      for (std::size_t i = first; i < first + cols; ++i) {
        const int code =
            plan_.how.is_nibbles ? in[i / 2] >> i % 2 * 4 & 15 : in[i];
        codes.data.push_back(static_cast<std::uint16_t>(code));
      }
    }
    const std::size_t bytes = plan_.how.scale_bytes();
    codes.scales.resize(1);
    std::memcpy(codes.scales.data(), lines.scales + tile * bytes, bytes);
    if (format_.block()->scales.size() > 1) codes.outer_scales = {outer_};
    if (plan_.how.has_zeros) codes.zeros = {lines.zeros[tile]};
    const auto numbers = ashlar::dequantize(format_, codes, policy_);
    for (std::size_t row = 0; row < lines.rows; ++row) {
      for (std::size_t i = 0; i < cols; ++i) {
        put(numbers[row * cols + i],
            lines.out + row * lines.out_pitch + (first + i) * size_of(width_));
      }
    }
  }

  void put(float number, std::uint8_t* out) const {
    const auto bits = std::bit_cast<std::uint32_t>(number);
    if (target_ == Wide::f32) {
      std::memcpy(out, &bits, 4);
    } else {
      const auto half =
          static_cast<std::uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
      std::memcpy(out, &half, 2);
    }
  }

  const Format& format_;
  const QuantizePolicy& policy_;
  BlockGrids grids_;
  const BlockBytes& in_;
  Wide target_;
  std::int64_t width_;
  std::uint8_t* out_;
  BlockLineList lines_;
  FastCodes codes_;
  kernels::Store store_;
  std::uint32_t outer_ = 0;
  DecodePlan plan_;
};

}  // namespace

bool dequantize_fast(const Format& format, const QuantizePolicy& policy,
                     const BlockExtent& extent, const BlockBytes& in,
                     Wide target, std::span<std::byte> numbers, int threads) {
  return FastDequantizer(format, policy, extent, in, target, numbers)
      .run(threads);
}

}  // namespace ashlar
