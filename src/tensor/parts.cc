// parts.cc - codes of the engine as tensors of their own, and back.
#include "ashlar/parts.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <vector>

#include "src/base/require.h"
#include "src/blocks/sparsity.h"
#include "src/tensor/parts_kernels.h"
#include "src/tensor/parts_plan.h"
#include "src/tensor/transfer.h"

namespace ashlar {
namespace {

constexpr std::string_view kWhere = "parts";

std::size_t size_of(Index count) { return static_cast<std::size_t>(count); }

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
  out.top_scale = stored(plan, plan.top_scale(), codes.top_scales);
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
  out.top_scales =
      codes_of<Words>(plan, plan.top_scale(), parts.top_scale, "top scale");
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
  check_mask(out.mask, out.extent.cols, *sparsity, kWhere);
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

/// What the engine is given: the numbers of a tensor, rotated if that is asked
/// for, and words that are not to be found.
class Prepared {
 public:
  Prepared(const Tensor& tensor, const PartsPlan& plan,
           const QuantizeOptions& options)
      : numbers_(numbers_of(tensor, plan)), better_(options.better) {
    if (options.rotation) {
      const std::span<const float> own = floats(numbers_);
      rotated_.assign(own.begin(), own.end());
      rotate(rotated_, plan.grids().extent().cols, *options.rotation);
    }
    const auto words = [&](const std::optional<PartPlan>& part,
                           const std::optional<Tensor>& given,
                           std::string_view name) {
      using Words = std::uint32_t;
      return given ? codes_of<Words>(plan, part, given, name)
                   : std::vector<Words>();
    };
    scales_ = words(plan.scale(), options.scale, "scale");
    outer_ = words(plan.outer_scale(), options.outer_scale, "outer scale");
    top_ = words(plan.top_scale(), options.top_scale, "top scale");
    zeros_ = words(plan.zero(), options.zero, "zero point");
  }

  std::span<const float> numbers() const {
    return rotated_.empty() ? floats(numbers_) : rotated_;
  }
  GivenScales given() const { return {scales_, outer_, zeros_, top_, better_}; }

 private:
  Tensor numbers_;
  std::vector<float> rotated_;
  std::vector<std::uint32_t> scales_;
  std::vector<std::uint32_t> outer_;
  std::vector<std::uint32_t> top_;
  std::vector<std::uint32_t> zeros_;
  BetterTable better_;
};

/// Numbers in the order of the engine as a tensor of that shape.
Tensor tensor_of(const std::vector<float>& numbers, const PartsPlan& plan,
                 const Format& format) {
  const Tensor moved = make(row_of(Shape(plan.moved()), Format()),
                            std::span<const float>(numbers));
  return to(ordered(moved, plan.order_back()), format);
}

}  // namespace

Parts quantize(const Tensor& tensor, const Format& format,
               const QuantizePolicy& policy, PartsForm form,
               const QuantizeOptions& options) {
  const bool is_plain = !options.scale && !options.outer_scale &&
                        !options.top_scale && !options.zero &&
                        !options.better && !options.rotation;
  if (is_plain) {
    auto parts = quantize_by_kernels(tensor, format, policy, form);
    if (parts) return *std::move(parts);
  }
  const PartsPlan plan(format, tensor.shape(), form);
  const Prepared ready(tensor, plan, options);
  Parts out = parts_of(format, tensor.shape(), form,
                       quantize(format, ready.numbers(), plan.grids().extent(),
                                policy, ready.given()));
  out.rotation = options.rotation;
  return out;
}

Tensor dequantize(const Parts& parts, const Format& format,
                  const QuantizePolicy& policy) {
  if (!parts.rotation) {
    auto numbers = dequantize_by_kernels(parts, format, policy);
    if (numbers) return *std::move(numbers);
  }
  const BlockCodes codes = codes_of(parts);
  std::vector<float> numbers = dequantize(parts.format, codes, policy);
  if (parts.rotation) {
    undo_rotate(numbers, codes.extent.cols, *parts.rotation);
  }
  return tensor_of(numbers, PartsPlan(parts.format, parts.shape, parts.form),
                   format);
}

Tensor fake_quantize(const Tensor& tensor, const Format& format,
                     const QuantizePolicy& policy,
                     const QuantizeOptions& options) {
  const PartsPlan plan(format, tensor.shape(), PartsForm::uncompressed);
  const Prepared ready(tensor, plan, options);
  const BlockExtent extent = plan.grids().extent();
  std::vector<float> numbers =
      fake_quantize(format, ready.numbers(), extent, policy, ready.given());
  if (options.rotation) undo_rotate(numbers, extent.cols, *options.rotation);
  return tensor_of(numbers, plan, tensor.format());
}

Parts to(const Parts& parts, PartsForm form) {
  Parts out = parts_of(parts.format, parts.shape, form, codes_of(parts));
  out.rotation = parts.rotation;
  return out;
}

}  // namespace ashlar
