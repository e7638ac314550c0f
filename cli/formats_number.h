// formats_number.h - numbers as `ashlar formats` writes and reads them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ashlar/element.h"

namespace ashlar::cli {

/// Exactly this number: "448", "0.4375", "2^-149", "(2 - 2^-23) * 2^127". At
/// most `digits` decimal ones, or else powers of two.
std::string exact_text(double value, std::size_t digits = 12);

/// Exactly this number in as few characters as possible: "0.25", "7/512".
std::string short_text(double value);

/// The same for numbers that stand together: all of them are decimals,
/// fractions or multiples of powers of two.
std::vector<std::string> short_texts(const std::vector<double>& values);

/// Exactly, if that is short, or else with enough digits to tell it from all
/// other f64: "0.10000000149011612".
std::string value_text(double value);

/// The first few digits: "3.403e38".
std::string rough_text(double value, int precision = 4);

/// "2^-9 = 0.001953125", "2^-149, about 1.401e-45": exact, and a size that
/// one can imagine.
std::string full_text(double value);

/// The word as it is stored: "0x7e".
std::string hex_text(const Element& element, std::uint64_t word);

/// Reads "0.3", "-1e-5", "2^-9", "7/512", "15*2^-9", "inf", "nan".
double read_number(const std::string& text);

/// "0x7e", and not "0x1p3".
bool is_word(const std::string& text);

/// Reads "0x7e" as a word of `element`.
std::uint64_t read_word(const Element& element, const std::string& text);

}  // namespace ashlar::cli
