// cast.cc - the calls of cast.h: sizes, threads and what an error says.
#include "ashlar/cast.h"

#include <bit>
#include <charconv>
#include <mutex>
#include <string>

#include "ashlar/format.h"
#include "src/base/apart.h"
#include "src/base/checked.h"
#include "src/base/parallel.h"
#include "src/base/require.h"
#include "src/cast/philox.h"
#include "src/cast/route.h"
#include "src/cast/words.h"
#include "src/format/codec.h"
#include "src/format/known.h"

namespace ashlar {
namespace {

/// Pieces that a thread takes: whole bytes of any format, and some cache lines.
constexpr std::int64_t kGrain = 64 * 1024;

void check_element(const Element& element) {
  const std::string problem = why_not(element);
  require(problem.empty(), ErrorKind::invalid, "cast",
          "not an element format: ", problem);
  const bool has_words =
      element.storage_bits <= 64 ||
      (element.storage_bits % 8 == 0 && element.storage_shift == 0 &&
       (element.bits <= 128 || element.storage_bits == 256));
  require(has_words, ErrorKind::unsupported, "cast", "words of ",
          element.storage_bits, " bits, as in ", to_string(element),
          ", cannot be cast");
}

void check_size(const Element& element, std::int64_t count, std::size_t bytes,
                std::string_view which) {
  const std::int64_t needed = packed_bytes(element, count);
  require(bytes == static_cast<std::size_t>(needed), ErrorKind::invalid, "cast",
          "the ", which, " has ", bytes, " bytes, but ", count, " elements of ",
          to_string(element), " take ", needed);
}

std::string text_of(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  return {text, end};
}

/// Integers are named exactly, other numbers as doubles.
std::string value_at(const Element& from, const std::byte* in,
                     std::int64_t index) {
  // The eight elements that it shares bytes with begin a byte.
  const std::byte* group = in + index / 8 * from.storage_bits;
  const auto count = static_cast<std::size_t>(index % 8 + 1);
  if (from.kind == ElementKind::integer && from.storage_bits <= 64) {
    std::uint64_t words[8];
    read_words(group, from.storage_bits, 0, count, words);
    const Number number =
        decode(from, code_of_word<WideBits>(from, words[index % 8]));
    return concat(number.negative ? "-" : "",
                  static_cast<std::uint64_t>(number.significand));
  }
  double values[8];
  cast_generic(from, group, kF64, reinterpret_cast<std::byte*>(values), 0,
               index % 8 + 1, 0, {});
  return text_of(values[index % 8]);
}

[[noreturn]] void fail_refused(const std::string& which,
                               const std::string& value, const Element& to,
                               CodecStatus status) {
  if (status == CodecStatus::nan_refused) {
    throw Error(ErrorKind::data, "cast",
                to.has_nan() ? concat(which, "NaN, which the policy refuses")
                             : concat(which, "NaN, which ", to_string(to),
                                      " cannot hold"),
                "choose another NaN or overflow policy");
  }
  const bool is_infinity = value.find("inf") != std::string::npos;
  throw Error(
      ErrorKind::data, "cast",
      concat(which, value, ", out of the range of ", to_string(to), ", ",
             Format(to).lowest_text(), " to ", Format(to).max_text()),
      is_infinity ? "ask for saturate to cast it anyway"
                  : "ask for saturate or wrap to cast it anyway");
}

}  // namespace

double decode(const Element& element, std::uint64_t word) {
  check_element(element);
  require(element.storage_bits <= 64, ErrorKind::unsupported, "decode",
          to_string(element), " has words of ", element.storage_bits,
          " bits, more than 64");
  const Number number = decode(element, code_of_word<WideBits>(element, word));
  const Code code = encode(kF64, number, {}).code;
  return std::bit_cast<double>(
      static_cast<std::uint64_t>(word_of_code(kF64, code)));
}

std::uint64_t encode(const Element& element, double value,
                     const CastPolicy& policy) {
  check_element(element);
  require(element.storage_bits <= 64, ErrorKind::unsupported, "encode",
          to_string(element), " has words of ", element.storage_bits,
          " bits, more than 64");
  const auto word = std::bit_cast<std::uint64_t>(value);
  const Number number = decode(kF64, code_of_word<WideBits>(kF64, word));
  const Encoded encoded =
      encode(element, number, policy, random_bits(policy.seed, 0));
  if (encoded.status != CodecStatus::ok) {
    fail_refused("the number is ", text_of(value), element, encoded.status);
  }
  return static_cast<std::uint64_t>(word_of_code(element, encoded.code));
}

std::int64_t packed_bytes(const Element& element, std::int64_t count) {
  require(count >= 0, ErrorKind::invalid, "cast", "a count of ", count,
          ", expected 0 or more");
  const std::int64_t whole =
      checked_multiply(count / 8, element.storage_bits, "the size of an array");
  return checked_add(whole, div_up(count % 8 * element.storage_bits, 8),
                     "the size of an array");
}

void cast(const Element& from, std::span<const std::byte> in, const Element& to,
          std::span<std::byte> out, std::int64_t count,
          const CastOptions& options) {
  check_element(from);
  check_element(to);
  check_size(from, count, in.size(), "input");
  check_size(to, count, out.size(), "output");
  require(is_apart(in, out), ErrorKind::invalid, "cast",
          "input and output overlap");
  require(options.first >= 0 && options.threads >= 0, ErrorKind::invalid,
          "cast", "the first index is ", options.first, " and the threads ",
          options.threads, ", expected 0 or more");
  checked_add(options.first, count, "the index of an element");
  const Route route(from, to, options.policy, count);
  const kernels::Store store = kernels::store_for(out.size());
  std::mutex mutex;
  Refusal earliest;
  parallel_for(count, kGrain, options.threads,
               [&](std::int64_t begin, std::int64_t end) {
                 const Refusal refusal = route.cast(
                     in.data(), out.data(), begin, end, options.first, store);
                 if (!refusal.happened()) return;
                 const std::lock_guard lock(mutex);
                 if (!earliest.happened() || refusal.index < earliest.index) {
                   earliest = refusal;
                 }
               });
  if (earliest.happened()) {
    fail_refused(concat("element ", options.first + earliest.index, " is "),
                 value_at(from, in.data(), earliest.index), to,
                 earliest.status);
  }
}

}  // namespace ashlar
