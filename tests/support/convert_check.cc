// convert_check.cc - reads every element, casts all, writes every element.
#include "tests/support/convert_check.h"

#include <algorithm>
#include <cstring>
#include <sstream>
#include <string_view>

#include "ashlar/cast.h"

namespace ashlar::test {
namespace {

/// Units one after the other, each in whole bytes.
Index bit_of(const BoundLayout& layout, const Indices& index) {
  const Position at = layout.position(index, layout.data_field());
  Index unit = 0;
  for (std::size_t i = 0; i < layout.units().size(); ++i) {
    unit = unit * layout.units()[i].extent + at.unit[i];
  }
  return unit * layout.bytes_per_unit() * 8 + at.bit;
}

bool advance(Indices& index, const Shape& shape) {
  for (int axis = shape.rank(); axis-- > 0;) {
    if (++index[axis] < shape[axis]) return true;
    index[axis] = 0;
  }
  return false;
}

std::vector<Index> copies_of(const BoundLayout& layout) {
  std::vector<Index> units = {0};
  for (const Unit& unit : layout.units()) {
    std::vector<Index> next;
    for (const Index at : units) {
      const Index count = unit.digit < 0 ? unit.extent : 1;
      for (Index k = 0; k < count; ++k) next.push_back(at * unit.extent + k);
    }
    units = next;
  }
  for (Index& at : units) at *= layout.bytes_per_unit() * 8;
  return units;
}

Index width_of(const Places& places) {
  return places.spec.format.element().storage_bits;
}

bool is_plain_copy(const Places& from, const Places& to,
                   const CastPolicy& policy) {
  return from.spec.format.element() == to.spec.format.element() &&
         policy == CastPolicy{};
}

/// One word after the other, as `cast` wants them.
Bytes gather(const Places& from, std::span<const std::byte> in) {
  const Index width = width_of(from);
  const auto count = static_cast<Index>(from.bits.size());
  Bytes out(static_cast<std::size_t>((count * width + 7) / 8));
  for (Index i = 0; i < count; ++i) {
    const Index bit = from.bits[static_cast<std::size_t>(i)];
    write_word(out, i * width, width, read_word(in, bit, width));
  }
  return out;
}

/// Every slot of every unit. The bits behind the last slot stay as they are.
void fill_slots(Bytes& out, const Places& to, std::uint64_t word) {
  const Index width = width_of(to);
  const Index unit = to.layout.bytes_per_unit() * 8;
  for (Index start = 0; start < to.layout.bytes() * 8; start += unit) {
    const Index end = start + to.layout.bits_per_unit();
    for (Index bit = start; bit + width <= end; bit += width) {
      write_word(out, bit, width, word);
    }
  }
}

void apply_padding(Bytes& out, const Places& to,
                   const ConvertOptions& options) {
  switch (options.padding.kind) {
    case Padding::Kind::undefined:
    case Padding::Kind::kept:
      return;
    case Padding::Kind::zero:
      std::ranges::fill(out, std::byte{0});
      return;
    case Padding::Kind::fill:
      return fill_slots(out, to,
                        encode(to.spec.format.element(), options.padding.value,
                               options.policy));
  }
}

/// With a code to fill with, the bits behind the last slot of a unit may be
/// anything.
void forgive_tails(Bytes& expected, const Places& to,
                   const ConvertOptions& options,
                   std::span<const std::byte> found) {
  const Index used = to.layout.bits_per_unit();
  const Index unit = to.layout.bytes_per_unit() * 8;
  if (options.padding.kind != Padding::Kind::fill) return;
  for (Index start = 0; start < to.layout.bytes() * 8; start += unit) {
    for (Index bit = start + used; bit < start + unit; ++bit) {
      write_word(expected, bit, 1, read_word(found, bit, 1));
    }
  }
}

/// Random bytes, the same in every copy; numbers in the elements if `numbers`.
void make_source(const Places& from, bool numbers, std::uint64_t seed,
                 std::span<std::byte> in) {
  fill_random(in, seed);
  const Index width = width_of(from);
  const bool is_wide = width >= 64 || from.bits.size() < std::uint64_t{1}
                                                             << width;
  if (!(numbers && is_wide) && from.copies.size() == 1) return;
  for (std::size_t i = 0; i < from.bits.size(); ++i) {
    const std::uint64_t word =
        numbers && is_wide ? i + 1 : read_word(in, from.bits[i], width);
    for (const Index copy : from.copies) {
      write_word(in, copy + from.bits[i], width, word);
    }
  }
}

std::string index_text(const Places& places, std::size_t element) {
  std::string out;
  for (const Index i :
       unravel(static_cast<Index>(element), places.layout.shape())) {
    out += (out.empty() ? "" : ", ") + std::to_string(i);
  }
  return "[" + out + "]";
}

/// What should be at a byte: an element, or padding.
std::string owner_of(const Places& to, Index byte) {
  const Index width = width_of(to);
  for (const Index copy : to.copies) {
    for (std::size_t i = 0; i < to.bits.size(); ++i) {
      const Index bit = copy + to.bits[i];
      if (bit < byte * 8 + 8 && bit + width > byte * 8) {
        return "part of element " + index_text(to, i);
      }
    }
  }
  return "padding";
}

std::string describe(const Places& to, const Bytes& expected,
                     std::span<const std::byte> found) {
  std::size_t wrong = 0;
  std::size_t first = 0;
  for (std::size_t i = expected.size(); i-- > 0;) {
    if (expected[i] == found[i]) continue;
    ++wrong;
    first = i;
  }
  std::ostringstream out;
  out << wrong << " of " << found.size() << " bytes are wrong, the first is "
      << first << ", " << owner_of(to, static_cast<Index>(first)) << ": found "
      << std::to_integer<int>(found[first]) << ", expected "
      << std::to_integer<int>(expected[first]);
  return out.str();
}

std::string_view name_of(Edge edge) {
  return edge == Edge::first  ? "at the first byte"
         : edge == Edge::last ? "at the last byte"
                              : "apart";
}

}  // namespace

Places::Places(const Spec& of) : spec(of), layout(ashlar::bind(of)) {
  copies = copies_of(layout);
  const Shape& shape = layout.shape();
  if (shape.volume() == 0) return;
  bits.reserve(static_cast<std::size_t>(shape.volume()));
  Indices index = Indices::filled(shape.rank(), 0);
  do {
    bits.push_back(bit_of(layout, index));
  } while (advance(index, shape));
}

std::uint64_t read_word(std::span<const std::byte> bytes, Index bit,
                        Index count) {
  std::uint64_t word = 0;
  const std::byte* at = bytes.data() + bit / 8;
  if (bit % 8 == 0 && count % 8 == 0) {
    std::memcpy(&word, at, static_cast<std::size_t>(count / 8));
    return word;
  }
  for (Index i = 0; i < count; ++i) {
    const std::byte byte = bytes[static_cast<std::size_t>((bit + i) / 8)];
    const auto value = std::to_integer<std::uint64_t>(byte >> (bit + i) % 8);
    word |= (value & 1) << i;
  }
  return word;
}

void write_word(std::span<std::byte> bytes, Index bit, Index count,
                std::uint64_t word) {
  if (bit % 8 == 0 && count % 8 == 0) {
    std::memcpy(bytes.data() + bit / 8, &word,
                static_cast<std::size_t>(count / 8));
    return;
  }
  for (Index i = 0; i < count; ++i) {
    const auto mask = static_cast<std::byte>(1 << (bit + i) % 8);
    std::byte& byte = bytes[static_cast<std::size_t>((bit + i) / 8)];
    byte = (word >> i & 1) != 0 ? byte | mask : byte & ~mask;
  }
}

Bytes expected_bytes(const Places& from, std::span<const std::byte> in,
                     const Places& to, const ConvertOptions& options,
                     Bytes out) {
  apply_padding(out, to, options);
  Bytes words = gather(from, in);
  const Index width = width_of(to);
  const auto count = static_cast<Index>(from.bits.size());
  if (count > 0 && !is_plain_copy(from, to, options.policy)) {
    Bytes result(static_cast<std::size_t>((count * width + 7) / 8));
    CastOptions how;
    how.policy = options.policy;
    how.threads = 1;
    cast(from.spec.format.element(), words, to.spec.format.element(), result,
         count, how);
    words = std::move(result);
  }
  for (Index i = 0; i < count; ++i) {
    const std::uint64_t word = read_word(words, i * width, width);
    for (const Index copy : to.copies) {
      write_word(out, copy + to.bits[static_cast<std::size_t>(i)], width, word);
    }
  }
  return out;
}

std::string difference(const ConvertCase& what, const Places& from,
                       const Places& to) {
  // Kept for the next case: mapping memory takes longer than small cases do.
  static thread_local GuardedMemory in_memory;
  static thread_local GuardedMemory out_memory;
  const Plan p = plan(what.from, what.to, what.options);
  if (p.in_bytes() != from.layout.bytes() ||
      p.out_bytes() != to.layout.bytes()) {
    return "the plan has other sizes than the layouts\n" + to_string(what);
  }
  const auto in = in_memory.take(static_cast<std::size_t>(p.in_bytes()),
                                 what.in_edge, what.in_skew);
  const auto out = out_memory.take(static_cast<std::size_t>(p.out_bytes()),
                                   what.out_edge, what.out_skew);
  make_source(from, is_plain_copy(from, to, what.options.policy), what.seed,
              in);
  fill_random(out, ~what.seed);
  const Bytes source(in.begin(), in.end());
  const Bytes before(out.begin(), out.end());
  p.run(in, out);
  // Padding that was not asked for may be anything.
  const bool is_free = what.options.padding.kind == Padding::Kind::undefined;
  Bytes expected =
      expected_bytes(from, source, to, what.options,
                     is_free ? Bytes(out.begin(), out.end()) : before);
  forgive_tails(expected, to, what.options, out);
  std::string problem;
  if (!std::ranges::equal(out, expected)) {
    problem = describe(to, expected, out);
  } else if (!std::ranges::equal(in, source)) {
    problem = "the source has changed";
  } else if (!in_memory.is_clean() || !out_memory.is_clean()) {
    problem = "something was written beside a buffer";
  }
  return problem.empty() ? problem
                         : problem + "\n" + to_string(what) + p.explain();
}

std::string difference(const ConvertCase& what) {
  return difference(what, Places(what.from), Places(what.to));
}

std::string to_string(const ConvertCase& what) {
  std::ostringstream out;
  const Padding& padding = what.options.padding;
  out << to_string(what.from) << "\n  -> " << to_string(what.to)
      << "\npadding ";
  if (padding.kind == Padding::Kind::fill) {
    out << padding.value;
  } else {
    constexpr std::string_view kNames[] = {"undefined", "zero", "fill", "kept"};
    out << kNames[static_cast<std::size_t>(padding.kind)];
  }
  const CastPolicy& policy = what.options.policy;
  out << ", threads " << what.options.threads << ", rounding "
      << to_string(policy.rounding) << ", overflow "
      << to_string(policy.overflow) << "/" << to_string(policy.integer_overflow)
      << ", nan " << to_string(policy.nan) << ", negative zero "
      << (policy.negative_zero == NegativeZero::keep ? "kept" : "dropped")
      << "\nsource " << name_of(what.in_edge) << " + " << what.in_skew
      << ", destination " << name_of(what.out_edge) << " + " << what.out_skew
      << ", seed " << what.seed << "\n";
  return out.str();
}

void fill_random(std::span<std::byte> bytes, std::uint64_t seed) {
  std::uint64_t state = seed * 0x9e3779b97f4a7c15u + 1;
  for (std::size_t i = 0; i < bytes.size(); i += 8) {
    // Marsaglia's xorshift; zero would stay zero.
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    if (state == 0) state = 1;
    std::memcpy(bytes.data() + i, &state,
                std::min<std::size_t>(8, bytes.size() - i));
  }
}

}  // namespace ashlar::test
