// Orders within lines and exchanges between them, against their definition.
#include "src/kernels/permute.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/kernels/kernel_check.h"

namespace ashlar::kernels {
namespace {

using test::Bytes;

constexpr std::size_t kLine = Permutation::kLine;
constexpr std::size_t kSquare = Permutation::kSquare;

/// Any tables, some of whose bytes are taken more than once.
Permutation random_order(std::size_t squares, unsigned seed) {
  std::mt19937 random(seed);
  Permutation order;
  order.squares = squares;
  for (auto* lines : {&order.first, &order.middle, &order.last}) {
    lines->resize(squares * kLine);
    for (Permutation::Line& line : *lines) {
      for (auto& at : line.at) at = static_cast<std::uint8_t>(random() % kLine);
    }
  }
  order.middle_squares.resize(squares * kLine);
  for (std::size_t i = 0; i < squares * kLine; ++i) {
    for (std::size_t p = 0; p < kLine; ++p) {
      const std::size_t square = random() % squares;
      auto& at = order.middle[i].at[p];
      at = static_cast<std::uint8_t>(at + square % 2 * kLine);
      order.middle_squares[i][0] |= std::uint64_t{square / 2 % 2} << p;
      order.middle_squares[i][1] |= std::uint64_t{square / 4 % 2} << p;
      order.middle_squares[i][2] |= std::uint64_t{square / 8} << p;
    }
  }
  return order;
}

Bytes exchanged(const Bytes& in) {
  Bytes out(in.size());
  for (std::size_t at = 0; at < in.size(); ++at) {
    out[at ^ (at % kLine * kLine)] = in[at];
  }
  return out;
}

Bytes ordered(const std::vector<Permutation::Line>& lines, const Bytes& in) {
  Bytes out(in.size());
  for (std::size_t at = 0; at < in.size(); ++at) {
    out[at] = in[at / kLine * kLine + lines[at / kLine].at[at % kLine]];
  }
  return out;
}

Bytes ordered_in_the_middle(const Permutation& order, const Bytes& in) {
  Bytes out(in.size());
  for (std::size_t at = 0; at < in.size(); ++at) {
    const std::size_t c = at % kSquare / kLine;
    const std::size_t p = at % kLine;
    const std::size_t line = c * order.squares + at / kSquare;
    const std::size_t from = order.middle[line].at[p];
    const std::size_t square = from / kLine +
                               (order.middle_squares[line][0] >> p & 1) * 2 +
                               (order.middle_squares[line][1] >> p & 1) * 4 +
                               (order.middle_squares[line][2] >> p & 1) * 8;
    out[at] = in[square * kSquare + c * kLine + from % kLine];
  }
  return out;
}

Bytes permuted(const Permutation& order, const Bytes& in) {
  const Bytes before = exchanged(ordered(order.first, in));
  return ordered(order.last, exchanged(ordered_in_the_middle(order, before)));
}

TEST(PermuteTest, DoesAsItsTablesSay) {
  for (std::size_t least = 1; least <= Permutation::kMaxSquares; ++least) {
    const std::size_t squares = squares_for(least * kSquare);
    const Permutation order =
        random_order(squares, static_cast<unsigned>(squares));
    const Bytes in = test::numbered(order.bytes());
    const Bytes expected = permuted(order, in);
    test::on_every_target([&] {
      for (const std::size_t shift : {0u, 1u, 32u}) {
        const auto out = test::run_at(
            in, shift, in.size(), 63 - shift,
            [&](const std::uint8_t* from, std::uint8_t* to) {
              const auto kernel = [&](const std::uint8_t*, std::uint8_t* room) {
                permute(order, from, to, room);
              };
              test::run_at({}, 0, in.size(), shift, kernel);
            });
        ASSERT_EQ(out, expected) << squares << ", " << shift;
      }
    });
  }
}

TEST(PermuteTest, NeedsNoThirdArea) {
  for (const std::size_t squares : {1u, 2u, 3u, 8u, 12u, 16u}) {
    const Permutation order = random_order(squares, 7);
    const Bytes in = test::numbered(order.bytes());
    const Bytes expected = permuted(order, in);
    test::on_every_target([&] {
      Bytes out(in.size());
      // What is fetched meanwhile makes no difference.
      const std::int64_t lines[] = {0, 64, 128};
      permute(order, in.data(), out.data(), out.data(),
              {in.data(), lines, 3, Fetch::Into::l2});
      ASSERT_EQ(out, expected) << squares;
      Bytes both = in;
      permute(order, both.data(), both.data(), out.data());
      ASSERT_EQ(both, expected) << squares;
    });
  }
}

TEST(PermuteTest, LeavesAllAsItIsIfThereIsNothing) {
  test::on_every_target([] {
    std::uint8_t out = 5;
    permute({}, &out, &out, &out);
    EXPECT_EQ(out, 5);
  });
}

TEST(PermuteTest, PaysOnlyWhereRegistersPickBytes) {
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    EXPECT_EQ(can_permute(), target <= HWY_AVX3_DL) << hwy::TargetName(target);
    hwy::SetSupportedTargetsForTest(0);
  }
}

}  // namespace
}  // namespace ashlar::kernels
