// N of M numbers of a tensor, against a loop over its groups.
#include "ashlar/sparsity.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "ashlar/tensor_view.h"
#include "tests/base/error_text.h"

namespace ashlar {
namespace {

using test::error_text;

Tensor random_tensor(const Shape& shape, const std::string& format,
                     unsigned seed) {
  std::mt19937 random(seed);
  Spec spec;
  spec.shape = shape;
  spec.format = parse_format(format);
  std::vector<double> values;
  for (Index i = 0; i < shape.volume(); ++i) {
    values.push_back(static_cast<double>(random() % 41) - 20);
  }
  return make(spec, std::span<const double>(values));
}

/// Which of a line are kept, by sorting.
std::vector<bool> kept_of(const std::vector<double>& line, int kept,
                          int group) {
  std::vector<bool> out(line.size());
  for (std::size_t at = 0; at < line.size();
       at += static_cast<std::size_t>(group)) {
    std::vector<std::size_t> places;
    for (std::size_t i = at;
         i < std::min(at + static_cast<std::size_t>(group), line.size()); ++i) {
      places.push_back(i);
    }
    std::stable_sort(places.begin(), places.end(), [&](auto a, auto b) {
      return std::abs(line[a]) > std::abs(line[b]);
    });
    for (std::size_t i = 0;
         i <
         std::min<std::size_t>(places.size(), static_cast<std::size_t>(kept));
         ++i) {
      out[places[i]] = true;
    }
  }
  return out;
}

TEST(SparsityTest, KeepsTheLargestOfEveryGroupAlongAnyAxis) {
  const std::vector<Shape> shapes = {
      {17}, {3, 0}, {5, 9}, {4, 7, 6}, {1, 8, 1}};
  for (const Shape& shape : shapes) {
    for (const Sparsity sparsity :
         {Sparsity{2, 4}, Sparsity{1, 2}, Sparsity{3, 5}, Sparsity{4, 16}}) {
      for (int axis = -shape.rank(); axis < shape.rank(); ++axis) {
        const Tensor tensor = random_tensor(shape, "f32", 3);
        const Tensor mask = sparsity_mask(tensor, sparsity, axis);
        const Tensor pruned = prune(tensor, sparsity, axis);
        EXPECT_EQ(mask.format().name(), "bool");
        ASSERT_EQ(mask.shape(), shape);
        ASSERT_EQ(pruned.shape(), shape);
        const int own = axis < 0 ? axis + shape.rank() : axis;
        for (Index i = 0; i < shape.volume(); ++i) {
          const Indices at = unravel(i, shape);
          std::vector<double> line;
          Indices place = at;
          for (place[own] = 0; place[own] < shape[own]; ++place[own]) {
            line.push_back(read(tensor, place));
          }
          const bool kept =
              kept_of(line, sparsity.kept,
                      sparsity.group)[static_cast<std::size_t>(at[own])];
          EXPECT_EQ(read(mask, at) != 0, kept);
          EXPECT_EQ(read(pruned, at), kept ? read(tensor, at) : 0);
        }
      }
    }
  }
}

/// Any bits at all: NaNs, infinities, numbers that are not normal.
Tensor random_bits(const Spec& spec, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::byte> bytes(
      static_cast<std::size_t>(spec.shape.volume() * spec.format.bits() / 8));
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
  return make_from_bytes(spec, bytes);
}

// The kernel runs along the last axis only.
TEST(SparsityTest, KeepsTheSameByKernelAndWithout) {
  for (const char* format : {"f32", "bf16"}) {
    for (const Shape& shape : {Shape{4}, Shape{3, 8}, Shape{5, 36}, Shape{0, 4},
                               Shape{2, 3, 20}, Shape{300, 512}}) {
      Spec spec;
      spec.shape = shape;
      spec.format = parse_format(format);
      const Tensor tensor = random_bits(spec, 11);
      Indices order;
      for (int i = shape.rank(); i-- > 0;) order.push_back(i);
      const Tensor turned = copy(tensor, permuted(View(spec), order));
      const Tensor expected = permuted(sparsity_mask(turned, {2, 4}, 0), order);
      const Tensor mask = sparsity_mask(tensor, {2, 4});
      EXPECT_EQ(mask.spec(), parse_spec("bool" + to_string(shape) + " row"));
      EXPECT_EQ(values(mask), values(expected))
          << format << " " << to_string(shape);
      EXPECT_TRUE(same_bits(mask, compress(tensor, {2, 4}).mask));
      if (shape.rank() < 2) continue;
      const Tensor tiled = to(tensor, parse_layout("tile(2x16)"));
      EXPECT_TRUE(same_bits(mask, sparsity_mask(tiled, {2, 4})));
    }
  }
}

TEST(SparsityTest, TakesNanForTheLargestAndTheFirstAmongEquals) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Tensor tensor =
      make(parse_spec("f32[8] row"), {1, -9, nan, 9, 2, 2, -2, 2});
  EXPECT_EQ(values(sparsity_mask(tensor, {2, 4})),
            (std::vector<double>{0, 1, 1, 0, 1, 1, 0, 0}));
}

TEST(SparsityTest, ExpandsToWhatPruningLeaves) {
  for (const char* format :
       {"f32", "bf16", "f8_e4m3fn", "i8", "f64", "q31.32"}) {
    for (const Shape& shape : {Shape{5, 9}, Shape{4, 7, 6}, Shape{2, 0}}) {
      for (int axis = 0; axis < shape.rank(); ++axis) {
        const Tensor tensor = random_tensor(shape, format, 5);
        const SparseTensor sparse = compress(tensor, {2, 4}, axis);
        Indices sizes(shape.sizes());
        sizes[axis] = (sizes[axis] + 3) / 4 * 2;
        EXPECT_EQ(sparse.data.shape(), Shape(sizes));
        EXPECT_EQ(sparse.data.format(), tensor.format());
        EXPECT_EQ(sparse.mask.shape(), shape);
        EXPECT_TRUE(same_bits(expand(sparse), prune(tensor, {2, 4}, axis)))
            << format << " " << to_string(shape) << " " << axis;
      }
    }
  }
}

TEST(SparsityTest, StoresWhatIsKeptInOrderThenZeros) {
  const Tensor tensor =
      make(parse_spec("f32[2x5] row"), {1, -9, 3, 9, 7, 4, 0, 0, 0, -0.0});
  const SparseTensor sparse = compress(tensor, {2, 4});
  EXPECT_EQ(values(sparse.data),
            (std::vector<double>{-9, 9, 7, 0, 4, 0, 0, 0}));
  EXPECT_EQ(values(sparse.mask),
            (std::vector<double>{0, 1, 0, 1, 1, 1, 1, 0, 0, 1}));
}

TEST(SparsityTest, KeepsBitsThatAreNoNumbers) {
  const std::vector<std::uint32_t> words = {0x7fa00001, 0x80000000, 0x00000001,
                                            0xff800000};
  const Tensor tensor = make_from_bytes(parse_spec("f32[4] row"),
                                        std::as_bytes(std::span(words)));
  const Tensor pruned = prune(tensor, {3, 4});
  EXPECT_EQ(read_word(pruned, {0}), 0x7fa00001u);
  EXPECT_EQ(read_word(pruned, {1}), 0u);
  EXPECT_EQ(read_word(pruned, {2}), 1u);
  EXPECT_EQ(read_word(pruned, {3}), 0xff800000u);
}

TEST(SparsityTest, TakesAMaskOfOnesOwnThatMayKeepLess) {
  const Tensor tensor =
      make(parse_spec("i32[8] row"), {1, 2, 3, 4, 5, 6, 7, 8});
  const Tensor mask = make(parse_spec("bool[8] row"), {1, 0, 0, 1, 0, 0, 1, 0});
  const SparseTensor sparse = compress(tensor, {2, 4}, mask);
  EXPECT_EQ(values(sparse.data), (std::vector<double>{1, 4, 7, 0}));
  EXPECT_EQ(values(expand(sparse)),
            (std::vector<double>{1, 0, 0, 4, 0, 0, 7, 0}));
}

TEST(SparsityTest, FillsWithTheZeroOfTheFormat) {
  const Tensor tensor = random_tensor({4, 8}, "f32", 1);
  const Tensor tiled = to(tensor, parse_layout("tile(2x4)"));
  EXPECT_TRUE(same_bits(prune(tiled, {1, 4}), prune(tensor, {1, 4})));
}

TEST(SparsityTest, RefusesWhatMakesNoSense) {
  const Tensor tensor = random_tensor({4, 8}, "f32", 1);
  EXPECT_EQ(error_text([&] {
              prune(tensor, {2, 4}, 2);
            }),
            "sparsity: there is no axis 2 in [4, 8]");
  EXPECT_EQ(error_text([&] {
              prune(tensor, {4, 4});
            }),
            "sparsity: sparsity of 4:4, expected at least 1 of more, and of at "
            "most 1024");
  for (const Sparsity sparsity :
       {Sparsity{0, 4}, Sparsity{-1, 4}, Sparsity{1, 2048}, Sparsity{2, 1}}) {
    EXPECT_THROW(sparsity_mask(tensor, sparsity), Error);
  }
  EXPECT_EQ(error_text([&] {
              prune(make(parse_spec("i4[4] row"), {1, 2, 3, 4}), {2, 4});
            }),
            "sparsity: i4 has no words of whole bytes");
  EXPECT_EQ(error_text([&] {
              prune(make(parse_spec("e8m0[4] row"), {1, 2, 4, 8}), {2, 4});
            }),
            "sparsity: e8m0 has no zero");
  EXPECT_THROW(prune(make(parse_spec("f32[] row"), {1}), {2, 4}), Error);
}

TEST(SparsityTest, RefusesDataAndMasksThatDoNotBelongTogether) {
  const Tensor tensor = random_tensor({4, 8}, "f32", 1);
  EXPECT_EQ(error_text([&] {
              compress(tensor, {2, 4}, make(parse_spec("bool[1] row"), {1}));
            }),
            "sparsity: the mask is [1], expected [4, 8]");
  EXPECT_EQ(error_text([&] {
              compress(tensor, {2, 4}, full(parse_spec("bool[4x8] row"), 1));
            }),
            "sparsity: the mask keeps 4 of a group, expected at most 2 of 4");
  EXPECT_EQ(error_text([&] {
              compress(tensor, {2, 4}, full(parse_spec("u8[4x8] row"), 1));
            }),
            "sparsity: the mask is u8, expected bool");
  SparseTensor sparse = compress(tensor, {2, 4});
  sparse.data = tensor;
  EXPECT_EQ(error_text([&] { expand(sparse); }),
            "sparsity: the data is [4, 8], expected [4, 4]");
  sparse = compress(tensor, {2, 4});
  const Tensor bad = copy(sparse.mask);
  bad.storage().mutable_bytes()[0] = std::byte{2};
  sparse.mask = bad;
  EXPECT_EQ(error_text([&] { expand(sparse); }),
            "sparsity: the mask holds 2, expected 0 or 1");
}

TEST(SparsityTest, KernelsKeepWhatTheMaskSays) {
  for (const char* format : {"f32", "bf16"}) {
    for (const Index rows : {0, 1, 3}) {
      const Tensor tensor = random_tensor(Shape({rows, 68}), format, 5);
      const Tensor mask = sparsity_mask(tensor, {2, 4});
      const SparseTensor found = compress(tensor, {2, 4});
      const SparseTensor expected = compress(tensor, {2, 4}, mask);
      EXPECT_EQ(values(found.mask), values(mask)) << format << rows;
      EXPECT_EQ(values(found.data), values(expected.data)) << format << rows;
    }
  }
}

}  // namespace
}  // namespace ashlar
