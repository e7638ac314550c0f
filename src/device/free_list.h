// free_list.h - which addresses of a memory are free. First fit.
#pragma once

#include <optional>
#include <vector>

#include "ashlar/shape.h"

namespace ashlar {

/// The free stretches of addresses between two ends. Addresses and sizes that
/// it hands out are multiples of the alignment.
class FreeList {
 public:
  struct Block {
    Index begin = 0;
    Index end = 0;

    bool operator==(const Block&) const = default;
  };
  enum class From { bottom, top };

  FreeList(Index begin, Index end, Index alignment, From from);

  /// The address of `bytes` that are taken now; nothing if no block is so
  /// large, and then nothing has changed. 0 bytes take no room.
  std::optional<Index> take(Index bytes);
  /// Gives back what `take` has given for as many bytes.
  void give_back(Index address, Index bytes) noexcept;

  Index alignment() const { return alignment_; }
  Index capacity() const { return end_ - begin_; }
  Index free() const { return free_; }
  Index largest() const;
  /// By address; no two of them touch.
  const std::vector<Block>& blocks() const { return blocks_; }

 private:
  Index begin_;
  Index end_;
  Index alignment_;
  From from_;
  Index free_;
  std::size_t taken_ = 0;
  std::vector<Block> blocks_;
};

}  // namespace ashlar
