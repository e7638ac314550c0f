// worker.cc - from the source to a work area, and on to the destination.
#include "src/plan/worker.h"

#include <hwy/cache_control.h>

#include <algorithm>
#include <cstring>

#include "src/base/checked.h"
#include "src/kernels/pack_bits.h"
#include "src/plan/area.h"

namespace ashlar {
namespace {

using kernels::Fetch;
using kernels::Move;
using kernels::Store;

const std::uint8_t* bytes(const std::byte* p) {
  return reinterpret_cast<const std::uint8_t*>(p);
}
std::uint8_t* bytes(std::byte* p) { return reinterpret_cast<std::uint8_t*>(p); }

}  // namespace

class Worker::Impl {
 public:
  explicit Impl(const Job& job)
      : job_(job),
        p_(job.program),
        work_(needs_work_area() ? p_.block_bytes : 0),
        codes_(job.emitter.pack_bits > 0 && job.emitter.route != nullptr
                   ? p_.segment_count
                   : 0),
        cast_(has_cast_area() || !p_.stretches.empty()
                  ? p_.block_bytes / p_.work_bytes *
                        std::max<Index>(p_.out_bits / 8, 1)
                  : 0),
        scratch_(p_.passes.size() > 1
                     ? p_.block_bytes / p_.work_bytes * p_.out_bits / 8
                     : 0),
        is_aligned_(p_.has_whole_lines &&
                    reinterpret_cast<std::uintptr_t>(job.out) % 64 == 0) {}

  void add(const Place& place) {
    if (has_pending_) move(pending_, &place);
    pending_ = place;
    has_pending_ = true;
  }

  Refusal finish() {
    if (has_pending_) move(pending_, nullptr);
    has_pending_ = false;
    if (job_.store == Store::streamed) hwy::FlushStream();
    return refusal_;
  }

 private:
  bool fits(const Indices& index, std::size_t level) const {
    for (int axis = 0; axis < index.size(); ++axis) {
      const FusedAxis& fused = p_.axes[static_cast<std::size_t>(axis)];
      if (index[axis] + p_.span[level][axis] > fused.size) return false;
    }
    return true;
  }

  void move(const Place& place, const Place* next) {
    if (refusal_.happened()) return;
    if (!fits(place.index, 0)) {
      Indices index = place.index;
      fill_part(0, place.in, 0, place.out, index);
      index = place.index;
      if (!p_.is_direct) send_part(0, 0, place.out, index);
      return;
    }
    Fetch fetch;
    if (next != nullptr && p_.fetches) {
      fetch = {bytes(job_.in) + next->in / 8, p_.lines.data(), p_.lines.size(),
               p_.fetch};
    }
    if (!p_.passes.empty()) return weave(place, fetch);
    if (is_straight()) {
      emit(job_.in + place.in / 8, place.out, p_.segment_count);
      return;
    }
    // Lines come in while others go out; a cast has no time for that.
    const bool sends_plainly =
        !p_.is_direct && job_.emitter.route == nullptr && p_.out_bits % 8 == 0;
    fill(place, sends_plainly ? Fetch{} : fetch);
    if (!p_.is_direct) send(place.out, sends_plainly ? fetch : Fetch{});
  }

  void weave(const Place& place, const Fetch& fetch) {
    std::byte* target = job_.out + place.out / 8;
    const bool is_direct = p_.has_whole_lines;
    const bool is_staged = !p_.stretches.empty();
    const Fetch later = is_staged ? Fetch{} : fetch;
    const std::byte* from = job_.in + place.in / 8;
    if (!p_.stretches.empty()) {
      stage(from, fetch);
      from = cast_.data();
    }
    for (std::size_t i = 0; i < p_.passes.size(); ++i) {
      const Pass& pass = p_.passes[i];
      const bool is_last = i + 1 == p_.passes.size();
      std::byte* to = !is_last    ? scratch_.data()
                      : is_direct ? target
                                  : work_.data();
      const bool streams = is_last && is_aligned_;
      kernels::weave_lines(pass.weave, bytes(from), bytes(to),
                           pass.groups.data(), pass.groups.size(),
                           streams ? job_.store : Store::cached,
                           is_last && is_direct ? later : Fetch{});
      from = to;
    }
    if (!is_direct) send_woven(place.out, later);
  }

