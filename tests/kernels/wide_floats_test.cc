// f64 to f32 and back, every kind of number, against the codec.
#include "src/kernels/wide_floats.h"

#include <gtest/gtest.h>

#include "tests/kernels/kernel_check.h"

namespace ashlar::kernels {
namespace {

using test::Bytes;

/// Around every number that f32 could take for another, and at random.
Bytes wide_numbers() {
  std::vector<std::uint64_t> out;
  for (std::uint64_t exponent = 840; exponent < 1160; ++exponent) {
    for (const std::uint64_t mantissa : std::initializer_list<std::uint64_t>{
             0x0000000000000u, 0x0000000000001u, 0x000000fffffffu,
             0x0000010000000u, 0x0000010000001u, 0x0000020000000u,
             0x0000030000000u, 0x00000ffffffffu, 0xfffffefffffffu,
             0xffffff0000000u, 0xffffff0000001u, 0xfffffffffffffu,
             0x8000000000000u}) {
      out.push_back(exponent << 52 | mantissa);
    }
  }
  for (const std::uint64_t special :
       {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{0xfffffffffffff},
        std::uint64_t{0x7ff0000000000000}, std::uint64_t{0x7ff0000000000001},
        std::uint64_t{0x7ff8000000000000}, std::uint64_t{0x7fefffffffffffff}}) {
    out.push_back(special);
  }
  std::mt19937_64 random(5);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t near = (860 + random() % 310) << 52;
    out.push_back(random() % 3 == 0 ? random() : near | random() >> 12);
  }
  const std::size_t count = out.size();
  for (std::size_t i = 0; i < count; ++i) {
    out.push_back(out[i] ^ std::uint64_t{1} << 63);
  }
  return test::bytes_of(out);
}

Bytes narrowed(const Bytes& in, Narrowing narrowing, Store store,
               std::size_t in_shift, std::size_t out_shift) {
  const std::size_t count = in.size() / 8;
  return test::run_at(in, in_shift, count * 4, out_shift,
                      [&](const std::uint8_t* from, std::uint8_t* to) {
                        narrow(reinterpret_cast<const double*>(from),
                               reinterpret_cast<float*>(to), count, narrowing,
                               one_row(store));
                      });
}

TEST(WideFloatsTest, NarrowAsTheCodecDoes) {
  const Bytes in = wide_numbers();
  CastPolicy odd;
  odd.rounding = Rounding::to_odd;
  odd.overflow = Overflow::saturate_propagate;
  const Bytes to_even = test::codec_words(kF64, in, kF32, {});
  const Bytes to_odd = test::codec_words(kF64, in, kF32, odd);
  test::on_every_target([&] {
    for (const Store store : {Store::cached, Store::streamed}) {
      test::expect_words(narrowed(in, Narrowing::to_even, store, 0, 0), to_even,
                         4, in, 8, "to even");
      test::expect_words(narrowed(in, Narrowing::to_odd, store, 0, 0), to_odd,
                         4, in, 8, "to odd");
    }
  });
}

Bytes narrow_numbers() {
  std::vector<std::uint32_t> out;
  for (std::uint32_t exponent = 0; exponent < 256; ++exponent) {
    for (const std::uint32_t mantissa :
         {0u, 1u, 2u, 3u, 0x400000u, 0x7fffffu, 0x2aaaaau}) {
      out.push_back(exponent << 23 | mantissa);
      out.push_back(1u << 31 | exponent << 23 | mantissa);
    }
  }
  for (int bit = 0; bit < 23; ++bit) out.push_back(1u << bit);
  return test::bytes_of(out);
}

Bytes widened(const Bytes& in, Store store, std::size_t in_shift,
              std::size_t out_shift) {
  const std::size_t count = in.size() / 4;
  return test::run_at(in, in_shift, count * 8, out_shift,
                      [&](const std::uint8_t* from, std::uint8_t* to) {
                        widen(reinterpret_cast<const float*>(from),
                              reinterpret_cast<double*>(to), count,
                              one_row(store));
                      });
}

TEST(WideFloatsTest, WidenAsTheCodecDoes) {
  const Bytes in = narrow_numbers();
  const Bytes expected = test::codec_words(kF32, in, kF64, {});
  test::on_every_target([&] {
    for (const Store store : {Store::cached, Store::streamed}) {
      test::expect_words(widened(in, store, 0, 0), expected, 8, in, 4, "f32");
    }
  });
}

TEST(WideFloatsTest, TakeEveryLengthAtEveryPlace) {
  const Bytes wide = wide_numbers();
  const Bytes slim = narrow_numbers();
  test::on_every_target([&] {
    for (std::size_t count = 0; count < 70; ++count) {
      const Bytes a(wide.begin(), wide.begin() + static_cast<int>(count * 8));
      const Bytes b(slim.begin(), slim.begin() + static_cast<int>(count * 4));
      for (const Store store : {Store::cached, Store::streamed}) {
        const std::size_t skew = count % 16;
        ASSERT_EQ(
            narrowed(a, Narrowing::to_even, store, 8 * (count % 3), 4 * skew),
            test::codec_words(kF64, a, kF32, {}));
        ASSERT_EQ(widened(b, store, 4 * (count % 3), 8 * (skew % 8)),
                  test::codec_words(kF32, b, kF64, {}));
      }
    }
  });
}

TEST(WideFloatsTest, DoNotDependOnTheFloatingPointEnvironment) {
  const Bytes wide = wide_numbers();
  const Bytes slim = narrow_numbers();
  const Bytes narrow_expected = test::codec_words(kF64, wide, kF32, {});
  const Bytes wide_expected = test::codec_words(kF32, slim, kF64, {});
  test::on_every_target([&] {
    for (const unsigned word : test::float_environments()) {
      Bytes narrow_out;
      Bytes wide_out;
      {
        const test::FloatEnvironment environment(word);
        narrow_out = narrowed(wide, Narrowing::to_even, Store::cached, 0, 0);
        wide_out = widened(slim, Store::cached, 0, 0);
      }
      ASSERT_EQ(narrow_out, narrow_expected) << word;
      ASSERT_EQ(wide_out, wide_expected) << word;
    }
  });
}

}  // namespace
}  // namespace ashlar::kernels
