// mapped.cc - files as memory.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "src/base/require.h"
#include "src/storage/block.h"

namespace ashlar {
namespace {

constexpr std::string_view kWhere = "storage";

/// Call it before anything else can set errno.
[[noreturn]] void fail_io(std::string_view what, const std::string& path) {
  const std::string reason = std::generic_category().message(errno);
  fail(ErrorKind::io, kWhere, "cannot ", what, " '", path, "': ", reason);
}

class File {
 public:
  File(const std::string& path, int flags)
      : number_(open(path.c_str(), flags | O_CLOEXEC)) {
    if (number_ < 0) fail_io("open", path);
  }
  ~File() { close(number_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  int number() const { return number_; }

 private:
  int number_;
};

std::int64_t size_of(const File& file, const std::string& path) {
  struct stat found = {};
  if (fstat(file.number(), &found) != 0) fail_io("look at", path);
  require(S_ISREG(found.st_mode), ErrorKind::io, kWhere, "cannot map '", path,
          "': it is not a file with bytes of its own");
  return found.st_size;
}

/// `size` bytes from `offset` on; pages begin where they must.
std::shared_ptr<std::byte> map(const File& file, const std::string& path,
                               FileMapping mapping, std::int64_t offset,
                               std::int64_t size) {
  const std::int64_t lead = offset % sysconf(_SC_PAGESIZE);
  const auto length = static_cast<std::size_t>(lead + size);
  const int protection =
      mapping == FileMapping::read_only ? PROT_READ : PROT_READ | PROT_WRITE;
  const int flags =
      mapping == FileMapping::copy_on_write ? MAP_PRIVATE : MAP_SHARED;
  void* found =
      mmap(nullptr, length, protection, flags, file.number(), offset - lead);
  if (found == MAP_FAILED) fail_io("map", path);
  return {static_cast<std::byte*>(found) + lead,
          [found, length](std::byte*) { munmap(found, length); }};
}

}  // namespace

Storage Storage::mapped(const std::string& path, FileMapping mapping,
                        std::int64_t offset, std::int64_t size) {
  const File file(path, mapping == FileMapping::shared ? O_RDWR : O_RDONLY);
  const std::int64_t all = size_of(file, path);
  require(size != -1 || (offset >= 0 && offset <= all), ErrorKind::io, kWhere,
          "cannot map '", path, "' from ", offset, " on: it has ", all,
          " bytes");
  if (size == -1) size = all - offset;
  require(offset >= 0 && offset <= all && size >= 0 && size <= all - offset,
          ErrorKind::io, kWhere, "cannot map ", size, " bytes of '", path,
          "' from ", offset, " on: it has ", all);
  auto block = std::make_shared<StorageBlock>();
  block->kind = Kind::mapped;
  block->access = mapping == FileMapping::read_only ? Access::read_only
                                                    : Access::read_write;
  if (size > 0) {
    std::shared_ptr<std::byte> memory = map(file, path, mapping, offset, size);
    block->bytes = {memory.get(), static_cast<std::size_t>(size)};
    block->keeper = std::move(memory);
  }
  return Storage(std::move(block));
}

}  // namespace ashlar
