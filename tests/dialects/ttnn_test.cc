// ttnn_test.cc - what ttnn itself answers, line by line.
#include "ashlar/dialects/ttnn.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "ashlar/error.h"
#include "src/base/concat.h"
#include "tests/dialects/ttnn_golden.h"

namespace ashlar::ttnn {
namespace {

using golden::Command;
using golden::Question;

std::string pair(const Shape2D& shape) {
  return concat('(', shape.height, ", ", shape.width, ')');
}

std::string list(const Indices& items) {
  return concat('[', join(items, ", "), ']');
}

std::string describe(const TensorSpec& spec) {
  return concat(
      "logical=Shape(", list(spec.logical_shape()), ") padded=Shape(",
      list(spec.padded_shape()), ") logical2d=", pair(spec.logical_2d_shape()),
      " physical=", pair(spec.physical_shape()), " alignment=Alignment(",
      list(spec.alignment()), ") page_shape=", pair(spec.page_shape()),
      " page_bytes=", spec.page_size_bytes(),
      " packed_bytes=", spec.packed_buffer_size_bytes(),
      " strides=", list(spec.strides()), "\n");
}

std::string describe_shards(const TensorSpec& spec) {
  const MemoryConfig& config = spec.memory_config();
  const BufferDistribution cut = distribution_of(spec);
  std::string out =
      concat("memory_layout=", name_of(config.memory_layout()),
             " has_legacy=", config.shard_spec() ? 1 : 0,
             " has_nd=", config.nd_shard_spec() ? 1 : 0,
             "\ntensor_shape_in_pages=Shape(", list(cut.tensor_shape_in_pages),
             ") shard_shape_in_pages=Shape(", list(cut.shard_shape_in_pages),
             ") num_shards=", cut.num_shards, " num_cores=", cut.cores.size(),
             " cores_with_data=", cut.num_cores_with_data,
             " max_dev_pages_per_core=", cut.max_num_dev_pages_per_core, "\n");
  for (const CorePages& core : page_mapping(spec)) {
    out += concat("core ", core.core.x, ",", core.core.y, " :");
    for (const Index page : core.pages) {
      out += page < 0 ? " -" : concat(" ", page);
    }
    out += "\n";
  }
  return out;
}

std::string describe_tile(const Command& command) {
  const Indices size = golden::sizes(command.option("tile", ""));
  const Tile tile(size[0], size[1]);
  std::string out = concat(
      tile.height(), 'x', tile.width(), " face ", tile.face_height(), 'x',
      tile.face_width(), " nfaces ", tile.num_faces(), " partial_face ",
      tile.partial_face() ? 1 : 0, " narrow ", tile.narrow_tile() ? 1 : 0);
  const std::vector<std::pair<std::string, DataFormat>> formats = {
      {"bfp8", DataFormat::bfp8},     {"bfp4", DataFormat::bfp4},
      {"bfp2", DataFormat::bfp2},     {"bf16", DataFormat::float16_b},
      {"f32", DataFormat::float32},   {"u8", DataFormat::uint8},
      {"mxfp4", DataFormat::mxfp4},   {"mxfp6r", DataFormat::mxfp6r},
      {"mxfp8r", DataFormat::mxfp8r}, {"mxint8", DataFormat::mxint8},
      {"mxint4", DataFormat::mxint4}, {"mxint2", DataFormat::mxint2}};
  for (const auto& [name, format] : formats) {
    try {
      out += concat(" ", name, "=", tile.size_bytes(format));
    } catch (const Error&) {  // MX needs blocks of 32, the smallest tile has 16
      EXPECT_TRUE(name.starts_with("mx"));
    }
  }
  return out + "\n";
}

std::string answer(const std::string& text) {
  const Command command(text);
  try {
    if (command.words.at(0) == "oracle") return describe_tile(command);
    const TensorSpec spec = golden::tensor_spec(command);
    std::string out = describe(spec);
    if (command.words.at(0) == "shard") out += describe_shards(spec);
    return out;
  } catch (const Error& error) {
    return concat("ERROR ", error.problem(), "\n");
  }
}

void expect_answers(const std::string& file, std::size_t at_least) {
  const std::vector<Question> all = golden::questions(file);
  EXPECT_GE(all.size(), at_least);
  for (const Question& question : all) {
    EXPECT_EQ(answer(question.command), question.answer) << question.command;
  }
}

TEST(TtnnTest, DerivesTheShapesAndFiguresOfTtnn) {
  expect_answers("specs.txt", 85);
}

TEST(TtnnTest, DealsPagesToCoresAsTtnn) { expect_answers("shards.txt", 20); }

TEST(TtnnTest, HasTheTilesOfTtnn) { expect_answers("tilesizes.txt", 12); }

}  // namespace
}  // namespace ashlar::ttnn
