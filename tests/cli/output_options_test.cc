#include "cli/output_options.h"

#include <gtest/gtest.h>

#include <sstream>

#include "ashlar/error.h"
#include "tests/cli/temporary_folder.h"

namespace ashlar::test {
namespace {

struct Shown {
  std::string out;
  std::string err;
  std::string asked;  // for what, in order
};

Shown show(const cli::OutputWords& words) {
  Shown shown;
  std::ostringstream out;
  std::ostringstream err;
  cli::Streams streams{out, err, {}};
  const auto made = [&](const std::string& what) {
    shown.asked += what;
    return "<" + what + ">";
  };
  cli::show(words,
            {[&] { return made("svg"); }, [&] { return made("json"); },
             [&] { out << made("text"); }},
            streams);
  shown.out = out.str();
  shown.err = err.str();
  return shown;
}

class OutputOptionsTest : public TemporaryFolder {};

TEST_F(OutputOptionsTest, IsTextUnlessSomethingElseIsAskedFor) {
  EXPECT_EQ(show({}).asked, "text");
  EXPECT_EQ(show({}).out, "<text>");
  EXPECT_EQ(show({.json = true}).out, "<json>");
  EXPECT_EQ(show({.json = true}).err, "");
}

TEST_F(OutputOptionsTest, IsNothingButThePictureIfThatIsTheOutput) {
  const Shown shown = show({.svg = "-", .json = true});
  EXPECT_EQ(shown.asked, "svg");
  EXPECT_EQ(shown.out, "<svg>");
  EXPECT_EQ(shown.err, "");
}

TEST_F(OutputOptionsTest, WritesThePictureBesideTheRest) {
  const std::string path = this->path("a.svg");
  const Shown shown = show({.svg = path});
  EXPECT_EQ(shown.out, "<text>");
  EXPECT_EQ(shown.err, "wrote " + path + "\n");
  EXPECT_EQ(read("a.svg"), "<svg>");
  EXPECT_THROW(show({.svg = path}), Error);
  EXPECT_EQ(show({.svg = path, .force = true}).out, "<text>");
}

}  // namespace
}  // namespace ashlar::test
