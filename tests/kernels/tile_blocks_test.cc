// Tiles of block floats: every instruction set as the one definition.
#include "src/kernels/tile_blocks.h"

#include "ashlar/quantize.h"
#include "tests/kernels/kernel_check.h"

namespace ashlar::kernels::test {
namespace {

using Numbers = TileRow::Numbers;

struct Case {
  const char* format;
  int bits;
};
constexpr Case kCases[] = {{"bfp8_b", 7}, {"bfp4_b", 3}, {"bfp2_b", 1}};

QuantizePolicy shifted() {
  QuantizePolicy policy;
  policy.alignment = Alignment::shifted;
  return policy;
}

std::size_t size_of(Numbers numbers) { return numbers == Numbers::f32 ? 4 : 2; }

/// f32 of the numbers of a tile in the order in which it stores them.
std::vector<float> stored(const TileRow& tiles, const Bytes& in,
                          std::size_t tile) {
  std::vector<float> out;
  const std::size_t size = size_of(tiles.numbers);
  for (std::size_t block = 0; block < tiles.blocks(); ++block) {
    const std::size_t face = block / tiles.face_rows;
    const std::size_t row =
        face / tiles.across * tiles.face_rows + block % tiles.face_rows;
    for (std::size_t i = 0; i < 16; ++i) {
      const std::size_t col =
          (tile * tiles.across + face % tiles.across) * 16 + i;
      std::uint32_t word = 0;
      std::memcpy(
          &word,
          in.data() + row * static_cast<std::size_t>(tiles.pitch) + col * size,
          size);
      out.push_back(std::bit_cast<float>(size == 4 ? word : word << 16));
    }
  }
  return out;
}

/// The definition: exponents, zeros, codes.
Bytes expected_tile(const TileRow& tiles, const Format& format,
                    const std::vector<float>& numbers) {
  const BlockCodes codes =
      quantize(format, numbers,
               {1, static_cast<std::int64_t>(tiles.blocks()), 16}, shifted());
  Bytes out(tiles.header());
  std::copy(codes.scales.begin(), codes.scales.end(), out.begin());
  const std::size_t per =
      8 / static_cast<std::size_t>(tiles.magnitude_bits + 1);
  for (std::size_t i = 0; i < codes.data.size(); i += per) {
    unsigned byte = 0;
    for (std::size_t k = 0; k < per; ++k) {
      byte |= static_cast<unsigned>(codes.data[i + k]) << (k * 8 / per);
    }
    out.push_back(static_cast<std::uint8_t>(byte));
  }
  return out;
}

/// Bits of all kinds, in blocks whose exponents are near each other or not.
Bytes mixed_bits(std::size_t count, Numbers numbers, unsigned seed) {
  std::mt19937 random(seed);
  const auto special = special_f32();
  Bytes out(count * size_of(numbers));
  std::uint32_t field = 127;
  unsigned kind = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (i % 16 == 0) {
      kind = static_cast<unsigned>(random() % 8);
      field = static_cast<std::uint32_t>(random() % 256);
    }
    auto bits = static_cast<std::uint32_t>(random());
    if (kind < 4) {
      const auto near = static_cast<std::uint32_t>(random() % (kind * 9 + 1));
      bits = (bits & 0x807fffff) | (field - std::min(field, near)) << 23;
    } else if (kind == 4) {  // ties, and what is below them
      const auto drop = static_cast<unsigned>(random() % 24);
      bits = (bits >> drop << drop & 0x807fffff) | field << 23;
      if (random() % 2 == 0) bits |= static_cast<std::uint32_t>(random() % 4);
    } else if (kind == 5) {
      bits = special[random() % special.size()];
    } else if (kind == 6) {
      bits = random() % 4 == 0 ? bits & 0x807fffff : 0;
    }
    if (numbers == Numbers::bf16) bits >>= 16;
    std::memcpy(out.data() + i * size_of(numbers), &bits, size_of(numbers));
  }
  return out;
}

TileRow row_of(int bits, Numbers numbers, std::size_t face_rows,
               std::size_t down, std::size_t across, std::size_t count,
               std::size_t spare) {
  TileRow out;
  out.magnitude_bits = bits;
  out.numbers = numbers;
  out.face_rows = face_rows;
  out.down = down;
  out.across = across;
  out.count = count;
  out.pitch = static_cast<std::int64_t>((count * across * 16 + spare) *
                                        size_of(numbers));
  out.step = static_cast<std::int64_t>(out.header() + out.codes());
  return out;
}

std::vector<TileRow> shapes(int bits, Numbers numbers) {
  std::vector<TileRow> out;
  for (const std::size_t count : {1u, 3u, 17u, 33u}) {
    out.push_back(row_of(bits, numbers, 16, 2, 2, count, 0));
  }
  out.push_back(row_of(bits, numbers, 16, 2, 2, 5, 3));
  out.push_back(row_of(bits, numbers, 16, 1, 2, 2, 1));
  out.push_back(row_of(bits, numbers, 16, 2, 1, 3, 0));
  out.push_back(row_of(bits, numbers, 16, 1, 1, 4, 5));
  out.push_back(row_of(bits, numbers, 8, 1, 2, 3, 0));
  out.push_back(row_of(bits, numbers, 4, 1, 2, 3, 16));
  out.push_back(row_of(bits, numbers, 4, 1, 1, 3, 0));
  return out;
}

Bytes expected_tiles(const TileRow& tiles, const char* format,
                     const Bytes& in) {
  Bytes out;
  for (std::size_t t = 0; t < tiles.count; ++t) {
    const Bytes tile =
        expected_tile(tiles, parse_format(format), stored(tiles, in, t));
    out.insert(out.end(), tile.begin(), tile.end());
  }
  return out;
}

TEST(TileBlocksTest, EncodesAsTheDefinitionOnEveryTarget) {
  unsigned seed = 1;
  for (const Case& each : kCases) {
    for (const Numbers numbers : {Numbers::f32, Numbers::bf16}) {
      for (TileRow tiles : shapes(each.bits, numbers)) {
        const std::size_t rows = tiles.down * tiles.face_rows;
        const Bytes in = mixed_bits(
            rows * static_cast<std::size_t>(tiles.pitch) / size_of(numbers),
            numbers, ++seed);
        const Bytes expected = expected_tiles(tiles, each.format, in);
        on_every_target([&] {
          for (const Store store : {Store::cached, Store::streamed}) {
            for (const std::size_t shift : {0u, 16u, 5u}) {
              tiles.store = store;
              const Bytes out =
                  run_at(in, shift, expected.size(), shift,
                         [&](const std::uint8_t* from, std::uint8_t* to) {
                           encode_tiles(tiles, from, to);
                         });
              ASSERT_EQ(out, expected)
                  << each.format << " " << tiles.face_rows << " "
                  << tiles.across << " " << tiles.count;
            }
          }
        });
      }
    }
  }
}

/// Rows of numbers, as codes under exponents say.
Bytes expected_numbers(const TileRow& tiles, const char* name,
                       const Bytes& records, const Bytes& before) {
  Bytes out = before;
  const Format format = parse_format(name);
  const auto width = static_cast<std::size_t>(tiles.magnitude_bits + 1);
  for (std::size_t t = 0; t < tiles.count; ++t) {
    const std::uint8_t* record =
        records.data() + t * static_cast<std::size_t>(tiles.step);
    BlockCodes codes;
    codes.extent = {1, static_cast<std::int64_t>(tiles.blocks()), 16};
    codes.scales.assign(record, record + tiles.blocks());
    for (std::size_t i = 0; i < tiles.blocks() * 16; ++i) {
      const unsigned byte = record[tiles.header() + i * width / 8];
      codes.data.push_back(static_cast<std::uint16_t>(byte >> (i * width % 8) &
                                                      ((1u << width) - 1)));
    }
    const auto numbers = dequantize(format, codes, shifted());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const std::size_t block = i / 16;
      const std::size_t face = block / tiles.face_rows;
      const std::size_t row =
          face / tiles.across * tiles.face_rows + block % tiles.face_rows;
      const std::size_t col =
          (t * tiles.across + face % tiles.across) * 16 + i % 16;
      auto bits = std::bit_cast<std::uint32_t>(numbers[i]);
      const std::size_t size = size_of(tiles.numbers);
      if (size == 2) bits >>= 16;
      std::memcpy(
          out.data() + row * static_cast<std::size_t>(tiles.pitch) + col * size,
          &bits, size);
    }
  }
  return out;
}

