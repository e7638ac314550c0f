#include "tests/support/random_layout.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <optional>
#include <utility>

#include "ashlar/format.h"

namespace ashlar::test {
namespace {

constexpr Index kMostElements = 96;
constexpr Index kMostSlots = 600;     // of one join, or of all units
constexpr Index kMostMemory = 700;    // slots in all
constexpr Index kMostRecorded = 150;  // the same if there are records

// A term on its way into the layout, with what the rules have to know of it.
struct Piece {
  TermText term;
  Index slots = 1;
  int level = -1;        // of the let it is a digit of; -1 for axes and gaps
  bool of_axis = false;  // only these may be left out of scales
  bool inside = false;   // of the record that the layout repeats
};

using Pieces = std::vector<Piece>;

class Maker {
 public:
  /// For a shape that is given, or for any.
  explicit Maker(Random& random, const RandomLayout* shape = nullptr)
      : random_(random), has_shape_(shape != nullptr) {
    if (has_shape_) out_ = {{}, shape->names, shape->sizes, {}};
  }

  /// Nothing if it became too large to look at every slot.
  std::optional<RandomLayout> make() {
    if (!has_shape_) choose_shape();
    for (std::size_t i = 0; i < out_.sizes.size(); ++i) {
      split(out_.names[i], out_.sizes[i], -1, true);
    }
    for (Index n = pick(random_, 0, 3); n > 0; --n) join_some();
    while (chance(random_, 15)) pool_.push_back(gap());
    mix(pool_);
    choose_units();
    if (!has_shape_ && chance(random_, 15)) choose_record();
    add_xors();
    add_xors_inside_lets();
    finish();
    const bool has_records = !out_.digits.memory.fields.empty();
    if (slots() > (has_records ? kMostRecorded : kMostMemory)) return {};
    return std::move(out_);
  }

 private:
  template <class Item>
  void mix(std::vector<Item>& items) {
    for (std::size_t i = items.size(); i > 1; --i) {
      std::swap(items[i - 1],
                items[std::size_t(pick(random_, 0, Index(i) - 1))]);
    }
  }

  Index any_of(std::initializer_list<Index> items) {
    return items.begin()[pick(random_, 0, Index(items.size()) - 1)];
  }

  Index slots() const {
    Index product = 1;
    for (const Piece& piece : pool_) {
      product = std::min(product * piece.slots, 2 * kMostMemory);
    }
    for (const Piece& piece : units_) {
      product = std::min(product * piece.slots, 2 * kMostMemory);
    }
    return product;
  }

  void choose_shape() {
    Index rank = pick(random_, 1, 4);
    if (chance(random_, 5)) rank = pick(random_, 5, 8);
    if (chance(random_, 2)) rank = 0;
    Index volume = 1;
    const bool plain_names = chance(random_, 50);
    for (Index i = 0; i < rank; ++i) {
      const Index room = kMostElements / volume;
      const Index size =
          std::min(room, rank > 4 ? pick(random_, 1, 3)
                                  : any_of({1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13,
                                            16, 17, 32, 40}));
      volume *= size;
      out_.sizes.push_back(size);
      out_.names.push_back(plain_names ? std::string(1, char('a' + i))
                                       : std::string(1, "hwncxykm"[i]) +
                                             (chance(random_, 20) ? "_1" : ""));
    }
    if (rank > 0 && chance(random_, 2)) {
      out_.sizes[std::size_t(pick(random_, 0, rank - 1))] = 0;
    }
  }

  // Cuts a source into digits that together count all of it.
  void split(const std::string& source, Index extent, int level, bool of_axis) {
    Index div = 1;
    while (true) {
      const Index left = (extent + div - 1) / div;
      const bool last = left <= 1 || chance(random_, 40);
      Piece piece;
      piece.level = level;
      piece.of_axis = of_axis;
      DigitText& digit = piece.term.digit;
      digit.source = source;
      digit.div = div;
      piece.slots = last ? left : any_of({2, 2, 2, 3, 4, 4, 5, 8});
      if (!last) digit.radix = piece.slots;
      if (last && chance(random_, 25)) {
        piece.slots += pick(random_, 0, 3);
        digit.radix = std::max<Index>(piece.slots, 1);
        piece.slots = digit.radix;
      }
      if (chance(random_, 12)) {
        piece.slots += pick(random_, 0, 3);
        piece.slots = std::max<Index>(piece.slots, 1);
        digit.alloc = piece.slots;
      }
      pool_.push_back(piece);
      if (last) return;
      div *= digit.radix;
    }
  }

  Piece gap() {
    Piece piece;
    piece.term.digit.source = "0";
    piece.slots = pick(random_, 1, 4);
    piece.term.digit.alloc = piece.slots;
    return piece;
  }

