// lines.cc - every cache line of a block's source, once.
#include "src/plan/lines.h"

#include <algorithm>

namespace ashlar {
namespace {

constexpr Index kLineBytes = 64;

Index count_of(const Program& program, int loop) {
  return loop < 0 ? 1
                  : program.block[static_cast<std::size_t>(loop)].loop.count;
}

/// Where each stretch that is read in one go starts.
std::vector<std::int64_t> starts(const Program& program) {
  std::vector<std::int64_t> out;
  const int which =
      program.kernel == Kernel::transpose ? program.rows : program.columns;
  const Index rows = count_of(program, which);
  const Index step =
      which < 0
          ? 0
          : program.block[static_cast<std::size_t>(which)].loop.in_step / 8;
  for (const kernels::Move& move : program.moves) {
    for (Index r = 0; r < rows; ++r) out.push_back(move.in + r * step);
  }
  return out;
}

/// Whether stretches begin at lines wherever a block lies, as far as that can
/// be told from here.
bool begins_at_lines(const Program& program) {
  const auto is_whole = [](const Loop& loop) {
    return loop.in_step % (8 * kLineBytes) == 0 ||
           loop.in_step * loop.count <= 8 * kLineBytes;
  };
  const auto is_whole_in_block = [&](const BlockLoop& part) {
    return is_whole(part.loop) || part.loop.in_step < 8 * kLineBytes;
  };
  return std::all_of(program.outer.begin(), program.outer.end(), is_whole) &&
         std::all_of(program.block.begin(), program.block.end(),
                     is_whole_in_block);
}

}  // namespace

void list_lines(Program& program) {
  if (program.in_bits % 8 != 0) return;
  Index stretch = program.work_bytes;
  if (program.kernel == Kernel::copy)
    stretch *= count_of(program, program.rows);
  if (program.kernel == Kernel::transpose) {
    stretch *= count_of(program, program.columns);
  }
  std::vector<std::int64_t>& lines = program.lines;
  const bool is_aligned = begins_at_lines(program);
  for (const std::int64_t start : starts(program)) {
    for (Index at = 0; at < stretch; at += kLineBytes) {
      lines.push_back(start + at);
    }
    if (!is_aligned) lines.push_back(start + stretch - 1);
  }
  std::sort(lines.begin(), lines.end());
  const auto same_line = [](std::int64_t a, std::int64_t b) {
    return a / kLineBytes == b / kLineBytes;
  };
  lines.erase(std::unique(lines.begin(), lines.end(), same_line), lines.end());
  program.fetch = program.is_sequential ? kernels::Fetch::Into::l1
                                        : kernels::Fetch::Into::l2;
}

}  // namespace ashlar
