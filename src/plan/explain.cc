// explain.cc - what a plan does, for people.
#include "src/plan/explain.h"

#include <algorithm>
#include <cmath>

#include "src/base/concat.h"
#include "src/plan/lines.h"

namespace ashlar {
namespace {

/// Arrays with steps have no names.
AxisNames names_of(const PlanState& plan) {
  return plan.from.spec() != nullptr ? plan.from.names() : plan.to.names();
}

std::string axis_text(const Program& program, const AxisNames& names,
                      const Dim& dim) {
  const FusedAxis& fused = program.axes[static_cast<std::size_t>(dim.axis)];
  std::string name;
  for (const int axis : fused.axes) {
    append(name, name.empty() ? "" : "*");
    append(name, names[axis]);
  }
  return dim.step == 1 ? name : concat(name, '/', dim.step);
}

std::string dim_text(const Program& program, const AxisNames& names,
                     const Dim& dim) {
  return concat(axis_text(program, names, dim), " (", dim.count, ')');
}

/// How its offsets are found, unless it is even.
std::string_view manner(const Loop& loop) {
  if (loop.is_computed()) return " computed";
  return loop.is_even() ? "" : " by table";
}

std::string loop_text(const Program& program, const AxisNames& names,
                      const Loop& loop) {
  std::string out;
  for (const Dim& dim : loop.dims) {
    append(out, out.empty() ? "" : " x ");
    append(out, dim_text(program, names, dim));
  }
  append(out, manner(loop));
  return out;
}

std::string level_text(const Program& program, const AxisNames& names,
                       const Level& level) {
  const Loop& loop = program.outer[level.loop];
  return concat(dim_text(program, names, loop.dims[level.dim]),
                level.is_last ? manner(loop) : " of a table");
}

std::string way_text(const Chunk& chunk) {
  const Index width = chunk.move_bytes;
  switch (chunk.way) {
    case Way::copy:
    case Way::scatter:
    case Way::runs:
      return concat("copy runs of ", chunk.runs.run, " bytes");
    case Way::weave: {
      const std::size_t line = chunk.passes.front().weave.line;
      std::string out = line == 64 ? "weave lines"
                                   : concat("weave lines of ", line, " bytes");
      for (const Pass& pass : chunk.passes) {
        append(out, concat(&pass == &chunk.passes.front() ? " in groups of "
                                                          : ", then of ",
                           1 << pass.weave.stages));
      }
      return out;
    }
    case Way::transpose:
      return concat("transpose ", chunk.runs.rows, " x ", chunk.runs.run,
                    " elements of ", width, " bytes");
    case Way::squares:
      return concat("turn rows of ", chunk.squares.columns.size(),
                    " bytes to columns of ", chunk.squares.rows.size());
    case Way::gather:
      if (chunk.table.order) return "put bytes in order";
      if (chunk.table.patches && !chunk.table.patches->cells.cells.empty()) {
        return concat("put together cells of ", kernels::kCellBytes,
                      " bytes from ", chunk.table.patches->cells.parts.size(),
                      " places");
      }
      if (chunk.table.patches) {
        return concat("put together ", chunk.table.patches->hops.size(),
                      " runs and ", chunk.table.patches->patches.size(),
                      " squares");
      }
      return concat("gather elements of ", chunk.table.element_bytes,
                    " bytes by table");
  }
  return "";
}

/// What happens to a chunk, step by step.
std::string steps_text(const Widths& widths, const Chunk& chunk) {
  std::string out;
  const auto add = [&](std::string_view step) {
    append(out, concat(out.empty() ? "" : ", then ", step));
  };
  if (chunk.is_straight) return "cast";
  if (!chunk.pulled.spans.empty())
    add(widths.is_whole_in() ? "copy" : "unpack");
  if (chunk.is_staged && widths.has_cast) add("cast");
  add(way_text(chunk));
  if (!chunk.is_staged && widths.has_cast) add("cast");
  if (!widths.is_whole_out()) add("pack");
  append(out, chunk.is_direct ? ", straight to the destination"
                              : ", through a work area");
  return out;
}

/// How much of the lines that a chunk touches it uses, in percent.
std::string lines_text(const Program& program) {
  std::vector<Loop> loops;
  for (const ChunkLoop& each : program.chunk.loops) loops.push_back(each.loop);
  const auto share = [&](Which side, Index bits) {
    const double lines =
        lines_a_lineful(loops, program.outer, program.chunk.count, bits, side);
    return std::llround(100 / std::max(1.0, lines));
  };
  return concat(share(Which::source, program.widths.in_bits),
                " % used of those read, ",
                share(Which::destination, program.widths.out_bits),
                " % of those written");
}

}  // namespace

std::string explain_plan(const PlanState& plan) {
  std::string out = concat("from     ", to_string(plan.from), "\nto       ",
                           to_string(plan.to), "\nbytes    ", plan.in.bytes(),
                           " read, ", plan.out.bytes(), " written\n");
  if (plan.is_empty) return out + "nothing to move\n";
  if (plan.detour) {
    const auto& [there, on] = *plan.detour;
    return concat(out, "by way of ", to_string(there->to), ":\n\n",
                  explain_plan(*there), "\n", explain_plan(*on),
                  plan.fills ? "padding  filled before\n" : "");
  }
  const Program& program = *plan.program;
  const AxisNames names = names_of(plan);
  append(out, "loops   ");
  if (program.levels.empty()) append(out, " none");
  for (std::size_t i = 0; i < program.levels.size(); ++i) {
    append(out, i == 0 ? " " : ", ");
    append(out, level_text(program, names, program.levels[i]));
  }
  append(out, "\nchunk   ");
  const Chunk& chunk = program.chunk;
  if (chunk.loops.empty()) append(out, " one element");
  for (std::size_t i = 0; i < chunk.loops.size(); ++i) {
    append(out, i == 0 ? " " : ", ");
    append(out, loop_text(program, names, chunk.loops[i].loop));
  }
  append(out, concat("\n         ", chunk.count, " elements in ",
                     chunk.segments.size(), " segments\nkernel   ",
                     steps_text(program.widths, chunk), '\n'));
  append(out, concat("lines    ", lines_text(program), '\n'));
  using Into = kernels::Fetch::Into;
  append(out, concat("fetch    ", program.lines.size(), " lines ahead into ",
                     program.fetch == Into::l1   ? "L1"
                     : program.fetch == Into::l2 ? "L2"
                                                 : "nothing",
                     '\n'));
  if (plan.fills) append(out, "padding  filled before\n");
  return out;
}

}  // namespace ashlar
