// Compares sizes, and guesses what was meant.
#include "cli/raw_size.h"

#include <optional>

#include "ashlar/draw.h"
#include "ashlar/error.h"

namespace ashlar::cli {
namespace {

constexpr const char* kIntegers[] = {"i64", "i32", "i16", "i8", "i4"};
constexpr const char* kFloats[] = {"f64", "f32", "bf16", "f8_e4m3fn",
                                   "f4_e2m1fn"};

std::string bytes_text(std::int64_t bytes) {
  return grouped(bytes) + (bytes == 1 ? " byte" : " bytes");
}

std::optional<std::int64_t> bytes_of(const Spec& spec) {
  try {
    return raw_bytes(spec);
  } catch (const Error&) {
    return std::nullopt;
  }
}

Spec as_rows(const Spec& spec) {
  Spec out = spec;
  out.layout = RowMajor();
  out.placement = Placement();
  return out;
}

// `spec` with a format of another width that gives so many bytes.
std::string other_width(const Spec& spec, std::int64_t bytes) {
  const bool is_float = spec.format.kind() == ElementKind::floating;
  for (const char* name : is_float ? kFloats : kIntegers) {
    Spec other = spec;
    other.format = parse_format(name);
    if (other.format.bits() == spec.format.bits()) continue;
    if (bytes_of(other) != bytes) continue;
    return to_string(other) + ", or any other format of " +
           std::to_string(other.format.bits()) + " bits";
  }
  return "";
}

// Why there are more bytes than elements need.
std::string reason(const BoundLayout& layout) {
  std::string text;
  if (!layout.units().empty()) {
    text = grouped(layout.unit_total()) + " units of " +
           bytes_text(layout.bytes_per_unit());
  }
  if (layout.shape().is_padded()) {
    text += text.empty() ? "" : ", ";
    text += "padded to " + to_string(layout.shape());
  }
  return text.empty() ? "" : " (" + text + ")";
}

}  // namespace

std::int64_t raw_bytes(const Spec& spec) { return bind(spec).bytes(); }

std::string likely_reading(const Spec& spec, std::int64_t bytes) {
  const std::int64_t wanted = raw_bytes(spec);
  if (bytes == 0 || bytes == wanted) return "";
  const std::string found = "it has as many bytes as ";
  const Spec rows = as_rows(spec);
  if (bytes_of(rows) == bytes) return found + to_string(rows);
  for (const Spec& same : {spec, rows}) {
    const std::string other = other_width(same, bytes);
    if (!other.empty()) return found + other;
  }
  if (wanted > 0 && bytes % wanted == 0) {
    return "it has " + grouped(bytes / wanted) +
           " times as many bytes: is an axis missing?";
  }
  return "";
}

void check_size(const Spec& spec, const InputFile& file) {
  const BoundLayout layout = bind(spec);
  const std::int64_t wanted = layout.bytes();
  const auto found = static_cast<std::int64_t>(file.bytes().size());
  if (found == wanted) return;
  const std::string what =
      to_string(spec) + " has " + bytes_text(wanted) + reason(layout);
  if (file.is_cut()) {
    throw Error(ErrorKind::data, "raw",
                what + ", and " + file.name() + " has more");
  }
  throw Error(ErrorKind::data, "raw",
              what + ", but " + file.name() + " has " + grouped(found),
              likely_reading(spec, found));
}

}  // namespace ashlar::cli
