// Cuts a tensor where the units of its elements change.
#include "src/draw/spread.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>

#include "src/base/checked.h"
#include "src/base/concat.h"
#include "src/draw/grid.h"

namespace ashlar {
namespace {

constexpr Index kMaxCells = Index{1} << 20;
constexpr Index kMaxParts = 4096;
constexpr Index kColumns = 8;  // of units that are only counted
constexpr std::string_view kWhere = "draw";

/// Along each axis, how many indices from one that is a multiple of it on are
/// always in the same unit, all others equal; 0: all of them.
class Grains {
 public:
  explicit Grains(const BoundLayout& layout) : layout_(layout) {
    for (const Unit& unit : layout.units()) {
      if (unit.digit < 0) continue;
      refine(layout.digits()[static_cast<std::size_t>(unit.digit)]);
    }
  }

  Index operator[](int axis) const {
    return grains_[static_cast<std::size_t>(axis)];
  }

 private:
  void refine(const Digit& digit) {
    refine(digit.source, digit.div);
    for (std::size_t i = 0; i < digit.xor_count; ++i) {
      refine(layout_.digits()[digit.xors[i]]);
    }
  }

  void refine(std::uint8_t source, Index div) {
    if (source == kNoSource) return;
    if (source < kMaxRank) {
      grains_[source] = std::gcd(grains_[source], div);
    } else {
      refine(layout_.joins()[source - std::size_t{kMaxRank}], div);
    }
  }

  /// What is below a digit whose step divides `div` makes no difference, and a
  /// digit itself only where multiples of `div` begin.
  void refine(const Join& join, Index div) {
    bool is_whole = true;
    for (std::size_t i = 0; i < join.count; ++i) {
      const Digit& digit = layout_.digits()[join.first + i];
      const bool divides = digit.stride > 0 && div % digit.stride == 0;
      Index steps = is_whole && divides ? div / digit.stride : 1;
      // Where the digit starts again, so do its steps.
      if (digit.wraps) steps = std::gcd(steps, digit.radix);
      refine(digit.source, checked_multiply(digit.div, steps, kWhere));
      for (std::size_t x = 0; x < digit.xor_count; ++x) {
        refine(layout_.digits()[digit.xors[x]]);
      }
      if (divides) return;
      is_whole = is_whole && digit.stride % div == 0;
    }
  }

  const BoundLayout& layout_;
  std::array<Index, kMaxRank> grains_ = {};
};

/// How many units there are that do not hold the same.
std::optional<Index> split_total(const BoundLayout& layout) {
  Index total = 1;
  bool is_split = false;
  for (const Unit& unit : layout.units()) {
    if (unit.digit < 0) continue;
    is_split = true;
    total *= unit.extent;
    if (total > kMaxParts) return std::nullopt;
  }
  return is_split ? std::optional(total) : std::nullopt;
}

std::size_t part_number(const BoundLayout& layout, const Position& place) {
  Index number = 0;
  for (std::size_t i = 0; i < layout.units().size(); ++i) {
    if (layout.units()[i].digit < 0) continue;
    number = number * layout.units()[i].extent + place.unit[i];
  }
  return static_cast<std::size_t>(number);
}

std::vector<UnitPart> empty_parts(const BoundLayout& layout, Index total) {
  std::vector<UnitPart> parts(static_cast<std::size_t>(total));
  for (Index number = 0; number < total; ++number) {
    UnitPart& part = parts[static_cast<std::size_t>(number)];
    Index rest = number;
    for (std::size_t i = layout.units().size(); i-- > 0;) {
      const Unit& unit = layout.units()[i];
      if (unit.digit < 0) continue;
      part.unit.unit[i] = rest % unit.extent;
      rest /= unit.extent;
    }
    part.begin = Indices::filled(layout.shape().rank(), 0);
    part.end = part.begin;
    part.is_box = true;
  }
  return parts;
}

/// Walks over all cells, which are as large as grains allow, row by row.
class Walk {
 public:
  Walk(const BoundLayout& layout, Spread& spread)
      : layout_(layout), spread_(spread), rank_(layout.shape().rank()) {
    const Grains grains(layout);
    for (int axis = 0; axis < rank_; ++axis) {
      const Index size = layout.shape()[axis];
      const bool is_inner = axis >= rank_ - 2;
      const Index grain = is_inner ? grains[axis] : 1;
      step_.push_back(grain == 0 ? std::max<Index>(size, 1) : grain);
    }
  }

  /// Nothing if there are too many.
  std::optional<Index> cells() const {
    Index count = 1;
    for (int axis = 0; axis < rank_; ++axis) {
      const auto more =
          try_multiply(count, div_up(layout_.shape()[axis], step_[axis]));
      if (!more || *more > kMaxCells) return std::nullopt;
      count = *more;
    }
    return count;
  }

  void run() {
    Indices at = Indices::filled(rank_, 0);
    while (true) {
      walk_columns(at);
      int axis = rank_ - 2;
      while (axis >= 0 && (at[axis] += step_[axis]) >= layout_.shape()[axis]) {
        at[axis--] = 0;
      }
      if (axis < 0) return;
    }
  }

 private:
  Index end_of(const Indices& at, int axis) const {
    return std::min(at[axis] + step_[axis], layout_.shape()[axis]);
  }

