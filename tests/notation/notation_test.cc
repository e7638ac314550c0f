// All notations together: names, random layouts, hostile texts.
#include "ashlar/notation.h"

#include <gtest/gtest.h>

#include <map>

#include "tests/notation/check.h"
#include "tests/support/random_layout.h"

namespace ashlar {
namespace {

using test::bind_own;
using test::chance;
using test::comes_back;
using test::message_of;
using test::pick;
using test::Random;

TEST(NotationTest, HasOneNameEach) {
  std::map<std::string_view, Notation> names;
  for (const Notation notation : notations()) {
    EXPECT_TRUE(names.emplace(name_of(notation), notation).second);
  }
  EXPECT_EQ(names.size(), 7u);
  EXPECT_EQ(name_of(Notation::onednn), "onednn");
  EXPECT_EQ(name_of(Notation::scalapack), "scalapack");
  EXPECT_EQ(message_of([] { name_of(static_cast<Notation>(99)); }),
            "notation: there is no notation number 99");
}

TEST(NotationTest, TranslatesIntoEveryNotation) {
  const std::vector<Translation> all =
      translate(bind_own("stick(128B, pad=all)", {5, 100, 150}, "f16"));
  const std::vector<Translation> expected = {
      {Notation::onednn, "ABC128b3c64a64c", ""},
      {Notation::xla, "{0,2,1:T(128,192,64)(64,1)}", ""},
      {Notation::cute, "(64,128,(64,3)):(64,12288,(1,4096))", ""},
      {Notation::spyre, "device_size=[128,3,64,64] dim_map=[1,2,0,2]", ""},
      {Notation::zdnn, "", "zDNN has tensors of rank 4, this one has rank 3"},
      {Notation::cublaslt, "",
       "128x4 is for matrices of scales, this tensor has rank 3"},
      {Notation::scalapack, "",
       "ScaLAPACK has matrices, this tensor has rank 3"},
  };
  ASSERT_EQ(all.size(), expected.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i].notation, expected[i].notation);
    EXPECT_EQ(all[i].text, expected[i].text);
    EXPECT_EQ(all[i].why_not, expected[i].why_not);
  }
}

TEST(NotationTest, UsesTheNamesOfTheTensor) {
  const AxisNames names = {"n", "c", "h", "w"};
  const Digits digits =
      read_notation(Notation::onednn, "nChw16c", {2, 37, 3, 5}, names,
                    test::element_named("f32"));
  EXPECT_EQ(to_string(digits), "[n, c/16, h, w, c%16]");
  EXPECT_EQ(
      to_string(read_notation(Notation::cublaslt, "128x4", {256, 12},
                              AxisNames{"m", "s"}, test::element_named("u8"))),
      "[m/128, s/4, m%32, m/32%4, s%4]");
  EXPECT_EQ(
      to_string(read_notation(Notation::scalapack, "8x4 on 2x3", {100, 30},
                              AxisNames{"i", "j"}, test::element_named("f64"))),
      "pr=i/8%2, pc=j/4%3 | [j/12, j%4, i/16, i%8]");
}

TEST(NotationTest, NamesOfTensorsDoNotClashWithLets) {
  const AxisNames names = {"j0", "j2"};
  const Element element = test::element_named("f32");
  const Digits digits =
      read_notation(Notation::xla, "{1,0:T(*,4)(3)}", {4, 6}, names, element);
  EXPECT_EQ(to_string(digits), "j1=(j0 j2); j3=j1%4; [j1/4, j3/3, j3%3]");
}

/// A layout of digits of axes only: ragged, padded, any order, with gaps.
BoundLayout random_plain(Random& random, bool descending) {
  struct Part {
    TermText term;
    int axis = 0;
  };
  const int rank = static_cast<int>(pick(random, 1, 4));
  Indices sizes;
  std::vector<Part> parts;
  for (int axis = 0; axis < rank; ++axis) {
    Index size = pick(random, 1, 12);
    Index div = 1;
    std::vector<Part> own;
    while (div < size && chance(random, 50)) {
      const Index radix = pick(random, 1, 4);
      DigitText digit{std::string(AxisNames()[axis]), {}, div, radix, 0};
      if (!descending && chance(random, 20)) {
        digit.alloc = radix + pick(random, 1, 3);
      }
      own.push_back({{digit, {}}, axis});
      div *= radix;
    }
    DigitText top{std::string(AxisNames()[axis]), {}, div, 0, 0};
    if (chance(random, 30)) {
      top.alloc = (size + div - 1) / div + pick(random, 0, 3);
    }
    own.push_back({{top, {}}, axis});
    sizes.push_back(size);
    parts.insert(parts.end(), own.begin(), own.end());
  }
  for (std::size_t i = parts.size(); i > 1; --i) {
    const auto other =
        static_cast<std::size_t>(pick(random, 0, static_cast<Index>(i) - 1));
    std::swap(parts[i - 1], parts[other]);
  }
  if (descending) {  // the same places, the digits of each axis in order
    for (std::size_t i = 0; i < parts.size(); ++i) {
      for (std::size_t j = i + 1; j < parts.size(); ++j) {
        if (parts[i].axis == parts[j].axis &&
            parts[i].term.digit.div < parts[j].term.digit.div) {
          std::swap(parts[i], parts[j]);
        }
      }
    }
  }
  Digits digits;
  for (Part& part : parts) digits.memory.terms.push_back(part.term);
  return bind(digits, Shape(sizes), AxisNames(), test::element_named("f16"));
}

