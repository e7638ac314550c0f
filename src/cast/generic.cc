// generic.cc - the codec in a loop: read words, decode, round once, write.
#include "src/cast/generic.h"

#include <algorithm>
#include <array>

#include "src/cast/number_args.h"
#include "src/cast/philox.h"
#include "src/cast/words.h"
#include "src/format/codec.h"
#include "src/kernels/philox.h"

namespace ashlar {
namespace {

constexpr std::size_t kBlock = 256;
constexpr std::size_t kWideBlock = 64;
/// Elements for which the kernel is not worth asking.
constexpr std::int64_t kFew = 8;

struct Loop {
  const Element& from;
  const Element& to;
  const CastPolicy& policy;
};

/// Converts words in place; the number of them before the first refusal.
/// Kinds and the common rounding are constants, so that the loop has few
/// branches.
template <bool kFromFloat, bool kToFloat, Rounding kRounding>
std::size_t convert_words(const Loop& loop, std::uint64_t first,
                          std::size_t count, std::uint64_t* words,
                          CodecStatus& status) {
  using Bits = std::uint64_t;
  const Element from = loop.from;
  const Element to = loop.to;
  const std::uint64_t seed = loop.policy.seed;
  const Decoder<Bits> decoder(from, loop.policy);
  const Encoder<Bits> encoder(to, loop.policy);
  const Rounding rounding = kRounding == Rounding::automatic
                                ? resolved(loop.policy, to).rounding
                                : kRounding;
  std::array<std::uint32_t, 4> drawn = {};
  for (std::size_t i = 0; i < count; ++i) {
    const auto code = code_of_word<Bits>(from, words[i]);
    const auto number =
        kFromFloat ? decoder.decode_float(code) : decoder.decode_integer(code);
    std::uint32_t random = 0;
    if (kRounding == Rounding::automatic && rounding == Rounding::stochastic) {
      if (i == 0 || (first + i) % 4 == 0) drawn = philox(seed, (first + i) / 4);
      random = drawn[(first + i) % 4];
    }
    const auto encoded = kToFloat
                             ? encoder.encode_float(number, rounding, random)
                             : encoder.encode_integer(number, rounding, random);
    if (encoded.status != CodecStatus::ok) [[unlikely]] {
      status = encoded.status;
      return i;
    }
    words[i] = word_of_code<Bits>(to, encoded.code);
  }
  return count;
}

using Convert = std::size_t (*)(const Loop&, std::uint64_t, std::size_t,
                                std::uint64_t*, CodecStatus&);

template <bool kFromFloat, bool kToFloat>
Convert pick_rounding(const Loop& loop) {
  const bool is_common =
      resolved(loop.policy, loop.to).rounding == Rounding::nearest_even;
  return is_common ? convert_words<kFromFloat, kToFloat, Rounding::nearest_even>
                   : convert_words<kFromFloat, kToFloat, Rounding::automatic>;
}

Convert pick(const Loop& loop) {
  const bool from_float = loop.from.kind == ElementKind::floating;
  const bool to_float = loop.to.kind == ElementKind::floating;
  if (from_float) {
    return to_float ? pick_rounding<true, true>(loop)
                    : pick_rounding<true, false>(loop);
  }
  return to_float ? pick_rounding<false, true>(loop)
                  : pick_rounding<false, false>(loop);
}

/// Most numbers are ordinary, and go through the kernel; the codec does the
/// rest.
std::size_t convert_numbers(const Loop& loop, const kernels::NumberWords& how,
                            Convert convert, std::uint64_t first,
                            std::size_t count, std::uint64_t* words,
                            CodecStatus& status) {
  std::uint64_t done[kBlock];
  std::uint8_t left[kBlock];
  std::uint64_t random[kBlock];
  const bool draws = loop.policy.rounding == Rounding::stochastic;
  if (draws) kernels::random_words(loop.policy.seed, first, count, random);
  kernels::convert(reinterpret_cast<const std::byte*>(words),
                   reinterpret_cast<std::byte*>(done), count, how,
                   draws ? random : nullptr, left);
  for (std::size_t i = 0; i < count; ++i) {
    if (left[i] == 0) {
      words[i] = done[i];
    } else if (convert(loop, first + i, 1, words + i, status) == 0) {
      return i;
    }
  }
  return count;
}

Refusal cast_narrow(const Loop& loop, const std::byte* in, std::byte* out,
                    std::int64_t begin, std::int64_t end, std::int64_t first) {
  const Convert convert = pick(loop);
  const auto in_words_of_64 = [](const Element& e) {
    return in_words(e, 64, e.storage_shift);
  };
  const auto numbers = end - begin < kFew
                           ? std::nullopt
                           : number_words(in_words_of_64(loop.from),
                                          in_words_of_64(loop.to), loop.policy);
  std::uint64_t words[kBlock];
  for (std::int64_t at = begin; at < end;) {
    const auto count =
        static_cast<std::size_t>(std::min<std::int64_t>(kBlock, end - at));
    read_words(in, loop.from.storage_bits, at, count, words);
    CodecStatus status = CodecStatus::ok;
    const auto index = static_cast<std::uint64_t>(first + at);
    const std::size_t done = numbers
                                 ? convert_numbers(loop, *numbers, convert,
                                                   index, count, words, status)
                                 : convert(loop, index, count, words, status);
    if (done < count) return {at + static_cast<std::int64_t>(done), status};
    write_words(words, loop.to.storage_bits, at, count, out);
    at += static_cast<std::int64_t>(count);
  }
  return {};
}

/// Codes of words of up to 256 bits. Those beyond 128 are Orion's, which have
/// the sign alone in their upper half.
void read_wide(const Element& e, const std::byte* in, std::int64_t first,
               std::size_t count, Code* codes) {
  if (e.storage_bits <= 64) {
    std::uint64_t words[kWideBlock];
    read_words(in, e.storage_bits, first, count, words);
    for (std::size_t i = 0; i < count; ++i) {
      codes[i] = code_of_word<WideBits>(e, words[i]);
    }
    return;
  }
  const auto bytes = static_cast<std::size_t>(e.storage_bits / 8);
  for (std::size_t i = 0; i < count; ++i) {
    WideBits halves[2] = {};
    std::memcpy(halves, in + (static_cast<std::size_t>(first) + i) * bytes,
                bytes);
    codes[i] = e.bits <= 128 ? code_of_word<WideBits>(e, halves[0])
                             : Code{halves[0], (halves[1] & 1) != 0};
  }
}

void write_wide(const Element& e, const Code* codes, std::int64_t first,
                std::size_t count, std::byte* out) {
  if (e.storage_bits <= 64) {
    std::uint64_t words[kWideBlock];
    for (std::size_t i = 0; i < count; ++i) {
      words[i] = static_cast<std::uint64_t>(word_of_code(e, codes[i]));
    }
    return write_words(words, e.storage_bits, first, count, out);
  }
  const auto bytes = static_cast<std::size_t>(e.storage_bits / 8);
  for (std::size_t i = 0; i < count; ++i) {
    WideBits halves[2] = {codes[i].bits, codes[i].sign ? WideBits{1} : 0};
    if (e.bits <= 128) {
      halves[0] = word_of_code(e, codes[i]);
      halves[1] = 0;
    }
    std::memcpy(out + (static_cast<std::size_t>(first) + i) * bytes, halves,
                bytes);
  }
}

Refusal cast_wide(const Loop& loop, const std::byte* in, std::byte* out,
                  std::int64_t begin, std::int64_t end, std::int64_t first) {
  const Decoder<WideBits> decoder(loop.from, loop.policy);
  const Encoder<WideBits> encoder(loop.to, loop.policy);
  Code codes[kWideBlock];
  constexpr std::int64_t kStep = kWideBlock;
  for (std::int64_t at = begin; at < end; at += kStep) {
    const auto count = static_cast<std::size_t>(std::min(kStep, end - at));
    read_wide(loop.from, in, at, count, codes);
    for (std::size_t i = 0; i < count; ++i) {
      const std::int64_t index = at + static_cast<std::int64_t>(i);
      const std::uint32_t random =
          loop.policy.rounding == Rounding::stochastic
              ? random_bits(loop.policy.seed,
                            static_cast<std::uint64_t>(first + index))
              : 0;
      const Encoded encoded = encoder(decoder(codes[i]), random);
      if (encoded.status != CodecStatus::ok) return {index, encoded.status};
      codes[i] = encoded.code;
    }
    write_wide(loop.to, codes, at, count, out);
  }
  return {};
}

}  // namespace

Refusal cast_generic(const Element& from, const std::byte* in,
                     const Element& to, std::byte* out, std::int64_t begin,
                     std::int64_t end, std::int64_t first,
                     const CastPolicy& policy) {
  const Loop loop{from, to, policy};
  const bool is_narrow = from.storage_bits <= 64 && to.storage_bits <= 64;
  return is_narrow ? cast_narrow(loop, in, out, begin, end, first)
                   : cast_wide(loop, in, out, begin, end, first);
}

}  // namespace ashlar
