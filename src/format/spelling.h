// spelling.h - names of element codes that are rules, not rows: e5m6, q3.12.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "ashlar/element.h"

namespace ashlar {

/// The generic name of an element, whatever words it is stored in.
/// `read_spelling` reads it back as stored without unused bits.
std::string spell(const Element& stored);

/// What a generic name means.
struct Spelling {
  static Spelling of(const Element& element) { return {true, element, {}, {}}; }
  static Spelling impossible(std::string problem, std::string hint = {}) {
    return {true, {}, std::move(problem), std::move(hint)};
  }

  bool matches = false;  ///< it has the form of a generic name
  Element element;
  std::string problem;  ///< why there is no such element; else empty
  std::string hint;     ///< what to do about the problem
};

/// Reads a generic name in lower case:
///   iN uN intN uintN obN        integers; ob is offset binary
///   qM.N sqM.N uqM.N smM.N      fixed point: two's complement, the same with
///                               one more bit, unsigned, sign and magnitude
///   [u]eXmY[bZ][suffix]         floats; eXm0 alone is a power of two
///   floatK bfloatK              TensorCast's widths
///   binaryKpP[s|u][e|f]         IEEE P3109
/// The sign of qM.N is one more bit, unless M + N fills a word of 8, 16, 32 or
/// 64 bits; then it is one of the M.
Spelling read_spelling(std::string_view name);

}  // namespace ashlar
