#include "src/draw/sheet.h"

#include <gtest/gtest.h>

namespace ashlar {
namespace {

TEST(SheetTest, EscapesWhatXmlKeepsForItself) {
  EXPECT_EQ(escape_xml("a<b & \"c\" > 'd'\n"),
            "a&lt;b &amp; &quot;c&quot; &gt; &#39;d&#39; ");
}

TEST(SheetTest, WritesShortNumbers) {
  EXPECT_EQ(short_number(0), "0");
  EXPECT_EQ(short_number(-0.01), "0");
  EXPECT_EQ(short_number(12.04), "12");
  EXPECT_EQ(short_number(12.06), "12.1");
  EXPECT_EQ(short_number(-0.5), "-0.5");
  EXPECT_EQ(short_number(1000), "1000");
}

TEST(SheetTest, IsOneFileWithTitleAndDescription) {
  Sheet sheet;
  sheet.rect(1, 2, 3.25, 4, "#ffffff");
  sheet.line(0, 0, 5, 0, {"#000000", 2, Pen::Dash::dashed});
  sheet.text(7, 8, "a<b", {12, "#123456", Anchor::end, Font::Weight::bold});
  const std::string svg = sheet.finish(100, 50, "t & u", "d");
  EXPECT_TRUE(
      svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" "
                      "width=\"100\" height=\"50\" "
                      "viewBox=\"0 0 100 50\" role=\"img\""));
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
  EXPECT_NE(svg.find("<title>t &amp; u</title>\n<desc>d</desc>"),
            std::string::npos);
  EXPECT_NE(svg.find("<rect x=\"1\" y=\"2\" width=\"3.3\" height=\"4\" "
                     "fill=\"#ffffff\"/>"),
            std::string::npos);
  EXPECT_NE(svg.find("stroke-dasharray=\"3 3\""), std::string::npos);
  EXPECT_NE(svg.find("<text x=\"7\" y=\"8\" font-size=\"12\" fill=\"#123456\" "
                     "text-anchor=\"end\" font-weight=\"600\">a&lt;b</text>"),
            std::string::npos);
}

TEST(SheetTest, GroupsShareAFont) {
  Sheet sheet;
  sheet.begin_group({10, "#000000", Anchor::middle, Font::Weight::normal});
  sheet.text(1, 2, "a", "#000000");
  sheet.text(3, 4, "b", "#ffffff");
  sheet.end_group();
  EXPECT_NE(sheet.finish(1, 1, "", "")
                .find("<g font-size=\"10\" fill=\"#000000\" "
                      "text-anchor=\"middle\">\n"
                      "<text x=\"1\" y=\"2\">a</text>\n"
                      "<text x=\"3\" y=\"4\" fill=\"#ffffff\">b</text>\n</g>"),
            std::string::npos);
}

}  // namespace
}  // namespace ashlar
