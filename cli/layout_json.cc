// The answers of `ashlar layout` for programs.
#include <cmath>
#include <string>

#include "cli/json_text.h"
#include "cli/layout_blocks.h"
#include "cli/layout_report.h"

namespace ashlar::cli {
namespace {

Json list(std::span<const Index> numbers) {
  Json out = Json::array();
  for (const Index number : numbers) out.push_back(number);
  return out;
}

Json digit_json(const BoundLayout& layout, const Digit& digit) {
  Json out;
  out["axis"] = digit.source == kNoSource
                    ? Json()
                    : Json(source_text(layout, digit.source));
  out["div"] = digit.div;
  out["radix"] = digit.radix;
  out["alloc"] = digit.alloc;
  if (digit.xor_count > 0) {
    out["xor"] = Json::array();
    for (std::size_t i = 0; i < digit.xor_count; ++i) {
      out["xor"].push_back(digit_text(layout, layout.digits()[digit.xors[i]]));
    }
  }
  return out;
}

Json digits_json(const BoundLayout& layout, const Field& field) {
  Json out = Json::array();
  for (const Digit& digit : layout.digits(field)) {
    out.push_back(digit_json(layout, digit));
    out.back()["stride_bits"] = digit.stride;
  }
  return out;
}

Json units_json(const BoundLayout& layout) {
  Json out = Json::array();
  for (const Unit& unit : layout.units()) {
    Json item = {{"name", unit.name.view()},
                 {"extent", unit.extent},
                 {"replicated", unit.digit < 0},
                 {"digit", nullptr}};
    if (unit.digit >= 0) {
      item["digit"] = digit_json(
          layout, layout.digits()[static_cast<std::size_t>(unit.digit)]);
    }
    out.push_back(item);
  }
  return out;
}

// Only of records; elsewhere there is one field without a name.
Json fields_json(const BoundLayout& layout) {
  Json out = Json::array();
  for (std::size_t i = 1; i < layout.fields().size(); ++i) {
    const Field& field = layout.fields()[i];
    Json item = {{"name", field.name.view()},
                 {"format", nullptr},
                 {"is_data", static_cast<int>(i) == layout.data_field()},
                 {"bit_offset", field.bit_offset},
                 {"bits", field.bits},
                 {"digits", digits_json(layout, field)}};
    if (!field.is_record) item["format"] = to_string(field.element);
    out.push_back(item);
  }
  return out;
}

Json unit_json(const BoundLayout& layout, const Position& place) {
  Json out = Json::object();
  for (std::size_t i = 0; i < layout.units().size(); ++i) {
    if (layout.units()[i].digit < 0) continue;
    out[std::string(layout.units()[i].name.view())] = place.unit[i];
  }
  return out;
}

/// What each unit holds; null where nobody could look at it.
Json parts_json(const BoundLayout& layout) {
  const std::vector<UnitPart> parts = unit_parts(layout);
  if (parts.empty()) return nullptr;
  Json out = Json::array();
  for (const UnitPart& part : parts) {
    out.push_back({{"unit", unit_json(layout, part.unit)},
                   {"elements", part.elements},
                   {"begin", list(part.begin)},
                   {"end", list(part.end)},
                   {"is_box", part.is_box},
                   {"data_bytes", part.bytes}});
  }
  return out;
}

Json at_json(const BoundLayout& layout, const At& at) {
  Json out = {{"index", list(at.index)},
              {"unit", nullptr},
              {"byte", nullptr},
              {"bit", nullptr},
              {"padding", at.is_padding}};
  if (at.place) {
    out["unit"] = unit_json(layout, *at.place);
    out["byte"] = at.place->bit / 8;
    out["bit"] = at.place->bit % 8;
  }
  if (!at.others.empty()) {
    out["fields"] = Json::object();
    for (const FieldPlace& other : at.others) {
      out["fields"][other.field] = {{"byte", other.place.bit / 8},
                                    {"bit", other.place.bit % 8}};
    }
  }
  return out;
}

Json find_json(const BoundLayout& layout, const Find& find) {
  const Field& field = layout.fields()[static_cast<std::size_t>(find.field)];
  Json out = {{"unit", unit_json(layout, find.unit)},
              {"byte", find.byte},
              {"bit", find.bit},
              {"bits", find.bits},
              {"field", nullptr},
              {"index", nullptr},
              {"element_bit", find.element_bit},
              {"padding", !find.index}};
  if (!field.name.view().empty()) out["field"] = field.name.view();
  if (find.index) out["index"] = list(*find.index);
  return out;
}

Json notations_json(const std::vector<Translation>& translations) {
  Json out = Json::object();
  for (const Translation& translation : translations) {
    Json& item = out[std::string(name_of(translation.notation))];
    if (translation.text.empty()) {
      item["why_not"] = translation.why_not;
    } else {
      item["text"] = translation.text;
    }
  }
  return out;
}

// The list after `name=` in "device_size=[2, 3] dim_map=[0, 1]".
Json list_in(const std::string& text, const std::string& name) {
  const std::size_t begin = text.find(name + "=[");
  if (begin == std::string::npos) return nullptr;
  const std::size_t open = begin + name.size() + 1;
  const std::size_t close = text.find(']', open);
  if (close == std::string::npos) return nullptr;
  return Json::parse(text.substr(open, close - open + 1), nullptr,
                     /*allow_exceptions=*/false);
}

}  // namespace

std::string json_of(const LayoutReport& report) {
  if (!report.why_not.empty()) return unplaced_json(report);
  const BoundLayout& layout = report.bound;
  const int rank = layout.shape().rank();
  Json out;
  out["schema"] = "ashlar.layout/1";
  out["spec"] = to_string(report.spec);
  out["format"] = to_string(report.spec.format);
  out["shape"] = list(layout.shape().sizes());
  out["padded"] = list(layout.shape().padded_sizes());
  out["names"] = Json::array();
  for (int i = 0; i < rank; ++i) out["names"].push_back(layout.names()[i]);
  out["bytes"] = report.usage.bytes;
  out["bytes_per_unit"] = layout.bytes_per_unit();
  out["data_bytes"] = report.usage.data_bytes;
  out["padding_bytes"] = report.usage.padding_bytes;
  out["padding_share"] = std::round(report.usage.padding_share() * 1e6) / 1e6;
  out["element_bits"] = layout.element_bits();
  out["contiguous_run"] = contiguous_run(layout);
  out["units"] = units_json(layout);
  out["parts"] = parts_json(layout);
  if (report.spec.format.is_block()) out["blocks"] = blocks_json(report.spec);
  out["layout"] = to_string(to_digits(layout));
  out["digits"] = digits_json(layout, layout.fields()[0]);
  out["fields"] = fields_json(layout);
  const std::string same = other_spelling(report);
  out["same_as"] = same.empty() ? Json() : Json(same);
  const std::vector<Translation> translations = translate(layout);
  out["device_size"] = nullptr;
  out["dim_map"] = nullptr;
  for (const Translation& translation : translations) {
    if (translation.notation != Notation::spyre) continue;
    out["device_size"] = list_in(translation.text, "device_size");
    out["dim_map"] = list_in(translation.text, "dim_map");
  }
  out["notations"] = notations_json(translations);
  out["why"] = why_padded(layout);
  out["at"] = Json::array();
  for (const At& at : report.at) out["at"].push_back(at_json(layout, at));
  out["find"] = Json::array();
  for (const Find& find : report.find) {
    out["find"].push_back(find_json(layout, find));
  }
  return json_text(out);
}

}  // namespace ashlar::cli
