// program.cc - which loops make a block, and which kernel fills it.
#include "src/plan/program.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <utility>

#include "src/base/checked.h"
#include "src/plan/lines.h"

namespace ashlar {
namespace {

/// Entries of a table that still fits into the cache beside the data.
constexpr Index kMaxMoves = 4096;
constexpr Index kLineBytes = 64;
/// Sources that are smaller lie in the cache, if they lie in one at all.
constexpr Index kFetchBytes = 1 << 20;
/// Bytes after which the second cache begins anew, and how often it may.
constexpr Index kCacheSpan = 128 << 10;
constexpr Index kCacheWays = 8;
/// Bytes of a row of a transpose.
constexpr Index kSquare = 256;
/// A block whose source is one stretch should not be smaller.
constexpr Index kLeastSequential = 4096;

class Maker {
 public:
  Maker(const Side& in, const Side& out, Index work_bytes, bool may_be_direct,
        const BlockSize& size)
      : refined_(refine(in, out)),
        pool_(std::move(refined_.loops)),
        may_be_direct_(may_be_direct),
        size_(size) {
    program_.axes = refined_.axes;
    program_.in_start = refined_.in_start;
    program_.out_start = refined_.out_start;
    program_.in_bits = in.element_bits();
    program_.out_bits = out.element_bits();
    program_.work_bytes = work_bytes;
    program_.fetches = in.bytes() > kFetchBytes;
  }

  Program run() {
    merge();
    pick_kernel();
    grow();
    place();
    list_moves();
    order_outer();
    weave();
    list_lines(program_);
    measure_spans();
    return std::move(program_);
  }

 private:
  Index in_bits() const { return program_.in_bits; }
  Index out_bits() const { return program_.out_bits; }

  /// Whether only the end of its axis bounds the loop.
  bool is_top(const Loop& loop) const {
    const Dim& dim = loop.dims[0];
    const FusedAxis& axis = program_.axes[static_cast<std::size_t>(dim.axis)];
    return loop.dims.size() == 1 && dim.step * dim.count >= axis.size;
  }

  /// Neighbours on one axis that are even together become one.
  void merge() {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 0; i < pool_.size() && !changed; ++i) {
        for (std::size_t k = 0; k < pool_.size() && !changed; ++k) {
          if (i == k || !joins(pool_[i], pool_[k])) continue;
          pool_[i].count *= pool_[k].count;
          pool_[i].dims[0].count = pool_[i].count;
          pool_.erase(pool_.begin() + static_cast<std::ptrdiff_t>(k));
          changed = true;
        }
      }
    }
  }

  static bool joins(const Loop& low, const Loop& high) {
    return low.dims.size() == 1 && high.dims.size() == 1 && low.is_even() &&
           high.is_even() && low.dims[0].axis == high.dims[0].axis &&
           low.dims[0].step * low.count == high.dims[0].step &&
           low.in_step * low.count == high.in_step &&
           low.out_step * low.count == high.out_step;
  }

  std::optional<std::size_t> find_contiguous(bool in_source, Index step) const {
    for (std::size_t i = 0; i < pool_.size(); ++i) {
      const Loop& loop = pool_[i];
      if (!loop.is_even()) continue;
      if ((in_source ? loop.in_step : loop.out_step) == step) return i;
    }
    return std::nullopt;
  }

  /// Moves a loop of the pool into the block, or as much of it as `most`
  /// values; the rest stays outside. False if it can be neither.
  bool take(std::size_t i, Index most) {
    Loop loop = pool_[i];
    if (loop.count > most) {
      Index part = std::min(most, loop.count);
      if (!loop.is_even()) return false;
      if (is_top(loop)) {
        part = static_cast<Index>(
            std::bit_floor(static_cast<std::uint64_t>(part)));
      } else {
        while (part > 1 && loop.count % part != 0) --part;
      }
      if (part < 2) return false;
      Loop& rest = pool_[i];
      rest.count = div_up(loop.count, part);
      rest.dims[0].count = rest.count;
      rest.dims[0].step *= part;
      rest.in_step *= part;
      rest.out_step *= part;
      loop.count = part;
      loop.dims[0].count = part;
    } else {
      pool_.erase(pool_.begin() + static_cast<std::ptrdiff_t>(i));
    }
    program_.block_count *= loop.count;
    program_.block.push_back({std::move(loop), 0});
    return true;
  }

