// packing.h - how codes narrower than a byte share bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace ashlar {

/// Where in its bytes a code is. The names are the ones texts use.
enum class PackOrder : std::uint8_t {
  /// Codes in containers of 1, 2, 4 or 8 bits, the smallest that holds one;
  /// the first container of a byte is the lowest. torch, ONNX, OCP users.
  containers,
  /// A bit stream without gaps, lowest bits first; codes may straddle bytes.
  /// CUTLASS, compressed-tensors, safetensors F6.
  dense,
  /// A bit stream without gaps, highest bits first: of two nibbles the first
  /// is the high one. bitsandbytes; numpy.packbits as it is by default.
  msb_first,
  /// Nibbles in groups of N codes: byte j of a group holds code j in its low
  /// and code j + N/2 in its high nibble. A ragged last group is filled up with
  /// zero codes. GGUF.
  split_half,
  /// One code a byte, in the highest bits. The 6-bit floats of tt-metal.
  msb_aligned,
};

/// The width of a code and its order. A small value that is always valid.
class Packing {
 public:
  static constexpr std::int64_t kDefaultGroup = 32;
  static constexpr std::int64_t kMaxGroup = 4096;

  /// A byte for each code.
  Packing() = default;
  /// `bits` is 1 to 8. For split_half it is 3 or 4, and the group is the
  /// default one.
  explicit Packing(int bits, PackOrder order = PackOrder::containers);
  /// split_half in groups of `group` codes, an even number up to kMaxGroup.
  static Packing split_half(int bits, std::int64_t group);

  int bits() const { return bits_; }
  PackOrder order() const { return order_; }
  /// The codes of a group under split_half; 1 for the other orders.
  std::int64_t group() const { return group_; }

  bool operator==(const Packing&) const = default;

 private:
  int bits_ = 8;
  PackOrder order_ = PackOrder::containers;
  std::int64_t group_ = 1;
};

/// "containers", "dense", ...
std::string_view name_of(PackOrder order);
/// All of them, in the order of the enumeration.
std::span<const PackOrder> pack_orders();

/// The order as text: "dense", "split_half", "split_half(64)". The width is not
/// in it, since formats say that.
std::string to_string(const Packing& packing);
/// Reads what `to_string` writes, for codes of `bits` bits.
Packing parse_packing(std::string_view text, int bits);

/// The bytes that `count` codes take. The last byte, or under split_half the
/// last group, counts whole.
std::int64_t packed_bytes(const Packing& packing, std::int64_t count);

// Below, a code that is not packed has a byte of its own, in the low bits.
// Sizes must match exactly, and buffers of one call must not overlap.

/// Packs all codes. Bits above the width are ignored, so integers may come with
/// their sign extended. Bits of `out` that belong to no code become zero.
void pack(std::span<const std::uint8_t> codes, const Packing& packing,
          std::span<std::byte> out);

/// Unpacks codes.size() codes. Their bits above the width become zero; bits of
/// `in` that belong to no code are ignored.
void unpack(std::span<const std::byte> in, const Packing& packing,
            std::span<std::uint8_t> codes);

/// From one order to another of the same width, as `unpack` and then `pack`
/// would do it, but in one pass and without memory for all codes.
void repack(std::span<const std::byte> in, const Packing& from,
            std::span<std::byte> out, const Packing& to, std::int64_t count);

}  // namespace ashlar
