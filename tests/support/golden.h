// golden.h - figures of other projects: extracts here, all of them elsewhere.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
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

/// A test of golden files: of the extracts, and with `true` of all of them.
class GoldenTest : public testing::TestWithParam<bool> {
 public:
  static std::string name(const testing::TestParamInfo<bool>& test) {
    return test.param ? "Complete" : "Extracts";
  }

 protected:
  /// Folders below those of all extracts and of the complete data.
  explicit GoldenTest(std::string extracts = "", std::string complete = "")
      : below_(GetParam() ? std::move(complete) : std::move(extracts)) {}

  void SetUp() override {
    data_ = GetParam() ? GoldenFolder::complete() : GoldenFolder::extracts();
    if (data_.path.empty()) {
      GTEST_SKIP() << "ASHLAR_CONFORMANCE_DATA names no folder of golden data";
    }
    if (!below_.empty()) data_.path += "/" + below_;
  }

  GoldenFolder data_;

 private:
  std::string below_;
};

/// Shows the first few places where they differ.
template <class Found, class Expected>
void expect_same(const std::vector<Found>& found,
                 const std::vector<Expected>& expected,
                 const std::string& what) {
  ASSERT_EQ(found.size(), expected.size()) << what;
  int wrong = 0;
  for (std::size_t i = 0; i < found.size() && wrong < 5; ++i) {
    if (found[i] == static_cast<Found>(expected[i])) continue;
    ++wrong;
    ADD_FAILURE() << what << " " << i << ": " << +found[i] << ", expected "
                  << +expected[i];
  }
}

/// All NaNs are one; other numbers are equal bit for bit.
inline std::vector<std::uint32_t> bits_of(const std::vector<float>& numbers) {
  std::vector<std::uint32_t> out;
  for (const float x : numbers) {
    out.push_back(std::isnan(x) ? 0x7fc00000u
                                : std::bit_cast<std::uint32_t>(x));
  }
  return out;
}

}  // namespace ashlar
