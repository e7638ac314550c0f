// parse.cc - reads placements.
#include "src/placement/parse.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "src/base/concat.h"
#include "src/placement/check.h"

namespace ashlar {
namespace {

constexpr Index kMaxShardSize = Index{1} << 62;

constexpr std::array<std::pair<std::string_view, Sharded::Kind>, 4> kKinds = {{
    {"height", Sharded::Kind::height},
    {"width", Sharded::Kind::width},
    {"block", Sharded::Kind::block},
    {"nd", Sharded::Kind::nd},
}};

constexpr std::string_view kSpreadHint =
    "a memory is followed by interleaved(12), height(8), width(8), block(2x4) "
    "or nd(8, shard=32x64), then by ranks(4) or replicated(4)";

/// The position of the next token.
std::size_t start(Cursor& cursor) {
  cursor.peek();
  return cursor.position();
}

Index bounded(Cursor& cursor, Index least, Index most,
              std::string_view purpose) {
  const std::size_t begin = start(cursor);
  const Index value = cursor.number(purpose);
  if (value < least || value > most) {
    cursor.fail_at(begin, concat(purpose, " is ", value),
                   concat("use ", least, " to ", most));
  }
  return value;
}

template <class Value, std::size_t kCount>
Value choice(
    Cursor& cursor, std::string_view purpose,
    const std::array<std::pair<std::string_view, Value>, kCount>& choices) {
  const std::size_t begin = start(cursor);
  const std::string_view word = cursor.name(purpose);
  std::vector<std::string_view> known;
  for (const auto& [name, value] : choices) {
    if (word == name) return value;
    known.push_back(name);
  }
  cursor.fail_at(begin, concat("'", word, "' is not ", purpose),
                 "use " + join(known, " or "));
}

Memory read_memory(Cursor& cursor) {
  Memory memory;
  const std::size_t begin = start(cursor);
  memory.device = cursor.name("a memory, as host or sim:0/l1");
  if (cursor.peek() == '(') {
    cursor.fail_at(
        begin, concat("expected a memory, found '", memory.device.view(), "('"),
        concat("write on host ", memory.device.view(), "(...)"));
  }
  if (cursor.accept(':')) {
    memory.index = bounded(cursor, 0, kMaxUnitCount - 1, "a device number");
    if (memory.device == Name("host") && memory.index != 0) {
      cursor.fail_at(begin, concat("there is no host ", memory.index),
                     "use host, without a number");
    }
  }
  if (cursor.accept('/')) memory.name = cursor.name("the name of a memory");
  return memory;
}

CoreCoord read_corner(Cursor& cursor) {
  CoreCoord at;
  cursor.expect('(', "before the column of a core");
  at.x = bounded(cursor, 0, kMaxCoreCoord - 1, "the column of a core");
  cursor.expect(',', "between the column and the row of a core");
  at.y = bounded(cursor, 0, kMaxCoreCoord - 1, "the row of a core");
  cursor.expect(')', "after the row of a core");
  return at;
}

CoreRange read_range(Cursor& cursor) {
  const std::size_t begin = start(cursor);
  CoreRange range;
  range.first = read_corner(cursor);
  range.last = cursor.accept('-') ? read_corner(cursor) : range.first;
  if (range.last.x < range.first.x || range.last.y < range.first.y) {
    cursor.fail_at(
        begin, concat("the cores ", to_string(range), " end before they start"),
        "write the corner with the smaller column and row first");
  }
  return range;
}

std::vector<CoreRange> read_ranges(Cursor& cursor) {
  const std::size_t begin = start(cursor);
  std::vector<CoreRange> ranges;
  do {
    if (std::ssize(ranges) == kMaxCoreRanges) {
      cursor.fail_at(begin,
                     concat("more than ", kMaxCoreRanges, " ranges of cores"),
                     concat("use at most ", kMaxCoreRanges));
    }
    ranges.push_back(read_range(cursor));
  } while (cursor.accept('+'));
  if (const std::string both = overlap(ranges); !both.empty()) {
    cursor.fail_at(begin, concat("the cores ", both, " overlap"),
                   "name every core once");
  }
  return ranges;
}

/// A number of cores, or rows x columns of them.
Cores read_grid(Cursor& cursor) {
  const Index count = bounded(cursor, 1, kMaxUnitCount, "a number of cores");
  if (!cursor.accept('x')) return count;
  return CoreGrid{count,
                  bounded(cursor, 1, kMaxUnitCount, "a number of columns")};
}

Indices read_shard(Cursor& cursor) {
  const std::size_t begin = start(cursor);
  Indices shard;
  do {
    if (shard.size() == kMaxRank) {
      cursor.fail_at(begin, concat("a shard of more than ", kMaxRank, " sizes"),
                     concat("use at most ", kMaxRank));
    }
    shard.push_back(bounded(cursor, 1, kMaxShardSize, "the size of a shard"));
  } while (cursor.accept('x'));
  return shard;
}

/// The options of height, width, block and nd, each at most once.
class ShardedReader {
 public:
  ShardedReader(Cursor& cursor, std::string_view word, Sharded::Kind kind)
      : cursor_(cursor), word_(word) {
    sharded_.kind = kind;
  }

  Sharded read() {
    const std::size_t begin = start(cursor_);
    cursor_.expect('(', concat("after ", word_));
    if (cursor_.number_ahead()) {
      sharded_.cores = read_grid(cursor_);
      has_cores_ = true;
    } else {
      option();
    }
    while (cursor_.accept(',')) option();
    cursor_.expect(')', concat("at the end of ", word_));
    finish(begin);
    return sharded_;
  }

