// npz.h - arrays as numpy saves them.
#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <vector>

namespace ashlar {

struct NpyArray {
  std::string type;  ///< as numpy says it: "<f4", "|u1", ...
  std::vector<std::int64_t> shape;
  std::string bytes;

  template <class Item>
  std::vector<Item> items() const {
    std::vector<Item> out(bytes.size() / sizeof(Item));
    std::memcpy(out.data(), bytes.data(), out.size() * sizeof(Item));
    return out;
  }
};

/// The arrays of an .npz file by name; throws std::runtime_error if it is no
/// such file.
std::map<std::string, NpyArray> read_npz(const std::string& file);

}  // namespace ashlar
