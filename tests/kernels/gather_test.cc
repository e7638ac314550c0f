// Gathers of every width and length.
#include "src/kernels/gather.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "tests/kernels/kernel_check.h"

namespace ashlar::kernels {
namespace {

using test::Bytes;

TEST(GatherTest, TakesEachElementFromItsPlace) {
  const Bytes in = test::numbered(4000);
  for (const std::size_t width : {1u, 2u, 4u, 8u}) {
    for (std::size_t count = 0; count < 40; ++count) {
      std::vector<std::int32_t> at;
      Bytes expected(8, 0xee);
      for (std::size_t i = 0; i < count; ++i) {
        // Backwards as well: a chunk may begin anywhere in its source.
        at.push_back(static_cast<std::int32_t>(i * 977 % 3000) - 500);
        const std::uint8_t* from = in.data() + 600 + at.back();
        expected.insert(expected.end(), from, from + width);
      }
      expected.insert(expected.end(), 8, 0xee);
      Bytes out(expected.size(), 0xee);
      gather(in.data() + 600, at.data(), count, width, out.data() + 8);
      ASSERT_EQ(out, expected) << width << ", " << count;
    }
  }
}

TEST(GatherTest, CountsElementsOfWhatIsNear) {
  const Bytes in = test::numbered(8 * 3000);
  for (const std::size_t width : {1u, 2u, 4u, 8u}) {
    for (std::size_t count = 0; count < 40; ++count) {
      std::vector<std::uint16_t> at;
      Bytes expected(8, 0xee);
      for (std::size_t i = 0; i < count; ++i) {
        at.push_back(static_cast<std::uint16_t>(i * 977 % 3000));
        const std::uint8_t* from = in.data() + at.back() * width;
        expected.insert(expected.end(), from, from + width);
      }
      expected.insert(expected.end(), 8, 0xee);
      Bytes out(expected.size(), 0xee);
      gather(in.data(), at.data(), count, width, out.data() + 8);
      ASSERT_EQ(out, expected) << count << " of " << width << " bytes";
    }
  }
}

TEST(GatherTest, LaterHopsWriteWhatBelongsToThem) {
  const Bytes in = test::numbered(600);
  for (std::int32_t length = 1; length <= 16; ++length) {
    const std::size_t bytes = length <= 4 ? 4 : length <= 8 ? 8 : kHopBytes;
    std::vector<Hop> hops;
    Bytes expected;
    for (std::int32_t i = 0; i < 30; ++i) {
      const std::int32_t from = i * 211 % 500;
      hops.push_back({from, i * length});
      expected.insert(expected.end(), in.begin() + from,
                      in.begin() + from + length);
    }
    Bytes out(expected.size() + kHopBytes, 0xee);
    gather_runs(in.data(), hops.data(), hops.size(), bytes, out.data());
    out.resize(expected.size());
    ASSERT_EQ(out, expected) << length;
  }
}

}  // namespace
}  // namespace ashlar::kernels
