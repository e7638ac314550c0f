// Asks the system what standard output is.
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string>

#include "cli/command.h"

namespace ashlar::cli {
namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

Terminal::Color wanted_color() {
  if (!environment("NO_COLOR").empty()) return Terminal::Color::never;
  const std::string force = environment("CLICOLOR_FORCE");
  if (!force.empty() && force != "0") return Terminal::Color::always;
  if (environment("TERM") == "dumb") return Terminal::Color::never;
  return Terminal::Color::automatic;
}

// The first of these that is set decides, as everywhere.
bool is_utf8_locale() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    std::string value = environment(name);
    if (value.empty()) continue;
    std::ranges::transform(value, value.begin(), [](char c) {
      return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return value.find("utf-8") != std::string::npos ||
           value.find("utf8") != std::string::npos;
  }
  return false;
}

int terminal_width() {
  winsize size = {};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    return size.ws_col;
  }
  const std::string columns = environment("COLUMNS");
  int width = 0;
  std::from_chars(columns.data(), columns.data() + columns.size(), width);
  return width > 0 ? width : Terminal().width;
}

}  // namespace

Terminal this_terminal() {
  Terminal out;
  out.is_terminal = isatty(STDOUT_FILENO) != 0;
  out.is_utf8 = is_utf8_locale();
  out.width = terminal_width();
  out.color = wanted_color();
  return out;
}

}  // namespace ashlar::cli
