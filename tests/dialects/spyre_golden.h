// spyre_golden.h - reads figures made by running the original systems.
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "ashlar/shape.h"

#ifndef ASHLAR_TEST_DATA
#define ASHLAR_TEST_DATA ASHLAR_SOURCE_DIR "/tests/data"
#endif

namespace ashlar::test {

/// The document at `path` inside tests/data.
inline nlohmann::json golden(const std::string& path) {
  std::ifstream file(std::string(ASHLAR_TEST_DATA) + "/" + path);
  if (!file) throw std::runtime_error("cannot open tests/data/" + path);
  return nlohmann::json::parse(file);
}

inline Indices indices_of(const nlohmann::json& list) {
  Indices out;
  for (const nlohmann::json& item : list) out.push_back(item.get<Index>());
  return out;
}

inline Shape shape_of(const nlohmann::json& list) {
  return Shape(indices_of(list));
}

}  // namespace ashlar::test
