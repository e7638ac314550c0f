// convert_check.h - conversions against the definition, element by element.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ashlar/convert.h"
#include "tests/support/guarded_memory.h"

namespace ashlar::test {

using Bytes = std::vector<std::byte>;

/// Where everything of a spec lies, one `BoundLayout::position` an element.
struct Places {
  explicit Places(const Spec& of);

  Spec spec;
  BoundLayout layout;
  std::vector<Index> bits;    ///< of each element, in row-major order
  std::vector<Index> copies;  ///< the bit at which each copy of a unit starts
};

/// The words of `count` bits at given places.
std::uint64_t read_word(std::span<const std::byte> bytes, Index bit,
                        Index count);
void write_word(std::span<std::byte> bytes, Index bit, Index count,
                std::uint64_t word);

/// What a conversion of `in` leaves of an output that holds `out` before.
Bytes expected_bytes(const Places& from, std::span<const std::byte> in,
                     const Places& to, const ConvertOptions& options,
                     Bytes out);

/// A conversion, the places of its buffers, and the seed of its data.
struct ConvertCase {
  Spec from;
  Spec to;
  ConvertOptions options;
  Edge in_edge = Edge::neither;
  Edge out_edge = Edge::neither;
  std::size_t in_skew = 0;
  std::size_t out_skew = 0;
  std::uint64_t seed = 1;
};

/// The case on a few lines, for messages.
std::string to_string(const ConvertCase& what);

/// Converts, and says what is wrong: an element that is not where it belongs,
/// padding that is not as asked for (anything if undefined), a byte outside of
/// the output, a source that changed. Empty if nothing is. Elements are
/// numbered where their words are wide enough and nothing is cast, else random.
std::string difference(const ConvertCase& what);
/// The same with places that are known already.
std::string difference(const ConvertCase& what, const Places& from,
                       const Places& to);

/// Bytes that look random, the same for the same seed.
void fill_random(std::span<std::byte> bytes, std::uint64_t seed);

}  // namespace ashlar::test
