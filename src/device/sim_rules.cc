// sim_rules.cc - the rules of Tenstorrent's and IBM's devices as questions.
#include "src/device/sim_rules.h"

#include <algorithm>
#include <array>

#include "src/base/checked.h"
#include "src/device/paging.h"
#include "src/device/sim_config.h"

namespace ashlar {
namespace {

using Rules = SimConfig::Rules;
using Answer = std::optional<std::string>;

constexpr Index kStick = 128;
constexpr std::array<std::string_view, 9> kTenstorrent = {
    "u32", "i32", "f32", "u16", "u8", "i8", "bf16", "bfp8_b", "bfp4_b"};
constexpr std::array<std::string_view, 15> kSpyre = {
    "dlfloat16", "f32", "f16", "bf16", "f8_e4m3fn", "f8_e5m2fnuz", "i2", "i4",
    "i8",        "i16", "i32", "i64",  "u2",        "u8",          "u32"};

template <class List, class Item>
bool has(const List& list, const Item& item) {
  return std::ranges::find(list, item) != list.end();
}

Answer why_not_tile(const Tile& tile) {
  const bool is_wide = tile.cols == 32 || tile.cols == 16;
  constexpr std::array<Index, 6> kRows = {1, 2, 4, 8, 16, 32};
  if (is_wide && has(kRows, tile.rows)) return std::nullopt;
  return concat(kInvalidTile, ": ", tile.rows, "x", tile.cols);
}

Answer why_not_shard(const Tile& tile, const Placement& placement) {
  const auto* sharded = std::get_if<Sharded>(&placement.spread);
  if (sharded == nullptr || sharded->shard.size() < 2) return std::nullopt;
  const int rank = sharded->shard.size();
  const Index rows = sharded->shard[rank - 2];
  const Index cols = sharded->shard[rank - 1];
  if (rows % tile.rows == 0 && cols % tile.cols == 0) return std::nullopt;
  return concat("Physical shard shape (", rows, ", ", cols, ") must be tile {",
                tile.rows, ", ", tile.cols, "} sized!");
}

/// The rules of TT Tensors, which came before ttnn.
Answer why_not_tt_tensor(const Spec& spec) {
  const int rank = spec.shape.rank();
  if (rank != 4) {
    return concat("TT Tensors have rank 4, this one has rank ", rank);
  }
  const Index x = spec.shape[-1];
  const Index y = spec.shape[-2];
  const auto* tile = std::get_if<Tile>(&spec.layout);
  if (tile != nullptr && (tile->rows != 32 || tile->cols != 32)) {
    return concat("the tiles of TT Tensors are 32x32, these are ", tile->rows,
                  "x", tile->cols);
  }
  if (tile != nullptr && (x % tile->cols != 0 || y % tile->rows != 0)) {
    return concat("the tile layout of TT Tensors needs whole tiles of ",
                  tile->rows, "x", tile->cols, ", the last two sizes are ", y,
                  "x", x);
  }
  if (!std::holds_alternative<RowMajor>(spec.layout)) return std::nullopt;
  const Index width = bind(spec).shape().padded(-1);  // as in memory
  if (width % 2 == 0) return std::nullopt;
  return concat("the rows of TT Tensors have an even size, this one is ",
                width);
}

Answer why_not_tenstorrent(const SimConfig& config, const Spec& spec) {
  const std::string name = to_string(spec.format);
  const bool is_row = std::holds_alternative<RowMajor>(spec.layout);
  const auto* tile = std::get_if<Tile>(&spec.layout);
  const bool is_fp8 = name == "f8_e4m3fn" && config.rules == Rules::blackhole;
  if (!has(kTenstorrent, name) && !is_fp8) {
    return concat(kKnownDtypes, " the format is ", name);
  }
  const bool is_digits = std::holds_alternative<Digits>(spec.layout);
  if (!is_row && tile == nullptr && !is_digits) {
    return concat("Tenstorrent devices keep row and tile, not ",
                  to_string(spec.layout));
  }
  if (spec.format.is_block() && is_row) {
    return std::string(kBlocksAreTiles);
  }
  if (is_fp8 && !is_row) {
    return std::string(kFp8IsRows);
  }
  if (tile == nullptr) return std::nullopt;
  Answer why = why_not_tile(*tile);
  return why ? why : why_not_shard(*tile, spec.placement);
}

Answer why_not_spyre(const Spec& spec) {
  const std::string name = to_string(spec.format);
  if (!has(kSpyre, name)) {
    return concat("Spyre has no format ", name, ", only ", join(kSpyre, ", "));
  }
  const auto* stick = std::get_if<Stick>(&spec.layout);
  if (stick != nullptr && stick->bytes == kStick) return std::nullopt;
  if (std::holds_alternative<Digits>(spec.layout)) return std::nullopt;
  return concat("Spyre keeps tensors in sticks of 128 bytes, not ",
                to_string(spec.layout), "; use stick(128B, pad=all)");
}

/// Which core or bank the unit of a tensor is; it may be outside the device.
class Seating {
 public:
  Seating(const SimConfig& config, SimMemory memory, const Spec& spec,
          const BoundLayout& layout)
      : config_(config),
        memory_(memory),
        sharded_(std::get_if<Sharded>(&spec.placement.spread)),
        layout_(layout) {}

