// sort_by.h - sorts by whole numbers, many of them quickly.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace ashlar {

/// Sorts by `key`, a member or a function that gives a 64-bit integer; equals
/// stay in order. Offsets of tables come by the ten thousand and lie within a
/// few million: going through them once for every eleven bits of what they
/// differ in takes a tenth of the time of comparisons.
template <class T, class Key = std::identity>
void sort_by(std::vector<T>& list, Key key = {}) {
  constexpr std::size_t kFew = 256;
  constexpr int kBits = 11;
  constexpr std::size_t kBuckets = std::size_t{1} << kBits;
  if (std::ranges::is_sorted(list, {}, key)) return;
  const auto key_of = [&](const T& each) {
    return static_cast<std::uint64_t>(std::int64_t{std::invoke(key, each)});
  };
  // Differences are right even where they are more than fits: modulo 2^64.
  const auto [least, most] = std::ranges::minmax_element(list, {}, key);
  const std::uint64_t first = key_of(*least);
  const auto width = static_cast<int>(std::bit_width(key_of(*most) - first));
  const std::size_t passes = static_cast<std::size_t>(width / kBits) + 1;
  if (list.size() < kFew * passes) {
    std::ranges::stable_sort(list, {}, key);
    return;
  }
  std::vector<T> other(list.size());
  std::array<std::size_t, kBuckets> place;
  for (int shift = 0; shift < width; shift += kBits) {
    const auto bucket = [&](const T& each) {
      return (key_of(each) - first) >> shift & (kBuckets - 1);
    };
    place.fill(0);
    for (const T& each : list) ++place[bucket(each)];
    std::size_t sum = 0;
    for (std::size_t& each : place) sum += std::exchange(each, sum);
    for (const T& each : list) other[place[bucket(each)]++] = each;
    list.swap(other);
  }
}

}  // namespace ashlar
