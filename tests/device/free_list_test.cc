// free_list_test.cc - first fit against a model that knows what is taken.
#include "src/device/free_list.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <vector>

namespace ashlar {
namespace {

using From = FreeList::From;

/// The slow and obvious way: try every aligned address.
class Model {
 public:
  Model(Index begin, Index end, Index unit, From from)
      : begin_(begin), end_(end), unit_(unit), from_(from) {}

  std::optional<Index> take(Index bytes) {
    const Index size = (bytes + unit_ - 1) / unit_ * unit_;
    for (Index i = 0; i <= (end_ - begin_ - size) / unit_; ++i) {
      const Index at =
          from_ == From::bottom ? begin_ + i * unit_ : end_ - size - i * unit_;
      if (at < begin_ || !is_free(at, at + size)) continue;
      taken_[at] = at + size;
      return at;
    }
    return std::nullopt;
  }
  void give_back(Index address) { taken_.erase(address); }

  Index largest() const {
    Index most = 0;
    Index at = begin_;
    for (const auto& [begin, end] : taken_) {
      most = std::max(most, begin - at);
      at = end;
    }
    return std::max(most, end_ - at);
  }
  Index free() const {
    Index sum = end_ - begin_;
    for (const auto& [begin, end] : taken_) sum -= end - begin;
    return sum;
  }

 private:
  bool is_free(Index begin, Index end) const {
    return std::ranges::none_of(taken_, [&](const auto& each) {
      return each.first < end && begin < each.second;
    });
  }

  Index begin_;
  Index end_;
  Index unit_;
  From from_;
  std::map<Index, Index> taken_;
};

void compare(From from, std::uint32_t seed) {
  constexpr Index kBegin = 96, kEnd = 32 * 200, kUnit = 32;
  FreeList list(kBegin, kEnd, kUnit, from);
  Model model(kBegin, kEnd, kUnit, from);
  std::mt19937 random(seed);
  std::vector<std::pair<Index, Index>> live;
  int refused = 0;
  for (int i = 0; i < 3000; ++i) {
    if (live.empty() || random() % 5 < 3) {
      const Index bytes = 1 + static_cast<Index>(random() % 700);
      const auto address = list.take(bytes);
      ASSERT_EQ(address, model.take(bytes)) << i;
      if (address) live.emplace_back(*address, bytes);
      if (!address) ++refused;
    } else {
      const std::size_t which = random() % live.size();
      list.give_back(live[which].first, live[which].second);
      model.give_back(live[which].first);
      live.erase(live.begin() + static_cast<std::ptrdiff_t>(which));
    }
    ASSERT_EQ(list.free(), model.free()) << i;
    ASSERT_EQ(list.largest(), model.largest()) << i;
  }
  EXPECT_GT(refused, 10);
  for (const auto& [address, bytes] : live) list.give_back(address, bytes);
  EXPECT_EQ(list.blocks(), (std::vector<FreeList::Block>{{kBegin, kEnd}}));
}

TEST(FreeListTest, TakesTheFirstBlockThatFits) {
  for (std::uint32_t seed = 1; seed <= 5; ++seed) {
    compare(From::bottom, seed);
    compare(From::top, seed);
  }
}

TEST(FreeListTest, TenThousandCyclesLeaveOneBlock) {
  for (const From from : {From::bottom, From::top}) {
    FreeList list(0, 1 << 20, 64, from);
    std::mt19937 random(7);
    std::vector<std::pair<Index, Index>> live;
    for (int i = 0; i < 10'000; ++i) {
      const Index bytes = 1 + static_cast<Index>(random() % 5000);
      if (const auto address = list.take(bytes)) {
        live.emplace_back(*address, bytes);
      }
      if (live.size() < 50) continue;
      std::ranges::shuffle(live, random);
      list.give_back(live.back().first, live.back().second);
      live.pop_back();
    }
    while (!live.empty()) {
      list.give_back(live.back().first, live.back().second);
      live.pop_back();
    }
    EXPECT_EQ(list.free(), 1 << 20);
    EXPECT_EQ(list.largest(), 1 << 20);
    EXPECT_EQ(list.blocks().size(), 1U);
  }
}

TEST(FreeListTest, AddressesAreAlignedWhateverTheEnds) {
  FreeList bottom(33, 1000, 32, From::bottom);
  EXPECT_EQ(bottom.capacity(), 992 - 64);
  EXPECT_EQ(bottom.take(1), 64);
  EXPECT_EQ(bottom.take(33), 96);
  EXPECT_EQ(bottom.take(32), 160);
  FreeList top(33, 1000, 32, From::top);
  EXPECT_EQ(top.take(1), 960);
  EXPECT_EQ(top.take(33), 896);
  EXPECT_EQ(top.take(32), 864);
}

TEST(FreeListTest, NothingTakesNoRoom) {
  FreeList list(64, 128, 32, From::top);
  EXPECT_EQ(list.take(0), 64);
  EXPECT_EQ(list.free(), 64);
  list.give_back(64, 0);
  EXPECT_EQ(list.take(64), 64);
  EXPECT_EQ(list.take(1), std::nullopt);
  EXPECT_EQ(list.take(0), 64);
  EXPECT_EQ(list.largest(), 0);
}

TEST(FreeListTest, CanBeEmptyFromTheStart) {
  FreeList list(100, 120, 64, From::bottom);
  EXPECT_EQ(list.capacity(), 0);
  EXPECT_EQ(list.take(1), std::nullopt);
  EXPECT_EQ(list.take(INT64_MAX), std::nullopt);
}

}  // namespace
}  // namespace ashlar
