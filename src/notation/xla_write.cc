// XLA's tiled layouts, written: the tiles that lead from axes to digits.
#include <algorithm>
#include <utility>
#include <vector>

#include "src/base/checked.h"
#include "src/notation/notations.h"
#include "src/notation/plain.h"

namespace ashlar {
namespace {

// Orders far from what tiles are for take many; nobody wants to read more.
constexpr std::size_t kMaxTiles = 16;
// Tiles leave dimensions of size 1 behind. Beyond this many they are joined to
// their neighbours.
constexpr std::size_t kMaxDimensions = 8;

/// When to cut a digit that comes before a more significant one of its axis:
/// when its turn has come, or with the digit above that one.
enum class Haste { late, early };

/// A digit that still has to be cut off: one in memory, or a let, which is cut
/// further once it is alone.
struct Piece {
  Index radix = 1;
  Index alloc = 1;
  int place = -1;  // among the digits in memory
  int let = -1;
};

/// A physical dimension on the way: what it will be cut into, most significant
/// first, and its present extent.
struct Dimension {
  std::vector<Piece> pieces;
  Index extent = 1;
  bool is_top = false;    // nothing of its axis was cut off above it
  std::size_t stars = 0;  // axes to be joined with the last one
  std::size_t ones = 0;   // dimensions of size 1 that are part of it now
};

/// How to cut a dimension: at `size`, which leaves `high` pieces outside.
struct Cut {
  Index size = 1;
  std::size_t high = 0;
};

class Planner {
 public:
  Planner(const BoundLayout& layout, Haste haste)
      : layout_(layout), memory_(layout.fields()[0]), haste_(haste) {}

  Written run() {
    if (std::string why = why_not_joined(); !why.empty()) return {{}, why};
    start();
    // Nothing is nothing in any order of tiles.
    while (layout_.bits_per_unit() > 0) {
      pass_finished();
      if (next_ == memory_.count) break;
      if (tiles_.size() == kMaxTiles) {
        return {{}, concat("it takes more than ", kMaxTiles, " tiles")};
      }
      if (dimensions_.size() - done_ > kMaxDimensions) absorb_ones();
      step();
    }
    std::string text = concat('{', join(minor_to_major_, ","));
    if (!tiles_.empty()) text += ":T";
    for (const std::string& tile : tiles_) text += tile;
    return {text + '}', {}};
  }

 private:
  static bool is_let(std::uint8_t source) {
    return source != kNoSource && source >= kMaxRank;
  }

  /// Only whole axes can be joined, by stars in the first tile.
  std::string why_not_joined() const {
    for (const Join& join : layout_.joins()) {
      for (std::size_t i = 0; i < join.count && join.count > 1; ++i) {
        const Digit& digit = layout_.digits()[join.first + i];
        if (digit.source >= kMaxRank ||
            digit.alloc != layout_.shape()[digit.source] || digit.div != 1) {
          return why_not_joins(layout_);
        }
      }
    }
    return {};
  }

  // ---- the dimensions before any tile

  /// The digits that a source is cut into, wherever they are.
  std::vector<Piece> pieces_of(std::uint8_t source) const {
    std::vector<std::pair<Digit, Piece>> found;
    for (std::size_t i = 0; i < layout_.digits().size(); ++i) {
      const Digit& digit = layout_.digits()[i];
      if (digit.source != source) continue;
      Piece piece{digit.radix, digit.alloc, -1, -1};
      if (i >= memory_.first &&
          i < std::size_t{memory_.first} + memory_.count) {
        piece.place = static_cast<int>(i - memory_.first);
      } else {
        piece.let = let_with(i);
      }
      found.emplace_back(digit, piece);
    }
    std::ranges::stable_sort(found, [](const auto& a, const auto& b) {
      return std::pair(a.first.div, a.first.radix) >
             std::pair(b.first.div, b.first.radix);
    });
    std::vector<Piece> pieces;
    for (const auto& [digit, piece] : found) pieces.push_back(piece);
    return pieces;
  }

  int let_with(std::size_t digit) const {
    for (std::size_t j = 0; j < layout_.joins().size(); ++j) {
      if (layout_.joins()[j].first == digit) return static_cast<int>(j);
    }
    return -1;
  }

  /// Where the first digit of a source lies in memory.
  int first_place(std::uint8_t source) const {
    int first = memory_.count;
    for (const Piece& piece : pieces_of(source)) {
      if (piece.place >= 0) first = std::min(first, piece.place);
      if (piece.let >= 0) {
        const auto let = static_cast<std::uint8_t>(kMaxRank + piece.let);
        first = std::min(first, first_place(let));
      }
    }
    return first;
  }

  /// Axes in the order of their first digits; those without digits, which have
  /// size 1, stay in front of their neighbours.
  void start() {
    std::vector<int> order;
    for (int axis = 0; axis < layout_.shape().rank(); ++axis) {
      order.push_back(axis);
    }
    std::ranges::stable_sort(
        order, [this](int a, int b) { return rank_of(a) < rank_of(b); });
    minor_to_major_.assign(order.rbegin(), order.rend());
    for (std::size_t i = 0; i < order.size(); ++i) add_axis(order, i);
  }

