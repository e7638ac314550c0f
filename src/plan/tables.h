// tables.h - loops whose offsets are listed, and what order can be found there.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "src/plan/refine.h"

namespace ashlar {

/// The offsets of a table, in whatever order, as all sums of one of each comb,
/// the finest first. What is left over at the end does not count, nor does what
/// cannot be taken apart: then the combs only say how the offsets begin, and
/// that this repeats.
std::vector<Comb> combs(std::vector<Index> offsets);

/// Those of a table, on both sides.
void find_combs(Loop& table);

/// Of what a loop adds on a side.
std::vector<Comb> combs_of(const Loop& loop, Which side);

/// The comb of a loop that goes on where `reached` bits of a side end. A gap
/// that is no longer than those does not matter, nor an overlap by a quarter at
/// the source.
std::optional<Comb> next_comb(const Loop& loop, Which side, Index reached);

/// Puts the values of a table into the order of the destination. Those of a
/// swizzle, for example, then follow each other there, though not at the
/// source. Which index a value stands for is lost.
void sort_by_destination(Loop& loop);

/// How many values of a loop follow each other at the destination, so many bits
/// apart, before there is a gap. A table has to be in its order.
Index count_in_row(const Loop& loop, Index step);

/// Which loops become part of a table.
enum class Tangled : std::uint8_t { tables, any };

/// Makes one table of a loop by table and all those that take steps between its
/// own at the destination, so that what follows each other there does so in the
/// table. False if there is nothing to do.
bool untangle(std::vector<Loop>& loops, Tangled which);

/// Puts all tables into the order of the destination, and those together that
/// are tangled with each other, as the bits of an XOR are.
void order_tables(std::vector<Loop>& loops);

/// All values of all loops as one table, in the order of the destination.
Loop flatten(const std::vector<Loop>& loops);

}  // namespace ashlar
