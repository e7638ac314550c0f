#include <gtest/gtest.h>

#include <algorithm>

#include "ashlar/tensor_view.h"
#include "tests/support/fake_device.h"
#include "tests/tensor/tensor_check.h"

namespace ashlar {
namespace {

using test::counting;
using test::message_of;
using test::pick;
using test::Random;

bool is_view(const Tensor& part, const Tensor& whole) {
  return part.storage().shares_with(whole.storage());
}

TEST(TensorViewTest, TransposesWithoutACopy) {
  const Tensor row = counting("i32[2x3] row");
  const Tensor turned = permuted(row, {1, 0});
  EXPECT_TRUE(is_view(turned, row));
  EXPECT_EQ(to_string(turned.spec()), "i32[3x2] col");
  EXPECT_EQ(values(turned), (std::vector<double>{0, 3, 1, 4, 2, 5}));
  write(turned, {2, 0}, 99);
  EXPECT_EQ(read(row, {0, 2}), 99);
  EXPECT_EQ(permuted(turned, {1, 0}).spec(), row.spec());
}

TEST(TensorViewTest, PermutesAnything) {
  Random random(test::test_seed());
  for (int round = 0; round < 200; ++round) {
    const auto sizes = test::random_sizes(random, pick(random, 1, 400));
    const Spec spec =
        test::random_host_spec(random, sizes, parse_format("i16"));
    const Tensor tensor = counting(spec, 30000);
    Indices order;
    for (int i = 0; i < spec.shape.rank(); ++i) order.push_back(i);
    std::shuffle(order.begin(), order.end(), random);
    const Tensor turned = permuted(tensor, order);
    ASSERT_TRUE(is_view(turned, tensor));
    const Tensor copied = copy(tensor, permuted(View(spec), order));
    ASSERT_TRUE(same_bits(turned, copied))
        << to_string(spec) << " -> " << to_string(turned.spec());
  }
}

TEST(TensorViewTest, NamesGoWithTheirAxes) {
  const Tensor tensor = counting("i32[h=2, w=3] [h, w:4]");
  const Tensor turned = permuted(tensor, {1, 0});
  EXPECT_EQ(to_string(turned.spec()), "i32[w=3, h=2] [h, w:4]");
  EXPECT_EQ(read(turned, {2, 1}), 5);
}

TEST(TensorViewTest, PermutesOnADevice) {
  const auto device = std::make_shared<test::FakeDevice>();
  const Tensor there =
      to(counting("bf16[5x7] tile(2x2)"),
         parse_spec("bf16[5x7] tile(2x2) on fake:0/l1 block(2x2)"), device);
  const Tensor turned = permuted(there, {1, 0});
  EXPECT_TRUE(is_view(turned, there));
  EXPECT_EQ(read(turned, {6, 3}), 27);
  EXPECT_TRUE(same_bits(turned, permuted(to_host(there), {1, 0})));
  EXPECT_EQ(device->live(), 1);
}

TEST(TensorViewTest, RowsAreAWindow) {
  const Tensor row = counting("i32[6x4] row");
  const Tensor rows = window(row, {2, 0}, {3, 4});
  EXPECT_EQ(to_string(rows.spec()), "i32[3x4] row");
  EXPECT_EQ(rows.storage().bytes().data(), row.storage().bytes().data() + 32);
  EXPECT_EQ(read(rows, {0, 0}), 8);
  write(rows, {2, 3}, -1);
  EXPECT_EQ(read(row, {4, 3}), -1);
  EXPECT_TRUE(is_view(window(row, {0, 0}, {6, 4}), row));
}

TEST(TensorViewTest, ColumnsAreAWindowIfTheyEndInside) {
  const Tensor row = counting("i32[6x4] row");
  const Tensor first = window(row, {0, 0}, {6, 2});
  EXPECT_EQ(to_string(first.spec()), "i32[6x2] row(pitch=4)");
  EXPECT_EQ(read(first, {5, 1}), 21);
  const Tensor inner = window(row, {1, 1}, {4, 3});
  EXPECT_EQ(read(inner, {3, 2}), 19);
  // One row has no next one.
  const Tensor one = window(row, {5, 2}, {1, 2});
  EXPECT_EQ(values(one), (std::vector<double>{22, 23}));
  EXPECT_EQ(
      message_of([&] {
        window(row, {1, 2}, {5, 2});
      }),
      "tensor: the box of (5, 2) from (1, 2) on of i32[6x4] row is no tensor "
      "on the same bytes: its last rows would reach beyond the end; "
      "copy(tensor, window(tensor.spec(), begin, sizes)) copies it");
  EXPECT_EQ(values(copy(row, window(View(row.spec()), {1, 2}, {5, 2}))),
            (std::vector<double>{6, 7, 10, 11, 14, 15, 18, 19, 22, 23}));
}

TEST(TensorViewTest, WholeTilesAreAWindow) {
  const Tensor tiles = counting("i32[8x8] tile(4x4)");
  const Tensor lower = window(tiles, {4, 0}, {4, 8});
  EXPECT_EQ(to_string(lower.spec()), "i32[4x8] tile(4x4)");
  EXPECT_EQ(read(lower, {1, 5}), 45);
  const Tensor inside = window(tiles, {4, 4}, {3, 2});
  EXPECT_EQ(read(inside, {2, 1}), 53);
  EXPECT_EQ(
      message_of([&] {
        window(tiles, {2, 0}, {4, 8});
      }),
      "tensor: the box of (4, 8) from (2, 0) on of i32[8x8] tile(4x4) is no "
      "tensor on the same bytes: along axis a it does not begin and end where "
      "blocks do; copy(tensor, window(tensor.spec(), begin, sizes)) copies it");
  // Inside one tile it may begin anywhere.
  EXPECT_EQ(read(window(tiles, {1, 1}, {2, 2}), {1, 1}), 18);
}

TEST(TensorViewTest, RefusesWindowsOfUnitsAndDevices) {
  const auto device = std::make_shared<test::FakeDevice>();
  const Tensor there = to(counting("i32[4x4] row"), device);
  EXPECT_EQ(message_of([&] {
              window(there, {1, 0}, {1, 4});
            }),
            "tensor: the box of (1, 4) from (1, 0) on of i32[4x4] row on "
            "fake:0 is no tensor on the same bytes: it is on a device; "
            "copy(tensor, window(tensor.spec(), begin, sizes)) copies it");
  EXPECT_EQ(values(copy(there, window(View(there.spec()), {1, 0}, {1, 4}))),
            (std::vector<double>{4, 5, 6, 7}));
  EXPECT_THROW(window(counting("i32[4x4] core=a/2 | [a%2, b]"), {0, 0}, {1, 4}),
               Error);
  EXPECT_THROW(window(there, {1, 0}, {4, 4}), Error);
  EXPECT_EQ(window(there, {1, 0}, {0, 4}).shape().volume(), 0);
}

TEST(TensorViewTest, CodesBeginWithAByte) {
  const Tensor codes = counting("u4[3x5] row", 16);
  EXPECT_THROW(window(codes, {1, 0}, {1, 5}), Error);
  EXPECT_EQ(values(window(codes, {2, 0}, {1, 5})),
            (std::vector<double>{10, 11, 12, 13, 14}));
}

TEST(TensorViewTest, RandomWindowsAreRightOrRefused) {
  Random random(test::test_seed() + 1);
  int views = 0;
  for (int round = 0; round < 600; ++round) {
    const auto sizes = test::random_sizes(random, pick(random, 1, 400));
    const Spec spec =
        test::random_host_spec(random, sizes, parse_format("i16"));
    const Tensor tensor = counting(spec, 30000);
    Indices begin;
    Indices box;
    for (const Index size : sizes) {
      const bool is_whole = test::chance(random, 50);
      begin.push_back(is_whole ? 0 : pick(random, 0, size - 1));
      box.push_back(is_whole ? size
                             : pick(random, 1, size - begin[begin.size() - 1]));
    }
    const Tensor copied = copy(tensor, window(View(spec), begin, box));
    Tensor part;
    try {
      part = window(tensor, begin, box);
    } catch (const Error&) {
      continue;
    }
    ++views;
    ASSERT_TRUE(is_view(part, tensor));
    ASSERT_TRUE(same_bits(part, copied))
        << to_string(spec) << " -> " << to_string(part.spec());
    // Writing it writes nothing else.
    assign(part, full(copied.spec(), -5));
    const std::vector<double> now = values(tensor);
    Index written = 0;
    for (const double each : now) written += each == -5 ? 1 : 0;
    ASSERT_EQ(written, copied.shape().volume());
  }
  EXPECT_GT(views, 100);
}

}  // namespace
}  // namespace ashlar