  /// Stretches of the source, one after the other, in the format of the
  /// destination.
  void stage(const std::byte* from, const Fetch& fetch) {
    const Index width = p_.out_bits / 8;
    std::size_t next = 0;
    std::size_t done = 0;
    for (const Move& each : p_.stretches) {
      const std::size_t upto = fetch.count * ++done / p_.stretches.size();
      for (; next < upto; ++next) {
        __builtin_prefetch(fetch.base + fetch.lines[next], 0, 2);
      }
      const std::byte* in = from + each.in;
      std::byte* out = cast_.data() + each.out * width;
      cast(in, out, p_.stretch_count, Store::cached);
    }
  }

  void send_woven(Index out, const Fetch& fetch) {
    const Index width = p_.out_bits / 8;
    if (width == p_.work_bytes) {
      kernels::send_runs(bytes(work_.data()), bytes(job_.out + out / 8),
                         static_cast<std::size_t>(p_.segment_count * width),
                         p_.segments.data(), p_.segments.size(), job_.store,
                         fetch);
      return;
    }
    for (const Move& each : p_.segments) {
      kernels::copy_run(bytes(work_.data() + each.in / p_.work_bytes * width),
                        bytes(job_.out + out / 8 + each.out),
                        static_cast<std::size_t>(p_.segment_count * width),
                        job_.store);
    }
  }

  /// Whether a block is one run on both sides, and needs no work area.
  bool is_straight() const {
    return !p_.is_direct && p_.kernel == Kernel::copy && p_.moves.size() == 1 &&
           p_.columns < 0 && p_.segments.size() == 1 && p_.in_bits % 8 == 0;
  }

  Index loop_count(int which) const {
    return p_.block[static_cast<std::size_t>(which)].loop.count;
  }

  // ---- from the source to the work area

  void fill(const Place& place, const Fetch& fetch) {
    std::byte* target = p_.is_direct ? job_.out + place.out / 8 : work_.data();
    if (p_.in_bits % 8 != 0) {
      for (const Move& each : p_.moves) gather_rows(place.in, each, target);
      return;
    }
    const std::byte* source = job_.in + place.in / 8;
    const auto width = static_cast<std::size_t>(p_.work_bytes);
    if (p_.kernel == Kernel::transpose) {
      kernels::transposes(bytes(source), step(p_.rows, true) / 8, bytes(target),
                          work_step(p_.columns),
                          static_cast<std::size_t>(loop_count(p_.rows)),
                          static_cast<std::size_t>(loop_count(p_.columns)),
                          width, p_.moves.data(), p_.moves.size(), fetch);
      return;
    }
    kernels::Runs runs;
    runs.run = p_.kernel == Kernel::copy
                   ? width * static_cast<std::size_t>(loop_count(p_.rows))
                   : width;
    if (p_.columns >= 0) {
      runs.rows = static_cast<std::size_t>(loop_count(p_.columns));
      runs.in_pitch = step(p_.columns, true) / 8;
      runs.out_pitch = work_step(p_.columns);
    }
    const bool streams = p_.is_direct && runs.run % 64 == 0 && is_aligned_;
    kernels::copy_runs(bytes(source), bytes(target), runs, p_.moves.data(),
                       p_.moves.size(), streams ? job_.store : Store::cached,
                       fetch);
  }

  Index step(int which, bool in_source) const {
    const Loop& loop = p_.block[static_cast<std::size_t>(which)].loop;
    return in_source ? loop.in_step : loop.out_step;
  }
  /// How far one step of a block loop goes in the work area, or at the
  /// destination if there is none.
  Index work_step(int which) const {
    return p_.is_direct ? step(which, false) / 8
                        : p_.block[static_cast<std::size_t>(which)].work_step;
  }

  void gather_rows(Index in, const Move& each, std::byte* target) {
    const Index rows = p_.columns < 0 ? 1 : loop_count(p_.columns);
    for (Index r = 0; r < rows; ++r) {
      const Index bit = p_.columns < 0 ? 0 : r * step(p_.columns, true);
      const Index work = p_.columns < 0 ? 0 : r * work_step(p_.columns);
      gather_codes(in + each.in + bit, target + each.out + work,
                   p_.kernel == Kernel::copy ? p_.rows : -1, -1);
    }
  }

