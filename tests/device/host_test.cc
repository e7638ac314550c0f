// host_test.cc - this machine as a device.
#include "src/device/host.h"

#include <gtest/gtest.h>

#include "tests/base/error_text.h"

namespace ashlar {
namespace {

TEST(HostTest, TakesEverythingThatHasALayout) {
  HostDevice host;
  EXPECT_EQ(host.why_not(parse_spec("f64[3x7] col")), std::nullopt);
  EXPECT_EQ(host.why_not(parse_spec("f16[3x7] row on sim:0")),
            "it is placed on sim:0");
  EXPECT_EQ(host.why_not(parse_spec("f16[3x7] strided(1, 1)")),
            "axis a has the stride 1, expected a multiple of 1 that is at "
            "least 7");
}

TEST(HostTest, UnitsLieApart) {
  HostDevice host;
  const auto buffer =
      host.allocate(parse_spec("u8[10x3] row on host interleaved(4)"));
  ASSERT_EQ(buffer->unit_count(), 4);
  EXPECT_EQ(buffer->unit_bytes(), 9);
  const UnitBytes units = buffer->units();
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(units[i].size(), 9U);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(units[i].data()) % 64, 0U);
    std::ranges::fill(units[i], static_cast<std::byte>(i));
  }
  EXPECT_EQ(units[3][0], std::byte{3});
  EXPECT_EQ(buffer->address(),
            static_cast<std::int64_t>(
                reinterpret_cast<std::uintptr_t>(units[0].data())));
}

TEST(HostTest, NothingTakesNothing) {
  HostDevice host;
  const auto buffer = host.allocate(parse_spec("u8[0x3] row"));
  EXPECT_EQ(buffer->unit_count(), 1);
  EXPECT_EQ(buffer->unit_bytes(), 0);
}

TEST(HostTest, RefusesInWords) {
  HostDevice host;
  EXPECT_EQ(test::error_text(
                [&] { host.allocate(parse_spec("u8[3] row on sim:0")); }),
            "host: u8[3] row on sim:0 cannot be here: it is placed on sim:0");
}

TEST(HostTest, TakesTensorsBackFromDevices) {
  HostDevice host;
  EXPECT_EQ(to_string(host.default_spec(
                parse_spec("bf16[8x8] tile(4x4) on sim:0/l1 block(2x2)"))),
            "bf16[8x8] tile(4x4)");
}

}  // namespace
}  // namespace ashlar
