// explain.cc - what a plan does, for people.
#include "src/plan/explain.h"

#include "src/base/concat.h"

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

std::string loop_text(const Program& program, const AxisNames& names,
                      const Loop& loop) {
  std::string out;
  for (const Dim& dim : loop.dims) {
    append(out, out.empty() ? "" : " x ");
    append(out, concat(axis_text(program, names, dim), " (", dim.count, ')'));
  }
  if (loop.is_computed()) {
    append(out, " computed");
  } else if (!loop.is_even()) {
    append(out, " by table");
  }
  return out;
}

std::string kernel_text(const Program& program) {
  const auto count = [&](int which) {
    return program.block[static_cast<std::size_t>(which)].loop.count;
  };
  switch (program.kernel) {
    case Kernel::copy:
      return concat("copy runs of ", count(program.rows) * program.work_bytes,
                    " bytes");
    case Kernel::transpose:
      return concat("transpose ", count(program.rows), " x ",
                    count(program.columns), " elements of ", program.work_bytes,
                    " bytes");
    case Kernel::gather:
      return concat("gather elements of ", program.work_bytes, " bytes");
  }
  return "";
}

}  // namespace

std::string explain_plan(const PlanState& plan) {
  std::string out = concat("from     ", to_string(plan.from), "\nto       ",
                           to_string(plan.to), "\nbytes    ", plan.in.bytes(),
                           " read, ", plan.out.bytes(), " written\n");
  if (plan.is_empty) return out + "nothing to move\n";
  const Program& program = *plan.program;
  const AxisNames names = names_of(plan);
  append(out, "loops   ");
  if (program.outer.empty()) append(out, " none");
  for (std::size_t i = 0; i < program.outer.size(); ++i) {
    append(out, i == 0 ? " " : ", ");
    append(out, loop_text(program, names, program.outer[i]));
  }
  append(out, "\nblock   ");
  for (std::size_t i = 0; i < program.block.size(); ++i) {
    append(out, i == 0 ? " " : ", ");
    append(out, loop_text(program, names, program.block[i].loop));
  }
  append(out, concat("\n         ", program.block_count, " elements, ",
                     program.moves.size(), " moves, ", program.segments.size(),
                     " segments of ", program.segment_count, " elements\n"));
  append(out, concat("kernel   ", kernel_text(program)));
  if (plan.route) append(out, ", then cast");
  if (plan.pack_bits > 0) append(out, ", then pack");
  append(out, program.is_direct ? ", straight to the destination\n"
                                : ", through a work area\n");
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
