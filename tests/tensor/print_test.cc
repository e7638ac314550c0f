// The texts are those that NumPy 1.24 prints for the same numbers.
#include "ashlar/print.h"

#include <gtest/gtest.h>

#include <cmath>

#include "ashlar/tensor_view.h"
#include "tests/support/fake_device.h"
#include "tests/tensor/tensor_check.h"

namespace ashlar {
namespace {

using test::counting;
using test::message_of;

constexpr Index kMany = 100000;

TEST(PrintTest, HasAHeaderLine) {
  const Tensor tiles = counting("bf16[14x28] tile(32x32)");
  EXPECT_EQ(describe(tiles),
            "tensor [14[32], 28[32]] bf16 tile(32x32)  host, owned  2 KiB");
  EXPECT_EQ(to_string(counting("i8[2x2] row")),
            "tensor [2, 2] i8 row  host, owned  4 bytes\n"
            "[[0 1]\n"
            " [2 3]]");
}

TEST(PrintTest, TheHeaderSaysWhereItIs) {
  const std::vector<float> source(14 * 28);
  EXPECT_EQ(describe(borrow(parse_spec("f32[14x28] row"),
                            std::as_bytes(std::span(source)), nullptr)),
            "tensor [14, 28] f32 row  host, borrowed, read-only  1.5 KiB");
  EXPECT_EQ(describe(counting("u8[4x4] row on host interleaved(2)")),
            "tensor [4, 4] u8 row  host interleaved(2), owned  16 bytes");
  const auto device = std::make_shared<test::FakeDevice>();
  const Tensor there = to(
      counting("bf16[128x128] tile(32x32)"),
      parse_spec("bf16[128x128] tile(32x32) on fake:0/l1 block(2x2)"), device);
  EXPECT_EQ(describe(there),
            "tensor [128, 128] bf16 tile(32x32)  fake:0/l1 block(2x2)  32 KiB");
  EXPECT_EQ(describe(counting("i8[h=3, w=5] [h, w:8]")),
            "tensor [h=3, w=5[8]] i8 [h, w:8]  host, owned  24 bytes");
  EXPECT_EQ(describe(counting("i8[] row")),
            "tensor [] i8 row  host, owned  1 byte");
  EXPECT_EQ(describe(empty(parse_spec("f16[5x100x150] stick(128B, pad=all)"))),
            "tensor [5[64], 100[128], 150[192]] f16 stick(128B, pad=all)  "
            "host, owned  3 MiB");
}

TEST(PrintTest, NestsBrackets) {
  EXPECT_EQ(print_elements(counting("i32[2x3x4] row")),
            "[[[ 0  1  2  3]\n"
            "  [ 4  5  6  7]\n"
            "  [ 8  9 10 11]]\n"
            "\n"
            " [[12 13 14 15]\n"
            "  [16 17 18 19]\n"
            "  [20 21 22 23]]]");
  EXPECT_EQ(print_elements(counting("i32[1x1x2x1x1x1x2x1] row")),
            "[[[[[[[[0]\n"
            "       [1]]]]]\n"
            "\n\n\n\n"
            "   [[[[[2]\n"
            "       [3]]]]]]]]");
}

TEST(PrintTest, LeavesOutTheMiddle) {
  PrintOptions options;
  options.threshold = 100;
  EXPECT_EQ(print_elements(counting("f32[14x28] tile(32x32)", kMany), options),
            "[[  0.   1.   2. ...  25.  26.  27.]\n"
            " [ 28.  29.  30. ...  53.  54.  55.]\n"
            " [ 56.  57.  58. ...  81.  82.  83.]\n"
            " ...\n"
            " [308. 309. 310. ... 333. 334. 335.]\n"
            " [336. 337. 338. ... 361. 362. 363.]\n"
            " [364. 365. 366. ... 389. 390. 391.]]");
  EXPECT_EQ(print_elements(counting("i32[2000] row", kMany)),
            "[   0    1    2 ... 1997 1998 1999]");
  options.threshold = 10;
  options.edge_items = 1;
  EXPECT_EQ(print_elements(counting("i32[10x10] col"), options),
            "[[ 0 ...  9]\n"
            " ...\n"
            " [90 ... 99]]");
  // Six elements are not more than two times three.
  options.edge_items = 3;
  EXPECT_EQ(print_elements(counting("i8[2x6] row"), options),
            "[[ 0  1  2  3  4  5]\n"
            " [ 6  7  8  9 10 11]]");
}

TEST(PrintTest, LeavesOutRowsOfMatrices) {
  const std::string text = print_elements(counting("i32[3x10x100] row", kMany));
  EXPECT_EQ(text.substr(0, 278),
            "[[[   0    1    2 ...   97   98   99]\n"
            "  [ 100  101  102 ...  197  198  199]\n"
            "  [ 200  201  202 ...  297  298  299]\n"
            "  ...\n"
            "  [ 700  701  702 ...  797  798  799]\n"
            "  [ 800  801  802 ...  897  898  899]\n"
            "  [ 900  901  902 ...  997  998  999]]\n"
            "\n"
            " [[1000 1001 1002 ... 1097 1098 1099]\n"
            "  [1");
}

TEST(PrintTest, BreaksLines) {
  std::vector<double> thousands;
  for (int i = 0; i < 30; ++i) thousands.push_back(1000 * i);
  EXPECT_EQ(
      print_elements(
          make(parse_spec("i32[30] row"), std::span<const double>(thousands))),
      "[    0  1000  2000  3000  4000  5000  6000  7000  8000  9000 10000 "
      "11000\n"
      " 12000 13000 14000 15000 16000 17000 18000 19000 20000 21000 22000 "
      "23000\n"
      " 24000 25000 26000 27000 28000 29000]");
  PrintOptions options;
  options.line_width = 40;
  EXPECT_EQ(print_elements(counting("i32[1x40] row"), options),
            "[[ 0  1  2  3  4  5  6  7  8  9 10 11\n"
            "  12 13 14 15 16 17 18 19 20 21 22 23\n"
            "  24 25 26 27 28 29 30 31 32 33 34 35\n"
            "  36 37 38 39]]");
  options.line_width = 0;  // one word a line, at the least
  EXPECT_EQ(print_elements(counting("i32[3] row"), options), "[0\n 1\n 2]");
}

TEST(PrintTest, PrintsNothingAndScalars) {
  EXPECT_EQ(print_elements(counting("f32[2x0x3] row")), "[]");
  EXPECT_EQ(to_string(Tensor()),
            "tensor [0] f32 row  host, owned  0 bytes\n[]");
  const auto scalar = [](const char* spec, double value) {
    return print_elements(make(parse_spec(spec), {value}));
  };
  EXPECT_EQ(scalar("f32[] row", 2.5), "2.5");
  EXPECT_EQ(scalar("f64[] row", 1), "1.0");
  EXPECT_EQ(scalar("f64[] row", 1e-7), "1e-07");
  EXPECT_EQ(scalar("f64[] row", 1e16), "1e+16");
  EXPECT_EQ(scalar("f32[] row", 123456789), "123456790.0");
  EXPECT_EQ(scalar("i32[] row", 7), "7");
  EXPECT_EQ(scalar("bool[] row", 1), "True");
  EXPECT_EQ(scalar("f32[] row", NAN), "nan");
}

TEST(PrintTest, PrintsWhatIsOnADevice) {
  const auto device = std::make_shared<test::FakeDevice>();
  const Tensor host = counting("i32[40x50] tile(32x32)", kMany);
  const Tensor there =
      to(host, parse_spec("i32[40x50] tile(32x32) on fake:0/l1 block(2x2)"),
         device);
  EXPECT_EQ(print_elements(there), print_elements(host));
  EXPECT_EQ(print_elements(permuted(there, {1, 0})),
            print_elements(permuted(host, {1, 0})));
}

TEST(PrintTest, RefusesOptionsThatMakeNoSense) {
  PrintOptions options;
  options.edge_items = 0;
  EXPECT_EQ(
      message_of([&] { print_elements(counting("i8[2] row"), options); }),
      "print: 0 items at an edge and 8 digits; expected at least 1 item, and 0 "
      "to 100 digits");
  options.edge_items = 1;
  options.precision = -1;
  EXPECT_THROW(print_elements(counting("i8[2] row"), options), Error);
}

}  // namespace
}  // namespace ashlar