  Index room() const {
    return std::max<Index>(
        1, size_.bytes / (program_.block_count * program_.work_bytes));
  }

  void pick_kernel() {
    const auto out = find_contiguous(false, out_bits());
    const auto in = find_contiguous(true, in_bits());
    const Index width = program_.work_bytes;
    Index run = std::max<Index>(size_.run / width, 1);
    if (out && in && *out == *in) {
      program_.kernel = Kernel::copy;
      take(*out, std::max(room(), run));
      program_.rows = 0;
      return;
    }
    const bool has_width = program_.work_bytes <= 8 && in_bits() % 8 == 0 &&
                           is_power_of_two(program_.work_bytes);
    if (!out || !in || !has_width) {
      program_.kernel = Kernel::gather;
      if (out) take(*out, run);
      return;
    }
    program_.kernel = Kernel::transpose;
    // Rows of the destination that begin anywhere cost a line at either end.
    if (width > 1) size_.bytes *= 2;
    run = rows_of_square(pool_[*out].in_step / 8);
    if (pool_[*in].out_step % (8 * kLineBytes) != 0) {
      run *= 8;
      size_.bytes *= 2;
    }
    if (!take(*out, run)) {
      program_.kernel = Kernel::gather;
      return;
    }
    program_.rows = 0;
    const auto again = find_contiguous(true, in_bits());
    const Index line = std::max<Index>(kLineBytes / width, 1);
    if (!again || !take(*again, std::max(room(), line))) {
      program_.kernel = Kernel::gather;
      program_.rows = -1;
      return;
    }
    program_.columns = 1;
  }

  /// How many rows of the source a transpose reads: enough for some lines of
  /// the destination, but rows that are a power of two apart share so few
  /// places of the second cache that two blocks have to fit into them.
  Index rows_of_square(Index pitch) const {
    const Index width = program_.work_bytes;
    const Index line = std::max<Index>(kLineBytes / width, 1);
    const Index places = kCacheSpan / std::gcd(pitch, kCacheSpan);
    // Of bytes there are so many columns that fewer rows will do.
    const Index square = width == 1 ? kSquare / 2 : kSquare;
    return std::clamp(places * kCacheWays / 2, line,
                      std::max(square / width, line));
  }

  /// Bits that are contiguous at the destination, or the source, so far.
  Index reach(bool in_source) const {
    Index step = in_source ? in_bits() : out_bits();
    for (bool found = true; found;) {
      found = false;
      for (const BlockLoop& part : program_.block) {
        const Loop& loop = part.loop;
        if (!loop.is_even()) continue;
        if ((in_source ? loop.in_step : loop.out_step) == step) {
          step *= loop.count;
          found = true;
        }
      }
    }
    return step;
  }

  /// Contiguous bytes first, at the destination before the source: enough of
  /// them on either side, then as many as there is room for. Then whatever is
  /// near. A source that is one stretch needs no more than that.
  void grow() {
    for (const bool in_source : {false, true}) stretch(in_source, size_.run);
    complete();
    if (is_sequential()) return;
    for (const bool in_source : {false, true}) stretch(in_source, size_.bytes);
    while (true) {
      const Index most = std::min(room(), moves_left());
      std::optional<std::size_t> best;
      for (std::size_t i = 0; i < pool_.size(); ++i) {
        const Loop& loop = pool_[i];
        const bool fits = loop.count <= most || loop.is_even();
        if (!fits || (!loop.is_even() && !loop.is_listed())) continue;
        if (!best || nearness(loop) < nearness(pool_[*best])) best = i;
      }
      if (!best || most < 2 || !take(*best, most)) return;
    }
  }

  bool is_sequential() const {
    const Index bits = program_.block_count * in_bits();
    return reach(true) == bits && reach(false) >= size_.run * 8 &&
           bits >= kLeastSequential * 8;
  }

