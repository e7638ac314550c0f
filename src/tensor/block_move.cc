// block_move.cc - quantises on the way there, dequantises on the way back.
#include "src/tensor/block_move.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "ashlar/block_tensor.h"
#include "src/base/checked.h"
#include "src/base/require.h"
#include "src/blocks/usual_profile.h"
#include "src/storage/block.h"
#include "src/tensor/block_rows.h"
#include "src/tensor/form.h"
#include "src/tensor/placed_tiles.h"
#include "src/tensor/transfer.h"

namespace ashlar {
namespace {

using Numbers = kernels::TileRow::Numbers;

constexpr Index kChunk = Index{1} << 20;  // elements

TileCodec codec_for(const PlacedTiles& grid, const ConvertOptions& options) {
  const Padding& padding = options.padding;
  const double fill = padding.kind == Padding::Kind::fill ? padding.value : 0.0;
  return {grid.tile(), policy_for(grid.tile().format(), options.policy),
          static_cast<float>(fill)};
}

/// The bytes of a tensor on the host, all units one after the other.
Storage on_host(const Tensor& tensor) {
  if (tensor.storage().kind() != Storage::Kind::device) {
    return tensor.storage();
  }
  Storage out = Storage::owned(tensor.bytes());
  transfer_bytes(tensor.storage(), out, tensor.layout().unit_total());
  return out;
}

Numbers numbers_for(const Format& format) {
  return format == parse_format("bf16") ? Numbers::bf16 : Numbers::f32;
}

/// Whether rows can be read and written where they are.
bool is_plain(const Spec& spec) {
  const bool is_known =
      spec.format == Format() || spec.format == parse_format("bf16");
  return is_known && std::holds_alternative<RowMajor>(spec.layout) &&
         spec.placement == Placement();
}

HostRows rows_of(const Spec& spec, const BoundLayout& layout) {
  HostRows rows;
  rows.numbers = numbers_for(spec.format);
  const Shape& shape = layout.shape();
  const Index slots = shape.rank() == 0 ? 1 : shape.padded(-1);
  rows.pitch = checked_multiply(slots, spec.format.bits() / 8, "row");
  return rows;
}

/// A part of the first axis that is done at once; whole tiles if rows run along
/// it.
struct Chunk {
  Indices begin;
  Indices sizes;
  Index first_row = 0;
};

std::vector<Chunk> chunks_of(const Shape& shape, const PlacedTiles& grid) {
  std::vector<Chunk> out;
  const int rank = shape.rank();
  if (shape.volume() == 0) return out;
  const Indices all(shape.sizes());
  if (rank < 2) return {{Indices::filled(rank, 0), all, 0}};
  const Index each = shape.volume() / shape[0];
  Index step = std::max<Index>(1, kChunk / each);
  if (rank == 2) step = round_up(step, grid.tile().shape().rows, "rows");
  const Index rows = grid.rows() / shape[0];
  for (Index at = 0; at < shape[0]; at += step) {
    Chunk chunk{Indices::filled(rank, 0), all, at * rows};
    chunk.begin[0] = at;
    chunk.sizes[0] = std::min(step, shape[0] - at);
    out.push_back(chunk);
  }
  return out;
}

Spec chunk_spec(const Chunk& chunk, const Format& format) {
  Spec spec;
  spec.shape = Shape(chunk.sizes);
  spec.format = format;
  return spec;
}

/// Calls work(rows, first tile row, end) for each chunk, which is in `numbers`.
template <class Work>
void for_each_chunk(const Shape& shape, const PlacedTiles& grid,
                    const Format& format, const Work& work) {
  for (const Chunk& chunk : chunks_of(shape, grid)) {
    const Spec spec = chunk_spec(chunk, format);
    const Storage numbers =
        Storage::owned(spec.shape.volume() * format.bits() / 8);
    HostRows rows;
    rows.first = chunk.first_row;
    rows.numbers = numbers_for(format);
    rows.pitch = grid.width() * format.bits() / 8;
    const Index count = spec.shape.volume() / grid.width();
    work(chunk, spec, numbers, rows, grid.tile_row_of(chunk.first_row),
         grid.tile_row_of(chunk.first_row + count - 1) + 1);
  }
}

/// The tiles of a tensor that has none, in memory of the host.
void to_tiles(const Tensor& tensor, const PlacedTiles& grid,
              std::span<std::byte> tiles, const ConvertOptions& options) {
  const TileCodec codec = codec_for(grid, options);
  if (is_plain(tensor.spec())) {
    encode_rows(grid, codec, rows_of(tensor.spec(), tensor.layout()),
                tensor.storage().bytes().data(), 0, grid.tile_rows(), tiles,
                options.threads);
    return;
  }
  const Format format =
      tensor.format() == parse_format("bf16") ? tensor.format() : Format();
  ConvertOptions cast;
  cast.policy = options.policy;
  cast.threads = options.threads;
  for_each_chunk(
      tensor.shape(), grid, format,
      [&](const Chunk& chunk, const Spec& spec, const Storage& numbers,
          const HostRows& rows, Index begin, Index end) {
        transfer(plan(window(View(tensor.spec()), chunk.begin, chunk.sizes),
                      spec, cast),
                 tensor.storage(), numbers);
        encode_rows(grid, codec, rows, numbers.bytes().data(), begin, end,
                    tiles, options.threads);
      });
}

/// The way back, to a tensor whose padding is left alone.
void from_tiles(const PlacedTiles& grid, std::span<const std::byte> tiles,
                const Tensor& out, const ConvertOptions& options) {
  const TileCodec codec = codec_for(grid, options);
  if (is_plain(out.spec())) {
    decode_rows(grid, codec, rows_of(out.spec(), out.layout()), tiles, 0,
                grid.tile_rows(), PaddingNote::writable(out.storage()).data(),
                options.threads);
    return;
  }
  ConvertOptions cast;
  cast.policy = options.policy;
  cast.threads = options.threads;
  for_each_chunk(
      out.shape(), grid, Format(),
      [&](const Chunk& chunk, const Spec& spec, const Storage& numbers,
          const HostRows& rows, Index begin, Index end) {
        decode_rows(grid, codec, rows, tiles, begin, end,
                    PaddingNote::writable(numbers).data(), options.threads);
        transfer(plan(spec, window(View(out.spec()), chunk.begin, chunk.sizes),
                      with_padding_kept(cast)),
                 numbers, out.storage());
      });
}

/// What is not in tiles, part by part.
void read_rows(const Tensor& tensor, const Tensor& out,
               const ConvertOptions& options) {
  const Format format =
      out.format() == parse_format("bf16") ? out.format() : Format();
  read_block_rows(tensor.spec(), tensor.layout(), on_host(tensor),
                  {policy_for(tensor.format(), {}), options.threads}, format,
                  [&](Index first, const Tensor& numbers) {
                    Indices begin = Indices::filled(out.shape().rank(), 0);
                    begin[0] = first;
                    const Indices sizes(numbers.shape().sizes());
                    transfer(plan(View(numbers.spec()),
                                  window(View(out.spec()), begin, sizes),
                                  with_padding_kept(options)),
                             numbers.storage(), out.storage());
                  });
}

/// The numbers of a tensor of a block format to one of another format.
void read_blocks(const Tensor& tensor, const Tensor& out,
                 const ConvertOptions& options) {
  const bool fills = options.padding.is_filled();
  if (is_tiled(tensor.spec()) && !fills) {
    const Storage bytes = on_host(tensor);
    from_tiles(PlacedTiles(tensor.spec(), tensor.layout()), bytes.bytes(), out,
               options);
    return;
  }
  if (fills || is_tiled(tensor.spec())) {
    const Tensor numbers = numbers_of_blocks(tensor, options.threads);
    transfer(plan(numbers.spec(), out.spec(), options), numbers.storage(),
             out.storage());
    return;
  }
  read_rows(tensor, out, options);
}

/// Whether codes and scales can stay as they are.
bool keeps_blocks(const Tensor& tensor, const Spec& spec,
                  const ConvertOptions& options) {
  if (has_same_blocks(tensor.spec(), spec)) return true;
  return tensor.format() == spec.format && is_tiled(spec) &&
         tensor.spec().layout == spec.layout &&
         (options.padding.kind != Padding::Kind::fill ||
          padding(tensor) == options.padding || !has_padding(tensor));
}

/// The bytes of a block format, all units one after the other.
void write_blocks(const Tensor& tensor, const Spec& spec,
                  const BoundLayout& layout, std::span<std::byte> out,
                  const ConvertOptions& options) {
  if (has_same_blocks(tensor.spec(), spec)) {
    move_block_rows(tensor.spec(), tensor.layout(), on_host(tensor).bytes(),
                    spec, layout, out, options.threads);
    return;
  }
  if (!is_tiled(spec)) {
    write_block_rows(tensor, spec, layout,
                     {policy_for(spec.format, options.policy), options.threads},
                     out);
    return;
  }
  const PlacedTiles grid(spec, layout);
  const Index across = div_up(grid.width(), grid.tile().shape().cols);
  if (grid.tile_rows() * across * grid.tile().bytes() != std::ssize(out)) {
    std::ranges::fill(out, std::byte{0});  // tiles that nobody has
  }
  if (tensor.format().is_block()) {
    const Storage bytes = on_host(tensor);
    copy_tiles(PlacedTiles(tensor.spec(), tensor.layout()), bytes.bytes(), grid,
               out, options.threads);
  } else {
    to_tiles(tensor, grid, out, options);
  }
}

Padding known_padding(const Tensor& tensor, const Spec& spec,
                      const ConvertOptions& options) {
  if (tensor.spec().layout == spec.layout && !options.padding.is_filled() &&
      tensor.format() == spec.format) {
    return padding(tensor);
  }
  if (options.padding.kind == Padding::Kind::fill) return options.padding;
  return {Padding::Kind::zero, 0};
}

void check_size(const Spec& spec, const BoundLayout& layout,
                std::size_t bytes) {
  require(std::cmp_equal(bytes, layout.bytes()), ErrorKind::invalid, "convert",
          to_string(spec), " has ", layout.bytes(), " bytes, found ", bytes);
}

}  // namespace

QuantizePolicy policy_for(const Format& format, const CastPolicy& cast) {
  QuantizePolicy policy = usual_profile(format).policy(format);
  if (cast.rounding != Rounding::automatic) policy.rounding = cast.rounding;
  policy.seed = cast.seed;
  return policy;
}

void check_same_shape(const Spec& from, const Spec& to) {
  require(from.shape == to.shape, ErrorKind::invalid, "convert",
          "the shapes differ: from ", to_string(from), " to ", to_string(to));
}

Tensor move_blocks(const Tensor& tensor, const Spec& spec,
                   const std::shared_ptr<Device>& device,
                   const ConvertOptions& options) {
  if (!spec.format.is_block()) {
    Tensor out = empty(spec, device);
    read_blocks(tensor, out, options);
    PaddingNote::set(out.storage(), TensorAccess::slots(out), options.padding);
    return out;
  }
  if (tensor.format().is_block() && !keeps_blocks(tensor, spec, options)) {
    return move_blocks(numbers_of_blocks(tensor, options.threads), spec, device,
                       options);
  }
  auto bound = bound_spec(spec);
  const BoundLayout& layout = bound->layout;
  Storage storage = allocate(spec, layout, device);
  const bool is_device = storage.kind() == Storage::Kind::device;
  const Storage image = is_device ? Storage::owned(layout.bytes()) : storage;
  write_blocks(tensor, spec, layout, PaddingNote::writable(image), options);
  if (is_device) transfer_bytes(image, storage, layout.unit_total());
  Tensor out = TensorAccess::make(std::move(bound), std::move(storage));
  PaddingNote::set(out.storage(), TensorAccess::slots(out),
                   known_padding(tensor, spec, options));
  return out;
}

Tensor numbers_of_blocks(const Tensor& tensor, int threads) {
  Tensor out = empty(row_spec(tensor.spec(), Format()));
  read_blocks(tensor, out, on_threads(threads));
  return out;
}

double read_block(const Tensor& tensor, const Indices& index) {
  ravel(index, tensor.shape());  // checks the index
  if (!is_tiled(tensor.spec())) return read(numbers_of_blocks(tensor), index);
  const PlacedTiles grid(tensor.spec(), tensor.layout());
  const Storage bytes = on_host(tensor);
  const TileShape& shape = grid.tile().shape();
  TileRun run;
  run.rows = shape.rows;
  run.cols = shape.cols;
  run.pitch = shape.cols * 4;
  run.step = grid.tile().bytes();
  std::vector<float> numbers(static_cast<std::size_t>(shape.count()));
  codec_for(grid, {}).decode(run, bytes.bytes().data() + grid.offset_of(index),
                             std::as_writable_bytes(std::span(numbers)).data());
  const int rank = index.size();
  const Index row = rank >= 2 ? index[rank - 2] % shape.rows : 0;
  const Index col = rank >= 1 ? index[rank - 1] % shape.cols : 0;
  return numbers[static_cast<std::size_t>(row * shape.cols + col)];
}

void convert_blocks(const Spec& from, std::span<const std::byte> in,
                    const Spec& to, std::span<std::byte> out,
                    const ConvertOptions& options) {
  if (!has_blocks(from, to)) return convert(from, in, to, out, options);
  check_same_shape(from, to);
  const auto source = bound_spec(from);
  const auto target = bound_spec(to);
  check_size(from, source->layout, in.size());
  check_size(to, target->layout, out.size());
  Tensor tensor = TensorAccess::make(source, Storage::borrowed(in, nullptr));
  if (!to.format.is_block()) {
    read_blocks(tensor,
                TensorAccess::make(target, Storage::borrowed(out, nullptr)),
                options);
    return;
  }
  if (from.format.is_block() && !keeps_blocks(tensor, to, options)) {
    tensor = numbers_of_blocks(tensor, options.threads);
  }
  write_blocks(tensor, to, target->layout, out, options);
}

void refuse_block_write(const Tensor& tensor) {
  throw Error(ErrorKind::unsupported, "tensor",
              concat("an element of ", to_string(tensor.spec()),
                     " cannot be written alone: it shares its scale with "
                     "others"),
              "to(tensor, format) of other numbers quantises all of them");
}

}  // namespace ashlar
