// Kernels of block formats against the engine, on every instruction set.
#include "src/blocks/fast_quantize.h"

#include <gtest/gtest.h>

#include "tests/blocks/fast_check.h"
#include "tests/kernels/kernel_check.h"

namespace ashlar {
namespace {

using kernels::Wide;
using kernels::test::on_every_target;

/// Numbers of a case, the engine's result, and the bytes that kernels read.
struct Case {
  Format format;
  QuantizePolicy policy;
  BlockExtent extent;
  Wide source = Wide::f32;
  std::vector<std::byte> in;
  test::FastParts expected;

  Case(const char* name, const QuantizePolicy& how, const BlockExtent& size,
       Wide wide, PackOrder order, std::mt19937& random)
      : Case(name, how, size, wide, order,
             test::some_numbers(random,
                                static_cast<std::size_t>(size.count()))) {}

  Case(const char* name, const QuantizePolicy& how, const BlockExtent& size,
       Wide wide, PackOrder order, std::vector<float> numbers)
      : format(parse_format(name)), policy(how), extent(size), source(wide) {
    if (source == Wide::bf16) {
      const auto words = test::cut_to_bf16(numbers);
      in.resize(words.size() * 2);
      if (!in.empty()) std::memcpy(in.data(), words.data(), in.size());
    } else {
      in.resize(numbers.size() * 4);
      if (!in.empty()) std::memcpy(in.data(), numbers.data(), in.size());
    }
    expected = test::parts_of(format, quantize(format, numbers, extent, policy),
                              order);
  }

  /// Whether kernels did it, and did it right.
  bool check(int threads = 1) const {
    test::FastParts out = expected;
    for (auto* bytes :
         {&out.data, &out.scales, &out.outer_scales, &out.zeros}) {
      std::fill(bytes->begin(), bytes->end(), std::byte{0xa5});
    }
    if (!quantize_fast(format, policy, extent, source, in, out.bytes(),
                       threads)) {
      return false;
    }
    EXPECT_EQ(out.outer_scales, expected.outer_scales);
    EXPECT_EQ(out.scales, expected.scales);
    EXPECT_EQ(out.zeros, expected.zeros);
    if (out.data != expected.data) {
      const auto found = std::mismatch(out.data.begin(), out.data.end(),
                                       expected.data.begin());
      ADD_FAILURE() << "byte " << found.first - out.data.begin() << " is "
                    << int(*found.first) << ", expected " << int(*found.second);
    }
    return true;
  }

