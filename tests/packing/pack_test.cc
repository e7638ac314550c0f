// Packing, unpacking and repacking against bit-by-bit packing and by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "ashlar/packing.h"
#include "tests/base/error_text.h"
#include "tests/packing/bit_places.h"

namespace ashlar {
namespace {

using test::Codes;
using test::error_text;
using Bytes = std::vector<std::byte>;

std::size_t width_of(const Packing& packing) {
  return static_cast<std::size_t>(packing.bits());
}

Bytes as_bytes(const Codes& codes) {
  Bytes bytes(codes.size());
  std::transform(codes.begin(), codes.end(), bytes.begin(),
                 [](std::uint8_t code) { return std::byte{code}; });
  return bytes;
}

Bytes expected_bytes(const Codes& codes, const Packing& packing) {
  return as_bytes(
      test::packed_by_bits(codes, packing.order(), width_of(packing),
                           static_cast<std::size_t>(packing.group())));
}

Bytes packed(const Codes& codes, const Packing& packing) {
  const auto count = static_cast<std::int64_t>(codes.size());
  Bytes out(static_cast<std::size_t>(packed_bytes(packing, count)),
            std::byte{0xA5});
  pack(codes, packing, out);
  return out;
}

Codes unpacked(const Bytes& in, const Packing& packing, std::size_t count) {
  Codes codes(count, 0xA5);
  unpack(in, packing, codes);
  return codes;
}

/// Each order of this width; split_half with groups on and off the chunks.
std::vector<Packing> packings_of(int bits) {
  std::vector<Packing> all;
  for (const PackOrder order : pack_orders()) {
    if (order != PackOrder::split_half) all.emplace_back(bits, order);
  }
  if (bits == 3 || bits == 4) {
    for (const std::int64_t group : {2, 6, 16, 32, 34, 64, 130, 4094}) {
      all.push_back(Packing::split_half(bits, group));
    }
  }
  return all;
}

std::string label(const Packing& packing, std::size_t count) {
  return std::to_string(packing.bits()) + " bits " + to_string(packing) +
         " x " + std::to_string(count);
}

Bytes hex(const std::vector<int>& values) {
  Bytes bytes;
  for (const int value : values) {
    bytes.push_back(static_cast<std::byte>(value));
  }
  return bytes;
}

TEST(PackByHandTest, ContainersTakeTheLowBitsFirst) {
  // torch float4_e2m1fn_x2, ONNX int4: the even index is the low nibble.
  EXPECT_EQ(packed({0x1, 0x2, 0x3}, Packing(4)), hex({0x21, 0x03}));
  EXPECT_EQ(packed({0, 1, 2, 3, 2}, Packing(2)), hex({0xE4, 0x02}));
  // numpy.packbits(bitorder="little"), the masks of compressed-tensors.
  EXPECT_EQ(packed({1, 0, 1, 1, 0, 0, 0, 0, 1}, Packing(1)), hex({0x0D, 0x01}));
  // TensorCast stores 3 and 6 bits as if they were 4 and 8.
  EXPECT_EQ(packed({1, 2, 7}, Packing(3)), hex({0x21, 0x07}));
  EXPECT_EQ(packed({0x3F, 0x01}, Packing(6)), hex({0x3F, 0x01}));
}

TEST(PackByHandTest, DenseCodesStraddleBytes) {
  // The octal digits of a number are its 3-bit codes.
  static_assert(076543210 == 0xFAC688);
  EXPECT_EQ(packed({0, 1, 2, 3, 4, 5, 6, 7}, Packing(3, PackOrder::dense)),
            hex({0x88, 0xC6, 0xFA}));
  EXPECT_EQ(packed({1, 2, 3, 4}, Packing(6, PackOrder::dense)),
            hex({0x81, 0x30, 0x10}));
  EXPECT_EQ(packed({0x1F, 0x00}, Packing(5, PackOrder::dense)),
            hex({0x1F, 0x00}));
}

TEST(PackByHandTest, MsbFirstTakesTheHighBitsFirst) {
  // bitsandbytes: the even index is the high nibble.
  EXPECT_EQ(packed({0x1, 0x2, 0x3}, Packing(4, PackOrder::msb_first)),
            hex({0x12, 0x30}));
  // numpy.packbits as it is by default.
  EXPECT_EQ(
      packed({1, 0, 1, 1, 0, 0, 0, 0, 1}, Packing(1, PackOrder::msb_first)),
      hex({0xB0, 0x80}));
  EXPECT_EQ(packed({0, 1, 2, 3}, Packing(2, PackOrder::msb_first)),
            hex({0x1B}));
  // 000 001 010 011 100 101 110 111
  EXPECT_EQ(packed({0, 1, 2, 3, 4, 5, 6, 7}, Packing(3, PackOrder::msb_first)),
            hex({0x05, 0x39, 0x77}));
  // 000001 000010 000011 000100
  EXPECT_EQ(packed({1, 2, 3, 4}, Packing(6, PackOrder::msb_first)),
            hex({0x04, 0x20, 0xC4}));
}

TEST(PackByHandTest, SplitHalfPairsDistantCodes) {
  // GGUF Q4_0: byte j of a block has the codes j and j + 16.
  Codes codes(32);
  Bytes bytes(16);
  for (int j = 0; j < 16; ++j) {
    codes[static_cast<std::size_t>(j)] = static_cast<std::uint8_t>(j);
    codes[static_cast<std::size_t>(j + 16)] = static_cast<std::uint8_t>(15 - j);
    bytes[static_cast<std::size_t>(j)] =
        static_cast<std::byte>((15 - j) * 16 + j);
  }
  EXPECT_EQ(packed(codes, Packing(4, PackOrder::split_half)), bytes);
  EXPECT_EQ(packed({1, 2, 3, 4}, Packing::split_half(4, 4)), hex({0x31, 0x42}));
}

TEST(PackByHandTest, SplitHalfFillsTheLastGroupWithZeros) {
  const Packing fours = Packing::split_half(4, 4);
  EXPECT_EQ(packed({1}, fours), hex({0x01, 0x00}));
  EXPECT_EQ(packed({1, 2}, fours), hex({0x01, 0x02}));
  EXPECT_EQ(packed({1, 2, 3}, fours), hex({0x31, 0x02}));
  EXPECT_EQ(packed({1, 2, 3, 4, 5}, fours), hex({0x31, 0x42, 0x05, 0x00}));
}

TEST(PackByHandTest, MsbAlignedLeavesTheLowBitsFree) {
  // tt-metal: a 6-bit float is in the bits 7 to 2.
  EXPECT_EQ(packed({0b100101, 0b000001}, Packing(6, PackOrder::msb_aligned)),
            hex({0b10010100, 0b00000100}));
  EXPECT_EQ(packed({0x1}, Packing(1, PackOrder::msb_aligned)), hex({0x80}));
}

TEST(PackTest, AgreesWithBitByBitAtEveryLength) {
  for (int bits = 1; bits <= 8; ++bits) {
    for (const Packing& packing : packings_of(bits)) {
      for (std::size_t count = 0; count <= 260; ++count) {
        SCOPED_TRACE(label(packing, count));
        const Codes codes = test::random_bytes(count, 1);
        const Bytes bytes = packed(codes, packing);
        ASSERT_EQ(bytes, expected_bytes(codes, packing));
        ASSERT_EQ(unpacked(bytes, packing, count),
                  test::masked(codes, width_of(packing)));
      }
    }
  }
}

TEST(PackTest, IgnoresBitsAboveTheCode) {
  // -1 and -8 as two's complement of 8 bits.
  EXPECT_EQ(packed({0xFF, 0xF8}, Packing(4)), hex({0x8F}));
  EXPECT_EQ(unpacked(hex({0x8F}), Packing(4), 2), (Codes{0xF, 0x8}));
}

TEST(UnpackTest, IgnoresBitsThatBelongToNoCode) {
  EXPECT_EQ(unpacked(hex({0xFF, 0xFF}), Packing(3), 3), (Codes{7, 7, 7}));
  EXPECT_EQ(unpacked(hex({0xFF}), Packing(6), 1), (Codes{63}));
  EXPECT_EQ(unpacked(hex({0xFF}), Packing(6, PackOrder::msb_aligned), 1),
            (Codes{63}));
  EXPECT_EQ(unpacked(hex({0xF5, 0xFF}), Packing::split_half(4, 4), 1),
            (Codes{5}));
}

TEST(RepackTest, AgreesWithBitByBitBetweenAllOrders) {
  // Lengths around a chunk of 4096 codes and its neighbours for odd groups.
  const std::vector<std::size_t> counts = {
      0, 1, 7, 31, 33, 64, 100, 129, 4090, 4095, 4096, 4097, 8188, 8193, 12301};
  for (int bits = 1; bits <= 8; ++bits) {
    for (const std::size_t count : counts) {
      const Codes codes = test::random_bytes(count, 2);
      for (const Packing& from : packings_of(bits)) {
        const Bytes in = expected_bytes(codes, from);
        for (const Packing& to : packings_of(bits)) {
          SCOPED_TRACE("from " + label(from, count) + " to " + to_string(to));
          const Bytes expected = expected_bytes(codes, to);
          Bytes out(expected.size(), std::byte{0xA5});
          repack(in, from, out, to, static_cast<std::int64_t>(count));
          ASSERT_EQ(out, expected);
        }
      }
    }
  }
}

TEST(RepackTest, ClearsUnusedBitsEvenWithinOneOrder) {
  Bytes out(2);
  repack(hex({0xFF, 0xFF}), Packing(3), out, Packing(3), 3);
  EXPECT_EQ(out, hex({0x77, 0x07}));
}

TEST(PackTest, RefusesSizesThatDoNotMatch) {
  const Codes codes(5);
  Bytes bytes(4);
  EXPECT_EQ(error_text([&] { pack(codes, Packing(4), bytes); }),
            "pack: 5 codes of 4 bits packed as containers take 3 bytes, the "
            "output has 4");
  EXPECT_EQ(error_text(
                [&] { pack(codes, Packing(4, PackOrder::split_half), bytes); }),
            "pack: 5 codes of 4 bits packed as split_half take 16 bytes, the "
            "output has 4");
  Codes target(5);
  EXPECT_EQ(
      error_text([&] { unpack(bytes, Packing(7, PackOrder::dense), target); }),
      "unpack: 5 codes of 7 bits packed as dense take 5 bytes, the input "
      "has 4");
}

TEST(RepackTest, RefusesWhatDoesNotMatch) {
  const Bytes in(4);
  Bytes out(4);
  const Packing low(4);
  const Packing high(4, PackOrder::msb_first);
  EXPECT_EQ(error_text([&] { repack(in, low, out, Packing(6), 4); }),
            "repack: the codes have 4 bits in the input and 6 in the output; "
            "unpack and pack to change the width");
  EXPECT_EQ(error_text([&] { repack(in, low, out, high, 9); }),
            "repack: 9 codes of 4 bits packed as containers take 5 bytes, the "
            "input has 4");
  EXPECT_EQ(error_text([&] {
              repack(in, low, out, Packing(4, PackOrder::msb_aligned), 8);
            }),
            "repack: 8 codes of 4 bits packed as msb_aligned take 8 bytes, the "
            "output has 4");
  EXPECT_EQ(error_text([&] { repack(in, low, out, high, -1); }),
            "packing: the number of codes is -1, expected 0 or more");
}

}  // namespace
}  // namespace ashlar
