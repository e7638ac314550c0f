// fast_quantize.cc - lines through kernels; odd tiles through the engine.
#include "src/blocks/fast_quantize.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include "src/base/checked.h"
#include "src/base/parallel.h"
#include "src/blocks/block_lines.h"
#include "src/blocks/engine.h"
#include "src/blocks/kernel_plan.h"

namespace ashlar {
namespace {

using kernels::Wide;

std::size_t size_of(std::int64_t count) {
  return static_cast<std::size_t>(count);
}

std::uint8_t* bytes_at(std::span<std::byte> bytes, std::int64_t at) {
  return reinterpret_cast<std::uint8_t*>(bytes.data()) + at;
}

/// One call of quantize_fast.
class FastQuantizer {
 public:
  FastQuantizer(const Format& format, const QuantizePolicy& policy,
                const BlockExtent& extent, Wide source,
                std::span<const std::byte> numbers, const BlockBytes& out)
      : format_(format),
        policy_(policy),
        grids_(format, fast_extent(format, extent)),
        source_(source),
        width_(source == Wide::f32 ? 4 : 2),
        in_(reinterpret_cast<const std::uint8_t*>(numbers.data())),
        out_(out),
        lines_(grids_, out),
        codes_(fast_codes(out.data_packing)),
        store_(kernels::store_for(out.data.size())) {}

  bool run(int threads) {
    if (format_.block()->scales.size() > 1) {
      if (out_.outer_scales.size() != sizeof outer_) return false;
      find_outer(threads);
    }
    const auto plan = encode_plan(format_, policy_, grids_.extent(), outer_);
    if (!plan || !can_cut(*plan)) return false;
    how_ = *plan;
    how_.source = source_;
    how_.is_nibbles = codes_ == FastCodes::nibbles;
    if (format_.block()->scales.size() > 1) {
      std::memcpy(out_.outer_scales.data(), &outer_, sizeof outer_);
    }
    if (lines_.count() == 0) return write_empty();
    parallel_for(lines_.count(), lines_.grain(threads), threads,
                 [&](std::int64_t begin, std::int64_t end) {
                   for (std::int64_t i = begin; i < end; ++i) {
                     encode(lines_.line(i));
                   }
                 });
    return true;
  }

 private:
  /// Scales of nothing are there for whole channels and tensors.
  bool write_empty() const { return out_.scales.empty() && out_.zeros.empty(); }

  bool can_cut(const kernels::EncodeBlocks& how) const {
    const auto cols = size_of(grids_.extent().cols);
    const bool is_even = how.tile % 2 == 0 || how.tile >= cols;
    if (codes_ == FastCodes::bytes) return true;
    if (codes_ == FastCodes::nibbles) return is_even;
    return grids_.tiles().tile().rows == 1;
  }

  void find_outer(int threads) {
    constexpr std::int64_t kChunk = std::int64_t{1} << 18;
    const std::int64_t count = grids_.elements();
    std::vector<std::uint32_t> most(size_of(div_up(count, kChunk)));
    parallel_for(count, kChunk, threads,
                 [&](std::int64_t begin, std::int64_t end) {
                   most[size_of(begin / kChunk)] = kernels::largest_finite(
                       in_ + begin * width_, source_, size_of(end - begin));
                 });
    Range range;
    for (const std::uint32_t bits : most) range.add(std::bit_cast<float>(bits));
    outer_ = ScaleFinder(format_, policy_).outer_word(range);
  }

  void encode(const BlockLine& line) const {
    const bool packs = codes_ == FastCodes::packed_later;
    std::vector<std::uint8_t> codes(packs ? size_of(line.count) : 0);
    std::vector<std::uint8_t> zeros(packs_zeros() ? size_of(line.tiles) : 0);
    kernels::BlockLines lines;
    lines.in = in_ + line.first * width_;
    lines.count = size_of(line.count);
    lines.rows = size_of(line.rows);
    lines.in_pitch = size_of(lines_.pitch() * width_);
    lines.codes =
        packs ? codes.data()
              : bytes_at(out_.data, packed_place(out_.data_packing, line.first,
                                                 grids_.extent().cols));
    lines.codes_pitch =
        size_of(packed_bytes(out_.data_packing, lines_.pitch()));
    lines.scales = bytes_at(
        out_.scales, line.tile * static_cast<std::int64_t>(how_.scale.bytes()));
    lines.zeros =
        packs_zeros() ? zeros.data() : bytes_at(out_.zeros, line.tile);
    lines.store = store_;
    kernels::encode_blocks(
        how_, lines, [&](std::size_t tile) { encode_odd(line, lines, tile); });
    if (packs) {
      pack_line(codes, out_.data_packing, out_.data, line.first,
                grids_.extent().cols);
    }
    if (packs_zeros()) {
      pack_line(zeros, out_.zero_packing, out_.zeros, line.tile,
                grids_.tiles().tiles().cols);
    }
  }

