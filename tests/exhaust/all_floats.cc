// all_floats.cc - every f32 to every small float, by kernels and by the codec.
//
// Usage: all_floats [FORMAT...]; all of them unless said. Exits with 1 if
// anything differs.
#include <hwy/targets.h>

#include <chrono>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "ashlar/cast.h"
#include "ashlar/format.h"
#include "src/cast/words.h"
#include "src/format/known.h"
#include "tests/exhaust/comparison.h"

namespace ashlar::test {
namespace {

constexpr std::int64_t kEverything = std::int64_t{1} << 32;
constexpr std::int64_t kBlock = std::int64_t{1} << 22;

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

std::string title(const Element& from, const Element& to,
                  const CastPolicy& policy) {
  return to_string(from) + " -> " + to_string(to) + ", overflow " +
         std::string(to_string(policy.overflow));
}

/// Says what came of a comparison; how many differed.
std::int64_t say(const std::string& what, const Comparison& comparison) {
  const std::int64_t differing = comparison.differing();
  if (differing != 0) {
    std::printf("%s: %lld differ\n", what.c_str(),
                static_cast<long long>(differing));
  }
  for (const std::string& line : comparison.examples()) {
    std::printf("  %s\n", line.c_str());
  }
  return differing;
}

/// The ways of overflowing that a format tells apart.
std::vector<Overflow> overflows(const Element& to) {
  if (!to.has_nan() && !to.has_infinity()) return {Overflow::saturate_finite};
  return {Overflow::saturate_finite, Overflow::none};
}

std::int64_t check_every_f32(const Element& to, const CastPolicy& policy) {
  const Stopwatch watch;
  Comparison comparison(kF32, to, policy);
  std::vector<std::uint32_t> in(kBlock);
  for (std::int64_t first = 0; first < kEverything; first += kBlock) {
    for (std::size_t i = 0; i < in.size(); ++i) {
      in[i] = static_cast<std::uint32_t>(first) + static_cast<std::uint32_t>(i);
    }
    comparison.run(reinterpret_cast<const std::byte*>(in.data()), kBlock);
    if (first % (kEverything / 32) == 0) std::fputc('.', stderr);
  }
  std::fputc('\n', stderr);
  const std::string what = title(kF32, to, policy);
  std::printf("%s: 2^32 inputs, %.1f s\n", what.c_str(), watch.seconds());
  return say(what, comparison);
}

/// All words that hold a code, one after the other.
std::vector<std::byte> every_word(const Element& e) {
  std::vector<std::uint64_t> words(std::size_t{1} << e.bits);
  for (std::size_t i = 0; i < words.size(); ++i)
    words[i] = i << e.storage_shift;
  const auto count = static_cast<std::int64_t>(words.size());
  std::vector<std::byte> bytes(
      static_cast<std::size_t>(packed_bytes(e, count)));
  write_words(words.data(), e.storage_bits, 0, words.size(), bytes.data());
  return bytes;
}

std::int64_t check_every_word(const Element& from, const Element& to,
                              const CastPolicy& policy) {
  Comparison comparison(from, to, policy);
  comparison.run(every_word(from).data(), std::int64_t{1} << from.bits);
  return say(title(from, to, policy), comparison);
}

bool is_nan(const Element& e, std::uint64_t word) {
  return Decoder<std::uint64_t>(e)(code_of_word(e, word)).kind ==
         BasicNumber<std::uint64_t>::Kind::nan;
}

/// Every code to f32 and back; NaN only has to stay one.
std::int64_t check_there_and_back(const Element& e) {
  std::int64_t differing = check_every_word(e, kF32, {});
  for (std::uint64_t code = 0; code < std::uint64_t{1} << e.bits; ++code) {
    const std::uint64_t word = code << e.storage_shift;
    const std::uint64_t back =
        codec_word(kF32, codec_word(e, word, kF32, {}), e, {});
    if (is_nan(e, word) ? is_nan(e, back) : back == word) continue;
    ++differing;
    std::printf("%s: 0x%llx comes back as 0x%llx\n", to_string(e).c_str(),
                static_cast<unsigned long long>(word),
                static_cast<unsigned long long>(back));
  }
  // What kernels make of these numbers is what the codec makes of them.
  std::vector<std::uint32_t> numbers(std::size_t{1} << e.bits);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = static_cast<std::uint32_t>(
        codec_word(e, i << e.storage_shift, kF32, {}));
  }
  Comparison comparison(kF32, e, {});
  comparison.run(reinterpret_cast<const std::byte*>(numbers.data()),
                 static_cast<std::int64_t>(numbers.size()));
  return differing + say(title(kF32, e, {}), comparison);
}

std::int64_t check_float(const Element& to) {
  std::int64_t differing = 0;
  for (const Overflow overflow : overflows(to)) {
    CastPolicy policy;
    policy.overflow = overflow;
    for (const Element& from : {kBf16, kF16}) {
      // From a format to itself may be a copy, which keeps every NaN.
      if (from != to) differing += check_every_word(from, to, policy);
    }
    differing += check_every_f32(to, policy);
  }
  return differing;
}

bool is_asked_for(const Format& format, const std::vector<std::string>& asked) {
  if (asked.empty()) return true;
  for (const std::string& name : asked) {
    if (parse_format(name) == format) return true;
  }
  return false;
}

/// The named formats of 16 bits and fewer that are asked for.
std::vector<Element> small_formats(const std::vector<std::string>& asked) {
  std::vector<Element> found;
  for (const NamedFormat& named : formats()) {
    const Format& format = named.format;
    if (!format.is_block() && format.element().bits <= 16 &&
        is_asked_for(format, asked)) {
      found.push_back(format.element());
    }
  }
  return found;
}

int run(const std::vector<std::string>& asked) {
  const Stopwatch watch;
  const std::vector<Element> all = small_formats(asked);
  std::printf("%d formats on", static_cast<int>(all.size()));
  for (const std::int64_t target : targets()) {
    std::printf(" %s", hwy::TargetName(target));
  }
  std::printf("\n");
  std::int64_t differing = 0;
  for (const Element& element : all) differing += check_there_and_back(element);
  std::printf("every code there and back: %.1f s\n", watch.seconds());
  for (const Element& element : all) {
    std::fflush(stdout);
    if (element.kind == ElementKind::floating) {
      differing += check_float(element);
    }
  }
  std::printf("%lld differ, %.0f s\n", static_cast<long long>(differing),
              watch.seconds());
  return differing == 0 && !all.empty() ? 0 : 1;
}

}  // namespace
}  // namespace ashlar::test

int main(int argc, char** argv) {
  try {
    return ashlar::test::run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
