#include <gtest/gtest.h>

#include <limits>

#include "ashlar/cast.h"
#include "tests/support/convert_check.h"
#include "tests/support/fake_device.h"
#include "tests/tensor/tensor_check.h"

namespace ashlar {
namespace {

using test::chance;
using test::counting;
using test::message_of;
using test::pick;
using test::Random;

/// The bit of an element among all units, by the definition.
Index bit_of(const BoundLayout& layout, const Indices& index) {
  const Position at = layout.position(index);
  Index unit = 0;
  for (std::size_t u = 0; u < layout.units().size(); ++u) {
    unit = unit * layout.units()[u].extent + at.unit[u];
  }
  return unit * layout.bytes_per_unit() * 8 + at.bit;
}

TEST(ElementTest, ReadsWhatTheDefinitionSays) {
  Random random(test::test_seed());
  for (const char* format : {"u1", "u2", "u3_w3", "i4", "u5_w5", "u8", "bf16",
                             "u24", "f32", "u48", "f64", "i64"}) {
    for (int round = 0; round < 12; ++round) {
      const auto sizes = test::random_sizes(random, pick(random, 1, 300));
      const Spec spec =
          test::random_host_spec(random, sizes, parse_format(format));
      const BoundLayout layout = bind(spec);
      std::vector<std::byte> bytes(static_cast<std::size_t>(layout.bytes()));
      test::fill_random(bytes, random());
      const Tensor tensor = make_from_bytes(spec, bytes);
      test::for_each_index(spec.shape, [&](const Indices& index) {
        const std::uint64_t word = test::read_word(bytes, bit_of(layout, index),
                                                   layout.element_bits());
        ASSERT_EQ(read_word(tensor, index), word) << to_string(spec);
      });
    }
  }
}

TEST(ElementTest, WritesOneElementAndNothingElse) {
  Random random(test::test_seed() + 1);
  for (const char* format : {"u1", "u3_w3", "i4", "u8", "bf16", "u24", "i64"}) {
    for (int round = 0; round < 20; ++round) {
      const auto sizes = test::random_sizes(random, pick(random, 1, 300));
      const Spec spec =
          test::random_host_spec(random, sizes, parse_format(format));
      const BoundLayout layout = bind(spec);
      std::vector<std::byte> bytes(static_cast<std::size_t>(layout.bytes()));
      test::fill_random(bytes, random());
      const Tensor tensor = make_from_bytes(spec, bytes);
      const Indices index =
          unravel(pick(random, 0, spec.shape.volume() - 1), spec.shape);
      const auto bits = static_cast<int>(layout.element_bits());
      const std::uint64_t word = random() >> (64 - bits);
      write_word(tensor, index, word);
      test::write_word(bytes, bit_of(layout, index), bits, word);
      ASSERT_TRUE(std::ranges::equal(tensor.storage().bytes(), bytes))
          << to_string(spec);
    }
  }
}

TEST(ElementTest, RoundsWhatItWrites) {
  const Tensor tensor = zeros(parse_spec("bf16[2x2] tile(2x2)"));
  write(tensor, {1, 1}, 3.14159);
  EXPECT_EQ(read(tensor, {1, 1}), 3.140625);
  EXPECT_EQ(read_word(tensor, {1, 1}), 0x4049U);
  const Tensor small = zeros(parse_spec("u4[3] row"));
  EXPECT_THROW(write(small, {0}, 16), Error);
  CastPolicy saturate;
  saturate.integer_overflow = IntegerOverflow::saturate;
  write(small, {1}, 16, saturate);
  EXPECT_EQ(values(small), (std::vector<double>{0, 15, 0}));
}

TEST(ElementTest, KeepsIntegersOf64Bits) {
  const Tensor tensor = zeros(parse_spec("i64[2] row"));
  write_word(tensor, {1}, (std::uint64_t{1} << 62) + 1);
  EXPECT_EQ(integers(tensor)[1], (std::int64_t{1} << 62) + 1);
  const Tensor floats = make(parse_spec("f32[2] row"), {1, 2.5});
  EXPECT_EQ(integers(floats), (std::vector<std::int64_t>{1, 2}));
  const Tensor large = make(parse_spec("f32[1] row"), {1e30});
  EXPECT_THROW(integers(large), Error);
}

TEST(ElementTest, RefusesIndicesAndWordsThatDoNotFit) {
  const Tensor tensor = zeros(parse_spec("u4[2x3] tile(4x4)"));
  // Padding is no element.
  EXPECT_EQ(message_of([&] {
              read(tensor, {0, 3});
            }),
            message_of([&] {
              ravel({0, 3}, tensor.shape());
            }));
  EXPECT_NE(message_of([&] { read(tensor, {0, 3}); }), "no error");
  EXPECT_THROW(read(tensor, {0}), Error);
  EXPECT_THROW(read(tensor, {0, -1}), Error);
  EXPECT_THROW(read(tensor, {0, 0, 0}), Error);
  EXPECT_THROW(write(tensor, {2, 0}, 1), Error);
  EXPECT_EQ(message_of([&] {
              write_word(tensor, {0, 0}, 16);
            }),
            "tensor: word 16 has more bits than the 4 of u4");
}

TEST(ElementTest, ReadsScalars) {
  const Tensor tensor = make(parse_spec("f64[] row"), {2.5});
  EXPECT_EQ(read(tensor, {}), 2.5);
  write(tensor, {}, 3.5);
  EXPECT_EQ(read(tensor, {}), 3.5);
}

TEST(ElementTest, ReadsAndWritesThroughADevice) {
  const auto device = std::make_shared<test::FakeDevice>();
  for (const char* text : {"bf16[5x7] tile(2x2) on fake:0/l1 block(2x2)",
                           "i32[5x7] row on fake:0/dram interleaved(3)",
                           "u4[5x7] bank=a%2 | [a/2, b:10] on fake:0",
                           "f32[5x7] rank=*3 | [b, a] on fake:0"}) {
    const Spec spec = parse_spec(text);
    Spec host = spec;
    host.placement.memory = {};
    const Tensor tensor = to(counting(host, 16), spec, device);
    test::for_each_index(spec.shape, [&](const Indices& index) {
      ASSERT_EQ(read(tensor, index),
                static_cast<double>(ravel(index, spec.shape) % 16))
          << text;
    });
    write(tensor, {3, 4}, 11);
    EXPECT_EQ(read(tensor, {3, 4}), 11);
    EXPECT_EQ(read(to_host(tensor), {3, 4}), 11);
    EXPECT_THROW(read(tensor, {5, 0}), Error);
    EXPECT_THROW(write_word(tensor, {0, 7}, 1), Error);
  }
  EXPECT_EQ(device->live(), 0);
  EXPECT_FALSE(device->is_damaged());
}

TEST(ElementTest, WritesEveryCopyOfWhatIsReplicated) {
  const Tensor tensor = counting("i16[2x3] rank=*4 | [a, b]");
  EXPECT_EQ(tensor.bytes(), 48);
  write(tensor, {1, 2}, 99);
  for (std::size_t copy = 0; copy < 4; ++copy) {
    EXPECT_EQ(tensor.storage().bytes()[copy * 12 + 10], std::byte{99});
  }
  EXPECT_EQ(read(tensor, {1, 2}), 99);
}

TEST(ElementTest, BitsAreTheSameWhereverTheyLie) {
  const Tensor row = counting("bf16[5x7] row");
  EXPECT_TRUE(same_bits(row, to(row, Tile{4, 4})));
  const Tensor padded = to(row, Tile{4, 4});
  fill_padding(padded, 3);
  EXPECT_TRUE(same_bits(row, padded));
  const Tensor other = copy(row);
  write(other, {4, 6}, -1);
  EXPECT_FALSE(same_bits(row, other));
  EXPECT_FALSE(same_bits(row, to(row, parse_format("f16"))));
  EXPECT_FALSE(same_bits(row, counting("bf16[7x5] row")));
  // NaN has bits, too, and so has -0.
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(same_bits(full(row.spec(), nan), full(row.spec(), nan)));
  EXPECT_FALSE(same_bits(full(row.spec(), 0.0), full(row.spec(), -0.0)));
}

}  // namespace
}  // namespace ashlar