  // Replaces some pieces by digits of their row-major index.
  void join_some() {
    if (joins_ > 5) return;
    mix(pool_);
    Pieces terms;
    Index extent = 1;
    for (Index n = pick(random_, 1, 3); n > 0 && !pool_.empty(); --n) {
      if (extent * pool_.back().slots > kMostSlots) break;
      extent *= pool_.back().slots;
      terms.push_back(pool_.back());
      pool_.pop_back();
    }
    if (chance(random_, 10)) {
      terms.push_back(gap());
      extent *= terms.back().slots;
    }
    if (terms.empty()) return;
    DigitText join;
    int level = -1;
    for (const Piece& piece : terms) {
      join.join.push_back(piece.term);
      level = std::max(level, piece.level);
    }
    if (chance(random_, 30)) {
      ++joins_;
      Piece whole{{join, {}}, extent, level, false};
      if (chance(random_, 20)) {
        whole.slots = std::max<Index>(extent + pick(random_, 0, 2), 1);
        whole.term.digit.alloc = whole.slots;
      }
      pool_.push_back(whole);
      return;
    }
    joins_ += terms.size() == 1 ? 1 : 2;
    const std::string name = "j" + std::to_string(out_.digits.lets.size());
    TermText let = terms.size() == 1 ? terms[0].term : TermText{join, {}};
    out_.digits.lets.push_back({name, std::move(let)});
    split(name, extent, int(out_.digits.lets.size()) - 1, false);
  }

  void choose_units() {
    static const char* const kNames[] = {"core.y", "core.x", "bank", "rank"};
    Index room = kMostSlots;
    for (const char* name : kNames) {
      if (!chance(random_, 18)) continue;
      PlaceText place;
      place.unit = name;
      if (chance(random_, 20)) {
        place.copies = pick(random_, 1, 3);
      } else {
        if (pool_.empty() || pool_.back().slots > room) continue;
        units_.push_back(pool_.back());
        pool_.pop_back();
        room /= std::max<Index>(units_.back().slots, 1);
      }
      out_.digits.places.push_back(place);
    }
  }

  static bool can_be_xored(const Piece& piece) {
    return piece.slots > 1 && std::has_single_bit(std::uint64_t(piece.slots));
  }

  // Operands come earlier in one fixed order, so there is no ring. They lie
  // in the same memory: what is outside of a record cannot see into it.
  void add_xors() {
    std::vector<Piece*> all;
    for (Piece& piece : units_) all.push_back(&piece);
    for (Piece& piece : pool_) all.push_back(&piece);
    mix(all);
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        if (can_be_xored(*all[i]) && all[k]->slots == all[i]->slots &&
            (all[i]->inside || !all[k]->inside) &&
            all[k]->term.digit.join.empty() &&
            all[k]->term.digit.source != "0" && all[i]->term.xors.size() < 3 &&
            chance(random_, 30)) {
          all[i]->term.xors.push_back(all[k]->term.digit);
        }
      }
    }
  }

  // A term of a let may be XORed with what is stored on its own and is known
  // before the let.
  void add_xors_inside_lets() {
    for (std::size_t n = 0; n < out_.digits.lets.size(); ++n) {
      TermText& let = out_.digits.lets[n].term;
      TermText& term = let.digit.join.empty() ? let : let.digit.join.front();
      const DigitText& digit = term.digit;
      if (!digit.join.empty() || !term.xors.empty()) continue;
      for (const Piece& piece : pool_) {
        const DigitText& other = piece.term.digit;
        if (digit.alloc > 0 && digit.alloc == piece.slots && !piece.inside &&
            can_be_xored(piece) && other.join.empty() && other.source != "0" &&
            piece.level < int(n) && chance(random_, 50)) {
          term.xors.push_back(other);
          break;
        }
      }
    }
  }

  void finish() {
    std::size_t next = 0;
    for (PlaceText& place : out_.digits.places) {
      if (place.copies == 0) place.term = units_[next++].term;
    }
    static const char* const kElements[] = {"f32", "bf16", "i8", "u4",
                                            "u1",  "f64",  "u2", "f16"};
    out_.element = kElements[pick(random_, 0, 7)];
    if (has_record_) return make_record();
    for (const Piece& piece : pool_) {
      out_.digits.memory.terms.push_back(piece.term);
    }
  }

  // Some digits choose the record, the others lie inside it.
  void choose_record() {
    has_record_ = true;
    const auto outer = std::size_t(pick(random_, 0, Index(pool_.size())));
    for (std::size_t i = outer; i < pool_.size(); ++i) pool_[i].inside = true;
  }