  std::string name() const {
    return format.name() + " " + std::to_string(extent.outer) + "x" +
           std::to_string(extent.rows) + "x" + std::to_string(extent.cols) +
           (source == Wide::bf16 ? " bf16" : " f32") + " rule " +
           std::to_string(int(policy.rule)) + " division " +
           std::to_string(int(policy.division));
  }
};

BlockExtent some_extent(std::mt19937& random) {
  const auto size = [&](unsigned most) {
    return static_cast<std::int64_t>(random() % (most + 1));
  };
  switch (random() % 4) {
    case 0:
      return {1, 1, size(700)};
    case 1:
      return {size(2), size(5), size(200)};
    case 2:
      return {1, 2, 16 * size(80)};
    default:
      return {1 + size(1), 1 + size(6), 128 * (1 + size(4))};
  }
}

TEST(FastQuantizeTest, GivesTheBitsOfTheEngine) {
  std::mt19937 random(11);
  int done = 0;
  for (const char* name : test::kFastFormats) {
    for (int i = 0; i < 12; ++i) {
      const QuantizePolicy policy =
          i == 0 ? QuantizePolicy() : test::some_policy(random);
      const Case one(name, policy, some_extent(random),
                     i % 2 == 0 ? Wide::f32 : Wide::bf16,
                     i % 3 == 2 ? PackOrder::dense : PackOrder::containers,
                     random);
      SCOPED_TRACE(one.name());
      on_every_target([&] { done += one.check() ? 1 : 0; });
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(done, 28 * 12 * 2);
}

TEST(FastQuantizeTest, TakesEveryFormatWithTheUsualPolicy) {
  std::mt19937 random(5);
  for (const char* name : test::kFastFormats) {
    for (const Wide source : {Wide::f32, Wide::bf16}) {
      const Case one(name, {}, {1, 3, 384}, source, PackOrder::containers,
                     random);
      SCOPED_TRACE(one.name());
      on_every_target([&] { EXPECT_TRUE(one.check()); });
      if (HasFailure()) return;
    }
  }
}

TEST(FastQuantizeTest, AgreesAtEveryLength) {
  std::mt19937 random(6);
  for (const char* name : {"f8_e4m3fn@e8m0:32", "f4_e2m1fn@e8m0:32",
                           "i4@f16:32", "u4@f16:32,zero=u4"}) {
    for (std::int64_t cols = 0; cols <= 150; ++cols) {
      const Case one(name, {}, {1, 2, cols},
                     cols % 2 == 0 ? Wide::f32 : Wide::bf16,
                     PackOrder::containers, random);
      SCOPED_TRACE(one.name());
      on_every_target([&] { EXPECT_TRUE(one.check()); });
      if (HasFailure()) return;
    }
  }
}

TEST(FastQuantizeTest, DoesNotDependOnTheEnvironment) {
  std::mt19937 random(7);
  for (const char* name : test::kFastFormats) {
    const Case one(name, {}, {1, 2, 512}, Wide::f32, PackOrder::containers,
                   random);
    SCOPED_TRACE(one.name());
    for (const unsigned word : kernels::test::float_environments()) {
      const kernels::test::FloatEnvironment environment(word);
      EXPECT_TRUE(one.check());
    }
    if (HasFailure()) return;
  }
}

TEST(FastQuantizeTest, GivesTheSameBytesForAnyThreads) {
  std::mt19937 random(8);
  for (const char* name :
       {"f8_e4m3fn@e8m0:32", "i4@f16:channel", "f4_e2m1fn@ue4m3:16+f32:tensor",
        "f8_e4m3fn@f32:128x128"}) {
    const Case one(name, {}, {1, 300, 1024}, Wide::bf16, PackOrder::containers,
                   random);
    SCOPED_TRACE(one.name());
    for (const int threads : {0, 1, 2, 3}) EXPECT_TRUE(one.check(threads));
  }
}

/// One row of numbers, filled up with zeros to whole tiles of 128.
Case row_of(const char* name, std::vector<float> numbers, Wide source) {
  numbers.resize((numbers.size() + 127) / 128 * 128);
  const BlockExtent extent{1, 1, static_cast<std::int64_t>(numbers.size())};
  return {name, {}, extent, source, PackOrder::containers, std::move(numbers)};
}

/// All bf16 of 26 binades, and f32 that are next to them, in tiles of which the
/// first number is the largest.
std::vector<float> all_below(std::uint32_t largest, Wide source) {
  std::vector<float> out;
  const std::uint32_t lowest = largest - std::min(largest, 26u << 23);
  for (std::uint32_t bits = lowest & 0xffff0000u; bits < largest;
       bits += 1u << 16) {
    for (const std::uint32_t off : {0u, 1u, ~0u}) {
      if (off != 0 && (source == Wide::bf16 || bits == 0)) continue;
      for (const std::uint32_t sign : {0u, 0x80000000u}) {
        if (out.size() % 32 == 0) {
          out.push_back(std::bit_cast<float>(largest));
        }
        out.push_back(std::bit_cast<float>((bits + off) | sign));
      }
    }
  }
  return out;
}

TEST(FastQuantizeTest, RoundsAllMantissasUnderPowers) {
  for (const char* name :
       {"f8_e4m3fn@e8m0:32", "f8_e5m2@e8m0:32", "f6_e3m2fn@e8m0:32",
        "f6_e2m3fn@e8m0:32", "f4_e2m1fn@e8m0:32"}) {
    for (const std::uint32_t largest :
         {0x3fff0000u, 0x40a10000u, 0x0a7f0000u, 0x7f3f0000u}) {
      for (const Wide source : {Wide::f32, Wide::bf16}) {
        const Case one = row_of(name, all_below(largest, source), source);
        SCOPED_TRACE(one.name());
        on_every_target([&] { EXPECT_TRUE(one.check()); });
        if (HasFailure()) return;
      }
    }
  }
}

/// Quotients that are halves, or next to one, of scales next to those numbers
/// of few bits for which products would not do.
std::vector<float> near_ties(float top, std::size_t tile,
                             std::mt19937& random) {
  std::vector<float> out;
  for (std::uint32_t i = 0; i < 1024; ++i) {
    const std::uint32_t few = static_cast<std::uint32_t>(random()) % 64;
    const std::uint32_t near = static_cast<std::uint32_t>(random()) % 41 - 20;
    const auto scale = std::bit_cast<float>((127u << 23 | few << 17) + near);
    out.push_back(scale * top);
    while (out.size() % tile != 0) {
      const auto tie =
          static_cast<float>(random() % static_cast<unsigned>(top));
      const auto bits = std::bit_cast<std::uint32_t>((tie + 0.5F) * scale);
      const std::uint32_t off = static_cast<std::uint32_t>(random()) % 7 - 3;
      out.push_back(std::bit_cast<float>(
          (bits + off) ^ (static_cast<std::uint32_t>(random()) & 1u << 31)));
    }
  }
  return out;
}

TEST(FastQuantizeTest, RoundsQuotientsThatAreNextToTies) {
  std::mt19937 random(9);
  const struct {
    const char* name;
    float top;
    std::size_t tile;
  } subjects[] = {{"i8@f32:32", 127, 32},
                  {"i4@f32:32", 7, 32},
                  {"u4@f32:32,zero=u4", 15, 32},
                  {"f8_e4m3fn@f32:128", 448, 128},
                  {"f4_e2m1fn@f32:32", 6, 32}};
  for (const auto& [name, top, tile] : subjects) {
    for (const Wide source : {Wide::f32, Wide::bf16}) {
      const Case one = row_of(name, near_ties(top, tile, random), source);
      SCOPED_TRACE(one.name());
      on_every_target([&] { EXPECT_TRUE(one.check()); });
      if (HasFailure()) return;
    }
  }
}

}  // namespace
}  // namespace ashlar
