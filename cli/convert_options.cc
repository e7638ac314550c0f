// Reads a request to convert.
#include "cli/convert_options.h"

#include <algorithm>
#include <optional>

#include "ashlar/error.h"
#include "cli/formats_number.h"

namespace ashlar::cli {
namespace {

constexpr int kMostThreads = 4096;

// `from` with the format or the layout that `text` names.
std::optional<Spec> changed(Spec from, const std::string& text) {
  try {
    from.format = parse_format(text);
    return from;
  } catch (const Error&) {
  }
  try {
    from.layout = parse_layout(text);
    return from;
  } catch (const Error&) {
    return std::nullopt;
  }
}

// A format or a layout alone is a likely slip: the hint is what to write.
Spec read_target(const std::string& text, const Spec& from) {
  try {
    return parse_spec(text);
  } catch (const Error& error) {
    const std::optional<Spec> meant = changed(from, text);
    if (!meant) throw;
    throw Error(error.kind(), error.where(), error.problem(),
                "specs are written in full: --to '" + to_string(*meant) + "'",
                error.excerpt());
  }
}

Padding read_padding(const std::string& command, const std::string& text) {
  Padding padding;
  if (text.empty() || text == "undefined") return padding;
  padding.kind = text == "zero" ? Padding::Kind::zero : Padding::Kind::fill;
  if (padding.kind == Padding::Kind::zero) return padding;
  try {
    padding.value = read_number(text);
    return padding;
  } catch (const Error&) {
    throw Error(ErrorKind::invalid, command,
                "--pad: '" + text + "' is not a number",
                "undefined, zero, or a number such as -1, 2^-9 or -inf");
  }
}

}  // namespace

void add_convert_options(CLI::App& app, ConvertWords& words) {
  app.add_option("--from", words.from,
                 "what there is, as in 'f32[128x128] row'")
      ->type_name("SPEC")
      ->required();
  app.add_option("--to", words.to,
                 "what is wanted, as in 'bf16[128x128] tile(32x32)'")
      ->type_name("SPEC")
      ->required();
  add_cast_options(app, words.policy);
  app.add_option("--pad", words.padding,
                 "what padding holds: undefined, zero or a number")
      ->type_name("VALUE");
  app.add_option("--threads", words.threads,
                 "at most so many; all there are unless said")
      ->type_name("N")
      ->check(CLI::Range(0, kMostThreads));
}

ConvertRequest read_request(const std::string& command,
                            const ConvertWords& words) {
  ConvertRequest out;
  out.from = parse_spec(words.from);
  out.to = read_target(words.to, out.from);
  if (!std::ranges::equal(out.from.shape.sizes(), out.to.shape.sizes())) {
    throw Error(ErrorKind::invalid, command,
                to_string(out.from) + " and " + to_string(out.to) +
                    " have different sizes",
                "elements keep their indices: write the same sizes in both");
  }
  out.options.policy = policy_of(words.policy, out.from.format.element(),
                                 out.to.format.element());
  out.options.padding = read_padding(command, words.padding);
  out.options.threads = words.threads;
  return out;
}

}  // namespace ashlar::cli
