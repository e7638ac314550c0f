// The decoding kernels against the codec, on every instruction set.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ashlar/format.h"
#include "src/cast/kernel_args.h"
#include "src/kernels/float_codes.h"
#include "tests/kernels/kernel_check.h"

namespace ashlar::kernels {
namespace {

using test::Bytes;

std::vector<Element> sources_of_casts() {
  std::vector<Element> out;
  for (const char* name :
       {"f16",       "bf16",         "dlfloat16",   "f8_e4m3fn",
        "f8_e5m2",   "f8_e4m3fnuz",  "f8_e5m2fnuz", "f8_e4m3b11fnuz",
        "f8_e4m3",   "f8_e3m4",      "f6_e3m2fn",   "f6_e2m3fn",
        "f4_e2m1fn", "ue4m3",        "ue5m3",       "binary8p3",
        "binary8p5", "binary8p1u",   "e1m6f",       "e5m2in",
        "e5m10inuz", "e2m13",        "e8m7fn",      "e7m8",
        "e8m7b120",  "e4m3b124",     "e4m3b125",    "e5m2_nosub",
        "e6m1",      "e4m3fn_nosub", "e2m3fnanuz",  "e3m2ninf"}) {
    Element e = parse_format(name).element();
    if (e.bits < 8) e = in_words(e, 8);
    out.push_back(e);
  }
  return out;
}

std::size_t size_of(const Element& e) {
  return static_cast<std::size_t>(e.storage_bits / 8);
}

/// All words, those with unused bits set too.
Bytes every_word(const Element& e) {
  std::vector<std::uint16_t> wide(std::size_t{1} << e.storage_bits);
  std::vector<std::uint8_t> narrow(wide.size());
  for (std::size_t i = 0; i < wide.size(); ++i) {
    wide[i] = static_cast<std::uint16_t>(i);
    narrow[i] = static_cast<std::uint8_t>(i);
  }
  return size_of(e) == 2 ? test::bytes_of(wide) : narrow;
}

/// Words without unused bits.
Bytes every_code(const Element& e) {
  Bytes out = every_word(e);
  out.resize((std::size_t{1} << e.bits) * size_of(e));
  return out;
}

Bytes decoded(const Bytes& in, const DecodeFloat& how, Store store,
              std::size_t in_shift = 0, std::size_t out_shift = 0) {
  const std::size_t count =
      in.size() / static_cast<std::size_t>(how.code_bytes);
  return test::run_at(in, in_shift, count * 4, out_shift,
                      [&](const std::uint8_t* from, std::uint8_t* to) {
                        decode(from, reinterpret_cast<float*>(to), count, how,
                               one_row(store));
                      });
}

void check(const Element& from, const Bytes& in, const CastPolicy& policy) {
  const auto how = decode_float(from, policy);
  if (!how) return;
  const Bytes expected = test::codec_words(from, in, kF32, policy);
  test::on_every_target([&] {
    for (const Store store : {Store::cached, Store::streamed}) {
      test::expect_words(decoded(in, *how, store), expected, 4, in,
                         size_of(from), to_string(from));
    }
  });
}

TEST(DecodeFloatsTest, KernelsAreThereForTheUsualFormats) {
  for (const char* name :
       {"f16", "bf16", "dlfloat16", "f8_e4m3fn", "f8_e5m2", "f8_e4m3fnuz",
        "f8_e5m2fnuz", "f8_e4m3b11fnuz", "f8_e4m3", "f8_e3m4"}) {
    EXPECT_TRUE(decode_float(parse_format(name).element(), {})) << name;
  }
}

TEST(DecodeFloatsTest, AgreesWithTheCodecForEveryCode) {
  for (const Element& from : sources_of_casts()) {
    for (const NanPolicy nan : {NanPolicy::quiet, NanPolicy::canonical}) {
      CastPolicy policy;
      policy.nan = nan;
      check(from, every_code(from), policy);
    }
  }
}

TEST(DecodeFloatsTest, DoesNotLookAtUnusedBits) {
  for (const Element& from : sources_of_casts()) {
    if (from.bits < 8) check(from, every_word(from), {});
  }
}

TEST(DecodeFloatsTest, AgreesAtEveryLengthAndMisalignment) {
  for (const Element& from : {kF8E4M3Fnuz, kF16}) {
    const auto how = decode_float(from, {});
    ASSERT_TRUE(how);
    for (std::size_t count = 0; count <= 130; ++count) {
      Bytes in = test::bytes_of(
          test::random_words(count, static_cast<unsigned>(count)));
      in.resize(count * size_of(from));
      const Bytes expected = test::codec_words(from, in, kF32, {});
      test::on_every_target([&] {
        for (std::size_t shift = 0; shift < 64; ++shift) {
          const auto store =
              (shift + count) % 3 == 0 ? Store::cached : Store::streamed;
          const std::size_t in_shift = (shift * 5 + count) % 64;
          ASSERT_EQ(decoded(in, *how, store, in_shift, shift), expected)
              << to_string(from) << ", " << count << " elements from "
              << in_shift << " to " << shift;
        }
      });
      if (HasFatalFailure()) return;
    }
  }
}

TEST(DecodeFloatsTest, StreamsLongArraysToAnyPlace) {
  for (const Element& from : {kF8E5M2, kBf16}) {
    const auto how = decode_float(from, {});
    ASSERT_TRUE(how);
    Bytes in = test::bytes_of(test::random_words(777, 1));
    in.resize(777 * size_of(from));
    const Bytes expected = test::codec_words(from, in, kF32, {});
    test::on_every_target([&] {
      for (std::size_t shift = 0; shift < 64; ++shift) {
        ASSERT_EQ(decoded(in, *how, Store::streamed, 63 - shift, shift),
                  expected)
            << to_string(from) << " at " << shift;
      }
    });
    if (HasFatalFailure()) return;
  }
}

TEST(DecodeFloatsTest, TakesNothingFromNowhere) {
  test::on_every_target([&] {
    for (const Element& from : {kF8E4M3Fn, kF16, kBf16, kDlfloat16}) {
      for (const Store store : {Store::cached, Store::streamed}) {
        decode(nullptr, static_cast<float*>(nullptr), 0,
               *decode_float(from, {}), one_row(store));
      }
    }
  });
}

TEST(DecodeFloatsTest, DoesNotDependOnTheFloatingPointEnvironment) {
  for (const Element& from : sources_of_casts()) {
    const auto how = decode_float(from, {});
    if (!how) continue;
    const Bytes in = every_code(from);
    test::on_every_target([&] {
      const Bytes expected = decoded(in, *how, Store::cached);
      for (const unsigned word : test::float_environments()) {
        Bytes out;
        {
          const test::FloatEnvironment environment(word);
          out = decoded(in, *how, Store::cached);
        }
        test::expect_words(out, expected, 4, in, size_of(from),
                           to_string(from) + " under " + std::to_string(word));
      }
    });
  }
}

}  // namespace
}  // namespace ashlar::kernels
