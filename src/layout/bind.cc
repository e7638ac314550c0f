// From digits as written to digits of one shape.
#include "src/layout/bind.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <utility>

#include "src/base/checked.h"

namespace ashlar {
namespace {

constexpr std::string_view kWhere = "layout";
constexpr Index kMaxBits = Index{1} << 62;

std::string text_of(const DigitText& digit) {
  const std::string list = to_string(Digits{{}, {}, {{{digit, {}}}, {}}});
  return list.substr(1, list.size() - 2);  // without the brackets
}

std::int8_t log2_or_minus_one(Index value) {
  return is_power_of_two(value) ? static_cast<std::int8_t>(std::countr_zero(
                                      static_cast<std::uint64_t>(value)))
                                : std::int8_t{-1};
}

Name short_name(const std::string& name) {
  require(name.size() <= Name::kCapacity, ErrorKind::limit, kWhere, "the name ",
          name, " has more than ", Name::kCapacity, " characters");
  return Name(name);
}

}  // namespace

/// Builds a `BoundLayout` step by step: sources first, then digits, then the
/// strides that follow from them.
class Binder {
 public:
  Binder(const Shape& shape, const AxisNames& names, const Element& element,
         Coverage coverage) {
    out_.coverage_ = coverage;
    require(names.size() >= shape.rank(), ErrorKind::invalid, kWhere,
            "the shape has ", shape.rank(), " axes, but only ", names.size(),
            " of them have names");
    out_.shape_ = shape;
    out_.names_ = names;
    out_.fields_[0].element = element;
  }

  BoundLayout run(const Digits& digits) {
    for (const LetText& let : digits.lets) add_let(let);
    add_units(digits.places);
    add_memory(digits.memory, 0);
    for (const auto& [name, let] : lets_) {
      require(let.used, ErrorKind::invalid, kWhere, "the let-name ", name,
              " is not used");
    }
    link_xors();
    order_xors();
    choose_data_field();
    normalise_top_digits();
    compute_strides();
    out_.shape_ = Shape(out_.shape_.sizes(), padded_sizes(out_));
    return out_;
  }

 private:
  struct Let {
    std::uint8_t source = kNoSource;
    bool used = false;
  };
  struct Resolved {
    Digit digit;
    WrittenDigit written;
    std::vector<DigitText> xors;
  };

  // ---- sources

  void add_let(const LetText& let) {
    require(!is_axis(let.name), ErrorKind::invalid, kWhere, "the let-name ",
            let.name, " is also the name of an axis; choose another");
    require(!lets_.contains(let.name), ErrorKind::invalid, kWhere,
            "the let-name ", let.name, " is given twice");
    // A name for a whole join needs no join of its own.
    const bool is_join = !let.term.digit.join.empty() &&
                         let.term == TermText{{{}, let.term.digit.join}, {}};
    const std::vector<TermText> terms =
        is_join ? let.term.digit.join : std::vector{let.term};
    lets_[let.name] = {add_join(terms, short_name(let.name)), false};
  }

  std::uint8_t add_join(const std::vector<TermText>& terms, Name name) {
    std::vector<Resolved> digits;
    for (const TermText& term : terms) digits.push_back(resolve(term));
    require(out_.join_count_ < kMaxJoins, ErrorKind::limit, kWhere,
            "more than ", kMaxJoins, " joins");
    Join join{out_.digit_count_, 0, 1, name};
    for (Resolved& digit : digits) {
      join.extent = checked_multiply(join.extent, digit.digit.alloc, "join");
      push(std::move(digit));
      ++join.count;
    }
    out_.joins_[out_.join_count_] = join;
    return static_cast<std::uint8_t>(kMaxRank + out_.join_count_++);
  }

  bool is_axis(std::string_view name) const {
    const int axis = out_.names_.find(name);
    return axis >= 0 && axis < out_.shape_.rank();
  }

