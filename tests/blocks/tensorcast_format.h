// tensorcast_format.h - block formats from TensorCast's numbers and scales.
#pragma once

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "ashlar/format.h"
#include "ashlar/quantize.h"
#include "src/format/elements.h"
#include "src/format/known.h"

namespace ashlar {

/// `int8`, `e3m2fnuz`, ...: what TensorCast calls a number. Integers under
/// powers of two are fixed point.
inline Element tensorcast_number(const std::string& name,
                                 bool is_under_power = false) {
  const auto bits = [&](std::size_t skip) {
    return std::stoi(name.substr(skip));
  };
  if (name.starts_with("uint")) return integer_element(bits(4), Sign::absent);
  if (name.starts_with("int")) {
    return is_under_power ? fixed_element(bits(3), bits(3) - 2)
                          : integer_element(bits(3), Sign::present);
  }
  // It calls them fnuz, but they have no NaN.
  if (name == "e3m2fnuz") return kF6E3M2Fn;
  if (name == "e2m3fnuz") return kF6E2M3Fn;
  if (name == "e2m2fnuz") return float_element(2, 2, 1, Specials::none);
  if (name == "e2m1fnuz") return kF4E2M1Fn;
  if (name == "e5m3") return kUe5M3;
  if (name == "float32") return kF32;
  if (name == "float16") return kF16;
  if (name == "bfloat16") return kBf16;
  return parse_format(name).element();
}

/// With a scale: `e8m0_t32s8`, `float32_int8_t0`, `e8m0_t8_t32`,
/// `e8m0_t32n2m4`, ...
inline Format tensorcast_format(const std::string& number,
                                const std::string& scale) {
  std::vector<std::string> numbers;
  std::vector<std::string> tiles;
  for (std::size_t at = 0; at < scale.size();) {
    const std::size_t end = std::min(scale.find('_', at), scale.size());
    const std::string word = scale.substr(at, end - at);
    (word[0] == 't' ? tiles : numbers).push_back(word);
    at = end + 1;
  }
  const auto field = [&](const std::string& tile, char letter) {
    const std::size_t at = tile.find(letter);
    return at == std::string::npos ? 0 : std::stoi(tile.substr(at + 1));
  };
  Block block;
  ScaleLevel level;
  level.element = tensorcast_number(numbers[0]);
  level.scope = ScaleLevel::Scope::tensor;
  if (!tiles.empty()) {
    const std::string& last = tiles.back();
    level.cols = field(last, 't');
    level.scope =
        level.cols == 0 ? ScaleLevel::Scope::channel : ScaleLevel::Scope::tile;
    level.cols = std::max<std::int64_t>(level.cols, 1);
    if (tiles.size() > 1) level.rows = field(tiles[0], 't');
    block.sub_cols = field(last, 's');
    block.sub_rows = block.sub_cols > 0 ? 1 : 0;
    block.offset_bits = field(last, 'o');
    if (field(last, 'm') > 0) {
      block.sparsity = Sparsity{field(last, 'n'), field(last, 'm')};
    }
  }
  block.scales = {level};
  if (numbers.size() > 1) {
    // Integers are stored without a sign, whatever it calls them.
    const bool is_integer = numbers[1].starts_with("int");
    block.zero =
        ZeroPoint{tensorcast_number((is_integer ? "u" : "") + numbers[1])};
  }
  if (!number.starts_with("cb") && !number.starts_with("icb")) {
    return Format(tensorcast_number(number, numbers[0] == "e8m0"), block);
  }
  block.codebook = parse_codebook(number);
  return Format(block);
}

/// How a row of the manifest quantises.
inline QuantizePolicy policy_of(const nlohmann::json& row,
                                const Format& format) {
  static const std::map<std::string, Rounding> kRoundings = {
      {"even", Rounding::nearest_even},
      {"away", Rounding::nearest_away},
      {"zero", Rounding::nearest_zero}};
  static const std::map<std::string, ScaleRule> kRules = {
      {"floor", ScaleRule::floor},
      {"ceil", ScaleRule::ceil},
      {"midmax", ScaleRule::midmax},
      {"option3", ScaleRule::even},
      {"topbinade", ScaleRule::rceil}};
  QuantizePolicy policy = quantize_profile("tensorcast").policy(format);
  policy.rounding = kRoundings.at(row.value("roundmode", "even"));
  policy.rule = kRules.at(row.value("scalemode", "floor"));
  return policy;
}

}  // namespace ashlar
