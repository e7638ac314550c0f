#include <cstdio>
#include <cstring>
#include <limits>
#include <regex>
#include <vector>

#include "ashlar/spec.h"
#include "tests/cli/command_line.h"
#include "tests/cli/temporary_folder.h"

namespace ashlar::test {
namespace {

/// The bytes of these numbers.
std::string floats(const std::vector<float>& numbers) {
  std::string bytes(numbers.size() * sizeof(float), '\0');
  if (!numbers.empty()) {
    std::memcpy(bytes.data(), numbers.data(), bytes.size());
  }
  return bytes;
}

std::vector<float> numbers_in(const std::string& bytes) {
  std::vector<float> numbers(bytes.size() / sizeof(float));
  if (!numbers.empty()) {
    std::memcpy(numbers.data(), bytes.data(), bytes.size());
  }
  return numbers;
}

/// 0, 1, 2, ...
std::string counted(int count) {
  std::vector<float> numbers;
  for (int i = 0; i < count; ++i) numbers.push_back(static_cast<float>(i));
  return floats(numbers);
}

class RawTest : public TemporaryFolder {
 protected:
  Said raw(const std::string& from, const std::string& to,
           const std::vector<std::string>& more = {}) const {
    std::vector<std::string> args = {"raw", path("in"), path("out"), "--from",
                                     from,  "--to",     to};
    args.insert(args.end(), more.begin(), more.end());
    return ashlar(args);
  }

  /// What the file becomes; nothing is to be said about it.
  std::string converted(const std::string& bytes, const std::string& from,
                        const std::string& to,
                        const std::vector<std::string>& more = {}) const {
    write("in", bytes);
    const Said said = raw(from, to, more);
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_EQ(said.out + said.err, "");
    EXPECT_EQ(count(), 2u);
    return read("out");
  }

