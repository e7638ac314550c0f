// The order in which cuBLASLt and tcgen05 want the scales of block formats.
#include "src/base/concat.h"
#include "src/layout/lower.h"
#include "src/notation/notations.h"
#include "src/notation/plain.h"

namespace ashlar {
namespace {

constexpr std::string_view kName = "128x4";

/// Tiles of 128 rows and 4 columns; inside, row r is at 16 (r % 32) and then
/// 4 (r / 32), so that 32 lanes can each fetch 16 bytes.
Digits digits_of(const AxisNames& names) {
  const std::string_view m = names[0];
  const std::string_view s = names[1];
  Digits out;
  out.memory.terms = {term(m, 128), term(s, 4), term(m, 1, 32), term(m, 32, 4),
                      term(s, 1, 4)};
  return out;
}

std::string why_not_rank(const Shape& shape) {
  if (shape.rank() == 2) return {};
  return concat("128x4 is for matrices of scales, this tensor has rank ",
                shape.rank());
}

}  // namespace

Digits read_cublaslt(Cursor& in, const Subject& subject) {
  in.peek();
  const std::size_t begin = in.position();
  if (!(in.number_ahead() && in.number("a tile") == 128 && in.accept('x') &&
        in.number_ahead() && in.number("a tile") == 4)) {
    in.fail_at(begin, "this is no order of scales", "write 128x4");
  }
  if (std::string why = why_not_rank(subject.shape); !why.empty()) {
    in.fail_at(begin, why);
  }
  return digits_of(subject.names);
}

Written write_cublaslt(const BoundLayout& layout) {
  if (std::string why = why_not_rank(layout.shape()); !why.empty()) {
    return {{}, why};
  }
  const auto expected = bind_like(layout, digits_of(layout.names()));
  if (!expected) return {{}, "whole tiles of 128x4 would pass 64 bits"};
  if (same_function(*expected, layout) == true) {
    return {std::string(kName), {}};
  }
  return {{}, describe_difference(kName, *expected, layout)};
}

}  // namespace ashlar
