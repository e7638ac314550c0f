// ttnn_core.cc - a TensorSpec as layout and placement, and its pages found.
#include "src/dialects/ttnn_core.h"

#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ashlar/sim.h"
#include "src/base/checked.h"
#include "src/dialects/ttnn_rules.h"
#include "src/dialects/ttnn_text.h"

namespace ashlar::ttnn {
namespace {

Sharded::Kind kind_of(TensorMemoryLayout layout) {
  switch (layout) {
    case TensorMemoryLayout::height_sharded:
      return Sharded::Kind::height;
    case TensorMemoryLayout::width_sharded:
      return Sharded::Kind::width;
    case TensorMemoryLayout::block_sharded:
      return Sharded::Kind::block;
    default:
      return Sharded::Kind::nd;
  }
}

Sharded::Distribution distribution_of(ShardDistributionStrategy strategy) {
  switch (strategy) {
    case ShardDistributionStrategy::grid_2d:
      return Sharded::Distribution::grid;
    case ShardDistributionStrategy::contiguous_1d:
      return Sharded::Distribution::contiguous;
    default:
      return Sharded::Distribution::round_robin;
  }
}

Memory memory_of(BufferType buffer, const Target& target) {
  Memory out{target.device, target.index, {}};
  switch (buffer) {
    case BufferType::dram:
      out.name = "dram";
      break;
    case BufferType::l1:
      out.name = "l1";
      break;
    case BufferType::l1_small:
      out.name = "l1_small";
      break;
    case BufferType::trace:
      out.name = "trace";
      break;
    case BufferType::system_memory:
      return {};
  }
  return out;
}

Placement placement_of(const TensorSpec& spec, const Target& target) {
  const MemoryConfig& config = spec.memory_config();
  Placement out{memory_of(config.buffer_type(), target), {}, {}};
  if (const std::optional<Sharded> sharded = sharded_of(spec)) {
    out.spread = *sharded;
  } else if (config.buffer_type() != BufferType::system_memory) {
    out.spread =
        Interleaved{config.is_l1() ? target.l1_banks : target.dram_banks};
  }
  return out;
}

/// Whether the core's sugar pads a spec by itself to what ttnn pads it to. The
/// width of rows is left aside, they have a pitch.
bool pads_by_itself(const TensorSpec& spec) {
  const Indices& logical = spec.logical_shape();
  const Indices& padded = spec.padded_shape();
  const bool is_tile = spec.layout() == Layout::tile;
  for (int i = -1; i >= -padded.size(); --i) {
    Index expected = size_at(logical, i);
    if (is_tile && i == -1) expected = align(expected, spec.tile().width());
    if (is_tile && i == -2) expected = align(expected, spec.tile().height());
    if (!is_tile && i == -1) continue;
    if (size_at(padded, i) != expected) return false;
  }
  return true;
}

/// Whether a matrix is cut into shards of a size that is given: these lie where
/// they lie, however far the matrix is padded.
bool is_cut_matrix(const TensorSpec& spec, const Placement& placement) {
  const auto* sharded = std::get_if<Sharded>(&placement.spread);
  return sharded != nullptr && sharded->kind != Sharded::Kind::nd &&
         spec.logical_shape().size() == 2;
}

/// The layout of a spec as sugar; nothing if only digits can say it.
std::optional<ashlar::Layout> sugar_of(const TensorSpec& spec,
                                       const Placement& placement) {
  if (!pads_by_itself(spec) && !is_cut_matrix(spec, placement)) {
    return std::nullopt;
  }
  if (spec.layout() == Layout::tile) return spec.tile().core();
  const Index width = size_at(spec.logical_shape(), -1);
  const Index padded = size_at(spec.padded_shape(), -1);
  const auto* sharded = std::get_if<Sharded>(&placement.spread);
  RowMajor row;
  if (sharded != nullptr) {
    const Index shard = size_at(sharded->shard, -1);
    if (padded != align(width, shard)) return std::nullopt;
  } else if (padded != width) {
    row.pitch = {padded, Length::Unit::elements};
  }
  return row;
}

/// Digits of the padded tensor, made to fit the tensor as it is.
class Unpadder {
 public:
  Unpadder(const TensorSpec& spec, const PaddedTensor& padded)
      : spec_(spec), padded_(padded) {}