  // Scales leave out the lowest digits of some axes.
  void make_record() {
    FieldText data{
        "q", parse_format(chance(random_, 50) ? "i8" : "f16").element(), {}};
    FieldText scale{
        "s", parse_format(chance(random_, 50) ? "e8m0" : "f32").element(), {}};
    for (const Piece& piece : pool_) {
      if (!piece.inside) {
        out_.digits.memory.terms.push_back(piece.term);
        continue;
      }
      data.memory.terms.push_back(piece.term);
      if (!may_leave_out(piece) || !chance(random_, 60)) {
        scale.memory.terms.push_back(piece.term);
      }
    }
    auto& fields = out_.digits.memory.fields;
    fields = {std::move(scale), std::move(data)};
    if (chance(random_, 20)) std::swap(fields[0], fields[1]);
  }

  // The lowest digit of an axis, if no other digit needs it.
  bool may_leave_out(const Piece& piece) const {
    if (!piece.of_axis || piece.term.digit.div != 1) return false;
    for (const Piece& other : pool_) {
      if (!other.term.xors.empty()) return false;
    }
    for (const Piece& other : units_) {
      if (!other.term.xors.empty()) return false;
    }
    return std::none_of(out_.digits.lets.begin(), out_.digits.lets.end(),
                        [](const LetText& let) {
                          return !let.term.xors.empty() ||
                                 (!let.term.digit.join.empty() &&
                                  !let.term.digit.join[0].xors.empty());
                        });
  }

  Random& random_;
  bool has_shape_;
  RandomLayout out_;
  Pieces pool_;
  Pieces units_;
  int joins_ = 0;
  bool has_record_ = false;
};

// Every list of terms of a layout, however deep.
void collect(std::vector<TermText>& terms,
             std::vector<std::vector<TermText>*>& out) {
  out.push_back(&terms);
  for (TermText& term : terms) collect(term.digit.join, out);
}

void collect(MemoryText& memory, std::vector<std::vector<TermText>*>& out) {
  collect(memory.terms, out);
  for (FieldText& field : memory.fields) collect(field.memory, out);
}

void change_number(Random& random, DigitText& digit) {
  Index* const numbers[] = {&digit.div, &digit.radix, &digit.alloc};
  Index& number = *numbers[pick(random, 0, 2)];
  const Index changed[] = {number + 1, number - 1, number * 2, number / 2, 0};
  number = changed[pick(random, 0, 4)];
  digit.div = std::max<Index>(digit.div, 1);
  digit.radix = std::max<Index>(digit.radix, 0);
  digit.alloc = std::max<Index>(digit.alloc, 0);
}

}  // namespace

Index pick(Random& random, Index low, Index high) {
  const auto count = static_cast<std::uint64_t>(high - low) + 1;
  return low + static_cast<Index>(random() % count);
}

bool chance(Random& random, int percent) {
  return pick(random, 0, 99) < percent;
}

RandomLayout random_layout(Random& random) {
  while (true) {
    if (auto layout = Maker(random).make()) return *std::move(layout);
  }
}

RandomLayout random_layout_like(Random& random, const RandomLayout& shape) {
  auto layout = Maker(random, &shape).make();
  return layout ? *std::move(layout) : random_layout_like(random, shape);
}

RandomLayout corrupted(Random& random, RandomLayout layout) {
  std::vector<std::vector<TermText>*> lists;
  for (LetText& let : layout.digits.lets) collect(let.term.digit.join, lists);
  collect(layout.digits.memory, lists);
  std::erase_if(lists, [](const auto* list) { return list->empty(); });
  if (lists.empty()) return layout;
  const auto at = std::size_t(pick(random, 0, Index(lists.size()) - 1));
  auto& list = *lists[at];
  const Index which = pick(random, 0, Index(list.size()) - 1);
  TermText& term = list[std::size_t(which)];
  switch (pick(random, 0, 4)) {
    case 0:
      list.erase(list.begin() + which);
      break;
    case 1:
      list.push_back(TermText(term));
      break;
    case 2:
      if (!layout.names.empty()) {
        term.digit.source = layout.names[std::size_t(
            pick(random, 0, Index(layout.names.size()) - 1))];
      }
      break;
    default:
      change_number(random, term.digit);
  }
  return layout;
}

std::string shape_text(const RandomLayout& layout) {
  std::string out;
  for (std::size_t i = 0; i < layout.sizes.size(); ++i) {
    out += (i == 0 ? "" : ", ") + layout.names[i] + "=" +
           std::to_string(layout.sizes[i]);
  }
  return out;
}

std::uint64_t test_seed() {
  const char* const given = std::getenv("ASHLAR_TEST_SEED");
  return given == nullptr ? 20240229 : std::strtoull(given, nullptr, 10);
}

}  // namespace ashlar::test