  /// Says what is wrong with the units as such.
  std::string problem() const {
    for (const Unit& unit : layout_.units()) {
      constexpr std::array<std::string_view, 4> kKnown = {"bank", "core",
                                                          "core.y", "core.x"};
      if (!has(kKnown, unit.name.view())) {
        return concat("a device has cores and banks, no '", unit.name.view(),
                      "'");
      }
    }
    const bool is_block = sharded_ != nullptr &&
                          sharded_->kind == Sharded::Kind::block &&
                          config_.rules != Rules::any;
    const bool is_refused = is_block && memory_ == SimMemory::dram;
    return is_refused ? std::string(kNoBlocksInDram) : "";
  }

  /// The unit of the memory; -1 and a problem if there is none.
  Index seat(Index unit, std::string& problem) const {
    const CoreCoord core = core_at(unit);
    const Index across =
        memory_ == SimMemory::l1 ? config_.cores.cols : config_.dram_banks;
    const Index down = memory_ == SimMemory::l1 ? config_.cores.rows : 1;
    if (core.x < across && core.y < down) return core.y * across + core.x;
    const std::string_view kind = memory_ == SimMemory::l1 ? "L1" : "DRAM";
    if (!is_on_cores()) {
      problem = concat(layout_.unit_total(), " banks, but the device has ",
                       across * down, " of ", kind);
    } else {
      problem = concat(
          "Invalid shard grid: shard core (", core.x, ", ", core.y, ") has no ",
          kind, " bank on this device, which has ",
          down == 1 ? concat("(0, 0) to (", across - 1, ", 0)")
                    : concat("(0, 0) to (", across - 1, ", ", down - 1, ")"));
    }
    return -1;
  }

 private:
  bool is_on_cores() const {
    return !layout_.units().empty() &&
           layout_.units()[0].name.view().starts_with("core");
  }

  /// What is only counted is counted row by row.
  CoreCoord counted(Index number) const {
    if (memory_ == SimMemory::dram) return {number, 0};
    return {number % config_.cores.cols, number / config_.cores.cols};
  }

  CoreCoord core_at(Index unit) const {
    const bool is_counted =
        sharded_ == nullptr || std::holds_alternative<Index>(sharded_->cores);
    const std::span<const Unit> units = layout_.units();
    const Position at = unit_position(layout_, unit);
    if (!is_counted) {
      return core_of(*sharded_, std::span(at.unit).first(units.size()));
    }
    Index x = -1;
    Index y = -1;
    for (std::size_t i = 0; i < units.size(); ++i) {
      if (units[i].name == Name("core.y")) y = at.unit[i];
      if (units[i].name == Name("core.x")) x = at.unit[i];
    }
    if (x < 0 && y < 0) return counted(unit);
    return {std::max<Index>(x, 0), std::max<Index>(y, 0)};
  }