  Digits unpad(Digits digits) const {
    for (LetText& let : digits.lets) unpad(let.term);
    for (PlaceText& place : digits.places) unpad(place.term);
    for (TermText& term : digits.memory.terms) unpad(term);
    return digits;
  }

 private:
  void unpad(TermText& term) const {
    DigitText& digit = term.digit;
    for (TermText& part : digit.join) unpad(part);
    const int axis = padded_.names.find(digit.source);
    if (!digit.join.empty() || axis < 0 || axis >= padded_.shape.rank()) return;
    const Index values =
        digit.radix != 0 ? digit.radix : div_up(padded_.shape[axis], digit.div);
    const Index slots = digit.alloc != 0 ? digit.alloc : values;
    if (axis < padded_.added) {
      digit = {"0", {}, 1, 0, slots == 1 ? 0 : slots};
      return;
    }
    const Index size = spec_.logical_shape()[axis - padded_.added];
    const Index own = digit.radix != 0 ? values : div_up(size, digit.div);
    digit.alloc = slots == own ? 0 : slots;
  }

  const TensorSpec& spec_;
  const PaddedTensor& padded_;
};

/// Digits have no place for where the cores begin.
void require_digits_can_say(const Placement& placement) {
  const auto* sharded = std::get_if<Sharded>(&placement.spread);
  if (sharded == nullptr) return;
  const auto& ranges = std::get<std::vector<CoreRange>>(sharded->cores);
  if (ranges.size() == 1 && ranges.front().first == CoreCoord{0, 0}) return;
  throw Error(ErrorKind::unsupported, std::string(kWhere),
              concat("shards of a tensor that is padded more than its layout "
                     "needs can only be on cores from (0, 0) on, not on ",
                     to_string(CoreRangeSet(ranges))),
              "pad it less, or begin with core (0, 0)");
}

Spec spec_of(const TensorSpec& spec, const Placement& placement) {
  Spec out;
  out.shape = ashlar::Shape(spec.logical_shape());
  out.format = format_of(spec.dtype());
  out.placement = placement;
  if (const auto sugar = sugar_of(spec, placement)) {
    out.layout = *sugar;
    return out;
  }
  require_digits_can_say(placement);
  const PaddedTensor padded = padded_tensor(spec);
  const Digits digits = place(padded.layout, placement, padded.shape,
                              padded.names, out.format.element());
  out.layout = Unpadder(spec, padded).unpad(digits);
  out.placement = {placement.memory, {}, {}};
  return out;
}

/// The number of the page that an element of the padded tensor is in.
Index page_number(const TensorSpec& spec, const Indices& index) {
  const Indices& padded = spec.padded_shape();
  const Shape2D page = spec.page_shape();
  Index row = 0;
  for (int i = 0; i + 1 < padded.size(); ++i) row = row * padded[i] + index[i];
  const Index column = index[padded.size() - 1];
  return row / page.height * (spec.physical_shape().width / page.width) +
         column / page.width;
}

/// The start of the memory of each core.
std::map<CoreCoord, Position> units_by_core(const BoundLayout& layout,
                                            const Sharded& sharded) {
  std::map<CoreCoord, Position> out;
  const std::span<const Unit> units = layout.units();
  for (Index i = 0; i < layout.unit_total(); ++i) {
    Position at;
    Index rest = i;
    for (std::size_t u = units.size(); u-- > 0; rest /= units[u].extent) {
      at.unit[u] = rest % units[u].extent;
    }
    out[core_of(sharded, std::span(at.unit).first(units.size()))] = at;
  }
  return out;
}

}  // namespace

Sharded::Order order_of(ShardOrientation orientation) {
  return orientation == ShardOrientation::row_major ? Sharded::Order::row
                                                    : Sharded::Order::col;
}

std::optional<Sharded> sharded_of(const TensorSpec& spec) {
  const MemoryConfig& config = spec.memory_config();
  if (!config.is_sharded()) return std::nullopt;
  Sharded out;
  if (config.created_with_nd_shard_spec()) {
    const NdShardSpec& nd = *config.nd_shard_spec();
    out.kind = Sharded::Kind::nd;
    out.cores = nd.grid.ranges();
    out.shard = nd.shard_shape;
    out.order = order_of(nd.orientation);
    out.distribution = distribution_of(nd.strategy);
    return out;
  }
  require(config.shard_spec().has_value(), ErrorKind::invalid, kWhere,
          "MemoryConfig must have Shard Spec specified for sharded memory "
          "layout");
  const ShardSpec& shard = *config.shard_spec();
  out.kind = kind_of(config.memory_layout());
  out.cores = shard.grid.ranges();
  out.shard = {shard.shape.height, shard.shape.width};
  out.order = order_of(shard.orientation);
  return out;
}

PaddedTensor padded_tensor(const TensorSpec& spec) {
  PaddedTensor out;
  const int rank = spec.logical_shape().size();
  out.shape = ashlar::Shape(spec.padded_shape());
  out.added = out.shape.rank() - rank;
  std::vector<std::string> names;
  for (int i = 0; i < out.added; ++i) names.push_back(concat("added", i));
  for (int i = 0; i < rank; ++i) names.emplace_back(AxisNames()[i]);
  const std::vector<std::string_view> views(names.begin(), names.end());
  out.names = AxisNames(std::span<const std::string_view>(views));
  out.layout = RowMajor();
  if (spec.layout() == Layout::tile) out.layout = spec.tile().core();
  return out;
}

std::vector<CorePages> page_mapping(const TensorSpec& spec) {
  const BufferDistribution distribution = ttnn::distribution_of(spec);
  const Sharded sharded = *sharded_of(spec);
  const PaddedTensor padded = padded_tensor(spec);
  const Element element;  // any will do: pages are counted in elements
  const BoundLayout layout = bind(place(padded.layout, {{}, sharded, {}},
                                        padded.shape, padded.names, element),
                                  padded.shape, padded.names, element);
  const Shape2D page = spec.page_shape();
  const Index page_bits =
      checked_multiply(checked_multiply(page.height, page.width, kWhere),
                       element.storage_bits, kWhere);
  const std::map<CoreCoord, Position> units = units_by_core(layout, sharded);
  std::vector<CorePages> out;
  for (const CoreCoord& core : distribution.cores) {
    CorePages pages{core, {}};
    Position at = units.at(core);
    for (; at.bit < layout.bits_per_unit(); at.bit += page_bits) {
      const auto index = layout.find(at).index;
      pages.pages.push_back(index ? page_number(spec, *index) : -1);
    }
    out.push_back(std::move(pages));
  }
  return out;
}

Spec to_spec(const TensorSpec& spec, const Target& target) {
  return spec_of(spec, placement_of(spec, target));
}

Spec to_host_spec(const TensorSpec& spec) { return spec_of(spec, {}); }

Target target_of(const Device& device) {
  const auto* sim = dynamic_cast<const SimDevice*>(&device);
  require(sim != nullptr, ErrorKind::unsupported, kWhere,
          "tensors of ttnn go to simulated devices, and ", device.name(),
          " is none");
  const Memory memory = parse_placement(concat("on ", device.name())).memory;
  const SimConfig& config = sim->config();
  return {memory.device, memory.index, config.dram_banks,
          config.cores.rows * config.cores.cols};
}

}  // namespace ashlar::ttnn
