// parts.cc - codes of the engine as tensors of their own, and back.
#include "ashlar/parts.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <vector>

#include "src/base/checked.h"
#include "src/base/require.h"
#include "src/tensor/parts_plan.h"

namespace ashlar {
namespace {

constexpr std::string_view kWhere = "parts";

std::size_t size_of(Index count) { return static_cast<std::size_t>(count); }

Spec row_of(const Shape& shape, const Format& format) {
  Spec out;
  out.shape = Shape(shape.sizes());
  out.format = format;
  return out;
}

/// The elements with their axes in another order, row major on the host.
Tensor ordered(const Tensor& tensor, const Indices& order) {
  const Tensor out = copy(tensor, permuted(View(tensor.spec()), order));
  return {row_of(out.shape(), out.format()), out.storage()};
}

// ---- Words and bytes of one part.

template <class Word, class Code>
void put(const std::vector<Code>& codes, std::span<std::byte> out) {
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const Word word = static_cast<Word>(codes[i]);
    std::memcpy(out.data() + i * sizeof word, &word, sizeof word);
  }
}

template <class Word, class Code>
void get(std::span<const std::byte> in, std::vector<Code>& codes) {
  for (std::size_t i = 0; i < codes.size(); ++i) {
    Word word = 0;
    std::memcpy(&word, in.data() + i * sizeof word, sizeof word);
    codes[i] = static_cast<Code>(word);
  }
}

template <class Code>
void pack_lines(const PartPlan& part, const std::vector<Code>& codes,
                std::span<std::byte> out) {
  const std::vector<std::uint8_t> narrow(codes.begin(), codes.end());
  const Packing packing(part.width, part.order);
  const auto length = size_of(part.length);
  const auto bytes = size_of(packed_bytes(packing, part.length));
  for (std::size_t i = 0; length > 0 && i < size_of(part.lines); ++i) {
    pack(std::span(narrow).subspan(i * length, length), packing,
         out.subspan(i * bytes, bytes));
  }
}

template <class Code>
void unpack_lines(const PartPlan& part, std::span<const std::byte> in,
                  std::vector<Code>& codes) {
  const Packing packing(part.width, part.order);
  const auto length = size_of(part.length);
  const auto bytes = size_of(packed_bytes(packing, part.length));
  std::vector<std::uint8_t> line(length);
  for (std::size_t i = 0; length > 0 && i < size_of(part.lines); ++i) {
    unpack(in.subspan(i * bytes, bytes), packing, line);
    for (std::size_t j = 0; j < length; ++j) codes[i * length + j] = line[j];
  }
}

template <class Code>
Tensor stored(const PartsPlan& plan, const PartPlan& part,
              const std::vector<Code>& codes) {
  const Tensor out = empty(row_of(Shape(part.sizes), part.format));
  const std::span<std::byte> bytes = out.storage().mutable_bytes();
  if (part.is_packed) {
    pack_lines(part, codes, bytes);
  } else if (part.format.bits() == 8) {
    put<std::uint8_t>(codes, bytes);
  } else if (part.format.bits() == 16) {
    put<std::uint16_t>(codes, bytes);
  } else {
    put<std::uint32_t>(codes, bytes);
  }
  return part.is_single ? out : ordered(out, plan.order_back());
}

template <class Code>
std::optional<Tensor> stored(const PartsPlan& plan,
                             const std::optional<PartPlan>& part,
                             const std::vector<Code>& codes) {
  if (!part) return std::nullopt;
  return stored(plan, *part, codes);
}

void check_spec(const PartSpec& expected, const Tensor& found,
                std::string_view name) {
  require(Shape(found.shape().sizes()) == expected.shape &&
              found.format() == expected.format,
          ErrorKind::invalid, kWhere, name, " is ", found.format().name(),
          to_string(Shape(found.shape().sizes())), ", expected ",
          expected.format.name(), to_string(expected.shape));
}

template <class Code>
std::vector<Code> codes_of(const PartsPlan& plan, const PartPlan& part,
                           const Tensor& tensor, std::string_view name) {
  check_spec(plan.spec(part), tensor, name);
  const Tensor moved =
      ordered(tensor, part.is_single ? Indices{0} : plan.order());
  const std::span<const std::byte> bytes = moved.storage().bytes();
  std::vector<Code> out(size_of(part.count()));
  if (part.is_packed) {
    unpack_lines(part, bytes, out);
  } else if (part.format.bits() == 8) {
    get<std::uint8_t>(bytes, out);
  } else if (part.format.bits() == 16) {
    get<std::uint16_t>(bytes, out);
  } else {
    get<std::uint32_t>(bytes, out);
  }
  for (const Code code : out) {
    require((std::uint64_t{code} >> part.width) == 0, ErrorKind::data, kWhere,
            name, " holds ", +code, ", which has more than ", part.width,
            " bits");
  }
  return out;
}

template <class Code>
std::vector<Code> codes_of(const PartsPlan& plan,
                           const std::optional<PartPlan>& part,
                           const std::optional<Tensor>& tensor,
                           std::string_view name) {
  require(part.has_value() == tensor.has_value(), ErrorKind::invalid, kWhere,
          part ? "there is no " : "there is a superfluous ", name);
  if (!part) return {};
  return codes_of<Code>(plan, *part, *tensor, name);
}

// ---- Subtiles: by row in the engine, by tile where they share bytes.

enum class Direction : std::uint8_t { to_tiles, from_tiles };

std::vector<std::uint8_t> regrouped(const BlockGrids& grids,
                                    const std::vector<std::uint8_t>& codes,
                                    Direction direction) {
  std::vector<std::uint8_t> out(codes.size());
  std::size_t at = 0;
  for (Index tile = 0; !codes.empty() && tile < grids.tiles().count(); ++tile) {
    for (Index sub = 0; sub < grids.subtiles(); ++sub, ++at) {
      const auto place = size_of(grids.subindex(tile, sub));
      if (direction == Direction::to_tiles) {
        out[at] = codes[place];
      } else {
        out[place] = codes[at];
      }
    }
  }
  return out;
}

// ---- Sparsity: what is kept of each group, then zeros up to the full number.

void check_mask(const std::vector<std::uint8_t>& mask, Index cols,
                const Sparsity& sparsity) {
  for (std::size_t row = 0; row < mask.size(); row += size_of(cols)) {
    for (Index at = 0; at < cols; at += sparsity.group) {
      int kept = 0;
      for (Index i = at; i < std::min(at + sparsity.group, cols); ++i) {
        kept += mask[row + size_of(i)];
      }
      require(kept <= sparsity.kept, ErrorKind::data, kWhere, "the mask keeps ",
              kept, " of a group, expected at most ", sparsity.kept, " of ",
              sparsity.group);
    }
  }
}

/// Calls `use` with the place of each number that is kept, and the place it has
/// among those.
template <class Use>
void for_each_kept(const std::vector<std::uint8_t>& mask, Index cols,
                   const Sparsity& sparsity, const Use& use) {
  const Index short_cols = div_up(cols, sparsity.group) * sparsity.kept;
  Index row = 0;
  for (std::size_t begin = 0; begin < mask.size(); begin += size_of(cols)) {
    Index at = 0;
    for (Index i = 0; i < cols; ++i) {
      if (i % sparsity.group == 0) at = i / sparsity.group * sparsity.kept;
      if (mask[begin + size_of(i)] == 0) continue;
      use(begin + size_of(i), size_of(row * short_cols + at++));
    }
    ++row;
  }
}

// ---- All parts.

Parts parts_of(const Format& format, const Shape& shape, PartsForm form,
               const BlockCodes& codes) {
  const PartsPlan plan(format, shape, form);
  const auto& sparsity = format.block()->sparsity;
  const PartPlan data = plan.data();
  Parts out;
  out.format = format;
  out.shape = Shape(shape.sizes());
  out.form = form;
  if (sparsity && form != PartsForm::uncompressed) {
    std::vector<std::uint16_t> kept(size_of(data.count()));
    for_each_kept(
        codes.mask, codes.extent.cols, *sparsity,
        [&](std::size_t from, std::size_t at) { kept[at] = codes.data[from]; });
    out.data = stored(plan, data, kept);
  } else {
    out.data = stored(plan, data, codes.data);
  }
  const auto subtiles = [&](const std::vector<std::uint8_t>& numbers) {
    if (form == PartsForm::uncompressed) return numbers;
    return regrouped(plan.grids(), numbers, Direction::to_tiles);
  };
  out.scale = stored(plan, plan.scale(), codes.scales);
  out.outer_scale = stored(plan, plan.outer_scale(), codes.outer_scales);
  out.zero = stored(plan, plan.zero(), codes.zeros);
  out.meta = stored(plan, plan.meta(), subtiles(codes.meta));
  out.offset = stored(plan, plan.offset(), subtiles(codes.offsets));
  out.mask = stored(plan, plan.mask(), codes.mask);
  return out;
}

BlockCodes codes_of(const Parts& parts) {
  using Words = std::uint32_t;
  const PartsPlan plan(parts.format, parts.shape, parts.form);
  const BlockGrids& grids = plan.grids();
  const auto& sparsity = parts.format.block()->sparsity;
  const auto subtiles = [&](std::vector<std::uint8_t> numbers) {
    if (parts.form == PartsForm::uncompressed) return numbers;
    return regrouped(grids, numbers, Direction::from_tiles);
  };
  BlockCodes out;
  out.extent = grids.extent();
  out.data = codes_of<std::uint16_t>(plan, plan.data(), parts.data, "data");
  out.scales = codes_of<Words>(plan, plan.scale(), parts.scale, "scale");
  out.outer_scales = codes_of<Words>(plan, plan.outer_scale(),
                                     parts.outer_scale, "outer scale");
  out.zeros = codes_of<Words>(plan, plan.zero(), parts.zero, "zero point");
  out.meta =
      subtiles(codes_of<std::uint8_t>(plan, plan.meta(), parts.meta, "meta"));
  out.offsets = subtiles(
      codes_of<std::uint8_t>(plan, plan.offset(), parts.offset, "offset"));
  out.mask = codes_of<std::uint8_t>(plan, plan.mask(), parts.mask, "mask");
  if (parts.format.block()->codebook && !parts.meta) {
    out.meta.resize(size_of(grids.counts().meta));  // there is one table
  }
  if (!sparsity) return out;
  check_mask(out.mask, out.extent.cols, *sparsity);
  if (parts.form != PartsForm::uncompressed) {
    std::vector<std::uint16_t> all(out.mask.size());
    for_each_kept(
        out.mask, out.extent.cols, *sparsity,
        [&](std::size_t at, std::size_t from) { all[at] = out.data[from]; });
    out.data = std::move(all);
  }
  return out;
}

/// The numbers of a tensor as f32, in the order of the engine.
Tensor numbers_of(const Tensor& tensor, const PartsPlan& plan) {
  return to(ordered(tensor, plan.order()), Format());
}

std::span<const float> floats(const Tensor& tensor) {
  const std::span<const std::byte> bytes = tensor.storage().bytes();
  return {reinterpret_cast<const float*>(bytes.data()),
          bytes.size() / sizeof(float)};
}

/// Numbers in the order of the engine as a tensor of that shape.
Tensor tensor_of(const std::vector<float>& numbers, const PartsPlan& plan,
                 const Format& format) {
  const Tensor moved = make(row_of(Shape(plan.moved()), Format()),
                            std::span<const float>(numbers));
  return to(ordered(moved, plan.order_back()), format);
}

}  // namespace

Parts quantize(const Tensor& tensor, const Format& format,
               const QuantizePolicy& policy, PartsForm form) {
  const PartsPlan plan(format, tensor.shape(), form);
  const Tensor numbers = numbers_of(tensor, plan);
  return parts_of(
      format, tensor.shape(), form,
      quantize(format, floats(numbers), plan.grids().extent(), policy));
}

Tensor dequantize(const Parts& parts, const Format& format,
                  const QuantizePolicy& policy) {
  const BlockCodes codes = codes_of(parts);
  return tensor_of(dequantize(parts.format, codes, policy),
                   PartsPlan(parts.format, parts.shape, parts.form), format);
}

Tensor fake_quantize(const Tensor& tensor, const Format& format,
                     const QuantizePolicy& policy) {
  const PartsPlan plan(format, tensor.shape(), PartsForm::uncompressed);
  const Tensor numbers = numbers_of(tensor, plan);
  return tensor_of(
      fake_quantize(format, floats(numbers), plan.grids().extent(), policy),
      plan, tensor.format());
}

Parts to(const Parts& parts, PartsForm form) {
  return parts_of(parts.format, parts.shape, form, codes_of(parts));
}

}  // namespace ashlar
