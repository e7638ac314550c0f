// Texts and sizes that nobody means well with: an error, and soon.
#include <gtest/gtest.h>

#include <string>

#include "ashlar/spec.h"
#include "tests/support/layout_check.h"

namespace ashlar {
namespace {

std::string repeated(std::string_view text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

// What these throw must be an Error: a bad_alloc or a crash fails the test.
bool is_refused(const std::string& text) {
  try {
    const Spec spec = parse_spec(text);
    bind(spec);
  } catch (const Error&) {
    return true;
  }
  return false;
}

TEST(HostileSpecTest, RefusesLongTextsUnread) {
  EXPECT_EQ(test::error_of(
                [] { parse_spec("f32[3] " + std::string(10'000'000, '(')); }),
            "spec: the text has 10000007 characters, at most 65536 are read");
  EXPECT_TRUE(is_refused(std::string(10'000'000, 'f')));
  EXPECT_TRUE(is_refused(std::string(10'000'000, '\0')));
}

TEST(HostileSpecTest, RefusesDeepNesting) {
  for (const char* open : {"(", "[", "{", "[(", "[]{a:u8", "xla(", "p=("}) {
    const int times = 60000 / static_cast<int>(std::string(open).size());
    EXPECT_TRUE(is_refused("f32[3] [" + repeated(open, times))) << open;
    EXPECT_TRUE(is_refused("f32[3] " + repeated(open, times))) << open;
    EXPECT_TRUE(is_refused("f32[3] xla(" + repeated(open, times))) << open;
    EXPECT_TRUE(is_refused("f32[3] cute(" + repeated(open, times))) << open;
  }
  EXPECT_TRUE(is_refused("f32[3] [" + std::string(100'000, '(')));
}

TEST(HostileSpecTest, RefusesLongLists) {
  EXPECT_TRUE(is_refused("f32[3] [" + repeated("0,", 30000) + "0]"));
  EXPECT_TRUE(is_refused("f32[3] " + repeated("p=a;", 15000) + "[p]"));
  EXPECT_TRUE(is_refused("f32[3] " + repeated("c=a,", 15000) + "c=a | []"));
  EXPECT_TRUE(is_refused("f32[3] [a" + repeated("^a", 30000) + "]"));
  EXPECT_TRUE(is_refused("f32[3] [(" + repeated("a ", 30000) + ")]"));
  EXPECT_TRUE(is_refused("f32[3] []{" + repeated("q:u8[];", 9000) + "}"));
  EXPECT_TRUE(is_refused("f32[" + repeated("1x", 30000) + "1]"));
  EXPECT_TRUE(is_refused("f32[3] strided(" + repeated("1,", 30000) + "1)"));
  EXPECT_TRUE(is_refused("f32[3] onednn(" + repeated("a", 60000) + ")"));
  EXPECT_TRUE(is_refused("f32[3] xla({0:T" + repeated("(1)", 20000) + "})"));
  EXPECT_TRUE(is_refused("f32[3] row on sim:0 nd(cores=" +
                         repeated("(0,0)+", 9000) + "(0,0), shard=1)"));
}

// Each # stands for 2^62, the largest number that is read at all.
const char* const kHuge[] = {
    "f32[#] row",
    "f32[#x#] row",
    "u1[#x4] col",
    "f32[#0] row",
    "f32[3] [a/#0]",
    "f32[3] [a:#]",
    "f32[3] [0:#, 0:#, a]",
    "f32[#x#] [(a b)]",
    "f32[#x#] core=a, bank=b | []",
    "f32[3] rank=*# | [a]",
    "f32[3x3] tile(#x#)",
    "f32[3x3] stick(#B)",
    "f32[3x3] stick(128B, padded=#x#)",
    "f32[3x3] stick(128B, order=#.0)",
    "f32[3x3] row(pitch=#)",
    "f32[3x3] row(align=#B)",
    "f32[3x3] strided(#, #)",
    "f32[3] row on sim:#",
    "f32[3] row on host interleaved(#)",
    "f32[3x3] row on sim:0 block(#x#)",
    "f32[3x3] row on sim:0 block(2x2, shard=#x#)",
    "f32[3] row on host ranks(#)",
    "f32[3] row on host ranks(2, axis=#)",
    "f32[3] row on sim:0 nd(cores=(0,0)-(#,#), shard=1)",
    "f32[3x3] onednn(aB#b)",
    "f32[3x3] xla({1,0:T(#,#)})",
    "f32[3x3] cute((3,3):(#,#))",
    "f32[3x3] scalapack(#x1 on 1x#)",
};

TEST(HostileSpecTest, RefusesHugeNumbers) {
  for (const char* pattern : kHuge) {
    std::string text;
    for (const char* c = pattern; *c != 0; ++c) {
      text += *c == '#' ? "4611686018427387904" : std::string(1, *c);
    }
    EXPECT_TRUE(is_refused(text)) << text;
  }
}

// Nothing here may depend on how many elements there are.
TEST(HostileSpecTest, BindsLargeTensorsWithoutLookingAtThem) {
  for (const char* text : {
           "u1[1000000000000000000] row",
           "f32[1000000000x100000000] tile(32x32)",
           "f32[1000000000x100000000] stick(128B)",
           "f32[1000000000x100000000] p=(a/32 b/32); bank=p%12 | [p/12, "
           "a%32, b%32]",
           "f32[1000000000x100000000] tile(32x32) on host interleaved(12)",
           "f32[1000000000x1000000] p=(a b); [p/7, p%7]",
       }) {
    const BoundLayout layout = bind(parse_spec(text));
    const Shape& shape = layout.shape();
    const Indices last = unravel(shape.volume() - 1, shape);
    EXPECT_EQ(*layout.find(layout.position(last)).index, last) << text;
    EXPECT_EQ(stable_hash(layout), stable_hash(canonical(layout))) << text;
    EXPECT_GE(contiguous_run(layout), 1) << text;
    EXPECT_NE(same_function(layout, canonical(layout)), false) << text;
    EXPECT_NE(to_string(recognise(layout)), "") << text;
  }
}

TEST(HostileSpecTest, RefusesBytesThatAreNoText) {
  for (int byte = 0; byte < 256; ++byte) {
    const std::string text =
        "f32[3" + std::string(1, static_cast<char>(byte)) + "] row";
    try {
      const Spec spec = parse_spec(text);
      EXPECT_EQ(parse_spec(to_string(spec)), spec) << byte;
    } catch (const Error& error) {
      for (const char c : std::string(error.what())) {
        EXPECT_TRUE(c >= ' ' && c <= '~') << byte;
      }
    }
  }
}

}  // namespace
}  // namespace ashlar
