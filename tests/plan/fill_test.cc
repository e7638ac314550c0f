// Padding holds what was asked for, and data stays data.
#include "src/plan/fill.h"

#include <gtest/gtest.h>

#include <vector>

#include "ashlar/cast.h"
#include "ashlar/convert.h"

namespace ashlar {
namespace {

using Bytes = std::vector<std::byte>;

Bytes converted(const char* from, const char* to, const Bytes& in,
                const Padding& padding) {
  ConvertOptions options;
  options.padding = padding;
  const Plan p = plan(parse_spec(from), parse_spec(to), options);
  Bytes out(std::size_t(p.out_bytes()), std::byte{0xcc});
  p.run(in, out);
  return out;
}

TEST(FillTest, ZeroesThePaddingOfTiles) {
  const Bytes in(6, std::byte{9});
  const Bytes out = converted("i8[2x3] row", "i8[2x3] tile(4x4)", in,
                              {Padding::Kind::zero, 0});
  for (Index h = 0; h < 4; ++h) {
    for (Index w = 0; w < 4; ++w) {
      EXPECT_EQ(out[std::size_t(h * 4 + w)],
                h < 2 && w < 3 ? std::byte{9} : std::byte{0});
    }
  }
}

TEST(FillTest, FillsWithTheCodeOfANumber) {
  const Bytes in(12, std::byte{0});
  const Bytes out = converted("bf16[2x3] row", "bf16[2x3] tile(2x4)", in,
                              {Padding::Kind::fill, -1.5});
  ASSERT_EQ(out.size(), 16u);
  EXPECT_EQ(out[6], std::byte{0xc0});
  EXPECT_EQ(out[7], std::byte{0xbf});
  EXPECT_EQ(out[5], std::byte{0});
}

TEST(FillTest, FillsNarrowCodesToo) {
  const Bytes in = {std::byte{0x21}, std::byte{0x03}};
  const Bytes out = converted("u4[1x3] row", "u4[1x3] [a, b:6]", in,
                              {Padding::Kind::fill, 15});
  EXPECT_EQ(out, (Bytes{std::byte{0x21}, std::byte{0xf3}, std::byte{0xff}}));
}

TEST(FillTest, LeavesPaddingAloneWhereItHasToStay) {
  const View from = parse_spec("i8[2x3] row");
  const View to = parse_spec("i8[2x3] tile(4x4)");
  const Bytes in(6, std::byte{9});
  Bytes out(16, std::byte{0xcc});
  ConvertOptions kept;
  kept.padding.kind = Padding::Kind::kept;
  PlanState(from, to, kept).run({in, out, {}, {}});
  for (const std::size_t at : {3u, 7u, 8u, 15u}) {
    EXPECT_EQ(out[at], std::byte{0xcc}) << at;
  }
  // Padding that is undefined may be written where that is faster.
  out.assign(16, std::byte{0xcc});
  PlanState(from, to, {}).run({in, out, {}, {}});
  EXPECT_EQ(out[0], std::byte{9});
  EXPECT_EQ(out[6], std::byte{9});
}

TEST(FillTest, FillsAllThatIsNoElement) {
  ConvertOptions options;
  options.padding = {Padding::Kind::fill, 1};
  for (const char* to :
       {"u8[70x50] ttnn", "u4[70x51] tile(8x8)", "u8[70x50] [a:80, b:64]",
        "u4[70x51] j=(a b); u=j%4 | [j/4]", "u1[7x9] [a:9, b:11]",
        "f6_e3m2fn_w6[7x9] [a:9, b:11]", "u2[9x9] [a%2, b, a/2]"}) {
    SCOPED_TRACE(to);
    const Spec spec = parse_spec(to);
    Spec rows = spec;
    rows.layout = RowMajor{};
    const PlanState plan(rows, spec, options);
    ASSERT_TRUE(plan.fills);
    Bytes out(std::size_t(plan.out.bytes()), std::byte{0xcc});
    Buffers buffers;
    buffers.out = out;
    fill_padding(plan, buffers);
    const BoundLayout& layout = *plan.out.layout();
    const Index width = layout.element_bits();
    const double value = 1;
    std::byte code[8] = {};
    cast(parse_format("f64").element(), std::as_bytes(std::span(&value, 1)),
         spec.format.element(), std::span(code).first(1), 1);
    const auto get = [](const std::byte* bytes, Index bit) {
      return int(bytes[bit / 8] >> int(bit % 8)) & 1;
    };
    for (Index unit = 0; unit < layout.unit_total(); ++unit) {
      const std::byte* memory = out.data() + unit * layout.bytes_per_unit();
      Position at;
      if (!layout.units().empty()) at.unit[0] = unit;
      for (; at.bit < layout.bits_per_unit(); ++at.bit) {
        if (layout.find(at).index.has_value()) continue;
        ASSERT_EQ(get(memory, at.bit), get(code, at.bit % width))
            << "unit " << unit << ", bit " << at.bit;
      }
    }
  }
}

TEST(FillTest, LeavesFullBlocksOfLargeTensorsAlone) {
  ConvertOptions options;
  options.padding = {Padding::Kind::zero, 0};
  const PlanState plan(parse_spec("bf16[2000x2000] row"),
                       parse_spec("bf16[2000x2000] ttnn"), options);
  Bytes out(std::size_t(plan.out.bytes()), std::byte{0xcc});
  Buffers buffers;
  buffers.out = out;
  fill_padding(plan, buffers);
  Index zeros = 0;
  for (const std::byte byte : out) zeros += byte == std::byte{0} ? 1 : 0;
  EXPECT_EQ(zeros, plan.out.bytes() - 2000 * 2000 * 2);
}

TEST(FillTest, ThreadsMakeNoDifference) {
  const Spec from = parse_spec("bf16[1000x1000] row");
  const Bytes in(2000000, std::byte{0x11});
  std::vector<Bytes> results;
  for (const int threads : {1, 2, 0}) {
    ConvertOptions options;
    options.padding = {Padding::Kind::fill, -7};
    options.threads = threads;
    const Plan p = plan(from, parse_spec("bf16[1000x1000] ttnn"), options);
    Bytes& out = results.emplace_back(std::size_t(p.out_bytes()));
    p.run(in, out);
  }
  EXPECT_TRUE(results[0] == results[1]);
  EXPECT_TRUE(results[0] == results[2]);
}

TEST(FillTest, AnEmptyTensorMayBeAllPadding) {
  const Bytes out = converted("i8[0x3] row", "i8[0x3] [a:2, b]", {},
                              {Padding::Kind::zero, 0});
  EXPECT_EQ(out, Bytes(6, std::byte{0}));
}

}  // namespace
}  // namespace ashlar