  std::uint8_t source_of(const DigitText& digit) {
    if (!digit.join.empty()) return add_join(digit.join, {});
    if (digit.source == "0") return kNoSource;
    if (const auto let = lets_.find(digit.source); let != lets_.end()) {
      let->second.used = true;
      return let->second.source;
    }
    if (is_axis(digit.source)) {
      return static_cast<std::uint8_t>(out_.names_.find(digit.source));
    }
    std::vector<std::string_view> known;
    for (int i = 0; i < out_.shape_.rank(); ++i)
      known.push_back(out_.names_[i]);
    throw Error(ErrorKind::invalid, std::string(kWhere),
                concat("there is no axis ", digit.source, " for the digit ",
                       text_of(digit)),
                known.empty() ? "a tensor of rank 0 has no axes"
                              : concat("the axes are ", join(known, ", ")));
  }

  // ---- digits

  Resolved resolve(const TermText& term) {
    Resolved out = resolve(term.digit);
    require(term.xors.size() <= kMaxXors, ErrorKind::limit, kWhere,
            "the digit ", out.written.text, " is XORed with ", term.xors.size(),
            " others, at most ", kMaxXors, " are possible");
    out.xors = term.xors;
    return out;
  }

  Resolved resolve(const DigitText& text) {
    Resolved out;
    out.written.text = text_of(text);
    require(text.div >= 1 && text.radix >= 0 && text.alloc >= 0,
            ErrorKind::invalid, kWhere, "the digit ", out.written.text,
            " has a number that is too small");
    Digit& digit = out.digit;
    digit.source = source_of(text);
    if (digit.source == kNoSource) {
      require(text.div == 1 && text.radix == 0, ErrorKind::invalid, kWhere,
              "the gap ", out.written.text,
              " can only have a number of slots, as in 0:64");
      digit.alloc = text.alloc == 0 ? 1 : text.alloc;
      return out;
    }
    digit.div = text.div;
    const Index left = div_up(extent_of(out_, digit.source), text.div);
    digit.radix = text.radix == 0 ? left : text.radix;
    digit.alloc = text.alloc == 0 ? digit.radix : text.alloc;
    require(digit.alloc >= digit.radix, ErrorKind::invalid, kWhere,
            describe_source(out_, digit.source), ": the digit ",
            out.written.text, " takes ", digit.radix, " values, but has only ",
            digit.alloc, " slots");
    digit.wraps = left > digit.radix;
    digit.div_shift = log2_or_minus_one(digit.div);
    digit.mask_bits = log2_or_minus_one(digit.radix);
    out.written.radix = digit.radix;
    return out;
  }

  std::uint8_t push(Resolved digit) {
    require(out_.digit_count_ < kMaxDigits, ErrorKind::limit, kWhere,
            "more than ", kMaxDigits, " digits");
    out_.digits_[out_.digit_count_] = digit.digit;
    written_.push_back(std::move(digit.written));
    xors_.push_back(std::move(digit.xors));
    return out_.digit_count_++;
  }

  void add_units(const std::vector<PlaceText>& places) {
    require(places.size() <= kMaxUnits, ErrorKind::limit, kWhere, "more than ",
            kMaxUnits, " units");
    Index total = 1;
    for (const PlaceText& place : places) {
      for (const Unit& other : out_.units()) {
        require(other.name != short_name(place.unit), ErrorKind::invalid,
                kWhere, "the unit ", place.unit, " is given twice");
      }
      require(place.copies >= 0, ErrorKind::invalid, kWhere, "the unit ",
              place.unit, " has ", place.copies, " copies");
      Unit unit{short_name(place.unit), place.copies, -1};
      if (place.copies == 0) {
        unit.digit = static_cast<std::int8_t>(push(resolve(place.term)));
        unit.extent = out_.digits_[static_cast<std::size_t>(unit.digit)].alloc;
      }
      total = checked_multiply(total, unit.extent, "units");
      out_.units_[out_.unit_count_++] = unit;
    }
  }

