// Numbers of codes by kernels against those of the engine, on every
// instruction set.
#include <gtest/gtest.h>

#include "tests/blocks/fast_check.h"
#include "tests/kernels/kernel_check.h"

namespace ashlar {
namespace {

using kernels::Wide;
using kernels::test::on_every_target;

enum class Scales { found, any };

/// Codes of any kind, under scales as the engine finds them or any others.
struct Case {
  Format format;
  BlockCodes codes;
  Wide target;
  test::FastParts parts;
  std::vector<std::byte> expected;

  Case(const char* name, const BlockExtent& extent, Wide wide, Scales scales,
       PackOrder order, std::mt19937& random)
      : format(parse_format(name)), target(wide) {
    const auto numbers =
        test::some_numbers(random, static_cast<std::size_t>(extent.count()));
    codes = quantize(format, numbers, extent);
    const int bits = format.element().bits;
    for (std::uint16_t& code : codes.data) {
      code = static_cast<std::uint16_t>(random() % (1u << bits));
    }
    if (scales == Scales::any) {
      const Element& element = format.block()->scales[0].element;
      for (std::uint32_t& word : codes.scales) {
        word = static_cast<std::uint32_t>(random()) >> (32 - element.bits);
      }
    }
    expect(order);
  }

  /// What the engine makes of the codes as they are now.
  void expect(PackOrder order) {
    parts = test::parts_of(format, codes, order);
    expected.clear();
    for (const float x : dequantize(format, codes)) {
      const auto wide_bits = std::bit_cast<std::uint32_t>(x);
      const std::uint32_t word =
          target == Wide::f32
              ? wide_bits
              : (wide_bits + 0x7fff + (wide_bits >> 16 & 1)) >> 16;
      const auto* begin = reinterpret_cast<const std::byte*>(&word);
      expected.insert(expected.end(), begin,
                      begin + (target == Wide::f32 ? 4 : 2));
    }
  }

  bool check(int threads = 1) {
    std::vector<std::byte> out(expected.size(), std::byte{0xa5});
    if (!dequantize_fast(format, {}, codes.extent, parts.bytes(), target, out,
                         threads)) {
      return false;
    }
    const auto found = std::mismatch(out.begin(), out.end(), expected.begin());
    EXPECT_TRUE(out == expected)
        << "byte " << found.first - out.begin() << " of " << out.size();
    return true;
  }
};

TEST(FastDequantizeTest, GivesTheBitsOfTheEngine) {
  std::mt19937 random(21);
  int done = 0;
  int all = 0;
  for (const char* name : test::kFastFormats) {
    for (int i = 0; i < 12; ++i) {
      const auto cols = static_cast<std::int64_t>(random() % 400);
      Case one(name, {1, 1 + i % 4, cols}, i % 2 == 0 ? Wide::f32 : Wide::bf16,
               i % 4 < 2 ? Scales::found : Scales::any,
               i % 3 == 2 ? PackOrder::dense : PackOrder::containers, random);
      SCOPED_TRACE(std::string(name) + " " + std::to_string(cols));
      on_every_target([&] {
        done += one.check() ? 1 : 0;
        ++all;
      });
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(done, all * 3 / 4);
}

TEST(FastDequantizeTest, HasAllCodesUnderAllPowers) {
  std::mt19937 random(23);
  for (const char* name : {"f8_e4m3fn@e8m0:32", "f8_e5m2@e8m0:32",
                           "f6_e2m3fn@e8m0:32", "f4_e2m1fn@e8m0:32"}) {
    const std::int64_t codes = parse_format(name).element().bits > 4 ? 8 : 1;
    // Tiles one after the other have the same power, or go through all.
    const BlockExtent extent{1, 256, 32 * 16 * codes};
    for (const Wide target : {Wide::f32, Wide::bf16}) {
      Case one(name, extent, target, Scales::found, PackOrder::containers,
               random);
      for (std::size_t i = 0; i < one.codes.scales.size(); ++i) {
        const std::size_t tiles = static_cast<std::size_t>(16 * codes);
        one.codes.scales[i] = static_cast<std::uint32_t>(i / tiles);
      }
      for (std::size_t i = 0; i < one.codes.data.size(); ++i) {
        one.codes.data[i] = static_cast<std::uint16_t>(
            i % (std::size_t{1} << one.format.element().bits));
      }
      one.expect(PackOrder::containers);
      SCOPED_TRACE(name);
      on_every_target([&] { EXPECT_TRUE(one.check()); });
      if (HasFailure()) return;
    }
  }
}

TEST(FastDequantizeTest, DoesNotDependOnTheEnvironmentOrThreads) {
  std::mt19937 random(22);
  for (const char* name : test::kFastFormats) {
    Case one(name, {1, 6, 512}, Wide::bf16, Scales::found,
             PackOrder::containers, random);
    SCOPED_TRACE(name);
    for (const unsigned word : kernels::test::float_environments()) {
      const kernels::test::FloatEnvironment environment(word);
      one.check();
    }
    for (const int threads : {0, 2, 3}) one.check(threads);
    if (HasFailure()) return;
  }
}

TEST(FastDequantizeTest, LeavesCodesThatThereAreNotToTheEngine) {
  const Format format = parse_format("f6_e2m3fn@e8m0:32");
  std::vector<std::byte> data(64, std::byte{63});
  std::vector<std::byte> scales(2, std::byte{127});
  std::vector<std::byte> out(64 * 4);
  const BlockBytes bytes{data, scales, {}, {}, Packing(6), {}};
  EXPECT_TRUE(dequantize_fast(format, {}, {1, 1, 64}, bytes, Wide::f32, out));
  data[40] = std::byte{64};
  EXPECT_FALSE(dequantize_fast(format, {}, {1, 1, 64}, bytes, Wide::f32, out));
}

}  // namespace
}  // namespace ashlar
