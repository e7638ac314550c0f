// ttnn_types_test.cc - data types and tiles.
#include "ashlar/dialects/ttnn_types.h"

#include <gtest/gtest.h>

#include <string>

#include "ashlar/error.h"

namespace ashlar::ttnn {
namespace {

template <class Call>
std::string problem(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(TtnnTypesTest, NumbersAreThoseOfTtnn) {
  EXPECT_EQ(static_cast<int>(DataType::bfloat16), 0);
  EXPECT_EQ(static_cast<int>(DataType::bfloat4_b), 4);
  EXPECT_EQ(static_cast<int>(DataType::int32), 7);
  EXPECT_EQ(static_cast<int>(DataType::invalid), 10);
}

TEST(TtnnTypesTest, NamesReadBack) {
  for (int i = 0; i < static_cast<int>(DataType::invalid); ++i) {
    const auto dtype = static_cast<DataType>(i);
    EXPECT_EQ(parse_data_type(name_of(dtype)), dtype);
  }
  EXPECT_EQ(name_of(DataType::invalid), "invalid");
  EXPECT_EQ(problem([] { parse_data_type("bf8"); }),
            "ttnn: 'bf8' is not a data type; the data types are bfloat16, "
            "float32, uint32, bfloat8_b, bfloat4_b, uint8, uint16, int32, "
            "fp8_e4m3, int8");
}

TEST(TtnnTypesTest, HasFormatsOfTheCore) {
  EXPECT_EQ(to_string(format_of(DataType::bfloat16)), "bf16");
  EXPECT_EQ(to_string(format_of(DataType::bfloat8_b)), "bfp8_b");
  EXPECT_EQ(to_string(format_of(DataType::fp8_e4m3)), "f8_e4m3fn");
  EXPECT_EQ(to_string(format_of(DataType::uint16)), "u16");
  EXPECT_EQ(problem([] { format_of(DataType::invalid); }),
            "ttnn: the data type is invalid; choose one, as bfloat16");
}

TEST(TtnnTypesTest, OnlyTwelveTilesAreLegal) {
  int legal = 0;
  for (Index height = 0; height <= 64; ++height) {
    for (Index width = 0; width <= 64; ++width) {
      const std::string why = problem([&] { Tile(height, width); });
      if (why == "no error") {
        ++legal;
        const Tile tile(height, width);
        EXPECT_EQ(height % tile.face_height(), 0);
        EXPECT_EQ(tile.face_width(), 16);
        EXPECT_EQ(tile.core().rows, height);
      } else {
        EXPECT_EQ(why, "ttnn: Tile size is not valid for our hardware");
      }
    }
  }
  EXPECT_EQ(legal, 12);
}

TEST(TtnnTypesTest, TransposedTilesHaveWholeFaces) {
  const auto transposed = Tile::Order::transposed;
  EXPECT_EQ(Tile(16, 32, transposed).core().order, transposed);
  EXPECT_EQ(Tile(16, 32, transposed), Tile(16, 32));
  EXPECT_NE(Tile(16, 32), Tile(32, 16));
  EXPECT_EQ(problem([&] { Tile(8, 32, transposed); }),
            "ttnn: Tile height must equal 16 or 32 in transpose mode");
}

TEST(TtnnTypesTest, ExponentsComeInMultiplesOfSixteenBytes) {
  EXPECT_EQ(Tile().size_bytes(DataFormat::bfp8_b), 64 + 1024);
  EXPECT_EQ(Tile(1, 32).size_bytes(DataFormat::bfp4_b), 16 + 16);
  EXPECT_EQ(Tile(1, 16).size_bytes(DataFormat::bfp2_b), 16 + 4);
  EXPECT_EQ(Tile(4, 32).size_bytes(DataFormat::mxfp6p), 16 + 128);
  EXPECT_EQ(Tile().size_bytes(DataFormat::uint16), 2048);
  EXPECT_EQ(problem([] { Tile(1, 16).size_bytes(DataFormat::mxint8); }),
            "ttnn: MX tile size must be a multiple of 32 elements");
}

TEST(TtnnTypesTest, HasTheNamesOfCpp) {
  EXPECT_EQ(to_string(DataType::bfloat8_b), "DataType::BFLOAT8_B");
  EXPECT_EQ(to_string(DataType::invalid), "DataType::INVALID");
  EXPECT_EQ(to_string(kTileLayout), "Layout::TILE");
  EXPECT_EQ(to_string(kRowMajorLayout), "Layout::ROW_MAJOR");
}

TEST(TtnnTypesTest, TilesOfTtTensorsAreInOnePiece) {
  const Tile tile = Tile::without_faces();
  EXPECT_EQ(tile.height(), kTileSize);
  EXPECT_EQ(tile.face_height(), 32);
  EXPECT_EQ(tile.face_width(), 32);
  EXPECT_EQ(tile.num_faces(), 1);
  EXPECT_EQ(tile.size_bytes(DataFormat::float32), 4096);
  EXPECT_NE(tile, Tile());
  EXPECT_EQ(to_string(ashlar::Layout(tile.core())), "tile(32x32)");
}

}  // namespace
}  // namespace ashlar::ttnn
