// gguf_search.h - the scales of Q4_K and Q6_K, for all parts of a record.
#pragma once

namespace ashlar::kernels {

// Every part has a column of its own, so that vectors take several at once.
// Sums are added up in the order of the rows, one rounding each, so that the
// results are those of ggml's reference functions. Rounding is to nearest even,
// subnormals are kept, and numbers are finite.

/// 8 parts of 32 numbers: scale * code + least, with codes from 0 to 15 and
/// `least` not above 0.
struct Q4Fits {
  float scales[8];
  float least[8];
  float codes[32][8];
};
void fit_q4_k(const float (&x)[32][8], Q4Fits& out);

/// 16 parts of 16 numbers: scale * (code - 32), with codes from 0 to 63, which
/// are 0 where there is no scale.
struct Q6Fits {
  float scales[16];
  float codes[16][16];
};
void fit_q6_k(const float (&x)[16][16], Q6Fits& out);

/// Numbers below this are as good as none.
inline constexpr float kNothing = 1e-15f;

}  // namespace ashlar::kernels
