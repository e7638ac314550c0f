// shard_oracle.h - where ttnn puts pages, from its formulas, without digits.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ashlar::oracle {

using Number = std::int64_t;
using Numbers = std::vector<Number>;

struct Core {
  Number x = 0;
  Number y = 0;

  bool operator==(const Core&) const = default;
};

/// A rectangle of cores, both corners included.
struct Rectangle {
  Core start;
  Core end;
};

enum class Deal { round_robin, grid, contiguous };

/// A tensor cut into shards. Tiles of one row and the shard's width, or of the
/// tensor's if nothing cuts it, stand for the row-major layout.
struct Problem {
  Numbers shape;  // at least two sizes
  Number tile_rows = 1;
  Number tile_cols = 1;
  Number face_rows = 1;
  Number face_cols = 1;
  Numbers shard;  // in elements, whole tiles
  std::vector<Rectangle> cores;
  bool row_wise = true;
  Deal deal = Deal::round_robin;
};

struct Home {
  Core core;
  Number element = 0;  // number of the slot in the core's memory
};

inline Number up(Number a, Number b) { return (a + b - 1) / b; }

inline std::vector<Core> list_of(const std::vector<Rectangle>& cores,
                                 bool row_wise) {
  std::vector<Core> out;
  for (const Rectangle& r : cores) {
    if (row_wise) {
      for (Number y = r.start.y; y <= r.end.y; ++y) {
        for (Number x = r.start.x; x <= r.end.x; ++x) out.push_back({x, y});
      }
    } else {
      for (Number x = r.start.x; x <= r.end.x; ++x) {
        for (Number y = r.start.y; y <= r.end.y; ++y) out.push_back({x, y});
      }
    }
  }
  return out;
}

/// Everything in pages, with the extra axes folded into the first.
struct Pages {
  Numbers tensor;
  Numbers shard;
  Numbers shards;  // how many along each axis
  Number count = 1;
  Number volume = 1;  // pages of a shard
};

inline Pages pages_of(const Problem& p) {
  Numbers all = p.shape;
  all[all.size() - 1] = up(all[all.size() - 1], p.tile_cols);
  all[all.size() - 2] = up(all[all.size() - 2], p.tile_rows);
  Pages out;
  out.shard = p.shard;
  if (p.deal == Deal::grid && out.shard.size() == 1) {
    out.shard.insert(out.shard.begin(), 1);
  }
  out.shard.back() = up(out.shard.back(), p.tile_cols);
  if (out.shard.size() > 1) {
    out.shard[out.shard.size() - 2] =
        up(out.shard[out.shard.size() - 2], p.tile_rows);
  }
  const std::size_t extra = all.size() - out.shard.size();
  out.tensor.assign(all.begin() + static_cast<std::ptrdiff_t>(extra),
                    all.end());
  for (std::size_t i = 0; i < extra; ++i) out.tensor[0] *= all[i];
  for (std::size_t i = 0; i < out.shard.size(); ++i) {
    out.shards.push_back(up(out.tensor[i], out.shard[i]));
    out.count *= out.shards.back();
    out.volume *= out.shard[i];
  }
  return out;
}

inline std::vector<Core> cores_of(const Problem& p, const Pages& pages) {
  if (p.deal != Deal::grid) return list_of(p.cores, p.row_wise);
  Number rows = pages.count / pages.shards.back();
  Number cols = pages.shards.back();
  if (!p.row_wise) std::swap(rows, cols);
  const Core start = p.cores[0].start;
  return list_of({{start, {start.x + cols - 1, start.y + rows - 1}}},
                 p.row_wise);
}

/// The number of the page of `index`, and where in the page it lies.
inline std::pair<Number, Number> page_of(const Problem& p,
                                         const Numbers& index) {
  const std::size_t rank = p.shape.size();
  const Number down = up(p.shape[rank - 2], p.tile_rows);
  const Number across = up(p.shape[rank - 1], p.tile_cols);
  Number row = 0;
  for (std::size_t i = 0; i + 2 < rank; ++i) row = row * p.shape[i] + index[i];
  const Number r = index[rank - 2];
  const Number c = index[rank - 1];
  row = row * down + r / p.tile_rows;
  const Number page = row * across + c / p.tile_cols;
  const Number i = r % p.tile_rows;
  const Number j = c % p.tile_cols;
  const Number face =
      i / p.face_rows * (p.tile_cols / p.face_cols) + j / p.face_cols;
  return {page, face * p.face_rows * p.face_cols +
                    i % p.face_rows * p.face_cols + j % p.face_cols};
}

/// The answers to one problem.
class Map {
 public:
  explicit Map(const Problem& problem)
      : problem_(problem),
        pages_(pages_of(problem)),
        cores_(cores_of(problem, pages_)),
        per_core_(up(pages_.count, static_cast<Number>(cores_.size()))) {}

  /// Elements that every core keeps room for.
  Number room() const {
    return per_core_ * pages_.volume * problem_.tile_rows * problem_.tile_cols;
  }

  Home home_of(const Numbers& index) const {
    auto [page, inside] = page_of(problem_, index);
    Number shard = 0;
    Number slot_page = 0;
    Number shard_step = 1;
    Number slot_step = 1;
    for (std::size_t i = pages_.tensor.size(); i-- > 0;) {
      const Number at = page % pages_.tensor[i];
      page /= pages_.tensor[i];
      shard += at / pages_.shard[i] * shard_step;
      slot_page += at % pages_.shard[i] * slot_step;
      shard_step *= pages_.shards[i];
      slot_step *= pages_.shard[i];
    }
    const Number count = static_cast<Number>(cores_.size());
    const bool in_a_row = problem_.deal == Deal::contiguous;
    const Number core = in_a_row ? shard / per_core_ : shard % count;
    const Number slot = in_a_row ? shard % per_core_ : shard / count;
    return {cores_[static_cast<std::size_t>(core)],
            (slot * pages_.volume + slot_page) * problem_.tile_rows *
                    problem_.tile_cols +
                inside};
  }

 private:
  Problem problem_;
  Pages pages_;
  std::vector<Core> cores_;
  Number per_core_;
};

}  // namespace ashlar::oracle