TEST(NotationTest, WritesEveryRandomLayoutInDescendingDigits) {
  Random random(test::test_seed());
  for (int i = 0; i < 1500; ++i) {
    const BoundLayout layout = random_plain(random, true);
    for (const Notation notation :
         {Notation::onednn, Notation::xla, Notation::cute, Notation::spyre}) {
      ASSERT_TRUE(comes_back(notation, layout)) << i;
    }
  }
}

TEST(NotationTest, WritesRandomLayoutsOrSaysWhyNot) {
  Random random(test::test_seed());
  std::map<Notation, int> texts;
  for (int i = 0; i < 1500; ++i) {
    const BoundLayout layout = random_plain(random, false);
    for (const Notation notation : notations()) {
      if (write_notation(notation, layout).text.empty()) continue;
      ++texts[notation];
      ASSERT_TRUE(comes_back(notation, layout)) << i;
    }
    // These two only lack a word for slots at the very end, or for long lists.
    const std::string why = write_notation(Notation::cute, layout).why_not;
    EXPECT_TRUE(why.empty() || why.ends_with(", at the end of memory")) << why;
    const std::string tiles = write_notation(Notation::xla, layout).why_not;
    EXPECT_TRUE(tiles.empty() || tiles == "it takes more than 16 tiles")
        << tiles;
  }
  EXPECT_GT(texts[Notation::onednn], 250);
  EXPECT_GT(texts[Notation::xla], 1400);
  EXPECT_GT(texts[Notation::cute], 1000);
  EXPECT_GT(texts[Notation::spyre], 250);
}

TEST(NotationTest, AnswersForEveryRandomLayout) {
  Random random(test::test_seed());
  for (int i = 0; i < 1500; ++i) {
    const test::RandomLayout one = test::random_layout(random);
    const std::vector<std::string_view> names(one.names.begin(),
                                              one.names.end());
    const BoundLayout layout =
        bind(one.digits, Shape(std::span<const Index>(one.sizes)),
             AxisNames(std::span<const std::string_view>(names)),
             test::element_named(one.element));
    for (const Translation& out : translate(layout)) {
      ASSERT_NE(out.text.empty(), out.why_not.empty());
      if (out.text.empty()) continue;
      ASSERT_TRUE(comes_back(out.notation, layout))
          << to_string(one.digits) << " for " << test::shape_text(one);
    }
  }
}

// ---- hostile texts

constexpr std::pair<Notation, std::string_view> kSeeds[] = {
    {Notation::onednn, "aBcd16b"},
    {Notation::onednn, "OIhw8i16o2i"},
    {Notation::xla, "{3,2,1,0:T(8,128)(2,1)}"},
    {Notation::xla, "{3,2,1,0:T(*,2,*,3)(*,5)}"},
    {Notation::cute, "((4,2),3,5,7):((1,4),8,24,120)"},
    {Notation::cute, "Sw<2,0,2> o (4,4,2,2):(4,1,16,32)"},
    {Notation::cute,
     "Sw<2,1,3> o smem_ptr[16b](unset) o (4,4,2,2):(4,1,16,32)"},
    {Notation::spyre, "device_size=[4,5,6,7] dim_map=[0,1,2,-1]"},
    {Notation::zdnn, "4DFEATURE"},
    {Notation::cublaslt, "128x4"},
    {Notation::scalapack, "8x4 on 2x3"},
};

void read_and_translate(Notation notation, std::string_view text,
                        const Shape& shape) {
  const BoundLayout layout = test::read_bound(notation, text, shape, "f16");
  for (const Translation& out : translate(layout)) {
    ASSERT_NE(out.text.empty(), out.why_not.empty());
  }
}

TEST(NotationTest, RefusesDamagedTextsWithAnError) {
  Random random(test::test_seed());
  constexpr std::string_view kCharacters =
      "0123456789aAbBcCoOiInNhHwW{}()[]<>,:*=x-_ TSwo\0\n\xff";
  const Shape shapes[] = {{4, 4, 2, 2}, {3, 5}, {7}, {}, {0, 3}};
  for (int i = 0; i < 20000; ++i) {
    const auto& seed = kSeeds[static_cast<std::size_t>(
        pick(random, 0, static_cast<Index>(std::size(kSeeds)) - 1))];
    std::string text(seed.second);
    for (Index k = pick(random, 1, 4); k > 0 && !text.empty(); --k) {
      const auto at = static_cast<std::size_t>(
          pick(random, 0, static_cast<Index>(text.size()) - 1));
      const char c = kCharacters[static_cast<std::size_t>(
          pick(random, 0, static_cast<Index>(kCharacters.size()) - 1))];
      switch (pick(random, 0, 3)) {
        case 0:
          text[at] = c;
          break;
        case 1:
          text.insert(at, 1, c);
          break;
        case 2:
          text.erase(at, 1);
          break;
        default:
          text += text.substr(at);
          break;
      }
    }
    const Shape& shape = shapes[static_cast<std::size_t>(
        pick(random, 0, static_cast<Index>(std::size(shapes)) - 1))];
    const std::string message =
        message_of([&] { read_and_translate(seed.first, text, shape); });
    EXPECT_EQ(message.find("please report"), std::string::npos);
  }
}

TEST(NotationTest, RefusesHugeTexts) {
  for (const char c : {'a', '(', '{', '1', ' ', '[', ','}) {
    const std::string huge(10'000'000, c);
    const std::string long_one(60'000, c);
    for (const Notation notation : notations()) {
      EXPECT_NE(message_of([&] {
                  read_and_translate(notation, huge, {3, 5});
                }).find("the text has 10000000 characters"),
                std::string::npos);
      EXPECT_NE(message_of([&] {
                  read_and_translate(notation, long_one, {3, 5});
                }),
                "");
    }
  }
}

}  // namespace
}  // namespace ashlar
