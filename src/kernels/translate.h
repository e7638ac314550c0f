// translate.h - bytes that become others, or wider words, by a table.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace ashlar::kernels {

/// An entry for each value of a byte.
using ByteTable = std::array<std::uint8_t, 256>;

/// A table, and how registers of 16 bytes read it: as 16 rows of 16 entries. An
/// entry is what its row begins with, plus what the steps of its half of the
/// table add in its column, up to its row. There are no steps to rows that go
/// on from where they begin as the row before does, which is most of them.
struct Translation {
  struct Step {
    alignas(16) std::array<std::uint8_t, 16> added = {};
    /// The first byte that it is for, without the bit that says which half.
    alignas(16) std::array<std::int8_t, 16> first = {};
  };

  Translation() : Translation(ByteTable{}) {}
  explicit Translation(const ByteTable& entries);

  ByteTable table;
  alignas(16) std::array<std::uint8_t, 16> begins = {};
  std::array<Step, 16> steps = {};
  std::size_t low_steps = 0;  ///< those of the lower half are first
  std::size_t all_steps = 0;
};

/// `out` is apart from `in`.
void translate(const std::uint8_t* in, std::uint8_t* out, std::size_t count,
               const Translation& translation);

/// Whether the entry of any of the bytes is not 0.
bool any(const std::uint8_t* in, std::size_t count,
         const Translation& translation);

/// Words for bytes.
template <class Word>
using WordTable = std::array<Word, 256>;

/// Words of 16 bits, and how registers read them.
struct WordTranslation {
  WordTranslation() : WordTranslation(WordTable<std::uint16_t>{}) {}
  explicit WordTranslation(const WordTable<std::uint16_t>& entries);

  WordTable<std::uint16_t> table;
  Translation low;  ///< their bytes
  Translation high;
};

// Each writes `count` words anywhere, apart from `in`.
void translate(const std::uint8_t* in, std::uint8_t* out, std::size_t count,
               const WordTranslation& translation);
void translate(const std::uint8_t* in, std::uint8_t* out, std::size_t count,
               const WordTable<std::uint32_t>& table);
void translate(const std::uint8_t* in, std::uint8_t* out, std::size_t count,
               const WordTable<std::uint64_t>& table);

/// Whether this CPU casts bytes to wider words faster by tables than by two
/// kernels with f32 in between.
bool prefers_tables();

}  // namespace ashlar::kernels