  /// The place of the first digit, and for joined axes that in the join.
  std::pair<int, int> rank_of(int axis) const {
    const std::uint8_t owner = owner_of(axis);
    if (is_let(owner)) {
      const Join& join = layout_.joins()[owner - std::size_t{kMaxRank}];
      int at = 0;
      while (
          layout_
              .digits()[std::size_t{join.first} + static_cast<std::size_t>(at)]
              .source != axis) {
        ++at;
      }
      return {first_place(owner), at};
    }
    for (; axis < layout_.shape().rank(); ++axis) {
      const int place = first_place(owner_of(axis));
      if (place < memory_.count) return {place, -1};
    }
    return {memory_.count, -1};
  }

  /// The join that an axis is a whole term of, or the axis itself.
  std::uint8_t owner_of(int axis) const {
    for (std::size_t j = 0; j < layout_.joins().size(); ++j) {
      const Join& join = layout_.joins()[j];
      for (std::size_t i = 0; i < join.count && join.count > 1; ++i) {
        if (layout_.digits()[join.first + i].source == axis) {
          return static_cast<std::uint8_t>(kMaxRank + j);
        }
      }
    }
    return static_cast<std::uint8_t>(axis);
  }

  void add_axis(const std::vector<int>& order, std::size_t at) {
    const std::uint8_t owner = owner_of(order[at]);
    const Index size = layout_.shape()[order[at]];
    if (at > 0 && is_let(owner) && owner == owner_of(order[at - 1])) {
      ++dimensions_.back().stars;
      dimensions_.back().extent *= size;
      return;
    }
    dimensions_.push_back({pieces_of(owner), size, true, 0, 0});
  }

  // ---- steps

  static Index product_of(const std::vector<Piece>& pieces, std::size_t from) {
    Index product = 1;
    for (std::size_t i = from; i < pieces.size(); ++i) {
      product *= pieces[i].radix;
    }
    return product;
  }

  /// The extent once the top piece has all its slots.
  static Index goal_of(const Dimension& dimension) {
    if (dimension.pieces.empty()) return 1;
    return dimension.pieces.front().alloc * product_of(dimension.pieces, 1);
  }

  /// Leaves out what is in its place already, and opens lets that are alone.
  void pass_finished() {
    for (Dimension& dimension : dimensions_) open(dimension);
    for (; done_ < dimensions_.size(); ++done_) {
      const Dimension& dimension = dimensions_[done_];
      if (dimension.pieces.empty()) continue;
      if (dimension.pieces.size() > 1 || dimension.stars > 0 ||
          dimension.pieces[0].place != next_ ||
          dimension.extent != dimension.pieces[0].alloc) {
        return;
      }
      next_ = after(next_);
    }
  }

  const Digit& memory_digit(int place) const {
    return layout_.digits(memory_)[static_cast<std::size_t>(place)];
  }

  /// The next digit in memory that is more than a gap of one slot.
  int after(int place) const {
    do ++place;
    while (place < memory_.count && memory_digit(place).source == kNoSource &&
           memory_digit(place).alloc == 1);
    return place;
  }

  void open(Dimension& dimension) const {
    while (dimension.pieces.size() == 1 && dimension.pieces[0].let >= 0 &&
           dimension.extent == dimension.pieces[0].alloc) {
      dimension.pieces = pieces_of(
          static_cast<std::uint8_t>(kMaxRank + dimension.pieces[0].let));
    }
  }

  /// One step: digits whose turn it is stay outside, the rest goes inside and
  /// gets its padding.
  void step() {
    if (!give_room_to_gap()) return open_last();
    std::vector<Cut> cuts;
    int want = next_;
    bool moves = false;
    for (std::size_t i = done_; i < dimensions_.size(); ++i) {
      const Dimension& dimension = dimensions_[i];
      const Index goal = goal_of(dimension);
      const Index below = product_of(dimension.pieces, 1);
      if (!dimension.pieces.empty() && dimension.pieces[0].place == want &&
          div_up(dimension.extent, below) == dimension.pieces[0].alloc) {
        const std::size_t high = pieces_outside(dimension);
        cuts.push_back({product_of(dimension.pieces, high), high});
        if (high == 1) want = after(want);
        moves = true;
      } else if (!dimension.is_top && dimension.extent != goal &&
                 dimension.pieces.size() > 1) {
        cuts.push_back({below, 1});  // to be padded when it is alone
        moves = true;
      } else {
        cuts.push_back({goal, 0});
        moves = moves || dimension.extent != goal || dimension.stars > 0;
      }
    }
    add_tile(moves ? cuts : part_next());
  }

