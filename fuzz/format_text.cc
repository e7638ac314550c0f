// Any bytes as a format and as TensorCast's codes: an Error, or a value that
// prints as text which reads back equal.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "ashlar/dialects/tcast.h"
#include "ashlar/format.h"
#include "fuzz/fuzz_check.h"

namespace {

using ashlar::fuzz::check;
using ashlar::fuzz::unless_refused;

void check_format(const ashlar::Format& format) {
  const ashlar::Format again = ashlar::parse_format(format.name());
  check(again == format && again.name() == format.name());
  check(format.bits_per_element() > 0);
  check(!format.description().empty());
  check(format.lowest() <= format.max_finite());
  if (!format.is_block()) return;
  check(ashlar::Format(format.element(), *format.block()) == format);
  if (!format.block()->codebook) return;
  check(ashlar::Format(*format.block()).block()->codebook->numbers ==
        format.block()->codebook->numbers);
}

/// The text up to the first blank is the number, the rest the scale.
void check_tcast(std::string_view text) {
  const std::size_t at = text.find(' ');
  const std::string_view number = text.substr(0, at);
  const std::string_view scale =
      at == std::string_view::npos ? "" : text.substr(at + 1);
  unless_refused([&] { return ashlar::tcast::number(number).element; });
  unless_refused([&] { return ashlar::tcast::scale(number); });
  const auto type =
      unless_refused([&] { return ashlar::tcast::datatype(number, scale); });
  if (type) check_format(type->format);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto format =
      unless_refused([&] { return ashlar::parse_format(text); });
  if (format) check_format(*format);
  unless_refused([&] { return ashlar::parse_codebook(text); });
  check_tcast(text);
  return 0;
}
