// The number formats of Torch-Spyre.
#include <gtest/gtest.h>

#include "ashlar/dialects/spyre.h"
#include "ashlar/error.h"

namespace ashlar::spyre {
namespace {

template <class Call>
std::string message_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST(SpyreTypesTest, NumbersFormatsAsTorchSpyreDoes) {
  const char* const names[] = {
      "SEN169_FP16", "IEEE_FP32",  "INVALID",    "SEN143_FP8", "SEN152_FP8",
      "SEN153_FP9",  "SENINT2",    "SENINT4",    "SENINT8",    "SENINT16",
      "SENINT24",    "IEEE_INT64", "IEEE_INT32", "SENUINT32",  "SENUINT2",
      "IEEE_FP16",   "BOOL",       "BFLOAT16",   "SEN18F_FP24"};
  ASSERT_EQ(data_formats().size(), std::size(names));
  for (std::size_t i = 0; i < std::size(names); ++i) {
    const DataFormats format = data_formats()[i];
    EXPECT_EQ(static_cast<std::size_t>(format), i);
    EXPECT_EQ(name_of(format), names[i]);
    EXPECT_EQ(to_string(format), std::string("DataFormats.") + names[i]);
    EXPECT_EQ(parse_data_format(names[i]), format);
    EXPECT_EQ(parse_data_format(to_string(format)), format);
  }
}

TEST(SpyreTypesTest, KnowsHowManyElementsFillAStick) {
  const std::pair<DataFormats, Index> table[] = {
      {DataFormats::sen169_fp16, 64}, {DataFormats::ieee_fp32, 32},
      {DataFormats::sen143_fp8, 128}, {DataFormats::sen152_fp8, 128},
      {DataFormats::senint2, 512},    {DataFormats::senint4, 256},
      {DataFormats::senint8, 128},    {DataFormats::senint16, 64},
      {DataFormats::ieee_int64, 16},  {DataFormats::ieee_int32, 32},
      {DataFormats::senuint32, 32},   {DataFormats::senuint2, 512},
      {DataFormats::ieee_fp16, 64},   {DataFormats::boolean, 128},
      {DataFormats::bfloat16, 64}};
  for (const auto& [format, lanes] : table) {
    EXPECT_EQ(elems_per_stick(format), lanes) << to_string(format);
    EXPECT_EQ(element_of(format).storage_bits * lanes, 1024);
  }
}

TEST(SpyreTypesTest, RefusesFormatsThatCannotBeStored) {
  for (const DataFormats format :
       {DataFormats::invalid, DataFormats::sen153_fp9, DataFormats::senint24,
        DataFormats::sen18f_fp24}) {
    EXPECT_EQ(message_of([&] { elems_per_stick(format); }),
              "spyre: " + to_string(format) +
                  " cannot be stored: it has no place in a stick");
  }
}

TEST(SpyreTypesTest, MapsDtypesToTheDevice) {
  const struct {
    const char* torch;
    const char* ours;
    DataFormats device;
  } table[] = {
      {"float16", "f16", DataFormats::sen169_fp16},
      {"bfloat16", "bf16", DataFormats::bfloat16},
      {"float32", "f32", DataFormats::ieee_fp32},
      {"int8", "i8", DataFormats::senint8},
      {"int16", "i16", DataFormats::senint16},
      {"int32", "i32", DataFormats::ieee_int32},
      {"int64", "i64", DataFormats::ieee_int32},
      {"bool", "bool", DataFormats::sen169_fp16},
      {"uint8", "u8", DataFormats::senuint32},
      {"float8_e4m3fn", "f8_e4m3fn", DataFormats::sen143_fp8},
      {"float8_e5m2fnuz", "f8_e5m2fnuz", DataFormats::sen152_fp8},
      {"qint8", nullptr, DataFormats::senint8},
      {"quint4x2", nullptr, DataFormats::senuint2},
      {"quint2x4", nullptr, DataFormats::senuint2},
  };
  for (const auto& row : table) {
    EXPECT_EQ(device_format(row.torch), row.device) << row.torch;
    EXPECT_EQ(device_format(std::string("torch.") + row.torch), row.device);
    if (row.ours == nullptr) continue;
    EXPECT_EQ(device_format(parse_format(row.ours)), row.device) << row.ours;
  }
}

TEST(SpyreTypesTest, SaysWhichDtypesThereAre) {
  const std::string hint =
      "; convert to one of float16, bfloat16, float32, int8, int16, int32, "
      "int64, bool, uint8, float8_e4m3fn, float8_e5m2fnuz, qint8, quint4x2, "
      "quint2x4";
  EXPECT_EQ(message_of([] { device_format("torch.complex64"); }),
            "spyre: the dtype complex64 has no format on the device" + hint);
  for (const char* const name : {"f64", "mxfp4", "i4"}) {
    EXPECT_EQ(message_of([&] { device_format(parse_format(name)); }),
              std::string("spyre: the dtype ") + name +
                  " has no format on the device" + hint);
  }
  EXPECT_EQ(message_of([] { parse_data_format("SEN999"); }).substr(0, 40),
            "spyre: 'SEN999' is no data format; use o");
}

TEST(SpyreTypesTest, PrintsStickFormats) {
  EXPECT_EQ(to_string(StickFormat::dense), "StickFormat.Dense");
  EXPECT_EQ(to_string(StickFormat::sparse), "StickFormat.Sparse");
  EXPECT_EQ(to_string(StickFormat::sparse_multi), "StickFormat.SparseMulti");
  EXPECT_NE(message_of([] { to_string(static_cast<StickFormat>(9)); }), "");
  EXPECT_NE(message_of([] { name_of(static_cast<DataFormats>(99)); }), "");
}

}  // namespace
}  // namespace ashlar::spyre
