// golden_tensorcast.h - results of the reference model of TensorCast's rules.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/golden.h"
#include "tests/support/npz.h"

namespace ashlar {

class GoldenTensorcast : public GoldenTest {
 protected:
  using Arrays = std::map<std::string, NpyArray>;

  GoldenTensorcast() : GoldenTest("blocks/tensorcast", "tensorcast") {}

  void SetUp() override {
    GoldenTest::SetUp();
    if (IsSkipped()) return;
    manifest_ = nlohmann::json::parse(data_.read("manifest.json"));
    inputs_ = read_npz(data_.read("inputs.npz"));
  }

  /// What a case consists of; nothing if there is no extract of it.
  Arrays arrays(const std::string& name) const {
    const std::string file = name + ".npz";
    return data_.has(file) ? read_npz(data_.read(file)) : Arrays{};
  }

  /// The numbers that a result was made of, or none where they are not known;
  /// extracts have the first rows only.
  std::vector<float> input(const std::string& name,
                           const NpyArray& result) const {
    const auto found = inputs_.find(name);
    if (found == inputs_.end()) return {};
    std::int64_t count = 1;
    for (const std::int64_t size : result.shape) count *= size;
    auto numbers = found->second.items<float>();
    numbers.resize(static_cast<std::size_t>(count));
    return numbers;
  }

  nlohmann::json manifest_;
  Arrays inputs_;
};

}  // namespace ashlar