 private:
  void option() {
    const std::size_t begin = start(cursor_);
    const std::string_view key = cursor_.name("an option, as shard=32x64");
    if (std::ranges::find(seen_, key) != seen_.end()) {
      cursor_.fail_at(begin, concat(key, " is given twice"), "give it once");
    }
    cursor_.expect('=', concat("after ", key));
    if (key == "shard") {
      sharded_.shard = read_shard(cursor_);
    } else if (key == "cores") {
      if (has_cores_) {
        cursor_.fail_at(begin, "the cores are given twice",
                        "give a grid or cores=, not both");
      }
      sharded_.cores = read_ranges(cursor_);
      has_cores_ = true;
    } else if (key == "order") {
      sharded_.order = choice(cursor_, "an order", kOrders);
    } else if (key == "distribution" && sharded_.kind == Sharded::Kind::nd) {
      sharded_.distribution = choice(cursor_, "a distribution", kDistributions);
    } else {
      cursor_.fail_at(begin, concat("'", key, "' is not an option of ", word_),
                      sharded_.kind == Sharded::Kind::nd
                          ? "use shard, order, cores or distribution"
                          : "use shard, order or cores");
    }
    seen_.push_back(key);
  }

  void finish(std::size_t begin) {
    if (!has_cores_) {
      cursor_.fail_at(begin, concat(word_, " does not say how many cores"),
                      concat("write ", word_, "(8), ", word_, "(2x4) or ",
                             word_, "(cores=(0,0)-(3,1))"));
    }
    if (sharded_.kind == Sharded::Kind::nd && sharded_.shard.empty()) {
      cursor_.fail_at(begin, "nd does not say how large a shard is",
                      "write nd(8, shard=32x64)");
    }
    if (core_count(sharded_.cores) > kMaxUnitCount) {
      cursor_.fail_at(begin, concat(core_count(sharded_.cores), " cores"),
                      concat("use at most ", kMaxUnitCount));
    }
    try {
      check(sharded_);
    } catch (const Error& error) {
      cursor_.fail_at(begin, error.problem(), error.hint());
    }
  }

  static constexpr std::array<std::pair<std::string_view, Sharded::Order>, 2>
      kOrders = {{{"row", Sharded::Order::row}, {"col", Sharded::Order::col}}};
  static constexpr std::array<
      std::pair<std::string_view, Sharded::Distribution>, 3>
      kDistributions = {{
          {"round_robin", Sharded::Distribution::round_robin},
          {"grid", Sharded::Distribution::grid},
          {"contiguous", Sharded::Distribution::contiguous},
      }};

  Cursor& cursor_;
  std::string_view word_;
  Sharded sharded_;
  bool has_cores_ = false;
  std::vector<std::string_view> seen_;
};

Index read_count(Cursor& cursor, std::string_view word,
                 std::string_view purpose) {
  cursor.expect('(', concat("after ", word));
  return bounded(cursor, 1, kMaxUnitCount, purpose);
}

Ranks read_ranks(Cursor& cursor, Ranks::Mode mode) {
  Ranks ranks;
  ranks.mode = mode;
  const std::string_view word =
      mode == Ranks::Mode::split ? "ranks" : "replicated";
  ranks.count = read_count(cursor, word, "a number of ranks");
  if (mode == Ranks::Mode::split && cursor.accept(',')) {
    if (!cursor.accept_word("axis")) cursor.fail_expected("axis=");
    cursor.expect('=', "after axis");
    ranks.axis = static_cast<int>(bounded(cursor, 0, kMaxRank - 1, "an axis"));
  }
  cursor.expect(')', concat("at the end of ", word));
  return ranks;
}

bool read_spread(Cursor& cursor, Placement& placement) {
  if (cursor.accept_word("interleaved")) {
    placement.spread =
        Interleaved{read_count(cursor, "interleaved", "a number of banks")};
    cursor.expect(')', "at the end of interleaved");
    return true;
  }
  for (const auto& [word, kind] : kKinds) {
    if (!cursor.accept_word(word)) continue;
    placement.spread = ShardedReader(cursor, word, kind).read();
    return true;
  }
  return false;
}

bool read_ranks(Cursor& cursor, Placement& placement) {
  if (cursor.accept_word("ranks")) {
    placement.ranks = read_ranks(cursor, Ranks::Mode::split);
    return true;
  }
  if (cursor.accept_word("replicated")) {
    placement.ranks = read_ranks(cursor, Ranks::Mode::replicated);
    return true;
  }
  return false;
}

Placement read_after_on(Cursor& cursor) {
  Placement placement;
  placement.memory = read_memory(cursor);
  read_spread(cursor, placement);
  read_ranks(cursor, placement);
  if (cursor.name_ahead()) {
    const std::size_t begin = start(cursor);
    const std::string_view word = cursor.name("a word");
    cursor.fail_at(begin, concat("'", word, "' is not expected here"),
                   std::string(kSpreadHint));
  }
  return placement;
}

}  // namespace

Placement read_placement(Cursor& cursor) {
  return cursor.accept_word("on") ? read_after_on(cursor) : Placement();
}

Placement parse_placement(std::string_view text) {
  Cursor cursor(text, "placement");
  if (cursor.at_end()) {
    cursor.expect_end();
    return {};
  }
  cursor.accept_word("on");
  const Placement placement = read_after_on(cursor);
  cursor.expect_end();
  return placement;
}

}  // namespace ashlar
