// Writes JSON documents.
#include "cli/json_text.h"

namespace ashlar::cli {
namespace {

bool is_short(const Json& value) {
  constexpr std::size_t kLine = 90;
  return value.dump().size() <= kLine;
}

void write(std::string& out, const Json& value, std::size_t indent) {
  const std::string brackets = value.is_object() ? "{}" : "[]";
  if (!value.is_structured() || value.empty()) {
    out += value.dump();
    return;
  }
  const bool flat = is_short(value);
  const std::string line = flat ? "" : "\n" + std::string(indent + 2, ' ');
  out += brackets[0];
  bool first = true;
  for (const auto& [key, item] : value.items()) {
    if (!first) out += flat ? ", " : ",";
    first = false;
    out += line;
    if (value.is_object()) out += Json(key).dump() + ": ";
    write(out, item, indent + 2);
  }
  if (!flat) out += "\n" + std::string(indent, ' ');
  out += brackets[1];
}

}  // namespace

std::string json_text(const Json& document) {
  std::string text;
  write(text, document, 0);
  return text + "\n";
}

}  // namespace ashlar::cli
