// free_list.cc - takes from and gives back to a sorted list of free blocks.
#include "src/device/free_list.h"

#include <algorithm>

#include "src/base/checked.h"

namespace ashlar {

FreeList::FreeList(Index begin, Index end, Index alignment, From from)
    : begin_(round_up(begin, alignment, "device")),
      end_(std::max(begin_, end / alignment * alignment)),
      alignment_(alignment),
      from_(from),
      free_(end_ - begin_) {
  if (free_ > 0) blocks_.push_back({begin_, end_});
}

std::optional<Index> FreeList::take(Index bytes) {
  if (bytes == 0) return begin_;
  if (bytes > free_) return std::nullopt;
  const Index size = round_up(bytes, alignment_, "device");
  // Between buffers there is at most one block more than there are buffers, so
  // that giving back never needs memory.
  if (blocks_.capacity() < taken_ + 3) blocks_.reserve(2 * taken_ + 8);
  const auto fits = [&](const Block& block) {
    return block.end - block.begin >= size;
  };
  Index address = 0;
  std::vector<Block>::iterator at;
  if (from_ == From::bottom) {
    at = std::ranges::find_if(blocks_, fits);
    if (at == blocks_.end()) return std::nullopt;
    address = at->begin;
    at->begin += size;
  } else {
    const auto last = std::find_if(blocks_.rbegin(), blocks_.rend(), fits);
    if (last == blocks_.rend()) return std::nullopt;
    at = last.base() - 1;
    at->end -= size;
    address = at->end;
  }
  if (at->begin == at->end) blocks_.erase(at);
  free_ -= size;
  ++taken_;
  return address;
}

void FreeList::give_back(Index address, Index bytes) noexcept {
  if (bytes == 0) return;
  const Index end = address + div_up(bytes, alignment_) * alignment_;
  free_ += end - address;
  --taken_;
  const auto next =
      std::ranges::lower_bound(blocks_, address, {}, &Block::begin);
  const bool joins_next = next != blocks_.end() && next->begin == end;
  const bool joins_last = next != blocks_.begin() && (next - 1)->end == address;
  if (joins_last && joins_next) {
    (next - 1)->end = next->end;
    blocks_.erase(next);
  } else if (joins_last) {
    (next - 1)->end = end;
  } else if (joins_next) {
    next->begin = address;
  } else {
    blocks_.insert(next, {address, end});
  }
}

Index FreeList::largest() const {
  Index most = 0;
  for (const Block& block : blocks_) {
    most = std::max(most, block.end - block.begin);
  }
  return most;
}

}  // namespace ashlar