  /// Codes of fewer than 8 bits, one by one; all of a run or just one.
  void gather_codes(Index bit, std::byte* target, int run, Index count) const {
    const Index n = run < 0 ? 1 : count < 0 ? loop_count(run) : count;
    const auto mask = static_cast<unsigned>((1 << p_.in_bits) - 1);
    for (Index i = 0; i < n; ++i, bit += p_.in_bits) {
      const auto at = bit / 8;
      const auto shift = static_cast<unsigned>(bit % 8);
      auto word = static_cast<unsigned>(job_.in[at]) >> shift;
      if (shift + static_cast<unsigned>(p_.in_bits) > 8) {
        word |= static_cast<unsigned>(job_.in[at + 1]) << (8 - shift);
      }
      target[i] = static_cast<std::byte>(word & mask);
    }
  }

  // ---- the same at the edges of a ragged tensor

  /// How many values of a loop lie inside from here on, if it has one dim.
  Index inside(const Loop& loop, const Indices& index) const {
    const Dim& dim = loop.dims[0];
    const Index left =
        p_.axes[static_cast<std::size_t>(dim.axis)].size - index[dim.axis];
    return std::clamp<Index>(div_up(left, dim.step), 0, loop.count);
  }

  /// Calls visit(k) for the values of a loop that lie inside, with the index
  /// moved there.
  template <class Visit>
  void for_each_inside(const Loop& loop, Indices& index, Visit visit) const {
    if (loop.dims.size() == 1) {
      const Dim& dim = loop.dims[0];
      const Index n = inside(loop, index);
      for (Index k = 0; k < n; ++k, index[dim.axis] += dim.step) visit(k);
      index[dim.axis] -= n * dim.step;
      return;
    }
    const Indices start = index;
    for (Index k = 0; k < loop.count; ++k) {
      const Indices step = index_of(loop, k, index.size());
      for (int axis = 0; axis < index.size(); ++axis) {
        index[axis] = start[axis] + step[axis];
      }
      if (is_inside(p_.axes, index)) visit(k);
    }
    index = start;
  }

  void fill_part(std::size_t level, Index in, Index work, Index out,
                 Indices& index) {
    const auto skips = [&](std::size_t i) {
      return static_cast<int>(i) == p_.rows ||
             (static_cast<int>(i) == p_.columns &&
              p_.kernel == Kernel::transpose);
    };
    while (level < p_.block.size() && skips(level)) ++level;
    if (level == p_.block.size()) return fill_piece(in, work, out, index);
    const BlockLoop& part = p_.block[level];
    for_each_inside(part.loop, index, [&](Index k) {
      fill_part(level + 1, in + part.loop.in_offset(k),
                work + k * part.work_step, out + part.loop.out_offset(k),
                index);
    });
  }

  void fill_piece(Index in, Index work, Index out, Indices& index) {
    std::byte* target = p_.is_direct ? job_.out + out / 8 : work_.data() + work;
    const auto width = static_cast<std::size_t>(p_.work_bytes);
    if (p_.kernel == Kernel::gather) {
      if (p_.in_bits % 8 != 0) return gather_codes(in, target, -1, 1);
      std::memcpy(target, job_.in + in / 8, width);
      return;
    }
    const Loop& rows = p_.block[static_cast<std::size_t>(p_.rows)].loop;
    if (p_.kernel == Kernel::copy) {
      const Index n = inside(rows, index);
      if (p_.in_bits % 8 != 0) return gather_codes(in, target, p_.rows, n);
      std::memcpy(target, job_.in + in / 8,
                  width * static_cast<std::size_t>(n));
      return;
    }
    const Loop& columns = p_.block[static_cast<std::size_t>(p_.columns)].loop;
    const auto transpose = [&](Index from, std::byte* to, Index n, Index m) {
      kernels::transpose(bytes(job_.in) + from / 8, rows.in_step / 8, bytes(to),
                         work_step(p_.columns), static_cast<std::size_t>(n),
                         static_cast<std::size_t>(m), width);
    };
    if (rows.dims[0].axis != columns.dims[0].axis) {
      return transpose(in, target, inside(rows, index), inside(columns, index));
    }
    // Two digits of one axis: each row ends where the axis does.
    for_each_inside(rows, index, [&](Index k) {
      transpose(in + k * rows.in_step, target + k * p_.work_bytes, 1,
                inside(columns, index));
    });
  }

  // ---- from the work area to the destination

