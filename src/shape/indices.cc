// indices.cc - a short list of numbers without a heap.
#include <algorithm>

#include "ashlar/shape.h"
#include "src/base/require.h"

namespace ashlar {
namespace {

void require_room(std::size_t items) {
  require(items <= kMaxRank, ErrorKind::limit, "shape", items,
          " axes, at most ", kMaxRank, " are possible");
}

}  // namespace

Indices::Indices(std::span<const Index> items) {
  require_room(items.size());
  std::copy(items.begin(), items.end(), items_.begin());
  size_ = static_cast<int>(items.size());
}

Indices::Indices(std::initializer_list<Index> items)
    : Indices(std::span<const Index>(items.begin(), items.size())) {}

Indices Indices::filled(int size, Index value) {
  require(size >= 0, ErrorKind::invalid, "shape", size,
          " axes, expected 0 or more");
  require_room(static_cast<std::size_t>(size));
  Indices all;
  all.size_ = size;
  std::fill(all.begin(), all.end(), value);
  return all;
}

void Indices::push_back(Index item) {
  require_room(static_cast<std::size_t>(size_) + 1);
  items_[static_cast<std::size_t>(size_++)] = item;
}

}  // namespace ashlar
