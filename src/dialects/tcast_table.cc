// tcast_table.cc - every data type that TensorCast has a name for.
#include "src/dialects/tcast_table.h"

#include <algorithm>
#include <array>
#include <vector>

#include "src/base/concat.h"

namespace ashlar::tcast {
namespace {

struct Row {
  std::string_view names;  // separated by blanks
  std::string_view number;
  std::string_view scale = {};
};

/// Types of one number whose names end in the letters of their scales.
struct Family {
  std::string_view prefix;
  std::string_view number;
  std::string_view letters;  // of each, separated by blanks
};

struct Letter {
  char letter;
  std::string_view code;
};

// n is the scale of NVFP4, which has no infinity.
constexpr Letter kLetters[] = {{'F', "float32"},  {'f', "float16"},
                               {'b', "bfloat16"}, {'n', "e4m3fn"},
                               {'e', "e8m0"},     {'i', "int8"}};

// Where TensorCast's own table contradicts its names, the names are right:
// uint8_ff is uint8, bf8n and fp8n have torch's bias, binary8p3 is IEEE's.
constexpr Row kUnscaled[] = {
    {"float32 e8m23", "float32"},
    {"float16 e5m10", "float16"},
    {"bfloat16 e8m7", "bfloat16"},
    {"float8_e5m2 bf8 e5m2", "e5m2"},
    {"float8_e4m3fn fp8 e4m3fn", "e4m3fn"},
    {"float8_e5m2fnuz bf8n e5m2b16fnuz", "e5m2b16fnuz"},
    {"float8_e4m3fnuz fp8n e4m3b8fnuz", "e4m3b8fnuz"},
    {"e5m2fnuz", "e5m2fnuz"},
    {"e4m3fnuz", "e4m3fnuz"},
    {"e3m3fnuz", "e3m3fnuz"},
    {"e3m2fnuz", "e3m2fnuz"},
    {"e2m3fnuz", "e2m3fnuz"},
    {"e2m1fnuz", "e2m1fnuz"},
    {"binary8p1", "binary8p1"},
    {"binary8p2", "binary8p2"},
    {"binary8p3", "binary8p3"},
    {"binary8p4", "binary8p4"},
    {"binary8p5", "binary8p5"},
    {"binary8p6", "binary8p6"},
};

constexpr std::string_view kZeroLetters = "FF ff bb Fi fi bi ni";
constexpr std::string_view kScaleLetters = "F f b n e";

constexpr Family kTensorFamilies[] = {
    {"uint16_", "uint16", "ff bb"},
    {"int16_", "int16", "f b e"},
    {"uint8_", "uint8", kZeroLetters},
    {"int8_", "int8", kScaleLetters},
    {"bf8_", "e5m2", kScaleLetters},
    {"bf8n_", "e5m2b16fnuz", kScaleLetters},
    {"fp8_", "e4m3fn", kScaleLetters},
    {"fp8n_", "e4m3b8fnuz", kScaleLetters},
    {"e5m2_", "e5m2", "e"},
    {"e5m2z_", "e5m2fnuz", "e"},
    {"e4m3_", "e4m3fn", "e"},
    {"e4m3z_", "e4m3fnuz", "e"},
    {"e3m2_", "e3m2fnuz", "e"},
    {"e2m3_", "e2m3fnuz", "e"},
};

constexpr Family kChannelFamilies[] = {
    {"uint8_", "uint8", kZeroLetters}, {"uint4_", "uint4", kZeroLetters},
    {"int8_", "int8", kScaleLetters},  {"int4_", "int4", kScaleLetters},
    {"fp8_", "e4m3fn", kScaleLetters}, {"fp8n_", "e4m3b8fnuz", kScaleLetters},
};

constexpr Row kTiled[] = {
    {"mxfp8e5 mxbf8", "e5m2", "e8m0_t32"},
    {"mxfp8e4 mxfp8", "e4m3fn", "e8m0_t32"},
    {"mxfp6e3 mxbf6", "e3m2fnuz", "e8m0_t32"},
    {"mxfp6e2 mxfp6", "e2m3fnuz", "e8m0_t32"},
    {"mxfp5e2", "e2m2fnuz", "e8m0_t32"},
    {"mxfp4e2 mxfp4", "e2m1fnuz", "e8m0_t32"},
    {"mxint8", "int8", "e8m0_t32"},
    {"mxint4", "int4", "e8m0_t32"},
    {"mxbf8t16", "e5m2", "e8m0_t16"},
    {"mxfp8t16", "e4m3fn", "e8m0_t16"},
    {"mxbf6t16", "e3m2fnuz", "e8m0_t16"},
    {"mxfp6t16", "e2m3fnuz", "e8m0_t16"},
    {"mxfp4t16", "e2m1fnuz", "e8m0_t16"},
    {"mxint8t16", "int8", "e8m0_t16"},
    {"mxint4t16", "int4", "e8m0_t16"},
    {"mxbf8t16s", "e5m2", "e8m0_t16_t16"},
    {"mxfp8t16s mxfp8s16", "e4m3fn", "e8m0_t16_t16"},
    {"mxbf6t16s mxbf6s16", "e3m2fnuz", "e8m0_t16_t16"},
    {"mxfp6t16s mxfp6s16", "e2m3fnuz", "e8m0_t16_t16"},
    {"mxfp4t16s mxfp4s16", "e2m1fnuz", "e8m0_t16_t16"},
    {"mxint8t16s", "int8", "e8m0_t16_t16"},
    {"mxint4t16s", "int4", "e8m0_t16_t16"},
    {"mxfp8s", "e4m3fn", "e8m0_t32_t32"},
    {"mxbf6s", "e3m2fnuz", "e8m0_t32_t32"},
    {"mxfp6s", "e2m3fnuz", "e8m0_t32_t32"},
    {"mxfp4s", "e2m1fnuz", "e8m0_t32_t32"},
    {"nvb8", "e5m2", "e4m3fn_t16"},
    {"nvf8", "e4m3fn", "e4m3fn_t16"},
    {"nvb6", "e3m2fnuz", "e4m3fn_t16"},
    {"nvf6", "e2m3fnuz", "e4m3fn_t16"},
    {"nvf4", "e2m1fnuz", "e4m3fn_t16"},
    {"nvb8s", "e5m2", "e4m3fn_t16_t16"},
    {"nvf8s", "e4m3fn", "e4m3fn_t16_t16"},
    {"nvb6s", "e3m2fnuz", "e4m3fn_t16_t16"},
    {"nvf6s", "e2m3fnuz", "e4m3fn_t16_t16"},
    {"nvf4s", "e2m1fnuz", "e4m3fn_t16_t16"},
    {"fp8F32s", "e4m3fn", "float32_t32_t32"},
    {"fp8f32s", "e4m3fn", "float16_t32_t32"},
    {"fp8nF32s", "e4m3b8fnuz", "float32_t32_t32"},
    {"fp8nf32s", "e4m3b8fnuz", "float16_t32_t32"},
    {"bf8bt32s bf8b32s", "e5m2", "bfloat16_t32_t32"},
    {"bf8nbt32s bf8nb32s", "e5m2b16fnuz", "bfloat16_t32_t32"},
    {"bfp16", "int8", "e8m0_t8"},
    {"bfp16t16", "int8", "e8m0_t16"},
    {"uint4_ff32", "uint4", "float16_float16_t32"},
    {"uint4_fi32", "uint4", "float16_int8_t32"},
    {"uint4_bb32", "uint4", "bfloat16_bfloat16_t32"},
    {"uint4_bi32", "uint4", "bfloat16_int8_t32"},
    {"uint4_f12i432", "uint4", "e5m6_int4_t32"},
    {"int4_b32", "int4", "bfloat16_t32"},
    {"int4_f32", "int4", "e5m3_t32"},
    {"e1m6b1_e32", "e1m6b1", "e8m0_t32"},
    {"e1m2b1_e32", "e1m2b1", "e8m0_t32"},
    {"e1m2b1_f32", "e1m2b1", "e5m3_t32"},
    {"e2m1_f32", "e2m1fnuz", "e5m3_t32"},
    {"e3m2_f32", "e3m2fnuz", "e5m3_t32"},
    {"e2m3_f32", "e2m3fnuz", "e5m3_t32"},
    {"e4m3_f32", "e4m3fn", "e5m3_t32"},
    {"mx9", "int8", "e8m0_t16s2o1"},
    {"mx6", "int5", "e8m0_t16s2o1"},
    {"mx4", "int3", "e8m0_t16s2o1"},
    {"e2m1_e32s8o1", "e2m1fnuz", "e8m0_t32s8o1"},
    {"e2m1_e32s4o1", "e2m1fnuz", "e8m0_t32s4o1"},
    {"e2m1_e32s8o2", "e2m1fnuz", "e8m0_t32s8o2"},
    {"e2m1_e32s4o2", "e2m1fnuz", "e8m0_t32s4o2"},
    {"mxfi4", "cb41fi_e2m2fnuz", "e8m0_t32s4"},
    {"mxfp4m", "cb41f01_e2m2fnuz", "e8m0_t32s4"},
    {"mxfp4e", "cb42fe0123_e3m2fnuz", "e8m0_t32s8"},
    {"mxfp4f4", "cb42f1346_e2m3fnuz", "e8m0_t32s8"},
};

constexpr std::array<std::string_view, 3> kShifted = {"e2m3fnuz", "e3m2fnuz",
                                                      "e4m3fn"};

void add(std::vector<DataType>& out, std::string_view names,
         std::string_view number, std::string_view scale) {
  while (!names.empty()) {
    const std::size_t end = std::min(names.find(' '), names.size());
    out.push_back(datatype(number, scale, names.substr(0, end)));
    names.remove_prefix(std::min(end + 1, names.size()));
  }
}

std::string scale_of(std::string_view letters) {
  std::vector<std::string_view> codes;
  for (const char letter : letters) {
    codes.push_back(std::ranges::find(kLetters, letter, &Letter::letter)->code);
  }
  return join(codes, "_");
}

void add_family(std::vector<DataType>& out, const Family& family,
                std::string_view tile, std::string_view suffix) {
  std::string_view rest = family.letters;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    const std::string_view letters = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    add(out, concat(family.prefix, letters, suffix), family.number,
        scale_of(letters) + std::string(tile));
  }
}

/// icb44fi2_e32, icb44fi4_f32s8, ...: e is e8m0, f is e5m3.
void add_shifted(std::vector<DataType>& out) {
  for (std::size_t i = 0; i < kShifted.size(); ++i) {
    for (const std::string_view sub : {"", "s16", "s8", "s4"}) {
      for (const char kind : {'e', 'f'}) {
        add(out, concat("icb44fi", i + 2, '_', kind, "32", sub),
            concat("icb44fi_", kShifted[i]),
            concat(kind == 'e' ? "e8m0" : "e5m3", "_t32", sub));
      }
    }
  }
}

std::vector<DataType> all_types() {
  std::vector<DataType> out;
  for (const Row& row : kUnscaled) add(out, row.names, row.number, row.scale);
  for (const Family& each : kTensorFamilies) add_family(out, each, "", "");
  for (const Family& each : kChannelFamilies) add_family(out, each, "_t0", "c");
  for (const Row& row : kTiled) add(out, row.names, row.number, row.scale);
  add_shifted(out);
  return out;
}

}  // namespace

std::span<const DataType> datatypes() {
  static const std::vector<DataType> all = all_types();
  return all;
}

const DataType* find_type(std::string_view name) {
  const auto all = datatypes();
  const auto found = std::ranges::find(all, name, &DataType::name);
  return found == all.end() ? nullptr : &*found;
}

}  // namespace ashlar::tcast
