// block_table.cc - every block format; adding one is adding a row.
#include "src/format/known.h"
#include "src/format/table.h"

namespace ashlar {
namespace {

constexpr ScaleLevel per_block(const Element& element, std::int64_t length) {
  return {element, ScaleLevel::Scope::tile, 1, length};
}
constexpr ScaleLevel per_tensor(const Element& element) {
  return {element, ScaleLevel::Scope::tensor, 1, 1};
}

/// The shared exponent of ttnn's block floats: a byte with no NaN.
constexpr Element kSharedExponent = exponent_element(8, 127, Specials::none);
/// i8 times 2^-6.
constexpr Element kMxInt8 = fixed_element(8, 6);
/// A sign and a magnitude whose first bit stands for 1.
constexpr Element bfp(int bits) { return sign_magnitude_element(1, bits - 2); }
/// GGUF stores 4-bit integers plus 8.
constexpr Element kOffset4 =
    integer_element(4, Sign::present, Representation::offset_binary);

/// Six bits from one code to the next, across the bounds of bytes.
constexpr Element dense(const Element& element) {
  return in_words(element, element.bits);
}

constexpr BlockRow kRows[] = {
    {"mxfp8_e4m3",
     "mxfp8 mxfp8e4 mxfp8p mxfp8_e4m3fn",
     kF8E4M3Fn,
     {per_block(kE8M0, 32)},
     1,
     "OCP MX: 32 f8_e4m3fn share a power of two"},
    {"mxfp8_e5m2",
     "mxbf8 mxfp8e5 mxfp8r",
     kF8E5M2,
     {per_block(kE8M0, 32)},
     1,
     "OCP MX: 32 f8_e5m2 share a power of two"},
    {"mxfp6_e3m2",
     "mxbf6 mxfp6e3 mxfp6r",
     dense(kF6E3M2Fn),
     {per_block(kE8M0, 32)},
     1,
     "OCP MX: 32 f6_e3m2fn share a power of two"},
    {"mxfp6_e2m3",
     "mxfp6 mxfp6e2 mxfp6p",
     dense(kF6E2M3Fn),
     {per_block(kE8M0, 32)},
     1,
     "OCP MX: 32 f6_e2m3fn share a power of two"},
    {"mxfp4",
     "mxfp4e2 mxfp4_e2m1",
     kF4E2M1Fn,
     {per_block(kE8M0, 32)},
     1,
     "OCP MX: 32 f4_e2m1fn share a power of two"},
    {"mxint8",
     "",
     kMxInt8,
     {per_block(kE8M0, 32)},
     1,
     "OCP MX: 32 i8 / 64 share a power of two"},
    {"nvfp4",
     "",
     kF4E2M1Fn,
     {per_block(kUe4M3, 16), per_tensor(kF32)},
     2,
     "NVIDIA Blackwell: 16 f4_e2m1fn share a scale, all of them another"},
    {"bfp8_b",
     "bfloat8_b",
     bfp(8),
     {per_block(kSharedExponent, 16)},
     1,
     "Tenstorrent: 16 numbers of sign and 7 bits share an exponent"},
    {"bfp4_b",
     "bfloat4_b",
     bfp(4),
     {per_block(kSharedExponent, 16)},
     1,
     "Tenstorrent: 16 numbers of sign and 3 bits share an exponent"},
    {"bfp2_b",
     "bfloat2_b",
     bfp(2),
     {per_block(kSharedExponent, 16)},
     1,
     "Tenstorrent: 16 numbers of sign and 1 bit share an exponent"},
    {"q8_0",
     "ggml_q8_0",
     kI8,
     {per_block(kF16, 32)},
     1,
     "GGUF: 32 i8 share an f16 scale"},
    {"q4_0",
     "ggml_q4_0",
     kOffset4,
     {per_block(kF16, 32)},
     1,
     "GGUF: 32 4-bit integers share an f16 scale"},
};

}  // namespace

std::span<const BlockRow> block_rows() { return kRows; }

}  // namespace ashlar
