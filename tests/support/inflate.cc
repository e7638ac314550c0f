// Deflate as RFC 1951 describes it, a bit at a time.
#include "tests/support/inflate.h"

#include <array>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace ashlar {
namespace {

[[noreturn]] void fail() { throw std::runtime_error("broken deflate stream"); }

/// A canonical prefix code: how many codes have each length, and the symbols
/// in the order of their codes.
struct PrefixCode {
  std::array<int, 16> counts = {};
  std::vector<int> symbols;

  explicit PrefixCode(const std::vector<int>& lengths) {
    for (int length = 1; length < 16; ++length) {
      for (std::size_t i = 0; i < lengths.size(); ++i) {
        if (lengths[i] != length) continue;
        ++counts[static_cast<std::size_t>(length)];
        symbols.push_back(static_cast<int>(i));
      }
    }
  }
};

class Inflater {
 public:
  Inflater(std::string_view in, std::size_t most) : in_(in), most_(most) {}

  std::string run() && {
    bool is_last = false;
    while (!is_last) {
      is_last = bits(1) != 0;
      switch (bits(2)) {
        case 0:
          stored();
          break;
        case 1:
          fixed();
          break;
        case 2:
          dynamic();
          break;
        default:
          fail();
      }
    }
    return std::move(out_);
  }

 private:
  int bits(int count) {
    int value = 0;
    for (int i = 0; i < count; ++i) {
      if (at_ / 8 >= in_.size()) fail();
      const auto byte = static_cast<unsigned char>(in_[at_ / 8]);
      value |= (byte >> at_ % 8 & 1) << i;
      ++at_;
    }
    return value;
  }

  int symbol(const PrefixCode& code) {
    int value = 0;
    int first = 0;
    int index = 0;
    for (std::size_t length = 1; length < 16; ++length) {
      value |= bits(1);
      const int count = code.counts[length];
      if (value - first < count) {
        return code.symbols[static_cast<std::size_t>(index + value - first)];
      }
      index += count;
      first = (first + count) << 1;
      value <<= 1;
    }
    fail();
  }

  void put(char byte) {
    if (out_.size() >= most_) fail();
    out_ += byte;
  }

  void stored() {
    at_ = (at_ + 7) / 8 * 8;
    const int length = bits(16);
    bits(16);  // the complement
    for (int i = 0; i < length; ++i) put(static_cast<char>(bits(8)));
  }

  void fixed() {
    std::vector<int> lengths(288, 8);
    for (std::size_t i = 144; i < 256; ++i) lengths[i] = 9;
    for (std::size_t i = 256; i < 280; ++i) lengths[i] = 7;
    codes(PrefixCode(lengths), PrefixCode(std::vector<int>(30, 5)));
  }

  void dynamic() {
    const auto literals = static_cast<std::size_t>(bits(5) + 257);
    const auto distances = static_cast<std::size_t>(bits(5) + 1);
    const int described = bits(4) + 4;
    constexpr std::array<std::size_t, 19> kOrder = {
        16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    std::vector<int> lengths(19);
    for (std::size_t i = 0; i < static_cast<std::size_t>(described); ++i) {
      lengths[kOrder[i]] = bits(3);
    }
    const PrefixCode code(lengths);
    lengths.clear();
    while (lengths.size() < literals + distances) {
      const int next = symbol(code);
      if (next < 16) {
        lengths.push_back(next);
        continue;
      }
      if (next == 16 && lengths.empty()) fail();
      const int value = next == 16 ? lengths.back() : 0;
      const int repeat = next == 16   ? 3 + bits(2)
                         : next == 17 ? 3 + bits(3)
                                      : 11 + bits(7);
      lengths.insert(lengths.end(), static_cast<std::size_t>(repeat), value);
    }
    const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(literals);
    codes(PrefixCode({lengths.begin(), middle}),
          PrefixCode({middle, lengths.end()}));
  }

  void codes(const PrefixCode& literals, const PrefixCode& distances) {
    constexpr std::array kLengths = {
        3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
        31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    for (;;) {
      const int next = symbol(literals);
      if (next == 256) return;
      if (next < 256) {
        put(static_cast<char>(next));
        continue;
      }
      const auto at = static_cast<std::size_t>(next - 257);
      if (at >= kLengths.size()) fail();
      const bool is_plain = at < 8 || at == 28;
      const int more = is_plain ? 0 : static_cast<int>(at / 4) - 1;
      const int length = kLengths[at] + bits(more);
      const int code = symbol(distances);
      const int extra = code < 4 ? 0 : code / 2 - 1;
      const int base = code < 4 ? code + 1 : ((2 + code % 2) << extra) + 1;
      const auto back = static_cast<std::size_t>(base + bits(extra));
      if (back > out_.size()) fail();
      for (int i = 0; i < length; ++i) put(out_[out_.size() - back]);
    }
  }

  std::string_view in_;
  std::size_t most_;
  std::size_t at_ = 0;  // bits
  std::string out_;
};

}  // namespace

std::string inflate(std::string_view in, std::size_t most) {
  return Inflater(in, most).run();
}

}  // namespace ashlar
