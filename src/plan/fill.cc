// fill.cc - one code, over and over, wherever there is padding.
#include "src/plan/fill.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <vector>

#include "ashlar/cast.h"
#include "src/base/checked.h"
#include "src/base/parallel.h"
#include "src/format/elements.h"
#include "src/format/known.h"
#include "src/plan/padding.h"

namespace ashlar {
namespace {

/// Looking for padding may cost as much as writing so many bytes would.
constexpr Index kBytesPerQuestion = 128;
/// Bytes that are worth a thread.
constexpr Index kBytesPerPiece = 256 << 10;

/// A code without end, from any of its bits on.
class Pattern {
 public:
  Pattern(const Element& element, const ConvertOptions& options)
      : bits_(element.storage_bits) {
    // Whole bytes and whole elements at once, some KiB of them.
    const auto repeat = std::lcm(8, bits_) / bits_ * 512;
    std::vector<std::byte> codes(
        static_cast<std::size_t>(packed_bytes(element, repeat)));
    if (options.padding.kind == Padding::Kind::fill) {
      const std::vector<double> values(static_cast<std::size_t>(repeat),
                                       options.padding.value);
      CastOptions one_thread;
      one_thread.policy = options.policy;
      one_thread.threads = 1;
      cast(kF64, std::as_bytes(std::span(values)), element, codes, repeat,
           one_thread);
    }
    for (int phase = 1; bits_ < 8 && phase < bits_; ++phase) {
      shifted_.push_back(shifted(codes, phase));
    }
    shifted_.insert(shifted_.begin(), std::move(codes));
  }

  /// Writes bits [begin, end) of `out`, the first of them bit 0 of a code.
  void write(std::span<std::byte> out, Index begin, Index end) const {
    Index bit = begin;
    for (; bit < end && bit % 8 != 0; ++bit) set(out, bit, bit - begin);
    const Index whole = std::max(bit, end - end % 8);
    const std::vector<std::byte>& codes =
        shifted_[bits_ < 8 ? static_cast<std::size_t>((bit - begin) % bits_)
                           : 0];
    const auto size = static_cast<Index>(codes.size());
    for (Index at = bit / 8; at < whole / 8; at += size) {
      std::memcpy(out.data() + at, codes.data(),
                  static_cast<std::size_t>(std::min(size, whole / 8 - at)));
    }
    for (bit = whole; bit < end; ++bit) set(out, bit, bit - begin);
  }

 private:
  static bool get(const std::vector<std::byte>& bytes, Index bit) {
    return (bytes[static_cast<std::size_t>(bit / 8)] >>
                static_cast<int>(bit % 8) &
            std::byte{1}) != std::byte{0};
  }

  /// The same codes from bit `phase` of the first one on.
  static std::vector<std::byte> shifted(const std::vector<std::byte>& codes,
                                        int phase) {
    std::vector<std::byte> out(codes.size());
    const auto bits = static_cast<Index>(codes.size()) * 8;
    for (Index i = 0; i < bits; ++i) {
      if (!get(codes, (i + phase) % bits)) continue;
      out[static_cast<std::size_t>(i / 8)] |=
          static_cast<std::byte>(1 << i % 8);
    }
    return out;
  }

  void set(std::span<std::byte> out, Index bit, Index of_code) const {
    const auto mask = static_cast<std::byte>(1 << bit % 8);
    std::byte& byte = out[static_cast<std::size_t>(bit / 8)];
    byte = get(shifted_[0], of_code % bits_) ? byte | mask : byte & ~mask;
  }

  int bits_;
  std::vector<std::vector<std::byte>> shifted_;  ///< by phase
};

/// Slots of units, counted through all of them.
class Filler {
 public:
  Filler(const PlanState& plan, const Buffers& buffers)
      : plan_(plan),
        buffers_(buffers),
        map_(*plan.out.layout()),
        pattern_(plan.to.format().element(), plan.options) {}

  void run() const {
    const Index slots = map_.slots() * plan_.out.unit_count();
    const Index slot_bytes = map_.slot_bits() / 8;
    const Index grain =
        std::clamp<Index>(kBytesPerPiece / std::max<Index>(slot_bytes, 1), 1,
                          std::max<Index>(slots, 1));
    // Slots may share a byte if they are no whole ones.
    const int threads = map_.slot_bits() % 8 == 0 ? plan_.options.threads : 1;
    parallel_for(slots, grain, threads, [&](Index begin, Index end) {
      for (Index at = begin; at < end;) {
        const Index first = at % map_.slots();
        const Index last = std::min(map_.slots(), first + end - at);
        fill(at / map_.slots(), first, last);
        at += last - first;
      }
    });
  }

 private:
  void fill(Index unit, Index first, Index last) const {
    const std::span<std::byte> out = memory(unit);
    const Index bits = map_.slot_bits();
    if (map_.is_known()) {
      const Index most = 64 + (last - first) * bits / 8 / kBytesPerQuestion;
      map_.for_each(unit, first, last, most, [&](Index begin, Index end) {
        pattern_.write(out, begin, end);
      });
    } else {
      pattern_.write(out, first * bits, last * bits);
    }
    // What is left of the last byte.
    if (last == map_.slots()) {
      pattern_.write(out, last * bits, static_cast<Index>(out.size()) * 8);
    }
  }

  std::span<std::byte> memory(Index unit) const {
    const auto i = static_cast<std::size_t>(unit);
    const auto size = static_cast<std::size_t>(plan_.out.unit_bytes());
    return buffers_.are_apart() ? buffers_.out_units[i]
                                : buffers_.out.subspan(i * size, size);
  }

  const PlanState& plan_;
  const Buffers& buffers_;
  PaddingMap map_;
  Pattern pattern_;
};

}  // namespace

void fill_padding(const PlanState& plan, const Buffers& buffers) {
  Filler(plan, buffers).run();
}

}  // namespace ashlar
