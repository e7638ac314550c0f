// block_rows.h - block formats in rows: parts one after the other.
#pragma once

#include <functional>
#include <span>

#include "ashlar/parts.h"

namespace ashlar {

/// How numbers are quantised, or dequantised.
struct BlockWork {
  QuantizePolicy policy = {};
  int threads = 0;  ///< at most so many; 0 for as many as there are
};

/// The form of the parts of a format: words of other sizes than containers
/// have are a stream. An error for those of more than a byte.
PartsForm form_of_rows(const Format& format);

/// In how many slices along the first axis a tensor is done, one after the
/// other; it has elements.
Index slices_of_rows(const Spec& spec);

/// The parts of a tensor to where a spec has them.
void write_block_rows(const Tensor& tensor, const Spec& spec,
                      const BoundLayout& layout, const BlockWork& work,
                      std::span<std::byte> out);

/// Whether codes and scales of one tensor can be those of another as they are:
/// both are in rows, of the same format and shape.
bool has_same_blocks(const Spec& from, const Spec& to);

/// Codes to where another spec has them, and scales as they are.
void move_block_rows(const Spec& from, const BoundLayout& source,
                     std::span<const std::byte> in, const Spec& to,
                     const BoundLayout& target, std::span<std::byte> out,
                     int threads);

/// Takes numbers in rows that are a part of a tensor: from `begin` on along the
/// first axis.
using UseNumbers = std::function<void(Index begin, const Tensor& numbers)>;

/// The numbers in a format, part by part.
void read_block_rows(const Spec& spec, const BoundLayout& layout,
                     const Storage& bytes, const BlockWork& work,
                     const Format& format, const UseNumbers& use);

/// The parts as they lie in those bytes, which they keep alive.
Parts parts_in(const Spec& spec, const BoundLayout& layout,
               const Storage& bytes);

}  // namespace ashlar
