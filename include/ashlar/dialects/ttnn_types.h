// ttnn_types.h - ttnn's data types, layouts and tiles.
#pragma once

#include <string>
#include <string_view>

#include "ashlar/format.h"
#include "ashlar/layout.h"

namespace ashlar::ttnn {

/// In the order of ttnn's own numbers.
enum class DataType {
  bfloat16,
  float32,
  uint32,
  bfloat8_b,
  bfloat4_b,
  uint8,
  uint16,
  int32,
  fp8_e4m3,
  int8,
  invalid,
};

/// "bfloat8_b": the name in Python.
std::string_view name_of(DataType dtype);
/// "DataType::BFLOAT8_B": the name in C++.
std::string to_string(DataType dtype);
DataType parse_data_type(std::string_view name);
/// The core's format of the same numbers; an error for `invalid`.
Format format_of(DataType dtype);

/// What the hardware keeps in tiles.
enum class DataFormat {
  float32,
  float16,
  float16_b,
  bfp8,
  bfp8_b,
  bfp4,
  bfp4_b,
  bfp2,
  bfp2_b,
  fp8_e4m3,
  lf8,
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  mxfp8r,
  mxfp8p,
  mxfp6r,
  mxfp6p,
  mxfp4,
  mxint8,
  mxint4,
  mxint2,
};

DataFormat data_format_of(DataType dtype);

enum class Layout { row_major, tile };
inline constexpr Layout kRowMajorLayout = Layout::row_major;
inline constexpr Layout kTileLayout = Layout::tile;
/// "Layout::TILE"
std::string to_string(Layout layout);

/// Rows and columns of a tile, unless said otherwise.
inline constexpr Index kTileSize = 32;

/// One of the twelve tiles that the hardware knows, with its faces.
class Tile {
 public:
  using Order = ashlar::Tile::Order;

  /// 32x32.
  Tile() = default;
  /// An error for other sizes than the twelve.
  Tile(Index height, Index width, Order order = Order::straight);
  /// 32x32 in one piece, row by row: how the documents of TT Tensors tell it,
  /// while tt-metal has always had faces.
  static Tile without_faces();

  Index height() const { return tile_.rows; }
  Index width() const { return tile_.cols; }
  Index face_height() const;
  Index face_width() const;
  Order order() const { return tile_.order; }
  Index num_faces() const;
  bool partial_face() const { return height() < 32; }
  bool narrow_tile() const { return width() < 32; }

  /// Of one tile: shared exponents or scales, padded to 16 bytes, then codes.
  Index size_bytes(DataFormat format) const;

  const ashlar::Tile& core() const { return tile_; }

  /// As in ttnn, transposed or not makes no difference.
  bool operator==(const Tile& other) const;

 private:
  ashlar::Tile tile_ = kTtnnTile;
};

}  // namespace ashlar::ttnn
