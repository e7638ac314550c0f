// Facts about formats, and numbers converted.
#include "cli/formats_report.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "ashlar/cast.h"
#include "ashlar/error.h"
#include "cli/cast_options.h"
#include "cli/formats_number.h"

namespace ashlar::cli {
namespace {

std::uint64_t ones(int count) {
  return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

bool has_sign_bit(const Element& e) {
  return e.is_signed && e.representation == Representation::sign_magnitude;
}

/// Codes of an element, shifted to where its words hold them.
class Words {
 public:
  explicit Words(const Element& element) : e_(element) {}

  std::uint64_t magnitude_ones() const { return ones(magnitude_bits()); }
  std::uint64_t sign() const { return std::uint64_t{1} << magnitude_bits(); }
  std::uint64_t word(std::uint64_t code) const {
    return code << e_.storage_shift;
  }

  // A code and its negative.
  void add_signed(std::vector<WordRange>& out, std::uint64_t first,
                  std::uint64_t last) const {
    out.push_back({word(first), word(last)});
    if (!has_sign_bit(e_)) return;
    out.push_back({word(first | sign()), word(last | sign())});
  }

 private:
  int magnitude_bits() const { return e_.bits - (has_sign_bit(e_) ? 1 : 0); }

  const Element& e_;
};

void add_specials(KnownWords& known, const Element& e) {
  const Words words(e);
  const std::uint64_t top = words.magnitude_ones();
  std::optional<std::uint64_t> infinity;
  std::optional<WordRange> nan;
  switch (e.specials) {
    case Specials::none:
      break;
    case Specials::ieee:
      infinity = top - ones(e.mantissa_bits);
      if (e.mantissa_bits > 0) nan = WordRange{*infinity + 1, top};
      break;
    case Specials::largest_nan_inf:
      infinity = top - 1;
      [[fallthrough]];
    case Specials::largest_nan:
    case Specials::merged:
      nan = WordRange{top, top};
      break;
    case Specials::negative_zero_nan_inf:
      infinity = top;
      [[fallthrough]];
    case Specials::negative_zero_nan:
      known.nan = {{words.word(words.sign()), words.word(words.sign())}};
      break;
  }
  if (nan) words.add_signed(known.nan, nan->first, nan->last);
  if (!infinity) return;
  std::vector<WordRange> both;
  words.add_signed(both, *infinity, *infinity);
  for (const WordRange& range : both) known.infinity.push_back(range.first);
}

// Integers and fixed point, which may have more bits than a double.
void add_integer_extremes(KnownWords& known, const Element& e) {
  const Words words(e);
  const std::uint64_t half = std::uint64_t{1} << (e.bits - 1);
  std::uint64_t smallest = 1;
  std::uint64_t largest = ones(e.bits);
  std::uint64_t lowest = 0;
  if (has_sign_bit(e)) {
    largest = words.magnitude_ones();
    lowest = largest | words.sign();
  } else if (e.representation == Representation::offset_binary) {
    smallest = half + 1;
  } else if (e.is_signed) {
    largest = half - 1;
    lowest = half;
  }
  known.largest = words.word(largest);
  known.lowest = words.word(lowest);
  known.smallest = words.word(smallest);
  known.smallest_normal = known.smallest;
}

// By an array of one: stochastic rounding draws for each index anew.
std::uint64_t word_of(const Element& element, double value,
                      const CastOptions& options) {
  std::array<std::byte, sizeof(std::uint64_t)> bytes = {};
  const std::span in(&value, 1);
  const auto size = static_cast<std::size_t>(packed_bytes(element, 1));
  cast(parse_format("f64").element(), std::as_bytes(in), element,
       std::span(bytes).first(size), 1, options);
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < size; ++i) {
    word |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
  }
  return word;
}

void check_convertible(const Format& format) {
  if (format.is_block()) {
    const bool has_tables = format.block()->codebook != nullptr;
    throw Error(ErrorKind::unsupported, "formats",
                format.name() + " is a block format: its numbers share scales",
                has_tables ? "ashlar formats " + format.name() +
                                 " shows the tables of its elements"
                           : "ashlar formats " + to_string(format.element()) +
                                 " NUMBER converts to its element format");
  }
  if (has_words(format.element())) return;
  throw Error(ErrorKind::unsupported, "formats",
              format.name() + " has words of " + std::to_string(format.bits()) +
                  " bits",
              "only numbers of up to 64 bits can be converted here");
}

}  // namespace

bool has_words(const Element& element) {
  return element.storage_bits <= 64 && element.kind != ElementKind::codebook;
}

KnownWords known_words(const Element& element) {
  KnownWords known;
  if (element.kind == ElementKind::floating) {
    const Format format(element);
    known.largest = encode(element, format.max_finite());
    known.lowest = encode(element, format.lowest());
    known.smallest_normal = encode(element, format.smallest_normal());
    known.smallest = encode(element, format.smallest_subnormal());
  } else {
    add_integer_extremes(known, element);
  }
  if (element.has_negative_zero()) {
    const Words words(element);
    known.negative_zero = words.word(words.sign());
  }
  add_specials(known, element);
  return known;
}

std::vector<std::uint64_t> all_words(const Element& element) {
  std::vector<std::uint64_t> words;
  constexpr int kMostBits = 8;
  if (element.bits > kMostBits || !has_words(element)) return words;
  for (std::uint64_t code = 0; code <= ones(element.bits); ++code) {
    words.push_back(code << element.storage_shift);
  }
  return words;
}

FormatReport report_on_format(const std::string& name,
                              const PolicyWords& words) {
  FormatReport report;
  report.format = parse_format(name);
  for (const NamedFormat& row : formats()) {
    if (row.format == report.format) report.aliases = row.aliases;
  }
  report.profile = profile_of(words).name;
  report.policy = policy_of(words, Element{}, report.format.element());
  return report;
}

void convert(FormatReport& report, const std::string& text) {
  check_convertible(report.format);
  const Element& element = report.format.element();
  Conversion out;
  out.text = text;
  if (is_word(text)) {
    out.word = read_word(element, text);
  } else {
    out.number = read_number(text);
    CastOptions options;
    options.policy = report.policy;
    options.first = static_cast<std::int64_t>(report.conversions.size());
    out.word = word_of(element, *out.number, options);
  }
  out.value = decode(element, out.word);
  report.conversions.push_back(out);
}

// Never goes back over more than one star.
bool matches(std::string_view name, std::string_view pattern) {
  std::size_t at = 0;
  std::size_t next = 0;
  std::size_t star = std::string_view::npos;
  std::size_t resume = 0;
  while (at < name.size()) {
    if (next < pattern.size() && pattern[next] == '*') {
      star = next++;
      resume = at;
    } else if (next < pattern.size() && pattern[next] == name[at]) {
      ++next;
      ++at;
    } else if (star != std::string_view::npos) {
      next = star + 1;
      at = ++resume;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', next) == std::string_view::npos;
}

std::vector<const NamedFormat*> matching_formats(const std::string& pattern) {
  std::vector<const NamedFormat*> found;
  for (const NamedFormat& row : formats()) {
    const auto fits = [&](std::string_view name) {
      return matches(name, pattern);
    };
    if (fits(row.name) || std::ranges::any_of(row.aliases, fits)) {
      found.push_back(&row);
    }
  }
  if (!found.empty()) return found;
  throw Error(ErrorKind::invalid, "formats",
              "no format matches '" + pattern + "'",
              "ashlar formats lists all names");
}

}  // namespace ashlar::cli
