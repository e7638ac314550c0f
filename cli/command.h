// command.h - what a command is, and how the commands are run.
#pragma once

#include <ostream>
#include <span>
#include <string>
#include <string_view>

namespace ashlar::cli {

/// What the output goes to. The default is a file.
struct Terminal {
  enum class Color { automatic, always, never };

  bool is_terminal = false;
  bool is_utf8 = false;
  int width = 80;
  Color color = Color::automatic;  ///< what the environment asks for
};

/// The terminal and the environment of this process.
Terminal this_terminal();

/// Results go to `out`, narration and errors to `err`.
struct Streams {
  std::ostream& out;
  std::ostream& err;
  Terminal terminal;
};

struct Command {
  std::string_view name;
  std::string_view summary;
  /// `args` without the name of the command. Fails by throwing `Error`.
  void (*run)(std::span<const std::string> args, Streams& streams);
};

/// All commands, in the order in which they are listed to people.
std::span<const Command> commands();

extern const Command kLayout;
extern const Command kFormats;
extern const Command kRaw;
extern const Command kExplain;
extern const Command kMem;
extern const Command kBench;

// Exit statuses.
inline constexpr int kFine = 0;
inline constexpr int kUsage = 2;    ///< command line or spec are wrong
inline constexpr int kRefused = 3;  ///< it makes sense, but cannot be done
inline constexpr int kBadInput = 4;
inline constexpr int kIo = 5;
inline constexpr int kNoMemory = 6;
inline constexpr int kInternal = 70;

/// Runs `ashlar ARGS`, and says on `err` what went wrong. The exit status.
int run_command(std::span<const std::string> args, std::ostream& out,
                std::ostream& err, const Terminal& terminal = {});

}  // namespace ashlar::cli
