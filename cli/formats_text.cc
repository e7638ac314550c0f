// `ashlar formats NAME`: one format, explained.
#include <cmath>
#include <ostream>
#include <string>
#include <utility>

#include "ashlar/cast.h"
#include "ashlar/error.h"
#include "cli/formats_block.h"
#include "cli/formats_number.h"
#include "cli/formats_report.h"
#include "cli/formats_table.h"
#include "cli/formats_values.h"

namespace ashlar::cli {
namespace {

std::string joined(const std::vector<std::string_view>& words) {
  std::string text;
  for (const std::string_view word : words) {
    text += (text.empty() ? "" : " ") + std::string(word);
  }
  return text;
}

// "2^(e - 127)", "2^-6".
std::string exponent_text(int bias) {
  if (bias == 0) return "2^e";
  return bias > 0 ? "2^(e - " + std::to_string(bias) + ")"
                  : "2^(e + " + std::to_string(-bias) + ")";
}

std::string float_meaning(const Element& e) {
  const std::string sign = e.is_signed ? "(-1)^s * " : "";
  const std::string one = e.mantissa_bits > 0 ? " * 1.m" : "";
  std::string text = sign + exponent_text(e.bias) + one;
  if (e.has_subnormals && e.mantissa_bits > 0) {
    const std::string scale =
        e.bias == 1 ? "" : "2^" + std::to_string(1 - e.bias) + " * ";
    text += "; if e = 0, " + sign + scale + "0.m";
  } else if (e.has_zero) {
    text +=
        e.mantissa_bits > 0 ? "; if e = 0 and m = 0, zero" : "; if e = 0, zero";
  }
  return text;
}

std::string meaning(const Element& e) {
  if (e.kind == ElementKind::floating) return float_meaning(e);
  if (e.kind == ElementKind::boolean) return "0 is false, 1 is true";
  if (e.kind == ElementKind::codebook) return "an index into a table";
  const std::string scale =
      e.fraction_bits == 0 ? "" : " * 2^" + std::to_string(-e.fraction_bits);
  switch (e.representation) {
    case Representation::sign_magnitude:
      return "(-1)^s * the other bits" + scale;
    case Representation::offset_binary:
      return "the code minus " + exact_text(std::ldexp(1, e.bits - 1)) + scale;
    case Representation::twos_complement:
      break;
  }
  return std::string(e.is_signed ? "two's complement" : "unsigned") + scale;
}

// "448 (0x7e)"; words of more than 64 bits are not shown.
std::string with_word(const std::string& text, const Element& e,
                      std::uint64_t word) {
  return has_words(e) ? text + " (" + hex_text(e, word) + ")" : text;
}

// What becomes of a number that the format does not have.
std::string becomes(const FormatReport& report, double value) {
  const Element& e = report.format.element();
  if (!has_words(e)) return "none";
  try {
    const std::uint64_t word = encode(e, value, report.policy);
    return "none; becomes " + with_word(short_text(decode(e, word)), e, word);
  } catch (const Error&) {
    return "none; an error";
  }
}

std::string range_text(const Element& e, const WordRange& range) {
  const std::string first = hex_text(e, range.first);
  return range.first == range.last ? first
                                   : first + " to " + hex_text(e, range.last);
}

std::string nan_text(const Element& e, const KnownWords& known) {
  std::string text;
  for (const WordRange& range : known.nan) {
    text += (text.empty() ? "" : ", ") + range_text(e, range);
  }
  return text;
}

std::string_view explained(Rounding rounding) {
  switch (rounding) {
    case Rounding::automatic:
    case Rounding::nearest_even:
      return "to the nearest, ties to the even code";
    case Rounding::nearest_away:
      return "to the nearest, ties away from zero";
    case Rounding::nearest_zero:
      return "to the nearest, ties towards zero";
    case Rounding::toward_zero:
      return "towards zero";
    case Rounding::toward_positive:
      return "up";
    case Rounding::toward_negative:
      return "down";
    case Rounding::to_odd:
      return "to the odd code";
    case Rounding::stochastic:
      break;
  }
  return "up or down by chance, the nearer the likelier";
}

std::string rounding_text(const FormatReport& report) {
  Rounding rounding = report.policy.rounding;
  if (rounding == Rounding::automatic) {
    const bool ties_away = report.format.element().specials == Specials::merged;
    rounding = ties_away ? Rounding::nearest_away : Rounding::nearest_even;
  }
  return std::string(explained(rounding)) + " (" +
         std::string(to_string(rounding)) + ")";
}

std::string integer_overflow_text(const FormatReport& report) {
  const std::string word(to_string(report.policy.integer_overflow));
  switch (report.policy.integer_overflow) {
    case IntegerOverflow::error:
      return "refused (" + word + ")";
    case IntegerOverflow::saturate:
      return "becomes " + report.format.lowest_text() + " or " +
             report.format.max_text() + " (" + word + ")";
    case IntegerOverflow::wrap:
      break;
  }
  return "keeps the lower bits (" + word + ")";
}

// What numbers beyond the largest one become, as far as f64 has such numbers.
std::string beyond_text(const FormatReport& report) {
  const Element& e = report.format.element();
  if (e.specials == Specials::merged) return "NaN-infinity";
  const double beyond = 4 * report.format.max_finite();
  if (!std::isfinite(beyond)) return "infinity";
  const double value = decode(e, encode(e, beyond, report.policy));
  return std::isinf(value) ? "infinity" : exact_text(value);
}

std::string overflow_text(const FormatReport& report) {
  const Element& e = report.format.element();
  if (e.kind != ElementKind::floating) return integer_overflow_text(report);
  Overflow rule = report.policy.overflow;
  if (rule == Overflow::automatic) {
    const bool has_place = e.has_infinity() || e.specials == Specials::merged;
    rule = has_place ? Overflow::none : Overflow::saturate_finite;
  }
  const bool takes_infinity =
      rule == Overflow::saturate_finite && e.has_infinity();
  return "becomes " + beyond_text(report) +
         (takes_infinity ? ", infinity too" : "") + " (" +
         std::string(to_string(rule)) + ")";
}

void add_range(Facts& facts, const Format& format, const KnownWords& known) {
  const Element& e = format.element();
  const bool is_float = e.kind == ElementKind::floating;
  facts.emplace_back(
      "largest",
      with_word(is_float ? full_text(format.max_finite()) : format.max_text(),
                e, known.largest));
  if (!is_float && e.is_signed) {
    facts.emplace_back("lowest",
                       with_word(format.lowest_text(), e, known.lowest));
  }
  if (e.kind == ElementKind::fixed) {
    facts.emplace_back("steps of", full_text(format.epsilon()));
  }
  if (!is_float) return;
  facts.emplace_back(
      "smallest",
      with_word(full_text(format.smallest_subnormal()), e, known.smallest));
  if (known.smallest != known.smallest_normal) {
    facts.emplace_back("normal from",
                       with_word(full_text(format.smallest_normal()), e,
                                 known.smallest_normal));
  }
  facts.emplace_back("epsilon", full_text(format.epsilon()));
}

void add_specials(Facts& facts, const FormatReport& report,
                  const KnownWords& known) {
  const Element& e = report.format.element();
  if (e.specials == Specials::merged) {
    facts.emplace_back("NaN, inf", nan_text(e, known) + ": one code for both");
  } else {
    std::string infinity;
    for (const std::uint64_t word : known.infinity) {
      infinity += (infinity.empty() ? "" : ", ") + hex_text(e, word);
    }
    facts.emplace_back("infinity",
                       infinity.empty() ? becomes(report, HUGE_VAL) : infinity);
    facts.emplace_back("NaN", known.nan.empty() ? becomes(report, std::nan(""))
                                                : nan_text(e, known));
  }
  if (!e.has_zero) facts.emplace_back("zero", becomes(report, 0.0));
  if (!e.is_signed) {
    facts.emplace_back("negative", becomes(report, -1.0));
  } else if (known.negative_zero && has_words(e)) {
    facts.emplace_back("-0", hex_text(e, *known.negative_zero));
  } else if (e.kind == ElementKind::floating) {
    facts.emplace_back("-0", becomes(report, -0.0));
  }
}

// Very wide words are described by the code inside them.
FormatReport without_words(FormatReport report) {
  Element e = report.format.element();
  if (has_words(e)) return report;
  e.storage_bits = e.bits;
  e.storage_shift = 0;
  report.format = Format(e);
  return report;
}

void print_element(std::ostream& out, const FormatReport& stored,
                   const Look& look) {
  print_bits(out, stored.format.element(), look);
  const FormatReport report = without_words(stored);
  const Element& e = report.format.element();
  Facts facts = {{"means", meaning(e)}};
  const KnownWords known = has_words(e) ? known_words(e) : KnownWords{};
  add_range(facts, report.format, known);
  const bool is_float = e.kind == ElementKind::floating;
  const bool is_number = e.kind != ElementKind::boolean;
  if (is_float) {
    add_specials(facts, report, known);
  } else if (is_number) {
    facts.emplace_back("NaN", becomes(report, std::nan("")));
  }
  if (is_number) {
    facts.emplace_back("rounding", rounding_text(report));
    facts.emplace_back("overflow", overflow_text(report));
  }
  if (report.profile != cast_profiles()[0].name) {
    facts.emplace_back("profile", std::string(report.profile));
  }
  print_facts(out, facts, look);
  print_values(out, e, look);
}

}  // namespace

void print_format(std::ostream& out, const FormatReport& report,
                  const Look& look) {
  const Format& format = report.format;
  out << strong(format.name(), look) << '\n';
  const auto width = static_cast<std::size_t>(look.width) - 2;
  for (const std::string& line : wrapped(format.description(), width)) {
    out << "  " << line << '\n';
  }
  Facts facts;
  if (!report.aliases.empty()) {
    facts.emplace_back("also called", joined(report.aliases));
  }
  if (format.is_block()) {
    for (auto& fact : block_facts(format)) facts.push_back(fact);
  }
  print_facts(out, facts, look);
  out << '\n';
  if (format.is_block() && format.block()->codebook) {
    const Codebook& book = *format.block()->codebook;
    out << strong("its elements, " + book.name, look) << '\n';
    print_tables(out, book, look);
    return;
  }
  if (format.is_block()) {
    out << strong("its elements, " + to_string(format.element()), look) << '\n';
  }
  print_element(out, report, look);
}

}  // namespace ashlar::cli
