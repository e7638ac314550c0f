// ttnn_shape.cc - shapes that know their padding.
#include "ashlar/dialects/ttnn_shape.h"

#include <algorithm>
#include <vector>

#include "src/base/require.h"
#include "src/dialects/ttnn_text.h"

namespace ashlar::ttnn {
namespace {

using Sizes = std::span<const Index>;

Sizes of_a_rank(Sizes sizes) {
  require(!sizes.empty() && std::ssize(sizes) <= kMaxRank, ErrorKind::invalid,
          kWhere, "Unsupported rank: ", sizes.size(), ", expected 1 to ",
          kMaxRank);
  return sizes;
}

Sizes sizes_of(std::initializer_list<Index> list) {
  return {list.begin(), list.size()};
}

/// `sizes` with ones in front, or without as many of them.
std::vector<Index> with_rank(Sizes sizes, int rank) {
  const auto wanted = static_cast<std::size_t>(rank);
  if (wanted >= sizes.size()) {
    std::vector<Index> out(wanted - sizes.size(), 1);
    out.insert(out.end(), sizes.begin(), sizes.end());
    return out;
  }
  const std::size_t dropped = sizes.size() - wanted;
  require(std::ranges::all_of(sizes.first(dropped),
                              [](Index size) { return size == 1; }),
          ErrorKind::invalid, kWhere, "Can't convert shape rank");
  return {sizes.begin() + static_cast<std::ptrdiff_t>(dropped), sizes.end()};
}

}  // namespace

Shape::Shape(std::initializer_list<Index> shape) : Shape(sizes_of(shape)) {}

Shape::Shape(Sizes shape) : shape_(of_a_rank(shape)) {}

Shape::Shape(std::initializer_list<Index> shape,
             std::initializer_list<Index> padded_shape)
    : Shape(sizes_of(shape), sizes_of(padded_shape)) {}

Shape::Shape(Sizes shape, Sizes padded_shape)
    : shape_(of_a_rank(shape), padded_shape) {}

Shape::Shape(const ashlar::Shape& shape)
    : Shape(shape.sizes(), shape.padded_sizes()) {}

Shape Shape::with_tile_padding() const { return Shape(shape_.padded_sizes()); }

Shape Shape::to_rank(int rank) const {
  require(rank >= 1 && rank <= kMaxRank, ErrorKind::invalid, kWhere,
          "Unsupported rank: ", rank, ", expected 1 to ", kMaxRank);
  return {with_rank(shape_.sizes(), rank),
          with_rank(shape_.padded_sizes(), rank)};
}

bool Shape::operator==(const Indices& sizes) const {
  return std::ranges::equal(shape_.sizes(), sizes);
}

std::string to_string(const Shape& shape) {
  return concat("ttnn.Shape(", to_string(shape.core()), ')');
}

}  // namespace ashlar::ttnn
