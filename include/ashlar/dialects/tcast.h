// tcast.h - the words of TensorCast for numbers, scales and data types.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "ashlar/format.h"

namespace ashlar::tcast {

/// An element code or, if there is a codebook, places in it.
struct Number {
  Element element;
  std::shared_ptr<const Codebook> codebook = {};
};

/// Reads a number code, in any case and with or without `torch.`:
///   eXmY[bZ][ieee|fn|fnuz|inuz]  floats; eXm0 is a power of two
///   floatK bfloatK intK uintK
///   binary8p1 to binary8p6       IEEE P3109
///   float8_e4m3fnuz and the like torch's types, with torch's bias
///   cb..., icb44fi_...           codebooks, as `parse_codebook` has them
/// Bare names are IEEE's, and e4m3fnuz and e5m2fnuz have the bias 7 and 15.
Number number(std::string_view code);

/// Reads a scale code. What it says is a block without an element:
///   [multi_]number[_number[_number]][_tile[_tile]]
///   tile: t<size>[s<subtile>][o<offset bits>][n<kept>m<group>][d<dim>]
/// One number is the scale, two are scale and zero point, or after `multi_`
/// tensor scale and scale; three are all of them. Without a tile the scale is
/// for the tensor; t and t0 are a channel, two tiles the last two dims.
Block scale(std::string_view code);

/// A format under the name that TensorCast, or its user, gives it.
struct DataType {
  std::string name;
  Format format;

  bool operator==(const DataType&) const = default;
};

/// A number under a scale, or on its own. Integers under a power of two are
/// i / 2^(bits - 2), from -2 to 2; codes of scaled types are stored without
/// gaps. Without a name it is called by its codes; with nothing but a name it
/// is the predefined type.
DataType datatype(std::string_view number, std::string_view scale = {},
                  std::string_view name = {});

/// Every type that TensorCast has a name for: mxfp8e4, int8_Fc, mxfp4s, ...
std::span<const DataType> datatypes();

/// The one called `name`; case matters, as in int8_F and int8_f.
const DataType& predefined(std::string_view name);

}  // namespace ashlar::tcast
