// squares.cc - what is contiguous on either side.
#include "src/plan/squares.h"

#include <algorithm>

#include "src/base/sort_by.h"
#include "src/kernels/squares.h"
#include "src/plan/moves.h"

namespace ashlar {
namespace {

using kernels::Move;

/// More of a side gains nothing.
constexpr Index kEnough = 16;

class Finder {
 public:
  explicit Finder(const std::vector<Strand>& strands)
      : strands_(strands), use_(strands.size(), Use::neither) {}

  std::optional<Squares> run() {
    while (take()) {
    }
    constexpr auto kLeast = static_cast<Index>(kernels::kLeastSquare);
    if (across_ < kLeast || down_ < kLeast) return std::nullopt;
    Squares out;
    for (const Move& each : list(Use::down)) out.rows.push_back(each.in);
    for (const Move& each : list(Use::across)) out.columns.push_back(each.out);
    out.moves = list(Use::neither);
    sort_by(out.moves, &Move::in);
    return out;
  }

 private:
  /// A strand goes along rows of the source, or down columns, which are rows of
  /// the destination.
  enum class Use { neither, across, down };

  static bool is_even(const std::vector<Index>& at, Index step) {
    for (std::size_t k = 0; k < at.size(); ++k) {
      if (at[k] != static_cast<Index>(k) * step) return false;
    }
    return true;
  }

  bool goes_on(const Strand& strand, Use use) const {
    if (use == Use::across) {
      return strand.in_step == across_ && is_even(strand.in_at, across_);
    }
    return strand.out_step == down_ && is_even(strand.out_at, down_);
  }

  /// Makes the shorter side longer, or else the other one.
  bool take() {
    const bool is_wide = across_ > down_;
    return is_wide ? take(Use::down) || take(Use::across)
                   : take(Use::across) || take(Use::down);
  }

  bool take(Use use) {
    Index& length = use == Use::across ? across_ : down_;
    if (length >= kEnough) return false;
    for (std::size_t i = 0; i < strands_.size(); ++i) {
      if (use_[i] != Use::neither || !goes_on(strands_[i], use)) continue;
      use_[i] = use;
      order_.push_back(i);
      length *= strands_[i].count;
      return true;
    }
    return false;
  }

  /// All values of the strands of a use, those that were taken last outermost.
  std::vector<Move> list(Use use) const {
    std::vector<std::size_t> which;
    for (std::size_t i = 0; i < strands_.size(); ++i) {
      if (use == Use::neither && use_[i] == use) which.push_back(i);
    }
    for (auto i = order_.rbegin(); i != order_.rend(); ++i) {
      if (use_[*i] == use) which.push_back(*i);
    }
    std::vector<Move> out = {{0, 0}};
    for (const std::size_t i : which) {
      out = product(out, strands_[i].count,
                    [&](Index k) { return offset_of(strands_[i], k); });
    }
    return out;
  }

  const std::vector<Strand>& strands_;
  std::vector<Use> use_;
  std::vector<std::size_t> order_;  ///< as strands were taken
  Index across_ = 1;
  Index down_ = 1;
};

}  // namespace

std::optional<Squares> find_squares(const std::vector<Strand>& strands) {
  return Finder(strands).run();
}

}  // namespace ashlar