TEST(TileBlocksTest, DecodesAsTheDefinitionOnEveryTarget) {
  unsigned seed = 100;
  for (const Case& each : kCases) {
    for (const Numbers numbers : {Numbers::f32, Numbers::bf16}) {
      for (TileRow tiles : shapes(each.bits, numbers)) {
        Bytes records = bytes_of(random_words(
            tiles.count * static_cast<std::size_t>(tiles.step) / 4 + 1,
            ++seed));
        records.resize(tiles.count * static_cast<std::size_t>(tiles.step));
        if (seed % 2 == 0) {  // tiles without small exponents
          for (std::uint8_t& byte : records) byte |= 8;
        }
        const std::size_t rows = tiles.down * tiles.face_rows;
        const Bytes before(rows * static_cast<std::size_t>(tiles.pitch),
                           kCanary);
        const Bytes expected =
            expected_numbers(tiles, each.format, records, before);
        on_every_target([&] {
          for (const Store store : {Store::cached, Store::streamed}) {
            for (const std::size_t shift : {0u, 32u, 3u}) {
              tiles.store = store;
              const Bytes out =
                  run_at(records, shift, expected.size(), shift,
                         [&](const std::uint8_t* from, std::uint8_t* to) {
                           decode_tiles(tiles, from, to);
                         });
              ASSERT_EQ(out, expected)
                  << each.format << " " << tiles.face_rows << " "
                  << tiles.across << " " << tiles.count;
            }
          }
        });
      }
    }
  }
}

TEST(TileBlocksTest, DoesNotDependOnTheFloatingPointEnvironment) {
  for (const Case& each : kCases) {
    const TileRow tiles = row_of(each.bits, Numbers::f32, 16, 2, 2, 2, 0);
    const Bytes in = mixed_bits(2048, Numbers::f32, 77);
    const Bytes expected = expected_tiles(tiles, each.format, in);
    Bytes back(in.size());
    decode_tiles(tiles, expected.data(), back.data());
    on_every_target([&] {
      for (const unsigned word : float_environments()) {
        Bytes out(expected.size());
        Bytes again(in.size());
        {
          const FloatEnvironment environment(word);
          encode_tiles(tiles, in.data(), out.data());
          decode_tiles(tiles, expected.data(), again.data());
        }
        ASSERT_EQ(out, expected) << std::hex << word;
        ASSERT_EQ(again, back) << std::hex << word;
      }
    });
  }
}

}  // namespace
}  // namespace ashlar::kernels::test