  void send(Index out, const Fetch& fetch) {
    const Index unit = p_.out_bits % 8 == 0 ? 8 : 1;
    if (job_.emitter.route == nullptr && unit == 8) {
      kernels::send_runs(
          bytes(work_.data()), bytes(job_.out + out / 8),
          static_cast<std::size_t>(p_.segment_count * p_.work_bytes),
          p_.segments.data(), p_.segments.size(), job_.store, fetch);
      return;
    }
    if (has_cast_area()) {
      // One cast of everything, gaps between segments included.
      const Index count = p_.block_bytes / p_.work_bytes;
      cast(work_.data(), cast_.data(), count, Store::cached);
      for (const Move& each : p_.segments) {
        kernels::copy_run(
            bytes(cast_.data() + each.in / p_.work_bytes * p_.out_bits / 8),
            bytes(job_.out + (out + each.out * unit) / 8),
            static_cast<std::size_t>(p_.segment_count * p_.out_bits / 8),
            job_.store);
      }
      return;
    }
    for (const Move& each : p_.segments) {
      emit(work_.data() + each.in, out + each.out * unit, p_.segment_count);
    }
  }

  void send_part(std::size_t level, Index work, Index out, Indices& index) {
    if (level >= p_.first_dense && fits(index, level)) {
      Index count = 1;
      for (std::size_t i = level; i < p_.block.size(); ++i) {
        count *= p_.block[i].loop.count;
      }
      return emit(work_.data() + work, out, count);
    }
    const BlockLoop& part = p_.block[level];
    if (level + 1 == p_.block.size() && level >= p_.first_dense) {
      const Index n = inside(part.loop, index);
      if (n > 0) emit(work_.data() + work, out, n);
      return;
    }
    for_each_inside(part.loop, index, [&](Index k) {
      send_part(level + 1, work + k * part.work_step,
                out + part.loop.out_offset(k), index);
    });
  }

  bool needs_work_area() const {
    return !p_.is_direct || (!p_.passes.empty() && !p_.has_whole_lines);
  }

  /// Many short segments are cast together first.
  bool has_cast_area() const {
    return job_.emitter.route != nullptr && job_.emitter.pack_bits == 0 &&
           p_.segments.size() > 1;
  }

  void emit(const std::byte* from, Index bit, Index count) {
    if (job_.emitter.pack_bits > 0) return emit_packed(from, bit, count);
    std::byte* to = job_.out + bit / 8;
    if (job_.emitter.route == nullptr) {
      kernels::copy_run(bytes(from), bytes(to),
                        static_cast<std::size_t>(count * p_.work_bytes),
                        job_.store);
      return;
    }
    cast(from, to, count, job_.store);
  }

  void cast(const std::byte* from, std::byte* to, Index count, Store store) {
    const Refusal refusal =
        job_.emitter.route->cast(from, to, 0, count, 0, store);
    if (refusal.happened()) refusal_ = refusal;
  }

  void emit_packed(const std::byte* from, Index bit, Index count) {
    if (job_.emitter.route != nullptr) {
      cast(from, codes_.data(), count, Store::cached);
      from = codes_.data();
    }
    const int width = job_.emitter.pack_bits;
    // Bytes that are shared with others are written bit by bit.
    for (; count > 0 && bit % 8 != 0; --count, ++from, bit += width) {
      set_code(bit, *from);
    }
    const Index whole = count / 8 * 8;
    kernels::pack_stream(bytes(from), static_cast<std::size_t>(whole), width,
                         kernels::FirstCode::low, bytes(job_.out + bit / 8));
    from += whole;
    bit += whole * width;
    for (count -= whole; count > 0; --count, ++from, bit += width) {
      set_code(bit, *from);
    }
  }

  void set_code(Index bit, std::byte code) const {
    for (int i = 0; i < job_.emitter.pack_bits; ++i, ++bit) {
      const auto mask = static_cast<std::byte>(1 << bit % 8);
      const bool is_set = (code >> i & std::byte{1}) != std::byte{0};
      std::byte& byte = job_.out[bit / 8];
      byte = is_set ? byte | mask : byte & ~mask;
    }
  }

  const Job& job_;
  const Program& p_;
  Area work_;
  Area codes_;
  Area cast_;
  Area scratch_;
  bool is_aligned_;  ///< segments are whole aligned lines
  Place pending_;
  bool has_pending_ = false;
  Refusal refusal_;
};

Worker::Worker(const Job& job) : impl_(std::make_unique<Impl>(job)) {}
Worker::~Worker() = default;
void Worker::add(const Place& place) { impl_->add(place); }
Refusal Worker::finish() { return impl_->finish(); }

}  // namespace ashlar
