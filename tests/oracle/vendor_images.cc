#include "tests/oracle/vendor_images.h"

#include <cstddef>

namespace ashlar::test {
namespace {

std::int64_t up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

Image empty_image(std::int64_t slots) {
  return Image(static_cast<std::size_t>(slots), kPad);
}

std::int64_t& slot(Image& image, std::int64_t at) {
  return image.at(static_cast<std::size_t>(at));
}

std::int64_t product(const Sizes& sizes) {
  std::int64_t out = 1;
  for (const std::int64_t size : sizes) out *= size;
  return out;
}

std::int64_t row_major(const Sizes& index, const Sizes& sizes) {
  std::int64_t out = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    out = out * sizes[i] + index[i];
  }
  return out;
}

Sizes unravel(std::int64_t number, const Sizes& sizes) {
  Sizes out(sizes.size());
  for (std::size_t i = sizes.size(); i-- > 0;) {
    out[i] = number % sizes[i];
    number /= sizes[i];
  }
  return out;
}

// Element (b, r, c), or padding if r or c lies outside.
std::int64_t cell(std::int64_t b, std::int64_t h, std::int64_t w,
                  std::int64_t r, std::int64_t c) {
  return r < h && c < w ? (b * h + r) * w + c : kPad;
}

// Appends one tile of batch b whose first element is (r0, c0).
void append_tile(Image& out, const TileShape& tile, std::int64_t b,
                 std::int64_t h, std::int64_t w, std::int64_t r0,
                 std::int64_t c0) {
  const std::int64_t faces_high = tile.rows / tile.face_rows;
  const std::int64_t faces_wide = tile.cols / tile.face_cols;
  const std::int64_t faces = faces_high * faces_wide;
  const std::int64_t per_face = tile.face_rows * tile.face_cols;
  for (std::int64_t face = 0; face < faces; ++face) {
    const std::int64_t fr =
        tile.transposed ? face % faces_high : face / faces_wide;
    const std::int64_t fc =
        tile.transposed ? face / faces_high : face % faces_wide;
    for (std::int64_t i = 0; i < per_face; ++i) {
      const std::int64_t r =
          tile.transposed ? i % tile.face_rows : i / tile.face_cols;
      const std::int64_t c =
          tile.transposed ? i / tile.face_rows : i % tile.face_cols;
      out.push_back(cell(b, h, w, r0 + fr * tile.face_rows + r,
                         c0 + fc * tile.face_cols + c));
    }
  }
}

}  // namespace

Image pitched_rows(std::int64_t rows, std::int64_t cols, std::int64_t pitch) {
  Image out = empty_image(rows * pitch);
  for (std::int64_t r = 0; r < rows; ++r) {
    for (std::int64_t c = 0; c < cols; ++c) {
      slot(out, r * pitch + c) = r * cols + c;
    }
  }
  return out;
}

Image column_major(std::int64_t rows, std::int64_t cols) {
  Image out = empty_image(rows * cols);
  for (std::int64_t r = 0; r < rows; ++r) {
    for (std::int64_t c = 0; c < cols; ++c) {
      slot(out, c * rows + r) = r * cols + c;
    }
  }
  return out;
}

Image tilize(std::int64_t batches, std::int64_t h, std::int64_t w,
             const TileShape& tile) {
  Image out;
  for (std::int64_t b = 0; b < batches; ++b) {
    for (std::int64_t r = 0; r < h; r += tile.rows) {
      for (std::int64_t c = 0; c < w; c += tile.cols) {
        append_tile(out, tile, b, h, w, r, c);
      }
    }
  }
  return out;
}

Image interleave(const Image& memory, std::int64_t page_size,
                 std::int64_t banks) {
  const auto size = static_cast<std::int64_t>(memory.size());
  const std::int64_t pages = size / page_size;
  const std::int64_t per_bank = up(pages, banks);
  Image out = empty_image(banks * per_bank * page_size);
  for (std::int64_t page = 0; page < pages; ++page) {
    const std::int64_t to = page % banks * per_bank + page / banks;
    for (std::int64_t i = 0; i < page_size; ++i) {
      slot(out, to * page_size + i) =
          memory[static_cast<std::size_t>(page * page_size + i)];
    }
  }
  return out;
}

Image shard(const Image& memory, std::int64_t page_size,
            const Distribution& how) {
  const std::int64_t shards_wide = up(how.pages_wide, how.shard_wide);
  const std::int64_t shards = up(how.pages_high, how.shard_high) * shards_wide;
  const std::int64_t volume = how.shard_high * how.shard_wide;
  const std::int64_t per_core = up(shards, how.cores);
  Image out = empty_image(how.cores * per_core * volume * page_size);
  for (std::int64_t p = 0; p < how.pages_high * how.pages_wide; ++p) {
    const std::int64_t row = p / how.pages_wide;
    const std::int64_t col = p % how.pages_wide;
    const std::int64_t s =
        row / how.shard_high * shards_wide + col / how.shard_wide;
    const bool contiguous = how.kind == Distribution::Kind::contiguous;
    const std::int64_t core = contiguous ? s / per_core : s % how.cores;
    const std::int64_t nth = contiguous ? s % per_core : s / how.cores;
    const std::int64_t in_shard =
        row % how.shard_high * how.shard_wide + col % how.shard_wide;
    const std::int64_t to = (core * per_core + nth) * volume + in_shard;
    for (std::int64_t i = 0; i < page_size; ++i) {
      slot(out, to * page_size + i) =
          memory[static_cast<std::size_t>(p * page_size + i)];
    }
  }
  return out;
}

