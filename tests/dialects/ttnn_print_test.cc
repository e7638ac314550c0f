// ttnn_print_test.cc - tensors as ttnn prints them.
#include "ashlar/dialects/ttnn_print.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/base/error_text.h"
#include "tests/dialects/ttnn_check.h"

namespace ashlar::ttnn {
namespace {

using ashlar::test::error_text;
using test::counting;
using test::spec_of;
using Profile = PrintOptions::Profile;
using SciMode = PrintOptions::SciMode;

TEST(TtnnPrintTest, FourOfAnAxisAreShownAll) {
  const Tensor tensor =
      counting(spec_of({4, 4}, DataType::bfloat16, kTileLayout), make_sim());
  EXPECT_EQ(to_string(tensor),
            "ttnn.Tensor([[ 0.0000,  1.0000,  2.0000,  3.0000],\n"
            "             [ 4.0000,  5.0000,  6.0000,  7.0000],\n"
            "             [ 8.0000,  9.0000, 10.0000, 11.0000],\n"
            "             [12.0000, 13.0000, 14.0000, 15.0000]], "
            "shape=Shape([4, 4]), dtype=DataType::BFLOAT16, "
            "layout=Layout::TILE)");
}

TEST(TtnnPrintTest, OfMoreTwoAtEachEnd) {
  const Tensor tensor =
      counting(spec_of({2, 5, 6, 7}, DataType::uint16, kRowMajorLayout));
  const std::string text = to_string(tensor);
  EXPECT_EQ(text.substr(0, text.find("\n\n")),
            "ttnn.Tensor([[[[    0,     1,  ...,     5,     6],\n"
            "               [    7,     8,  ...,    12,    13],\n"
            "               ...,\n"
            "               [   28,    29,  ...,    33,    34],\n"
            "               [   35,    36,  ...,    40,    41]],");
  // Between matrices, and between what holds them, is an empty line.
  EXPECT_NE(text.find("    82,    83]],\n\n              ...,\n\n"
                      "              [["),
            std::string::npos);
  EXPECT_NE(text.find("]]],\n\n             [[["), std::string::npos);
  EXPECT_TRUE(text.ends_with(
      "    19]]]], shape=Shape([2, 5, 6, 7]), dtype=DataType::UINT16, "
      "layout=Layout::ROW_MAJOR)"))
      << text;
}

TEST(TtnnPrintTest, FullShowsEverything) {
  const Tensor tensor =
      counting(spec_of({2, 6}, DataType::int32, kRowMajorLayout));
  PrintOptions options;
  options.profile = Profile::full;
  EXPECT_EQ(to_string(tensor, options),
            "ttnn.Tensor([[    0,     1,     2,     3,     4,     5],\n"
            "             [    6,     7,     8,     9,    10,    11]], "
            "shape=Shape([2, 6]), dtype=DataType::INT32, "
            "layout=Layout::ROW_MAJOR)");
}

TEST(TtnnPrintTest, EmptyShowsNothing) {
  PrintOptions options;
  options.profile = Profile::empty;
  EXPECT_EQ(to_string(counting(spec_of({2, 6}, DataType::uint8, kTileLayout)),
                      options),
            "ttnn.Tensor(..., shape=Shape([2, 6]), dtype=DataType::UINT8, "
            "layout=Layout::TILE)");
}

TEST(TtnnPrintTest, ScalarsHaveNoBrackets) {
  const Tensor tensor =
      from_values({1}, TensorSpec(ashlar::Shape(), TensorLayout()));
  EXPECT_EQ(to_string(tensor),
            "ttnn.Tensor( 1.0000, shape=Shape([]), dtype=DataType::BFLOAT16, "
            "layout=Layout::TILE)");
}

TEST(TtnnPrintTest, WithoutElementsThereAreOnlyBrackets) {
  PrintOptions options;
  options.profile = Profile::full;
  const Tensor tensor = counting(
      spec_of({Index{1} << 40, 0}, DataType::float32, kRowMajorLayout));
  EXPECT_EQ(to_string(tensor, options),
            "ttnn.Tensor([], shape=Shape([1099511627776, 0]), "
            "dtype=DataType::FLOAT32, layout=Layout::ROW_MAJOR)");
}

TEST(TtnnPrintTest, AFreedTensorSaysSo) {
  Tensor tensor =
      counting(spec_of({2, 2}, DataType::bfloat16, kTileLayout), make_sim());
  tensor.deallocate();
  EXPECT_EQ(to_string(tensor),
            "ttnn.Tensor(<buffer is not allocated>, shape=Shape([2, 2]), "
            "dtype=DataType::BFLOAT16, layout=Layout::TILE)");
}

std::string row(std::initializer_list<double> values,
                const PrintOptions& options = {}) {
  const Tensor tensor =
      from_values(values, spec_of({static_cast<Index>(values.size())},
                                  DataType::float32, kRowMajorLayout));
  const std::string text = to_string(tensor, options);
  const std::size_t begin = text.find('[');
  return text.substr(begin, text.find(']') + 1 - begin);
}

TEST(TtnnPrintTest, NumbersFarApartAreScientific) {
  EXPECT_EQ(row({1, 999}), "[ 1.0000, 999.0000]");
  EXPECT_EQ(row({1, -1001}), "[ 1.0000e+00, -1.0010e+03]");
  EXPECT_EQ(row({2e8, 1e8}), "[ 2.0000e+08,  1.0000e+08]");
  EXPECT_EQ(row({1e-5, 2e-5}), "[ 1.0000e-05,  2.0000e-05]");
  EXPECT_EQ(row({0, 0.5}), "[ 0.0000,  0.5000]");
}

TEST(TtnnPrintTest, NumbersThatAreNotFiniteDoNotCount) {
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(row({inf, -inf, 1}), "[    inf,    -inf,  1.0000]");
  EXPECT_EQ(row({std::nan(""), 1}), "[    nan,  1.0000]");
}

TEST(TtnnPrintTest, OptionsSayHow) {
  PrintOptions options;
  options.precision = 2;
  options.sci_mode = SciMode::always;
  EXPECT_EQ(row({1.4609375, -0.671875}, options), "[ 1.46e+00, -6.72e-01]");
  options.sci_mode = SciMode::never;
  EXPECT_EQ(row({1.4609375, -0.671875}, options), "[ 1.46, -0.67]");
  EXPECT_EQ(row({1e6, 1e-6}, options), "[1000000.00,  0.00]");
  options.precision = 0;
  EXPECT_EQ(row({1.25}, options), "[  1]");
  options.precision = -1;
  EXPECT_EQ(error_text([&] { row({1}, options); }),
            "ttnn: -1 digits behind the point, expected 0 to 100");
  options.precision = 100;
  EXPECT_EQ(row({3e38}, options).size(), 2U + 39 + 1 + 100);
}

TEST(TtnnPrintTest, ProfilesHaveNames) {
  EXPECT_EQ(parse_profile("empty"), Profile::empty);
  EXPECT_EQ(parse_profile("SHORT"), Profile::shortened);
  EXPECT_EQ(parse_profile("Full"), Profile::full);
  EXPECT_EQ(error_text([] { parse_profile("long"); }),
            "ttnn: 'long' is not a profile; the profiles are empty, short and "
            "full");
}

}  // namespace
}  // namespace ashlar::ttnn
