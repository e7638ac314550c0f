// spread.h - which unit holds which part of a tensor, seen as a matrix.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ashlar/draw.h"

namespace ashlar {

/// A stretch of a band, held by one unit.
struct Run {
  std::size_t unit = 0;  ///< its number among the parts
  Index col = 0;
  Index col_end = 0;

  bool operator==(const Run&) const = default;
};

/// Rows that are spread alike.
struct Band {
  Index row = 0;
  Index row_end = 0;
  std::vector<Run> runs;  ///< from left to right, all columns
};

/// A rectangle of the matrix that one unit holds.
struct Patch {
  Index row = 0;
  Index row_end = 0;
  Index col = 0;
  Index col_end = 0;
};

/// A tensor as a matrix, all axes but the last joined, and its cuts.
struct Spread {
  Index rows = 1;
  Index cols = 1;
  std::vector<Band> bands;  ///< from top to bottom, all rows
  std::vector<UnitPart> parts;
  std::vector<std::vector<Patch>> patches;  ///< the same runs, part by part

  /// Where bands begin and end.
  std::vector<Index> row_cuts() const;
  /// Where runs begin and end, in any band.
  std::vector<Index> col_cuts() const;
};

/// Nothing if all is in one memory, or in more patches than can be looked at.
std::optional<Spread> spread_of(const BoundLayout& layout);

/// Where the panel of a unit goes, and what it is called.
struct Seat {
  Index x = 0;
  Index y = 0;
  std::string name;  ///< "core 0,1": row and column
};

/// One for each part. Cores that form a grid stand as they do there.
std::vector<Seat> seats_of(const Spec& spec, const BoundLayout& layout,
                           const std::vector<UnitPart>& parts);

/// "a 0:64", "b 64:128": where a part is, one line an axis, without the axes
/// of which it has everything.
std::vector<std::string> part_lines(const BoundLayout& layout,
                                    const Spread& spread, std::size_t part);

/// How much of the memory of its unit a part fills, from 0 to 1.
double fill_of(const BoundLayout& layout, const UnitPart& part);

/// "full", "12.5 % full".
std::string fill_text(const BoundLayout& layout, const UnitPart& part);

/// A coarser grid over the matrix.
struct Raster {
  std::vector<Index> rows;  ///< borders of its rows, both ends included
  std::vector<Index> cols;
};

/// Borders at the cuts, as long as there are no more than `most` cells in a
/// direction: else at even distances. Large parts get more cells, about `most`
/// together.
Raster raster_of(const Spread& spread, int most_rows, int most_cols);

/// How much of each cell a unit holds, from 0 to 1, row by row.
std::vector<double> shares_of(const Spread& spread, const Raster& raster,
                              std::size_t part);

}  // namespace ashlar
