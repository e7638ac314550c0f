// The number formats of Torch-Spyre, as rows.
#include <algorithm>
#include <array>
#include <string>

#include "ashlar/dialects/spyre.h"
#include "src/base/require.h"

namespace ashlar::spyre {
namespace {

constexpr Index kStickBits = 1024;

struct FormatRow {
  DataFormats format;
  std::string_view name;
  std::string_view element;  // as the core calls it; empty: cannot be stored
};

constexpr std::array kFormats = {
    FormatRow{DataFormats::sen169_fp16, "SEN169_FP16", "dlfloat16"},
    FormatRow{DataFormats::ieee_fp32, "IEEE_FP32", "f32"},
    FormatRow{DataFormats::invalid, "INVALID", ""},
    FormatRow{DataFormats::sen143_fp8, "SEN143_FP8", "f8_e4m3fn"},
    FormatRow{DataFormats::sen152_fp8, "SEN152_FP8", "f8_e5m2fnuz"},
    FormatRow{DataFormats::sen153_fp9, "SEN153_FP9", ""},
    FormatRow{DataFormats::senint2, "SENINT2", "i2"},
    FormatRow{DataFormats::senint4, "SENINT4", "i4"},
    FormatRow{DataFormats::senint8, "SENINT8", "i8"},
    FormatRow{DataFormats::senint16, "SENINT16", "i16"},
    FormatRow{DataFormats::senint24, "SENINT24", ""},
    FormatRow{DataFormats::ieee_int64, "IEEE_INT64", "i64"},
    FormatRow{DataFormats::ieee_int32, "IEEE_INT32", "i32"},
    FormatRow{DataFormats::senuint32, "SENUINT32", "u32"},
    FormatRow{DataFormats::senuint2, "SENUINT2", "u2"},
    FormatRow{DataFormats::ieee_fp16, "IEEE_FP16", "f16"},
    FormatRow{DataFormats::boolean, "BOOL", "u8"},
    FormatRow{DataFormats::bfloat16, "BFLOAT16", "bf16"},
    FormatRow{DataFormats::sen18f_fp24, "SEN18F_FP24", ""},
};

constexpr auto kAll = [] {
  std::array<DataFormats, kFormats.size()> all = {};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = kFormats[i].format;
  return all;
}();

/// What becomes of a dtype on the device. Bools are widened, 64-bit integers
/// narrowed, and uint8 takes 32 bits; all three are Torch-Spyre's own choice.
struct TypeRow {
  std::string_view torch;
  std::string_view ours;  // empty: the core has no such format
  DataFormats device;
};

constexpr std::array kTypes = {
    TypeRow{"float16", "f16", DataFormats::sen169_fp16},
    TypeRow{"bfloat16", "bf16", DataFormats::bfloat16},
    TypeRow{"float32", "f32", DataFormats::ieee_fp32},
    TypeRow{"int8", "i8", DataFormats::senint8},
    TypeRow{"int16", "i16", DataFormats::senint16},
    TypeRow{"int32", "i32", DataFormats::ieee_int32},
    TypeRow{"int64", "i64", DataFormats::ieee_int32},
    TypeRow{"bool", "bool", DataFormats::sen169_fp16},
    TypeRow{"uint8", "u8", DataFormats::senuint32},
    TypeRow{"float8_e4m3fn", "f8_e4m3fn", DataFormats::sen143_fp8},
    TypeRow{"float8_e5m2fnuz", "f8_e5m2fnuz", DataFormats::sen152_fp8},
    TypeRow{"qint8", "", DataFormats::senint8},
    TypeRow{"quint4x2", "", DataFormats::senuint2},
    TypeRow{"quint2x4", "", DataFormats::senuint2},
};

const FormatRow& row_of(DataFormats format) {
  const auto row = std::ranges::find(kFormats, format, &FormatRow::format);
  require(row != kFormats.end(), ErrorKind::invalid, "spyre",
          "there is no data format number ", static_cast<int>(format));
  return *row;
}

[[noreturn]] void fail_dtype(std::string_view dtype) {
  std::vector<std::string_view> known;
  for (const TypeRow& row : kTypes) known.push_back(row.torch);
  throw Error(ErrorKind::unsupported, "spyre",
              concat("the dtype ", dtype, " has no format on the device"),
              concat("convert to one of ", join(known, ", ")));
}

std::string_view without(std::string_view prefix, std::string_view text) {
  return text.starts_with(prefix) ? text.substr(prefix.size()) : text;
}

}  // namespace

std::string to_string(StickFormat format) {
  switch (format) {
    case StickFormat::dense:
      return "StickFormat.Dense";
    case StickFormat::sparse:
      return "StickFormat.Sparse";
    case StickFormat::sparse_multi:
      return "StickFormat.SparseMulti";
  }
  fail(ErrorKind::invalid, "spyre", "there is no stick format number ",
       static_cast<int>(format));
}

std::span<const DataFormats> data_formats() { return kAll; }

std::string_view name_of(DataFormats format) { return row_of(format).name; }

std::string to_string(DataFormats format) {
  return concat("DataFormats.", name_of(format));
}

DataFormats parse_data_format(std::string_view text) {
  const std::string_view name = without("DataFormats.", text);
  const auto row = std::ranges::find(kFormats, name, &FormatRow::name);
  if (row != kFormats.end()) return row->format;
  std::vector<std::string_view> known;
  for (const FormatRow& other : kFormats) known.push_back(other.name);
  throw Error(ErrorKind::invalid, "spyre",
              concat("'", text.substr(0, 40), "' is no data format"),
              concat("use one of ", join(known, ", ")));
}

Element element_of(DataFormats format) {
  const FormatRow& row = row_of(format);
  require(!row.element.empty(), ErrorKind::unsupported, "spyre",
          to_string(format), " cannot be stored: it has no place in a stick");
  return parse_format(row.element).element();
}

Index elems_per_stick(DataFormats format) {
  return kStickBits / element_of(format).storage_bits;
}

DataFormats device_format(std::string_view torch_dtype) {
  const std::string_view name = without("torch.", torch_dtype);
  const auto row = std::ranges::find(kTypes, name, &TypeRow::torch);
  if (row == kTypes.end()) fail_dtype(name.substr(0, 40));
  return row->device;
}

DataFormats device_format(const Format& dtype) {
  const std::string name = dtype.name();
  const auto row = std::ranges::find(kTypes, name, &TypeRow::ours);
  if (row == kTypes.end()) fail_dtype(name);
  return row->device;
}

}  // namespace ashlar::spyre
