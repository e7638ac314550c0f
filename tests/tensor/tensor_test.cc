#include "ashlar/tensor.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "tests/support/fake_device.h"
#include "tests/tensor/tensor_check.h"

namespace ashlar {
namespace {

using test::counting;
using test::message_of;

TEST(TensorTest, HasNoElementsByDefault) {
  const Tensor tensor;
  EXPECT_EQ(to_string(tensor.spec()), "f32[0] row");
  EXPECT_EQ(tensor.bytes(), 0);
  EXPECT_TRUE(values(tensor).empty());
}

TEST(TensorTest, IsASpecAndAStorage) {
  const Spec spec = parse_spec("bf16[14x28] tile(32x32)");
  const Storage storage = Storage::owned(2048);
  const Tensor tensor(spec, storage);
  EXPECT_EQ(tensor.spec(), spec);
  EXPECT_TRUE(tensor.storage().shares_with(storage));
  EXPECT_EQ(to_string(tensor.layout().shape()), "[14[32], 28[32]]");
  EXPECT_EQ(to_string(tensor.shape()), "[14, 28]");
  EXPECT_EQ(tensor.format(), parse_format("bf16"));
  EXPECT_EQ(tensor.bytes(), 2048);
}

TEST(TensorTest, RefusesBytesThatDoNotFit) {
  const Spec spec = parse_spec("bf16[14x28] tile(32x32)");
  EXPECT_EQ(message_of([&] { Tensor(spec, Storage::owned(784)); }),
            "tensor: there are 784 bytes, but bf16[14x28] tile(32x32) takes "
            "2048");
  EXPECT_EQ(message_of([&] {
              Tensor(parse_spec("u8[4] row on fake:0"), Storage::owned(4));
            }),
            "tensor: the bytes are on the host, but u8[4] row on fake:0 is "
            "not");
}

TEST(TensorTest, RefusesUnitsThatDoNotFit) {
  const auto device = std::make_shared<test::FakeDevice>();
  const Spec spec = parse_spec("u8[8] [a] on fake:0");
  const Storage two = Storage::on_device(
      device->allocate(parse_spec("u8[8] core=a/4 | [a%4] on fake:0")), device);
  EXPECT_EQ(message_of([&] { Tensor(spec, two); }),
            "tensor: there are 2 units of 4 bytes, but u8[8] [a] on fake:0 "
            "takes 1 of 8");
  EXPECT_EQ(message_of([&] { Tensor(parse_spec("u8[8] row"), two); }),
            "tensor: the bytes are on a device, but u8[8] row is not");
}

TEST(TensorTest, ACopySharesBytes) {
  const Tensor first = counting("i32[3x4] tile(2x2)");
  const Tensor second = first;  // NOLINT: the copy is what is tested
  EXPECT_EQ(first.storage().bytes().data(), second.storage().bytes().data());
  write(first, {2, 3}, 77);
  EXPECT_EQ(read(second, {2, 3}), 77);
  EXPECT_TRUE(same_bits(first, second));
}

TEST(TensorTest, MayBeAFile) {
  const std::string path =
      testing::TempDir() + "ashlar_tensor_" + std::to_string(getpid());
  std::ofstream(path, std::ios::binary) << "xyABCDEF";
  const Tensor tensor(parse_spec("u8[2x3] row"),
                      Storage::mapped(path, FileMapping::read_only, 2));
  std::filesystem::remove(path);
  EXPECT_EQ(values(tensor), (std::vector<double>{65, 66, 67, 68, 69, 70}));
  EXPECT_EQ(values(to(tensor, Tile{2, 2})), values(tensor));
  EXPECT_THROW(write(tensor, {0, 0}, 1), Error);
}

TEST(TensorTest, ManyThreadsReadAndCopy) {
  const Tensor tensor = counting("bf16[40x50] tile(32x32)");
  std::vector<std::jthread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([tensor, t] {
      for (Index i = 0; i < 50; ++i) {
        const Tensor mine = tensor;
        const Index at = (i * 37 + t) % 2000;
        ASSERT_EQ(read(mine, {at / 50, at % 50}),
                  static_cast<double>(at % 100));
        const Tensor row = to(mine, RowMajor{});
        ASSERT_EQ(read(row, {at / 50, at % 50}), static_cast<double>(at % 100));
        const Tensor own = copy(row);
        write(own, {0, 0}, t);
        ASSERT_EQ(read(own, {0, 0}), t);
      }
    });
  }
}

}  // namespace
}  // namespace ashlar