  /// Takes loops that make a stretch longer and come to an end themselves, as
  /// those inside of tiles do: what is begun is then done.
  void complete() {
    for (bool found = true; found && !is_sequential();) {
      found = false;
      for (const bool in_source : {false, true}) {
        const auto next = find_contiguous(in_source, reach(in_source));
        const Index most = std::min(room(), moves_left());
        if (!next || pool_[*next].count > most) continue;
        found = take(*next, most);
      }
    }
  }

  /// Takes loops that make a contiguous stretch longer, up to so many bytes.
  void stretch(bool in_source, Index bytes) {
    while (reach(in_source) < bytes * 8) {
      const Index reached = reach(in_source);
      const auto next = find_contiguous(in_source, reached);
      const Index most =
          std::min({room(), moves_left(), div_up(bytes * 8, reached)});
      if (!next || most < 2 || !take(*next, most)) return;
    }
  }

  static Index nearness(const Loop& loop) {
    return std::min(std::abs(loop.in_step), std::abs(loop.out_step));
  }

  Index moves_left() const {
    Index moves = program_.block_count;
    for (const int i : {program_.rows, program_.columns}) {
      if (i >= 0)
        moves /= program_.block[static_cast<std::size_t>(i)].loop.count;
    }
    return kMaxMoves / std::max<Index>(moves, 1);
  }

  /// Orders the loops as the destination has them, and lays out the work area.
  void place() {
    std::vector<BlockLoop>& block = program_.block;
    const auto mark = [&](int which) {
      return which < 0 ? nullptr : &block[static_cast<std::size_t>(which)].loop;
    };
    const auto dims_of = [](const Loop* loop) {
      return loop == nullptr ? Dim{-1, 0, 0} : loop->dims[0];
    };
    const Dim rows = dims_of(mark(program_.rows));
    const Dim columns = dims_of(mark(program_.columns));
    std::stable_sort(
        block.begin(), block.end(), [](const BlockLoop& a, const BlockLoop& b) {
          return std::abs(a.loop.out_step) > std::abs(b.loop.out_step);
        });
    const auto find = [&](const Dim& dim) {
      for (std::size_t i = 0; i < block.size(); ++i) {
        const Dim& own = block[i].loop.dims[0];
        if (block[i].loop.dims.size() == 1 && own.axis == dim.axis &&
            own.step == dim.step) {
          return static_cast<int>(i);
        }
      }
      return -1;
    };
    program_.rows = find(rows);
    program_.columns = find(columns);
    program_.first_dense = block.size();
    Index step = out_bits();
    program_.segment_count = 1;
    Index work = program_.work_bytes;
    for (std::size_t i = block.size(); i-- > 0;) {
      Loop& loop = block[i].loop;
      if (program_.first_dense == i + 1 && loop.out_even &&
          loop.dims.size() == 1 && loop.out_step == step) {
        program_.first_dense = i;
        step *= loop.count;
        program_.segment_count *= loop.count;
      } else if (i + 1 == program_.first_dense) {
        work = pitch_of(work);  // the first loop over segments
      }
      block[i].work_step = work;
      work *= loop.count;
    }
    program_.block_bytes = work;
    program_.is_sequential = is_sequential();
    program_.is_direct = may_be_direct_ && can_be_direct();
    if (program_.kernel != Kernel::transpose) pick_neighbours();
  }

  /// Of a copy or a gather, one more loop makes rows of runs, so that a kernel
  /// has more to do than one. On the way to a work area it is the nearest one
  /// at the source, so that a line is read once; else at the destination.
  void pick_neighbours() {
    for (std::size_t i = program_.block.size(); i-- > 0;) {
      const Loop& loop = program_.block[i].loop;
      if (static_cast<int>(i) == program_.rows || !loop.is_even()) continue;
      const Loop* best =
          program_.columns < 0
              ? nullptr
              : &program_.block[static_cast<std::size_t>(program_.columns)]
                     .loop;
      const bool is_nearer = best != nullptr && !program_.is_direct &&
                             std::abs(loop.in_step) < std::abs(best->in_step);
      if (best == nullptr || is_nearer) program_.columns = static_cast<int>(i);
    }
  }

