// XLA's tiled layouts, read: {1,0:T(8,128)(2,1)}.
#include <algorithm>
#include <utility>
#include <vector>

#include "src/base/checked.h"
#include "src/notation/notations.h"

namespace ashlar {
namespace {

// Far more than anyone tiles; most of them have size 1 and are not kept.
constexpr std::size_t kMaxDimensions = 1024;

/// A physical dimension: a digit, and how many slots it has.
struct Dimension {
  DigitText digit;     // source "0": a gap
  Index extent = 1;    // with padding
  bool is_top = true;  // the digit has no modulo yet
};

bool is_gap(const Dimension& dimension) {
  return dimension.digit.source == "0";
}

Dimension gap(Index extent) {
  Dimension out;
  out.digit.source = "0";
  out.digit.alloc = extent;
  out.extent = extent;
  out.is_top = false;
  return out;
}

class Tiler {
 public:
  Tiler(Cursor& in, const Subject& subject) : in_(in), subject_(subject) {}

  Digits run() {
    in_.expect('{', "before the order of the axes");
    read_order();
    if (in_.accept(':')) {
      if (in_.peek() != 'T') refuse_attribute();
      while (in_.accept('T')) {
        do tile(read_tile());
        while (in_.peek() == '(');
      }
    }
    if (!in_.accept('}')) {
      if (in_.name_ahead()) refuse_attribute();
      in_.fail_expected("'}' after the layout");
    }
    return write();
  }

 private:
  static constexpr Index kStar = 0;  // as a tile size: join with the next

  void read_order() {
    const int rank = subject_.shape.rank();
    const std::size_t begin = in_.position();
    std::vector<Index> minor_to_major;
    if (in_.number_ahead()) {
      do {
        minor_to_major.push_back(in_.number("the number of an axis"));
        if (minor_to_major.size() > kMaxRank) break;
      } while (in_.accept(','));
    }
    std::vector<Index> sorted = minor_to_major;
    std::ranges::sort(sorted);
    bool is_order = sorted.size() == static_cast<std::size_t>(rank);
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      is_order = is_order && sorted[i] == static_cast<Index>(i);
    }
    if (!is_order) {
      in_.fail_at(begin, concat("the order has to name each of the ", rank,
                                " axes once, from 0 on"));
    }
    for (std::size_t i = minor_to_major.size(); i-- > 0;) {
      const int axis = static_cast<int>(minor_to_major[i]);
      Dimension dimension;
      dimension.digit.source = subject_.names[axis];
      dimension.extent = subject_.shape[axis];
      dimensions_.push_back(std::move(dimension));
    }
  }

  [[noreturn]] void refuse_attribute() {
    const std::size_t begin = in_.position();
    const std::string name(in_.name("T(...) or '}'"));
    in_.fail_at(begin, concat("the attribute ", name, " is no tiling"),
                "leave it out; formats and memories are given elsewhere");
  }

  std::vector<Index> read_tile() {
    std::vector<Index> sizes;
    in_.expect('(', "before the sizes of a tile");
    do {
      const std::size_t begin = in_.position();
      sizes.push_back(in_.accept('*') ? kStar
                                      : in_.number_from(1, "a tile size"));
      if (sizes.size() > kMaxDimensions) {
        in_.fail_at(begin, concat("a tile of more than ", kMaxDimensions,
                                  " dimensions"));
      }
    } while (in_.accept(','));
    if (sizes.back() == kStar) {
      in_.fail_at(in_.position() - 1, "the last size of a tile is *",
                  "a * is joined with the size after it");
    }
    in_.expect(')', "after the sizes of a tile");
    return sizes;
  }