  void add_memory(const MemoryText& memory, std::uint8_t at) {
    std::vector<Resolved> digits;
    for (const TermText& term : memory.terms) digits.push_back(resolve(term));
    out_.fields_[at].first = out_.digit_count_;
    out_.fields_[at].count = static_cast<std::uint8_t>(digits.size());
    for (Resolved& digit : digits) push(std::move(digit));
    out_.fields_[at].is_record = !memory.fields.empty();
    for (const FieldText& text : memory.fields) {
      require(out_.field_count_ < kMaxFields, ErrorKind::limit, kWhere,
              "more than ", kMaxFields - 1, " fields");
      for (const Field& other : out_.fields()) {
        require(other.name != short_name(text.name), ErrorKind::invalid, kWhere,
                "the field ", text.name, " is given twice");
      }
      const std::uint8_t child = out_.field_count_++;
      out_.fields_[child].name = short_name(text.name);
      out_.fields_[child].element = text.element;
      out_.fields_[child].parent = static_cast<std::int8_t>(at);
      add_memory(text.memory, child);
    }
  }

  // ---- XOR

  /// An operand must be a digit that is stored on its own, in memory or as a
  /// unit: only then can the XOR be undone.
  void link_xors() {
    for (std::size_t i = 0; i < xors_.size(); ++i) {
      Digit& digit = out_.digits_[i];
      for (const DigitText& text : xors_[i]) {
        require(text.join.empty(), ErrorKind::invalid, kWhere, "the digit ",
                written_[i].text, " is XORed with the join ", text_of(text),
                "; give the join a name and store it");
        const Resolved operand = resolve(text);
        require(
            operand.digit.alloc == digit.alloc && is_power_of_two(digit.alloc),
            ErrorKind::invalid, kWhere, "the digit ", written_[i].text,
            " with ", digit.alloc, " slots is XORed with ",
            operand.written.text, " with ", operand.digit.alloc,
            "; both need the same power of two");
        require(is_known_before(operand.digit.source, i), ErrorKind::invalid,
                kWhere, "the digit ", written_[i].text, " is XORed with ",
                operand.written.text,
                ", which follows it; write that let-name first");
        digit.xors[digit.xor_count++] = stored_twin(operand, i);
      }
    }
  }

  /// XORs can only be undone one after the other, so they must not form a ring.
  void order_xors() const {
    for (std::size_t i = 0; i < out_.digit_count_; ++i) {
      require(!reaches(i, i, 0), ErrorKind::invalid, kWhere, "the digit ",
              written_[i].text, " is XORed with itself in the end");
    }
  }

  bool reaches(std::size_t from, std::size_t to, int depth) const {
    const Digit& digit = out_.digits_[from];
    for (std::size_t k = 0; k < digit.xor_count; ++k) {
      const std::size_t next = digit.xors[k];
      if (next == to || (depth < kMaxDigits && reaches(next, to, depth + 1))) {
        return true;
      }
    }
    return false;
  }

  /// The terms of a join can only use what was there before the join.
  bool is_known_before(std::uint8_t source, std::size_t user) const {
    if (source == kNoSource || source < kMaxRank) return true;
    const int join = join_of(out_, user);
    return join < 0 || source - kMaxRank < join;
  }

  /// Fields may repeat digits, so the nearest twin counts: one on the way to
  /// the user's own field if there is one.
  std::uint8_t stored_twin(const Resolved& operand, std::size_t user) const {
    const std::vector<int> path =
        path_to(out_, std::max(field_of(out_, user), 0));
    int found = -1;
    for (std::size_t i = 0; i < out_.digit_count_; ++i) {
      const Digit& digit = out_.digits_[i];
      if (i == user || digit.source != operand.digit.source ||
          digit.div != operand.digit.div ||
          digit.radix != operand.digit.radix || join_of(out_, i) >= 0) {
        continue;
      }
      const int field = field_of(out_, i);
      const bool is_near =
          field < 0 || std::ranges::find(path, field) != path.end();
      if (found < 0 || is_near) found = static_cast<int>(i);
      if (is_near) break;
    }
    require(found >= 0, ErrorKind::invalid, kWhere, "the digit ",
            written_[user].text, " is XORed with ", operand.written.text,
            ", which is not stored on its own");
    return static_cast<std::uint8_t>(found);
  }