  /// How many pieces to leave outside when the first one's turn has come.
  std::size_t pieces_outside(const Dimension& dimension) const {
    const std::vector<Piece>& pieces = dimension.pieces;
    if (haste_ == Haste::late || pieces.size() < 3) return 1;
    const auto next = std::min_element(
        pieces.begin() + 1, pieces.end(),
        [](const Piece& a, const Piece& b) { return a.place < b.place; });
    return static_cast<std::size_t>(next - pieces.begin());
  }

  void absorb_ones() {
    for (std::size_t i = dimensions_.size(); i-- > done_;) {
      if (!dimensions_[i].pieces.empty()) continue;
      const bool is_last = i + 1 == dimensions_.size();
      if (is_last && i == done_) return;
      Dimension& neighbour = dimensions_[is_last ? i - 1 : i + 1];
      neighbour.ones += dimensions_[i].ones + 1;
      dimensions_.erase(dimensions_.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  /// Adds a dimension of size 1 at the end.
  void open_last() { add_tile({{1, dimensions_.back().pieces.size()}}); }

  /// A gap is the padding of a dimension of size 1. False if none is there.
  bool give_room_to_gap() {
    const Digit& digit = memory_digit(next_);
    if (digit.source != kNoSource) return true;
    for (std::size_t i = done_; i < dimensions_.size(); ++i) {
      for (const Piece& piece : dimensions_[i].pieces) {
        if (piece.place == next_) return true;
      }
    }
    if (dimensions_.empty()) dimensions_.emplace_back();
    for (std::size_t i = dimensions_.size(); i-- > 0;) {
      if (dimensions_[i].pieces.empty()) {
        dimensions_[i].pieces = {{1, digit.alloc, next_, -1}};
        done_ = std::min(done_, i);
        return true;
      }
      if (i < done_) break;  // in its final place, and so is all before it
    }
    return false;
  }

  bool holds(const Piece& piece, int place) const {
    if (piece.place == place) return true;
    if (piece.let < 0) return false;
    const auto source = static_cast<std::uint8_t>(kMaxRank + piece.let);
    return std::ranges::any_of(pieces_of(source), [&](const Piece& inner) {
      return holds(inner, place);
    });
  }

  /// The next digit is buried under others of its axis: cuts these off.
  std::vector<Cut> part_next() const {
    std::vector<Cut> cuts;
    for (std::size_t i = done_; i < dimensions_.size(); ++i) {
      const std::vector<Piece>& pieces = dimensions_[i].pieces;
      const auto found = std::ranges::find_if(
          pieces, [this](const Piece& piece) { return holds(piece, next_); });
      const auto at = static_cast<std::size_t>(found - pieces.begin());
      const std::size_t high = std::max<std::size_t>(at, 1);
      cuts.push_back(at == pieces.size() ? Cut{goal_of(dimensions_[i]), 0}
                                         : Cut{product_of(pieces, high), high});
    }
    return cuts;
  }

  /// Applies a tile to the last dimensions, and writes it down.
  void add_tile(const std::vector<Cut>& cuts) {
    const std::size_t first = dimensions_.size() - cuts.size();
    std::vector<Dimension> outer;
    std::vector<Dimension> inner;
    std::string text;
    for (std::size_t i = 0; i < cuts.size(); ++i) {
      const Dimension& whole = dimensions_[first + i];
      for (std::size_t k = 0; k < whole.stars + whole.ones; ++k) text += "*,";
      text += concat(cuts[i].size, i + 1 < cuts.size() ? "," : "");
      const auto middle =
          whole.pieces.begin() + static_cast<std::ptrdiff_t>(cuts[i].high);
      outer.push_back({{whole.pieces.begin(), middle},
                       div_up(whole.extent, cuts[i].size),
                       whole.is_top,
                       0,
                       0});
      inner.push_back(
          {{middle, whole.pieces.end()}, cuts[i].size, false, 0, 0});
    }
    dimensions_.resize(first);
    std::ranges::move(outer, std::back_inserter(dimensions_));
    std::ranges::move(inner, std::back_inserter(dimensions_));
    tiles_.push_back(concat('(', text, ')'));
  }

  const BoundLayout& layout_;
  const Field& memory_;
  const Haste haste_;
  std::vector<int> minor_to_major_;
  std::vector<Dimension> dimensions_;
  std::vector<std::string> tiles_;
  std::size_t done_ = 0;  // dimensions in their final place
  int next_ = after(-1);  // the digit in memory that comes after these
};

}  // namespace

Written write_xla(const BoundLayout& layout) {
  for (const auto why_not :
       {why_not_units, why_not_records, why_not_xors, why_not_blocks}) {
    if (std::string why = why_not(layout); !why.empty()) return {{}, why};
  }
  if (std::string why = why_not_empty(layout); !why.empty()) return {{}, why};
  Written late = Planner(layout, Haste::late).run();
  Written early = Planner(layout, Haste::early).run();
  const bool is_shorter =
      !early.text.empty() && early.text.size() < late.text.size();
  return late.text.empty() || is_shorter ? early : late;
}

}  // namespace ashlar
