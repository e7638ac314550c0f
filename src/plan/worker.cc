// worker.cc - from the source, by way of areas, to the destination.
#include "src/plan/worker.h"

#include <hwy/cache_control.h>

#include <algorithm>
#include <cstring>

#include "src/base/cache_line.h"
#include "src/kernels/cells.h"
#include "src/kernels/gather.h"
#include "src/kernels/mend.h"
#include "src/kernels/pack_rows.h"
#include "src/kernels/squares.h"

namespace ashlar {
namespace {

using kernels::Move;
using kernels::Store;

constexpr auto kBehind = static_cast<Index>(kernels::kBehind);
constexpr kernels::Rows kHere = kernels::one_row(Store::cached);

const std::uint8_t* bytes(const std::byte* p) {
  return reinterpret_cast<const std::uint8_t*>(p);
}
std::uint8_t* bytes(std::byte* p) { return reinterpret_cast<std::uint8_t*>(p); }

/// Of areas in which bytes are put in order.
Index ordered_bytes(const Chunk& chunk) {
  return chunk.table.order ? static_cast<Index>(chunk.table.order->bytes()) : 0;
}

/// How much of what comes next is fetched while a chunk is put in order; the
/// rest while it is sent. Registers take their time, and squares read so much
/// that half of it does not hold them up.
double share_in_order(const Chunk& chunk) {
  const Table& table = chunk.table;
  const bool by_register =
      chunk.way == Way::gather &&
      (table.order || (table.patches && !table.patches->patches.empty()));
  if (chunk.is_direct || by_register) return 1;
  return chunk.way == Way::squares ? 0.5 : 0;
}

/// Takes the first lines away.
kernels::Fetch take_share(kernels::Fetch& fetch, double share) {
  kernels::Fetch first = fetch;
  first.count =
      static_cast<std::size_t>(share * static_cast<double>(fetch.count));
  fetch.lines += first.count;
  fetch.count -= first.count;
  return first;
}

}  // namespace

Worker::Worker(const Job& job, kernels::Ends ends)
    : job_(job), p_(job.program), ends_(ends) {
  const Index bytes = p_.chunk.count * p_.widths.in_bits / 8;
  if (p_.fetch == Fetch::Into::l2) {
    ahead_ = static_cast<std::size_t>(
        std::clamp<Index>(kAheadBytes / std::max<Index>(bytes, 1), 1, kAhead));
  }
}

void Worker::add(const Place& place) {
  const bool is_cut = !fits(place);
  if (is_cut) find_pieces(place);
  if (count_ == ahead_) {
    const std::vector<std::int64_t>& lines = is_cut ? cut_->lines : p_.lines;
    Fetch fetch;
    if (!p_.lines.empty() && !lines.empty()) {
      fetch = {bytes(job_.in) + place.in / 8, lines.data(), lines.size(),
               p_.fetch};
    }
    move_first(fetch);
  }
  Pending& last = pending_[(first_ + count_++) % kAhead];
  last.place = place;
  last.cut = is_cut ? cut_ : nullptr;
}

Refusal Worker::finish() {
  while (count_ > 0) move_first({});
  lines_.flush();
  if (job_.store == Store::streamed) hwy::FlushStream();
  return refusal_;
}

void Worker::move_first(const Fetch& fetch) {
  const Pending& first = pending_[first_];
  first_ = (first_ + 1) % kAhead;
  --count_;
  move(first, fetch);
}

bool Worker::fits(const Place& place) const {
  // Of a chunk that is mostly padding, elements are moved alone.
  constexpr double kMostly = 0.75;
  double inside = 1;
  for (int axis = 0; axis < place.index.size(); ++axis) {
    const FusedAxis& of = p_.axes[static_cast<std::size_t>(axis)];
    const Index span = p_.span[axis];
    const Index left = of.size - place.index[axis];
    if (place.index[axis] + span > of.room) return false;
    if (left < span) {
      inside *= static_cast<double>(left) / static_cast<double>(span);
    }
  }
  if (inside == 1) return true;
  if (inside < kMostly) return false;
  return can_read_all(place);
}

bool Worker::can_read_all(const Place& place) const {
  return p_.reach > 0 && job_.in_units.empty() &&
         place.in + p_.reach <= job_.in_side.bytes() * 8;
}

void Worker::find_pieces(const Place& place) {
  Left left = {p_.span, p_.span, can_read_all(place)};
  for (int axis = 0; axis < p_.span.size(); ++axis) {
    const FusedAxis& of = p_.axes[static_cast<std::size_t>(axis)];
    const Index index = place.index[axis];
    left.inside[axis] = std::min(left.inside[axis], of.size - index);
    left.room[axis] = std::min(left.room[axis], of.room - index);
  }
  left.inside = p_.pieces->reached(left.inside);
  left.room = p_.pieces->reached(left.room);
  if (cut_ && left == left_) return;
  cut_ = p_.pieces->find(left);
  left_ = left;
}

void Worker::move(const Pending& chunk, const Fetch& fetch) {
  if (refusal_.happened()) return;
  const Place& place = chunk.place;
  if (!chunk.cut) return move_chunk(p_.chunk, place.in, place.out, fetch);
  // Each piece fetches as much of what comes as it is of what is here.
  const auto count = static_cast<std::size_t>(chunk.cut->count);
  std::size_t moved = 0;
  Fetch share = fetch;
  for (const Piece& piece : chunk.cut->pieces) {
    moved += static_cast<std::size_t>(piece.count);
    const std::size_t end = fetch.count * moved / count;
    share.count = end - static_cast<std::size_t>(share.lines - fetch.lines);
    move_chunk(piece.chunk, place.in + piece.in, place.out + piece.out, share);
    share.lines += share.count;
  }
}

void Worker::move_chunk(const Chunk& chunk, Index in, Index out,
                        const Fetch& fetch) {
  if (chunk.is_straight) {
    std::byte* to = job_.out + out / 8;
    const auto& rows = chunk.stretches;
    return cast(job_.in + in / 8, to, chunk.stretch_count,
                {rows.data(), rows.size(), job_.store, rows.size() > 1, fetch});
  }
  const std::byte* from = stage(chunk, in);
  std::byte* to = chunk.is_direct
                      ? job_.out + out / 8
                      : work_.data(std::max(chunk.work_count * chunk.move_bytes,
                                            ordered_bytes(chunk)) +
                                   kPatchSlack);
  const bool awaits = awaits_lines(chunk);
  Fetch later = fetch;
  Fetch now = chunk.is_direct || !awaits
                  ? take_share(later, share_in_order(chunk))
                  : Fetch{};
  if (awaits) {
    const Fetch lines = {bytes(job_.out) + out / 8, chunk.awaited.data(),
                         chunk.awaited.size(), Fetch::Into::l2};
    // Single elements would wait for each of them.
    if (chunk.is_direct) {
      kernels::fetch_all(lines);
    } else {
      now = lines;
    }
  }
  if (chunk.way == Way::weave) {
    weave(chunk, from, to, now);
  } else {
    fill(chunk, from, to, now);
  }
  if (!chunk.is_direct) send(chunk, to, out, later);
}

bool Worker::awaits_lines(const Chunk& chunk) const {
  const bool streams = job_.store == Store::streamed && chunk.is_streamed;
  return !chunk.awaited.empty() && !streams;
}

const std::byte* Worker::stage(const Chunk& chunk, Index in) {
  const std::byte* from = pull(chunk, in);
  if (!chunk.is_staged || !p_.widths.has_cast) return from;
  std::byte* area = staging_.data(chunk.count * p_.widths.cast_bytes());
  if (chunk.pulled.spans.empty()) {
    cast(from, area, chunk.stretch_count,
         {chunk.stretches.data(), chunk.stretches.size(), Store::cached});
  } else {
    cast(from, area, chunk.count, kHere);
  }
  return area;
}

const std::byte* Worker::pull(const Chunk& chunk, Index in) {
  if (chunk.pulled.spans.empty()) return job_.in + in / 8;
  const auto& [spans, size, filler, longest] = chunk.pulled;
  std::byte* area = codes_.data(std::max(
      size + std::max(filler + kPatchSlack, kBehind), ordered_bytes(chunk)));
  if (p_.widths.is_whole_in()) {
    kernels::pull_runs(bytes(job_.in + in / 8), bytes(area), spans.data(),
                       spans.size());
  } else {
    kernels::unpack_rows(bytes(job_.in), in, bytes(area), spans.data(),
                         spans.size(), static_cast<int>(p_.widths.in_bits),
                         longest);
  }
  // A cast takes zero, whatever it refuses.
  std::memset(area + size, 0, static_cast<std::size_t>(filler));
  return area;
}

void Worker::weave(const Chunk& chunk, const std::byte* from, std::byte* to,
                   const Fetch& fetch) {
  for (const Pass& pass : chunk.passes) {
    const bool is_last = &pass == &chunk.passes.back();
    std::byte* target =
        is_last ? to : scratch_.data(chunk.count * chunk.move_bytes);
    kernels::weave_lines(pass.weave, bytes(from), bytes(target),
                         {pass.groups.data(), pass.groups.size(),
                          pass.places.empty() ? nullptr : pass.places.data()},
                         is_last ? store_at(chunk, to) : Store::cached,
                         is_last ? fetch : Fetch{});
    from = target;
  }
}

void Worker::fill(const Chunk& chunk, const std::byte* from, std::byte* to,
                  const Fetch& fetch) {
  const auto width = static_cast<std::size_t>(chunk.move_bytes);
  const auto element = static_cast<std::size_t>(chunk.table.element_bytes);
  const Move* moves = chunk.moves.data();
  const std::size_t count = chunk.moves.size();
  switch (chunk.way) {
    case Way::copy:
      if (chunk.runs.rows == 1) {
        return send_runs(chunk, from, to, fetch);
      }
      return kernels::copy_runs(bytes(from), bytes(to), chunk.runs, moves,
                                count, store_at(chunk, to), fetch);
    case Way::scatter:
    case Way::runs:
      return kernels::copy_runs(bytes(from), bytes(to), chunk.runs, moves,
                                count, Store::cached, fetch);
    case Way::squares: {
      const auto& [rows, columns, places] = chunk.squares;
      return kernels::move_squares(
          bytes(from), bytes(to),
          {rows.data(), rows.size(), columns.data(), columns.size()},
          places.data(), places.size(), fetch);
    }
    case Way::transpose:
      return kernels::transposes(bytes(from), chunk.runs.in_pitch, bytes(to),
                                 chunk.runs.out_pitch, chunk.runs.rows,
                                 chunk.runs.run, width, moves, count, fetch);
    default:
      if (chunk.table.order) {
        return kernels::permute(*chunk.table.order, bytes(from), bytes(to),
                                bytes(to), fetch);
      }
      if (chunk.table.patches) {
        const auto& [hops, hop_bytes, patches, orders, cells] =
            *chunk.table.patches;
        kernels::gather_runs(bytes(from), hops.data(), hops.size(),
                             static_cast<std::size_t>(hop_bytes), bytes(to));
        kernels::move_patches(bytes(from), bytes(to), patches.data(),
                              patches.size(), orders.data(), fetch);
        return kernels::move_cells(bytes(from), bytes(to), cells.cells.data(),
                                   cells.cells.size(), cells.parts.data(),
                                   cells.orders.data());
      }
      if (!chunk.table.near.empty()) {
        return kernels::gather(bytes(from), chunk.table.near.data(),
                               chunk.table.near.size(), element, bytes(to));
      }
      return kernels::gather(bytes(from), chunk.table.elements.data(),
                             chunk.table.elements.size(), element, bytes(to));
  }
}

void Worker::send(const Chunk& chunk, std::byte* work, Index out,
                  const Fetch& fetch) {
  if (p_.widths.has_cast && !chunk.is_staged) {
    std::byte* area = staging_.data(chunk.work_count * p_.widths.cast_bytes());
    cast(work, area, chunk.work_count, kHere);
    work = area;
  }
  if (chunk.packs_first) {
    const kernels::Span all = {0, 0,
                               static_cast<std::size_t>(chunk.work_count)};
    const Index bits = p_.widths.out_bits;
    std::byte* packed = scratch_.data(chunk.work_count * bits / 8 + 1);
    kernels::pack_rows(bytes(work), bytes(packed), 0, &all, 1,
                       static_cast<int>(bits), {});
    send_runs(chunk, packed, job_.out + out / 8, fetch);
    return mend(chunk, packed, job_.out + out / 8);
  }
  if (!p_.widths.is_whole_out()) {
    return kernels::pack_rows(bytes(work), bytes(job_.out), out,
                              chunk.segments.data(), chunk.segments.size(),
                              static_cast<int>(p_.widths.out_bits), fetch,
                              ends_);
  }
  send_runs(chunk, work, job_.out + out / 8, fetch);
}

void Worker::mend(const Chunk& chunk, const std::byte* from,
                  std::byte* to) const {
  for (const auto& [in, out, mask] : chunk.mends) {
    kernels::mend_bits(bytes(to)[out], mask, bytes(from)[in], ends_);
  }
}

void Worker::send_runs(const Chunk& chunk, const std::byte* from, std::byte* to,
                       const Fetch& fetch) {
  const kernels::Span* runs = chunk.segments.data();
  const std::size_t count = chunk.segments.size();
  if (job_.store == Store::streamed && chunk.is_streamed) {
    lines_.send(bytes(from), bytes(to), runs, count, fetch);
  } else {
    kernels::send_runs(bytes(from), bytes(to), runs, count, Store::cached,
                       fetch);
  }
}

void Worker::cast(const std::byte* from, std::byte* to, Index count,
                  const kernels::Rows& rows) {
  const Refusal refusal = job_.route->cast_rows(from, to, count, rows);
  if (refusal.happened()) refusal_ = refusal;
}

Store Worker::store_at(const Chunk& chunk, const std::byte* to) const {
  const bool is_aligned =
      reinterpret_cast<std::uintptr_t>(to) % kLineBytes == 0;
  return chunk.is_direct && chunk.is_in_lines && is_aligned ? job_.store
                                                            : Store::cached;
}

}  // namespace ashlar