  const SimConfig& config_;
  SimMemory memory_;
  const Sharded* sharded_;
  const BoundLayout& layout_;
};

}  // namespace

std::optional<SimMemory> memory_named(std::string_view name) {
  if (name.empty() || name == "dram") return SimMemory::dram;
  if (name == "l1") return SimMemory::l1;
  return std::nullopt;
}

Index unit_count(const SimConfig& config, SimMemory memory) {
  return memory == SimMemory::l1 ? config.cores.rows * config.cores.cols
                                 : config.dram_banks;
}

Seats seats_of(const SimConfig& config, SimMemory memory, const Spec& spec,
               const BoundLayout& layout) {
  const Seating seating(config, memory, spec, layout);
  Seats out;
  out.problem = seating.problem();
  std::vector<bool> taken(static_cast<std::size_t>(unit_count(config, memory)));
  for (Index i = 0; i < layout.unit_total() && out.problem.empty(); ++i) {
    const Index seat = seating.seat(i, out.problem);
    if (seat < 0) break;
    if (taken[static_cast<std::size_t>(seat)]) {
      out.problem = concat("two units of the tensor are unit ", seat, " of ",
                           name_of(memory));
      break;
    }
    taken[static_cast<std::size_t>(seat)] = true;
    out.units.push_back(seat);
  }
  return out;
}

std::optional<std::string> why_not_form(const SimConfig& config,
                                        const Spec& spec) {
  switch (config.rules) {
    case Rules::wormhole:
    case Rules::blackhole:
      return why_not_tenstorrent(config, spec);
    case Rules::tt_tensor: {
      Answer why = why_not_tenstorrent(config, spec);
      return why ? why : why_not_tt_tensor(spec);
    }
    case Rules::spyre:
      return why_not_spyre(spec);
    case Rules::any:
      break;
  }
  return std::nullopt;
}

/// ttnn until the end of 2024: device buffers hold uint32_t.
std::optional<std::string> why_not_width(const SimConfig& config,
                                         const Spec& spec,
                                         const BoundLayout& layout) {
  const Index bits = spec.format.bits();
  if (config.widths == SimConfig::Widths::any || bits >= 32 ||
      !std::holds_alternative<RowMajor>(spec.layout) ||
      spec.shape.volume() == 0) {
    return std::nullopt;
  }
  const Index multiple = 32 / bits;
  const Index width = Paging(spec, layout, 1).page_bytes() * 8 / bits;
  if (width % multiple == 0) return std::nullopt;
  if (std::holds_alternative<Sharded>(spec.placement.spread)) {
    return concat(
        "Page size must be divisible by sizeof(uint32_t) because buffers hold "
        "uint32_t values: a row of a shard has ",
        width, " elements of ", to_string(spec.format), ", ", width * bits / 8,
        " bytes");
  }
  return concat("For ROW_MAJOR layout tensors with dtype ",
                bits == 16 ? "BFLOAT16 or UINT16" : "UINT8",
                ", tensor width must be divisible by ", multiple,
                " since data is packed as uint32_t when creating buffers on "
                "device! the width is ",
                width, "; row(align=4B) pads it");
}

Layout default_layout(const SimConfig& config, const Layout& layout) {
  const bool keeps = config.rules != Rules::spyre ||
                     std::holds_alternative<Stick>(layout) ||
                     std::holds_alternative<Digits>(layout);
  if (keeps) return layout;
  Stick stick;
  stick.bytes = kStick;
  stick.pad = Stick::Pad::all;
  return stick;
}

}  // namespace ashlar
