// block_rows.h - block formats in rows: parts one after the other.
#pragma once

#include <functional>
#include <span>

#include "ashlar/parts.h"

namespace ashlar {

/// The parts of a tensor to where a spec has them.
void write_block_rows(const Tensor& tensor, const Spec& spec,
                      const BoundLayout& layout, const QuantizePolicy& policy,
                      std::span<std::byte> out);

/// Takes numbers in rows that are a part of a tensor: from `begin` on along the
/// first axis.
using UseNumbers = std::function<void(Index begin, const Tensor& numbers)>;

/// The numbers in a format, part by part.
void read_block_rows(const Spec& spec, const BoundLayout& layout,
                     const Storage& bytes, const QuantizePolicy& policy,
                     const Format& format, const UseNumbers& use);

/// The parts as they lie in those bytes, which they keep alive.
Parts parts_in(const Spec& spec, const BoundLayout& layout,
               const Storage& bytes);

}  // namespace ashlar
