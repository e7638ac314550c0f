// xor_bits.cc - powers of two within digits.
#include "src/plan/xor_bits.h"

#include <algorithm>
#include <bit>

#include "src/base/checked.h"

namespace ashlar {
namespace {

int lowest_bit(Index value) {
  return std::countr_zero(static_cast<std::uint64_t>(value));
}

}  // namespace

std::vector<Index> powers_of_xor(const Term& term, const AxisDigit& digit,
                                 Index size) {
  std::vector<Index> powers;
  if (!term.is_xor) {
    for (const AxisDigit& other : term.digits) {
      const auto power = static_cast<Index>(std::bit_ceil(
          static_cast<std::uint64_t>(std::max<Index>(other.radix, 1))));
      const bool is_narrow = power < digit.radix && digit.radix % power == 0;
      if (is_narrow) powers.push_back(power);
    }
    return powers;
  }
  const Index values = std::min(digit.radix, div_up(size, digit.div));
  for (int bit = 1; bit <= lowest_bit(values); ++bit) {
    powers.push_back(Index{1} << bit);
  }
  return powers;
}

std::uint64_t bits_of_xor(const Dim& dim, const AxisDigit& digit, Index begin) {
  // What is below the lowest of these bits stays as it is,
  const bool is_above = dim.step % digit.div == 0;
  const int first = is_above ? lowest_bit(dim.step / digit.div) : 0;
  const std::uint64_t bits = ~std::uint64_t{0} << first;
  // and so does what is above, unless there is something to be carried.
  const Index end = dim.step * dim.count;
  const bool is_whole = end % digit.div == 0 && begin % end == 0 &&
                        is_power_of_two(end / digit.div);
  if (!is_whole) return bits;
  const auto past = static_cast<std::uint64_t>(end / digit.div);
  return bits & (past - 1);
}

}  // namespace ashlar
