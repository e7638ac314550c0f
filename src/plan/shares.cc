// shares.cc - looks for bytes that threads would write together.
#include "src/plan/shares.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "src/base/checked.h"
#include "src/base/parallel.h"
#include "src/plan/lines.h"
#include "src/plan/segments.h"

namespace ashlar {
namespace {

/// Pieces of some hundred KiB, and so many of them for each thread. Not more:
/// what one thread does lies together.
constexpr Index kLeastBytes = 256 << 10;
constexpr Index kPieces = 8;

/// Whether each chunk begins and ends with a byte of the destination. One that
/// is cut short ends inside of a byte, but so does the tensor.
bool keeps_bytes(const Program& program) {
  const Chunk& chunk = program.chunk;
  if (program.widths.is_whole_out()) return true;
  if (chunk.packs_first) return chunk.mends.empty();
  return keeps_bytes(program.outer, program.out_start) &&
         are_bytes(chunk.segments, program.widths.out_bits);
}

/// Adds up how many bits loops reach at the destination. Those of an axis that
/// are one there reach to the end of what is written of it and no further.
class Reach {
 public:
  explicit Reach(const std::vector<FusedAxis>& axes) : axes_(axes) {}

  void add(const Loop& loop) {
    if (!loop.is_even()) {
      add_table(loop);
    } else {
      even_.push_back(loop);
    }
  }

  /// None if it cannot be told, or something goes backwards.
  std::optional<Index> bits() {
    const auto step = [](const Loop& loop) { return loop.dims[0].step; };
    std::ranges::sort(even_, {}, step);
    for (std::size_t i = 0; i < even_.size(); ++i) {
      Loop loop = even_[i];
      for (std::size_t k = i + 1; k < even_.size();) {
        if (goes_on(loop, even_[k])) {
          loop.count *= even_[k].count;
          even_.erase(even_.begin() + static_cast<std::ptrdiff_t>(k));
        } else {
          ++k;
        }
      }
      const Dim& dim = loop.dims[0];
      const Index room = axes_[static_cast<std::size_t>(dim.axis)].room;
      const Index count = std::min(loop.count, div_up(room, dim.step));
      if (loop.out_step < 0) is_known_ = false;
      bits_ += (count - 1) * loop.out_step;
    }
    return is_known_ ? std::optional(bits_) : std::nullopt;
  }

 private:
  void add_table(const Loop& loop) {
    if (loop.out_at.empty()) {
      is_known_ = false;
      return;
    }
    const auto [least, most] = std::ranges::minmax(loop.out_at);
    if (least < 0) is_known_ = false;
    bits_ += most;
  }

  static bool goes_on(const Loop& low, const Loop& high) {
    return low.dims[0].axis == high.dims[0].axis &&
           low.dims[0].step * low.count == high.dims[0].step &&
           low.out_step * low.count == high.out_step;
  }

  const std::vector<FusedAxis>& axes_;
  std::vector<Loop> even_;
  Index bits_ = 0;
  bool is_known_ = true;
};

/// Whether loops only go by whole bytes from one stretch of so many bits to
/// another that is behind it.
bool are_around(std::vector<const Loop*> loops, Index stretch) {
  std::ranges::sort(loops, {}, &Loop::out_step);
  for (const Loop* loop : loops) {
    if (loop->out_step % 8 != 0 || loop->out_step < stretch) return false;
    stretch = checked_multiply(loop->out_step, loop->count, "convert");
  }
  return true;
}

/// How many values of the first level go together so that what follows begins
/// with a byte that nothing before it is in. None if there is no such number.
std::optional<Index> whole_values(const Program& program) {
  const Loop& first = program.outer[program.levels[0].loop];
  if (!first.is_even() || first.dims.size() != 1 ||
      program.out_start % 8 != 0) {
    return std::nullopt;
  }
  Reach reach(program.axes);
  std::vector<const Loop*> around;
  const auto add = [&](const Loop& loop) {
    if (loop.is_even() && loop.out_step > first.out_step) {
      around.push_back(&loop);
    } else {
      reach.add(loop);
    }
  };
  for (const Loop& each : program.outer) {
    if (&each != &first) add(each);
  }
  for (const ChunkLoop& each : program.chunk.loops) add(each.loop);
  const std::optional<Index> below = reach.bits();
  if (!below || *below + program.widths.out_bits > first.out_step ||
      !are_around(std::move(around),
                  checked_multiply(first.out_step, first.count, "convert"))) {
    return std::nullopt;
  }
  return 8 / std::gcd(first.out_step, Index{8});
}

}  // namespace

Shares share_out(const Program& program, int threads) {
  Index bytes = program.chunk.count * program.widths.work_bytes;
  for (const Loop& loop : program.outer) bytes *= loop.count;
  const Index enough = kPieces * count_threads(threads);
  Shares shares;
  const auto count_level = [&] {
    const Index count = program.count_of(shares.levels++);
    shares.count *= count;
    bytes /= count;
  };
  Index together = 1;
  if (!program.levels.empty()) {
    count_level();
    if (!keeps_bytes(program)) {
      const std::optional<Index> whole = whole_values(program);
      const bool is_own = whole && shares.count >= enough * *whole;
      together = is_own ? *whole : 1;
      shares.ends = is_own ? kernels::Ends::own : kernels::Ends::shared;
    }
  }
  while (shares.levels < program.levels.size() && shares.count < enough) {
    count_level();
  }
  shares.grain = std::clamp<Index>(kLeastBytes / std::max<Index>(bytes, 1), 1,
                                   shares.count);
  shares.grain = div_up(shares.grain, together) * together;
  // One thread does all of it.
  if (threads == 1 || shares.grain >= shares.count) {
    shares.grain = shares.count;
    shares.ends = kernels::Ends::own;
  }
  return shares;
}

}  // namespace ashlar
