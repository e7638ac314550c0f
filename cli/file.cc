// A new file beside the old one, then a move.
#include "cli/file.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "ashlar/error.h"

namespace ashlar::cli {
namespace {

[[noreturn]] void fail(const std::string& path, const std::string& why,
                       const std::string& hint = {}) {
  throw Error(ErrorKind::io, "", path + ": " + why, hint);
}

}  // namespace

void write_file(const std::string& path, std::string_view text,
                Overwrite overwrite) {
  namespace fs = std::filesystem;
  std::error_code code;
  if (fs::is_directory(path, code)) fail(path, "this is a folder");
  if (overwrite == Overwrite::refuse && fs::exists(path, code)) {
    fail(path, "the file exists already", "--force overwrites it");
  }
  const std::string part = path + ".part" + std::to_string(getpid());
  errno = 0;
  std::ofstream file(part, std::ios::binary);
  if (!file) fail(path, std::strerror(errno == 0 ? EIO : errno));
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  if (file) fs::rename(part, path, code);
  if (!file || code) {
    const std::string why =
        code ? code.message() : std::strerror(errno == 0 ? EIO : errno);
    fs::remove(part, code);
    fail(path, why);
  }
}

}  // namespace ashlar::cli
