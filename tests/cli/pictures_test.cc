// The pictures in docs/pictures are those that the guide says how to make.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>

#include "tests/cli/command_line.h"

namespace ashlar::test {
namespace {

std::string read(const std::string& path) {
  std::ifstream file(std::string(ASHLAR_SOURCE_DIR) + "/" + path);
  EXPECT_TRUE(file) << path;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// From lines like "$ ashlar layout 'SPEC' --svg NAME.svg": NAME.svg to SPEC.
std::map<std::string, std::string> pictures_in(const std::string& page) {
  constexpr std::string_view kBegin = "$ ashlar layout '";
  constexpr std::string_view kMiddle = "' --svg ";
  std::map<std::string, std::string> found;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t middle = line.find(kMiddle);
    if (!line.starts_with(kBegin) || middle == std::string::npos) continue;
    found[line.substr(middle + kMiddle.size())] =
        line.substr(kBegin.size(), middle - kBegin.size());
  }
  return found;
}

TEST(PicturesTest, AreWhatTheCommandDraws) {
  auto pictures = pictures_in(read("docs/guide/layouts.md"));
  EXPECT_EQ(pictures.size(), 7u);
  pictures.merge(pictures_in(read("docs/guide/blocks.md")));
  EXPECT_EQ(pictures.size(), 8u);
  for (const auto& [name, spec] : pictures) {
    const Said said = ashlar({"layout", spec, "--svg", "-"});
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_TRUE(said.out == read("docs/pictures/" + name))
        << name << " is out of date; in docs/pictures, run\n  ashlar layout '"
        << spec << "' --svg " << name << " --force";
  }
}

}  // namespace
}  // namespace ashlar::test
