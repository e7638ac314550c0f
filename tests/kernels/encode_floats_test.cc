// The encoding kernels against the codec, on every instruction set.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "ashlar/format.h"
#include "src/cast/kernel_args.h"
#include "src/kernels/float_codes.h"
#include "tests/kernels/kernel_check.h"

namespace ashlar::kernels {
namespace {

using test::Bytes;

/// One code a byte or two. Beside those with names: other positions of NaN, no
/// subnormals, as many mantissa bits as fit, and exponents of f32's own range.
std::vector<Element> targets_of_casts() {
  std::vector<Element> out;
  for (const char* name :
       {"f16",           "bf16",           "dlfloat16",   "f8_e4m3fn",
        "f8_e5m2",       "f8_e4m3fnuz",    "f8_e5m2fnuz", "f8_e4m3b11fnuz",
        "f8_e4m3",       "f8_e3m4",        "f6_e3m2fn",   "f6_e2m3fn",
        "f4_e2m1fn",     "binary8p3",      "binary8p4",   "binary8p6",
        "e1m6f",         "e2m5",           "e5m2in",      "e5m2ninf",
        "e5m10fn",       "e5m10inuz",      "e2m13",       "e8m7fn",
        "e7m8",          "e8m7b120",       "e4m3b120",    "e6m1",
        "e5m2_nosub",    "e8m7b126_nosub", "e8m7_nosub",  "e4m3fn_nosub",
        "e7m8ninf_nosub"}) {
    Element e = parse_format(name).element();
    if (e.bits < 8) e = in_words(e, 8);
    out.push_back(e);
  }
  return out;
}

std::vector<CastPolicy> policies() {
  std::vector<CastPolicy> out;
  for (const Rounding rounding :
       {Rounding::automatic, Rounding::nearest_even, Rounding::nearest_away}) {
    for (const Overflow overflow :
         {Overflow::automatic, Overflow::saturate_finite,
          Overflow::saturate_propagate, Overflow::none}) {
      CastPolicy policy;
      policy.rounding = rounding;
      policy.overflow = overflow;
      out.push_back(policy);
      policy.nan = NanPolicy::canonical;
      policy.missing_nan = MissingNan::negative_zero;
      out.push_back(policy);
      policy.nan = NanPolicy::all_ones;
      policy.missing_nan = MissingNan::zero;
      out.push_back(policy);
    }
  }
  return out;
}

std::string name_of(const Element& e, const CastPolicy& policy) {
  return to_string(e) + ", " + std::string(to_string(policy.rounding)) + ", " +
         std::string(to_string(policy.overflow)) + ", " +
         std::string(to_string(policy.nan));
}

struct Source {
  Wide wide;
  Element element;
};

constexpr Source kSources[] = {
    {Wide::f32, kF32}, {Wide::bf16, kBf16}, {Wide::f16, kF16}};

std::size_t size_of(const Element& e) {
  return static_cast<std::size_t>(e.storage_bits / 8);
}

Bytes encoded(const Source& source, const Bytes& in, const EncodeFloat& how,
              Store store, std::size_t in_shift = 0,
              std::size_t out_shift = 0) {
  const std::size_t count = in.size() / size_of(source.element);
  const auto code_bytes = static_cast<std::size_t>(how.code_bytes);
  return test::run_at(in, in_shift, count * code_bytes, out_shift,
                      [&](const std::uint8_t* from, std::uint8_t* to) {
                        encode(from, source.wide, to, count, how,
                               one_row(store));
                      });
}

void check(const Source& source, const Bytes& in, const Element& to,
           const CastPolicy& policy) {
  const auto how = encode_float(to, policy);
  if (!how) return;
  const Bytes expected = test::codec_words(source.element, in, to, policy);
  test::on_every_target([&] {
    for (const Store store : {Store::cached, Store::streamed}) {
      test::expect_words(encoded(source, in, *how, store), expected,
                         size_of(to), in, size_of(source.element),
                         name_of(to, policy));
    }
  });
}

TEST(EncodeFloatsTest, KernelsAreThereForTheUsualFormats) {
  for (const char* name :
       {"f16", "bf16", "dlfloat16", "f8_e4m3fn", "f8_e5m2", "f8_e4m3fnuz",
        "f8_e5m2fnuz", "f8_e4m3b11fnuz", "f8_e4m3", "f8_e3m4"}) {
    EXPECT_TRUE(encode_float(parse_format(name).element(), {})) << name;
  }
}

TEST(EncodeFloatsTest, AgreesWithTheCodecAroundEveryBoundary) {
  for (const Element& to : targets_of_casts()) {
    const Bytes in = test::bytes_of(test::boundaries_f32(to));
    for (const CastPolicy& policy : policies()) {
      const bool is_automatic = to.specials != Specials::merged;
      if (policy.rounding == Rounding::nearest_even && is_automatic) continue;
      check(kSources[0], in, to, policy);
      if (HasFatalFailure()) return;
    }
  }
}

/// Every 16-bit code for two formats, and some for the others.
Bytes halves(std::size_t step) {
  std::vector<std::uint16_t> out;
  for (std::size_t code = 0; code < 65536; code += step) {
    out.push_back(static_cast<std::uint16_t>(code));
  }
  return test::bytes_of(out);
}

TEST(EncodeFloatsTest, AgreesWithTheCodecFromSixteenBits) {
  for (const Source& source : {kSources[1], kSources[2]}) {
    for (const Element& to : targets_of_casts()) {
      const bool all = to == kF8E4M3Fn || to == kF8E5M2Fnuz;
      const Bytes in = halves(all ? 1 : 29);
      for (const Overflow overflow : {Overflow::automatic, Overflow::none,
                                      Overflow::saturate_propagate}) {
        CastPolicy policy;
        policy.overflow = overflow;
        check(source, in, to, policy);
        if (HasFatalFailure()) return;
      }
    }
  }
}

/// Codes of all kinds, NaN and infinity scattered among them.
Bytes mixed(const Source& source, std::size_t count) {
  auto words = test::random_words(count, static_cast<unsigned>(count));
  for (std::size_t i = 0; i < count; i += 11) {
    words[i] = i % 2 == 0 ? 0x7f800001u : 0xff800000u;
  }
  Bytes in = test::bytes_of(words);
  in.resize(count * size_of(source.element));
  return in;
}

TEST(EncodeFloatsTest, AgreesAtEveryLengthAndMisalignment) {
  for (const Source& source : kSources) {
    for (const Element& to : {kF8E4M3Fn, kBf16}) {
      const auto how = encode_float(to, {});
      ASSERT_TRUE(how);
      for (std::size_t count = 0; count <= 130; ++count) {
        const Bytes in = mixed(source, count);
        const Bytes expected = test::codec_words(source.element, in, to, {});
        test::on_every_target([&] {
          for (std::size_t shift = 0; shift < 64; ++shift) {
            const auto store =
                (shift + count) % 3 == 0 ? Store::cached : Store::streamed;
            const std::size_t in_shift = (shift * 5 + count) % 64;
            ASSERT_EQ(encoded(source, in, *how, store, in_shift, shift),
                      expected)
                << to_string(to) << ", " << count << " elements from "
                << in_shift << " to " << shift;
          }
        });
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(EncodeFloatsTest, StreamsLongArraysToAnyPlace) {
  for (const Element& to : {kF8E5M2, kF16, kDlfloat16, kF8E4M3Fnuz}) {
    const auto how = encode_float(to, {});
    ASSERT_TRUE(how);
    const Bytes in = mixed(kSources[0], 777);
    const Bytes expected = test::codec_words(kF32, in, to, {});
    test::on_every_target([&] {
      for (std::size_t shift = 0; shift < 64; ++shift) {
        ASSERT_EQ(
            encoded(kSources[0], in, *how, Store::streamed, 63 - shift, shift),
            expected)
            << to_string(to) << " at " << shift;
      }
    });
    if (HasFatalFailure()) return;
  }
}

TEST(EncodeFloatsTest, TakesNothingFromNowhere) {
  test::on_every_target([&] {
    for (const Element& to : {kF8E4M3Fn, kF16, kBf16, kDlfloat16}) {
      for (const Source& source : kSources) {
        for (const Store store : {Store::cached, Store::streamed}) {
          encode(nullptr, source.wide, nullptr, 0, *encode_float(to, {}),
                 one_row(store));
        }
      }
    }
  });
}

TEST(EncodeFloatsTest, DoesNotDependOnTheFloatingPointEnvironment) {
  for (const Source& source : kSources) {
    for (const Element& to : targets_of_casts()) {
      const Bytes in = source.wide == Wide::f32
                           ? test::bytes_of(test::boundaries_f32(to))
                           : halves(29);
      for (const Rounding rounding :
           {Rounding::nearest_even, Rounding::nearest_away}) {
        CastPolicy policy;
        policy.rounding = rounding;
        const auto how = encode_float(to, policy);
        if (!how) continue;
        test::on_every_target([&] {
          const Bytes expected = encoded(source, in, *how, Store::cached);
          for (const unsigned word : test::float_environments()) {
            Bytes out;
            {
              const test::FloatEnvironment environment(word);
              out = encoded(source, in, *how, Store::cached);
            }
            test::expect_words(
                out, expected, size_of(to), in, size_of(source.element),
                name_of(to, policy) + " under " + std::to_string(word));
          }
        });
      }
    }
  }
}

/// Rows in reverse order make up lines, from anywhere to anywhere.
void expect_made_lines(const Source& source, const Bytes& in, const Element& to,
                       std::size_t row) {
  const auto how = encode_float(to, {});
  const std::size_t in_bytes = row * size_of(source.element);
  const std::size_t out_bytes = row * size_of(to);
  const std::size_t count = in.size() / in_bytes;
  Bytes turned;
  std::vector<Move> moves;
  for (std::size_t i = count; i-- > 0;) {
    const auto at = static_cast<std::ptrdiff_t>(i * in_bytes);
    turned.insert(turned.end(), in.begin() + at,
                  in.begin() + at + static_cast<std::ptrdiff_t>(in_bytes));
    moves.push_back({at, static_cast<std::int64_t>(moves.size() * out_bytes)});
  }
  const Bytes expected = test::codec_words(source.element, turned, to, {});
  const std::int64_t lines[] = {0, 64, 128};
  test::on_every_target([&] {
    for (const Store store : {Store::cached, Store::streamed}) {
      for (const std::size_t shift : {0u, 1u, 32u}) {
        const Bytes out =
            test::run_at(in, shift, expected.size(), shift,
                         [&](const std::uint8_t* from, std::uint8_t* target) {
                           encode(from, source.wide, target, row, *how,
                                  {moves.data(),
                                   moves.size(),
                                   store,
                                   true,
                                   {from, lines, 3, Fetch::Into::l2}});
                         });
        ASSERT_EQ(out, expected) << to_string(to) << ", rows of " << row;
      }
    }
  });
}

TEST(EncodeFloatsTest, RowsMakeUpLines) {
  std::vector<float> floats;
  for (int i = 0; i < 1024; ++i) {
    floats.push_back(static_cast<float>(i % 37 - 18) * 0.37f);
  }
  floats[100] = INFINITY;
  floats[1001] = NAN;
  const Bytes in = test::bytes_of(floats);
  for (const char* name : {"bf16", "f16", "dlfloat16", "e7m8", "f8_e4m3fn",
                           "f8_e5m2", "binary8p4"}) {
    const Element to = parse_format(name).element();
    for (const std::size_t row : {16u, 32u, 64u, 128u}) {
      expect_made_lines(kSources[0], in, to, row);
      if (HasFatalFailure()) return;
      // Twice as many numbers of 16 bits, to bytes.
      if (to.storage_bits != 8 || row == 16) continue;
      expect_made_lines(kSources[1], in, to, row);
      if (HasFatalFailure()) return;
    }
  }
}

}  // namespace
}  // namespace ashlar::kernels
