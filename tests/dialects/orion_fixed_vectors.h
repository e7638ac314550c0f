// orion_fixed_vectors.h - reads results of Orion's fixed-point functions.
#pragma once

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "ashlar/dialects/orion_fixed.h"
#include "ashlar/error.h"

namespace ashlar::orion::vectors {

/// A line: operation, operands ("-" for none), what Orion gives ("!" and the
/// text if it panics), and the correctly rounded result ("nan" where there is
/// none, "overflow" where the type is too small).
struct Vector {
  std::string function;
  std::string a;
  std::string b;
  std::string orion;
  std::string rounded;

  std::string text() const { return function + "(" + a + ", " + b + ")"; }
};

inline std::vector<Vector> read(const std::string& folder, FixedType type) {
  std::ifstream in(folder + "/orion/fixed/" + std::string(name_of(type)) +
                   ".tsv");
  std::vector<Vector> out;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("#")) continue;
    std::istringstream words(line);
    Vector v;
    std::getline(words, v.function, '\t');
    std::getline(words, v.a, '\t');
    std::getline(words, v.b, '\t');
    std::getline(words, v.orion, '\t');
    std::getline(words, v.rounded, '\t');
    out.push_back(v);
  }
  return out;
}

inline FixedRaw operand(const std::string& text) {
  return text == "-" ? FixedRaw() : parse_fixed_raw(text);
}

/// What this library gives, in the words of the file.
inline std::string orion_answer(const Vector& v, FixedType type) {
  try {
    return to_string(evaluate(parse_fixed_function(v.function), type,
                              operand(v.a), operand(v.b)));
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::data) return error.what();
    return "!" + error.problem();
  }
}

inline std::string rounded_answer(const Vector& v, FixedType type) {
  try {
    return to_string(evaluate(parse_fixed_function(v.function),
                              fixed_point_of(type), operand(v.a),
                              operand(v.b)));
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::data) return "nan";
    if (error.kind() == ErrorKind::limit) return "overflow";
    return error.what();
  }
}

}  // namespace ashlar::orion::vectors
