// The answers of `ashlar formats` for programs.
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "ashlar/cast.h"
#include "cli/formats_number.h"
#include "cli/formats_report.h"
#include "cli/json_text.h"

namespace ashlar::cli {
namespace {

constexpr const char* kSchema = "ashlar.formats/1";

// JSON has numbers, but neither infinity nor NaN.
Json number(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  return value;
}

const char* name_of(ElementKind kind) {
  switch (kind) {
    case ElementKind::boolean:
      return "boolean";
    case ElementKind::integer:
      return "integer";
    case ElementKind::floating:
      return "floating";
    case ElementKind::fixed:
      return "fixed";
    case ElementKind::codebook:
      break;
  }
  return "codebook";
}

const char* name_of(Representation representation) {
  switch (representation) {
    case Representation::twos_complement:
      return "twos_complement";
    case Representation::sign_magnitude:
      return "sign_magnitude";
    case Representation::offset_binary:
      break;
  }
  return "offset_binary";
}

Json fields_json(const Element& e) {
  Json out = Json::array();
  for (const BitField& field : bit_fields(e)) {
    out.push_back(
        {{"name", field.name}, {"high", field.high}, {"low", field.low}});
  }
  return out;
}

Json codes_json(const Element& e) {
  if (!has_words(e)) return nullptr;
  const KnownWords known = known_words(e);
  Json out = {{"largest", hex_text(e, known.largest)},
              {"lowest", hex_text(e, known.lowest)},
              {"smallest_normal", hex_text(e, known.smallest_normal)},
              {"smallest", hex_text(e, known.smallest)},
              {"negative_zero", nullptr},
              {"infinity", Json::array()},
              {"nan", Json::array()}};
  if (decode(e, known.largest) <= 0) {  // i1 has 0 and -1 only
    out["smallest"] = out["smallest_normal"] = nullptr;
  }
  if (known.negative_zero) {
    out["negative_zero"] = hex_text(e, *known.negative_zero);
  }
  for (const std::uint64_t word : known.infinity) {
    out["infinity"].push_back(hex_text(e, word));
  }
  for (const WordRange& range : known.nan) {
    out["nan"].push_back(
        Json::array({hex_text(e, range.first), hex_text(e, range.last)}));
  }
  return out;
}

const char* name_of(ScaleLevel::Scope scope) {
  switch (scope) {
    case ScaleLevel::Scope::tile:
      return "tile";
    case ScaleLevel::Scope::columns:
      return "columns";
    case ScaleLevel::Scope::channel:
      return "channel";
    case ScaleLevel::Scope::tensor:
      break;
  }
  return "tensor";
}

Json scale_json(const ScaleLevel& level) {
  using Scope = ScaleLevel::Scope;
  const bool has_rows =
      level.scope == Scope::tile || level.scope == Scope::channel;
  const bool has_cols =
      level.scope == Scope::tile || level.scope == Scope::columns;
  Json out = {{"format", to_string(level.element)},
              {"scope", name_of(level.scope)},
              {"rows", has_rows ? Json(level.rows) : Json()},
              {"cols", has_cols ? Json(level.cols) : Json()}};
  if (level.sense == ScaleLevel::Sense::divisor) out["divides"] = true;
  return out;
}

Json codebook_json(const Codebook& book) {
  const std::size_t size = std::size_t{1} << book.index_bits;
  Json tables = Json::array();
  for (std::size_t at = 0; at < book.numbers.size(); at += size) {
    const auto begin = book.numbers.begin() + static_cast<std::ptrdiff_t>(at);
    tables.push_back(
        std::vector<double>(begin, begin + static_cast<std::ptrdiff_t>(size)));
  }
  return {{"name", book.name},
          {"format", to_string(book.element)},
          {"meta_bits", book.meta_bits},
          {"tables", tables}};
}

// What most block formats do not have is left out.
Json block_json(const Format& format) {
  if (!format.is_block()) return nullptr;
  const Block& block = *format.block();
  Json scales = Json::array();
  for (const ScaleLevel& level : block.scales) {
    scales.push_back(scale_json(level));
  }
  Json out = {{"element", to_string(format.element())},
              {"scales", scales},
              {"axis", block.axis}};
  if (block.zero) out["zero"] = to_string(block.zero->element);
  if (block.sub_cols > 0) {
    out["subtile"] = {{"rows", block.sub_rows}, {"cols", block.sub_cols}};
  }
  if (block.offset_bits > 0) out["offset_bits"] = block.offset_bits;
  if (block.codebook) out["codebook"] = codebook_json(*block.codebook);
  if (block.sparsity) {
    out["sparsity"] = {{"kept", block.sparsity->kept},
                       {"group", block.sparsity->group}};
  }
  return out;
}

void add_element(Json& out, const Format& format) {
  const Element& e = format.element();
  out["kind"] = name_of(e.kind);
  out["representation"] = name_of(e.representation);
  out["signed"] = e.is_signed;
  out["bits"] = e.bits;
  out["storage_bits"] = e.storage_bits;
  out["storage_shift"] = e.storage_shift;
  out["bits_per_element"] = format.bits_per_element();
  if (e.kind == ElementKind::floating) {
    out["exponent_bits"] = e.exponent_bits;
    out["mantissa_bits"] = e.mantissa_bits;
    out["bias"] = e.bias;
    out["subnormals"] = e.has_subnormals;
  }
  if (e.kind == ElementKind::fixed) out["fraction_bits"] = e.fraction_bits;
  out["has"] = {{"infinity", e.has_infinity()},
                {"nan", e.has_nan()},
                {"merged_nan_infinity", e.specials == Specials::merged},
                {"zero", e.has_zero},
                {"negative_zero", e.has_negative_zero()}};
  out["largest"] = format.max_finite();
  out["largest_text"] = format.max_text();
  out["lowest"] = format.lowest();
  out["lowest_text"] = format.lowest_text();
  out["smallest_normal"] = format.smallest_normal();
  out["smallest"] = format.smallest_subnormal();
  out["epsilon"] = format.epsilon();
  out["fields"] = fields_json(e);
  out["codes"] = codes_json(e);
}

Json format_json(const Format& format,
                 const std::vector<std::string_view>& aliases) {
  Json out;
  out["name"] = format.name();
  out["aliases"] = aliases;
  out["description"] = format.description();
  out["block"] = block_json(format);
  add_element(out, format);
  return out;
}

Json values_json(const Element& e) {
  Json out = Json::array();
  for (const std::uint64_t word : all_words(e)) {
    out.push_back(number(decode(e, word)));
  }
  return out;
}

Json policy_json(const FormatReport& report) {
  const bool is_float = report.format.kind() == ElementKind::floating;
  const CastPolicy& policy = report.policy;
  return {{"profile", report.profile},
          {"rounding", to_string(policy.rounding)},
          {"overflow", is_float ? to_string(policy.overflow)
                                : to_string(policy.integer_overflow)}};
}

Json conversion_json(const Element& e, const Conversion& conversion) {
  Json out = {{"text", conversion.text},
              {"number", nullptr},
              {"code", hex_text(e, conversion.word)},
              {"value", number(conversion.value)},
              {"error", nullptr}};
  if (!conversion.number) return out;
  out["number"] = number(*conversion.number);
  const double error = conversion.value - *conversion.number;
  if (std::isfinite(error)) out["error"] = error;
  return out;
}

}  // namespace

std::string json_of(const std::vector<const NamedFormat*>& listed) {
  Json out = {{"schema", kSchema}, {"formats", Json::array()}};
  for (const NamedFormat* row : listed) {
    out["formats"].push_back(format_json(row->format, row->aliases));
  }
  return json_text(out);
}

std::string json_of(const FormatReport& report) {
  const Element& e = report.format.element();
  Json out = {{"schema", kSchema}, {"formats", Json::array()}};
  out["formats"].push_back(format_json(report.format, report.aliases));
  out["formats"][0]["values"] = values_json(e);
  out["policy"] = policy_json(report);
  out["conversions"] = Json::array();
  for (const Conversion& conversion : report.conversions) {
    out["conversions"].push_back(conversion_json(e, conversion));
  }
  return json_text(out);
}

}  // namespace ashlar::cli
