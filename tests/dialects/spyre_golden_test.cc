// Every figure of golden/spyre/layouts.json.
#include "tests/dialects/spyre_golden.h"

#include <gtest/gtest.h>

#include "ashlar/dialects/spyre.h"
#include "ashlar/error.h"
#include "ashlar/notation.h"

namespace ashlar::spyre {
namespace {

using nlohmann::json;
using test::indices_of;
using test::shape_of;

const json& document() {
  static const json loaded = test::golden("spyre/layouts.json");
  return loaded;
}

StickFormat stick_format(const std::string& name) {
  return name == "Sparse" ? StickFormat::sparse : StickFormat::dense;
}

SpyreTensorLayout make(const json& row) {
  const json& args = row["args"];
  const Format dtype = parse_format(args["dtype"].get<std::string>());
  if (row["ctor"] == "size") {
    const bool all = args.value("pad_all_dims", true);
    return {indices_of(args["size"]), dtype,
            all ? PadDims::all : PadDims::stick};
  }
  EXPECT_EQ(row["ctor"], "padded");
  return {indices_of(args["padded_size"]), dtype, indices_of(args["dim_order"]),
          stick_format(args.value("format", "Dense"))};
}

SpyreTensorLayout make_explicit(const json& expect) {
  return {expect["device_size"].get<std::vector<Index>>(),
          expect["dim_map"].get<std::vector<int>>(),
          expect["num_stick_dims"].get<int>(), stick_format(expect["format"]),
          parse_data_format(expect["device_dtype"].get<std::string>())};
}

void expect_fields(const SpyreTensorLayout& layout, const json& expect) {
  EXPECT_EQ(json(layout.device_size()), expect["device_size"]);
  EXPECT_EQ(json(layout.dim_map()), expect["dim_map"]);
  EXPECT_EQ(layout.num_stick_dims(), expect["num_stick_dims"]);
  EXPECT_EQ(to_string(layout.format()),
            "StickFormat." + expect["format"].get<std::string>());
  EXPECT_EQ(name_of(layout.device_dtype()), expect["device_dtype"]);
  EXPECT_EQ(json(layout.device_strides()), expect["device_strides"]);
  EXPECT_EQ(layout.num_sticks(), expect["num_sticks"]);
  EXPECT_EQ(layout.bytes(), expect["nbytes"]);
  EXPECT_EQ(to_string(layout), expect["str"]);
  EXPECT_EQ(layout, make_explicit(expect));
}

TEST(SpyreGoldenTest, MapsDtypes) {
  ASSERT_EQ(document()["dtypes"].size(), 9u);
  for (const json& row : document()["dtypes"]) {
    const auto name = row["torch"].get<std::string>();
    const DataFormats format = device_format(name);
    EXPECT_EQ(device_format(parse_format(name)), format);
    EXPECT_EQ(name_of(format), row["device_dtype"]);
    EXPECT_EQ(element_of(format).storage_bits, row["device_bits"]);
    EXPECT_EQ(elems_per_stick(format), row["elems_per_stick"]);
  }
}

TEST(SpyreGoldenTest, MakesTheLayoutsOfTheDocument) {
  ASSERT_EQ(document()["seed"].size(), 5u);
  for (const json& row : document()["seed"]) {
    SCOPED_TRACE(row["id"]);
    if (row.contains("expect_error")) {
      try {
        make(row);
        ADD_FAILURE() << "expected an error";
      } catch (const Error& error) {
        EXPECT_EQ(error.what(), row["expect_error"].get<std::string>());
      }
      continue;
    }
    expect_fields(make(row), row["expect"]);
  }
}

TEST(SpyreGoldenTest, MakesLayoutsAtTheEdge) {
  ASSERT_EQ(document()["edge"].size(), 10u);
  for (const json& row : document()["edge"]) {
    SCOPED_TRACE(row["id"]);
    if (!row.contains("alternative_modern")) {
      expect_fields(make(row), row["expect"]);
      continue;
    }
    const json& expect = row["alternative_modern"];  // decision D2
    EXPECT_EQ(json(make(row).device_size()), expect["device_size"]);
    EXPECT_EQ(json(make(row).dim_map()), expect["dim_map"]);
    EXPECT_EQ(make(row).bytes(), expect["nbytes"]);
  }
}

void expect_probe(const SpyreTensorLayout& layout, const BoundLayout& bound,
                  const json& probe) {
  const Index bits = bound.element_bits();
  const Index lanes = layout.elems_per_stick();
  const Index bit = bound.position(indices_of(probe["index"])).bit;
  EXPECT_EQ(bit / bits, probe["elem_offset"]);
  EXPECT_EQ(bit / 8, probe["byte_offset"]);
  EXPECT_EQ(bit / bits / lanes, probe["stick"]);
  EXPECT_EQ(bit / bits % lanes, probe["lane"]);
  const std::vector<Index> strides = layout.device_strides();
  Index left = bit / bits;
  for (std::size_t i = 0; i < strides.size(); left %= strides[i++]) {
    EXPECT_EQ(left / strides[i], probe["coords"][i]);
  }
}

TEST(SpyreGoldenTest, MakesRandomLayoutsAndFindsTheirElements) {
  ASSERT_EQ(document()["random"].size(), 100u);
  for (const json& row : document()["random"]) {
    SCOPED_TRACE(row["id"]);
    const SpyreTensorLayout layout = make(row);
    expect_fields(layout, row["expect"]);
    const BoundLayout bound = layout.bind(shape_of(row["host_size"]));
    EXPECT_EQ(bound.bytes(), layout.bytes());
    for (const json& probe : row["probes"]) expect_probe(layout, bound, probe);
  }
}

TEST(SpyreGoldenTest, MapsEveryElement) {
  ASSERT_EQ(document()["offset_maps"].size(), 14u);
  for (const json& row : document()["offset_maps"]) {
    if (row.contains("rows")) continue;
    SCOPED_TRACE(row["id"]);
    const SpyreTensorLayout layout = make_explicit(row["expect"]);
    expect_fields(layout, row["expect"]);
    const BoundLayout bound = layout.bind(shape_of(row["host_size"]));
    const json& offsets = row["elem_offsets_row_major"];
    ASSERT_EQ(offsets.size(), bound.shape().volume());
    for (Index i = 0; i < bound.shape().volume(); ++i) {
      const Position at = bound.position(unravel(i, bound.shape()));
      ASSERT_EQ(at.bit / bound.element_bits(),
                offsets[static_cast<std::size_t>(i)]);
    }
  }
}

TEST(SpyreGoldenTest, MakesDeviceImages) {
  ASSERT_EQ(document()["device_images"].size(), 3u);
  for (const json& row : document()["device_images"]) {
    SCOPED_TRACE(row["id"]);
    const SpyreTensorLayout layout = make_explicit(row["expect"]);
    const BoundLayout bound = layout.bind(shape_of(row["host_size"]));
    const json& expected = row["device_elements"];
    ASSERT_EQ(bound.bits_per_unit(),
              static_cast<Index>(expected.size()) * bound.element_bits());
    for (std::size_t slot = 0; slot < expected.size(); ++slot) {
      Position at;
      at.bit = static_cast<Index>(slot) * bound.element_bits();
      const Found found = bound.find(at);
      const Index value =
          found.index ? ravel(*found.index, bound.shape()) + 1 : 0;
      ASSERT_EQ(value, expected[slot]) << "slot " << slot;
    }
  }
}

TEST(SpyreGoldenTest, SaysFormatsOfZdnnAsDeviceDims) {
  const std::map<std::string, std::pair<const char*, const char*>> formats = {
      {"NHWC", {"4DFEATURE", "f16"}},
      {"HWCK", {"4DKERNEL", "f16"}},
      {"W8", {"4DWEIGHTS", "i8"}}};
  int count = 0;
  for (const json& map : document()["offset_maps"]) {
    if (!map.contains("rows")) continue;
    for (const json& row : map["rows"]) {
      const auto& [name, element] = formats.at(row["zdnn"]);
      const Shape shape = shape_of(row["shape"]);
      const Element code = parse_format(element).element();
      const Digits digits =
          read_notation(Notation::zdnn, name, shape, AxisNames(), code);
      const SpyreTensorLayout layout(
          row["device_size"].get<std::vector<Index>>(),
          row["dim_map"].get<std::vector<int>>(), 1, StickFormat::dense,
          DataFormats::sen169_fp16);
      EXPECT_EQ(same_function(ashlar::bind(digits, shape, AxisNames(), code),
                              ashlar::bind(layout.to_layout(shape), shape,
                                           AxisNames(), code)),
                true);
      ++count;
    }
  }
  EXPECT_EQ(count, 3);
}

}  // namespace
}  // namespace ashlar::spyre
