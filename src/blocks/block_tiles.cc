// block_tiles.cc - what a tile is made of, and rows of them on threads.
#include "ashlar/block_tiles.h"

#include <algorithm>

#include "src/base/checked.h"
#include "src/base/parallel.h"
#include "src/blocks/tile_codec.h"

namespace ashlar {
namespace {

constexpr std::string_view kWhere = "tile";
constexpr std::int64_t kAlignment = 16;  // of the codes, as in L1
constexpr std::int64_t kMaxSide = 1024;

using Numbers = kernels::TileRow::Numbers;

void check_shape(const TileShape& shape) {
  const auto is_side = [](std::int64_t size) {
    return size >= 1 && size <= kMaxSide;
  };
  require(is_side(shape.rows) && is_side(shape.cols) &&
              is_side(shape.face_rows) && is_side(shape.face_cols),
          ErrorKind::invalid, kWhere, "a tile of ", shape.rows, "x", shape.cols,
          " with faces of ", shape.face_rows, "x", shape.face_cols,
          ", expected sides of 1 to ", kMaxSide);
  require(
      shape.rows % shape.face_rows == 0 && shape.cols % shape.face_cols == 0,
      ErrorKind::invalid, kWhere, "faces of ", shape.face_rows, "x",
      shape.face_cols, " do not divide the tile of ", shape.rows, "x",
      shape.cols);
}

void check_format(const Format& format) {
  require(format.is_block(), ErrorKind::invalid, kWhere, to_string(format),
          " has no scales to put in front of a tile");
  const Block& block = *format.block();
  const bool is_plain = block.scales.size() == 1 &&
                        block.scales[0].scope == ScaleLevel::Scope::tile &&
                        !block.zero && !block.codebook && !block.sparsity &&
                        block.offset_bits == 0;
  require(is_plain, ErrorKind::unsupported, kWhere, to_string(format),
          " has other parts than codes and one scale for each block, and a "
          "tile has room for these only");
  const int bits = format.element().storage_bits;
  const int scale_bits = block.scales[0].element.storage_bits;
  require(bits == 1 || bits == 2 || bits == 4 || bits == 8,
          ErrorKind::unsupported, kWhere, to_string(format), " has codes of ",
          bits, " bits, expected 1, 2, 4 or 8");
  require(scale_bits == 8 || scale_bits == 16 || scale_bits == 32,
          ErrorKind::unsupported, kWhere, to_string(format), " has scales of ",
          scale_bits, " bits, expected 8, 16 or 32");
}

/// Numbers up to the last one of the last row.
std::int64_t numbers_in(const NumberRows& extent) {
  require(extent.rows >= 0 && extent.cols >= 0 && extent.pitch >= extent.cols,
          ErrorKind::invalid, kWhere, extent.rows, "x", extent.cols,
          " numbers in rows of ", extent.pitch);
  if (extent.rows == 0 || extent.cols == 0) return 0;
  return checked_add(checked_multiply(extent.rows - 1, extent.pitch, "numbers"),
                     extent.cols, "numbers");
}

void check_sizes(const BlockTile& tile, const NumberRows& extent,
                 std::size_t numbers, std::size_t bytes) {
  require(std::int64_t(numbers) >= numbers_in(extent), ErrorKind::invalid,
          kWhere, "there are ", numbers, " numbers, but ", extent.rows, "x",
          extent.cols, " in rows of ", extent.pitch, " take ",
          numbers_in(extent));
  require(std::int64_t(bytes) == tiles_bytes(tile, extent), ErrorKind::invalid,
          kWhere, "there are ", bytes, " bytes of tiles, but ", extent.rows,
          "x", extent.cols, " numbers take ", tiles_bytes(tile, extent));
}

/// Calls work(run, first number, first byte) for each row of tiles.
template <class Number, class Work>
void for_each_row(const TileCodec& codec, const NumberRows& extent,
                  std::int64_t written, int threads, const Work& work) {
  const BlockTile& tile = codec.tile();
  const std::int64_t rows = tile.shape().rows;
  const std::int64_t across = div_up(extent.cols, tile.shape().cols);
  if (extent.rows == 0 || extent.cols == 0) return;
  TileRun run;
  run.cols = extent.cols;
  run.pitch = checked_multiply(extent.pitch, sizeof(Number), "row");
  run.step = tile.bytes();
  run.numbers = sizeof(Number) == 4 ? Numbers::f32 : Numbers::bf16;
  run.store = kernels::store_for(static_cast<std::size_t>(written));
  parallel_for(div_up(extent.rows, rows), 1, threads,
               [&](std::int64_t begin, std::int64_t end) {
                 for (std::int64_t row = begin; row < end; ++row) {
                   TileRun one = run;
                   one.rows = std::min(rows, extent.rows - row * rows);
                   work(one, row * rows * extent.pitch,
                        row * across * run.step);
                 }
               });
}

template <class Number>
void encode(const BlockTile& tile, std::span<const Number> numbers,
            const NumberRows& extent, std::span<std::byte> tiles,
            const TileOptions& options) {
  check_sizes(tile, extent, numbers.size(), tiles.size());
  const TileCodec codec(tile, tile_policy(tile, options), options.fill);
  for_each_row<Number>(
      codec, extent, std::ssize(tiles), options.threads,
      [&](const TileRun& run, std::int64_t number, std::int64_t byte) {
        codec.encode(
            run, reinterpret_cast<const std::byte*>(numbers.data() + number),
            tiles.data() + byte);
      });
}

template <class Number>
void decode(const BlockTile& tile, std::span<const std::byte> tiles,
            std::span<Number> numbers, const NumberRows& extent,
            const TileOptions& options) {
  check_sizes(tile, extent, numbers.size(), tiles.size());
  const TileCodec codec(tile, tile_policy(tile, options), options.fill);
  for_each_row<Number>(
      codec, extent, std::ssize(numbers) * std::int64_t{sizeof(Number)},
      options.threads,
      [&](const TileRun& run, std::int64_t number, std::int64_t byte) {
        codec.decode(run, tiles.data() + byte,
                     reinterpret_cast<std::byte*>(numbers.data() + number));
      });
}

}  // namespace

BlockTile::BlockTile(const Format& format, const TileShape& shape)
    : format_(format), shape_(shape) {
  check_shape(shape);
  check_format(format);
  const ScaleLevel& level = format.block()->scales[0];
  block_ = checked_multiply(level.rows, level.cols, kWhere);
  require(shape.count() % block_ == 0, ErrorKind::invalid, kWhere, "a tile of ",
          shape.rows, "x", shape.cols, " is no whole number of the blocks of ",
          block_, " that ", to_string(format), " has");
  require(shape.count() * format.element().storage_bits % 8 == 0,
          ErrorKind::invalid, kWhere, "a tile of ", shape.rows, "x", shape.cols,
          " codes of ", format.element().storage_bits,
          " bits is no whole number of bytes");
}

std::int64_t BlockTile::scale_bytes() const {
  const std::int64_t size = format_.block()->scales[0].element.storage_bits / 8;
  return round_up(blocks() * size, kAlignment, kWhere);
}

std::int64_t BlockTile::code_bytes() const {
  return shape_.count() * format_.element().storage_bits / 8;
}

std::int64_t tiles_bytes(const BlockTile& tile, const NumberRows& extent) {
  numbers_in(extent);
  const std::int64_t count =
      checked_multiply(div_up(extent.rows, tile.shape().rows),
                       div_up(extent.cols, tile.shape().cols), "tiles");
  return checked_multiply(count, tile.bytes(), "bytes of tiles");
}

void encode_tiles(const BlockTile& tile, std::span<const float> numbers,
                  const NumberRows& extent, std::span<std::byte> tiles,
                  const TileOptions& options) {
  encode(tile, numbers, extent, tiles, options);
}

void encode_tiles(const BlockTile& tile, std::span<const std::uint16_t> numbers,
                  const NumberRows& extent, std::span<std::byte> tiles,
                  const TileOptions& options) {
  encode(tile, numbers, extent, tiles, options);
}

void decode_tiles(const BlockTile& tile, std::span<const std::byte> tiles,
                  std::span<float> numbers, const NumberRows& extent,
                  const TileOptions& options) {
  decode(tile, tiles, numbers, extent, options);
}

void decode_tiles(const BlockTile& tile, std::span<const std::byte> tiles,
                  std::span<std::uint16_t> numbers, const NumberRows& extent,
                  const TileOptions& options) {
  decode(tile, tiles, numbers, extent, options);
}

}  // namespace ashlar
