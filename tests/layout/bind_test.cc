// Fitting digits to a shape.
#include <gtest/gtest.h>

#include <string>

#include "tests/support/layout_check.h"

namespace ashlar {
namespace {

std::string problem_with(std::string_view layout, std::string_view shape,
                         std::string_view element = "f32") {
  return test::error_of([&] { test::bind_text(layout, shape, element); });
}

ErrorKind kind_of_problem(std::string_view layout, std::string_view shape) {
  try {
    test::bind_text(layout, shape);
  } catch (const Error& error) {
    return error.kind();
  }
  return ErrorKind::bug;
}

std::string repeated(const std::string& text, int times,
                     const std::string& separator) {
  std::string out;
  for (int i = 0; i < times; ++i) {
    if (i > 0) out += separator;
    out += text;
  }
  return out;
}

TEST(BindTest, DerivesStridesFromTheRight) {
  const BoundLayout layout =
      test::bind_text("[h/32, w:72, h%32]", "h=100, w=70", "bf16");
  ASSERT_EQ(layout.digits().size(), 3u);
  const Digit& top = layout.digits()[0];
  EXPECT_EQ(top.div, 32);
  EXPECT_EQ(top.radix, 4);
  EXPECT_EQ(top.alloc, 4);
  EXPECT_EQ(top.stride, 72 * 32 * 16);
  EXPECT_EQ(top.source, 0);
  EXPECT_FALSE(top.wraps);
  const Digit& middle = layout.digits()[1];
  EXPECT_EQ(middle.radix, 70);
  EXPECT_EQ(middle.alloc, 72);
  EXPECT_EQ(middle.stride, 32 * 16);
  const Digit& low = layout.digits()[2];
  EXPECT_EQ(low.radix, 32);
  EXPECT_EQ(low.stride, 16);
  EXPECT_TRUE(low.wraps);
  EXPECT_EQ(low.mask_bits, 5);
  EXPECT_EQ(layout.bits_per_unit(), 4 * 72 * 32 * 16);
  EXPECT_EQ(layout.bytes(), 4 * 72 * 32 * 2);
}

TEST(BindTest, CountsTopDigitsByWhatTheAxisLeaves) {
  const BoundLayout layout = test::bind_text("[h/32%8, h%32]", "h=40");
  EXPECT_EQ(layout.digits()[0].radix, 2);
  EXPECT_EQ(layout.digits()[0].alloc, 8);
}

TEST(BindTest, KnowsItsUnits) {
  const BoundLayout layout =
      test::bind_text("core.y=h/4, rank=*3 | [h%4, w]", "h=10, w=2");
  ASSERT_EQ(layout.units().size(), 2u);
  EXPECT_EQ(layout.units()[0].name.view(), "core.y");
  EXPECT_EQ(layout.units()[0].extent, 3);
  EXPECT_EQ(layout.units()[0].digit, 0);
  EXPECT_EQ(layout.units()[1].extent, 3);
  EXPECT_EQ(layout.units()[1].digit, -1);
  EXPECT_EQ(layout.unit_total(), 9);
  EXPECT_EQ(layout.bytes_per_unit(), 32);
  EXPECT_EQ(layout.bytes(), 9 * 32);
}

TEST(BindTest, RoundsOddBitsUpToBytes) {
  const BoundLayout layout = test::bind_text("[n, k]", "n=3, k=5", "u1");
  EXPECT_EQ(layout.bits_per_unit(), 15);
  EXPECT_EQ(layout.bytes_per_unit(), 2);
}

// 64 exponents and 1024 mantissas a tile: 1088 bytes.
TEST(BindTest, LaysOutBfloat8) {
  const char kText[] =
      "[h/32, w/32]{ e: u8 [h/16%2, w/16%2, h%16]; "
      "m: i8 [h/16%2, w/16%2, h%16, w%16] }";
  for (const char* shape : {"h=64, w=64", "h=40, w=70", "h=1, w=1"}) {
    const BoundLayout layout = test::bind_text(kText, shape);
    EXPECT_EQ(layout.fields()[0].entry_bits, 1088 * 8);
    EXPECT_EQ(layout.data_field(), test::field_number(layout, "m"));
    EXPECT_EQ(layout.element_bits(), 8);
    EXPECT_TRUE(test::agrees(layout, test::oracle_for(kText, shape)));
  }
  // pack_as_bfp_tiles: all exponents of a tile, face by face and row by row,
  // then all mantissas in the same order.
  const BoundLayout layout = test::bind_text(kText, "h=64, w=96");
  const int e = test::field_number(layout, "e");
  const int m = test::field_number(layout, "m");
  for (Index h = 0; h < 64; ++h) {
    for (Index w = 0; w < 96; ++w) {
      const Index tile = h / 32 * 3 + w / 32;
      const Index face = h / 16 % 2 * 2 + w / 16 % 2;
      const Index row = face * 16 + h % 16;
      const Index exponent = tile * 1088 + row;
      const Index mantissa = tile * 1088 + 64 + row * 16 + w % 16;
      ASSERT_EQ(layout.position(Indices{h, w}, e).bit, exponent * 8);
      ASSERT_EQ(layout.position(Indices{h, w}, m).bit, mantissa * 8);
    }
  }
}

// Byte j of a block of 32 holds element j and, above it, element j + 16.
TEST(BindTest, LaysOutGgufBlocks) {
  struct Case {
    const char* text;
    Index block_bytes;
    Index header_bytes;
    bool nibbles;
  };
  const Case cases[] = {
      {"[n, k/32]{ d: f16 []; q: u4 [k%16, k/16%2] }", 18, 2, true},
      {"[n, k/32]{ d: f16 []; q: i8 [k%32] }", 34, 2, false},
      {"[n, k/32]{ e: e8m0 []; q: f4e2m1 [k%16, k/16%2] }", 17, 1, true},
  };
  for (const Case& c : cases) {
    const BoundLayout layout = test::bind_text(c.text, "n=3, k=96");
    EXPECT_EQ(layout.bytes(), 9 * c.block_bytes);
    const int scale = 1;
    for (Index n = 0; n < 3; ++n) {
      for (Index k = 0; k < 96; ++k) {
        const Index block = (n * 3 + k / 32) * c.block_bytes;
        const Index j = k % 32;
        const Index bit = c.nibbles ? j % 16 * 8 + j / 16 * 4 : j * 8;
        EXPECT_EQ(layout.position(Indices{n, k}).bit,
                  (block + c.header_bytes) * 8 + bit);
        EXPECT_EQ(layout.position(Indices{n, k}, scale).bit, block * 8);
      }
    }
    const std::string oracle_text = c.text;
    const std::size_t alias = oracle_text.find("f4e2m1");
    EXPECT_TRUE(test::agrees(
        test::bind_text(c.text, "n=2, k=70"),
        test::oracle_for(
            alias == std::string::npos
                ? oracle_text
                : std::string(oracle_text).replace(alias, 6, "f4_e2m1fn"),
            "n=2, k=70")));
  }
}

TEST(BindTest, NestsRecords) {
  const char kText[] = "[a]{ h: u16 []; r: u8 [b/2]{ s: u8 []; q: i8 [b%2] } }";
  const BoundLayout layout = test::bind_text(kText, "a=3, b=5");
  EXPECT_EQ(layout.bytes(), 3 * (2 + 3 * 3));
  EXPECT_TRUE(test::agrees(layout, test::oracle_for(kText, "a=3, b=5")));
}

TEST(BindTest, RefusesNamesThatAreTaken) {
  EXPECT_EQ(problem_with("h=w; [h, w]", "h=2, w=3"),
            "layout: the let-name h is also the name of an axis; choose "
            "another");
  EXPECT_EQ(problem_with("p=h; p=w; [p]", "h=2, w=3"),
            "layout: the let-name p is given twice");
  EXPECT_EQ(problem_with("core=h, core=w | []", "h=2, w=3"),
            "layout: the unit core is given twice");
  EXPECT_EQ(problem_with("[h]{ a: u8 []; a: u8 [] }", "h=2"),
            "layout: the field a is given twice");
  EXPECT_EQ(problem_with("p=h; [h]", "h=2"),
            "layout: the let-name p is not used");
}

TEST(BindTest, SaysWhichAxesThereAre) {
  EXPECT_EQ(problem_with("[h, x/2]", "h=2, w=3"),
            "layout: there is no axis x for the digit x/2; the axes are h, "
            "w");
  EXPECT_EQ(problem_with("[x]", ""),
            "layout: there is no axis x for the digit x; a tensor of rank 0 "
            "has no axes");
}

TEST(BindTest, GapsHaveOnlySlots) {
  EXPECT_EQ(problem_with("[h, 0/2:4]", "h=2"),
            "layout: the gap 0/2:4 can only have a number of slots, as in "
            "0:64");
  EXPECT_EQ(problem_with("[h, 0%2]", "h=2"),
            "layout: the gap 0%2 can only have a number of slots, as in "
            "0:64");
  EXPECT_EQ(problem_with("[h, 0]", "h=2"), "");
}

// Values made in a program need not have been texts.
TEST(BindTest, ChecksNumbersThatNoTextCanHave) {
  const auto named = test::named_shape("h=4");
  const auto problem = [&](const Digits& digits) {
    return test::error_of(
        [&] { bind(digits, named.shape, named.names, test::element("f32")); });
  };
  const auto with = [](Index div, Index radix, Index alloc) {
    return Digits{{}, {}, {{{{"h", {}, div, radix, alloc}, {}}}, {}}};
  };
  EXPECT_EQ(problem(with(1, 4, 4)), "");
  EXPECT_EQ(problem(with(0, 0, 0)),
            "layout: the digit h/0 has a number that is too small");
  EXPECT_EQ(problem(with(-2, 0, 0)),
            "layout: the digit h/-2 has a number that is too small");
  EXPECT_EQ(problem(with(1, -4, 0)),
            "layout: the digit h%-4 has a number that is too small");
  EXPECT_EQ(problem(with(1, 0, -4)),
            "layout: the digit h:-4 has a number that is too small");
  Digits copies = with(1, 0, 0);
  copies.places.push_back({"rank", {}, -3});
  EXPECT_EQ(problem(copies), "layout: the unit rank has -3 copies");
  EXPECT_NE(problem({{}, {}, {{TermText{}}, {}}}), "");
  Digits nothing = parse_digits("p=h; [p]");
  nothing.lets[0].term = TermText{};
  EXPECT_NE(problem(nothing), "");
}

TEST(BindTest, RecordsHaveWholeBytes) {
  EXPECT_EQ(problem_with("[h]{ a: u4 []; q: u8 [] }", "h=2"),
            "layout: a record has 12 bits, expected whole bytes; give a field "
            "more slots");
  EXPECT_EQ(problem_with("[h]{ a: u4 [0:2]; q: u8 [] }", "h=2"), "");
}

TEST(BindTest, HasLimits) {
  EXPECT_EQ(problem_with("[" + repeated("0:1", 41, ", ") + "]", ""),
            "layout: more than 40 digits");
  EXPECT_EQ(problem_with("[" + repeated("0:1", 40, ", ") + "]", ""), "");
  EXPECT_EQ(problem_with("[" + repeated("(0:1)", 9, ", ") + "]", ""),
            "layout: more than 8 joins");
  EXPECT_EQ(problem_with("a=*1, b=*1, c=*1, d=*1, e=*1 | []", ""),
            "layout: more than 4 units");
  EXPECT_EQ(problem_with("[]{ a: u8 []; b: u8 []; c: u8 []; d: u8 []; "
                         "e: u8 []; f: u8 []; g: u8 []; h: u8 [] }",
                         ""),
            "layout: more than 7 fields");
  EXPECT_EQ(problem_with("[a, b, c, d, e ^ a ^ b ^ c ^ d]",
                         "a=2, b=2, c=2, d=2, e=2"),
            "layout: the digit e is XORed with 4 others, at most 3 are "
            "possible");
  EXPECT_EQ(kind_of_problem("(0)=x | []", ""), ErrorKind::invalid);
  EXPECT_EQ(kind_of_problem("[" + repeated("0:1", 41, ", ") + "]", ""),
            ErrorKind::limit);
}

TEST(BindTest, NoticesOverflow) {
  const std::string huge = std::to_string(Index{1} << 61);
  const auto kind = [&](const std::string& layout, const std::string& shape) {
    return kind_of_problem(layout, shape);
  };
  EXPECT_EQ(kind("[h]", "h=" + huge), ErrorKind::limit);
  EXPECT_EQ(kind("[h, w:" + huge + "]", "h=8, w=1"), ErrorKind::limit);
  EXPECT_EQ(kind("[0:" + huge + ", 0:" + huge + "]", ""), ErrorKind::limit);
  EXPECT_EQ(kind("[(h w)]", "h=" + huge + ", w=" + huge), ErrorKind::limit);
  EXPECT_EQ(kind("core=h, bank=w | []", "h=" + huge + ", w=" + huge),
            ErrorKind::limit);
  EXPECT_EQ(kind("rank=*" + huge + " | [h]", "h=8"), ErrorKind::limit);
  EXPECT_EQ(kind("[h/" + huge + ", h%" + huge + "]", "h=3"), ErrorKind::limit);
}

TEST(BindTest, TakesLargeTensors) {
  const std::string size = std::to_string(Index{1} << 28);
  const BoundLayout layout = test::bind_text(
      "[h/32, w/32, h%32, w%32]", "h=" + size + ", w=" + size, "bf16");
  EXPECT_EQ(layout.bytes(), Index{1} << 57);
  const Index last = (Index{1} << 28) - 1;
  const Position end = layout.position(Indices{last, last});
  EXPECT_EQ(end.bit, (Index{1} << 60) - 16);
  EXPECT_EQ(*layout.find(end).index, (Indices{last, last}));
}

TEST(BindTest, BindsRankZeroAndRankEight) {
  const BoundLayout scalar = test::bind_text("[]", "", "f64");
  EXPECT_EQ(scalar.bits_per_unit(), 64);
  EXPECT_EQ(scalar.position(Indices{}).bit, 0);
  ASSERT_TRUE(scalar.find({}).index.has_value());
  EXPECT_EQ(scalar.find({}).index->size(), 0);
  const char kText[] = "[h, g, f%2, e, d, c, b, a, f/2]";
  const char kShape[] = "a=2, b=3, c=1, d=2, e=2, f=3, g=1, h=2";
  EXPECT_TRUE(test::agrees(test::bind_text(kText, kShape),
                           test::oracle_for(kText, kShape)));
}

TEST(BindTest, BindsEmptyTensors) {
  for (const char* text :
       {"[h, w]", "[h/4, w, h%4]", "core=h/4 | [w, h%4]",
        "p=(h w); bank=p%3 | [p/3]", "[w, h:4]", "rank=*2 | [h, w]"}) {
    const BoundLayout layout = test::bind_text(text, "h=0, w=5");
    EXPECT_TRUE(test::agrees(layout, test::oracle_for(text, "h=0, w=5")))
        << text;
  }
  EXPECT_EQ(test::bind_text("[h, w]", "h=0, w=5").bytes(), 0);
  EXPECT_EQ(test::bind_text("[w, h:4]", "h=0, w=5").bytes(), 80);
}

}  // namespace
}  // namespace ashlar
