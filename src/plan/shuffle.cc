// shuffle.cc - sorts elements by either side.
#include "src/plan/shuffle.h"

#include <algorithm>
#include <utility>

#include "src/base/sort_by.h"
#include "src/plan/permutation.h"

namespace ashlar {
namespace {

/// Bits between elements that are read along with them.
constexpr Index kGap = 16 * 8;
/// What is pulled should have so many elements, or it costs more than it gives.
constexpr Index kLeastPulled = 4;
/// Of so many it costs little, even if gaps end them.
constexpr Index kLongPulled = 16;
/// Fewer bytes are in order before one has been found for them; more may have
/// something better; and for more than that there is none.
constexpr Index kLeastPermuted = 2048;
constexpr Index kWellPermuted = 8 * kernels::Permutation::kSquare;
constexpr Index kMostPermuted =
    kernels::Permutation::kMaxSquares * kernels::Permutation::kSquare;

struct Element {
  Index in = 0;  ///< bits
  Index out = 0;
  bool is_padding = false;
  bool is_again = false;  ///< another one is read from the same place
};

/// In the order of the destination.
std::vector<Element> list(const std::vector<ChunkLoop>& loops) {
  std::vector<Element> all = {{0, 0}};
  for (const auto& [loop, step] : loops) {
    std::vector<Element> next;
    next.reserve(all.size() * static_cast<std::size_t>(loop.count));
    const bool pads = !loop.is_padding.empty();
    for (const Element& each : all) {
      for (Index k = 0; k < loop.count; ++k) {
        next.push_back(
            {each.in + loop.in_offset(k), each.out + loop.out_offset(k),
             each.is_padding ||
                 (pads && loop.is_padding[static_cast<std::size_t>(k)])});
      }
    }
    all = std::move(next);
  }
  sort_by(all, &Element::out);
  return all;
}

/// Every bit once, in order: of all that are read for the first time, or of
/// those that are read again.
std::vector<Index> bits_read(const std::vector<Element>& all, bool is_again) {
  std::vector<Index> bits;
  bits.reserve(is_again ? 0 : all.size());
  for (const Element& each : all) {
    if (each.is_again == is_again) bits.push_back(each.in);
  }
  sort_by(bits);
  const auto rest = std::ranges::unique(bits);
  bits.erase(rest.begin(), rest.end());
  return bits;
}

/// Codes of the work area that are no elements, before one that is.
struct Gap {
  std::size_t before = 0;
  Index count = 0;
};

class Shuffler {
 public:
  Shuffler(const std::vector<ChunkLoop>& loops, const Widths& widths)
      : widths_(widths), all_(list(loops)) {}

  Shuffle run() {
    list_segments();
    mark_again();
    again_ = bits_read(all_, true);
    const std::vector<Index> bits = bits_read(all_, false);
    find_order(bits, kGap);
    if (is_plain() && shuffle_.pulled.bytes > kMostPermuted &&
        has_room_alone(bits)) {
      find_order(bits, 0);
    }
    return std::move(shuffle_);
  }

 private:
  /// Chunks that go on through padding read there what others read as well. A
  /// few such elements are pulled twice, so that all of them have places of
  /// their own, and registers can put them in order.
  void mark_again() {
    constexpr Index kFew = 4;  // one of so many
    const Index count = std::ssize(all_);
    if (!can_permute(count * widths_.work_bytes, kWellPermuted)) return;
    std::vector<Element*> order;
    order.reserve(all_.size());
    for (Element& each : all_) {
      if (!each.is_padding) order.push_back(&each);
    }
    sort_by(order, &Element::in);
    std::vector<Element*> again;
    for (std::size_t i = 1; i < order.size(); ++i) {
      if (order[i]->in != order[i - 1]->in) continue;
      const bool is_third = !again.empty() && again.back() == order[i - 1];
      if (is_third || std::ssize(again) * kFew >= count) return;
      again.push_back(order[i]);
    }
    for (Element* each : again) each->is_again = true;
  }

  /// So many bytes of elements, in an area of at most `most`.
  bool can_permute(Index bytes, Index most) const {
    return kernels::can_permute() && widths_.work_bytes <= 2 &&
           bytes >= kLeastPermuted && bytes <= most;
  }

