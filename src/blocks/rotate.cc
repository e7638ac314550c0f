// rotate.cc - the fast Walsh-Hadamard transform, block by block.
#include "ashlar/rotate.h"

#include <bit>
#include <cmath>
#include <cstddef>
#include <vector>

#include "src/base/require.h"
#include "src/cast/philox.h"

namespace ashlar {
namespace {

constexpr const char* kWhere = "rotate";
constexpr std::int64_t kMaxSize = std::int64_t{1} << 16;

void check(std::size_t count, std::int64_t columns, const Rotation& rotation) {
  const std::int64_t size = rotation.size;
  require(size >= 1 && size <= kMaxSize &&
              std::has_single_bit(static_cast<std::uint64_t>(size)),
          ErrorKind::invalid, kWhere,
          "blocks have a power of two of numbers, up to ", kMaxSize, ", not ",
          size);
  require(columns >= 0 && columns % size == 0, ErrorKind::invalid, kWhere,
          "rows of ", columns, " numbers are no whole blocks of ", size,
          "; pad them with zeros");
  const bool has_rows = columns == 0
                            ? count == 0
                            : count % static_cast<std::size_t>(columns) == 0;
  require(has_rows, ErrorKind::invalid, kWhere, count,
          " numbers are no whole rows of ", columns);
}

// H * block, without the root.
void transform(std::vector<double>& block) {
  for (std::size_t step = 1; step < block.size(); step *= 2) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      if ((i & step) != 0) continue;
      const double a = block[i];
      const double b = block[i + step];
      block[i] = a + b;
      block[i + step] = a - b;
    }
  }
}

// The Gray code of i, its bits in reverse: row i by sign changes is that row
// of Sylvester's matrix.
std::size_t walsh_row(std::size_t i, int bits) {
  const std::size_t gray = i ^ (i >> 1);
  std::size_t out = 0;
  for (int bit = 0; bit < bits; ++bit) out = out << 1 | (gray >> bit & 1);
  return out;
}

/// What is the same for all blocks.
struct Frame {
  std::vector<double> signs;
  std::vector<std::size_t> rows;  ///< of Sylvester's matrix
  double root = 1;                ///< one over it
};

Frame frame_of(const Rotation& rotation) {
  const auto size = static_cast<std::size_t>(rotation.size);
  const int bits = std::countr_zero(size);
  Frame frame;
  frame.root = 1 / std::sqrt(static_cast<double>(size));
  for (std::size_t i = 0; i < size; ++i) {
    const bool is_minus =
        rotation.seed && (random_bits(*rotation.seed, i) >> 31) != 0;
    frame.signs.push_back(is_minus ? -1 : 1);
    const bool is_walsh = rotation.order == HadamardOrder::walsh;
    frame.rows.push_back(is_walsh ? walsh_row(i, bits) : i);
  }
  return frame;
}

/// Every block through the matrix: put(frame, i, number, block) is asked to
/// place its numbers, and take(frame, i, block) for those that come out.
template <class Put, class Take>
void for_each_block(std::span<float> numbers, std::int64_t columns,
                    const Rotation& rotation, const Put& put,
                    const Take& take) {
  check(numbers.size(), columns, rotation);
  const Frame frame = frame_of(rotation);
  std::vector<double> block(frame.rows.size());
  for (std::size_t begin = 0; begin < numbers.size(); begin += block.size()) {
    const std::span<float> part = numbers.subspan(begin, block.size());
    for (std::size_t i = 0; i < block.size(); ++i) {
      put(frame, i, static_cast<double>(part[i]), block);
    }
    transform(block);
    for (std::size_t i = 0; i < block.size(); ++i) {
      part[i] = static_cast<float>(take(frame, i, block) * frame.root);
    }
  }
}

}  // namespace

void rotate(std::span<float> numbers, std::int64_t columns,
            const Rotation& rotation) {
  for_each_block(
      numbers, columns, rotation,
      [](const Frame& frame, std::size_t i, double x, auto& block) {
        block[i] = frame.signs[i] * x;
      },
      [](const Frame& frame, std::size_t i, const auto& block) {
        return block[frame.rows[i]];
      });
}

void undo_rotate(std::span<float> numbers, std::int64_t columns,
                 const Rotation& rotation) {
  for_each_block(
      numbers, columns, rotation,
      [](const Frame& frame, std::size_t i, double x, auto& block) {
        block[frame.rows[i]] = x;
      },
      [](const Frame& frame, std::size_t i, const auto& block) {
        return block[i] * frame.signs[i];
      });
}

}  // namespace ashlar
