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

/// Whether what is below each value of a loop ends before the next one begins,
/// and all else goes by whole bytes beyond them.
bool are_apart(const Program& program, const Loop& first) {
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
  return below && *below + program.widths.out_bits <= first.out_step &&
         are_around(std::move(around),
                    checked_multiply(first.out_step, first.count, "convert"));
}

/// The axis of the tensor along which a loop steps, and how far.
std::pair<int, Index> step_along(const Program& program, const Loop& loop) {
  const FusedAxis& fused =
      program.axes[static_cast<std::size_t>(loop.dims[0].axis)];
  Index step = loop.dims[0].step;
  std::size_t i = fused.axes.size() - 1;
  for (; i > 0 && step % fused.sizes[i] == 0; --i) step /= fused.sizes[i];
  return {fused.axes[i], step};
}

/// Whether a loop counts a digit of the layout, or a part of one, so that each
/// of its values has bytes of its own whatever the others are.
bool is_digit(const Program& program, const Side& out, const Loop& loop,
              Index together) {
  const BoundLayout* layout = out.layout();
  if (layout == nullptr || layout->fields().size() != 1) return false;
  const auto [axis, step] = step_along(program, loop);
  if (out.begin(axis) != 0) return false;
  for (const Digit& digit : layout->digits(layout->fields()[0])) {
    if (digit.source != out.source(axis) || digit.xor_count > 0) continue;
    const Index times = loop.out_step / digit.stride;
    const bool is_it = loop.out_step % digit.stride == 0 &&
                       step == digit.div * times &&
                       (loop.count - 1) * times < digit.radix;
    if (!is_it) continue;
    const bool is_all = loop.count * times >= digit.radix;
    const Index bits = checked_multiply(digit.stride, digit.alloc, "convert");
    return (is_all || loop.count % together == 0) &&
           (bits % 8 == 0 || bits == layout->bits_per_unit());
  }
  return false;
}

/// How many values of a loop go together so that what follows begins with a
/// byte that nothing before it is in. None if there is no such number.
std::optional<Index> whole_values(const Program& program, const Side& out,
                                  const Loop& loop) {
  if (!loop.is_even() || loop.dims.size() != 1 || loop.out_step <= 0 ||
      program.out_start % 8 != 0) {
    return std::nullopt;
  }
  const Index together = 8 / std::gcd(loop.out_step, Index{8});
  const bool is_own =
      are_apart(program, loop) || is_digit(program, out, loop, together);
  return is_own ? std::optional(together) : std::nullopt;
}

/// A level between whose values, so many of them together, there are whole
/// bytes: the first one that has enough of them, or else the one that has most.
struct Whole {
  std::size_t level = 0;
  Index together = 1;
  Index count = 0;  ///< of such parts
};

Whole find_whole(const Program& program, const Side& out, Index enough) {
  Whole best;
  for (std::size_t i = 0; i < program.levels.size(); ++i) {
    const Loop& loop = program.outer[program.levels[i].loop];
    const auto together = whole_values(program, out, loop);
    if (!together) continue;
    const Index count = program.count_of(i) / *together;
    if (count > best.count) best = {i, *together, count};
    if (best.count >= enough) break;
  }
  return best;
}

}  // namespace

Shares share_out(const Program& program, const Side& out, int threads) {
  Index bytes = program.chunk.count * program.widths.work_bytes;
  for (const Loop& loop : program.outer) bytes *= loop.count;
  const Index enough = kPieces * count_threads(threads);
  Shares shares;
  const auto count_level = [&] {
    const Index count = program.count_of(shares.first + shares.levels++);
    shares.count *= count;
    bytes /= count;
  };
  Index together = 1;
  Index least = 1;
  const bool is_own = keeps_bytes(program);
  const Whole whole = is_own ? Whole{} : find_whole(program, out, enough);
  if (whole.count >= 2 * count_threads(threads)) {
    shares.first = whole.level;
    together = whole.together;
    count_level();
    // Levels around run anew for each part.
    if (whole.level > 0) least = div_up(shares.count, enough);
  } else {
    if (!is_own) shares.ends = kernels::Ends::shared;
    while (shares.levels < program.levels.size() && shares.count < enough) {
      count_level();
    }
  }
  shares.grain = std::clamp<Index>(kLeastBytes / std::max<Index>(bytes, 1),
                                   std::min(least, shares.count), shares.count);
  shares.grain = div_up(shares.grain, together) * together;
  // One thread does all of it.
  if (threads == 1 || shares.grain >= shares.count) {
    shares.grain = shares.count;
    shares.ends = kernels::Ends::own;
  }
  return shares;
}

}  // namespace ashlar
