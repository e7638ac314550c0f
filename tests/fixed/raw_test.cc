// raw_test.cc - the text of raw numbers, and the ends of ranges.
#include <gtest/gtest.h>

#include "ashlar/error.h"
#include "ashlar/fixed.h"

namespace ashlar {
namespace {

TEST(FixedRawTest, ReadsWhatItWrites) {
  for (const char* text : {"0", "-0", "1", "-1", "18446744073709551616",
                           "-170141183460469231731687303715884105728",
                           "340282366920938463463374607431768211455",
                           "-340282366920938463463374607431768211455"}) {
    EXPECT_EQ(to_string(parse_fixed_raw(text)), text);
  }
  EXPECT_EQ(parse_fixed_raw("007"), FixedRaw(7));
}

TEST(FixedRawTest, RefusesWhatIsNoNumber) {
  for (const char* text :
       {"", "-", "--1", "+1", "1.5", "1 ", "0x1", "1e3",
        "340282366920938463463374607431768211456",
        "3402823669209384634633746074317682114550",
        "999999999999999999999999999999999999999999999999"}) {
    EXPECT_THROW(parse_fixed_raw(text), Error) << text;
  }
  try {
    parse_fixed_raw("1.5");
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::invalid);
    EXPECT_STREQ(error.what(),
                 "fixed point: '1.5' is not a whole number of up to 128 bits "
                 "and a sign");
  }
}

TEST(FixedRawTest, ConvertsToTwosComplement) {
  const FixedRaw lowest_128(static_cast<UInt128>(1) << 127, true);
  EXPECT_EQ(FixedRaw(to_int128(lowest_128)), lowest_128);
  EXPECT_EQ(to_int128(FixedRaw(0, true)), 0);
  EXPECT_EQ(to_int128(FixedRaw(-5)), -5);
  EXPECT_THROW(to_int128(FixedRaw(lowest_128.magnitude, false)), Error);
}

TEST(FixedRawTest, KnowsTheEndsOfRanges) {
  EXPECT_EQ(lowest({32, 16}), FixedRaw(Int128{-2147483648}));
  EXPECT_EQ(highest({32, 16}), FixedRaw(2147483647));
  EXPECT_EQ(lowest({32, 16, FixedRange::symmetric}), FixedRaw(-2147483647));
  EXPECT_EQ(to_string(lowest({128, 0})),
            "-170141183460469231731687303715884105728");
  EXPECT_EQ(lowest({2, 1}), FixedRaw(-2));
}

TEST(FixedRawTest, DescribesTypes) {
  EXPECT_EQ(to_string(FixedPoint{32, 26}),
            "32-bit fixed point with 26 fraction bits");
}

}  // namespace
}  // namespace ashlar
