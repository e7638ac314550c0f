// Help and complaints.
#include "cli/usage.h"

#include <algorithm>
#include <vector>

#include "ashlar/error.h"
#include "cli/suggest.h"

namespace ashlar::cli {
namespace {

std::string lower_first(std::string text) {
  if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z' &&
      (text.size() < 2 || text[1] < 'A' || text[1] > 'Z')) {
    text[0] = static_cast<char>(text[0] - 'A' + 'a');
  }
  return text;
}

std::string label_of(const CLI::Option& option) {
  std::string name;
  for (const std::string& letter : option.get_snames()) {
    name += "-" + letter + ", ";
  }
  name += option.get_name();
  const std::string type = option.get_type_name();
  if (option.get_items_expected() == 0 || option.get_positional()) return name;
  return name + " " + type.substr(0, type.find(':'));  // then come checks
}

// Says what is wrong, and which option was meant.
[[noreturn]] void fail_usage(const std::string& command, const CLI::App& app,
                             const CLI::ParseError& error,
                             std::span<const std::string> args) {
  std::vector<std::string> known;
  for (const CLI::Option* option : app.get_options()) {
    known.push_back(option->get_name());
  }
  std::string hint = "ashlar " + command + " --help lists the options";
  for (const std::string& arg : args) {
    const std::string word = arg.substr(0, arg.find('='));
    const bool is_known = std::ranges::find(known, word) != known.end();
    if (!word.starts_with("--") || is_known) continue;
    if (const std::string near = suggest(word, known); !near.empty()) {
      hint = "did you mean " + near + "?";
    }
  }
  throw Error(ErrorKind::invalid, command, lower_first(error.what()), hint);
}

}  // namespace

void add_look_options(CLI::App& app, LookWords& words) {
  app.add_option("--color", words.color, "auto, always or never")
      ->type_name("WHEN")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  app.add_option("--width", words.width,
                 "characters a line; that of the terminal unless said")
      ->type_name("N")
      ->check(CLI::Range(20, 500));
}

bool parse_args(const std::string& command, CLI::App& app,
                std::span<const std::string> args) {
  try {
    // CLI11 takes them last one first.
    app.parse(std::vector<std::string>(args.rbegin(), args.rend()));
    return true;
  } catch (const CLI::CallForHelp&) {
    return false;
  } catch (const CLI::ParseError& error) {
    fail_usage(command, app, error, args);
  }
}

void print_options(std::ostream& out, const CLI::App& app) {
  std::size_t width = 18;
  for (const CLI::Option* option : app.get_options()) {
    width = std::max(width, label_of(*option).size());
  }
  for (const CLI::Option* option : app.get_options()) {
    std::string label = label_of(*option);
    label.resize(width + 2, ' ');
    out << "  " << label << option->get_description() << '\n';
  }
}

bool wants_color(const std::string& option, const Terminal& terminal) {
  if (option != "auto") return option == "always";
  if (terminal.color != Terminal::Color::automatic) {
    return terminal.color == Terminal::Color::always;
  }
  return terminal.is_terminal;
}

}  // namespace ashlar::cli
