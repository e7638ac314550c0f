// Laws that conversions obey, whatever the layouts are.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ashlar/convert.h"
#include "tests/support/convert_check.h"
#include "tests/support/random_blocks.h"

namespace ashlar {
namespace {

using test::Bytes;
using test::Random;

Padding zeros() { return {Padding::Kind::zero, 0}; }

/// What `in` becomes, in an output that holds anything before.
Bytes converted(const Spec& from, const Bytes& in, const Spec& to,
                const Padding& padding, int threads = 0) {
  ConvertOptions options;
  options.padding = padding;
  options.threads = threads;
  const Plan p = plan(from, to, options);
  Bytes out(static_cast<std::size_t>(p.out_bytes()));
  test::fill_random(out, 5);
  p.run(in, out);
  return out;
}

Bytes random_image(const Spec& spec, std::uint64_t seed) {
  Bytes out(static_cast<std::size_t>(ashlar::bind(spec).bytes()));
  test::fill_random(out, seed);
  return out;
}

/// Several forms of a tensor of about `volume` elements.
std::vector<Spec> forms(Random& random, int count, Index volume) {
  constexpr const char* kFormats[] = {"u1",  "u4",  "f6_e3m2fn_w6", "i8",
                                      "f16", "u24", "f32",          "f64"};
  const Format format = parse_format(kFormats[test::pick(random, 0, 7)]);
  const auto sizes = test::random_sizes(random, volume);
  std::vector<Spec> out;
  for (int i = 0; i < count; ++i) {
    out.push_back(test::random_blocks(random, sizes, format, 4));
  }
  return out;
}

std::string text(const std::vector<Spec>& specs) {
  std::string out;
  for (const Spec& spec : specs) out += to_string(spec) + "\n";
  return out;
}

TEST(ConvertLawsTest, ThereAndBackIsWhereItWas) {
  Random random(test::test_seed());
  for (int i = 0; i < 300 && !HasFailure(); ++i) {
    const auto all = forms(random, 3, test::pick(random, 1, 9000));
    const Bytes start =
        converted(all[2], random_image(all[2], random()), all[0], zeros());
    const Bytes there = converted(all[0], start, all[1], {});
    EXPECT_TRUE(converted(all[1], there, all[0], zeros()) == start)
        << text(all);
  }
}

TEST(ConvertLawsTest, ThereAndBackThroughAWiderFormatIsWhereItWas) {
  Random random(test::test_seed());
  constexpr const char* kFormats[][2] = {
      {"i8", "f32"}, {"u4", "i16"}, {"bf16", "f32"}, {"i32", "f64"}};
  for (int i = 0; i < 200 && !HasFailure(); ++i) {
    const auto& [narrow, wide] = kFormats[i % 4];
    const auto sizes = test::random_sizes(random, test::pick(random, 1, 5000));
    const Spec a = test::random_blocks(random, sizes, parse_format(narrow), 4);
    const Spec b = test::random_blocks(random, sizes, parse_format(wide), 4);
    // No signalling NaN, which casts make quiet.
    Bytes image = random_image(a, random());
    for (std::byte& byte : image) byte &= std::byte{0x3f};
    const Bytes start = converted(a, image, a, zeros());
    EXPECT_TRUE(converted(b, converted(a, start, b, {}), a, zeros()) == start)
        << text({a, b});
  }
}

TEST(ConvertLawsTest, AnyWayThereIsTheSame) {
  Random random(test::test_seed());
  for (int i = 0; i < 300 && !HasFailure(); ++i) {
    const auto all = forms(random, 3, test::pick(random, 1, 9000));
    const Bytes start = random_image(all[0], random());
    const Bytes between = converted(all[0], start, all[1], {});
    EXPECT_TRUE(converted(all[1], between, all[2], zeros()) ==
                converted(all[0], start, all[2], zeros()))
        << text(all);
  }
}

void expect_same_for_any_threads(const Spec& from, const Spec& to) {
  const Bytes start = random_image(from, 3);
  const Bytes expected = converted(from, start, to, {}, 1);
  for (const int threads : {2, 3, 7, 0}) {
    EXPECT_TRUE(converted(from, start, to, {}, threads) == expected)
        << threads << " threads\n"
        << text({from, to});
  }
}

TEST(ConvertLawsTest, ThreadsMakeNoDifference) {
  Random random(test::test_seed());
  for (int i = 0; i < 60 && !HasFailure(); ++i) {
    const auto all = forms(random, 2, test::pick(random, 1 << 13, 1 << 17));
    expect_same_for_any_threads(all[0], all[1]);
  }
}

TEST(ConvertLawsTest, ThreadsMakeNoDifferencePastTheCaches) {
  constexpr const char* kPairs[][2] = {
      {"f32[1031x1040] row", "f32[1031x1040] ttnn"},
      {"bf16[2048x1091] ttnn", "bf16[2048x1091] row"},
      {"i8[2111x2111] row", "i8[2111x2111] col"},
      {"f32[1040x1100] row", "bf16[1040x1100] [b:2100, a]"},
      {"u4[3001x3001] row", "u4[3001x3001] [a/32, b/32, a%32, b%32]"},
  };
  for (const auto& [from, to] : kPairs) {
    ASSERT_GE(ashlar::bind(parse_spec(to)).bytes(), 4 << 20) << to;
    expect_same_for_any_threads(parse_spec(from), parse_spec(to));
  }
}

// A tensor whose first axis is outermost on both sides can be converted slice
// by slice. The whole is large enough to be written past the caches.
constexpr Index kRows = 189;
constexpr Index kColumns = 171;
constexpr const char* kInner[] = {"h, w",
                                  "w, h",
                                  "h/32, w/32, h%32, w%32",
                                  "h/32, w/32, h/16%2, w/16%2, h%16, w%16",
                                  "h/2, w, h%2",
                                  "w/64, h, w%64",
                                  "h/48, w, h%48",
                                  "h/8, h%8, w/64, w/8%8 ^ h%8, w%8"};

Spec slice(const std::string& format, const char* inner) {
  return parse_spec(format + "[h=" + std::to_string(kRows) +
                    ", w=" + std::to_string(kColumns) + "] [" + inner + "]");
}

Spec whole(const std::string& format, const char* inner, Index slices) {
  return parse_spec(format + "[n=" + std::to_string(slices) +
                    ", h=" + std::to_string(kRows) +
                    ", w=" + std::to_string(kColumns) + "] [n, " + inner + "]");
}

void expect_slices_make_the_whole(const std::string& from, const char* inner,
                                  const std::string& to, const char* other) {
  ConvertOptions options;
  options.padding.kind = Padding::Kind::kept;
  const Plan part = plan(slice(from, inner), slice(to, other), options);
  const Index slices = (4 << 20) / part.out_bytes() + 1;
  ASSERT_LT(part.out_bytes(), 4 << 20);
  const Spec a = whole(from, inner, slices);
  const Bytes in = random_image(a, 9);
  const Spec b = whole(to, other, slices);
  const Bytes at_once = converted(a, in, b, options.padding);
  ASSERT_GE(at_once.size(), std::size_t{4} << 20);
  Bytes one_by_one(at_once.size());
  test::fill_random(one_by_one, 5);
  const auto in_step = static_cast<std::size_t>(part.in_bytes());
  const auto out_step = static_cast<std::size_t>(part.out_bytes());
  for (std::size_t i = 0; i < static_cast<std::size_t>(slices); ++i) {
    part.run(std::span(in).subspan(i * in_step, in_step),
             std::span(one_by_one).subspan(i * out_step, out_step));
  }
  EXPECT_TRUE(one_by_one == at_once) << text({a, b});
  // Padding that may hold anything changes nothing but that.
  const Spec plain = whole(to, "h, w", slices);
  EXPECT_TRUE(converted(b, converted(a, in, b, {}), plain, {}) ==
              converted(b, at_once, plain, {}))
      << text({a, b});
}

TEST(ConvertLawsTest, SlicesMakeTheWholeThatIsWrittenPastTheCaches) {
  constexpr const char* kFormats[] = {"f32", "bf16", "i8", "f64", "u24"};
  int turn = 0;
  for (const char* from : kInner) {
    for (const char* to : kInner) {
      const char* format = kFormats[turn++ % 5];
      expect_slices_make_the_whole(format, from, format, to);
      if (HasFailure()) return;
    }
  }
}

TEST(ConvertLawsTest, SlicesMakeTheWholeWithACast) {
  for (const char* inner : kInner) {
    expect_slices_make_the_whole("f16", kInner[0], "f32", inner);
    expect_slices_make_the_whole("f32", inner, "bf16", kInner[1]);
  }
}

}  // namespace
}  // namespace ashlar
