// Conversions against the definition: every element, one by one.
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "ashlar/cast.h"
#include "ashlar/convert.h"
#include "tests/support/random_layout.h"

namespace ashlar {
namespace {

using test::Random;
using Bytes = std::vector<std::byte>;

Index bit_of(const BoundLayout& layout, const Indices& index) {
  const Position at = layout.position(index, layout.data_field());
  Index unit = 0;
  for (std::size_t i = 0; i < layout.units().size(); ++i) {
    unit = unit * layout.units()[i].extent + at.unit[i];
  }
  return unit * layout.bytes_per_unit() * 8 + at.bit;
}

bool get_bit(const Bytes& bytes, Index bit) {
  return (bytes[std::size_t(bit / 8)] >> int(bit % 8) & std::byte{1}) !=
         std::byte{0};
}

void set_bit(Bytes& bytes, Index bit, bool value) {
  const auto mask = std::byte(1 << bit % 8);
  std::byte& byte = bytes[std::size_t(bit / 8)];
  byte = value ? byte | mask : byte & ~mask;
}

bool advance(Indices& index, const Shape& shape) {
  for (int axis = shape.rank(); axis-- > 0;) {
    if (++index[axis] < shape[axis]) return true;
    index[axis] = 0;
  }
  return false;
}

/// Units that hold copies: the bits where each copy starts.
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

/// Every element by itself: into an array in row-major order, which is cast,
/// and out again.
Bytes reference(const Spec& from, const Bytes& in, const Spec& to, Bytes out,
                const CastPolicy& policy) {
  const BoundLayout a = ashlar::bind(from);
  const BoundLayout b = ashlar::bind(to);
  const Index count = from.shape.volume();
  if (count == 0) return out;
  const Element& x = from.format.element();
  const Element& y = to.format.element();
  Bytes plain(std::size_t(packed_bytes(x, count)));
  Bytes result(std::size_t(packed_bytes(y, count)));
  Indices index = Indices::filled(from.shape.rank(), 0);
  Index at = 0;
  do {
    const Index bit = bit_of(a, index);
    for (Index i = 0; i < x.storage_bits; ++i) {
      set_bit(plain, at++, get_bit(in, bit + i));
    }
  } while (advance(index, from.shape));
  CastOptions options;
  options.policy = policy;
  cast(x, plain, y, result, count, options);
  at = 0;
  do {
    const Index bit = bit_of(b, index);
    for (Index i = 0; i < y.storage_bits; ++i, ++at) {
      for (const Index copy : copies_of(b)) {
        set_bit(out, copy + bit + i, get_bit(result, at));
      }
    }
  } while (advance(index, from.shape));
  return out;
}

Bytes random_bytes(Random& random, Index size) {
  Bytes out(static_cast<std::size_t>(size));
  for (std::byte& byte : out) byte = std::byte(test::pick(random, 0, 255));
  return out;
}

/// A conversion of random bytes leaves exactly what the definition says, in a
/// buffer that starts anywhere, and nothing else.
void expect_converts(Random& random, const Spec& from, const Spec& to,
                     ConvertOptions options = {}) {
  SCOPED_TRACE(to_string(from) + "  ->  " + to_string(to));
  options.threads = int(test::pick(random, 0, 3));
  const Plan p = plan(from, to, options);
  const Bytes in = random_bytes(random, p.in_bytes());
  const Bytes before = random_bytes(random, p.out_bytes());
  const auto skew = std::size_t(test::pick(random, 0, 63));
  Bytes source(in.size() + skew);
  std::copy(in.begin(), in.end(), source.begin() + std::ptrdiff_t(skew));
  Bytes target(before.size() + 2 * skew, std::byte{0xa5});
  std::copy(before.begin(), before.end(),
            target.begin() + std::ptrdiff_t(skew));
  p.run(std::span(source).subspan(skew),
        std::span(target).subspan(skew, before.size()));
  const Bytes expected = reference(from, in, to, before, options.policy);
  const Bytes out(target.begin() + std::ptrdiff_t(skew),
                  target.begin() + std::ptrdiff_t(skew + before.size()));
  EXPECT_TRUE(out == expected) << p.explain();
  for (std::size_t i = 0; i < skew; ++i) {
    EXPECT_EQ(target[i], std::byte{0xa5});
    EXPECT_EQ(target[target.size() - 1 - i], std::byte{0xa5});
  }
}

Spec spec_of(const test::RandomLayout& layout, const std::string& format) {
  Spec spec;
  spec.shape = Shape(layout.sizes);
  spec.format = parse_format(format);
  spec.layout = layout.digits;
  const std::vector<std::string_view> names(layout.names.begin(),
                                            layout.names.end());
  spec.names = AxisNames(names);
  return spec;
}

TEST(ConvertTest, AgreesWithTheDefinitionOnRandomLayouts) {
  Random random(test::test_seed());
  constexpr const char* kFormats[] = {"u4",  "u8",           "i16", "f32",
                                      "f64", "f6_e3m2fn_w6", "u1",  "u2"};
  int done = 0;
  while (done < 3000) {
    test::RandomLayout a = test::random_layout(random);
    if (!a.digits.memory.fields.empty()) continue;
    const test::RandomLayout b = test::random_layout_like(random, a);
    const std::string format = kFormats[test::pick(random, 0, 7)];
    expect_converts(random, spec_of(a, format), spec_of(b, format));
    ++done;
    if (testing::Test::HasFailure()) break;
  }
}

TEST(ConvertTest, CastsOnTheWay) {
  Random random(test::test_seed() + 1);
  constexpr const char* kFormats[] = {"u4",  "u8",  "bf16",      "f32",
                                      "f64", "f16", "f8_e4m3fn", "f4_e2m1fn"};
  ConvertOptions options;
  options.policy.integer_overflow = IntegerOverflow::saturate;
  for (int done = 0; done < 1000 && !testing::Test::HasFailure();) {
    test::RandomLayout a = test::random_layout(random);
    if (!a.digits.memory.fields.empty()) continue;
    const test::RandomLayout b = test::random_layout_like(random, a);
    expect_converts(random, spec_of(a, kFormats[test::pick(random, 0, 7)]),
                    spec_of(b, kFormats[test::pick(random, 0, 7)]), options);
    ++done;
  }
}

TEST(ConvertTest, ConvertsNamedLayoutsBothWays) {
  Random random(test::test_seed() + 2);
  constexpr const char* kLayouts[] = {"row",
                                      "col",
                                      "tile(32x32)",
                                      "ttnn",
                                      "stick(128B)",
                                      "tile(16x16)",
                                      "[b/16, a/32, b%16, a%32]",
                                      "[a/48, b, a%48]",
                                      "[a/32, b, a%32]",
                                      "[a/2, b, a%2]",
                                      "[b/64, a/4, b%64, a%4]"};
  constexpr const char* kShapes[] = {"1x1",   "33x70", "64x128",
                                     "100x3", "5x257", "130x97"};
  for (const char* format : {"f32", "bf16", "u4"}) {
    for (const char* shape : kShapes) {
      for (const char* a : kLayouts) {
        for (const char* b : kLayouts) {
          const auto spec = [&](const char* layout) {
            return parse_spec(std::string(format) + "[" + shape + "] " +
                              layout);
          };
          expect_converts(random, spec(a), spec(b));
          if (testing::Test::HasFailure()) return;
        }
      }
    }
  }
}

}  // namespace
}  // namespace ashlar
