// Layouts that have too little in common to go from one to the other at once.
#include "src/plan/detour.h"

#include <gtest/gtest.h>

#include <cstring>

#include "ashlar/convert.h"
#include "ashlar/error.h"
#include "src/base/processor.h"
#include "src/plan/cost.h"
#include "src/plan/state.h"

namespace ashlar {
namespace {

std::optional<View> detour(const std::string& from, const std::string& to) {
  const View a = parse_spec(from);
  const View b = parse_spec(to);
  const Side in(a);
  const Side out(b);
  Widths widths;
  widths.in_bits = in.element_bits();
  widths.out_bits = out.element_bits();
  widths.work_bytes = widths.in_bits / 8;
  const Program direct = make_program(in, out, widths);
  const double most = 0.8 * cost_of(direct, widths.in_bits);
  const auto found = find_detour(a, b, in, out, direct, most);
  if (!found) return std::nullopt;
  EXPECT_LT(found->cost, most);
  return found->middle;
}

constexpr const char* kDealt = "[1420x1613] p=(a b); bank=p%13 | [p/13]";

TEST(DetourTest, GoesByWayOfTheOrderThatBothSidesAreNearTo) {
  const auto way = detour(std::string("i16") + kDealt,
                          "i16[1420x1613] tile(32x32, faces=8x16)");
  ASSERT_TRUE(way);
  EXPECT_EQ(to_string(*way), "i16[1420x1613] row(align=64B)");
}

TEST(DetourTest, IsNotMadeWhereItIsNotShorter) {
  EXPECT_FALSE(detour("f32[2048x2048] row", "f32[2048x2048] ttnn"));
  EXPECT_FALSE(detour("f32[2048x2048] row", "f32[2048x2048] col"));
  // Nor where the table of a chunk has room in the cache, or everything has.
  EXPECT_FALSE(detour("i16[1420x1613] p=(a b); bank=p%7 | [p/7]",
                      "i16[1420x1613] tile(32x32, faces=8x16)"));
  EXPECT_FALSE(detour("i16[142x161] p=(a b); bank=p%13 | [p/13]",
                      "i16[142x161] tile(32x32, faces=8x16)"));
}

/// Whether a plan kept the chunks that it began with, straight to its end.
bool keeps_first(const std::string& from, const std::string& to) {
  const PlanState plan(parse_spec(from), parse_spec(to), {});
  Widths widths;
  widths.in_bits = plan.in.element_bits();
  widths.out_bits = plan.out.element_bits();
  widths.work_bytes = widths.in_bits / 8;
  ChunkSize size;
  size.rows = rows_followed();
  const Program first =
      make_program(plan.in, plan.out, widths, size, Gaps::free);
  return !plan.detour && plan.program->span == first.span;
}

TEST(DetourTest, IsOnlyLookedForWhereItPays) {
  EXPECT_TRUE(keeps_first("i8[4096x4096] row", "i8[4096x4096] tile(32x32)"));
  const std::string tiles = "] tile(32x32, faces=8x16)";
  EXPECT_FALSE(
      keeps_first(std::string("i16") + kDealt, "i16[1420x1613" + tiles));
  // In the cache, lines that are read again cost little.
  EXPECT_TRUE(keeps_first("i16[142x161] p=(a b); bank=p%13 | [p/13]",
                          "i16[142x161" + tiles));
}

TEST(DetourTest, IsOneAtMost) {
  const Plan p = plan(
      parse_spec("u4[206x56x32x64] p=(d/3 b/2); [c/6, a/96, p/11, p%11, "
                 "a/6%16, c%6, a%6, b%2, d%3]"),
      parse_spec("u4[206x56x32x64] core=c/5 | [a, d/32, b/32, d%32 ^ b%32, "
                 "b%32, c%5]"));
  const std::string text = p.explain();
  const std::size_t first = text.find("by way of");
  ASSERT_NE(first, std::string::npos) << text;
  EXPECT_EQ(text.find("by way of", first + 1), std::string::npos) << text;
}

/// Elements that tell where they are, by the definition of a layout.
std::vector<std::byte> numbered(const Spec& spec, Index bytes_of_one) {
  const BoundLayout layout = ashlar::bind(spec);
  const Side side(layout);
  std::vector<std::byte> out(static_cast<std::size_t>(layout.bytes()));
  Index index[2] = {0, 0};
  for (; index[0] < spec.shape[0]; ++index[0]) {
    for (index[1] = 0; index[1] < spec.shape[1]; ++index[1]) {
      const Index value = (index[0] * 31 + index[1] * 7) % 120;
      std::memcpy(out.data() + side.at(index) / 8, &value,
                  static_cast<std::size_t>(bytes_of_one));
    }
  }
  return out;
}

TEST(DetourTest, TakesEverythingAlong) {
  for (const std::string format : {"i16", "i32"}) {
    const Spec from = parse_spec(format + kDealt);
    const Spec to = parse_spec("i16[1420x1613] tile(32x32, faces=8x16)");
    for (const int threads : {1, 2}) {
      ConvertOptions options;
      options.threads = threads;
      options.padding.kind = Padding::Kind::zero;
      const Plan p = plan(from, to, options);
      ASSERT_NE(p.explain().find("by way of i16[1420x1613] row(align=64B):"),
                std::string::npos)
          << p.explain();
      std::vector<std::byte> out(static_cast<std::size_t>(p.out_bytes()),
                                 std::byte{0xee});
      p.run(numbered(from, format == "i16" ? 2 : 4), out);
      EXPECT_TRUE(out == numbered(to, 2)) << format << ", " << threads;
    }
  }
}

TEST(DetourTest, SaysWhichElementWasRefused) {
  const Spec from = parse_spec(std::string("i32") + kDealt);
  const Spec to = parse_spec("i16[1420x1613] tile(32x32, faces=8x16)");
  std::vector<std::byte> in = numbered(from, 4);
  Index index[2] = {700, 801};
  const std::int32_t large = 70000;
  std::memcpy(in.data() + Side(ashlar::bind(from)).at(index) / 8, &large, 4);
  std::vector<std::byte> out(
      static_cast<std::size_t>(ashlar::bind(to).bytes()));
  ConvertOptions options;
  options.policy.integer_overflow = IntegerOverflow::error;
  try {
    convert(from, in, to, out, options);
    FAIL() << "nothing was refused";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("element [700, 801] is 70000"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace ashlar
