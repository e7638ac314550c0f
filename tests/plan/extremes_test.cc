// Conversions of nothing, of one element, of many axes, and beyond 2^31.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <new>
#include <string>
#include <vector>

#include "tests/support/convert_check.h"
#include "tests/support/large_convert.h"
#include "tests/support/random_blocks.h"

namespace ashlar {
namespace {

using test::Random;

/// All pairs of a few random layouts for these sizes.
void expect_converts(Random& random, const std::vector<Index>& sizes) {
  constexpr const char* kFormats[] = {"u1", "u4", "i8", "bf16", "f32", "f64"};
  const Format format = parse_format(kFormats[test::pick(random, 0, 5)]);
  for (int i = 0; i < 8; ++i) {
    test::ConvertCase what;
    what.from = test::random_blocks(random, sizes, format, 4);
    what.to = test::random_blocks(random, sizes, format, 4);
    what.options.padding.kind = static_cast<Padding::Kind>(i % 4);
    what.options.padding.value = 1;
    what.out_edge = static_cast<test::Edge>(i % 3);
    what.seed = random();
    EXPECT_EQ(difference(what), "");
  }
}

TEST(ConvertExtremesTest, AnyAxisMayBeEmpty) {
  Random random(test::test_seed());
  for (std::size_t rank = 1; rank <= 8; ++rank) {
    for (std::size_t axis = 0; axis < rank; ++axis) {
      std::vector<Index> sizes(rank, 3);
      sizes[axis] = 0;
      expect_converts(random, sizes);
    }
    expect_converts(random, std::vector<Index>(rank, 0));
  }
}

TEST(ConvertExtremesTest, AnyAxisMayHaveOneElement) {
  Random random(test::test_seed());
  for (std::size_t rank = 1; rank <= 5; ++rank) {
    for (std::size_t axis = 0; axis < rank; ++axis) {
      std::vector<Index> sizes(rank, 7);
      sizes[axis] = 1;
      expect_converts(random, sizes);
      std::vector<Index> others(rank, 1);
      others[axis] = 131;
      expect_converts(random, others);
    }
    expect_converts(random, std::vector<Index>(rank, 1));
  }
}

TEST(ConvertExtremesTest, EightAxesAreFine) {
  Random random(test::test_seed());
  expect_converts(random, {2, 3, 2, 3, 2, 3, 2, 3});
  expect_converts(random, {1, 5, 1, 2, 9, 1, 3, 4});
  expect_converts(random, {33, 1, 1, 1, 1, 1, 1, 35});
  for (const char* to : {"col", "[h, b, f, d, a, c, e, g]",
                         "r=(a b c d); [r/7, h, g, f, e, r%7]"}) {
    test::ConvertCase what;
    what.from = parse_spec("f32[2x3x2x3x2x3x2x3] row");
    what.to = what.from;
    what.to.layout = parse_layout(to);
    EXPECT_EQ(difference(what), "");
  }
}

TEST(ConvertExtremesTest, RankZeroIsOneElement) {
  for (const char* format : {"u1", "u4", "i8", "bf16", "f32", "f64"}) {
    for (const char* from : {"row", "[0:3]", "rank=*3 | []", "tile(32x32)"}) {
      for (const char* to : {"col", "[0:5]", "rank=*2 | []", "stick(128B)"}) {
        test::ConvertCase what;
        what.from = parse_spec(std::string(format) + "[] " + from);
        what.to = parse_spec(std::string(format) + "[] " + to);
        what.options.padding = {Padding::Kind::fill, 1};
        EXPECT_EQ(difference(what), "");
      }
    }
  }
}

/// Zeros of which only what is written takes memory.
class SparseBuffer {
 public:
  explicit SparseBuffer(std::int64_t size)
      : size_(static_cast<std::size_t>(size)),
        data_(mmap(nullptr, size_, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
    if (data_ == MAP_FAILED) throw std::bad_alloc();
    // Huge pages would fill memory with the zeros in between.
    madvise(data_, size_, MADV_NOHUGEPAGE);
  }
  ~SparseBuffer() { munmap(data_, size_); }
  SparseBuffer(const SparseBuffer&) = delete;
  SparseBuffer& operator=(const SparseBuffer&) = delete;

  std::span<std::byte> bytes() const {
    return {static_cast<std::byte*>(data_), size_};
  }

  /// How many bytes were written, in whole pages.
  std::size_t resident() const {
    constexpr std::size_t kPage = 4096;
    std::vector<unsigned char> pages((size_ + kPage - 1) / kPage);
    if (mincore(data_, size_, pages.data()) != 0) return size_;
    std::size_t count = 0;
    for (const unsigned char page : pages) count += page & 1u;
    return count * kPage;
  }

 private:
  std::size_t size_;
  void* data_;
};

/// Numbers every element, converts, and looks for every number.
void expect_converts_sparsely(const char* from, const char* to) {
  SCOPED_TRACE(std::string(from) + " -> " + to);
  const test::Places a(parse_spec(from));
  const test::Places b(parse_spec(to));
  const SparseBuffer in(a.layout.bytes());
  const SparseBuffer out(b.layout.bytes());
  const Index bits = a.spec.format.element().storage_bits;
  const auto mask = ~std::uint64_t{0} >> (64 - bits);
  for (std::size_t i = 0; i < a.bits.size(); ++i) {
    test::write_word(in.bytes(), a.bits[i], bits, i + 1);
  }
  convert(a.spec, in.bytes(), b.spec, out.bytes());
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < b.bits.size(); ++i) {
    wrong += test::read_word(out.bytes(), b.bits[i], bits) != ((i + 1) & mask);
  }
  EXPECT_EQ(wrong, 0u);
  // A page an element at most, and nothing of the padding besides.
  EXPECT_LE(out.resident(), (b.bits.size() + 2) * 4096);
}

TEST(ConvertExtremesTest, OffsetsMayBeBeyondTwoToThe31) {
  constexpr const char* kPairs[][2] = {
      {"i8[3x7001] row", "i8[3x7001] [a, b:1500000000]"},
      {"f32[70x90] row", "f32[70x90] [b, a:20000000]"},
      {"bf16[70x90] ttnn", "bf16[70x90] [a/32, b/32:1000000, a%32, b%32]"},
      {"u4[130x33] col", "u4[130x33] [b/16, a/2:60000000, b%16, a%2]"},
      {"i64[40x70] row", "i64[40x70] core=a:100000 | [b:8000]"},
      {"f32[9x50x3] row", "f32[9x50x3] r=(c b:40000000); [r, a]"},
  };
  for (const auto& [dense, sparse] : kPairs) {
    ASSERT_GT(ashlar::bind(parse_spec(sparse)).bytes(), Index{1} << 31);
    expect_converts_sparsely(dense, sparse);
    expect_converts_sparsely(sparse, dense);
    if (HasFailure()) return;
  }
  expect_converts_sparsely(kPairs[1][1],
                           "f32[70x90] [a/8:9, b:90, a%8:3000000]");
}

TEST(ConvertExtremesTest, ThereMayBeMoreThanTwoToThe31Elements) {
  constexpr Index kSlices = 60;
  ASSERT_GT(kSlices * 8192 * 4416, Index{1} << 31);
  EXPECT_EQ(test::large_difference({"i8", "h, w"},
                                   {"i8", "h/32, w/64, h%32, w%64"}, kSlices),
            "");
}

}  // namespace
}  // namespace ashlar
