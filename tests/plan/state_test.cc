// Views, steps and units that lie apart: every element, one by one.
#include "src/plan/state.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/base/error_text.h"
#include "tests/plan/view_check.h"

namespace ashlar {
namespace {

using test::Bytes;
using test::error_text;
using test::pick;
using test::Random;

constexpr const char* kFormats[] = {"u4",  "u8",           "i16", "f32",
                                    "f64", "f6_e3m2fn_w6", "u1",  "u2"};

Spec spec_of(const test::RandomLayout& layout, const std::string& format) {
  Spec spec;
  spec.shape = Shape(layout.sizes);
  spec.format = parse_format(format);
  spec.layout = layout.digits;
  const std::vector<std::string_view> names(layout.names.begin(),
                                            layout.names.end());
  spec.names = AxisNames(names);
  return spec;
}

test::RandomLayout random_plain_layout(Random& random) {
  while (true) {
    test::RandomLayout layout = test::random_layout(random);
    if (layout.digits.memory.fields.empty()) return layout;
  }
}

/// An array that uses no place twice, with gaps, turned any way.
StridedArray random_array(Random& random, const Indices& sizes,
                          const std::string& format) {
  StridedArray array{Shape(sizes), parse_format(format), sizes, 0};
  Index step = 1;
  array.offset = pick(random, 0, 5);
  for (const Index axis : test::random_order(random, sizes.size())) {
    const auto i = static_cast<int>(axis);
    step += pick(random, 0, 2);
    const bool is_reversed = test::chance(random, 30);
    array.steps[i] = is_reversed ? -step : step;
    if (is_reversed) array.offset += step * (sizes[i] - 1);
    step *= std::max<Index>(sizes[i], 1);
  }
  return array;
}

/// The same, but anything may be repeated or overlap.
StridedArray random_source(Random& random, const Indices& sizes,
                           const std::string& format) {
  StridedArray array = random_array(random, sizes, format);
  for (int i = 0; i < sizes.size(); ++i) {
    if (test::chance(random, 25)) array.steps[i] = 0;
    if (test::chance(random, 10)) array.steps[i] = 1;
  }
  return array;
}

/// Padding that nobody asked for may change, but nothing around a window.
const Bytes& around(const View& to, const Bytes& before, const Bytes& after) {
  return to.has_everything() ? after : before;
}

/// A conversion writes what the definition says, and nothing else.
void expect_converts(Random& random, const View& from, const View& to,
                     ConvertOptions options = {}) {
  SCOPED_TRACE(to_string(from) + "  ->  " + to_string(to));
  options.threads = int(pick(random, 0, 2));
  const Plan p = plan(from, to, options);
  const Index spare = from.array() != nullptr ? pick(random, 0, 9) : 0;
  const Bytes in = test::random_bytes(random, p.in_bytes() + spare);
  const Bytes before = test::random_bytes(random, p.out_bytes());
  Bytes out = before;
  p.run(in, out);
  EXPECT_TRUE(out == test::converted(from, in, to, around(to, before, out),
                                     options.policy))
      << p.explain();
}

/// The same with each unit in a buffer of its own.
void expect_converts_apart(Random& random, const View& from, const View& to) {
  SCOPED_TRACE(to_string(from) + "  ->  " + to_string(to));
  ConvertOptions options;
  options.threads = int(pick(random, 0, 2));
  const Plan p = plan(from, to, options);
  const Bytes in = test::random_bytes(random, p.in_bytes());
  const Bytes before = test::random_bytes(random, p.out_bytes());
  std::vector<Bytes> sources;
  std::vector<Bytes> targets;
  std::vector<std::span<const std::byte>> in_units;
  std::vector<std::span<std::byte>> out_units;
  const auto cut = [](const Bytes& all, Index unit, Index size) {
    const auto begin = all.begin() + std::ptrdiff_t(unit * size);
    return Bytes(begin, begin + std::ptrdiff_t(size));
  };
  for (Index i = 0; i < p.in_units(); ++i) {
    sources.push_back(cut(in, i, p.in_unit_bytes()));
    in_units.push_back(sources.back());
  }
  for (Index i = 0; i < p.out_units(); ++i) {
    targets.push_back(cut(before, i, p.out_unit_bytes()));
    out_units.push_back(targets.back());
  }
  p.run(in_units, out_units);
  Bytes out;
  for (const Bytes& unit : targets) {
    out.insert(out.end(), unit.begin(), unit.end());
  }
  EXPECT_TRUE(out == test::converted(from, in, to, around(to, before, out)))
      << p.explain();
}

/// Two views of one shape: axes in any order, boxes anywhere.
std::pair<View, View> random_views(Random& random, const Spec& a,
                                   const Spec& b) {
  const int rank = a.shape.rank();
  const View x = permuted(a, test::random_order(random, rank));
  const View y = permuted(b, test::random_order(random, rank));
  Indices sizes;
  for (int axis = 0; axis < rank; ++axis) {
    const Index most = std::min(x.shape()[axis], y.shape()[axis]);
    sizes.push_back(test::chance(random, 50) ? most : pick(random, 0, most));
  }
  return {test::random_window(random, x, sizes),
          test::random_window(random, y, sizes)};
}

TEST(StateTest, ConvertsViewsOfRandomLayouts) {
  Random random(test::test_seed() + 10);
  for (int i = 0; i < 700 && !testing::Test::HasFailure(); ++i) {
    const test::RandomLayout a = random_plain_layout(random);
    const test::RandomLayout b = test::random_layout_like(random, a);
    const std::string format = kFormats[pick(random, 0, 7)];
    const auto [from, to] =
        random_views(random, spec_of(a, format), spec_of(b, format));
    expect_converts(random, from, to);
  }
}

TEST(StateTest, ConvertsViewsOfNamedLayouts) {
  Random random(test::test_seed() + 11);
  constexpr const char* kLayouts[] = {"row",
                                      "col",
                                      "ttnn",
                                      "stick(128B)",
                                      "tile(16x16)",
                                      "[b/16, a/32, b%16, a%32]",
                                      "[a/48, b, a%48]",
                                      "[a/2, b, a%2]",
                                      "[a/8, a%8, b/64, b/8%8 ^ a%8, b%8]",
                                      "ttnn on sim:0/dram interleaved(3)",
                                      "ttnn on sim:0/l1 block(2x2)"};
  for (int i = 0; i < 500 && !testing::Test::HasFailure(); ++i) {
    const std::string format = kFormats[pick(random, 0, 4)];
    const std::string shape = i % 2 == 0 ? "[130x97] " : "[64x128] ";
    const auto any = [&] {
      return parse_spec(format + shape + kLayouts[pick(random, 0, 10)]);
    };
    const auto [from, to] = random_views(random, any(), any());
    expect_converts(random, from, to);
  }
}

TEST(StateTest, ConvertsArraysWithSteps) {
  Random random(test::test_seed() + 12);
  constexpr const char* kWhole[] = {"u8", "i16", "f32", "f64", "i8"};
  for (int i = 0; i < 700 && !testing::Test::HasFailure(); ++i) {
    const test::RandomLayout layout = random_plain_layout(random);
    const std::string format = kWhole[pick(random, 0, 4)];
    const Indices sizes{std::span<const Index>(layout.sizes)};
    const View whole = spec_of(layout, format);
    const View source = random_source(random, sizes, format);
    const View target = random_array(random, sizes, format);
    expect_converts(random, source, whole);
    expect_converts(random, whole, target);
    expect_converts(random, source, target);
  }
}

TEST(StateTest, ConvertsLargeArraysWithSteps) {
  Random random(test::test_seed() + 13);
  for (int i = 0; i < 20 && !testing::Test::HasFailure(); ++i) {
    const Indices sizes = {pick(random, 1, 9), pick(random, 50, 150),
                           pick(random, 50, 150)};
    Spec spec = parse_spec(i % 2 == 0 ? "bf16[1] ttnn" : "bf16[1] row");
    spec.shape = Shape(sizes);
    const View whole = spec;
    expect_converts(random, random_source(random, sizes, "bf16"), whole);
    expect_converts(random, whole, random_array(random, sizes, "bf16"));
  }
}

TEST(StateTest, CastsBetweenViews) {
  Random random(test::test_seed() + 14);
  constexpr const char* kCast[] = {"u4",  "u8",  "bf16",      "f32",
                                   "f64", "f16", "f8_e4m3fn", "f4_e2m1fn"};
  ConvertOptions options;
  options.policy.integer_overflow = IntegerOverflow::saturate;
  for (int i = 0; i < 500 && !testing::Test::HasFailure(); ++i) {
    const test::RandomLayout a = random_plain_layout(random);
    const test::RandomLayout b = test::random_layout_like(random, a);
    const auto [from, to] =
        random_views(random, spec_of(a, kCast[pick(random, 0, 7)]),
                     spec_of(b, kCast[pick(random, 0, 7)]));
    options.policy.rounding =
        i % 8 == 0 ? Rounding::stochastic : Rounding::nearest_even;
    expect_converts(random, from, to, options);
  }
}

TEST(StateTest, UnitsMayLieApart) {
  Random random(test::test_seed() + 15);
  for (int i = 0; i < 700 && !testing::Test::HasFailure(); ++i) {
    const test::RandomLayout a = random_plain_layout(random);
    const test::RandomLayout b = test::random_layout_like(random, a);
    const std::string format = kFormats[pick(random, 0, 7)];
    const Spec x = spec_of(a, format);
    const Spec y = spec_of(b, format);
    expect_converts_apart(random, x, y);
    const auto [from, to] = random_views(random, x, y);
    expect_converts_apart(random, from, to);
  }
}

TEST(StateTest, PlacementsMayLieApart) {
  Random random(test::test_seed() + 16);
  constexpr const char* kLayouts[] = {
      "row",
      "ttnn",
      "ttnn on sim:0/dram interleaved(5)",
      "ttnn on sim:0/l1 block(2x2)",
      "ttnn on sim:0/l1 height(4)",
      "row on sim:0/l1 width(3)",
      "row on host ranks(3)",
      "row on host replicated(3)",
      "ttnn on sim:0/dram interleaved(4) ranks(2, axis=1)",
  };
  for (const char* a : kLayouts) {
    for (const char* b : kLayouts) {
      const auto spec = [](const char* layout) {
        return parse_spec(std::string("bf16[130x200] ") + layout);
      };
      expect_converts_apart(random, spec(a), spec(b));
    }
  }
}

TEST(StateTest, SaysHowManyUnitsThereAre) {
  const Plan p = plan(parse_spec("bf16[64x64] row"),
                      parse_spec("bf16[64x64] ttnn on sim:0/l1 block(2x2)"));
  EXPECT_EQ(p.in_units(), 1);
  EXPECT_EQ(p.in_unit_bytes(), 64 * 64 * 2);
  EXPECT_EQ(p.out_units(), 4);
  EXPECT_EQ(p.out_unit_bytes(), 32 * 32 * 2);
}

TEST(StateTest, RefusesDestinationsWhereElementsCollide) {
  const Spec whole = parse_spec("f32[3x4] row");
  const auto to = [&](const Indices& steps, Index offset) {
    return error_text([&] {
      plan(whole,
           StridedArray{Shape{3, 4}, parse_format("f32"), steps, offset});
    });
  };
  EXPECT_EQ(to({4, 0}, 0),
            "convert: axis 1 of the destination has step 0, so that its 4 "
            "elements would share one place");
  EXPECT_EQ(to({3, 1}, 0),
            "convert: axis 0 of the destination has step 3, but the axes with "
            "smaller steps take up 4 elements: they could collide; convert "
            "into an array of its own");
  EXPECT_EQ(to({1, -1}, 3),
            "convert: axis 1 of the destination has step -1, but the axes "
            "with smaller steps take up 3 elements: they could collide; "
            "convert into an array of its own");
  // An axis of one index collides with nothing.
  plan(parse_spec("f32[1x4] row"),
       StridedArray{Shape{1, 4}, parse_format("f32"), {0, 1}, 0});
}

TEST(StateTest, RefusesToFillThePaddingOfAPart) {
  ConvertOptions options;
  options.padding.kind = Padding::Kind::zero;
  const View part = window(parse_spec("f32[64x64] ttnn"), {0, 0}, {32, 64});
  EXPECT_EQ(
      error_text([&] { plan(parse_spec("f32[32x64] row"), part, options); }),
      "convert: padding can only be filled in a whole tensor, not in "
      "f32[64x64] tile(32x32, faces=16x16) window(0:32, 0:64)");
}

TEST(StateTest, RefusesBuffersThatAreTooSmall) {
  const StridedArray array{Shape{3, 4}, parse_format("f32"), {-8, 2}, 17};
  const Plan p = plan(array, parse_spec("f32[3x4] row"));
  EXPECT_EQ(p.in_bytes(), (17 + 6 + 1) * 4);
  Bytes out(48);
  EXPECT_EQ(error_text([&] { p.run(Bytes(95), out); }),
            "convert: the input has 95 bytes, but f32[3x4] steps(-8, 2) "
            "offset(17) takes 96");
  p.run(Bytes(96), out);
  p.run(Bytes(1000), out);
  EXPECT_EQ(error_text([&] { p.run(Bytes(96), std::span(out).first(47)); }),
            "convert: the output has 47 bytes, but f32[3x4] row takes 48");
}

TEST(StateTest, RefusesUnitsThatDoNotFit) {
  const Plan p = plan(parse_spec("i8[4x4] row"),
                      parse_spec("i8[4x4] row on host ranks(2)"));
  const Bytes in(16);
  Bytes out(16);
  const std::span<const std::byte> whole = in;
  const std::span<std::byte> all = out;
  const auto run = [&](std::vector<std::span<std::byte>> units) {
    return error_text([&] { p.run(std::vector{whole}, units); });
  };
  EXPECT_EQ(run({all.first(8)}),
            "convert: there are 1 buffers for the output, but i8[4x4] row on "
            "host ranks(2) has 2 units");
  EXPECT_EQ(run({all.first(8), all.last(7)}),
            "convert: the buffer of a unit has 7 bytes, but i8[4x4] row on "
            "host ranks(2) takes 8");
  EXPECT_EQ(run({all.first(8), all.subspan(7, 8)}), "convert: buffers overlap");
  p.run(std::vector{whole}, std::vector{all.last(8), all.first(8)});
}

TEST(StateTest, UnitsMayOverlapNeitherInputNorEachOther) {
  const Plan p = plan(parse_spec("i8[4x4] row on host ranks(2)"),
                      parse_spec("i8[4x4] row on host ranks(2)"));
  Bytes memory(40);
  const std::span<std::byte> all = memory;
  const auto run = [&](Index a, Index b, Index c, Index d) {
    const auto at = [&](Index begin) {
      return all.subspan(std::size_t(begin), 8);
    };
    p.run(std::vector<std::span<const std::byte>>{at(a), at(b)},
          std::vector{at(c), at(d)});
  };
  run(0, 8, 16, 24);
  run(16, 0, 8, 24);
  run(0, 0, 8, 24);  // a source may be read twice
  for (const Index c : {0, 1, 7, 9, 15}) {
    EXPECT_EQ(error_text([&] { run(0, 8, c, 24); }),
              "convert: buffers overlap");
    EXPECT_EQ(error_text([&] { run(24, 16, 0, c % 8); }),
              "convert: buffers overlap");
  }
}

TEST(StateTest, FillsThePaddingOfUnitsThatLieApart) {
  ConvertOptions options;
  options.padding.kind = Padding::Kind::fill;
  options.padding.value = 7;
  const Plan p = plan(parse_spec("i8[3x3] row"),
                      parse_spec("i8[3x3] row on host ranks(2)"), options);
  const Bytes in(9, std::byte{1});
  Bytes first(6);
  Bytes second(6);
  p.run(std::vector{std::span<const std::byte>(in)},
        std::vector{std::span(second), std::span(first)});
  EXPECT_EQ(second, Bytes(6, std::byte{1}));
  EXPECT_EQ(first[2], std::byte{1});
  EXPECT_EQ(first[3], std::byte{7});
  EXPECT_EQ(first[5], std::byte{7});
}

TEST(StateTest, FindsRefusedElementsInUnitsThatLieApart) {
  const Plan p = plan(parse_spec("f32[4x2] row on host ranks(2)"),
                      parse_spec("i8[4x2] row"));
  const std::vector<float> first = {1, 2, 3, 4};
  const std::vector<float> second = {5, 6, 700, 8};
  Bytes out(8);
  EXPECT_EQ(error_text([&] {
              p.run(std::vector{std::as_bytes(std::span(first)),
                                std::as_bytes(std::span(second))},
                    std::vector{std::span(out)});
            }),
            "convert: element [3, 0] is 700, out of the range of i8, -128 to "
            "127; ask for saturate or wrap to cast it anyway");
}

TEST(StateTest, RefusesDifferentShapes) {
  EXPECT_EQ(error_text([] {
              plan(window(parse_spec("f32[4x4] row"), {0, 0}, {2, 3}),
                   parse_spec("f32[3x2] row"));
            }),
            "convert: the shapes differ: from f32[4x4] row window(0:2, 0:3) "
            "to f32[3x2] row");
}

}  // namespace
}  // namespace ashlar
