// The integer kernels against the codec, on every instruction set.
#include "src/kernels/integer_codes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "ashlar/format.h"
#include "src/cast/kernel_args.h"
#include "tests/kernels/kernel_check.h"

namespace ashlar::kernels {
namespace {

using test::Bytes;

std::vector<Element> integers() {
  std::vector<Element> out;
  for (const char* name :
       {"i8",     "u8",    "i16",   "u16",     "i32",   "q5.26", "q8.23",
        "q16.16", "q1.30", "q31.0", "q3.4",    "q0.7",  "q8.7",  "uq8.8",
        "uq0.8",  "i4_w8", "u4_w8", "i12_w16", "u1_w8", "i2_w8"}) {
    out.push_back(parse_format(name).element());
  }
  return out;
}

CastPolicy saturating() {
  CastPolicy policy;
  policy.integer_overflow = IntegerOverflow::saturate;
  return policy;
}

std::size_t size_of(const Element& e) {
  return static_cast<std::size_t>(e.storage_bits / 8);
}

/// f32 bits around the ends of the range, around halves, and where f32 stops
/// having fractions.
std::vector<std::uint32_t> floats_for(const Element& e) {
  std::vector<std::uint32_t> out = test::special_f32();
  const auto add = [&](double codes) {
    const std::uint32_t bits =
        test::f32_of(std::ldexp(codes, -e.fraction_bits));
    for (const std::uint32_t near : {bits - 1, bits, bits + 1}) {
      if ((near & 0x7fffffffu) > 0x7f800000u) continue;
      out.push_back(near);
      out.push_back(near ^ 0x80000000u);
    }
  };
  for (int i = 0; i < 600; ++i) add(i / 2.0);
  for (int bit = 8; bit <= 40; ++bit) {
    for (int half = -5; half <= 5; ++half) {
      add(std::ldexp(1.0, bit) + half / 2.0);
    }
  }
  for (const std::uint32_t word : test::random_words(3000, 1)) {
    out.push_back(word);
    // Most bits at random are far out of range; these are not.
    add(std::ldexp(word, -static_cast<int>(word % 32)));
  }
  return out;
}

struct Outcome {
  Bytes bytes;
  bool fits = false;
};

Outcome encoded(const Bytes& in, const IntegerCode& how, OutOfRange range,
                Store store, std::size_t in_shift = 0,
                std::size_t out_shift = 0) {
  const std::size_t count = in.size() / 4;
  Outcome out;
  out.bytes = test::run_at(
      in, in_shift, count * static_cast<std::size_t>(how.code_bytes), out_shift,
      [&](const std::uint8_t* from, std::uint8_t* to) {
        out.fits = encode(reinterpret_cast<const float*>(from), to, count, how,
                          range, one_row(store));
      });
  return out;
}

Bytes decoded(const Bytes& in, const IntegerCode& how, Store store,
              std::size_t in_shift = 0, std::size_t out_shift = 0) {
  const std::size_t count =
      in.size() / static_cast<std::size_t>(how.code_bytes);
  return test::run_at(in, in_shift, count * 4, out_shift,
                      [&](const std::uint8_t* from, std::uint8_t* to) {
                        decode(from, reinterpret_cast<float*>(to), count, how,
                               one_row(store));
                      });
}

TEST(IntegerCodesTest, SaturatesAsTheCodecDoes) {
  for (const Element& to : integers()) {
    const auto how = encode_integer(to, saturating());
    ASSERT_TRUE(how) << to_string(to);
    const Bytes in = test::bytes_of(floats_for(to));
    const Bytes expected = test::codec_words(kF32, in, to, saturating());
    test::on_every_target([&] {
      for (const Store store : {Store::cached, Store::streamed}) {
        const Outcome out = encoded(in, *how, OutOfRange::saturate, store);
        EXPECT_TRUE(out.fits);
        test::expect_words(out.bytes, expected, size_of(to), in, 4,
                           to_string(to));
      }
    });
  }
}

/// Every number alone among harmless ones, at a place of its own.
TEST(IntegerCodesTest, ReportsWhatTheCodecRefuses) {
  for (const Element& to : integers()) {
    const auto how = encode_integer(to, {});
    ASSERT_TRUE(how) << to_string(to);
    const Encoder<std::uint64_t> encoder(to, {});
    const Decoder<std::uint64_t> decoder(kF32);
    const auto floats = floats_for(to);
    for (std::size_t i = 0; i < floats.size(); i += i < 400 ? 1 : 13) {
      const auto code = code_of_word<std::uint64_t>(kF32, floats[i]);
      const bool fits = encoder(decoder(code)).status == CodecStatus::ok;
      std::vector<std::uint32_t> words(1 + i % 80, 0);
      words[i % words.size()] = floats[i];
      const Bytes in = test::bytes_of(words);
      test::on_every_target([&] {
        const auto store = i % 2 == 0 ? Store::cached : Store::streamed;
        EXPECT_EQ(encoded(in, *how, OutOfRange::report, store).fits, fits)
            << to_string(to) << " of bits " << std::hex << floats[i];
      });
    }
  }
}

TEST(IntegerCodesTest, DecodesAsTheCodecDoes) {
  for (const Element& from : integers()) {
    const auto how = decode_integer(from, {});
    ASSERT_TRUE(how) << to_string(from);
    std::vector<std::uint32_t> words = test::random_words(20000, 2);
    for (int bit = 20; bit < 32; ++bit) {
      for (std::uint32_t i = 0; i < 16; ++i) {
        words.push_back((1u << bit) + i - 8);
        words.push_back(0u - ((1u << bit) + i - 8));
        // Ties between neighbours, and one on either side of them.
        words.push_back((1u << bit) + (i << (bit - 24 + 8) % 32) / 256);
      }
    }
    for (std::uint32_t i = 0; i < 65536 / 4; ++i) {
      words.push_back(i * 4 + (i * 4 + 1) * 65536u);
    }
    const Bytes in = test::bytes_of(words);
    const Bytes expected = test::codec_words(from, in, kF32, {});
    test::on_every_target([&] {
      for (const Store store : {Store::cached, Store::streamed}) {
        test::expect_words(decoded(in, *how, store), expected, 4, in,
                           size_of(from), to_string(from));
      }
    });
  }
}

TEST(IntegerCodesTest, RoundsTiesOfWideIntegersToEven) {
  const auto how = decode_integer(parse_format("i32").element(), {});
  ASSERT_TRUE(how);
  std::vector<std::uint32_t> words;
  for (int extra = 1; extra <= 7; ++extra) {
    const std::uint32_t half = 1u << (extra - 1);
    for (const std::uint32_t kept :
         {0x800000u, 0x800001u, 0xfffffeu, 0xffffffu, 0xabcdefu, 0xabcdeeu}) {
      for (const std::uint32_t rest : {half - 1, half, half + 1}) {
        words.push_back((kept << extra) + rest);
        words.push_back(0u - words.back());
      }
    }
  }
  words.insert(words.end(), {0x80000000u, 0x80000001u, 0x7fffffffu});
  const Bytes in = test::bytes_of(words);
  const Element i32 = parse_format("i32").element();
  const Bytes expected = test::codec_words(i32, in, kF32, {});
  test::on_every_target([&] {
    test::expect_words(decoded(in, *how, Store::cached), expected, 4, in, 4,
                       "i32");
  });
}

TEST(IntegerCodesTest, AgreesAtEveryLengthAndMisalignment) {
  for (const char* name : {"i8", "u16", "q16.16", "i4_w8"}) {
    const Element e = parse_format(name).element();
    const auto how = encode_integer(e, saturating());
    ASSERT_TRUE(how);
    for (std::size_t count = 0; count <= 130; ++count) {
      auto floats = floats_for(e);
      std::rotate(floats.begin(), floats.begin() + 101, floats.end());
      floats.resize(count);
      const Bytes in = test::bytes_of(floats);
      const Bytes expected = test::codec_words(kF32, in, e, saturating());
      const Bytes back = test::codec_words(e, expected, kF32, {});
      test::on_every_target([&] {
        for (std::size_t shift = 0; shift < 64; ++shift) {
          const auto store =
              (shift + count) % 3 == 0 ? Store::cached : Store::streamed;
          const std::size_t in_shift = (shift * 5 + count) % 64;
          ASSERT_EQ(
              encoded(in, *how, OutOfRange::saturate, store, in_shift, shift)
                  .bytes,
              expected)
              << name << ", " << count << " from " << in_shift << " to "
              << shift;
          ASSERT_EQ(decoded(expected, *how, store, in_shift, shift), back)
              << name << ", " << count << " from " << in_shift << " to "
              << shift;
        }
      });
      if (HasFatalFailure()) return;
    }
  }
}

TEST(IntegerCodesTest, TakesNothingFromNowhere) {
  const IntegerCode how = {4, 32, true, 16};
  test::on_every_target([&] {
    for (const Store store : {Store::cached, Store::streamed}) {
      EXPECT_TRUE(
          encode(nullptr, nullptr, 0, how, OutOfRange::report, one_row(store)));
      decode(nullptr, static_cast<float*>(nullptr), 0, how, one_row(store));
    }
  });
}

TEST(IntegerCodesTest, DoesNotDependOnTheFloatingPointEnvironment) {
  for (const Element& e : integers()) {
    const auto how = encode_integer(e, saturating());
    ASSERT_TRUE(how);
    const Bytes in = test::bytes_of(floats_for(e));
    const Bytes expected = test::codec_words(kF32, in, e, saturating());
    const Bytes codes = test::bytes_of(test::random_words(5000, 4));
    const Bytes back = test::codec_words(e, codes, kF32, {});
    test::on_every_target([&] {
      for (const unsigned word : test::float_environments()) {
        Bytes out;
        Bytes values;
        {
          const test::FloatEnvironment environment(word);
          out = encoded(in, *how, OutOfRange::saturate, Store::cached).bytes;
          values = decoded(codes, *how, Store::cached);
        }
        const std::string what =
            to_string(e) + " under " + std::to_string(word);
        test::expect_words(out, expected, size_of(e), in, 4, what);
        test::expect_words(values, back, 4, codes, size_of(e), what);
      }
    });
  }
}

}  // namespace
}  // namespace ashlar::kernels
