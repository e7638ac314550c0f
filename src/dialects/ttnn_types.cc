// ttnn_types.cc - ttnn's data types and tiles.
#include "ashlar/dialects/ttnn_types.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

#include "src/base/checked.h"
#include "src/device/sim_rules.h"
#include "src/dialects/ttnn_text.h"

namespace ashlar::ttnn {
namespace {

struct TypeRow {
  DataType dtype;
  std::string_view name;
  std::string_view format;  // the core's name
  DataFormat in_tiles;
};

constexpr std::array<TypeRow, 10> kTypes = {{
    {DataType::bfloat16, "bfloat16", "bf16", DataFormat::float16_b},
    {DataType::float32, "float32", "f32", DataFormat::float32},
    {DataType::uint32, "uint32", "u32", DataFormat::uint32},
    {DataType::bfloat8_b, "bfloat8_b", "bfp8_b", DataFormat::bfp8_b},
    {DataType::bfloat4_b, "bfloat4_b", "bfp4_b", DataFormat::bfp4_b},
    {DataType::uint8, "uint8", "u8", DataFormat::uint8},
    {DataType::uint16, "uint16", "u16", DataFormat::uint16},
    {DataType::int32, "int32", "i32", DataFormat::int32},
    {DataType::fp8_e4m3, "fp8_e4m3", "f8_e4m3fn", DataFormat::fp8_e4m3},
    {DataType::int8, "int8", "i8", DataFormat::int8},
}};

const TypeRow& row_of(DataType dtype) {
  const auto found = std::ranges::find(kTypes, dtype, &TypeRow::dtype);
  require(found != kTypes.end(), ErrorKind::invalid, kWhere,
          "the data type is invalid; choose one, as bfloat16");
  return *found;
}

/// What a tile holds: codes of so many bits and, for each `shared` of them,
/// one byte in front of all codes.
struct FormatRow {
  DataFormat format;
  Index bits;
  Index shared = 0;
};

constexpr std::array<FormatRow, 25> kFormats = {{
    {DataFormat::float32, 32},   {DataFormat::float16, 16},
    {DataFormat::float16_b, 16}, {DataFormat::bfp8, 8, 16},
    {DataFormat::bfp8_b, 8, 16}, {DataFormat::bfp4, 4, 16},
    {DataFormat::bfp4_b, 4, 16}, {DataFormat::bfp2, 2, 16},
    {DataFormat::bfp2_b, 2, 16}, {DataFormat::fp8_e4m3, 8},
    {DataFormat::lf8, 8},        {DataFormat::int8, 8},
    {DataFormat::uint8, 8},      {DataFormat::int16, 16},
    {DataFormat::uint16, 16},    {DataFormat::int32, 32},
    {DataFormat::uint32, 32},    {DataFormat::mxfp8r, 8, 32},
    {DataFormat::mxfp8p, 8, 32}, {DataFormat::mxfp6r, 8, 32},
    {DataFormat::mxfp6p, 8, 32}, {DataFormat::mxfp4, 4, 32},
    {DataFormat::mxint8, 8, 32}, {DataFormat::mxint4, 4, 32},
    {DataFormat::mxint2, 2, 32},
}};

constexpr Index kL1Alignment = 16;

constexpr std::array<ashlar::Tile, 12> kTiles = {{
    {32, 32, 16, 16},
    {16, 32, 16, 16},
    {32, 16, 16, 16},
    {16, 16, 16, 16},
    {8, 32, 8, 16},
    {4, 32, 4, 16},
    {2, 32, 2, 16},
    {1, 32, 1, 16},
    {8, 16, 8, 16},
    {4, 16, 4, 16},
    {2, 16, 2, 16},
    {1, 16, 1, 16},
}};

}  // namespace

std::string_view name_of(DataType dtype) {
  return dtype == DataType::invalid ? "invalid" : row_of(dtype).name;
}

std::string to_string(DataType dtype) {
  std::string out = "DataType::";
  for (const char c : name_of(dtype)) {
    out += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  return out;
}

std::string to_string(Layout layout) {
  return layout == Layout::tile ? "Layout::TILE" : "Layout::ROW_MAJOR";
}

DataType parse_data_type(std::string_view name) {
  const auto found = std::ranges::find(kTypes, name, &TypeRow::name);
  if (found != kTypes.end()) return found->dtype;
  std::vector<std::string_view> known;
  for (const TypeRow& row : kTypes) known.push_back(row.name);
  fail(ErrorKind::invalid, kWhere, "'", name.substr(0, 24),
       "' is not a data type; the data types are ", join(known, ", "));
}

Format format_of(DataType dtype) { return parse_format(row_of(dtype).format); }

DataFormat data_format_of(DataType dtype) { return row_of(dtype).in_tiles; }

Tile::Tile(Index height, Index width, Order order) {
  const auto found = std::ranges::find_if(kTiles, [&](const auto& tile) {
    return tile.rows == height && tile.cols == width;
  });
  require(found != kTiles.end(), ErrorKind::invalid, kWhere, kInvalidTile);
  require(order == Order::straight || height == 16 || height == 32,
          ErrorKind::invalid, kWhere,
          "Tile height must equal 16 or 32 in transpose mode");
  tile_ = *found;
  tile_.order = order;
}

Tile Tile::without_faces() {
  Tile out;
  out.tile_.face_rows = 0;
  out.tile_.face_cols = 0;
  return out;
}

Index Tile::face_height() const {
  return tile_.face_rows == 0 ? height() : tile_.face_rows;
}

Index Tile::face_width() const {
  return tile_.face_cols == 0 ? width() : tile_.face_cols;
}

Index Tile::num_faces() const {
  return height() * width() / (face_height() * face_width());
}

Index Tile::size_bytes(DataFormat format) const {
  const auto row = std::ranges::find(kFormats, format, &FormatRow::format);
  require(row != kFormats.end(), ErrorKind::invalid, kWhere, "Unknown format");
  const Index codes = height() * width();
  const Index bytes = codes * row->bits / 8;
  if (row->shared == 0) return bytes;
  require(codes % row->shared == 0, ErrorKind::invalid, kWhere,
          "MX tile size must be a multiple of 32 elements");
  return round_up(codes / row->shared, kL1Alignment, kWhere) + bytes;
}

bool Tile::operator==(const Tile& other) const {
  return height() == other.height() && width() == other.width() &&
         face_height() == other.face_height() &&
         face_width() == other.face_width();
}

}  // namespace ashlar::ttnn
