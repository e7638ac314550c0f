// The packing kernels against bit-by-bit packing, on every instruction set.
#include "src/kernels/pack_bits.h"

#include <gtest/gtest.h>
#include <hwy/highway.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>

#include "tests/packing/bit_places.h"

namespace ashlar::kernels {
namespace {

using test::Codes;
using Byte = std::uint8_t;
using Kernel = std::function<void(const Byte* in, Byte* out)>;

constexpr Byte kCanary = 0xA5;
constexpr std::size_t kMargin = 64;

/// Runs a kernel from a buffer that ends with its input, where a sanitizer sees
/// the first byte read too many, into one with canaries on both sides.
Codes run(const Codes& in, std::size_t in_shift, std::size_t out_size,
          std::size_t out_shift, const Kernel& kernel) {
  const auto source = std::make_unique<Byte[]>(in_shift + in.size());
  std::copy(in.begin(), in.end(), source.get() + in_shift);
  Codes target(out_shift + out_size + kMargin, kCanary);
  kernel(source.get() + in_shift, target.data() + out_shift);
  const auto begin = target.begin() + static_cast<std::ptrdiff_t>(out_shift);
  const auto end = begin + static_cast<std::ptrdiff_t>(out_size);
  const auto is_canary = [](Byte byte) { return byte == kCanary; };
  EXPECT_TRUE(std::all_of(target.begin(), begin, is_canary)) << "before";
  EXPECT_TRUE(std::all_of(end, target.end(), is_canary)) << "behind";
  return {begin, end};
}

/// What a pair of kernels does, as a packing.
struct Case {
  std::string name;
  PackOrder order;
  std::size_t width;
  std::size_t group;
  std::function<void(const Byte*, std::size_t, Byte*)> pack;
  std::function<void(const Byte*, std::size_t, Byte*)> unpack;
};

Case stream(int bits, FirstCode first) {
  const bool low = first == FirstCode::low;
  return {(low ? "dense" : "msb_first") + std::to_string(bits),
          low ? PackOrder::dense : PackOrder::msb_first,
          static_cast<std::size_t>(bits),
          1,
          [=](const Byte* in, std::size_t count, Byte* out) {
            pack_stream(in, count, bits, first, out);
          },
          [=](const Byte* in, std::size_t count, Byte* out) {
            unpack_stream(in, count, bits, first, out);
          }};
}

Byte mask_of(std::size_t width) { return static_cast<Byte>((1U << width) - 1); }

Case nibbles(std::size_t width) {
  const Byte mask = mask_of(width);
  return {"nibbles" + std::to_string(width),
          PackOrder::containers,
          width,
          1,
          [=](const Byte* in, std::size_t count, Byte* out) {
            pack_nibbles(in, count, mask, out);
          },
          [=](const Byte* in, std::size_t count, Byte* out) {
            unpack_nibbles(in, count, mask, out);
          }};
}

Case shifted(std::size_t width, PackOrder order) {
  const Byte mask = mask_of(width);
  const int shift =
      order == PackOrder::msb_aligned ? 8 - static_cast<int>(width) : 0;
  return {"shift" + std::to_string(shift) + "of" + std::to_string(width),
          order,
          width,
          1,
          [=](const Byte* in, std::size_t count, Byte* out) {
            shift_up(in, count, shift, mask, out);
          },
          [=](const Byte* in, std::size_t count, Byte* out) {
            shift_down(in, count, shift, mask, out);
          }};
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (int bits = 1; bits <= 8; ++bits) {
    all.push_back(stream(bits, FirstCode::low));
    all.push_back(stream(bits, FirstCode::high));
    const auto width = static_cast<std::size_t>(bits);
    all.push_back(shifted(width, PackOrder::msb_aligned));
    if (bits > 4) all.push_back(shifted(width, PackOrder::containers));
  }
  all.push_back(nibbles(3));
  all.push_back(nibbles(4));
  return all;
}

void check(const Case& c, std::size_t count, std::size_t in_shift,
           std::size_t out_shift) {
  SCOPED_TRACE(c.name + ", " + std::to_string(count) + " codes, input at " +
               std::to_string(in_shift) + ", output at " +
               std::to_string(out_shift));
  const auto seed = static_cast<unsigned>(count * 4096 + c.width);
  const Codes codes = test::random_bytes(count, seed);
  const Codes packed = test::packed_by_bits(codes, c.order, c.width, c.group);
  ASSERT_EQ(run(codes, in_shift, packed.size(), out_shift,
                [&](const Byte* in, Byte* out) { c.pack(in, count, out); }),
            packed);
  // Bits that belong to no code must not matter: set them all.
  const Codes none =
      test::packed_by_bits(Codes(count, 0xFF), c.order, c.width, c.group);
  Codes noisy = packed;
  for (std::size_t i = 0; i < noisy.size(); ++i) {
    noisy[i] = static_cast<Byte>(noisy[i] | ~none[i]);
  }
  ASSERT_EQ(run(noisy, in_shift, count, out_shift,
                [&](const Byte* in, Byte* out) { c.unpack(in, count, out); }),
            test::masked(codes, c.width));
}

/// Runs once for every instruction set that this CPU offers.
class PackBitsTest : public testing::TestWithParam<std::int64_t> {
 protected:
  void SetUp() override { hwy::SetSupportedTargetsForTest(GetParam()); }
  void TearDown() override { hwy::SetSupportedTargetsForTest(0); }
};

TEST_P(PackBitsTest, AgreesWithBitByBitAtEveryLength) {
  for (const Case& c : cases()) {
    for (std::size_t count = 0; count <= 300; ++count) {
      check(c, count, count * 7 % 64, count * 13 % 64);
      if (HasFatalFailure()) return;
    }
    for (const std::size_t count : {511U, 512U, 700U, 1029U}) {
      check(c, count, 0, 0);
      check(c, count, 1, 3);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_P(PackBitsTest, AgreesWithBitByBitAtEveryMisalignment) {
  for (const Case& c : cases()) {
    for (std::size_t shift = 0; shift < 64; ++shift) {
      check(c, 331, shift, 0);
      check(c, 331, 0, shift);
      check(c, 330 + shift, shift, 63 - shift);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_P(PackBitsTest, SplitsHalvesOfAnySize) {
  for (const std::size_t width : {3U, 4U}) {
    for (std::size_t half = 1; half <= 130; ++half) {
      const Byte mask = mask_of(width);
      const std::size_t groups = 3;
      const Case c = {"halves of " + std::to_string(half),
                      PackOrder::split_half,
                      width,
                      2 * half,
                      [=](const Byte* in, std::size_t, Byte* out) {
                        pack_halves(in, groups, half, mask, out);
                      },
                      [=](const Byte* in, std::size_t, Byte* out) {
                        unpack_halves(in, groups, half, mask, out);
                      }};
      check(c, groups * 2 * half, half % 64, half * 5 % 64);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_P(PackBitsTest, TakesNothingFromNowhere) {
  for (const Case& c : cases()) {
    c.pack(nullptr, 0, nullptr);
    c.unpack(nullptr, 0, nullptr);
  }
  pack_halves(nullptr, 0, 16, 15, nullptr);
  unpack_halves(nullptr, 0, 16, 15, nullptr);
}

/// The targets that were compiled, and words by themselves as the last resort.
std::vector<std::int64_t> targets() {
  std::vector<std::int64_t> all = hwy::SupportedAndGeneratedTargets();
  if (std::find(all.begin(), all.end(), HWY_STATIC_TARGET) == all.end()) {
    all.push_back(HWY_STATIC_TARGET);
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Targets, PackBitsTest, testing::ValuesIn(targets()),
                         [](const auto& test) {
                           return hwy::TargetName(test.param);
                         });

TEST(StreamBytesTest, CountsWholeBytes) {
  EXPECT_EQ(stream_bytes(0, 3), 0U);
  EXPECT_EQ(stream_bytes(1, 1), 1U);
  EXPECT_EQ(stream_bytes(3, 3), 2U);
  EXPECT_EQ(stream_bytes(8, 7), 7U);
  EXPECT_EQ(stream_bytes(9, 7), 8U);
  EXPECT_EQ(stream_bytes(SIZE_MAX, 8), SIZE_MAX);
}

}  // namespace
}  // namespace ashlar::kernels
