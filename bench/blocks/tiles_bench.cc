// How fast rows become tiles of block floats, and come back.
#include <cstdio>
#include <exception>
#include <random>
#include <string>

#include "ashlar/block_tiles.h"
#include "bench/support/huge_buffer.h"
#include "bench/support/ratio_table.h"

namespace ashlar::bench {
namespace {

constexpr std::int64_t kSide = 8192;
constexpr NumberRows kExtent{kSide, kSide, kSide};
constexpr std::int64_t kCount = kSide * kSide;
constexpr auto kElements = static_cast<double>(kCount);

struct Arrays {
  HugeBuffer numbers{std::size_t{kCount} * 4};
  HugeBuffer halves{std::size_t{kCount} * 2};
  HugeBuffer tiles{std::size_t{kCount} * 2};

  Arrays() {
    std::mt19937 random(1);
    auto* bits = reinterpret_cast<std::uint32_t*>(numbers.data());
    auto* upper = reinterpret_cast<std::uint16_t*>(halves.data());
    for (std::int64_t i = 0; i < kCount; ++i) {
      // Of either sign, between 1 and 4.
      const auto word = static_cast<std::uint32_t>(random());
      bits[i] = 0x3f800000u + (word & 0xffffff) + (word & 0x80000000u);
      upper[i] = static_cast<std::uint16_t>(bits[i] >> 16);
    }
  }
};

enum class Way { encode, decode };

template <class Number>
Conversion conversion(const Arrays& arrays, const HugeBuffer& rows,
                      const char* name, const char* format, Way way) {
  const BlockTile tile(parse_format(format));
  const std::int64_t bytes = tiles_bytes(tile, kExtent);
  std::byte* const in = rows.data();
  std::byte* const out = arrays.tiles.data();
  const std::span numbers(reinterpret_cast<Number*>(in), std::size_t{kCount});
  const std::span tiles(out, static_cast<std::size_t>(bytes));
  const std::int64_t size = kCount * std::int64_t{sizeof(Number)};
  if (way == Way::encode) {
    return {std::string(name) + " row -> " + format + " tile",
            [=](int threads) {
              TileOptions options;
              options.threads = threads;
              return Work{[=] {
                            encode_tiles(tile, std::span<const Number>(numbers),
                                         kExtent, tiles, options);
                          },
                          {in, out, size, bytes},
                          kElements};
            },
            {Bar::Of::ratio, 0.60}};
  }
  return {std::string(format) + " tile -> " + name + " row",
          [=](int threads) {
            TileOptions options;
            options.threads = threads;
            encode_tiles(tile, std::span<const Number>(numbers), kExtent, tiles,
                         options);
            return Work{
                [=] { decode_tiles(tile, tiles, numbers, kExtent, options); },
                {out, in, bytes, size},
                kElements};
          },
          {Bar::Of::ratio, 0.65}};
}

void run() {
  const Arrays arrays;
  RatioTable table("tiles of block floats, 64 Mi elements", {1}, 8, {2.0, 5});
  for (const Way way : {Way::encode, Way::decode}) {
    for (const char* format : {"bfp8_b", "bfp4_b"}) {
      table.add(conversion<float>(arrays, arrays.numbers, "f32", format, way));
      table.add(conversion<std::uint16_t>(arrays, arrays.halves, "bf16", format,
                                          way));
    }
  }
  table.finish();
}

}  // namespace
}  // namespace ashlar::bench

int main() {
  try {
    ashlar::bench::run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
  }
}