  /// Whether it is only for what else is read that registers have no room, and
  /// it can be left out.
  bool has_room_alone(const std::vector<Index>& bits) const {
    Index stretches = 1;
    for (std::size_t i = 1; i < bits.size(); ++i) {
      stretches += bits[i] - bits[i - 1] != widths_.in_bits ? 1 : 0;
    }
    const Index count = std::ssize(bits);
    return widths_.work_bytes == 1 && count <= kMostPermuted &&
           count >= kLongPulled * stretches;
  }

  void find_order(const std::vector<Index>& bits, Index gap) {
    shuffle_.table = {};
    if (pull(bits, gap)) {
      look_up();
    } else {
      for_each([&](const Element& each) { add(each.in / 8); },
               [&] { add(all_[0].in / 8); });
    }
    widen();
    improve();
  }

  /// Whether there is nothing better than a table of where each element is.
  bool is_plain() const {
    return !shuffle_.table.order && !shuffle_.table.patches;
  }

  void add(Index byte) {
    shuffle_.table.elements.push_back(static_cast<std::int32_t>(byte));
  }

  void list_segments() {
    const Index unit = widths_.is_whole_out() ? 8 : 1;
    const Index width = widths_.is_whole_out() ? widths_.cast_bytes() : 1;
    Index end = all_[0].out - 1;  // nothing ends where the first one begins
    Index at = 0;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      const Element& each = all_[i];
      if (each.out != end) {
        const Index room = room_before(at, each.out);
        if (room > 0) gaps_.push_back({i, room});
        at += room;
        shuffle_.segments.push_back({at, each.out / unit, 0});
      }
      shuffle_.segments.back().count += static_cast<std::size_t>(width);
      at += width;
      end = each.out + widths_.out_bits;
    }
    shuffle_.work_count = at / width;
  }

  /// How many codes to leave free so that the next one is at the same bit of a
  /// byte in the work area as at the destination, once both are packed.
  Index room_before(Index at, Index out) const {
    if (widths_.is_whole_out()) return 0;
    for (Index room = 0; room < 8; ++room) {
      if (((at + room) * widths_.out_bits - out) % 8 == 0) return room;
    }
    return 0;
  }

  /// Calls `take` with each element, and `fill` where there is none.
  template <class Take, class Fill>
  void for_each(Take take, Fill fill) const {
    std::size_t gap = 0;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      for (; gap < gaps_.size() && gaps_[gap].before == i; ++gap) {
        for (Index k = 0; k < gaps_[gap].count; ++k) fill();
      }
      take(all_[i]);
    }
  }

  /// Stretches of the source that hold all elements, on through gaps of up to
  /// so many bits; false if they are read where they are.
  bool pull(const std::vector<Index>& bits, Index gap) {
    starts_.clear();
    shuffle_.pulled = {};
    list_stretches(bits, gap);
    first_stretches_ = starts_.size();
    if (!again_.empty()) list_stretches(again_, gap);
    const bool is_near = std::ranges::all_of(all_, [](const Element& each) {
      return std::in_range<std::int32_t>(each.in / 8);
    });
    const bool pays = std::ssize(all_) >= kLeastPulled * std::ssize(starts_);
    if (pays || !is_near || !widths_.is_whole_in()) return true;
    shuffle_.pulled = {};
    return false;
  }

  void list_stretches(const std::vector<Index>& bits, Index most) {
    const Index unit = widths_.is_whole_in() ? 8 : 1;
    const Index width = widths_.work_bytes;
    Index end = bits[0] + 1;  // nothing ends before the first one
    Index area = shuffle_.pulled.bytes;
    for (const Index bit : bits) {
      const Index gap = bit - end;
      const bool goes_on =
          gap >= 0 && gap <= most && gap % widths_.in_bits == 0;
      const Index next = bit + widths_.in_bits;
      const Index count = goes_on ? (next - end) / widths_.in_bits : Index{1};
      if (!goes_on) {
        starts_.push_back(bit);
        shuffle_.pulled.spans.push_back({bit / unit, area, 0});
      }
      // Bytes are copied, codes are counted.
      shuffle_.pulled.spans.back().count += static_cast<std::size_t>(
          widths_.is_whole_in() ? count * width : count);
      area += count * width;
      end = next;
    }
    shuffle_.pulled.bytes = area;
  }