  /// What is said about a file that cannot be converted.
  std::string refused(const std::string& bytes, const std::string& from,
                      const std::string& to, int status,
                      const std::vector<std::string>& more = {}) const {
    write("in", bytes);
    const Said said = raw(from, to, more);
    EXPECT_EQ(said.status, status);
    EXPECT_EQ(said.out, "");
    EXPECT_EQ(count(), 1u) << "nothing is left behind";
    std::string text = said.err;
    if (const std::size_t at = text.find(path("in")); at < text.size()) {
      text.replace(at, path("in").size(), "in");
    }
    return text;
  }
};

TEST_F(RawTest, ConvertsTheFormat) {
  EXPECT_EQ(converted(floats({1, -2.5F, 3e38F}), "f32[3]", "bf16[3]"),
            std::string("\x80\x3f\x20\xc0\x62\x7f", 6));
  EXPECT_EQ(converted(floats({1, 2, 3, 4, 5}), "f32[5]", "i4[5]"),
            std::string("\x21\x43\x05", 3));
}

TEST_F(RawTest, ConvertsTheLayout) {
  EXPECT_EQ(numbers_in(converted(counted(6), "f32[2x3]", "f32[2x3] col")),
            (std::vector<float>{0, 3, 1, 4, 2, 5}));
  EXPECT_EQ(numbers_in(converted(counted(6), "f32[2x3]", "f32[2x3] tile(2x2)",
                                 {"--pad", "-1.5"})),
            (std::vector<float>{0, 1, 3, 4, 2, -1.5, 5, -1.5}));
}

TEST_F(RawTest, ComesBackUnchanged) {
  for (const char* layout :
       {"row", "col", "tile(4x4)", "ttnn", "stick(128B)", "row(align=64B)",
        "ttnn on sim:0/l1 block(2x2)", "tile(2x2) on sim:0/l1 height(3)"}) {
    const std::string there = std::string("bf16[6x10] ") + layout;
    const std::string moved = converted(counted(60), "f32[6x10] row", there);
    EXPECT_EQ(static_cast<Index>(moved.size()), bind(parse_spec(there)).bytes())
        << layout;
    EXPECT_EQ(converted(moved, there, "f32[6x10] row"), counted(60)) << layout;
  }
}

TEST_F(RawTest, DoesWithNothingAndWithOneNumber) {
  EXPECT_EQ(converted("", "f32[0x7]", "bf16[0x7] tile(4x4)"), "");
  EXPECT_EQ(converted(floats({2}), "f32[]", "f16[]"), std::string("\0\x40", 2));
}

TEST_F(RawTest, PadsAsAsked) {
  const auto padded = [&](const std::string& pad) {
    return converted(std::string("\1\2\3", 3), "u8[3]", "u8[3] [a:4]",
                     {"--pad", pad});
  };
  EXPECT_EQ(padded("zero"), std::string("\1\2\3\0", 4));
  EXPECT_EQ(converted(std::string("\1\2\3", 3), "u8[3]", "u8[3] [a:4]"),
            padded("zero"));
  EXPECT_EQ(padded("255"), std::string("\1\2\3\xff", 4));
  EXPECT_EQ(padded("2^3"), std::string("\1\2\3\x08", 4));
  EXPECT_EQ(padded("undefined").substr(0, 3), std::string("\1\2\3", 3));
}

TEST_F(RawTest, HonoursTheRulesOfTheCast) {
  const auto cast = [&](const std::vector<std::string>& rules) {
    return converted(floats({1000, -2.5F}), "f32[2]", "i8[2]", rules);
  };
  EXPECT_EQ(cast({"--overflow", "saturate"}), "\x7f\xfe");
  EXPECT_EQ(cast({"--overflow", "wrap", "--round", "toward_negative"}),
            "\xe8\xfd");
  EXPECT_EQ(cast({"--integer-overflow", "wrap", "--overflow", "none"}),
            "\xe8\xfe");
  EXPECT_EQ(converted(floats({1000}), "f32[1]", "f8_e4m3fn[1]"), "\x7e");
  EXPECT_EQ(converted(floats({1000}), "f32[1]", "f8_e4m3fn[1]",
                      {"--profile", "ml_dtypes"}),
            "\x7f");
}

TEST_F(RawTest, DrawsByTheIndexWhateverTheLayout) {
  const std::vector<std::string> rules = {"--round", "stochastic", "--seed",
                                          "7",       "--pad",      "zero"};
  const std::string quarters = floats(std::vector<float>(64, 0.25F));
  const std::string rows =
      converted(quarters, "f32[8x8]", "i8[8x8] row", rules);
  const std::string tiles =
      converted(quarters, "f32[8x8]", "i8[8x8] tile(4x4)", rules);
  EXPECT_NE(rows, tiles);
  EXPECT_NE(rows, std::string(64, '\0'));
  EXPECT_EQ(converted(tiles, "i8[8x8] tile(4x4)", "i8[8x8] row"), rows);
}

TEST_F(RawTest, ReplacesItsOwnInput) {
  write("in", counted(6));
  const Said said = ashlar({"raw", path("in"), path("in"), "--from", "f32[2x3]",
                            "--to", "f32[2x3] col"});
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(numbers_in(read("in")), (std::vector<float>{0, 3, 1, 4, 2, 5}));
  EXPECT_EQ(count(), 1u);
}

TEST_F(RawTest, SaysWhatItDidIfAsked) {
  write("in", counted(6));
  const Said said = raw("f32[2x3]", "bf16[2x3] tile(2x2)", {"-v"});
  EXPECT_EQ(said.out, "");
  EXPECT_TRUE(std::regex_match(
      said.err, std::regex("f32\\[2x3\\] row -> bf16\\[2x3\\] tile\\(2x2\\): "
                           "24 bytes to 16 in [-0-9.e]+ s, [-0-9.e]+ GB/s\n")))
      << said.err;
}

TEST_F(RawTest, WritesToTheOutput) {
  write("in", counted(3));
  const std::vector<std::string> args = {
      "raw", path("in"), "-", "--from", "f32[3]", "--to", "bf16[3]", "-v"};
  const Said said = ashlar(args);
  EXPECT_EQ(said.out, std::string("\0\0\x80\x3f\0\x40", 6));
  cli::Terminal terminal;
  terminal.is_terminal = true;
  EXPECT_EQ(ashlar(args, terminal).status, 2);
  EXPECT_EQ(ashlar(args, terminal).err,
            "error: raw: the output is a terminal\n"
            "hint: name a file, or send it on: ashlar raw ... | od -An -tx1\n");
}

TEST_F(RawTest, SaysWhatSizeItWants) {
  EXPECT_EQ(refused(counted(1), "f32[2x40] tile(32x32)", "f32[2x40]", 4),
            "error: raw: f32[2x40] tile(32x32) has 8,192 bytes (padded to "
            "[2[32], 40[64]]), but in has 4\n");
  EXPECT_EQ(refused(counted(1), "f32[2x64] tile(32x32) on sim:0/l1 block(1x2)",
                    "f32[2x64]", 4),
            "error: raw: f32[2x64] tile(32x32) on sim:0/l1 block(1x2) has "
            "8,192 bytes "
            "(2 units of 4,096 bytes, padded to [2[32], 64]), but in has 4\n");
  EXPECT_EQ(refused("", "f32[2]", "f32[2]", 4),
            "error: raw: f32[2] row has 8 bytes, but in has 0\n");
}

TEST_F(RawTest, GuessesWhatTheFileIs) {
  EXPECT_EQ(refused(counted(6), "f32[2x3] tile(32x32)", "f32[2x3]", 4),
            "error: raw: f32[2x3] tile(32x32) has 4,096 bytes (padded to "
            "[2[32], 3[32]]), but in has 24\n"
            "hint: it has as many bytes as f32[2x3] row\n");
  EXPECT_EQ(refused(counted(6), "bf16[2x3]", "f32[2x3]", 4),
            "error: raw: bf16[2x3] row has 12 bytes, but in has 24\n"
            "hint: it has as many bytes as f32[2x3] row, or any other format "
            "of 32 bits\n");
  EXPECT_EQ(
      refused(counted(6), "bf16[2x3] tile(32x32)", "f32[2x3]", 4),
      "error: raw: bf16[2x3] tile(32x32) has 2,048 bytes (padded to [2[32], "
      "3[32]]), but in has 24\n"
      "hint: it has as many bytes as f32[2x3] row, or any other format "
      "of 32 bits\n");
  EXPECT_EQ(refused(counted(6), "i8[2x3]", "f32[2x3]", 4),
            "error: raw: i8[2x3] row has 6 bytes, but in has 24\n"
            "hint: it has as many bytes as i32[2x3] row, or any other format "
            "of 32 bits\n");
  EXPECT_EQ(refused(counted(18), "f32[2x3]", "f32[2x3]", 4),
            "error: raw: f32[2x3] row has 24 bytes, but in has 72\n"
            "hint: it has 3 times as many bytes: is an axis missing?\n");
}

TEST_F(RawTest, WantsOneShape) {
  EXPECT_EQ(refused(counted(6), "f32[2x3]", "bf16[3x2]", 2),
            "error: raw: f32[2x3] row and bf16[3x2] row have different sizes\n"
            "hint: elements keep their indices: write the same sizes in "
            "both\n");
  EXPECT_EQ(numbers_in(converted(counted(6), "f32[h=2, w=3]",
                                 "f32[x=2, y=3] [y, x]"))[1],
            3)
      << "names do not matter";
}

TEST_F(RawTest, WantsWholeSpecs) {
  EXPECT_EQ(refused(counted(6), "f32[2x3] col", "bf16", 2),
            "error: spec: expected '[' before the sizes, as in bf16[128x128], "
            "found the end of the text\n"
            "  bf16\n"
            "      ^\n"
            "hint: specs are written in full: --to 'bf16[2x3] col'\n");
  EXPECT_EQ(refused(counted(6), "f32[2x3] col", "tile(4x4)", 2),
            "error: spec: 'tile' is not a format\n"
            "  tile(4x4)\n"
            "  ^^^^\n"
            "hint: specs are written in full: --to 'f32[2x3] tile(4x4)'\n");
}

TEST_F(RawTest, RefusesNumbersThatTheRulesForbid) {
  const std::string nan = floats({1, std::numeric_limits<float>::quiet_NaN()});
  EXPECT_EQ(refused(floats({1, 300}), "f32[2]", "i8[2]", 4),
            "error: convert: element [1] is 300, out of the range of i8, -128 "
            "to 127\n"
            "hint: ask for saturate or wrap to cast it anyway\n");
  EXPECT_NE(refused(nan, "f32[2]", "i8[2]", 4), "");
  EXPECT_NE(refused(nan, "f32[2]", "f4_e2m1fn[2]", 4, {"--nan", "error"}), "");
  EXPECT_EQ(converted(nan, "f32[2]", "f4_e2m1fn[2]"), "\x72");
}

TEST_F(RawTest, PassesOnThatALayoutHasNoPlaceForScales) {
  const std::string said = refused(counted(64), "f32[64]", "mxfp4[64] ttnn", 3);
  EXPECT_NE(said.find("mxfp4"), std::string::npos) << said;
}

TEST_F(RawTest, QuantisesToTilesAndBack) {
  const std::string spec = "bfp8_b[2x32] tile(32x32, faces=16x16)";
  const std::string tiles = converted(counted(64), "f32[2x32]", spec);
  ASSERT_EQ(tiles.size(), 1088u);
  EXPECT_EQ(tiles[0], static_cast<char>(127 + 3));   // 0 to 15
  EXPECT_EQ(tiles[16], static_cast<char>(127 + 4));  // 16 to 31
  EXPECT_EQ(tiles[64 + 15], static_cast<char>(15 << 3));
  EXPECT_EQ(tiles[64 + 256], static_cast<char>(16 << 2));
  EXPECT_EQ(converted(tiles, spec, "f32[2x32]"), counted(64));
  EXPECT_EQ(converted(tiles, spec, spec + " on sim:0/dram interleaved(1)"),
            tiles);
}

TEST_F(RawTest, KnowsHowManyBytesTilesHave) {
  EXPECT_NE(refused("tiles", "bfp8_b[2x32] ttnn", "f32[2x32]", 4).find("1,088"),
            std::string::npos);
}

TEST_F(RawTest, QuantisesRows) {
  const std::string packed =
      converted(counted(64), "f32[64]", "mxfp8_e4m3[64]");
  EXPECT_EQ(packed.size(), 66u);
  EXPECT_EQ(converted(packed, "mxfp8_e4m3[64] row", "f32[64]").size(), 256u);
}

TEST_F(RawTest, NoticesSlipsOfThePen) {
  const std::string in = counted(2);
  EXPECT_EQ(refused(in, "f32[2]", "f32[2]", 2, {"--pad", "one"}),
            "error: raw: --pad: 'one' is not a number\n"
            "hint: undefined, zero, or a number such as -1, 2^-9 or -inf\n");
  EXPECT_EQ(refused(in, "f32[2]", "f32[2]", 2, {"--round", "up"}),
            "error: rounding: there is no 'up'\n"
            "hint: one of automatic, nearest_even, nearest_away, nearest_zero, "
            "toward_zero, toward_positive, toward_negative, to_odd, "
            "stochastic\n");
  EXPECT_EQ(ashlar({"raw", path("in")}).err,
            "error: raw: OUT is required\n"
            "hint: ashlar raw --help lists the options\n");
}

TEST_F(RawTest, SaysWhichFileItCannotUse) {
  const Said in = ashlar(
      {"raw", path("none"), path("out"), "--from", "f32[2]", "--to", "f32[2]"});
  EXPECT_EQ(in.status, 5);
  EXPECT_EQ(in.err, "error: " + path("none") + ": No such file or directory\n");
  write("in", counted(2));
  const Said out = ashlar({"raw", path("in"), path("no/out"), "--from",
                           "f32[2]", "--to", "f32[2]"});
  EXPECT_EQ(out.status, 5);
  EXPECT_EQ(out.err,
            "error: " + path("no/out") + ": No such file or directory\n");
}

TEST_F(RawTest, PrintsHelp) {
  const Said said = ashlar({"raw", "--help"});
  EXPECT_EQ(said.status, 0);
  EXPECT_TRUE(said.out.starts_with("usage: ashlar raw IN OUT --from SPEC"));
  std::istringstream lines(said.out);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 80u) << line;
  }
}

#ifdef ASHLAR_COMMAND

/// What a command of the shell prints, its complaints too.
std::string shell(const std::string& command) {
  std::FILE* const pipe = popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return "";
  std::string text;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) {
    text += static_cast<char>(c);
  }
  pclose(pipe);
  return text;
}

TEST_F(RawTest, ReadsTheInput) {
  const std::string in = write("in", counted(3));
  const std::string rest =
      std::string(ASHLAR_COMMAND) + " raw - - --from 'f32[3]' --to 'bf16[3]'";
  const std::string expected("\0\0\x80\x3f\0\x40", 6);
  EXPECT_EQ(shell("cat '" + in + "' | " + rest), expected);
  EXPECT_EQ(shell(rest + " < '" + in + "'"), expected);
  EXPECT_EQ(shell("(head -c 4 > /dev/null; " + rest + ") < '" + in + "'"),
            "error: raw: f32[3] row has 12 bytes, but the standard input has "
            "8\n");
  EXPECT_EQ(shell("yes | " + rest),
            "error: raw: f32[3] row has 12 bytes, and the standard input has "
            "more\n");
}

#endif

}  // namespace
}  // namespace ashlar::test
