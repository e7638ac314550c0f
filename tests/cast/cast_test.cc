// The public calls: sizes, words of all widths, and what an error says.
#include "ashlar/cast.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "tests/base/error_text.h"
#include "tests/cast/cast_check.h"

namespace ashlar {
namespace {

using test::Bytes;
using test::bytes_of;
using test::cast_bytes;
using test::cast_items;
using test::element;
using test::error_of;
using test::error_text;
using test::items_of;

using U8 = std::uint8_t;
using U16 = std::uint16_t;
using U32 = std::uint32_t;

TEST(PackedBytesTest, RoundsUpToWholeBytes) {
  EXPECT_EQ(packed_bytes(element("f32"), 0), 0);
  EXPECT_EQ(packed_bytes(element("f32"), 3), 12);
  EXPECT_EQ(packed_bytes(element("u1"), 1), 1);
  EXPECT_EQ(packed_bytes(element("u1"), 9), 2);
  EXPECT_EQ(packed_bytes(element("i3_w3"), 3), 2);
  EXPECT_EQ(packed_bytes(element("i12"), 3), 5);
  EXPECT_EQ(packed_bytes(element("f6_e3m2fn_w6"), 4), 3);
  EXPECT_EQ(packed_bytes(element("f6_e3m2fn"), 4), 4);
  EXPECT_EQ(packed_bytes(element("orion_fp64x64"), 2), 64);
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(packed_bytes(element("u8"), kMost), kMost);
  EXPECT_EQ(packed_bytes(element("u1"), kMost), kMost / 8 + 1);
}

TEST(PackedBytesTest, RefusesImpossibleCounts) {
  EXPECT_EQ(error_text([] { packed_bytes(element("f32"), -1); }),
            "cast: a count of -1, expected 0 or more");
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  const Error error = error_of([] { packed_bytes(element("u16"), kMost); });
  EXPECT_EQ(error.kind(), ErrorKind::limit);
}

TEST(CastTest, ChecksSizesBeforeAnythingElse) {
  const Element f32 = element("f32");
  const Element f4 = element("f4_e2m1fn");
  Bytes in(20);
  Bytes out(3);
  EXPECT_EQ(error_text([&] { cast(f32, in, f4, out, 6); }),
            "cast: the input has 20 bytes, but 6 elements of f32 take 24");
  EXPECT_EQ(error_text([&] { cast(f32, in, f4, std::span(out).first(2), 5); }),
            "cast: the output has 2 bytes, but 5 elements of f4_e2m1fn take 3");
  EXPECT_EQ(error_text([&] { cast(f32, in, f4, out, 4); }),
            "cast: the input has 20 bytes, but 4 elements of f32 take 16");
  EXPECT_EQ(error_text([&] { cast(f32, in, f4, out, -5); }),
            "cast: a count of -5, expected 0 or more");
  cast(f32, in, f4, out, 5);
}

TEST(CastTest, RefusesArraysThatOverlap) {
  Bytes memory(64);
  const auto all = std::span(memory);
  const Element f32 = element("f32");
  const Element i32 = element("i32");
  for (const std::size_t at : {1u, 4u, 31u}) {
    EXPECT_EQ(error_text([&] {
                cast(f32, all.first(32), i32, all.subspan(at, 32), 8);
              }),
              "cast: input and output overlap");
    EXPECT_EQ(error_text([&] {
                cast(f32, all.subspan(at, 32), i32, all.first(32), 8);
              }),
              "cast: input and output overlap");
  }
  EXPECT_EQ(
      error_text([&] { cast(f32, all.first(32), i32, all.first(32), 8); }),
      "cast: input and output overlap");
  cast(f32, all.first(32), i32, all.last(32), 8);
  cast(f32, all.last(32), i32, all.first(32), 8);
  cast(f32, all.first(0), i32, all.first(0), 0);
}

TEST(CastTest, RefusesOptionsThatMakeNoSense) {
  const Element f32 = element("f32");
  CastOptions options;
  options.first = -1;
  EXPECT_EQ(error_text([&] { cast(f32, {}, f32, {}, 0, options); }),
            "cast: the first index is -1 and the threads 0, expected 0 or "
            "more");
  options.first = 0;
  options.threads = -2;
  EXPECT_EQ(error_text([&] { cast(f32, {}, f32, {}, 0, options); }),
            "cast: the first index is 0 and the threads -2, expected 0 or "
            "more");
}

TEST(CastTest, RefusesIndicesBeyondTheLastInteger) {
  CastOptions options;
  options.first = std::numeric_limits<std::int64_t>::max() - 100;
  options.policy.rounding = Rounding::stochastic;
  const Bytes in(400 * 8);
  EXPECT_THROW(cast_bytes(element("f64"), in, element("f32"), 400, options),
               Error);
}

TEST(CastTest, RefusesElementsThatAreNone) {
  Element broken = element("f32");
  broken.bits = 31;
  const Element f32 = element("f32");
  const Error error = error_of([&] { cast(f32, {}, broken, {}, 0); });
  EXPECT_EQ(error.kind(), ErrorKind::invalid);
  EXPECT_STREQ(error.what(),
               "cast: not an element format: 31 bits, but sign, exponent and "
               "mantissa have 32");
  Element wide = element("i64");
  wide.storage_bits = 65;
  EXPECT_EQ(error_of([&] { cast(wide, {}, f32, {}, 0); }).kind(),
            ErrorKind::unsupported);
  EXPECT_EQ(error_text([&] { decode(wide, 1); }),
            "cast: words of 65 bits, as in i64_w65, cannot be cast");
  EXPECT_EQ(error_text([] { decode(element("orion_fp8x23w"), 1); }),
            "decode: orion_fp8x23w has words of 128 bits, more than 64");
  EXPECT_EQ(error_text([] { encode(element("orion_fp8x23w"), 1); }),
            "encode: orion_fp8x23w has words of 128 bits, more than 64");
}

TEST(CastTest, NothingFromNowhere) {
  for (const Element& from : test::named_elements()) {
    for (const Element& to : test::named_elements()) {
      cast(from, {}, to, {}, 0);
    }
  }
}

TEST(CastTest, SaysWhichNumberIsOutOfRange) {
  const std::vector<float> in = {1, 2, 300.5f, 4, -1e30f};
  EXPECT_EQ(error_text([&] { cast_items<U8>("f32", in, "i8"); }),
            "cast: element 2 is 300.5, out of the range of i8, -128 to 127; "
            "ask for saturate or wrap to cast it anyway");
  const std::vector<float> nan = {1, std::nanf("")};
  const Error error = error_of([&] { cast_items<U8>("f32", nan, "u8"); });
  EXPECT_EQ(error.kind(), ErrorKind::data);
  EXPECT_STREQ(error.what(),
               "cast: element 1 is NaN, which u8 cannot hold; choose another "
               "NaN or overflow policy");
  const std::vector<std::int8_t> small = {3, -4, 7, -5};
  EXPECT_EQ(error_text([&] { cast_items<U8>("i8", small, "u4"); }),
            "cast: element 1 is -4, out of the range of u4, 0 to 15; ask for "
            "saturate or wrap to cast it anyway");
  EXPECT_EQ(error_text([] { encode(element("i8"), -129); }),
            "cast: the number is -129, out of the range of i8, -128 to 127; "
            "ask for saturate or wrap to cast it anyway");
}

TEST(CastTest, RefusesNanWhereThePolicySaysSo) {
  const std::vector<float> in = {1, 2, std::nanf("")};
  CastPolicy policy;
  policy.nan = NanPolicy::error;
  EXPECT_EQ(error_text([&] { cast_items<U16>("f32", in, "bf16", policy); }),
            "cast: element 2 is NaN, which the policy refuses; choose another "
            "NaN or overflow policy");
  policy.integer_overflow = IntegerOverflow::saturate;
  for (const char* to : {"i8", "q16.16", "i4", "i64", "f4_e2m1fn"}) {
    EXPECT_EQ(error_text([&] { cast_items<U8>("f32", in, to, policy); }),
              "cast: element 2 is NaN, which " + std::string(to) +
                  " cannot hold; choose another NaN or overflow policy");
  }
}

TEST(CastTest, NamesTheFirstRefusalOnAnyNumberOfThreads) {
  constexpr std::int64_t kCount = 700'001;
  std::vector<float> in(kCount, 5);
  for (const std::int64_t bad : {0, 65'535, 65'536, 400'003, 700'000}) {
    in.assign(kCount, 5);
    for (std::int64_t i = bad; i < kCount; i += 30'011) {
      in[static_cast<std::size_t>(i)] = 1000 + static_cast<float>(i % 7);
    }
    for (const int threads : {0, 1, 2}) {
      CastOptions options;
      options.threads = threads;
      options.first = 1'000'000'000'000;
      const std::string start = "cast: element " +
                                std::to_string(1'000'000'000'000 + bad) +
                                " is 100";
      for (const char* to : {"i8", "i4", "i7_w7"}) {
        const std::string text = error_text([&] {
          cast_bytes(element("f32"), bytes_of(in), element(to), kCount,
                     options);
        });
        EXPECT_EQ(text.substr(0, start.size()), start) << to;
      }
    }
  }
}

TEST(CastTest, PacksNarrowWordsFromTheLowestBit) {
  const std::vector<float> in = {1, -6, 0.5f};
  EXPECT_EQ(cast_items<U8>("f32", in, "f4_e2m1fn"), (std::vector<U8>{0xf2, 1}));
  const std::vector<float> flags = {1, 0, 1, 1, 0, 0, 0, 0, 1};
  EXPECT_EQ(cast_items<U8>("f32", flags, "u1"), (std::vector<U8>{0x0d, 1}));
  EXPECT_EQ(cast_items<U8>("f32", std::vector<float>{-1, -2, 1}, "i2"),
            (std::vector<U8>{0b00'01'10'11}));
}

TEST(CastTest, WritesDenseStreamsAndShiftedWords) {
  // Codes of f6_e3m2fn: 1 is 0x0c, -28 is 0x3f, 0.0625 is 0x01, -0 is 0x20.
  const std::vector<float> in = {1, -28, 0.0625f, -0.0f, 1};
  EXPECT_EQ(cast_items<U8>("f32", in, "f6_e3m2fn_w6"),
            (std::vector<U8>{0xcc, 0x1f, 0x80, 0x0c}));
  EXPECT_EQ(cast_items<U8>("f32", in, "f6_e3m2fn"),
            (std::vector<U8>{0x0c, 0x3f, 0x01, 0x20, 0x0c}));
  EXPECT_EQ(cast_items<U8>("f32", in, "f6_e3m2fn_w8s2"),
            (std::vector<U8>{0x30, 0xfc, 0x04, 0x80, 0x30}));
  EXPECT_EQ(cast_items<U8>("f32", std::vector<float>{1, -1, 2}, "i12"),
            (std::vector<U8>{0x01, 0xf0, 0xff, 0x02, 0x00}));
}

TEST(CastTest, ReadsDenseStreamsAndShiftedWords) {
  const std::vector<U8> dense = {0xcc, 0x1f, 0x80, 0x0c};
  const Bytes out =
      cast_bytes(element("f6_e3m2fn_w6"), bytes_of(dense), element("f32"), 5);
  EXPECT_EQ(items_of<float>(out),
            (std::vector<float>{1, -28, 0.0625f, -0.0f, 1}));
  // The lowest bits of such words are not looked at.
  EXPECT_EQ(
      cast_items<float>("f6_e3m2fn_w8s2", std::vector<U8>{0x33, 0xfd}, "f32"),
      (std::vector<float>{1, -28}));
  // Nor are those above a code.
  EXPECT_EQ(cast_items<float>("f6_e3m2fn", std::vector<U8>{0xcc, 0x7f}, "f32"),
            (std::vector<float>{1, -28}));
  EXPECT_EQ(cast_items<float>("ue4m3", std::vector<U8>{0xb8}, "f32"),
            (std::vector<float>{1}));
}

TEST(CastTest, KeepsTf32InTheUpperBits) {
  const std::vector<U32> in = {0x3f800fff, 0x3f801000, 0x3f801001, 0x3f803000,
                               0xff7fffff};
  EXPECT_EQ(cast_items<U32>("f32", in, "tf32"),
            (std::vector<U32>{0x3f800000, 0x3f800000, 0x3f802000, 0x3f804000,
                              0xff800000}));
  // The lower 13 bits are not looked at.
  EXPECT_EQ(cast_items<U32>("tf32", std::vector<U32>{0x3f803fff}, "f32"),
            (std::vector<U32>{0x3f802000}));
}

TEST(CastTest, WritesOrionsSignBehindTheMagnitude) {
  const std::vector<double> in = {1.5, -0.25, 0, 0x1p63};
  const auto out = cast_items<std::uint64_t>("f64", in, "orion_fp64x64");
  EXPECT_EQ(out, (std::vector<std::uint64_t>{0x8000000000000000, 1, 0, 0,  //
                                             0x4000000000000000, 0, 1, 0,  //
                                             0, 0, 0, 0,                   //
                                             0, 0x8000000000000000, 0, 0}));
}

TEST(CastTest, ReadsOrionsWords) {
  const std::vector<std::uint64_t> in = {0x8000000000000000,
                                         1,
                                         0,
                                         0,  //
                                         0x4000000000000000,
                                         0,
                                         1,
                                         0,  //
                                         1,
                                         0,
                                         1,
                                         0};
  const Element orion = element("orion_fp64x64");
  EXPECT_EQ(
      items_of<double>(cast_bytes(orion, bytes_of(in), element("f64"), 3)),
      (std::vector<double>{1.5, -0.25, -0x1p-64}));
  EXPECT_EQ(
      cast_bytes(orion, cast_bytes(orion, bytes_of(in), orion, 3), orion, 3),
      bytes_of(in));
  // Through other fixed points, rounded once.
  EXPECT_EQ(items_of<std::int32_t>(
                cast_bytes(orion, bytes_of(in), element("q16.16"), 3)),
            (std::vector<std::int32_t>{0x18000, -0x4000, 0}));
}

TEST(CastTest, AnythingButZeroIsTrue) {
  const std::vector<float> in = {0, -0.0f, 1, 0.001f, std::nanf(""), -5};
  EXPECT_EQ(cast_items<U8>("f32", in, "bool"),
            (std::vector<U8>{0, 0, 1, 1, 1, 1}));
  EXPECT_EQ(cast_items<float>("bool", std::vector<U8>{0, 1, 2, 0xff}, "f32"),
            (std::vector<float>{0, 1, 1, 1}));
}

TEST(CastTest, LeavesUnusedBitsOfTheLastByteZero) {
  for (const char* to : {"u1", "i2", "i3_w3", "f4_e2m1fn", "f6_e3m2fn_w6",
                         "e3m3_w7", "i12", "i13_w13"}) {
    for (std::int64_t count = 1; count <= 40; ++count) {
      const std::vector<float> in(static_cast<std::size_t>(count), -1.0f);
      CastOptions options;
      options.policy.integer_overflow = IntegerOverflow::wrap;
      Bytes out(static_cast<std::size_t>(packed_bytes(element(to), count)),
                std::byte{0xff});
      cast(element("f32"), bytes_of(in), element(to), out, count, options);
      const auto used =
          static_cast<std::size_t>(count * element(to).storage_bits);
      for (std::size_t at = used; at < out.size() * 8; ++at) {
        EXPECT_FALSE(test::bit_at(out, at)) << to << ", " << count;
      }
    }
  }
}

TEST(CastTest, KeepsTheBitsOfItsOwnFormat) {
  const std::vector<U32> in = {0x7f800001, 0xffffffff, 0x00000001, 0x80000000};
  EXPECT_EQ(cast_items<U32>("f32", in, "f32"), in);
  EXPECT_EQ(cast_items<U32>("tf32", in, "tf32"), in);
  const std::vector<U16> halves = {0x7d55, 0xfd55, 0x0001};
  EXPECT_EQ(cast_items<U16>("f16", halves, "f16"), halves);
}

}  // namespace
}  // namespace ashlar
