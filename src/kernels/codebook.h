// codebook.h - which of 16 tables suits a stretch of numbers best.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ashlar::kernels {

/// So many tables are tried at once; fewer are filled up with infinities.
inline constexpr std::size_t kTables = 16;

/// Numbers, and for each the row of `rows` that has its neighbour in every
/// table. Stretches of `stretch` numbers pick the table with the least sum of
/// squared errors, added up in order; the first one among equals.
void choose_tables(const double* numbers, const std::uint16_t* nearest,
                   std::size_t count, std::size_t stretch, const double* rows,
                   std::uint8_t* tables);

}  // namespace ashlar::kernels
