#include "src/draw/strip.h"

#include <gtest/gtest.h>

#include "tests/draw/examples.h"

namespace ashlar {
namespace {

using test::bound;

std::string drawn(const Strip& strip) {
  Sheet sheet;
  strip.draw(sheet, 0, 0);
  return sheet.finish(strip.width(), strip.height(), "", "");
}

bool has(const std::string& text, std::string_view what) {
  return text.find(what) != std::string::npos;
}

TEST(StripTest, ShowsIndicesInMemoryOrder) {
  const BoundLayout layout = bound("bf16[4x4] col");
  const Scene scene(layout, {});
  const Strip strip(scene, kMaxWidth);
  EXPECT_TRUE(strip.has_texts());
  EXPECT_FALSE(strip.goes_on());
  EXPECT_FALSE(strip.has_elsewhere());
  const std::string svg = drawn(strip);
  const std::size_t first = svg.find(">0,0<");
  const std::size_t second = svg.find(">1,0<");
  const std::size_t last = svg.find(">3,3<");
  EXPECT_LT(first, second);
  EXPECT_LT(second, svg.find(">0,1<"));
  EXPECT_LT(svg.find(">0,1<"), last);
}

TEST(StripTest, MarksWhatThePictureDoesNotShow) {
  const BoundLayout layout = bound("f32[3x4x5] row");
  SvgOptions options;
  options.slice = parse_slice(":,1,:", layout);
  const Scene scene(layout, options);
  const Strip strip(scene, kMaxWidth);
  EXPECT_TRUE(strip.has_elsewhere());
  EXPECT_TRUE(has(drawn(strip), kElsewhere));
}

TEST(StripTest, ShowsTheOtherFieldsOfRecords) {
  const BoundLayout layout =
      bound("u4[n=2, k=32] [n, k/32]{d: f16 []; q: u4 [k%16, k/16%2]}");
  const Scene scene(layout, {});
  const Strip strip(scene, kMaxWidth);
  EXPECT_TRUE(strip.has_fields());
  EXPECT_TRUE(has(drawn(strip), kOtherField));
  EXPECT_TRUE(has(drawn(strip), ">d</text>"));
}

TEST(StripTest, PutsUnitsSideBySideWhereThereIsRoom) {
  const BoundLayout layout =
      bound("bf16[4x16] tile(2x4) on sim:0/l1 block(2x2)");
  const Scene scene(layout, {});
  const Strip wide(scene, kMaxWidth);
  const Strip narrow(scene, 10);
  EXPECT_GT(wide.width(), narrow.width());
  EXPECT_LT(wide.height(), narrow.height());
  EXPECT_TRUE(has(drawn(narrow), ">core 1,1</text>"));
}

TEST(StripTest, SaysThatThereIsMore) {
  const BoundLayout layout = bound("f32[1000x10] row");
  const Scene scene(layout, {});
  EXPECT_TRUE(Strip(scene, kMaxWidth).goes_on());
}

}  // namespace
}  // namespace ashlar