Image shard_then_tile(std::int64_t h, std::int64_t w, std::int64_t shard_h,
                      std::int64_t shard_w, const TileShape& tile) {
  Image out;
  for (std::int64_t y = 0; y < h; y += shard_h) {
    for (std::int64_t x = 0; x < w; x += shard_w) {
      // Rows below the shard are padding here, though the tensor goes on.
      const std::int64_t end_h = y + shard_h < h ? y + shard_h : h;
      const std::int64_t end_w = x + shard_w < w ? x + shard_w : w;
      for (std::int64_t r = 0; r < shard_h; r += tile.rows) {
        for (std::int64_t c = 0; c < shard_w; c += tile.cols) {
          Image one;
          append_tile(one, tile, 0, h, w, y + r, x + c);
          for (const std::int64_t element : one) {
            const bool inside =
                element != kPad && element / w < end_h && element % w < end_w;
            out.push_back(inside ? element : kPad);
          }
        }
      }
    }
  }
  return out;
}

Image spyre(const Sizes& host, const Sizes& device_size, const Sizes& dim_map) {
  Image out;
  const std::int64_t lanes = device_size.back();
  const std::int64_t stick_dim = dim_map.back();
  for (std::int64_t at = 0; at < product(device_size); ++at) {
    const Sizes device = unravel(at, device_size);
    Sizes index(host.size());
    for (std::size_t k = 0; k + 1 < device.size(); ++k) {
      const auto dim = static_cast<std::size_t>(dim_map[k]);
      index[dim] = dim_map[k] == stick_dim ? device[k] * lanes + device.back()
                                           : device[k];
    }
    bool inside = true;
    for (std::size_t i = 0; i < host.size(); ++i) {
      inside = inside && index[i] < host[i];
    }
    out.push_back(inside ? row_major(index, host) : kPad);
  }
  return out;
}

Image zdnn_feature(const Sizes& nhwc) {
  const std::int64_t page = 32 * 64;
  const std::int64_t pages_per_row = up(nhwc[2], 32);
  const std::int64_t channel_pages = up(nhwc[3], 64);
  Image out =
      empty_image(nhwc[0] * channel_pages * nhwc[1] * pages_per_row * page);
  for (std::int64_t i = 0; i < product(nhwc); ++i) {
    const Sizes x = unravel(i, nhwc);
    const std::int64_t number =
        (x[0] * channel_pages + x[3] / 64) * nhwc[1] * pages_per_row +
        x[1] * pages_per_row + x[2] / 32;
    slot(out, number * page + x[2] % 32 * 64 + x[3] % 64) = i;
  }
  return out;
}

Image zdnn_kernel(const Sizes& hwck) {
  const std::int64_t page = 32 * 64;
  const std::int64_t pages_per_row = up(hwck[2], 32);
  Image out =
      empty_image(up(hwck[3], 64) * hwck[0] * hwck[1] * pages_per_row * page);
  for (std::int64_t i = 0; i < product(hwck); ++i) {
    const Sizes x = unravel(i, hwck);
    const std::int64_t number = x[3] / 64 * hwck[0] * hwck[1] * pages_per_row +
                                (x[0] * hwck[1] + x[1]) * pages_per_row +
                                x[2] / 32;
    slot(out, number * page + x[2] % 32 * 64 + x[3] % 64) = i;
  }
  return out;
}

Image zdnn_weights(const Sizes& nhwc) {
  const std::int64_t page = 4096;
  const std::int64_t row_pairs = up(nhwc[2], 2);
  const std::int64_t pages_per_row = up(row_pairs, 32);
  const std::int64_t channel_pages = up(nhwc[3], 64);
  Image out =
      empty_image(nhwc[0] * channel_pages * nhwc[1] * pages_per_row * page);
  for (std::int64_t i = 0; i < product(nhwc); ++i) {
    const Sizes x = unravel(i, nhwc);
    const std::int64_t pair = x[2] / 2;
    const std::int64_t number =
        ((x[0] * channel_pages + x[3] / 64) * nhwc[1] + x[1]) * pages_per_row +
        pair / 32;
    slot(out, number * page + pair % 32 * 128 + 2 * (x[3] % 64) + x[2] % 2) = i;
  }
  return out;
}

}  // namespace ashlar::test