  /// Rows of a power of two bytes would all fall into one set of the cache. A
  /// cast would see the gaps between them, so there are none then.
  Index pitch_of(Index segment) const {
    const bool clashes = segment >= 512 && is_power_of_two(segment);
    return may_be_direct_ && program_.kernel == Kernel::transpose && clashes
               ? segment + kLineBytes
               : round_up(segment, program_.work_bytes, "a block");
  }

  bool is_kernel_loop(std::size_t i) const {
    return static_cast<int>(i) == program_.rows ||
           static_cast<int>(i) == program_.columns;
  }

  void list_moves() {
    std::vector<kernels::Move> moves = {{0, 0}};
    std::vector<kernels::Move> segments = {{0, 0}};
    const Index in_unit = in_bits() % 8 == 0 ? 8 : 1;
    const Index out_unit = out_bits() % 8 == 0 ? 8 : 1;
    for (std::size_t i = 0; i < program_.block.size(); ++i) {
      const BlockLoop& part = program_.block[i];
      const Loop& loop = part.loop;
      if (!is_kernel_loop(i)) {
        moves = product(moves, loop, [&](Index k) {
          const Index work =
              program_.is_direct ? loop.out_offset(k) / 8 : k * part.work_step;
          return kernels::Move{loop.in_offset(k) / in_unit, work};
        });
      }
      if (i < program_.first_dense) {
        segments = product(segments, loop, [&](Index k) {
          return kernels::Move{k * part.work_step,
                               loop.out_offset(k) / out_unit};
        });
      }
    }
    if (!program_.is_direct) {
      std::sort(moves.begin(), moves.end(),
                [](const kernels::Move& a, const kernels::Move& b) {
                  return a.in < b.in;
                });
    }
    program_.moves = std::move(moves);
    program_.segments = std::move(segments);
  }

  template <class Step>
  static std::vector<kernels::Move> product(
      const std::vector<kernels::Move>& list, const Loop& loop, Step step) {
    std::vector<kernels::Move> out;
    out.reserve(list.size() * static_cast<std::size_t>(loop.count));
    for (const kernels::Move& base : list) {
      for (Index k = 0; k < loop.count; ++k) {
        const kernels::Move add = step(k);
        out.push_back({base.in + add.in, base.out + add.out});
      }
    }
    return out;
  }

  /// Long runs need no work area, and short stretches of the destination gain
  /// nothing from one.
  bool can_be_direct() const {
    if (in_bits() % 8 != 0 || out_bits() % 8 != 0) return false;
    const Index segment = program_.segment_count * program_.work_bytes;
    if (program_.kernel == Kernel::copy) {
      const Loop& run =
          program_.block[static_cast<std::size_t>(program_.rows)].loop;
      const Index bytes = run.count * program_.work_bytes;
      return bytes % kLineBytes == 0 || bytes >= 1024 || segment < 32;
    }
    return segment < 32 && program_.kernel == Kernel::gather;
  }

  /// Weaves if that can be done; straight to the destination if it has whole
  /// aligned lines.
  void weave() {
    program_.has_whole_lines = has_whole_lines();
    if (!kernels::can_weave() || in_bits() % 8 != 0 || out_bits() % 8 != 0) {
      return;
    }
    // What is cast is cast first, so that lines of the result are woven.
    const bool is_staged = !may_be_direct_;
    const Index width = is_staged ? out_bits() / 8 : program_.work_bytes;
    if (width > 8 || !is_power_of_two(width)) return;
    std::vector<Strand> strands = strands_to(program_.has_whole_lines);
    if (is_staged) stage(strands);
    if (is_staged && program_.stretch_count * width < kLineBytes) return;
    program_.passes =
        weave_block(strands, width,
                    program_.has_whole_lines ? WeaveOrder::destination
                                             : WeaveOrder::source);
    // Lines that stay what they are need no registers.
    const bool is_copy =
        program_.kernel == Kernel::copy && program_.is_direct && !is_staged;
    if (is_copy) program_.passes.clear();
  }

