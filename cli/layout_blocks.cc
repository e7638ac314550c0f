// The parts of block formats: what they are, and what they belong to.
#include "cli/layout_blocks.h"

#include "ashlar/error.h"
#include "ashlar/parts.h"

namespace ashlar::cli {
namespace {

struct NamedPart {
  const char* name;
  PartSpec spec;
  std::string of;  // the element that its codes are, if it is not its format
  std::string belongs;
};

Index bytes_of(const PartSpec& spec) {
  return (spec.shape.volume() * spec.format.bits() + 7) / 8;
}

std::string tile_text(const ScaleLevel& level) {
  using Scope = ScaleLevel::Scope;
  const std::string rows =
      level.rows == 1 ? "" : std::to_string(level.rows) + "x";
  switch (level.scope) {
    case Scope::tile:
      return "one for " + rows + std::to_string(level.cols) + " elements";
    case Scope::columns:
      return "one for " + std::to_string(level.cols) + " columns of all rows";
    case Scope::channel:
      return "one for " + rows + "all along the axis of the tiles";
    case Scope::tensor:
      break;
  }
  return "one for all";
}

std::vector<NamedPart> parts_of(const Spec& spec) {
  const Block& block = *spec.format.block();
  const PartSpecs specs = part_specs(spec.format, spec.shape);
  std::vector<NamedPart> out;
  out.push_back(
      {"data", specs.data,
       block.codebook ? block.codebook->name : to_string(spec.format.element()),
       ""});
  const auto add = [&](const char* name, const std::optional<PartSpec>& part,
                       const std::string& of, const std::string& belongs) {
    if (part) out.push_back({name, *part, of, belongs});
  };
  const auto level = [&](const char* name, std::size_t number,
                         const std::optional<PartSpec>& part) {
    if (!part) return;
    const ScaleLevel& own = block.scales[number];
    add(name, part, to_string(own.element), tile_text(own));
  };
  level("scale", 0, specs.scale);
  level("outer scale", 1, specs.outer_scale);
  level("top scale", 2, specs.top_scale);
  if (block.zero) {
    add("zero", specs.zero, to_string(block.zero->element),
        "one for each scale");
  }
  const std::string subtile =
      block.sub_cols > 0 ? "one for each subtile" : "one for each scale";
  add("meta", specs.meta, "", subtile);
  add("offset", specs.offset, "", subtile);
  add("mask", specs.mask, "", "a bit for each element");
  return out;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> part_rows(const Spec& spec) {
  std::vector<std::pair<std::string, std::string>> out;
  for (const NamedPart& part : parts_of(spec)) {
    const std::string format = part.spec.format.name();
    std::string text = format + to_string(part.spec.shape);
    if (!part.of.empty() && part.of != format) text += " of " + part.of;
    const Index bytes = bytes_of(part.spec);
    text += ", " + grouped(bytes) + (bytes == 1 ? " byte" : " bytes");
    if (!part.belongs.empty()) text += ", " + part.belongs;
    out.emplace_back(part.name, text);
  }
  return out;
}

Json blocks_json(const Spec& spec) {
  Json out = {{"bits_per_element", spec.format.bits_per_element()},
              {"axis", spec.format.block()->axis},
              {"parts", Json::array()}};
  for (const NamedPart& part : parts_of(spec)) {
    Json sizes = Json::array();
    for (const Index size : part.spec.shape.sizes()) sizes.push_back(size);
    out["parts"].push_back(
        {{"name", part.name},
         {"format", part.spec.format.name()},
         {"element", part.of.empty() ? Json() : Json(part.of)},
         {"shape", sizes},
         {"bytes", bytes_of(part.spec)},
         {"for", part.belongs.empty() ? Json() : Json(part.belongs)}});
  }
  return out;
}

std::string unplaced_json(const LayoutReport& report) {
  return json_text({{"schema", "ashlar.layout/1"},
                    {"spec", to_string(report.spec)},
                    {"format", to_string(report.spec.format)},
                    {"blocks", blocks_json(report.spec)},
                    {"why_not", report.why_not}});
}

void require_places(const LayoutReport& report) {
  if (report.why_not.empty()) return;
  throw Error(ErrorKind::unsupported, "layout", report.why_not,
              "without questions the parts are shown");
}

}  // namespace ashlar::cli
