// blocks.h - which block formats can be, and how they are written.
#pragma once

#include <string>
#include <string_view>

#include "ashlar/block.h"
#include "src/base/cursor.h"

namespace ashlar {

inline constexpr std::size_t kMaxScaleLevels = 3;
inline constexpr std::int64_t kMaxTileSide = std::int64_t{1} << 30;
inline constexpr int kMaxOffsetBits = 8;

/// Why there is no such block format; empty if there is.
std::string why_not(const Element& element, const Block& block);

/// The spelling that says everything: `f4_e2m1fn@e8m0:32`. The format can be,
/// and its codebook has its canonical name.
std::string spell(const Element& element, const Block& block);

/// What it is in words, for block formats without a name.
std::string describe(const Element& element, const Block& block);

/// Reads what comes after the element: `@e8m0:32,axis=-2`. Whether it makes
/// sense is not looked at.
Block read_block(Cursor& cursor);

}  // namespace ashlar
