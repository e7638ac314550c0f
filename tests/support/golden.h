// golden.h - figures of other projects: extracts here, all of them elsewhere.
#pragma once

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace ashlar {

/// A folder of golden files. The extracts in the tree hold every n-th item.
struct GoldenFolder {
  std::string path;
  bool is_complete = false;

  /// Where the extracts are, or what ASHLAR_CONFORMANCE_DATA names; an empty
  /// path if that names nothing.
  static GoldenFolder extracts() { return {ASHLAR_TEST_DATA, false}; }
  static GoldenFolder complete() {
    const char* path = std::getenv("ASHLAR_CONFORMANCE_DATA");
    return {path == nullptr ? "" : path, true};
  }

  bool has(const std::string& name) const {
    return std::ifstream(path + "/" + name).good();
  }

  std::string read(const std::string& name) const {
    std::ifstream file(path + "/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  template <class Item>
  std::vector<Item> items(const std::string& name) const {
    const std::string bytes = read(name);
    std::vector<Item> out(bytes.size() / sizeof(Item));
    std::memcpy(out.data(), bytes.data(), out.size() * sizeof(Item));
    return out;
  }
};

}  // namespace ashlar