  /// Cuts the last dimensions: first what counts tiles, then what is inside.
  void tile(const std::vector<Index>& sizes) {
    while (dimensions_.size() < sizes.size()) {
      dimensions_.insert(dimensions_.begin(), gap(1));
    }
    const std::size_t first = dimensions_.size() - sizes.size();
    std::vector<Dimension> outer;
    std::vector<Dimension> inner;
    std::vector<Dimension> joined;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      joined.push_back(dimensions_[first + i]);
      if (sizes[i] == kStar) continue;
      auto [high, low] = cut(fuse(std::exchange(joined, {})), sizes[i]);
      outer.push_back(std::move(high));
      inner.push_back(std::move(low));
    }
    dimensions_.resize(first);
    std::ranges::move(outer, std::back_inserter(dimensions_));
    std::ranges::move(inner, std::back_inserter(dimensions_));
    if (dimensions_.size() > kMaxDimensions) {
      in_.fail_at(in_.position() - 1,
                  concat("more than ", kMaxDimensions, " dimensions"));
    }
  }

  std::pair<Dimension, Dimension> cut(Dimension whole, Index size) {
    if (size == 1) return {std::move(whole), gap(1)};
    const Index count = div_up(whole.extent, size);
    if (is_gap(whole)) return {gap(count), gap(size)};
    const bool is_exact = whole.digit.alloc == 0 && whole.extent % size == 0;
    if (!whole.is_top && !is_exact) {
      if (size >= whole.extent) {  // only padded
        whole.digit.alloc = size;
        whole.extent = size;
        return {gap(1), std::move(whole)};
      }
      whole = named(term_of(whole), whole.extent);
    }
    Dimension inner = whole;
    inner.digit.radix = size;
    inner.extent = size;
    inner.is_top = false;
    Dimension outer = std::move(whole);
    outer.digit.div = checked_multiply(outer.digit.div, size, "xla");
    if (!outer.is_top) outer.digit.radix = count;
    outer.extent = count;
    return {std::move(outer), std::move(inner)};
  }

  /// One dimension out of several that follow each other.
  Dimension fuse(std::vector<Dimension> parts) {
    if (parts.size() == 1) return std::move(parts.front());
    // A digit of one value can be left out, whatever it is a digit of.
    std::erase_if(parts,
                  [](const Dimension& part) { return part.extent == 1; });
    if (parts.empty()) return gap(1);
    if (parts.size() == 1) return std::move(parts.front());
    TermText all;
    Index extent = 1;
    for (const Dimension& part : parts) {
      all.digit.join.push_back(term_of(part));
      extent = checked_multiply(extent, part.extent, "xla");
    }
    return named(std::move(all), extent);
  }

  /// Gives `term` a name, so that it can be cut.
  Dimension named(TermText term, Index extent) {
    std::string name;
    do name = concat('j', next_name_++);
    while (subject_.names.find(name) >= 0);
    lets_.push_back({name, std::move(term)});
    Dimension out;
    out.digit.source = std::move(name);
    out.extent = extent;
    return out;
  }

  static TermText term_of(const Dimension& dimension) {
    return {dimension.digit, {}};
  }

  Digits write() {
    std::erase_if(dimensions_, [](const Dimension& dimension) {
      return is_gap(dimension) && dimension.extent == 1;
    });
    // Digits of one value are kept as they were written, if there is room.
    if (dimensions_.size() > kMaxDigits / 2) {
      std::erase_if(dimensions_, [this](const Dimension& dimension) {
        return dimension.extent == 1 && is_axis(dimension);
      });
    }
    require(dimensions_.size() <= kMaxDigits, ErrorKind::limit, "xla",
            "the tiles make ", dimensions_.size(), " digits, at most ",
            kMaxDigits, " are possible");
    Digits out;
    out.lets = std::move(lets_);
    for (const Dimension& dimension : dimensions_) {
      out.memory.terms.push_back(term_of(dimension));
    }
    return out;
  }

  bool is_axis(const Dimension& dimension) const {
    return subject_.names.find(dimension.digit.source) >= 0;
  }

  Cursor& in_;
  const Subject& subject_;
  std::vector<Dimension> dimensions_;
  std::vector<LetText> lets_;
  int next_name_ = 0;
};

}  // namespace

Digits read_xla(Cursor& in, const Subject& subject) {
  return Tiler(in, subject).run();
}

}  // namespace ashlar