  void walk_columns(Indices at) {
    Band band;
    band.row = spread_.bands.empty() ? 0 : spread_.bands.back().row_end;
    band.row_end =
        band.row + (rank_ < 2 ? 1 : end_of(at, rank_ - 2) - at[rank_ - 2]);
    for (Index col = 0; col < spread_.cols;) {
      if (rank_ > 0) at[rank_ - 1] = col;
      const Index end = rank_ > 0 ? end_of(at, rank_ - 1) : 1;
      const std::size_t part = part_number(
          layout_, layout_.position_unchecked(at.data(), layout_.data_field()));
      grow(spread_.parts[part], at, (band.row_end - band.row) * (end - col));
      if (!band.runs.empty() && band.runs.back().unit == part) {
        band.runs.back().col_end = end;
      } else {
        band.runs.push_back({part, col, end});
      }
      col = end;
    }
    if (!spread_.bands.empty() && spread_.bands.back().runs == band.runs) {
      spread_.bands.back().row_end = band.row_end;
    } else {
      spread_.bands.push_back(std::move(band));
    }
  }

  void grow(UnitPart& part, const Indices& at, Index elements) const {
    for (int axis = 0; axis < rank_; ++axis) {
      const bool is_first = part.elements == 0;
      const Index end = end_of(at, axis);
      part.begin[axis] =
          is_first ? at[axis] : std::min(part.begin[axis], at[axis]);
      part.end[axis] = is_first ? end : std::max(part.end[axis], end);
    }
    part.elements += elements;
  }

  const BoundLayout& layout_;
  Spread& spread_;
  int rank_;
  Indices step_;
};

/// Bytes of elements that one unit has; scales beside them count as well.
void count_bytes(const BoundLayout& layout, std::vector<UnitPart>& parts) {
  Index copies = layout.unit_total();
  for (const Unit& unit : layout.units()) {
    if (unit.digit >= 0) copies /= unit.extent;
  }
  const double all = static_cast<double>(layout.shape().volume()) *
                     static_cast<double>(copies);
  const auto bytes = static_cast<double>(usage_of(layout).data_bytes);
  for (UnitPart& part : parts) {
    Index box = 1;
    for (int axis = 0; axis < part.begin.size(); ++axis) {
      box *= part.end[axis] - part.begin[axis];
    }
    part.is_box = part.elements == 0 || part.elements == box;
    part.bytes = std::llround(static_cast<double>(part.elements) * bytes / all);
  }
}

/// The place of a core that is counted, if the spec says which one it is.
std::optional<CoreCoord> core_at(const Spec& spec, const BoundLayout& layout,
                                 const UnitPart& part) {
  const auto* sharded = std::get_if<Sharded>(&spec.placement.spread);
  if (sharded == nullptr || std::holds_alternative<Index>(sharded->cores) ||
      layout.units().size() != 1) {
    return std::nullopt;
  }
  return core_of(*sharded, std::span(part.unit.unit).first(1));
}

}  // namespace

std::vector<Index> Spread::row_cuts() const {
  std::vector<Index> cuts = {0};
  for (const Band& band : bands) cuts.push_back(band.row_end);
  return cuts;
}

std::vector<Index> Spread::col_cuts() const {
  std::set<Index> cuts = {0};
  for (const Band& band : bands) {
    for (const Run& run : band.runs) cuts.insert(run.col_end);
  }
  return {cuts.begin(), cuts.end()};
}

std::optional<Spread> spread_of(const BoundLayout& layout) {
  const auto total = split_total(layout);
  if (!total) return std::nullopt;
  const Shape& shape = layout.shape();
  Spread spread;
  spread.parts = empty_parts(layout, *total);
  if (shape.volume() > 0) {
    spread.cols = shape.rank() == 0 ? 1 : shape[-1];
    spread.rows = shape.volume() / spread.cols;
    Walk walk(layout, spread);
    if (!walk.cells()) return std::nullopt;
    walk.run();
    count_bytes(layout, spread.parts);
  }
  spread.patches.resize(spread.parts.size());
  for (const Band& band : spread.bands) {
    for (const Run& run : band.runs) {
      spread.patches[run.unit].push_back(
          {band.row, band.row_end, run.col, run.col_end});
    }
  }
  return spread;
}

std::vector<UnitPart> unit_parts(const BoundLayout& layout) {
  auto spread = spread_of(layout);
  return spread ? std::move(spread->parts) : std::vector<UnitPart>();
}

std::vector<Seat> seats_of(const Spec& spec, const BoundLayout& layout,
                           const std::vector<UnitPart>& parts) {
  std::vector<std::size_t> split;
  for (std::size_t i = 0; i < layout.units().size(); ++i) {
    if (layout.units()[i].digit >= 0) split.push_back(i);
  }
  const std::size_t last = split.back();
  const bool is_counted = split.size() == 1;
  const Index columns = is_counted
                            ? std::min(layout.units()[last].extent, kColumns)
                            : layout.units()[last].extent;
  std::vector<Seat> out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto number = static_cast<Index>(i);
    Seat seat{number % columns, number / columns,
              unit_text(layout, parts[i].unit)};
    if (const auto core = core_at(spec, layout, parts[i])) {
      seat = {core->x, core->y, concat("core ", core->y, ',', core->x)};
    }
    out.push_back(std::move(seat));
  }
  return out;
}

}  // namespace ashlar
