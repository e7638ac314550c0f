// codebook.h - names of codebooks, and the tables that they stand for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ashlar/block.h"

namespace ashlar {

inline constexpr int kMaxIndexBits = 8;
inline constexpr int kMaxMetaBits = 8;

/// What the name of a codebook says.
struct CodebookName {
  bool matches = false;  ///< it begins as such a name
  std::string problem;   ///< why there is no such codebook; else empty
  std::string hint;
  /// With its canonical name; without numbers if the name does not say them.
  Codebook book;
};

/// Reads a name in lower case.
CodebookName read_codebook_name(std::string_view name);

/// Why `book` cannot be; empty if it can.
std::string why_not(const Codebook& book);

/// `book`, which can be, under its canonical name.
Codebook canonical(Codebook book);

/// `(-1,0,1)`: the numbers of `book`, unless its canonical name says them.
std::string spell_numbers(const Codebook& book);

/// What `f01`, `ie`, `p1p2` and the like stand for.
struct Pattern {
  std::vector<double> numbers;
  std::string problem;  ///< why there are no such tables; else empty
};

/// The tables of a pattern with places on the number line of `book.element`.
Pattern read_pattern(std::string_view text, const Codebook& book);

/// The tables of `icb44fi`: the floats of four bits and the integers, each from
/// the largest number down to the eighth.
Pattern shifted_pattern(const Codebook& book);

}  // namespace ashlar
