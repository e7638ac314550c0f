// The command table, and the one place where errors end.
#include <algorithm>
#include <array>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "ashlar/error.h"
#include "ashlar/spec.h"
#include "ashlar/version.h"
#include "cli/command.h"
#include "cli/suggest.h"

namespace ashlar::cli {
namespace {

void print_help(std::ostream& out) {
  out << "ashlar " << kVersion
      << ": tensors in the form in which accelerators keep them\n\n"
         "usage: ashlar COMMAND ...\n\n"
         "commands:\n";
  for (const Command& command : commands()) {
    out << "  " << command.name << std::string(12 - command.name.size(), ' ')
        << command.summary << '\n';
  }
  out << "\n"
         "  --help      this text, or that of a command: ashlar layout --help\n"
         "  --version   the version\n\n"
         "try: ashlar layout 'bf16[6x10] tile(4x4)'\n";
}

bool is_spec(const std::string& text) {
  try {
    parse_spec(text);
    return true;
  } catch (const Error&) {
    return false;
  }
}

[[noreturn]] void fail_unknown(const std::string& word) {
  std::vector<std::string> names;
  for (const Command& command : commands()) names.emplace_back(command.name);
  std::string hint = "ashlar --help lists the commands";
  if (const std::string near = suggest(word, names); !near.empty()) {
    hint = "did you mean 'ashlar " + near + "'?";
  } else if (is_spec(word)) {
    hint = "to draw it: ashlar layout '" + word + "'";
  }
  throw Error(ErrorKind::invalid, "", "there is no command '" + word + "'",
              hint);
}

void dispatch(std::span<const std::string> args, Streams& streams) {
  const std::string word = args.empty() ? "--help" : args[0];
  if (word == "--version" || word == "-V") {
    streams.out << "ashlar " << kVersion << '\n';
    return;
  }
  const bool wants_help = word == "--help" || word == "-h" || word == "help";
  if (wants_help && args.size() < 2) return print_help(streams.out);
  const std::string name = wants_help ? args[1] : word;
  const std::vector<std::string> help = {"--help"};
  for (const Command& command : commands()) {
    if (command.name != name) continue;
    return command.run(wants_help ? help : args.subspan(1), streams);
  }
  fail_unknown(name);
}

int exit_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::invalid:
    case ErrorKind::limit:
      return kUsage;
    case ErrorKind::unsupported:
      return kRefused;
    case ErrorKind::data:
      return kBadInput;
    case ErrorKind::io:
      return kIo;
    case ErrorKind::memory:
      return kNoMemory;
    case ErrorKind::bug:
      break;
  }
  return kInternal;
}

// Control characters would move the caret line or the terminal, and nobody
// reads megabytes.
std::string printable(std::string text) {
  constexpr std::size_t kMost = 500;
  if (text.size() > kMost) text = text.substr(0, kMost) + "...";
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  return text;
}

void print_error(const Error& error, std::ostream& err) {
  err << "error: " << (error.where().empty() ? "" : error.where() + ": ")
      << printable(error.problem()) << '\n';
  if (const Excerpt& excerpt = error.excerpt(); !excerpt.text.empty()) {
    err << "  " << printable(excerpt.text) << "\n  "
        << std::string(excerpt.at, ' ')
        << std::string(std::max<std::size_t>(excerpt.length, 1), '^') << '\n';
  }
  if (!error.hint().empty()) err << "hint: " << printable(error.hint()) << '\n';
}

}  // namespace

std::span<const Command> commands() {
  static const std::array<Command, 6> table = {kLayout,  kFormats, kRaw,
                                               kExplain, kMem,     kBench};
  return table;
}

int run_command(std::span<const std::string> args, std::ostream& out,
                std::ostream& err, const Terminal& terminal) {
  try {
    Streams streams{out, err, terminal};
    dispatch(args, streams);
    if (out.flush()) return kFine;
    throw Error(ErrorKind::io, "", "the output could not be written");
  } catch (const Error& error) {
    print_error(error, err);
    return exit_of(error.kind());
  } catch (const std::bad_alloc&) {
    err << "error: out of memory\n";
    return kNoMemory;
  } catch (const std::exception& error) {
    err << "error: internal: " << error.what()
        << "\nhint: this is our fault; please report it\n";
    return kInternal;
  }
}

}  // namespace ashlar::cli
