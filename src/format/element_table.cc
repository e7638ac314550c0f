// element_table.cc - every element format; adding one is adding a row.
#include "src/format/known.h"
#include "src/format/table.h"

namespace ashlar {
namespace {

constexpr Element i(int bits) { return integer_element(bits, Sign::present); }
constexpr Element u(int bits) { return integer_element(bits, Sign::absent); }
constexpr Element q(int bits, int fraction_bits) {
  return fixed_element(bits, fraction_bits);
}
constexpr Element orion(int magnitude_bits, int fraction_bits) {
  const int storage = 2 * magnitude_bits;  // the sign has a word of its own
  return in_words(
      sign_magnitude_element(magnitude_bits - fraction_bits, fraction_bits),
      storage);
}

constexpr ElementRow kRows[] = {
    {"bool", "boolean bool_ bool8", kBool, "truth values, one in a byte"},

    {"i1", "int1", i(1), "1-bit integers, 0 and -1"},
    {"u1", "uint1 bit", u(1), "single bits; masks"},
    {"i2", "int2 SENINT2", i(2), "2-bit integers; low-bit weights"},
    {"u2", "uint2 SENUINT2", u(2), "unsigned 2-bit integers; low-bit weights"},
    {"i4", "int4 SENINT4", i(4), "4-bit integers; quantised weights"},
    {"u4", "uint4", u(4), "unsigned 4-bit integers; GPTQ, AWQ, MLX weights"},
    {"i8", "int8 byte SENINT8", i(8), "8-bit integers; quantised models"},
    {"u8", "uint8 ubyte", u(8), "bytes; images, packed data"},
    {"i16", "int16 short SENINT16", i(16), "16-bit integers"},
    {"u16", "uint16 ushort", u(16), "unsigned 16-bit integers"},
    {"i32", "int32 IEEE_INT32", i(32), "32-bit integers; accumulators"},
    {"u32", "uint32 SENUINT32", u(32), "unsigned 32-bit integers"},
    {"i64", "int64 long IEEE_INT64", i(64), "64-bit integers; indices"},
    {"u64", "uint64 ulong", u(64), "unsigned 64-bit integers"},

    {"f64", "float64 double fp64", kF64, "IEEE double precision"},
    {"f32", "float32 float single fp32 IEEE_FP32", kF32,
     "IEEE single precision; the usual compute type"},
    {"tf32", "tensorfloat32", kTf32,
     "the upper 19 bits of an f32; NVIDIA tensor cores"},
    {"f16", "float16 half fp16 IEEE_FP16", kF16, "IEEE half precision"},
    {"bf16", "bfloat16 float16_b", kBf16,
     "the upper half of an f32; training and inference everywhere"},

    {"f8_e4m3fn",
     "float8_e4m3fn f8e4m3fn float8e4m3fn F8_E4M3 fp8_e4m3 fp8_e4m3fn fp8 hf8",
     kF8E4M3Fn, "the OCP 8-bit float with more precision; weights"},
    {"f8_e5m2", "float8_e5m2 f8e5m2 float8e5m2 fp8_e5m2 bf8", kF8E5M2,
     "the OCP 8-bit float with more range; gradients"},
    {"f8_e4m3fnuz", "float8_e4m3fnuz f8e4m3fnuz float8e4m3fnuz fp8n nanoo_fp8",
     kF8E4M3Fnuz, "8-bit float with one NaN and no -0; AMD MI300, Graphcore"},
    {"f8_e5m2fnuz", "float8_e5m2fnuz f8e5m2fnuz float8e5m2fnuz bf8n",
     kF8E5M2Fnuz, "8-bit float with one NaN and no -0; AMD MI300, Graphcore"},
    {"f8_e4m3b11fnuz", "float8_e4m3b11fnuz float8_e4m3b11 f8e4m3b11fnuz",
     kF8E4M3B11Fnuz, "8-bit float shifted towards small numbers; XLA"},
    {"f8_e4m3", "float8_e4m3 f8e4m3", kF8E4M3,
     "8-bit float after IEEE's rules, with infinities; ml_dtypes"},
    {"f8_e3m4", "float8_e3m4 f8e3m4", kF8E3M4,
     "8-bit float after IEEE's rules, with infinities; ml_dtypes"},
    {"e8m0", "float8_e8m0fnu f8_e8m0fnu f8e8m0fnu float8e8m0 F8_E8M0", kE8M0,
     "powers of two; the scales of the OCP MX formats"},
    {"ue4m3", "float8_ue4m3 f8_ue4m3", kUe4M3,
     "f8_e4m3fn without its sign; the block scales of NVFP4"},
    {"ue5m3", "f8_ue5m3", kUe5M3, "8-bit scales with three mantissa bits; AMD"},
    {"f6_e3m2fn", "float6_e3m2fn f6e3m2fn F6_E3M2 f6e3m2 fp6_e3m2", kF6E3M2Fn,
     "6-bit float with more range; OCP MX elements"},
    {"f6_e2m3fn", "float6_e2m3fn f6e2m3fn F6_E2M3 f6e2m3 fp6_e2m3", kF6E2M3Fn,
     "6-bit float with more precision; OCP MX elements"},
    {"f4_e2m1fn",
     "float4_e2m1fn f4e2m1fn F4_E2M1 F4 f4e2m1 float4e2m1 fp4_e2m1 fp4",
     kF4E2M1Fn, "0, .5, 1, 1.5, 2, 3, 4, 6 and a sign; OCP MX and NVFP4"},
    {"dlfloat16", "dlf16 dl16 SEN169_FP16 ZDNN_DLFLOAT16", kDlfloat16,
     "6 exponent bits, no subnormals, one code for NaN and infinity; IBM Spyre "
     "and Telum"},

    {"q5.26", "", q(32, 26), "fixed point from -32 to 32; early Orion"},
    {"q8.23", "", q(32, 23), "fixed point from -256 to 256; Orion"},
    {"q16.16", "", q(32, 16), "fixed point from -32768 to 32768; Orion"},
    {"q32.32", "", q(64, 32), "fixed point from -2^31 to 2^31; Orion"},
    {"orion_fp5x26", "fp5x26", orion(128, 26),
     "Orion's first fixed point: a sign and 128 bits"},
    {"orion_fp8x23", "fp8x23", orion(32, 23),
     "Orion's fixed point: a sign and 32 bits"},
    {"orion_fp16x16", "fp16x16", orion(32, 16),
     "Orion's fixed point: a sign and 32 bits"},
    {"orion_fp8x23w", "fp8x23w", orion(64, 23),
     "Orion's wide fixed point for softmax: a sign and 64 bits"},
    {"orion_fp16x16w", "fp16x16w", orion(64, 16),
     "Orion's wide fixed point for softmax: a sign and 64 bits"},
    {"orion_fp32x32", "fp32x32", orion(64, 32),
     "Orion's fixed point: a sign and 64 bits"},
    {"orion_fp64x64", "fp64x64", orion(128, 64),
     "Orion's fixed point: a sign and 128 bits"},
};

}  // namespace

std::span<const ElementRow> element_rows() { return kRows; }

const ElementRow* find_row(const Element& element) {
  for (const ElementRow& row : kRows) {
    if (row.element == element) return &row;
  }
  return nullptr;
}

const ElementRow* find_row_of_code(const Element& element) {
  for (const ElementRow& row : kRows) {
    const Element& known = row.element;
    if (in_words(element, known.storage_bits, known.storage_shift) == known) {
      return &row;
    }
  }
  return nullptr;
}

}  // namespace ashlar
