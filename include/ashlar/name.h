// name.h - a short name that lives inside its owner, without a heap.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace ashlar {

/// At most 15 characters; longer text is cut, so check before (parsers do).
class Name {
 public:
  static constexpr std::size_t kCapacity = 15;

  constexpr Name() = default;
  constexpr Name(std::string_view text) {  // NOLINT: names are texts
    const std::size_t n = text.size() < kCapacity ? text.size() : kCapacity;
    for (std::size_t i = 0; i < n; ++i) characters_[i] = text[i];
  }

  constexpr Name(const char* text)  // NOLINT: names are texts
      : Name(std::string_view(text)) {}

  constexpr std::string_view view() const {
    std::size_t n = 0;
    while (n < kCapacity && characters_[n] != 0) ++n;
    return {characters_.data(), n};
  }

  bool operator==(const Name&) const = default;

 private:
  std::array<char, kCapacity + 1> characters_ = {};
};

}  // namespace ashlar
