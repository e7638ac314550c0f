// Bytes in any order, against a plain loop.
#include "src/plan/permutation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "tests/kernels/kernel_check.h"

namespace ashlar {
namespace {

using kernels::Permutation;
using Bytes = std::vector<std::uint8_t>;
using Order = std::vector<std::uint16_t>;

constexpr std::size_t kMost = Permutation::kMaxSquares * Permutation::kSquare;

/// at[i] = place(i) for each i.
template <class Place>
Order order_of(std::size_t size, const Place& place) {
  Order at(size);
  for (std::size_t i = 0; i < size; ++i) {
    at[i] = static_cast<std::uint16_t>(place(i));
  }
  return at;
}

Order shuffled(std::size_t size, unsigned seed) {
  Order at = order_of(size, [](std::size_t i) { return i; });
  std::shuffle(at.begin(), at.end(), std::mt19937(seed));
  return at;
}

Bytes permuted(const Permutation& order, Bytes in) {
  in.resize(order.bytes(), 0xee);
  Bytes out(order.bytes());
  Bytes scratch(order.bytes());
  kernels::permute(order, in.data(), out.data(), scratch.data());
  return out;
}

void expect_order(const Order& at, std::size_t in_bytes) {
  const auto order = make_permutation(at, in_bytes);
  ASSERT_TRUE(order.has_value());
  ASSERT_EQ(order->squares, (in_bytes + 4095) / 4096);
  // The two bytes of a place, one after the other: bytes alone repeat.
  for (const int shift : {0, 8}) {
    Bytes in(in_bytes);
    for (std::size_t i = 0; i < in_bytes; ++i) {
      in[i] = static_cast<std::uint8_t>(i >> shift);
    }
    Bytes expected;
    for (const std::uint16_t place : at) expected.push_back(in[place]);
    kernels::test::on_every_target([&] {
      Bytes out = permuted(*order, in);
      out.resize(at.size());
      ASSERT_EQ(out, expected) << at.size() << " of " << in_bytes;
    });
  }
}

TEST(PermutationTest, TakesBytesFromAnywhere) {
  for (const std::size_t size :
       {1u, 2u, 63u, 64u, 65u, 4095u, 4096u, 4097u, 8192u, 12000u, 16384u,
        20000u, 24576u, 28000u, 32767u, 32768u}) {
    expect_order(shuffled(size, static_cast<unsigned>(size)), size);
  }
}

TEST(PermutationTest, TakesBytesInOrder) {
  for (const std::size_t size : {1u, 64u, 4096u, 5000u, 32768u}) {
    expect_order(order_of(size, [](std::size_t i) { return i; }), size);
    expect_order(order_of(size, [&](std::size_t i) { return size - 1 - i; }),
                 size);
    expect_order(order_of(size, [&](std::size_t i) { return (i + 77) % size; }),
                 size);
  }
}

TEST(PermutationTest, Transposes) {
  for (const std::size_t rows : {2u, 3u, 32u, 64u, 100u, 128u}) {
    for (const std::size_t columns : {5u, 64u, 96u, 256u}) {
      const std::size_t size = rows * columns;
      expect_order(order_of(size,
                            [&](std::size_t i) {
                              return i % rows * columns + i / rows;
                            }),
                   size);
    }
  }
}

TEST(PermutationTest, Swizzles) {
  for (const std::size_t size : {4096u, 16384u, 32768u}) {
    for (const int shift : {1, 3, 6, 7}) {
      expect_order(
          order_of(size,
                   [&](std::size_t i) { return i ^ (i >> shift & 0x3f); }),
          size);
    }
  }
}

TEST(PermutationTest, LeavesBytesOut) {
  for (const std::size_t in_bytes :
       {2u, 64u, 100u, 4096u, 4097u, 10000u, 32768u}) {
    for (const std::size_t part : {2u, 3u, 64u}) {
      Order at = shuffled(in_bytes, static_cast<unsigned>(part));
      at.resize(in_bytes / part);
      expect_order(at, in_bytes);
    }
  }
}

TEST(PermutationTest, PutsBytesThatNothingAsksForBehindTheLast) {
  const auto order = make_permutation(Order{3, 1}, 5);
  ASSERT_TRUE(order.has_value());
  const Bytes out = permuted(*order, {10, 11, 12, 13, 14});
  EXPECT_EQ(Bytes(out.begin(), out.begin() + 5), (Bytes{13, 11, 10, 12, 14}));
}

TEST(PermutationTest, HasNothingToDoForNothing) {
  const auto order = make_permutation({}, 0);
  ASSERT_TRUE(order.has_value());
  EXPECT_EQ(order->bytes(), 0u);
  expect_order({}, 0);
  expect_order({}, 70);
}

TEST(PermutationTest, RefusesBytesThatAreAskedForTwice) {
  EXPECT_FALSE(make_permutation(Order{0, 0}, 2).has_value());
  EXPECT_FALSE(make_permutation(Order{5, 1, 2, 5}, 6).has_value());
  Order at = shuffled(kMost, 1);
  at.back() = at.front();
  EXPECT_FALSE(make_permutation(at, kMost).has_value());
}

TEST(PermutationTest, RefusesBytesThatAreNotThere) {
  EXPECT_FALSE(make_permutation(Order{0}, 0).has_value());
  EXPECT_FALSE(make_permutation(Order{0, 2}, 2).has_value());
  EXPECT_FALSE(make_permutation(Order{5000}, 4097).has_value());
  EXPECT_FALSE(make_permutation(Order{0, 1, 2}, 2).has_value());
}

TEST(PermutationTest, RefusesMoreThanEightSquares) {
  EXPECT_TRUE(make_permutation(Order{1}, kMost).has_value());
  EXPECT_FALSE(make_permutation(Order{1}, kMost + 1).has_value());
  EXPECT_FALSE(make_permutation(shuffled(kMost + 1, 1), kMost + 1).has_value());
}

}  // namespace
}  // namespace ashlar
