// Files by way of the system's own calls: these say why they fail.
#include "cli/file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "ashlar/error.h"

namespace ashlar::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostAtOnce = std::size_t{1} << 30;  // in one call
constexpr std::size_t kFirstRead = std::size_t{1} << 16;
constexpr mode_t kPermissions = 0777;  // the bits of a mode that are these

[[noreturn]] void fail(const std::string& path, const std::string& why,
                       const std::string& hint = {}) {
  throw Error(ErrorKind::io, "", path + ": " + why, hint);
}

[[noreturn]] void fail_errno(const std::string& path) {
  fail(path, std::strerror(errno == 0 ? EIO : errno));
}

/// A file that is open as long as this exists; not the standard input.
class Open {
 public:
  explicit Open(int file) : file_(file) {}
  ~Open() {
    if (file_ > STDIN_FILENO) close(file_);
  }
  Open(const Open&) = delete;
  Open& operator=(const Open&) = delete;

  int get() const { return file_; }

 private:
  int file_;
};

}  // namespace

NewFile::NewFile(const std::string& path, Overwrite overwrite) : path_(path) {
  std::error_code code;
  target_ = fs::is_symlink(path, code)
                ? fs::weakly_canonical(path, code).string()
                : path;
  struct stat old = {};
  const bool exists = stat(target_.c_str(), &old) == 0;
  if (exists && S_ISDIR(old.st_mode)) fail(path_, "this is a folder");
  if (exists && !S_ISREG(old.st_mode)) {
    open(O_WRONLY, target_);
    return;
  }
  if (exists && overwrite == Overwrite::refuse) {
    fail(path_, "the file exists already", "--force overwrites it");
  }
  const std::string part = target_ + ".part" + std::to_string(getpid());
  open(O_WRONLY | O_CREAT | O_TRUNC, part);
  part_ = part;
  if (exists) fchmod(file_, old.st_mode & kPermissions);
}

NewFile::~NewFile() {
  if (file_ >= 0) close(file_);
  if (!part_.empty()) unlink(part_.c_str());
}

void NewFile::open(int flags, const std::string& path) {
  file_ = ::open(path.c_str(), flags | O_CLOEXEC, 0666);
  if (file_ < 0) fail_errno(path_);
}

void NewFile::write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t count =
        ::write(file_, bytes.data(), std::min(bytes.size(), kMostAtOnce));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail_errno(path_);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
}

void NewFile::finish() {
  const int file = file_;
  file_ = -1;
  if (close(file) != 0) fail_errno(path_);
  if (part_.empty()) return;
  if (std::rename(part_.c_str(), target_.c_str()) != 0) fail_errno(path_);
  part_.clear();
}

void write_file(const std::string& path, std::string_view text,
                Overwrite overwrite) {
  NewFile file(path, overwrite);
  file.write(std::as_bytes(std::span(text)));
  file.finish();
}

InputFile::InputFile(const std::string& path, std::int64_t limit)
    : name_(path == "-" ? "the standard input" : path) {
  const Open file(path == "-" ? STDIN_FILENO
                              : open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status = {};
  if (file.get() < 0 || fstat(file.get(), &status) != 0) fail_errno(name_);
  if (S_ISDIR(status.st_mode)) fail(name_, "this is a folder");
  // The standard input may have been read in part, which a map cannot know.
  if (S_ISREG(status.st_mode) && path != "-") {
    const auto size = static_cast<std::size_t>(status.st_size);
    if (size > 0 && map(file.get(), size)) return;
  }
  const auto most = static_cast<std::size_t>(limit);
  read(file.get(), most + 1);
  is_cut_ = read_.size() > most;
}

InputFile::~InputFile() {
  if (mapped_ != nullptr) munmap(mapped_, mapped_size_);
}

bool InputFile::map(int file, std::size_t size) {
  void* const mapped = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  if (mapped == MAP_FAILED) return false;
  mapped_ = mapped;
  mapped_size_ = size;
  return true;
}

// Grows with what comes, not with what is hoped for.
void InputFile::read(int file, std::size_t most) {
  std::size_t size = 0;
  while (size < most) {
    if (size == read_.size()) {
      read_.resize(std::min(most, std::max(kFirstRead, 2 * size)));
    }
    const ssize_t count = ::read(file, read_.data() + size,
                                 std::min(read_.size() - size, kMostAtOnce));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail_errno(name_);
    if (count == 0) break;
    size += static_cast<std::size_t>(count);
  }
  read_.resize(size);
}

std::span<const std::byte> InputFile::bytes() const {
  if (mapped_ == nullptr) return read_;
  return {static_cast<const std::byte*>(mapped_), mapped_size_};
}

}  // namespace ashlar::cli
