// cells.cc - one shuffle for each part of a cell.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/cells.cc"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

// The line above includes this file once per target.
#include <hwy/highway.h>

#include "src/kernels/cells.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR

HWY_INLINE void move_cell(const std::uint8_t* in, std::uint8_t* out,
                          const CellPart* parts, const CellPart* end,
                          const CellOrder* orders) {
  for (; parts != end; ++parts) {
    const CellOrder& order = orders[parts->order];
    for (std::size_t i = 0; i < kCellBytes; ++i) {
      if (order.from[i] != kNoByte) out[i] = in[parts->in + order.from[i]];
    }
  }
}

#else

HWY_INLINE void move_cell(const std::uint8_t* in, std::uint8_t* out,
                          const CellPart* parts, const CellPart* end,
                          const CellOrder* orders) {
  const hn::FixedTag<std::uint8_t, kCellBytes> d;
  const auto part = [&](const CellPart& from) HWY_ATTR {
    return hn::TableLookupBytesOr0(hn::LoadU(d, in + from.in),
                                   hn::LoadU(d, orders[from.order].from));
  };
  auto cell = part(*parts);
  while (++parts != end) cell = hn::Or(cell, part(*parts));
  hn::StoreU(cell, d, out);
}

#endif

void move_cells_target(const std::uint8_t* in, std::uint8_t* out,
                       const Cell* cells, std::size_t count,
                       const CellPart* parts, const CellOrder* orders) {
  for (std::size_t i = 0; i < count; ++i) {
    const CellPart* end = parts + cells[i].parts;
    move_cell(in, out + cells[i].out, parts, end, orders);
    parts = end;
  }
}

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ashlar::kernels {

HWY_EXPORT(move_cells_target);

void move_cells(const std::uint8_t* in, std::uint8_t* out, const Cell* cells,
                std::size_t count, const CellPart* parts,
                const CellOrder* orders) {
  HWY_DYNAMIC_DISPATCH(move_cells_target)
  (in, out, cells, count, parts, orders);
}

}  // namespace ashlar::kernels
#endif
