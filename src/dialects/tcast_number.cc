// tcast_number.cc - TensorCast's numbers: e4m3b8fnuz, int8, cb42f1346_e2m3fnuz.
#include <optional>

#include "src/dialects/tcast_code.h"
#include "src/dialects/tcast_table.h"
#include "src/format/elements.h"
#include "src/format/known.h"
#include "src/format/parse.h"

namespace ashlar::tcast {
namespace {

constexpr int kMaxBits = 32;

/// The integer that e1mYb1 is: a sign and 1.Y bits of magnitude.
std::optional<Element> as_integer(int exponent_bits, int mantissa_bits,
                                  int bias, std::string_view suffix) {
  const bool plain = suffix.empty() || suffix == "fnuz";
  if (exponent_bits != 1 || bias != 1 || !plain) return std::nullopt;
  return integer_element(mantissa_bits + 2, Sign::present);
}

std::optional<Specials> specials_of(std::string_view suffix, int bits) {
  if (suffix.empty() || suffix == "ieee") return Specials::ieee;
  if (suffix == "fn") return Specials::largest_nan;
  if (suffix == "inuz") return Specials::negative_zero_nan_inf;
  if (suffix != "fnuz") return std::nullopt;
  // OCP's small floats have a -0 and no NaN; TensorCast calls them fnuz.
  return bits < 8 ? Specials::none : Specials::negative_zero_nan;
}

/// `e4m3b8fnuz`; nothing if the text has another form.
std::optional<Element> read_emb(Code& code, const Part& part,
                                std::string_view text) {
  Scan scan(text);
  int exponent_bits = 0;
  int mantissa_bits = 0;
  int bias = -1;
  if (!scan.accept("e") || !scan.accept_number(exponent_bits) ||
      !scan.accept("m") || !scan.accept_number(mantissa_bits)) {
    return std::nullopt;
  }
  if (scan.accept("b") && !scan.accept_number(bias)) return std::nullopt;
  const int bits = 1 + exponent_bits + mantissa_bits;
  const auto specials = specials_of(scan.rest(), bits);
  if (!specials) return std::nullopt;
  if (exponent_bits < 1 || exponent_bits > 8 || bits > kMaxBits ||
      bias > 1023) {
    code.fail(
        part,
        concat("'", part.text, "' has ", exponent_bits, " exponent bits and ",
               bits, " bits in all, expected 1 to 8 and at most ", kMaxBits));
  }
  if (const auto integer =
          as_integer(exponent_bits, mantissa_bits, bias, scan.rest())) {
    return integer;
  }
  if (bias < 0) bias = default_bias(exponent_bits);
  if (mantissa_bits == 0 && scan.at_end()) {
    return exponent_element(exponent_bits, bias);
  }
  return float_element(exponent_bits, mantissa_bits, bias, *specials);
}

/// `int8`, `float24`, `binary8p3`.
std::optional<Element> read_keyword(std::string_view text) {
  for (const std::string_view word : {"float", "bfloat", "int", "uint"}) {
    Scan scan(text);
    int bits = 0;
    if (!scan.accept(word) || !scan.accept_number(bits)) continue;
    if (!scan.at_end() || bits > kMaxBits) return std::nullopt;
    return find_element(text);
  }
  Scan scan(text);
  int precision = 0;
  if (scan.accept("binary8p") && scan.accept_number(precision) &&
      scan.at_end() && precision >= 1 && precision <= 6) {
    return find_element(text);
  }
  return std::nullopt;
}

[[noreturn]] void fail_number(Code& code, const Part& part) {
  if (find_type(part.text) != nullptr) {
    code.fail(part, concat("'", part.text, "' is a data type, not a number"),
              "ask for it by its name");
  }
  code.fail(part, concat("'", part.text, "' is not a number"),
            "use a code such as e4m3fn, int8, uint4, bfloat16 or binary8p3");
}

bool is_codebook(const Part& part) {
  return part.text.starts_with("cb") || part.text.starts_with("icb");
}

/// `cb42f1346_e2m3fnuz` with the core's name of the element.
Number read_codebook(Code& code, std::vector<Part> parts) {
  if (parts.size() < 2) {
    code.fail(parts[0],
              concat("'", parts[0].text, "' does not say what its tables hold"),
              concat("add a number, as in ", parts[0].text, "_e2m3fnuz"));
  }
  Part& last = parts[1];
  const std::size_t table = last.text.find('(');
  const std::string numbers(
      table == std::string::npos ? "" : last.text.substr(table));
  last.text.resize(last.text.size() - numbers.size());
  Element element = read_element(code, last);
  if (element.kind == ElementKind::integer && element.bits > 2) {
    element = fraction_of(element);
  }
  std::string name = concat(parts[0].text, '_', to_string(element));
  for (std::size_t i = 2; i < parts.size(); ++i) name += '_' + parts[i].text;
  const auto book = parse_codebook(name + numbers);
  const int bits = book->index_bits;
  return {in_words(codebook_element(bits), bits), book};
}

}  // namespace

Element fraction_of(const Element& integer) {
  return fixed_element(integer.bits, integer.bits - 2);
}

Element read_element(Code& code, const Part& part) {
  std::string_view text = part.text;
  if (text.starts_with("torch.")) text.remove_prefix(6);
  if (text == "float8_e4m3fnuz") return kF8E4M3Fnuz;
  if (text == "float8_e5m2fnuz") return kF8E5M2Fnuz;
  const bool is_torch = text.starts_with("float8_");
  if (is_torch) text.remove_prefix(7);
  auto element = read_emb(code, part, text);
  if (!element && !is_torch) element = read_keyword(text);
  if (!element) fail_number(code, part);
  const std::string problem = why_not(*element);
  if (!problem.empty()) {
    code.fail(part, concat("'", part.text, "' is not possible: ", problem));
  }
  return *element;
}

Number read_number(Code& code) {
  const std::vector<Part> parts = code.parts();
  if (is_codebook(parts[0])) return read_codebook(code, parts);
  return {read_element(code, code.whole()), {}};
}

Number number(std::string_view text) {
  Code code(text);
  return read_number(code);
}

}  // namespace ashlar::tcast