  std::vector<Strand> strands_to(bool destination) const {
    const auto in_bytes = [](std::vector<Index> bits) {
      for (Index& at : bits) at /= 8;
      return bits;
    };
    std::vector<Strand> out;
    for (const BlockLoop& part : program_.block) {
      const Loop& loop = part.loop;
      Strand strand{loop.count, loop.in_step / 8, loop.out_step / 8,
                    in_bytes(loop.in_at), in_bytes(loop.out_at)};
      if (!destination) {
        const Index step =
            part.work_step / program_.work_bytes * out_bits() / 8;
        strand.out_step = step;
        for (std::size_t k = 0; k < strand.out_at.size(); ++k) {
          strand.out_at[k] = static_cast<Index>(k) * step;
        }
      }
      out.push_back(std::move(strand));
    }
    return out;
  }

  /// Lays out an area as the source is, and lets strands begin there.
  void stage(std::vector<Strand>& strands) {
    std::vector<std::size_t> order(strands.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(
        order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
          return std::abs(strands[a].in_step) < std::abs(strands[b].in_step);
        });
    std::vector<kernels::Move> stretches = {{0, 0}};
    Index at = 1;
    bool is_stretch = true;
    program_.stretch_count = 1;
    for (const std::size_t i : order) {
      Strand& strand = strands[i];
      const Loop& loop = program_.block[i].loop;
      is_stretch =
          is_stretch && loop.is_even() && loop.in_step == at * in_bits();
      if (is_stretch) {
        program_.stretch_count *= loop.count;
      } else {
        stretches = product(stretches, loop, [&](Index k) {
          return kernels::Move{loop.in_offset(k) / 8, k * at};
        });
      }
      strand.in_step = at * out_bits() / 8;
      for (std::size_t k = 0; k < strand.in_at.size(); ++k) {
        strand.in_at[k] = static_cast<Index>(k) * strand.in_step;
      }
      at *= loop.count;
    }
    std::sort(stretches.begin(), stretches.end(),
              [](const kernels::Move& a, const kernels::Move& b) {
                return a.in < b.in;
              });
    program_.stretches = std::move(stretches);
  }

  /// Whether lines of the destination are whole and aligned wherever a block
  /// is, if its buffer is.
  bool has_whole_lines() const {
    const auto is_whole = [](Index bits) {
      return bits % (8 * kLineBytes) == 0;
    };
    const auto has_whole_steps = [&](const Loop& loop) {
      return loop.is_even()
                 ? is_whole(loop.out_step)
                 : loop.is_listed() && std::all_of(loop.out_at.begin(),
                                                   loop.out_at.end(), is_whole);
    };
    const auto dense = program_.block.begin() +
                       static_cast<std::ptrdiff_t>(program_.first_dense);
    return is_whole(program_.out_start) &&
           is_whole(program_.segment_count * out_bits()) &&
           std::all_of(program_.outer.begin(), program_.outer.end(),
                       has_whole_steps) &&
           std::all_of(program_.block.begin(), dense,
                       [&](const BlockLoop& part) {
                         return has_whole_steps(part.loop);
                       });
  }

  void order_outer() {
    std::stable_sort(pool_.begin(), pool_.end(),
                     [](const Loop& a, const Loop& b) {
                       return std::abs(a.out_step) > std::abs(b.out_step);
                     });
    program_.outer = std::move(pool_);
  }

  void measure_spans() {
    Indices span = Indices::filled(static_cast<int>(program_.axes.size()), 1);
    program_.span.assign(program_.block.size() + 1, span);
    for (std::size_t i = program_.block.size(); i-- > 0;) {
      for (const Dim& dim : program_.block[i].loop.dims) {
        span[dim.axis] += (dim.count - 1) * dim.step;
      }
      program_.span[i] = span;
    }
  }

  Refined refined_;
  std::vector<Loop> pool_;
  bool may_be_direct_;
  BlockSize size_;
  Program program_;
};

}  // namespace

Program make_program(const Side& in, const Side& out, Index work_bytes,
                     bool may_be_direct, const BlockSize& size) {
  return Maker(in, out, work_bytes, may_be_direct, size).run();
}

}  // namespace ashlar