  // ---- rules and derived figures

  void choose_data_field() {
    std::string problem;
    int chosen = -1;
    for (int i = 0; i < out_.field_count_; ++i) {
      if (out_.fields_[static_cast<std::size_t>(i)].is_record) continue;
      const std::string why =
          why_not_injective(out_, written_, i, out_.coverage_);
      if (why.empty()) {
        chosen = i;
      } else {
        problem = why;
        const std::string worse =
            why_not_injective(out_, written_, i, Coverage::blocks);
        if (!worse.empty()) fail(ErrorKind::invalid, kWhere, worse);
      }
    }
    require(chosen >= 0, ErrorKind::invalid, kWhere, problem);
    out_.data_field_ = static_cast<std::uint8_t>(chosen);
  }

  /// The top digit of a source can take no more values than the source leaves
  /// it; what was written beyond that is slots.
  void normalise_top_digits() {
    for (Digit& digit : digits()) {
      if (digit.source == kNoSource) continue;
      const bool is_top = std::ranges::none_of(digits(), [&](const Digit& d) {
        return d.source == digit.source && d.div > digit.div;
      });
      if (!is_top) continue;
      digit.radix = std::min(digit.radix,
                             div_up(extent_of(out_, digit.source), digit.div));
      digit.mask_bits = log2_or_minus_one(digit.radix);
    }
  }

  std::span<Digit> digits() { return {out_.digits_.data(), out_.digit_count_}; }

  /// Dense from the right. Returns the bits of all entries together.
  Index stride_digits(std::span<Digit> list, Index entry) {
    Index stride = entry;
    for (std::size_t i = list.size(); i-- > 0;) {
      list[i].stride = stride;
      stride = checked_multiply(stride, list[i].alloc, "bits in memory");
    }
    return stride;
  }

  void compute_strides() {
    for (const Join& join : out_.joins()) {
      stride_digits(digits().subspan(join.first, join.count), 1);
    }
    // Children come after their parents, so a record's parts are ready first.
    for (std::size_t i = out_.field_count_; i-- > 0;) {
      Field& field = out_.fields_[i];
      if (field.is_record) {
        field.entry_bits = lay_out_record(static_cast<std::int8_t>(i));
      } else {
        field.entry_bits = field.element.storage_bits;
      }
      field.bits = stride_digits(digits().subspan(field.first, field.count),
                                 field.entry_bits);
      require(field.bits <= kMaxBits, ErrorKind::limit, kWhere,
              "a unit would hold ", field.bits,
              " bits, at most 2^62 are possible");
    }
    checked_multiply(out_.bytes_per_unit(), out_.unit_total(), "bytes");
  }

  Index lay_out_record(std::int8_t parent) {
    Index bits = 0;
    for (Field& field : std::span(out_.fields_).first(out_.field_count_)) {
      if (field.parent != parent) continue;
      field.bit_offset = bits;
      bits = checked_add(bits, field.bits, "bits of a record");
    }
    require(bits % 8 == 0, ErrorKind::invalid, kWhere, "a record has ", bits,
            " bits, expected whole bytes; give a field more slots");
    return bits;
  }

  BoundLayout out_;
  std::map<std::string, Let, std::less<>> lets_;
  std::vector<WrittenDigit> written_;
  std::vector<std::vector<DigitText>> xors_;
};

BoundLayout bind(const Digits& digits, const Shape& shape,
                 const AxisNames& names, const Element& element,
                 Coverage coverage) {
  return Binder(shape, names, element, coverage).run(digits);
}

}  // namespace ashlar
