// Device images that ttnn and Spyre made, made again by conversions.
#include "tests/support/golden.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "ashlar/convert.h"
#include "ashlar/dialects/spyre.h"
#include "tests/support/convert_check.h"

namespace ashlar {
namespace {

using test::Bytes;

Bytes converted(const Spec& from, const Bytes& in, const Spec& to,
                const CastPolicy& policy = {}) {
  ConvertOptions options;
  options.policy = policy;
  options.padding.kind = Padding::Kind::zero;
  const Plan p = plan(from, to, options);
  Bytes out(static_cast<std::size_t>(p.out_bytes()), std::byte{0x77});
  p.run(in, out);
  return out;
}

/// The row-major tensor `plain` becomes `image`, and comes back from it.
void expect_image(const Spec& from, const Bytes& plain, const Spec& to,
                  const Bytes& image) {
  EXPECT_TRUE(converted(from, plain, to) == image) << to_string(to);
  EXPECT_TRUE(converted(to, image, from) == plain) << to_string(to);
}

/// tests/data/ttnn holds the first rows, or matrices, of some files.
class GoldenConvertTest : public GoldenTest {
 protected:
  Bytes bytes(const std::string& name) const {
    return data_.items<std::byte>("ttnn/" + name);
  }

  /// Of each file `NAME_SHAPE.f32` what stands before the suffix.
  std::vector<std::string> inputs() const {
    std::vector<std::string> out;
    for (const auto& entry :
         std::filesystem::directory_iterator(data_.path + "/ttnn")) {
      const std::string name = entry.path().filename();
      const std::size_t dot = name.find('.');
      if (name.substr(dot) == ".f32" && name.find("_") < dot) {
        out.push_back(name.substr(0, dot));
      }
    }
    std::ranges::sort(out);
    return out;
  }
};

Spec spec_of(const std::string& format, const std::string& input,
             const std::string& layout) {
  const std::string shape = input.substr(input.rfind('_') + 1);
  return parse_spec(format + "[" + shape + "] " + layout);
}

TEST_P(GoldenConvertTest, MakesTilesAsTtnnDoes) {
  const std::map<std::string, std::string> kinds = {
      {".tile_f32.bin", "tile(32x32, faces=16x16)"},
      {".tile_swizzled_f32.bin", "tile(32x32)"},
      {".tileT_f32.bin", "tile(32x32, faces=16x16, transposed)"}};
  int count = 0;
  for (const std::string& input : inputs()) {
    for (const auto& [suffix, layout] : kinds) {
      if (!data_.has("ttnn/" + input + suffix)) continue;
      SCOPED_TRACE(input + suffix);
      expect_image(spec_of("f32", input, "row"), bytes(input + ".f32"),
                   spec_of("f32", input, layout), bytes(input + suffix));
      ++count;
    }
  }
  EXPECT_EQ(count, GetParam() ? 18 : 4);
}

TEST_P(GoldenConvertTest, RoundsOnTheWayAsTtnnDoes) {
  const CastPolicy policy = cast_profile("ttnn").policy(
      parse_format("f32").element(), parse_format("bf16").element());
  int count = 0;
  for (const std::string& input : inputs()) {
    if (!data_.has("ttnn/" + input + ".tile_bf16.bin")) continue;
    SCOPED_TRACE(input);
    const Bytes image = bytes(input + ".tile_bf16.bin");
    const Spec tiles = spec_of("bf16", input, "ttnn");
    EXPECT_TRUE(converted(spec_of("f32", input, "row"), bytes(input + ".f32"),
                          tiles, policy) == image);
    expect_image(spec_of("bf16", input, "row"), bytes(input + ".bf16"), tiles,
                 image);
    ++count;
  }
  EXPECT_EQ(count, GetParam() ? 6 : 2);
}

/// 4x32 has faces of 4x16: they are no higher than the tile.
std::string small_tile(int rows, int cols) {
  return "tile(" + std::to_string(rows) + "x" + std::to_string(cols) +
         ", faces=" + std::to_string(std::min(rows, 16)) + "x16)";
}

TEST_P(GoldenConvertTest, MakesTilesOfOtherSizesAsTtnnDoes) {
  int count = 0;
  for (const std::string& input : inputs()) {
    for (const int rows : {1, 2, 4, 8, 16, 32}) {
      for (const int cols : {16, 32}) {
        const std::string file = input + ".t" + std::to_string(rows) + "x" +
                                 std::to_string(cols) + ".tile_f32.bin";
        if (!data_.has("ttnn/" + file)) continue;
        SCOPED_TRACE(file);
        expect_image(spec_of("f32", input, "row"), bytes(input + ".f32"),
                     spec_of("f32", input, small_tile(rows, cols)),
                     bytes(file));
        ++count;
      }
    }
  }
  EXPECT_EQ(count, GetParam() ? 22 : 5);
}

INSTANTIATE_TEST_SUITE_P(Data, GoldenConvertTest, testing::Bool(),
                         GoldenTest::name);

using nlohmann::json;

const json& spyre_document() {
  static const json loaded =
      json::parse(GoldenFolder::extracts().read("spyre/layouts.json"));
  return loaded;
}

Shape shape_of(const json& list) {
  return Shape(std::span<const Index>(list.get<std::vector<Index>>()));
}

spyre::SpyreTensorLayout device_layout(const json& expect) {
  return {expect["device_size"].get<std::vector<Index>>(),
          expect["dim_map"].get<std::vector<int>>(),
          expect["num_stick_dims"].get<int>(),
          expect["format"] == "Sparse" ? spyre::StickFormat::sparse
                                       : spyre::StickFormat::dense,
          spyre::parse_data_format(expect["device_dtype"].get<std::string>())};
}

Spec spec_of(const Shape& shape, const std::string& format,
             const Layout& layout) {
  Spec spec;
  spec.shape = shape;
  spec.format = parse_format(format);
  spec.layout = layout;
  return spec;
}

/// 1, 2, 3, ... in f32.
Bytes counted(const Shape& shape) {
  std::vector<float> values(static_cast<std::size_t>(shape.volume()));
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<float>(i + 1);
  }
  const auto bytes = std::as_bytes(std::span(values));
  return {bytes.begin(), bytes.end()};
}

TEST(GoldenConvertSpyreTest, MakesDeviceImages) {
  int count = 0;
  for (const json& row : spyre_document()["device_images"]) {
    SCOPED_TRACE(row["id"]);
    const auto layout = device_layout(row["expect"]);
    const Shape shape = shape_of(row["host_size"]);
    const Spec host = spec_of(shape, "f32", RowMajor{});
    const Spec device =
        spec_of(shape, to_string(spyre::element_of(layout.device_dtype())),
                layout.to_layout(shape));
    const Bytes image = converted(host, counted(shape), device);
    // All slots of the device, padding included, as a list of numbers.
    const json& expected = row["device_elements"];
    const Shape slots({static_cast<Index>(expected.size())});
    const Bytes list =
        converted(spec_of(slots, to_string(device.format), RowMajor{}), image,
                  spec_of(slots, "f32", RowMajor{}));
    std::vector<float> values(expected.size());
    ASSERT_EQ(list.size(), values.size() * sizeof(float));
    std::memcpy(values.data(), list.data(), list.size());
    EXPECT_EQ(json(values), expected);
    EXPECT_TRUE(converted(device, image, host) == counted(shape));
    ++count;
  }
  EXPECT_EQ(count, 3);
}

/// A format of numbers that nothing rounds, as wide as that of the device.
std::string integers_like(spyre::DataFormats format) {
  return "u" + std::to_string(spyre::element_of(format).storage_bits);
}

TEST(GoldenConvertSpyreTest, PutsEveryElementAtItsOffset) {
  int count = 0;
  for (const json& row : spyre_document()["offset_maps"]) {
    if (!row.contains("elem_offsets_row_major")) continue;
    SCOPED_TRACE(row["id"]);
    const auto layout = device_layout(row["expect"]);
    const Shape shape = shape_of(row["host_size"]);
    const std::string format = integers_like(layout.device_dtype());
    const Spec host = spec_of(shape, format, RowMajor{});
    const Spec device = spec_of(shape, format, layout.to_layout(shape));
    const Index bits = host.format.element().storage_bits;
    const json& offsets = row["elem_offsets_row_major"];
    Bytes plain(static_cast<std::size_t>(ashlar::bind(host).bytes()));
    Bytes image(static_cast<std::size_t>(ashlar::bind(device).bytes()));
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      const auto at = static_cast<Index>(i);
      test::write_word(plain, at * bits, bits, i + 1);
      test::write_word(image, offsets[i].get<Index>() * bits, bits, i + 1);
    }
    expect_image(host, plain, device, image);
    ++count;
  }
  EXPECT_EQ(count, 13);
}

}  // namespace
}  // namespace ashlar
