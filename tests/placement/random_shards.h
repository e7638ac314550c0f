// random_shards.h - tensors and shards of all kinds, for comparison.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <random>
#include <vector>

#include "ashlar/placement.h"
#include "tests/placement/shard_oracle.h"

namespace ashlar::oracle {

/// A question for the oracle, and the same for the library.
struct Case {
  Problem problem;
  Layout layout;
  Sharded sharded;
};

/// Random tensors, tiles, shards and cores that ttnn would take, and some
/// that it would not.
class RandomCase {
 public:
  explicit RandomCase(std::uint64_t seed) : random_(seed) {}

  Case matrix() {
    Case out = tensor(2, 4);
    Problem& p = out.problem;
    out.sharded.kind = pick<Sharded::Kind>(
        {Sharded::Kind::height, Sharded::Kind::width, Sharded::Kind::block});
    const std::size_t rank = p.shape.size();
    Number rows = up(p.shape[rank - 2], p.tile_rows);
    for (std::size_t i = 0; i + 2 < rank; ++i) rows *= p.shape[i];
    const bool is_tile = std::holds_alternative<Tile>(out.layout);
    Number cols =
        is_tile ? up(p.shape[rank - 1], p.tile_cols) : p.shape[rank - 1];
    Number shard_rows = number(1, rows + 1);
    Number shard_cols = number(1, cols + 1);
    if (out.sharded.kind == Sharded::Kind::height) shard_cols = cols;
    if (out.sharded.kind == Sharded::Kind::width) shard_rows = rows;
    const Number unit = is_tile ? p.tile_cols : 1;
    p.shard = {shard_rows * p.tile_rows, shard_cols * unit};
    if (!is_tile) row_pages(p);
    const Number down = up(rows, shard_rows);
    const Number across = up(cols, shard_cols);
    p.row_wise = number(0, 1) == 0;
    if (out.sharded.kind == Sharded::Kind::block) {
      p.deal = Deal::grid;
      const Number x = (p.row_wise ? across : down) + number(0, 2);
      const Number y = (p.row_wise ? down : across) + number(0, 2);
      grid_cores(out, x, y);
    } else {
      cores_for(out, down * across + number(0, 3));
    }
    out.sharded.shard = Indices(p.shard);
    finish(out);
    return out;
  }

  Case nd() {
    Case out = tensor(2, 5);
    Problem& p = out.problem;
    out.sharded.kind = Sharded::Kind::nd;
    const std::size_t rank = p.shape.size();
    const bool is_tile = std::holds_alternative<Tile>(out.layout);
    const std::size_t shard_rank = static_cast<std::size_t>(
        number(is_tile && p.tile_rows > 1 ? 2 : 1, static_cast<Number>(rank)));
    p.shard.resize(shard_rank);
    for (std::size_t i = 0; i < shard_rank; ++i) {
      const std::size_t axis = rank - shard_rank + i;
      const Number page = !is_tile              ? 1
                          : i + 1 == shard_rank ? p.tile_cols
                          : i + 2 == shard_rank ? p.tile_rows
                                                : 1;
      p.shard[i] = page * number(1, up(p.shape[axis], page) + 1);
    }
    if (!is_tile) row_pages(p);
    p.deal = pick<Deal>({Deal::round_robin, Deal::contiguous, Deal::grid});
    const Pages pages = pages_of(p);
    p.row_wise = number(0, 1) == 0;
    if (p.deal == Deal::grid) {
      const Number across = pages.shards.back();
      const Number down = pages.count / across;
      grid_cores(out, (p.row_wise ? across : down) + number(0, 1),
                 (p.row_wise ? down : across) + number(0, 1));
    } else {
      cores_for(out, number(1, 7));
    }
    out.sharded.shard = Indices(p.shard);
    finish(out);
    return out;
  }

 private:
  Number number(Number least, Number most) {
    return std::uniform_int_distribution<Number>(least, most)(random_);
  }
  template <class Value>
  Value pick(std::initializer_list<Value> values) {
    const auto last = static_cast<Number>(values.size()) - 1;
    return values.begin()[number(0, last)];
  }

  Case tensor(Number least_rank, Number most_rank) {
    Case out;
    Problem& p = out.problem;
    const Number rank = number(least_rank, most_rank);
    for (Number i = 0; i < rank; ++i) {
      p.shape.push_back(number(1, i + 2 >= rank ? 21 : 3));
    }
    if (number(0, 2) == 0) {
      out.layout = RowMajor();
      return out;
    }
    Tile tile;
    tile.face_rows = pick<Number>({1, 2, 4});
    tile.face_cols = pick<Number>({1, 2, 4});
    tile.rows = tile.face_rows * number(1, 2);
    tile.cols = tile.face_cols * number(1, 3);
    p.tile_rows = tile.rows;
    p.tile_cols = tile.cols;
    p.face_rows = tile.face_rows;
    p.face_cols = tile.face_cols;
    out.layout = tile;
    return out;
  }

  /// Row-major pages are rows of a shard.
  static void row_pages(Problem& p) {
    p.tile_cols = p.face_cols = p.shard.back();
  }

  void grid_cores(Case& out, Number x, Number y) {
    const Core start{number(0, 3), number(0, 3)};
    out.problem.cores = {{start, {start.x + x - 1, start.y + y - 1}}};
    if (start == Core() && number(0, 1) == 0) {
      out.sharded.cores = CoreGrid{y, x};
    }
  }

  /// At least `count` cores: a grid, a plain number, or several ranges.
  void cores_for(Case& out, Number count) {
    const Number form = number(0, 2);
    if (form == 0) {
      const Number x = number(1, count);
      return grid_cores(out, x, up(count, x));
    }
    if (form == 1) {
      out.sharded.cores = Index{count};
      out.problem.cores = {{{0, 0}, {count - 1, 0}}};
      return;
    }
    Number x0 = 0;
    while (count > 0) {
      const Number x = number(1, count);
      const Number y = up(count, x);
      out.problem.cores.push_back({{x0, 1}, {x0 + x - 1, y}});
      x0 += x;
      count -= x * y;
      count = count > 0 ? number(1, count) : 0;
    }
    // A plain number of cores is counted along x, so this one must not be.
    if (out.problem.cores.size() == 1)
      out.problem.cores.push_back({{x0, 0}, {x0, 1}});
  }

  static void finish(Case& out) {
    const bool is_set = std::holds_alternative<CoreGrid>(out.sharded.cores) ||
                        std::get<Index>(out.sharded.cores) > 1;
    if (!is_set) {
      std::vector<CoreRange> ranges;
      for (const Rectangle& r : out.problem.cores) {
        ranges.push_back({{r.start.x, r.start.y}, {r.end.x, r.end.y}});
      }
      out.sharded.cores = ranges;
    }
    if (!out.problem.row_wise) out.sharded.order = Sharded::Order::col;
    if (out.sharded.kind != Sharded::Kind::nd) return;
    if (out.problem.deal == Deal::grid) {
      out.sharded.distribution = Sharded::Distribution::grid;
    } else if (out.problem.deal == Deal::contiguous) {
      out.sharded.distribution = Sharded::Distribution::contiguous;
    }
  }

  std::mt19937_64 random_;
};

}  // namespace ashlar::oracle
