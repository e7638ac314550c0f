// cast_check.h - casts done the slow way, bit by bit, to check the fast ones.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "ashlar/cast.h"
#include "ashlar/format.h"
#include "src/cast/philox.h"
#include "src/format/codec.h"

namespace ashlar::test {

using Bytes = std::vector<std::byte>;

inline Element element(const std::string& name) {
  return parse_format(name).element();
}

/// Every element format with a name.
inline std::vector<Element> named_elements() {
  std::vector<Element> out;
  for (const NamedFormat& named : formats()) {
    if (!named.format.is_block()) out.push_back(named.format.element());
  }
  return out;
}

inline std::size_t size_of(const Element& e, std::size_t count) {
  return (count * static_cast<std::size_t>(e.storage_bits) + 7) / 8;
}

inline bool bit_at(const Bytes& bytes, std::size_t at) {
  return (std::to_integer<unsigned>(bytes[at / 8]) >> at % 8 & 1) != 0;
}

inline void set_bit(Bytes& bytes, std::size_t at, bool bit) {
  const auto mask = static_cast<std::byte>(1u << at % 8);
  bytes[at / 8] = bit ? bytes[at / 8] | mask : bytes[at / 8] & ~mask;
}

inline std::size_t place_of(const Element& e, std::size_t i) {
  return i * static_cast<std::size_t>(e.storage_bits) +
         static_cast<std::size_t>(e.storage_shift);
}

/// Bits of a code that are not a sign of their own.
inline int plain_bits(const Element& e) {
  const bool has_sign = e.representation == Representation::sign_magnitude;
  return has_sign ? magnitude_bits(e) : e.bits;
}

inline Code code_at(const Element& e, const Bytes& bytes, std::size_t i) {
  const std::size_t place = place_of(e, i);
  const auto bits = static_cast<std::size_t>(plain_bits(e));
  Code code;
  if (e.kind == ElementKind::boolean) {  // any bit will do
    for (std::size_t b = 0; b < static_cast<std::size_t>(e.storage_bits); ++b) {
      if (bit_at(bytes, i * static_cast<std::size_t>(e.storage_bits) + b)) {
        code.bits = 1;
      }
    }
    return code;
  }
  for (std::size_t b = 0; b < bits; ++b) {
    if (bit_at(bytes, place + b)) code.bits |= WideBits{1} << b;
  }
  code.sign = plain_bits(e) < e.bits && bit_at(bytes, place + bits);
  return code;
}

inline void set_code(const Element& e, const Code& code, Bytes& bytes,
                     std::size_t i) {
  const std::size_t place = place_of(e, i);
  const auto bits = static_cast<std::size_t>(plain_bits(e));
  for (std::size_t b = 0; b < bits; ++b) {
    set_bit(bytes, place + b, (code.bits >> b & 1) != 0);
  }
  if (plain_bits(e) < e.bits) set_bit(bytes, place + bits, code.sign);
}

struct SlowCast {
  Bytes bytes;
  std::int64_t refused = -1;  ///< the first one, if any
  CodecStatus status = CodecStatus::ok;
};

/// One number after the other, with the widest codec.
inline SlowCast slow_cast(const Element& from, const Bytes& in,
                          const Element& to, std::size_t count,
                          const CastPolicy& policy, std::uint64_t first = 0) {
  const Decoder<WideBits> decoder(from, policy);
  const Encoder<WideBits> encoder(to, policy);
  SlowCast out;
  out.bytes.resize(size_of(to, count));
  for (std::size_t i = 0; i < count; ++i) {
    const Number number = decoder(code_at(from, in, i));
    const auto encoded = encoder(number, random_bits(policy.seed, first + i));
    if (encoded.status != CodecStatus::ok) {
      out.refused = static_cast<std::int64_t>(i);
      out.status = encoded.status;
      return out;
    }
    set_code(to, encoded.code, out.bytes, i);
  }
  return out;
}

/// Words of which one in four is any bits at all, and the others are numbers
/// that most formats can hold.
inline Bytes sample(const Element& e, std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Bytes out(size_of(e, count));
  for (std::byte& byte : out) byte = static_cast<std::byte>(random() & 0xff);
  CastPolicy policy;
  policy.integer_overflow = IntegerOverflow::saturate;
  for (std::size_t i = 0; i < count; ++i) {
    if (random() % 4 == 0) continue;
    for (int b = 0; b < e.storage_bits; ++b) {
      set_bit(out,
              i * static_cast<std::size_t>(e.storage_bits) +
                  static_cast<std::size_t>(b),
              false);
    }
    Number x;
    x.negative = random() % 2 == 0;
    x.significand = random() % (1u << random() % 25);
    x.exponent = static_cast<int>(random() % 40) - 30;
    set_code(e, encode(e, x, policy).code, out, i);
  }
  return out;
}

template <class Item>
Bytes bytes_of(const std::vector<Item>& items) {
  const auto bytes = std::as_bytes(std::span(items));
  return {bytes.begin(), bytes.end()};
}

template <class Item>
std::vector<Item> items_of(const Bytes& bytes) {
  std::vector<Item> out(bytes.size() / sizeof(Item));
  if (!out.empty()) {
    std::memcpy(out.data(), bytes.data(), out.size() * sizeof(Item));
  }
  return out;
}

/// The public cast of whole arrays.
inline Bytes cast_bytes(const Element& from, const Bytes& in, const Element& to,
                        std::int64_t count, const CastOptions& options = {}) {
  Bytes out(static_cast<std::size_t>(packed_bytes(to, count)));
  cast(from, in, to, out, count, options);
  return out;
}

template <class To, class From>
std::vector<To> cast_items(const std::string& from, const std::vector<From>& in,
                           const std::string& to,
                           const CastPolicy& policy = {}) {
  CastOptions options;
  options.policy = policy;
  return items_of<To>(cast_bytes(element(from), bytes_of(in), element(to),
                                 static_cast<std::int64_t>(in.size()),
                                 options));
}

}  // namespace ashlar::test