  /// Where each element is in the staging area.
  void look_up() {
    std::size_t i = 0;
    // What is between segments, and padding, is from behind the last, each from
    // its own place.
    const auto fill = [&] {
      add(shuffle_.pulled.bytes + shuffle_.pulled.filler_bytes);
      shuffle_.pulled.filler_bytes += widths_.work_bytes;
    };
    const auto find = [&](const Element& each) {
      if (each.is_padding) return fill();
      const std::size_t begin = each.is_again ? first_stretches_ : 0;
      const std::size_t end = each.is_again ? starts_.size() : first_stretches_;
      // The next one is often in the same stretch.
      const bool is_here = i >= begin && i < end && starts_[i] <= each.in &&
                           (i + 1 == end || each.in < starts_[i + 1]);
      if (!is_here) {
        const auto from = starts_.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto to = starts_.begin() + static_cast<std::ptrdiff_t>(end);
        i = static_cast<std::size_t>(std::upper_bound(from, to, each.in) -
                                     starts_.begin() - 1);
      }
      add(shuffle_.pulled.spans[i].out +
          (each.in - starts_[i]) / widths_.in_bits * widths_.work_bytes);
    };
    for_each(find, fill);
  }

  /// Neighbours that stay neighbours go together.
  void widen() {
    std::vector<std::int32_t>& at = shuffle_.table.elements;
    Index& width = shuffle_.table.element_bytes;
    width = widths_.work_bytes;
    const auto is_pair = [&](std::size_t i) {
      return at[i + 1] == at[i] + width;
    };
    while (width <= 4 && at.size() % 2 == 0) {
      for (std::size_t i = 0; i < at.size(); i += 2) {
        if (!is_pair(i)) return;
      }
      for (std::size_t i = 0; i < at.size() / 2; ++i) at[i] = at[2 * i];
      at.resize(at.size() / 2);
      width *= 2;
    }
  }

  /// Half the table, if it will do.
  std::vector<std::uint16_t> shortened() const {
    const Index width = shuffle_.table.element_bytes;
    std::vector<std::uint16_t> near;
    near.reserve(shuffle_.table.elements.size());
    for (const std::int32_t byte : shuffle_.table.elements) {
      const bool is_near =
          byte % width == 0 && std::in_range<std::uint16_t>(byte / width);
      if (!is_near) return {};
      near.push_back(static_cast<std::uint16_t>(byte / width));
    }
    return near;
  }

  /// Of elements of two.
  static std::vector<std::uint16_t> bytes_of(
      const std::vector<std::uint16_t>& near) {
    std::vector<std::uint16_t> bytes;
    bytes.reserve(2 * near.size());
    for (const std::uint16_t at : near) {
      bytes.push_back(static_cast<std::uint16_t>(2 * at));
      bytes.push_back(static_cast<std::uint16_t>(2 * at + 1));
    }
    return bytes;
  }

  /// Something better than a table of where each element is, if there is.
  void improve() {
    Table& table = shuffle_.table;
    std::vector<std::uint16_t> near = shortened();
    if (!shuffle_.pulled.spans.empty()) {
      const Index staged = shuffle_.pulled.bytes + shuffle_.pulled.filler_bytes;
      const Index width = table.element_bytes;
      const auto permute = [&](Index most) {
        const Index bytes = std::ssize(near) * width;
        if (!is_plain() || staged > most || !can_permute(bytes, most)) return;
        table.order = make_permutation(width == 1 ? near : bytes_of(near),
                                       static_cast<std::size_t>(staged));
      };
      if (width == 1) permute(kWellPermuted);
      if (!table.order) {
        table.patches = find_patches(table.elements, width, staged);
      }
      if (width <= 2) permute(width == 1 ? kMostPermuted : kWellPermuted);
    }
    if (!is_plain()) near.clear();
    if (!is_plain() || !near.empty()) table.elements.clear();
    table.near = std::move(near);
  }

  const Widths& widths_;
  std::vector<Element> all_;
  std::vector<Gap> gaps_;
  std::vector<Index> again_;         ///< bits that are read twice
  std::vector<Index> starts_;        ///< of what is pulled, in bits
  std::size_t first_stretches_ = 0;  ///< the others are of what is read again
  Shuffle shuffle_;
};

}  // namespace

bool packs_at_once(Index count, Index segment) {
  constexpr Index kLeast = 2048;
  constexpr Index kMost = 28 << 10;
  constexpr Index kLong = 128;
  return kernels::can_permute() && count >= kLeast && count <= kMost &&
         segment <= kLong;
}

Shuffle make_shuffle(const std::vector<ChunkLoop>& loops,
                     const Widths& widths) {
  return Shuffler(loops, widths).run();
}

}  // namespace ashlar
