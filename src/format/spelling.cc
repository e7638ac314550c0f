// spelling.cc - the generic names of integers and fixed point.
#include "src/format/spelling.h"

#include "src/base/concat.h"
#include "src/format/elements.h"
#include "src/format/float_spelling.h"
#include "src/format/scan.h"

namespace ashlar {
namespace {

Spelling read_integer(std::string_view name) {
  struct Prefix {
    std::string_view text;
    Sign sign;
    Representation representation;
  };
  constexpr auto kPlain = Representation::twos_complement;
  constexpr Prefix kPrefixes[] = {
      {"uint", Sign::absent, kPlain},
      {"int", Sign::present, kPlain},
      {"u", Sign::absent, kPlain},
      {"i", Sign::present, kPlain},
      {"ob", Sign::present, Representation::offset_binary},
  };
  for (const Prefix& prefix : kPrefixes) {
    Scan scan(name);
    int bits = 0;
    if (!scan.accept(prefix.text) || !scan.accept_number(bits)) continue;
    if (!scan.at_end()) return {};
    if (bits < 1 || bits > 64) {
      return Spelling::impossible(
          concat("an integer of ", bits, " bits, expected 1 to 64"));
    }
    return Spelling::of(
        integer_element(bits, prefix.sign, prefix.representation));
  }
  return {};
}

bool fills_a_word(int bits) {
  return bits == 8 || bits == 16 || bits == 32 || bits == 64;
}

/// Bits of qM.N: by the one convention the sign is extra, by the other it is
/// one of the M. Whole words tell which one was meant.
int bits_of_q(int integer_bits, int fraction_bits) {
  const int sum = integer_bits + fraction_bits;
  return fills_a_word(sum) && integer_bits > 0 ? sum : sum + 1;
}

struct FixedPrefix {
  std::string_view text;
  Sign sign;
  Representation representation;
  int most;  // bits
};

constexpr FixedPrefix kFixedPrefixes[] = {
    {"q", Sign::present, Representation::twos_complement, 64},
    {"sq", Sign::present, Representation::twos_complement, 64},
    {"uq", Sign::absent, Representation::twos_complement, 64},
    {"sm", Sign::present, Representation::sign_magnitude,
     kMaxSignMagnitudeBits},
};

Spelling read_fixed(std::string_view name) {
  for (const FixedPrefix& prefix : kFixedPrefixes) {
    Scan scan(name);
    int integer_bits = 0;
    int fraction_bits = 0;
    if (!scan.accept(prefix.text) || !scan.accept_number(integer_bits)) {
      continue;
    }
    const bool underscore = scan.accept("_");
    if (!underscore && !scan.accept(".")) return {};
    if (!scan.accept_number(fraction_bits) || !scan.at_end()) return {};
    // q4_0, q5_1 are GGUF's names of something else.
    if (underscore && (prefix.text != "q" || fraction_bits < 2)) return {};
    const bool is_q = prefix.text == "q";
    const int sign_bits = prefix.sign == Sign::present ? 1 : 0;
    const int bits = is_q ? bits_of_q(integer_bits, fraction_bits)
                          : integer_bits + fraction_bits + sign_bits;
    if (bits < 1 || bits > prefix.most) {
      return Spelling::impossible(concat("fixed point of ", bits,
                                         " bits, expected 1 to ", prefix.most));
    }
    return Spelling::of(
        fixed_element(bits, fraction_bits, prefix.sign, prefix.representation));
  }
  return {};
}

std::string spell_fixed(const Element& e) {
  const int integer_bits = magnitude_bits(e) - e.fraction_bits;
  const bool is_q = bits_of_q(integer_bits, e.fraction_bits) == e.bits;
  const std::string_view prefix =
      !e.is_signed                                         ? "uq"
      : e.representation == Representation::sign_magnitude ? "sm"
      : is_q                                               ? "q"
                                                           : "sq";
  return concat(prefix, integer_bits, '.', e.fraction_bits);
}

std::string spell_integer(const Element& e) {
  if (e.representation == Representation::offset_binary) {
    return concat("ob", e.bits);
  }
  return concat(e.is_signed ? 'i' : 'u', e.bits);
}

}  // namespace

std::string spell(const Element& stored) {
  const Element element = in_words(stored, default_word(stored.bits));
  if (element.kind == ElementKind::floating) return spell_float(element);
  if (element.kind == ElementKind::fixed) return spell_fixed(element);
  return spell_integer(element);
}

Spelling read_spelling(std::string_view name) {
  using Rule = Spelling (*)(std::string_view);
  constexpr Rule kRules[] = {read_integer, read_fixed, read_float,
                             read_float_width, read_p3109};
  for (const Rule rule : kRules) {
    Spelling spelling = rule(name);
    if (!spelling.matches) continue;
    if (spelling.problem.empty()) spelling.problem = why_not(spelling.element);
    return spelling;
  }
  return {};
}

}  // namespace ashlar
