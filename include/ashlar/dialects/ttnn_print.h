// ttnn_print.h - tensors as ttnn prints them, and how alike two of them are.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "ashlar/dialects/ttnn_tensor.h"

namespace ashlar::ttnn {

/// What ttnn.set_printoptions sets. There is no global state here: options go
/// with the call.
struct PrintOptions {
  enum class Profile {
    empty,      ///< no elements
    shortened,  ///< "short": two at each end of an axis with more than four
    full,
  };
  enum class SciMode {
    automatic,  ///< if numbers are far apart, very large or very small
    always,
    never,
  };

  Profile profile = Profile::shortened;
  SciMode sci_mode = SciMode::automatic;
  int precision = 4;  ///< digits behind the point
};

/// "empty", "short" or "full", in any case.
PrintOptions::Profile parse_profile(std::string_view text);

/// `ttnn.Tensor([[ 1.0000, ...]], shape=Shape([..]), dtype=DataType::BFLOAT16,
/// layout=Layout::TILE)`. Only elements decide whether numbers are scientific,
/// while ttnn looks at padding, too.
std::string to_string(const Tensor& tensor, const PrintOptions& options = {});

struct PccOptions {
  double pcc = 0.99;
  // Where there is no correlation to speak of:
  double rtol = 1e-5;
  double atol = 1e-4;
};

/// How well numbers correlate, 1 being a straight line, and whether that is
/// enough.
struct PccResult {
  bool passes = false;
  double value = 0;

  bool operator==(const PccResult&) const = default;
};

/// ttnn's comp_pcc: Pearson's correlation of two arrays of the same size.
/// Numbers that are not finite count as 0; two that are NaN throughout are
/// alike. Where one is all zero, or constant, being close counts.
PccResult comp_pcc(std::span<const double> golden,
                   std::span<const double> calculated,
                   const PccOptions& options = {});
/// Of two tensors of the same shape, wherever they are; `calculated` is cast to
/// the data type of `golden` first.
PccResult comp_pcc(const Tensor& golden, const Tensor& calculated,
                   const PccOptions& options = {});

}  // namespace ashlar::ttnn
