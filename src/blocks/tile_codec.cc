// tile_codec.cc - numbers in the order of faces, codes behind their scales.
#include "src/blocks/tile_codec.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include "ashlar/packing.h"
#include "src/base/checked.h"
#include "src/blocks/block_float.h"

namespace ashlar {
namespace {

using Numbers = kernels::TileRow::Numbers;

constexpr std::int64_t kWide = 16;

std::size_t size_of(Numbers numbers) {
  return numbers == Numbers::f32 ? sizeof(float) : sizeof(std::uint16_t);
}

float read_number(const std::byte* at, Numbers numbers) {
  if (numbers == Numbers::f32) {
    float number = 0;
    std::memcpy(&number, at, sizeof(number));
    return number;
  }
  std::uint16_t upper = 0;
  std::memcpy(&upper, at, sizeof(upper));
  return std::bit_cast<float>(std::uint32_t{upper} << 16);
}

std::uint16_t nearest_half(float number) {
  const auto bits = std::bit_cast<std::uint32_t>(number);
  if ((bits & 0x7fffffff) > 0x7f800000) {
    return static_cast<std::uint16_t>(bits >> 16 | 0x40);
  }
  const std::uint32_t is_odd = bits >> 16 & 1;
  return static_cast<std::uint16_t>((bits + 0x7fff + is_odd) >> 16);
}

void write_number(float number, std::byte* at, Numbers numbers) {
  if (numbers == Numbers::f32) {
    std::memcpy(at, &number, sizeof(number));
  } else {
    const std::uint16_t half = nearest_half(number);
    std::memcpy(at, &half, sizeof(half));
  }
}

/// Where number (row, col) of a tile is among those that it stores.
std::size_t place_in(const TileShape& shape, std::int64_t row,
                     std::int64_t col) {
  const std::int64_t face =
      row / shape.face_rows * (shape.cols / shape.face_cols) +
      col / shape.face_cols;
  return static_cast<std::size_t>(face * shape.face_rows * shape.face_cols +
                                  row % shape.face_rows * shape.face_cols +
                                  col % shape.face_cols);
}

/// The same numbers under scales of one row.
Format in_one_row(const BlockTile& tile) {
  Block block = *tile.format().block();
  block.scales[0].rows = 1;
  block.scales[0].cols = tile.block();
  block.axis = -1;
  return Format(tile.format().element(), std::move(block));
}

bool has_kernel(const BlockTile& tile, const QuantizePolicy& policy) {
  const TileShape& shape = tile.shape();
  const Element& element = tile.format().element();
  if (!is_block_float(tile.format())) return false;
  const Element& exponent = tile.format().block()->scales[0].element;
  const bool has_bits =
      element.bits == 8 || element.bits == 4 || element.bits == 2;
  return has_bits && element.storage_bits == element.bits &&
         exponent.bits == 8 && exponent.bias == 127 &&
         exponent.storage_bits == 8 && tile.block() == kWide &&
         shape.face_cols == kWide && shape.face_rows % 4 == 0 &&
         shape.count() <= static_cast<std::int64_t>(kernels::kMaxTile) &&
         policy.alignment == Alignment::shifted &&
         policy.rounding == Rounding::nearest_even;
}

}  // namespace

QuantizePolicy tile_policy(const BlockTile& tile, const TileOptions& options) {
  return options.policy ? *options.policy
                        : quantize_profile("ttnn").policy(tile.format());
}

TileCodec::TileCodec(const BlockTile& tile, const QuantizePolicy& policy,
                     float fill)
    : tile_(tile),
      run_format_(in_one_row(tile)),
      policy_(policy),
      fill_(fill),
      is_fast_(has_kernel(tile, policy)) {}

kernels::TileRow TileCodec::row_of(const TileRun& run,
                                   std::int64_t count) const {
  const TileShape& shape = tile_.shape();
  kernels::TileRow row;
  row.magnitude_bits = tile_.format().element().bits - 1;
  row.face_rows = static_cast<std::size_t>(shape.face_rows);
  row.down = static_cast<std::size_t>(shape.rows / shape.face_rows);
  row.across = static_cast<std::size_t>(shape.cols / shape.face_cols);
  row.numbers = run.numbers;
  row.pitch = run.pitch;
  row.step = run.step;
  row.count = static_cast<std::size_t>(count);
  row.store = run.store;
  return row;
}

template <class Whole, class Cut>
void TileCodec::for_tiles(const TileRun& run, const Whole& whole,
                          const Cut& cut) const {
  const TileShape& shape = tile_.shape();
  const auto width =
      shape.cols * static_cast<std::int64_t>(size_of(run.numbers));
  std::int64_t done = 0;
  if (is_fast_ && run.rows == shape.rows) {
    done = run.cols / shape.cols;
    whole(row_of(run, done));
  }
  for (std::int64_t t = done; t < div_up(run.cols, shape.cols); ++t) {
    cut(std::min(shape.cols, run.cols - t * shape.cols), t * width,
        t * run.step);
  }
}

void TileCodec::encode(const TileRun& run, const std::byte* numbers,
                       std::byte* tiles) const {
  for_tiles(
      run,
      [&](const kernels::TileRow& row) {
        kernels::encode_tiles(row,
                              reinterpret_cast<const std::uint8_t*>(numbers),
                              reinterpret_cast<std::uint8_t*>(tiles));
      },
      [&](std::int64_t cols, std::int64_t number, std::int64_t byte) {
        encode_cut(run, cols, numbers + number, tiles + byte);
      });
}

void TileCodec::encode_cut(const TileRun& run, std::int64_t cols,
                           const std::byte* numbers, std::byte* tile) const {
  const TileShape& shape = tile_.shape();
  const std::size_t size = size_of(run.numbers);
  if (is_fast_) {
    std::byte whole[kernels::kMaxTile * sizeof(float)];
    TileRun one = run;
    one.pitch = shape.cols * static_cast<std::int64_t>(size);
    one.store = kernels::Store::cached;
    for (std::int64_t i = 0; i < shape.count(); ++i) {
      write_number(fill_, whole + static_cast<std::size_t>(i) * size,
                   run.numbers);
    }
    for (std::int64_t r = 0; r < run.rows; ++r) {
      std::memcpy(whole + r * one.pitch, numbers + r * run.pitch,
                  static_cast<std::size_t>(cols) * size);
    }
    kernels::encode_tiles(row_of(one, 1),
                          reinterpret_cast<const std::uint8_t*>(whole),
                          reinterpret_cast<std::uint8_t*>(tile));
    return;
  }
  std::vector<float> stored(static_cast<std::size_t>(shape.count()), fill_);
  for (std::int64_t r = 0; r < run.rows; ++r) {
    for (std::int64_t c = 0; c < cols; ++c) {
      stored[place_in(shape, r, c)] = read_number(
          numbers + r * run.pitch + c * static_cast<std::int64_t>(size),
          run.numbers);
    }
  }
  encode_slowly(stored.data(), tile);
}

void TileCodec::encode_slowly(const float* numbers, std::byte* tile) const {
  const auto count = static_cast<std::size_t>(tile_.shape().count());
  const BlockCodes codes =
      quantize(run_format_, std::span(numbers, count),
               {1, tile_.blocks(), tile_.block()}, policy_);
  const auto header = static_cast<std::size_t>(tile_.scale_bytes());
  const Element& scale = run_format_.block()->scales[0].element;
  const auto scale_size = static_cast<std::size_t>(scale.storage_bits / 8);
  std::memset(tile, 0, header);
  for (std::size_t i = 0; i < codes.scales.size(); ++i) {
    std::memcpy(tile + i * scale_size, &codes.scales[i], scale_size);
  }
  const std::vector<std::uint8_t> words(codes.data.begin(), codes.data.end());
  pack(words, Packing(run_format_.element().storage_bits),
       {tile + header, static_cast<std::size_t>(tile_.code_bytes())});
}

void TileCodec::decode(const TileRun& run, const std::byte* tiles,
                       std::byte* numbers) const {
  for_tiles(
      run,
      [&](const kernels::TileRow& row) {
        kernels::decode_tiles(row, reinterpret_cast<const std::uint8_t*>(tiles),
                              reinterpret_cast<std::uint8_t*>(numbers));
      },
      [&](std::int64_t cols, std::int64_t number, std::int64_t byte) {
        decode_cut(run, cols, tiles + byte, numbers + number);
      });
}

void TileCodec::decode_cut(const TileRun& run, std::int64_t cols,
                           const std::byte* tile, std::byte* numbers) const {
  const TileShape& shape = tile_.shape();
  const std::size_t size = size_of(run.numbers);
  if (is_fast_) {
    std::byte whole[kernels::kMaxTile * sizeof(float)];
    TileRun one = run;
    one.pitch = shape.cols * static_cast<std::int64_t>(size);
    one.store = kernels::Store::cached;
    kernels::decode_tiles(row_of(one, 1),
                          reinterpret_cast<const std::uint8_t*>(tile),
                          reinterpret_cast<std::uint8_t*>(whole));
    for (std::int64_t r = 0; r < run.rows; ++r) {
      std::memcpy(numbers + r * run.pitch, whole + r * one.pitch,
                  static_cast<std::size_t>(cols) * size);
    }
    return;
  }
  std::vector<float> stored(static_cast<std::size_t>(shape.count()));
  decode_slowly(tile, stored.data());
  for (std::int64_t r = 0; r < run.rows; ++r) {
    for (std::int64_t c = 0; c < cols; ++c) {
      write_number(
          stored[place_in(shape, r, c)],
          numbers + r * run.pitch + c * static_cast<std::int64_t>(size),
          run.numbers);
    }
  }
}

void TileCodec::decode_slowly(const std::byte* tile, float* numbers) const {
  const auto count = static_cast<std::size_t>(tile_.shape().count());
  const auto header = static_cast<std::size_t>(tile_.scale_bytes());
  const Element& scale = run_format_.block()->scales[0].element;
  const auto scale_size = static_cast<std::size_t>(scale.storage_bits / 8);
  BlockCodes codes;
  codes.extent = {1, tile_.blocks(), tile_.block()};
  codes.scales.resize(static_cast<std::size_t>(tile_.blocks()));
  for (std::size_t i = 0; i < codes.scales.size(); ++i) {
    std::memcpy(&codes.scales[i], tile + i * scale_size, scale_size);
  }
  std::vector<std::uint8_t> words(count);
  unpack({tile + header, static_cast<std::size_t>(tile_.code_bytes())},
         Packing(run_format_.element().storage_bits), words);
  codes.data.assign(words.begin(), words.end());
  const std::vector<float> out = dequantize(run_format_, codes, policy_);
  std::copy(out.begin(), out.end(), numbers);
}

}  // namespace ashlar