  bool packs_zeros() const {
    return !out_.zeros.empty() && out_.zero_packing.bits() < 8;
  }

  static void pack_line(const std::vector<std::uint8_t>& codes,
                        const Packing& packing, std::span<std::byte> out,
                        std::int64_t first, std::int64_t cols) {
    const std::int64_t at = packed_place(packing, first, cols);
    const auto bytes =
        packed_bytes(packing, static_cast<std::int64_t>(codes.size()));
    pack(codes, packing, out.subspan(size_of(at), size_of(bytes)));
  }

  float number(const std::uint8_t* line, std::size_t i) const {
    std::uint32_t bits = 0;
    if (source_ == Wide::f32) {
      std::memcpy(&bits, line + 4 * i, 4);
    } else {
      std::uint16_t half = 0;
      std::memcpy(&half, line + 2 * i, 2);
      bits = static_cast<std::uint32_t>(half) << 16;
    }
    return std::bit_cast<float>(bits);
  }

  void encode_odd(const BlockLine& line, const kernels::BlockLines& lines,
                  std::size_t tile) const {
    const std::size_t first = tile * how_.tile;
    const std::size_t cols = std::min(how_.tile, lines.count - first);
    std::vector<float> numbers;
    for (std::size_t row = 0; row < lines.rows; ++row) {
      const std::uint8_t* in = lines.in + row * lines.in_pitch;
      for (std::size_t i = 0; i < cols; ++i) {
        numbers.push_back(number(in, first + i));
      }
    }
    EngineOptions options{policy_, {}, {}};
    if (format_.block()->scales.size() > 1) {
      options.given.outer_scales = {&outer_, 1};
    }
    const BlockCodes found = ashlar::quantize(
        format_, numbers, {1, line.rows, static_cast<std::int64_t>(cols)},
        options);
    const std::size_t bytes = how_.scale.bytes();
    std::memcpy(lines.scales + tile * bytes, found.scales.data(), bytes);
    if (!found.zeros.empty()) {
      lines.zeros[tile] = static_cast<std::uint8_t>(found.zeros[0]);
    }
    write_codes(found, lines, first, cols);
  }

  void write_codes(const BlockCodes& found, const kernels::BlockLines& lines,
                   std::size_t first, std::size_t cols) const {
    for (std::size_t row = 0; row < lines.rows; ++row) {
      std::uint8_t* out = lines.codes + row * lines.codes_pitch;
      for (std::size_t i = 0; i < cols; ++i) {
        const auto code = static_cast<std::uint8_t>(found.data[row * cols + i]);
        const std::size_t at = first + i;
        if (!how_.is_nibbles) {
          out[at] = code;
        } else if (i % 2 == 0) {
          out[at / 2] = code;
        } else {
          out[at / 2] = static_cast<std::uint8_t>(out[at / 2] | code << 4);
        }
      }
    }
  }

  const Format& format_;
  const QuantizePolicy& policy_;
  BlockGrids grids_;
  Wide source_;
  std::int64_t width_;
  const std::uint8_t* in_;
  const BlockBytes& out_;
  BlockLineList lines_;
  FastCodes codes_;
  kernels::Store store_;
  std::uint32_t outer_ = 0;
  kernels::EncodeBlocks how_;
};

}  // namespace

bool quantize_fast(const Format& format, const QuantizePolicy& policy,
                   const BlockExtent& extent, Wide source,
                   std::span<const std::byte> numbers, const BlockBytes& out,
                   int threads) {
  return FastQuantizer(format, policy, extent, source, numbers, out)
      .run(threads);
}

}  // namespace ashlar
