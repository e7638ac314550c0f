#include <gtest/gtest.h>

#include <sstream>

#include "ashlar/format.h"
#include "tests/cli/command_line.h"

namespace ashlar::test {
namespace {

bool has(const std::string& text, std::string_view what) {
  return text.find(what) != std::string::npos;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST(FormatsTest, ListsEveryFormatOnce) {
  const Said said = ashlar({"formats"});
  EXPECT_EQ(said.status, 0);
  EXPECT_EQ(said.err, "");
  for (const NamedFormat& row : formats()) {
    const std::string begin = "\n  " + std::string(row.name) + " ";
    const std::size_t at = said.out.find(begin);
    ASSERT_NE(at, std::string::npos) << row.name;
    EXPECT_EQ(said.out.find(begin, at + 1), std::string::npos) << row.name;
  }
  for (const std::string& line : lines_of(said.out)) {
    EXPECT_LE(line.size(), 80u) << line;
    EXPECT_FALSE(line.ends_with(' ')) << line;
  }
}

TEST(FormatsTest, ListsWhatMattersOfEachKind) {
  const std::string out = ashlar({"formats"}).out;
  for (const char* line :
       {"integers             bits    from        to  used for\n",
        "  i4                    4      -8         7  quantised weights\n",
        "  i64                  64   -2^63  2^63 - 1  indices\n",
        "floats               bits  largest  smallest  special     used for\n",
        "  f64                  64  1.8e308   2^-1074  inf NaN -0  IEEE double "
        "precision\n",
        "  f8_e4m3fn             8      448      2^-9      NaN -0  weights\n",
        "  f6_e3m2fn           6/8       28    0.0625          -0  OCP MX "
        "elements\n",
        "  dlfloat16            16    8.6e9   4.7e-10  inf=NaN -0  IBM Spyre "
        "and Telum\n",
        "  orion_fp8x23      33/64  2^9 - 2^-23    Orion's fixed point\n",
        "  mxfp4              4.25  OCP MX: 32 f4_e2m1fn share a power of "
        "two\n",
        "\n6/8 is 6 bits in a word of 8\n"}) {
    EXPECT_TRUE(has(out, line)) << line << out;
  }
}

TEST(FormatsTest, ListsTheNamesThatMatch) {
  EXPECT_EQ(ashlar({"formats", "bfp*"}).out,
            R"(block formats        bits  used for
  bfp16                 9  AMD: 8 i8 / 64 share a power of two
  bfp8_b              8.5  Tenstorrent: 16 numbers of sign and 7 bits share an
                           exponent
  bfp4_b              4.5  Tenstorrent: 16 numbers of sign and 3 bits share an
                           exponent
  bfp2_b              2.5  Tenstorrent: 16 numbers of sign and 1 bit share an
                           exponent
  bfp8_a              8.5  Tenstorrent: as bfp8_b, with exponents of 5 bits
  bfp4_a              4.5  Tenstorrent: as bfp4_b, with exponents of 5 bits
  bfp2_a              2.5  Tenstorrent: as bfp2_b, with exponents of 5 bits

the bits of block formats include the scales
ashlar formats NAME explains one of these, or any like i5, q3.12, e5m6
)");
  EXPECT_TRUE(has(ashlar({"formats", "*short"}).out, "\n  u16 "))
      << "aliases count";
  EXPECT_EQ(ashlar({"formats", "**"}).out, ashlar({"formats"}).out);
  EXPECT_EQ(ashlar({"formats", "zz*"}).status, 2);
  EXPECT_EQ(ashlar({"formats", "zz*"}).err,
            "error: formats: no format matches 'zz*'\n"
            "hint: ashlar formats lists all names\n");
  std::string many;
  for (int i = 0; i < 100000; ++i) many += "*f";
  EXPECT_EQ(ashlar({"formats", many}).status, 2);
}

TEST(FormatsTest, ExplainsAFloat) {
  const Said said = ashlar({"formats", "f8_e4m3fn"});
  EXPECT_EQ(said.status, 0);
  EXPECT_EQ(said.err, "");
  EXPECT_EQ(said.out, R"(f8_e4m3fn
  the OCP 8-bit float with more precision; weights
  also called  float8_e4m3fn f8e4m3fn float8e4m3fn F8_E4M3 fp8_e4m3 fp8_e4m3fn
               fp8 hf8

    7      6      3   2      0
  +------+----------+----------+
  | sign | exponent | mantissa |
  | s    | eeee     | mmm      |
  +------+----------+----------+
  means        (-1)^s * 2^(e - 7) * 1.m; if e = 0, (-1)^s * 2^-6 * 0.m
  largest      448 (0x7e)
  smallest     2^-9 = 0.001953125 (0x01)
  normal from  2^-6 = 0.015625 (0x08)
  epsilon      0.125
  infinity     none; becomes 448 (0x7e)
  NaN          0x7f, 0xff
  -0           0x80
  rounding     to the nearest, ties to the even code (nearest_even)
  overflow     becomes 448 (saturate_finite)

             +0       +1       +2       +3       +4       +5       +6       +7
  0x00        0    1/512    1/256    3/512    1/128    5/512    3/256    7/512
  0x08     1/64    9/512    5/256   11/512    3/128   13/512    7/256   15/512
  0x10     1/32    9/256    5/128   11/256     3/64   13/256    7/128   15/256
  0x18     1/16    9/128     5/64   11/128     3/32   13/128     7/64   15/128
  0x20      1/8     9/64     5/32    11/64     3/16    13/64     7/32    15/64
  0x28     0.25  0.28125   0.3125  0.34375    0.375  0.40625   0.4375  0.46875
  0x30      0.5   0.5625    0.625   0.6875     0.75   0.8125    0.875   0.9375
  0x38        1    1.125     1.25    1.375      1.5    1.625     1.75    1.875
  0x40        2     2.25      2.5     2.75        3     3.25      3.5     3.75
  0x48        4      4.5        5      5.5        6      6.5        7      7.5
  0x50        8        9       10       11       12       13       14       15
  0x58       16       18       20       22       24       26       28       30
  0x60       32       36       40       44       48       52       56       60
  0x68       64       72       80       88       96      104      112      120
  0x70      128      144      160      176      192      208      224      240
  0x78      256      288      320      352      384      416      448      NaN
  0x80 to 0xff are the same with a minus sign
)");
}

TEST(FormatsTest, ExplainsWordsWithUnusedBits) {
  EXPECT_TRUE(has(ashlar({"formats", "f6_e3m2fn_w8s2"}).out, R"(
    7      6      4   3      2   1    0
  +------+----------+----------+--------+
  | sign | exponent | mantissa | unused |
  | s    | eee      | mm       | ..     |
  +------+----------+----------+--------+
)"));
  EXPECT_TRUE(has(ashlar({"formats", "f6_e3m2fn_w8s2"}).out,
                  "  largest      28 (0x7c)\n"));
  EXPECT_TRUE(has(ashlar({"formats", "orion_fp64x64"}).out, R"(
    255             129   128    127              64   63                0
  +---------------------+------+---------------------+---------------------+
  | unused              | sign | integer             | fraction            |
  | ........   ........ | s    | iiiiiiii...iiiiiiii | ffffffff...ffffffff |
)")) << ashlar({"formats", "orion_fp64x64"}).out;
}

TEST(FormatsTest, ExplainsFixedPointAndIntegers) {
  const std::string q = ashlar({"formats", "fixed(5, 26)"}).out;
  EXPECT_TRUE(has(q, "q5.26\n  fixed point from -32 to 32; early Orion\n"));
  EXPECT_TRUE(has(q, "  | integer | fraction                   |\n"));
  EXPECT_TRUE(has(q, "  means        two's complement * 2^-26\n"));
  EXPECT_TRUE(has(q, "  largest      2^5 - 2^-26 (0x7fffffff)\n"));
  EXPECT_TRUE(has(q, "  lowest       -2^5 (0x80000000)\n"));
  EXPECT_TRUE(has(q, "  overflow     refused (error)\n"));
  const std::string i3 = ashlar({"formats", "i3"}).out;
  EXPECT_TRUE(has(i3, "  largest      3 (0x3)\n  lowest       -4 (0x4)\n"))
      << i3;
  EXPECT_TRUE(has(i3, "\n  0x0   0   1   2   3  -4  -3  -2  -1\n")) << i3;
  EXPECT_TRUE(has(ashlar({"formats", "u64"}).out,
                  "largest      18446744073709551615 (0xffffffffffffffff)\n"));
  EXPECT_TRUE(has(ashlar({"formats", "bool"}).out, "  0x00   0   1\n"));
}

TEST(FormatsTest, ExplainsSpecialValues) {
  EXPECT_TRUE(has(ashlar({"formats", "f8_e5m2"}).out,
                  "  infinity     0x7c, 0xfc\n"
                  "  NaN          0x7d to 0x7f, 0xfd to 0xff\n"
                  "  -0           0x80\n"));
  const std::string fnuz = ashlar({"formats", "f8_e4m3fnuz"}).out;
  EXPECT_TRUE(has(fnuz,
                  "  NaN          0x80\n"
                  "  -0           none; becomes 0 (0x00)\n"));
  EXPECT_TRUE(has(fnuz,
                  "  0x80 is NaN; 0x81 to 0xff are the others with a minus "
                  "sign\n"));
  const std::string e8m0 = ashlar({"formats", "e8m0"}).out;
  EXPECT_TRUE(has(e8m0,
                  "  zero         none; becomes 2^-127 (0x00)\n"
                  "  negative     none; becomes 2^-127 (0x00)\n"));
  EXPECT_TRUE(has(e8m0, "   2^-1     2^0\n"));
  const std::string dlfloat = ashlar({"formats", "dlfloat16"}).out;
  EXPECT_TRUE(has(dlfloat, "  NaN, inf     0x7fff, 0xffff: one code for both"));
  EXPECT_TRUE(has(dlfloat, "ties away from zero (nearest_away)\n"));
  EXPECT_TRUE(has(dlfloat, "  overflow     becomes NaN-infinity (none)\n"));
  EXPECT_TRUE(has(ashlar({"formats", "f8_e5m2_w128"}).out,
                  "  NaN          0x7d to 0x7f, 0xfd to 0xff\n"));
}

TEST(FormatsTest, ExplainsABlockFormat) {
  const Said said = ashlar({"formats", "nvfp4"});
  EXPECT_TRUE(said.out.starts_with(R"(nvfp4
  NVIDIA Blackwell: 16 f4_e2m1fn share a scale, all of them another
  elements     f4_e2m1fn, 4 bits
  scales       ue4m3, 8 bits, one for 16 elements of a row
  scales       f32, 32 bits, one for the tensor
  in all       4.5 bits an element, without the scale of the tensor

its elements, f4_e2m1fn
    3      2      1   0
)")) << said.out;
  EXPECT_TRUE(has(said.out, "  0x0    0  0.5    1  1.5    2    3    4    6\n"));
}

TEST(FormatsTest, ExplainsEveryFormatInEveryWidth) {
  std::vector<std::string> names = {
      "e5m6",  "e4m3b8fnuz",  "binary8p4", "q3.12",      "i5",
      "u7_w7", "e2m0",        "e11m52",    "u1_w64s63",  "i33",
      "q0.7",  "q32.32_w128", "tf32_w19",  "f16_w128s3", "e5m10inuz",
      "sm1.6", "e3m0fn",      "bool_w1",   "binary3p1",  "ue8m0"};
  for (const NamedFormat& row : formats()) names.emplace_back(row.name);
  for (const std::string& name : names) {
    for (const int width : {20, 80, 500}) {
      const Said said =
          ashlar({"formats", name, "--width", std::to_string(width)});
      EXPECT_EQ(said.status, 0) << name << said.err;
      EXPECT_TRUE(has(said.out, "  means  ")) << name;
      if (width < 80) continue;
      for (const std::string& line : lines_of(said.out)) {
        EXPECT_LE(line.size(), static_cast<std::size_t>(width)) << line;
      }
    }
  }
}

TEST(FormatsTest, ConvertsNumbersAndCodes) {
  const Said said = ashlar({"formats", "f8_e4m3fn", "0.3", "-1000", "0x7e",
                            "-inf", "nan", "7/512", "-0"});
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.out, R"(f8_e4m3fn  code  bits        value        error
  0.3      0x2a  0 0101 010  0.3125       +0.0125 (4.17 %)
  -1000    0xfe  1 1111 110  -448         +552 (55.2 %)
  0x7e     0x7e  0 1111 110  448
  -inf     0xfe  1 1111 110  -448
  nan      0x7f  0 1111 111  NaN
  7/512    0x07  0 0000 111  0.013671875  exact
  -0       0x80  1 0000 000  -0           exact
)");
  EXPECT_EQ(ashlar({"formats", "f32", "0.1", "-.5"}).out,
            R"(f32    code        value                error
  0.1  0x3dcccccd  0.10000000149011612  +1.49e-9 (1.49e-6 %)
  -.5  0xbf000000  -0.5                 exact
)");
}

TEST(FormatsTest, ConvertsAsItIsTold) {
  const auto answer = [](std::vector<std::string> args) {
    args.insert(args.begin(), "formats");
    const Said said = ashlar(args);
    EXPECT_EQ(said.status, 0) << said.err;
    const std::vector<std::string> lines = lines_of(said.out);
    return lines.empty() ? "" : lines.back();
  };
  EXPECT_TRUE(has(answer({"f8_e4m3fn", "0.3", "--round", "toward_zero"}),
                  "0x29  0 0101 001  0.28125  -0.01875 (6.25 %)"));
  EXPECT_TRUE(has(answer({"f8_e5m2", "1e9", "--overflow", "saturate_finite"}),
                  "57344"));
  EXPECT_TRUE(has(answer({"i8", "300", "--overflow", "saturate"}), "127"));
  EXPECT_TRUE(has(answer({"i8", "300", "--overflow=wrap"}), "44"));
  EXPECT_TRUE(has(answer({"f8_e4m3fn", "1e9"}), "448"));
  EXPECT_TRUE(
      has(answer({"f8_e4m3fn", "1e9", "--profile", "ml_dtypes"}), "NaN"));
  EXPECT_TRUE(
      has(ashlar({"formats", "f8_e4m3fn", "--profile", "ml_dtypes"}).out,
          "  overflow     becomes NaN (none)\n"
          "  profile      ml_dtypes\n"));
  EXPECT_TRUE(has(ashlar({"formats", "bf16", "--round", "toward_zero"}).out,
                  "  rounding     towards zero (toward_zero)\n"
                  "  overflow     becomes (2 - 2^-7) * 2^127 (none)\n"));
}

TEST(FormatsTest, DrawsForEachNumberAnew) {
  std::vector<std::string> args = {"formats", "i8"};
  args.resize(42, "0.5");
  args.insert(args.end(), {"--round", "stochastic", "--seed", "7"});
  const Said said = ashlar(args);
  EXPECT_TRUE(has(said.out, "  0      -0.5 (100 %)\n")) << said.out;
  EXPECT_TRUE(has(said.out, "  1      +0.5 (100 %)\n")) << said.out;
  EXPECT_EQ(ashlar(args).out, said.out);
  args.back() = "8";
  EXPECT_NE(ashlar(args).out, said.out);
}

TEST(FormatsTest, RefusesWhatMakesNoSense) {
  const auto error = [](std::vector<std::string> args, int status) {
    args.insert(args.begin(), "formats");
    const Said said = ashlar(args);
    EXPECT_EQ(said.status, status);
    EXPECT_EQ(said.out, "");
    return said.err;
  };
  EXPECT_EQ(error({"bf61"}, 2),
            "error: format: 'bf61' is not a format\n  bf61\n  ^^^^\n"
            "hint: did you mean bf16?\n");
  EXPECT_EQ(error({"f16", "12z"}, 2),
            "error: formats: '12z' is not a number\n"
            "hint: write numbers as 0.3, -1e-5, 2^-9, 7/512, inf or nan, and "
            "codes as 0x7e\n");
  EXPECT_EQ(error({"f4_e2m1fn", "0x1f"}, 2),
            "error: formats: the code 0x1f has more than 4 bits\n");
  EXPECT_EQ(error({"mxfp4", "1"}, 3),
            "error: formats: mxfp4 is a block format: its numbers share "
            "scales\nhint: ashlar formats f4_e2m1fn NUMBER converts to its "
            "element format\n");
  EXPECT_EQ(error({"orion_fp64x64", "1"}, 3),
            "error: formats: orion_fp64x64 has words of 256 bits\n"
            "hint: only numbers of up to 64 bits can be converted here\n");
  EXPECT_EQ(error({"i64", "9007199254740993"}, 3),
            "error: formats: '9007199254740993' has more than 53 bits\n"
            "hint: numbers are read as f64; write a code as 0x7e instead\n");
  EXPECT_EQ(error({"--round", "to_odd"}, 2),
            "error: formats: numbers and rules need the name of one format\n"
            "hint: for example: ashlar formats f8_e4m3fn 0.3\n");
  EXPECT_EQ(error({"f16", "--roud", "to_odd"}, 2),
            "error: formats: the following argument was not expected: --roud\n"
            "hint: did you mean --round?\n");
  EXPECT_NE(error({"i8", "300"}, 4), "");
  EXPECT_NE(error({"f16", "1", "--round", "sideways"}, 2), "");
  EXPECT_NE(error({"f16", "--profile", "nobody"}, 2), "");
  EXPECT_NE(error({"i8", "--overflow", "saturate_finite"}, 2), "");
}

TEST(FormatsTest, SurvivesHostileText) {
  EXPECT_EQ(ashlar({"formats", std::string(1000000, 'e')}).status, 2);
  EXPECT_EQ(ashlar({"formats", "f16", std::string(1000000, '9')}).status, 2);
  EXPECT_EQ(ashlar({"formats", "f16", std::string(1000000, '/')}).status, 2);
  EXPECT_EQ(ashlar({"formats", "f16", "2^99999999999"}).status, 2);
  EXPECT_EQ(ashlar({"formats", "f16", "2^2147483647"}).status, 0);
  EXPECT_EQ(ashlar({"formats", "f16", "0x"}).status, 2);
  EXPECT_EQ(ashlar({"formats", "f16", ""}).status, 2);
}

TEST(FormatsTest, LooksAsTheTerminalCan) {
  cli::Terminal terminal;
  EXPECT_FALSE(has(ashlar({"formats", "f16"}, terminal).out, "\033["));
  terminal.is_terminal = true;
  terminal.is_utf8 = true;
  const std::string out = ashlar({"formats", "f16"}, terminal).out;
  EXPECT_TRUE(has(out, "\033[1mf16\033[0m\n"));
  EXPECT_TRUE(has(out, "  ┌──────┬──────────┬────────────┐\n"));
  EXPECT_FALSE(
      has(ashlar({"formats", "f16", "--color=never"}, terminal).out, "\033["));
  terminal.is_utf8 = false;
  EXPECT_TRUE(has(ashlar({"formats", "f16"}, terminal).out, "  +------+"));
  terminal.width = 200;
  EXPECT_TRUE(has(ashlar({"formats", "i8", "--color=never"}, terminal).out,
                  "  0xf0   -16   -15 "))
      << "rows of sixteen";
}

TEST(FormatsTest, HelpsWithItsOptions) {
  const Said said = ashlar({"formats", "--help"});
  EXPECT_EQ(said.status, 0);
  EXPECT_TRUE(said.out.starts_with(
      "usage: ashlar formats [NAME [NUMBER]...] [OPTION]...\n"));
  for (const char* option :
       {"--round RULE", "--overflow RULE", "--profile NAME", "--seed N",
        "--json", "\n  ml_dtypes   "}) {
    EXPECT_TRUE(has(said.out, option)) << option;
  }
}

}  // namespace
}  // namespace ashlar::test
