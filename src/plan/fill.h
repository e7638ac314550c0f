// fill.h - what padding holds.
#pragma once

#include <cstddef>
#include <span>

#include "ashlar/convert.h"

namespace ashlar {

/// Fills a whole destination with what its padding is to hold.
void fill_all(std::span<std::byte> out, const Element& element,
              const ConvertOptions& options);

}  // namespace ashlar
